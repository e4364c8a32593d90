import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radsearch.search import lexical, lexical_build, terms
from radsearch.search.stream import build
from radsearch.search.top import top

WORDS = ["small", "left", "right", "effusion", "no", "mass", "nodule", "rib", "fracture", "the"]


@pytest.fixture(scope="module")
def index():
    rng = np.random.default_rng(0)
    odds = 1 / np.arange(1, len(WORDS) + 1)
    texts = [" ".join(rng.choice(WORDS, 12, p=odds / odds.sum())) for _ in range(400)]
    stream = build({"findings": text} for text in texts)
    ids = lexical.vocabulary_ids(stream.vocabulary)
    return lexical.Lexical(ids, **lexical_build.build(stream, "findings"))


def _terms(index, text, others=""):
    bm25 = {place: 0.05 * weight for place, weight in index.bm25_terms(text).items()}
    for place, weight in index.bm25_terms(others).items():
        bm25[place] = bm25.get(place, 0) + 0.02 * weight
    return terms.Terms(index, index.cosine_terms(text), bm25)


@pytest.mark.parametrize(
    "text", ["small rib fracture", "the mass", "no effusion left right", "zzz"]
)
@pytest.mark.parametrize("kept", [None, 3])
def test_common_words_left_out_change_nothing(index, text, kept, monkeypatch):
    within = None if kept is None else np.arange(index.n) % kept == 0
    full = index.tfidf(text) + 0.05 * index.bm25(text) + 0.02 * index.bm25("nodule small")
    wanted = top(full, 20, within)
    for long in (0, 10**9):
        monkeypatch.setattr(terms, "LONG", long)
        values, positions = _terms(index, text, "nodule small").best(20, within)
        np.testing.assert_allclose(values, wanted[0], atol=2e-6)
        again = _terms(index, text, "nodule small").of(positions)
        np.testing.assert_allclose(again, values, atol=2e-6)
        assert set(positions) - set(np.flatnonzero(full >= wanted[0][-1] - 2e-6)) == set()


def test_rare_words_decide_and_the_common_ones_are_looked_up_for_few(index, monkeypatch):
    asked = []
    add = terms._add

    def spied(term, positions, out):
        asked.append(len(positions))
        add(term, positions, out)

    monkeypatch.setattr(terms, "_add", spied)
    monkeypatch.setattr(terms, "LONG", 100)
    _terms(index, "small fracture").best(3, None)
    assert asked and asked[0] <= index.n // 8
    assert asked == sorted(asked, reverse=True)


@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=7, unique=True), st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_leaving_reports_out_finds_the_same_as_scoring_all(index, chosen, k):
    asked = _terms(index, " ".join(chosen), "nodule small")
    full = np.zeros(index.n, np.float32)
    for term in asked.terms:
        full[term.docs] += term.adds(slice(None))
    wanted = top(full, k)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "LONG", 30)
        patch.setattr(terms, "FEW", 1)
        values, positions = asked.best(k, None)
    np.testing.assert_allclose(values, wanted[0], atol=2e-6)
    np.testing.assert_allclose(full[positions], wanted[0], atol=2e-6)
