import json
import os
from pathlib import Path

import pytest

from radsearch import read_corpus

SHARED = Path(os.environ.get("RADSEARCH_SHARED", Path(__file__).parents[4] / "shared"))
SAMPLES = SHARED / "formats" / "samples"
OPENI = SHARED / "data" / "openi" / "indiana_reports.csv.gz"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.exists(), reason=f"no {SHARED}: set RADSEARCH_SHARED"),
]
KINDS = ("tabular", "text", "hl7", "fhir", "cda")
FIELDS = ("findings", "impression", "addendum")


def _expected():
    if not SAMPLES.exists():
        return []
    lines = (SAMPLES / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    return [case for case in cases if case["file"].startswith(KINDS) and case["reports"]]


@pytest.mark.parametrize("case", _expected(), ids=lambda case: case["file"])
def test_a_sample_gives_the_texts_that_are_in_it(case):
    corpus = read_corpus(SAMPLES / case["file"], on_duplicate="last")
    reports = {report.report_id: report for report in corpus}
    assert len(corpus) - len(corpus.rejects) == len(reports)
    wanted = [one for one in case["reports"] if one["status"] != "preliminary"]
    assert len(reports) == len(wanted)
    for report, want in zip(reports.values(), wanted, strict=True):
        if want["accession"]:
            assert report.report_id == want["accession"]
        for name in FIELDS:
            for part in want[f"{name}_contains"]:
                assert part in getattr(report, name)
        for part in want["combined_contains"]:
            assert part in report.combined + report.unlabelled
        for part in want["must_not_contain"]:
            assert part not in report.body


def test_the_sample_without_a_header_has_four_reports():
    corpus = read_corpus(SAMPLES / "tabular" / "01_chexpert_labeler_sample_reports.csv")
    assert len(list(corpus)) == len(corpus) == 4


def test_the_sample_of_placeholders_keeps_one_report_of_six():
    corpus = read_corpus(SAMPLES / "tabular" / "22_own_bom_header_spaces.csv")
    assert [report.report_id for report in corpus] == ["A1"]
    assert [reject.reason for reject in corpus.rejects] == ["empty"] * 2 + ["placeholder"] * 3


def test_seven_spellings_are_read_and_the_last_of_a_double_id_wins():
    corpus = read_corpus(SAMPLES / "tabular" / "23_own_column_names.jsonl", on_duplicate="last")
    reports = list(corpus)
    assert [report.report_id for report in reports] == ["1", "2", "3", "4", "5", "6"]
    assert reports[-1].impression == "Normal (final)."
    assert reports[3].findings == "Lungs clear.\nHeart normal."
    assert reports[4].modality == "XR"


def test_struck_out_words_of_rtf_do_not_come_back():
    corpus = read_corpus(SAMPLES / "tabular" / "24_own_rtf_column.csv")
    first, second = corpus
    assert first.findings == "Right pleural effusion, 5 ± 1 cm."
    assert second.unlabelled == "Right pneumothorax."


def test_masks_stay_in_the_text():
    texts = [r.body for r in read_corpus(SAMPLES / "tabular" / "25_own_masks.csv")]
    assert "right ___ lobe measures ___ mm" in texts[0]
    assert "[**Last Name (STitle) 123**]" in texts[1]
    assert texts[2].startswith("XXXX XXXX.")


@pytest.mark.skipif(not OPENI.exists(), reason=f"no {OPENI}")
def test_every_row_of_open_i_is_accounted_for():
    corpus = read_corpus(OPENI)
    reports = list(corpus)
    assert len(corpus) == 3851
    assert sum(r.is_pair for r in reports) == 3331
    assert sum(bool(r.impression and not r.findings) for r in reports) == 489
    assert sum(bool(r.findings and not r.impression) for r in reports) == 6
    assert [r.reason for r in corpus.rejects] == ["empty"] * 25
    assert not any(r.combined or r.unlabelled for r in reports)
    assert sum(r.comparison == "None" for r in reports) == 567


def test_the_bulk_export_gives_twelve_reports_of_nineteen_lines():
    corpus = read_corpus(SAMPLES / "fhir" / "20_own_bulk_export.ndjson")
    assert len(list(corpus)) == 12
    assert len(corpus.rejects) == 7


def test_entities_that_expand_without_end_are_refused():
    corpus = read_corpus(SAMPLES / "cda" / "22_own_billion_laughs.xml")
    assert list(corpus) == []
    assert [r.reason for r in corpus.rejects] == ["unreadable: XML with a DTD is refused"]
