"""The query language on words alone, against a naive evaluator over lists of words."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radsearch.errors import QueryError
from radsearch.filters import Tag, Test
from radsearch.search import lexical, lexical_build
from radsearch.search.querylang import And, Filter, Near, Not, Or, Phrase, Words, parse_query
from radsearch.search.stream import build, words
from radsearch.search.textmatch import TextMatcher, evaluate

VOCABULARY = ["no", "not", "left", "effusion", "nodule", "t"]


def _matcher(rows):
    stream = build(rows)
    ids = lexical.vocabulary_ids(stream.vocabulary)
    counts = np.bincount(stream.tokens, minlength=len(stream.vocabulary))
    cache = SimpleNamespace(
        stream=stream,
        order=np.argsort(stream.tokens, kind="stable"),
        pointers=np.append(0, np.cumsum(counts)),
        starts=stream.bounds[:, 0].copy(),
        sections={
            name: lexical.Lexical(ids, **lexical_build.build(stream, name))
            for name in ("findings", "impression", "report")
        },
    )
    return TextMatcher(cache)


def _fields(row, field):
    texts = [row["findings"], row["impression"]]
    if field in ("findings", "impression"):
        texts = [row[field]]
    return [words(text) for text in texts]


def _places(have, text):
    wanted = words(text)
    return [i for i in range(len(have)) if have[i : i + len(wanted)] == wanted]


def _naive(node, row):
    if isinstance(node, Not):
        return not _naive(node.item, row)
    if isinstance(node, And):
        return all(_naive(item, row) for item in node.items)
    if isinstance(node, Or):
        return any(_naive(item, row) for item in node.items)
    if isinstance(node, Near):
        one, other = len(words(node.first.text)), len(words(node.second.text))
        return any(
            0 <= b - (a + one) <= node.gap or 0 <= a - (b + other) <= node.gap
            for have in _fields(row, node.first.field or node.second.field)
            for a in _places(have, node.first.text)
            for b in _places(have, node.second.text)
        )
    if isinstance(node, Phrase):
        return any(_places(have, node.text) for have in _fields(row, node.field))
    return all(any(word in have for have in _fields(row, node.field)) for word in words(node.text))


_TEXT = st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)
_ROWS = st.lists(st.fixed_dictionaries({"findings": _TEXT, "impression": _TEXT}), min_size=1)
_PHRASE = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3).map(" ".join)
_FIELD = st.sampled_from(["", "findings", "impression", "report"])
_OPERAND = st.one_of(st.builds(Phrase, _PHRASE), st.builds(Phrase, _PHRASE))
_LEAF = st.one_of(
    st.builds(Words, _PHRASE, _FIELD),
    st.builds(Phrase, _PHRASE, _FIELD),
    st.builds(Near, _OPERAND, _OPERAND, st.integers(0, 4)),
)
_TREE = st.recursive(
    _LEAF,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(And, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Or, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    ),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(_ROWS, _TREE)
def test_masks_equal_a_naive_evaluator(rows, tree):
    matcher = _matcher(rows)
    assert evaluate(tree, matcher.leaf).tolist() == [_naive(tree, row) for row in rows]


def test_operators_phrases_and_nearness_are_parsed():
    tree = parse_query('(consolidation OR "ground glass") AND cavitary NOT left NEAR/3 "rib cage"')
    assert tree == And(
        (
            Or((Words("consolidation"), Phrase("ground glass"))),
            Words("cavitary"),
            Not(Near(Words("left"), Phrase("rib cage"), 3)),
        )
    )
    assert parse_query("a AND NOT NOT b") == And((Words("a"), Words("b")))


def test_fields_status_and_metadata_are_parsed():
    assert parse_query("findings:effusion") == Words("effusion", "findings")
    assert parse_query('impression:"no change"') == Phrase("no change", "impression")
    assert parse_query("pneumothorax:absent nodule") == And(
        (Filter(Tag("pneumothorax", "absent")), Words("nodule"))
    )
    assert parse_query("modality:CT nodule", ["modality"]) == And(
        (Filter(Test("modality", "=", ("CT",))), Words("nodule"))
    )


@pytest.mark.parametrize(
    "text",
    [
        "no effusion and no edema",
        "nodule (solid)",
        "ratio 1:2",
        "5'10 tall",
        "l5/s1",
        'odd " quote',
    ],
)
def test_plain_text_stays_plain(text):
    assert parse_query(text) is None


@pytest.mark.parametrize("text", ["effusion AND", "(a OR b", "NOT", "a NEAR/2", "a AND )", "OR b"])
def test_broken_operators_are_refused(text):
    with pytest.raises(QueryError, match="cannot read the query"):
        parse_query(text)
