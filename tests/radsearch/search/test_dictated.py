"""Search by a whole dictated section: words by length, findings, sentence with sentence."""

import numpy as np
import pytest

from radsearch.report import Report
from radsearch.search.late import LateInteraction
from radsearch.searcher import Searcher
from radsearch.store.sentences import SentenceRows
from tests.toy import ToyEncoder

PAIRS = {
    "a": ("The heart is enlarged. Small left effusion.", "Cardiomegaly, small left effusion."),
    "b": ("Lungs are clear. The heart is normal.", "No acute disease."),
    "c": ("Right apical pneumothorax. Rib fractures.", "Right pneumothorax and rib fractures."),
    "d": ("Left lower lobe consolidation.", "Left lower lobe pneumonia."),
}


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    from indexer.build import Options, build_index

    def made(name, **options):
        path = tmp_path_factory.mktemp("dictated") / name
        reports = [Report(i, findings=f, impression=p) for i, (f, p) in PAIRS.items()]
        build_index(reports, path, encoder=ToyEncoder(64), options=Options(**options))
        return Searcher.open(path, encoder=ToyEncoder(64))

    return made


@pytest.fixture(scope="module")
def searcher(build):
    return build("with")


@pytest.mark.parametrize("kind", ["findings", "impression"])
def test_a_dictated_section_finds_its_other_section(searcher, kind):
    other = "impression" if kind == "findings" else "findings"
    for report_id in ("a", "c", "d"):
        text = PAIRS[report_id][kind != "findings"]
        hits = searcher.query(text, k=4, kind=kind, section=other)
        assert hits[0].report_id == report_id


def test_reranking_adds_a_leg_and_can_be_switched_off(searcher):
    text = PAIRS["a"][1]
    ask = {"k": 4, "kind": "impression", "section": "findings"}
    on = searcher.query(text, **ask)
    off = searcher.query(text, rerank=False, **ask)
    assert set(on[0].legs) == {"dense", "lexical", "findings", "sentences"}
    assert set(off[0].legs) == {"dense", "lexical", "findings"}
    assert on[0].score > off[0].score
    words = searcher.query(text, mode="lexical", **ask)
    assert set(words[0].legs) == {"lexical"}


def test_the_first_hits_do_not_depend_on_how_many_are_asked_for(searcher):
    ask = {"kind": "findings", "section": "impression"}
    few = searcher.query(PAIRS["c"][0], k=2, **ask)
    many = searcher.query(PAIRS["c"][0], k=50, **ask)
    assert [(h.report_id, h.score) for h in few] == [(h.report_id, h.score) for h in many[:2]]


def test_an_index_without_sentences_is_ranked_by_the_other_legs(build):
    bare = build("without", sentences=False)
    hits = bare.query(PAIRS["a"][1], k=1, kind="impression", section="findings")
    assert hits[0].report_id == "a" and "sentences" not in hits[0].legs


def test_a_report_that_holds_a_short_text_whole_scores_its_mass(searcher):
    index = searcher.cache.sections["findings"]
    scores, mass = index.shared("left effusion")
    assert scores[0] == pytest.approx(mass)
    assert 0 < scores[3] < mass and scores[1] == 0
    alone, more = index.shared("left")[1], index.shared("left zygoma")[1]
    assert more > alone  # a word that no report has is part of what was said


def test_both_directions_of_late_interaction_by_hand():
    vectors = np.eye(3, dtype=np.float16)
    rows = SentenceRows(vectors, np.array([0, 1, 2]), np.array([0, 2, 2, 3]))
    query = np.eye(3, dtype=np.float32)[[0]]
    forward, backward = LateInteraction(rows).scores(query, np.array([2, 1, 0]))
    assert forward.tolist() == [0, 0, 1]
    assert backward.tolist() == [0, 0, 0.5]
    assert LateInteraction(rows).scores(query[:0], np.array([0]))[0].tolist() == [0]
