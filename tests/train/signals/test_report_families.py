import json

import pytest

from radsearch.errors import CorpusError
from train.signals.pairs import Study, read_studies
from train.signals.registry import DATA
from train.signals.report_families import (
    edited,
    families_of,
    read_report_families,
    with_rewordings,
)

FOLDER = DATA / "corpus" / "contrast" / "reports"
STUDY = Study("r", "r", "CT abdomen_pelvis", {"findings": "Left cyst. Left stone of 4 mm."})


def row(*edit: str, report: str = "r") -> dict:
    return {"report": report, "same": ["other"], "condensed": "x", "edits": {"size": [edit]}}


def test_every_written_row_fits_its_report() -> None:
    families = read_report_families(FOLDER, read_studies(DATA / "corpus"))
    assert len(families) > 500
    assert len({family.key for family in families}) == len(families)
    for family in families:
        first, *copies = family.variants
        assert len(first.texts) >= 3
        assert copies
        texts = [*first.texts, *(v.texts[0] for v in copies)]
        assert len(set(texts)) == len(texts), family.key


def test_distances_follow_the_order_of_the_edits() -> None:
    rows = {**row(), "edits": {"size": [["4 mm", "6 mm"], ["4 mm", "20 mm"]]}}
    (found,) = families_of(rows, STUDY)
    assert [(v.distance, v.texts[0]) for v in found.variants] == [
        (0, "Left cyst. Left stone of 4 mm."),
        (1, "Left cyst. Left stone of 6 mm."),
        (2, "Left cyst. Left stone of 20 mm."),
    ]
    assert found.place == "abdomen"


@pytest.mark.parametrize("old", ["Left", "right", ""])
def test_an_edit_must_fit_once(old: str) -> None:
    with pytest.raises(ValueError, match="wanted once"):
        edited(STUDY.views["findings"], old, "x")
    with pytest.raises(CorpusError, match="r/size"):
        list(families_of(row(old, "x"), STUDY))


def test_a_row_of_no_report_is_an_error(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(row("4 mm", "6 mm", report="none")))
    with pytest.raises(CorpusError, match="'none'"):
        read_report_families(tmp_path, [STUDY])


def test_rewordings_become_views_of_the_report_that_they_name(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(row("4 mm", "6 mm")))
    other = Study("s", "s", "CT head", {"findings": "Normal."})
    named, unnamed = with_rewordings([STUDY, other], tmp_path)
    assert named.views == {**STUDY.views, "reworded": "other", "condensed": "x"}
    assert unnamed == other
