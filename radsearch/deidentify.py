"""Takes names, dates, numbers and places out of report text, by rules.

Rules find what is written in a usual way. They are no guarantee: read before you publish.
"""

import re
from collections.abc import Mapping
from typing import Any

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NAME = r"[A-Z][\w'\u2019-]+"
_NAMES = rf"{_NAME}(?:,?[ \t]+(?:[A-Z]\.[ \t]*)?{_NAME}){{0,3}}"

RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("EMAIL", re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")),
    ("URL", re.compile(r"\b(?:https?://|www\.)\S+", re.I)),
    (
        "ID",
        re.compile(
            r"(?<=\b)(?:MRN|accession|acc|account|patient id|medical record|record|ssn|id)"
            r"(?:[ \t]*(?:no|number|num))?\.?[ \t]*[:#]+[ \t]*[\w-]*\d[\w-]*",
            re.I,
        ),
    ),
    (
        "PHONE",
        re.compile(r"(?<![\w.])(?:\+?\d{1,2}[ .-]?)?(?:\(\d{3}\)|\d{3})[ .-]\d{3}[ .-]\d{4}\b"),
    ),
    ("ID", re.compile(r"\b\d{3}-\d{2}-\d{4}\b")),
    ("DATE", re.compile(r"\b(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:[0-2]?\d|3[01])\b")),
    ("DATE", re.compile(r"\b(?:[0-2]?\d|3[01])([/.-])(?:[0-2]?\d|3[01])\1(?:19|20)?\d{2}\b")),
    (
        "DATE",
        re.compile(
            rf"\b(?:{_MONTH}\.?[ \t]+\d{{1,2}}(?:st|nd|rd|th)?(?:,?[ \t]+\d{{4}})?"
            rf"|\d{{1,2}}(?:st|nd|rd|th)?[ \t]+{_MONTH}\.?(?:,?[ \t]+\d{{4}})?"
            rf"|{_MONTH}\.?,?[ \t]+\d{{4}})\b",
            re.I,
        ),
    ),
    (
        "DATE",
        re.compile(r"(?:(?<=\bon )|(?<=\bfrom )|(?<=\bdated ))\d{1,2}/\d{1,2}\b"),
    ),
    (
        "TIME",
        re.compile(r"\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:[ \t]*[ap]\.?m\b\.?)?", re.I),
    ),
    ("TIME", re.compile(r"\b\d{1,4}[ \t]*(?:a\.m\.|p\.m\.|am\b|pm\b|hours\b|hrs\b)")),
    ("AGE", re.compile(r"\b(?:9\d|1[0-2]\d)(?=[ -]?(?:years?|yrs?|y)[ /.-]?(?:old|o)\b)", re.I)),
    ("NAME", re.compile(rf"\b(?:Dr|Drs|Mr|Mrs|Ms|Prof|Doctor|Professor)\.?[ \t]+{_NAMES}")),
    (
        "NAME",
        re.compile(rf"\b{_NAMES},?[ \t]+(?:M\.?D\.?|D\.?O\.?|R\.?N\.?|Ph\.?D\.?|FRCR)(?![\w])"),
    ),
    (
        "NAME",
        re.compile(
            rf"(?<=\b)(?i:patient(?:'s)? name|name|patient|(?:electronically )?signed by|"
            rf"dictated by|transcribed by|read by|reviewed by|attending|resident|radiologist|"
            rf"referring physician)"
            rf"[ \t]*:[ \t]*{_NAMES}"
        ),
    ),
    (
        "PLACE",
        re.compile(rf"\b(?:{_NAME}[ \t]+){{1,4}}(?:Hospital|Clinic|Medical Center|Infirmary)\b"),
    ),
    ("ID", re.compile(r"(?<![\w.])(?:[A-Z]{1,4}-?)?\d{6,}(?![\w.]*\d)")),
)
"""Kind -> what it looks like; earlier rules come first."""

KEPT = ("modality", "body_part", "sex")
"""Metadata that may stay as it is; of the date the year stays, of an age over 89 only that."""


def deidentify(text: str) -> str:
    """A text with each name, date, number or place that a rule finds replaced by its kind.

    Args:
        text: Of a report.

    Returns:
        The text; measurements, levels and list numbers stay.

    >>> deidentify("Discussed with Dr. Jane Roe on 3/4/2021 at 14:20. 8 mm nodule, L4-5.")
    'Discussed with [NAME] on [DATE] at [TIME]. 8 mm nodule, L4-5.'
    """
    for kind, pattern in RULES:
        text = pattern.sub(f"[{kind}]", text)
    return text


def deidentified(row: Mapping[str, Any]) -> dict[str, Any]:
    """A report's columns without what identifies: texts cleaned, ids numbered by the caller.

    Args:
        row: Texts, metadata and lists of finding ids by column; report_id is left out.

    Returns:
        Texts cleaned, modality, body part, sex, age (90 for all above 89), the year of the study.
        A column that is none of these is left out: nobody knows what it holds.

    >>> deidentified({"findings": "Seen 1/2/2020.", "age": 95, "patient_id": "7", "ward": "3B"})
    {'findings': 'Seen [DATE].', 'age': 90}
    """
    from radsearch.report import TEXT_FIELDS

    out: dict[str, Any] = {}
    for name, value in row.items():
        if name in TEXT_FIELDS:
            out[name] = deidentify(str(value))
        elif name in KEPT or isinstance(value, list):
            out[name] = value
        elif name == "age" and value is not None:
            out[name] = min(int(value), 90)
        elif name == "study_date" and value is not None:
            out["year"] = getattr(value, "year", None)
    return out
