import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radsearch.language.items import list_items
from radsearch.language.sections import Sections, split_sections
from radsearch.language.titles import match_title

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("RADSEARCH_SHARED", HERE.parents[3] / "shared"))


def _lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


OWN = _lines(HERE / "section_cases.jsonl")


@pytest.mark.parametrize("case", OWN, ids=[case["kind"] for case in OWN])
def test_a_report_written_in_this_way_splits_into_its_sections(case):
    assert split_sections(case["text"]).as_dict() == case["sections"]


@pytest.mark.shared
def test_every_section_case_of_the_format_collection_passes():
    path = SHARED / "formats" / "cases.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there: set RADSEARCH_SHARED")
    cases = [case for case in _lines(path) if "sections" in case["expected"]]
    failed = [
        case["id"]
        for case in cases
        if split_sections(case["text"]).as_dict() != case["expected"]["sections"]
    ]
    assert len(cases) > 20
    assert failed == []


sentences = st.lists(
    st.sampled_from(
        [
            "The lungs are clear.",
            "Findings are unchanged since 2019.",
            "Impression of the aortic arch on the trachea.",
            "Nodule of 5 mm in segment 6.",
            "History of mastectomy is noted.",
            "No comparison is possible.",
            "The report of the outside study was read.",
        ]
    ),
    min_size=1,
    max_size=4,
).map(" ".join)
STYLES = ["{t}: {x}", "{t}:\n{x}", "{t}\n{x}", "{t} - {x}", "**{t}:** {x}", "## {t}\n{x}"]


@given(
    texts=st.fixed_dictionaries(
        {"indication": sentences, "findings": sentences, "impression": sentences}
    ),
    style=st.sampled_from(STYLES),
    case=st.sampled_from([str.upper, str.title]),
    gap=st.sampled_from(["\n", "\n\n", "\r\n"]),
)
@settings(max_examples=150, deadline=None)
def test_headings_of_any_style_give_back_the_sections_that_were_written(texts, style, case, gap):
    written = gap.join(style.format(t=case(name), x=text) for name, text in texts.items())
    assert split_sections(written).as_dict() == texts


@given(texts=st.lists(sentences, min_size=3, max_size=3))
@settings(max_examples=50, deadline=None)
def test_an_export_that_lost_its_line_ends_still_splits(texts):
    indication, findings, impression = texts
    written = f"INDICATION: {indication} FINDINGS: {findings} IMPRESSION: {impression}"
    found = split_sections(written)
    assert (found.indication, found.findings, found.impression) == tuple(texts)


@given(st.text(alphabet=st.sampled_from("AaFINDGS: \n.-*1)"), max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_splits_without_an_error(text):
    assert isinstance(split_sections(text), Sections)


@given(sentences)
def test_prose_without_headings_is_unlabelled_and_whole(text):
    assert split_sections(text).as_dict() == {"unlabelled": text}


@pytest.mark.parametrize(
    "title",
    ["FINDNGS", "FINDINGSS", "FIDNINGS", "FINDIMGS", "IMPRESION", "IMPRESSOIN", "TECHNIQE"],
)
def test_one_wrong_letter_in_a_title_is_forgiven(title):
    assert match_title(title) is not None


@pytest.mark.parametrize("title", ["FNDNGS", "TEXT", "LUNGS", "Impression of the arch", "MASS"])
def test_other_words_are_no_titles(title):
    assert match_title(title) is None


def test_studies_merge_into_one_report_without_losing_a_text():
    text = "CT CHEST\nFINDINGS: a.\nIMPRESSION: b.\n\nCT ABDOMEN\nFINDINGS: c.\nIMPRESSION: d."
    found = split_sections(text)
    assert len(found.studies) == 2
    assert found.merged().findings == "a.\n\nc."
    assert found.merged().impression == "b.\n\nd."


def test_a_list_counts_only_numbers_in_their_order():
    assert list_items("1. Node 2. 5 cm.") == ()
    assert list_items("1. Node. 2. 5.5 cm mass. 3. Cyst.") == ("Node.", "5.5 cm mass.", "Cyst.")
    assert list_items("See series 1. Then 2. Nothing.") == ()
