from datetime import date

import pytest

from radsearch.deidentify import deidentified, deidentify


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Discussed with Dr. Mary Ann O'Neil at length.", "Neil"),
        ("Read by: John Q. Public, MD", "Public"),
        ("Patient name: Doe, Jane", "Jane"),
        ("Compared with 12/31/2019.", "2019"),
        ("Compared with 2019-12-31.", "2019"),
        ("Prior CT of March 3, 2018.", "2018"),
        ("Prior CT of 3rd Mar 2018.", "2018"),
        ("Seen on 3/14 already.", "3/14"),
        ("Called at 2:35 pm.", "2:35"),
        ("MRN: 00123-77", "00123"),
        ("Accession # AX12345678", "AX12345678"),
        ("Call (555) 123-4567.", "4567"),
        ("Write to a.b@c.example.org.", "example"),
        ("SSN 123-45-6789", "6789"),
        ("A 94-year-old woman.", "94"),
        ("Transferred from Saint Mary Hospital.", "Mary"),
    ],
)
def test_what_identifies_goes(text, gone):
    assert gone not in deidentify(text)


@pytest.mark.parametrize(
    "text",
    [
        "12.3 x 4.5 mm nodule, series 4 image 112.",
        "L4-5 and C3/4 disc protrusion. Grade 2/4.",
        "1. Stable. 2. No change since prior.",
        "T2 signal, BI-RADS 4. Lung-RADS 2.",
        "A 64-year-old man with a 3:1 ratio.",
        "Ejection fraction 55-60%. Impression: may represent edema.",
        "No pneumothorax. Right Upper Lobe mass. HU 45.",
    ],
)
def test_what_is_medicine_stays(text):
    assert deidentify(text) == text


def test_columns_keep_only_what_is_known_to_be_harmless():
    row = {
        "findings": "Called Dr. Roe.", "modality": "CT", "age": 97, "study_date": date(2020, 5, 1),
        "patient_id": "17", "ward": "3B", "present": ["mass"],
    }  # fmt: skip
    assert deidentified(row) == {
        "findings": "Called [NAME].", "modality": "CT", "age": 90, "year": 2020,
        "present": ["mass"],
    }  # fmt: skip
