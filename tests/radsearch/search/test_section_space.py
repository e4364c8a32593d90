import numpy as np
import pytest

from indexer.build import build_index
from radsearch.report import Report
from radsearch.search.section_space import SectionSpaces
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder

SIDES, SITES = ("left", "right"), ("upper", "middle", "lower")
WHAT = ("nodule", "effusion", "opacity", "mass", "scar", "cyst", "fracture")


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    folder = tmp_path_factory.mktemp("space") / "index"
    texts = [(f"{w} {s} {p}", f"{p} {s} {w}") for w in WHAT for s in SIDES for p in SITES]
    reports = [
        Report(report_id=f"r{i:03}", findings=f"The heart is normal. There is a {a} zone.",
               impression=f"Impression: {b}.")
        for i, (a, b) in enumerate(texts)
    ]  # fmt: skip
    build_index(reports, folder, encoder=ToyEncoder(64))
    return Searcher.open(folder, encoder=ToyEncoder(64))


def ask(searcher, k, **given):
    text = "The heart is normal. There is a mass left lower zone."
    options = {"kind": "findings", "section": "impression", "mode": "dense", **given}
    return [(hit.report_id, hit.score) for hit in searcher.query(text, k=k, **options)]


def test_the_dense_scores_are_the_whitened_cosines(searcher):
    space = searcher.engine.sections.space("findings", "impression")
    vector = ToyEncoder(64).embed(["The heart is normal. There is a mass left lower zone."])
    query = space.queries(vector)[0]
    want = space.scores(query, np.arange(len(searcher)))
    found = ask(searcher, 5)
    assert [score for _, score in found] == pytest.approx(sorted(want)[::-1][:5], abs=1e-5)


def test_what_another_thread_has_measured_by_half_is_measured_again(searcher):
    every = np.arange(len(searcher))
    whole, half = (SectionSpaces(searcher.store).space("findings", "impression") for _ in range(2))
    query = whole.queries(ToyEncoder(64).embed(["mass left lower"]))[0]
    want = whole.scores(query, every)
    half.lengths[:] = whole.lengths
    np.testing.assert_array_equal(half.scores(query, every), want)


def test_the_top_does_not_depend_on_how_many_are_asked_for(searcher):
    assert ask(searcher, 5) == ask(searcher, 30)[:5]


def test_a_filter_leaves_scores_as_they_are(searcher):
    every = dict(ask(searcher, 42))
    some = ask(searcher, 3, where="report_id in ('r001', 'r007', 'r030')")
    assert len(some) == 3  # in products of other shapes the last bit may differ
    assert [score for _, score in some] == pytest.approx(
        [every[name] for name, _ in some], abs=2e-6
    )


def test_a_search_box_query_keeps_the_plain_cosine(searcher):
    vector = ToyEncoder(64).embed(["mass"])[0]
    plain = searcher.store.vectors("impression", np.arange(len(searcher))) @ vector
    found = searcher.query("mass", k=3, section="impression", mode="dense")
    assert [h.score for h in found] == pytest.approx(sorted(plain)[::-1][:3], abs=1e-5)


def test_a_query_is_answered_alike_alone_and_in_a_batch(searcher):
    texts = [f"There is a {w} {s} lower zone." for w in WHAT for s in SIDES]
    asked = {"kind": "findings", "section": "impression", "mode": "dense"}
    together = searcher.query_batch(texts, k=5, **asked)
    for text, hits in zip(texts, together, strict=True):
        alone = searcher.query(text, k=5, **asked)
        assert [(h.report_id, h.score) for h in alone] == [(h.report_id, h.score) for h in hits]


def test_only_the_other_section_loses_what_hubs_get(searcher):
    every = np.arange(len(searcher))
    vector = ToyEncoder(64).embed(["The heart is normal. There is a mass left lower zone."])
    for section, loses in (("impression", True), ("findings", False), ("report", False)):
        space = searcher.engine.sections.space("findings", section)
        query = space.queries(vector)[0]
        plain = space.whitening.scores(query, searcher.store.vectors(section, every))
        assert (space.scores(query, every) != pytest.approx(plain, abs=2e-6)) == loses
