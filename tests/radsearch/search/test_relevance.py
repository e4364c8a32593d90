"""The chance that a hit is relevant, and the notice that none is."""

import pytest

from radsearch.hit import Leg
from radsearch.report import Report
from radsearch.search.relevance import Relevance, relevance
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder

TEXTS = (
    "Small left pneumothorax.",
    "No pneumothorax. Heart size is normal.",
    "Large right pleural effusion.",
    "Cardiomegaly with a pacemaker.",
)


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    from indexer.build import build_index

    path = tmp_path_factory.mktemp("relevance") / "index"
    reports = [Report(f"r{i}", findings=text) for i, text in enumerate(TEXTS)]
    build_index(reports, path, encoder=ToyEncoder(64))
    return Searcher.open(path, encoder=ToyEncoder(64))


def ask(searcher, text, **options):
    return searcher.query(text, k=4, section="report", **options)


@pytest.mark.parametrize("text", ["left pneumothorax", "pleural effusion", "cardiomegaly"])
def test_a_report_that_says_it_is_likely_relevant_and_there_is_no_notice(searcher, text):
    hits = ask(searcher, text)
    assert hits[0].probability > 0.5 > hits[-1].probability
    assert not [note for note in hits.notes if note.startswith("no good match")]


@pytest.mark.parametrize("text", ["porcelain gallbladder", "mortgage interest rates", "no fibroid"])
def test_what_no_report_says_gets_the_notice(searcher, text):
    hits = ask(searcher, text)
    if text == "no fibroid":  # silence is no denial, but neither is it wrong
        assert max((hit.probability for hit in hits), default=0) < 0.5
        return
    assert hits.notes[0].startswith("no good match")


def test_a_chance_is_given_where_the_query_was_read_and_nowhere_else(searcher):
    for options in ({"mode": "dense"}, {"mode": "lexical"}, {"kind": "findings"}):
        assert ask(searcher, TEXTS[0], **options)[0].probability is None


def test_the_chance_rises_with_the_words_and_the_findings():
    model = relevance()
    words = [model.chance({"lexical": Leg(1, score)}) for score in (0.0, 0.3, 0.9)]
    assert words == sorted(words) and words[0] < words[2]
    both = [
        model.chance({"lexical": Leg(1, 0.3), "findings": Leg(1, degree)})
        for degree in (-0.4, 0.0, 0.5, 0.8, 1.0)
    ]
    assert both == sorted(both) and both[0] < 0.5 < both[-1]


def test_no_hits_are_no_reason_for_the_notice():
    assert Relevance((0.0,), (0.0,), 0.5).notice([]) == ""
