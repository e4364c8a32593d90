"""Whatever a report holds, the page's markup holds no tag but its own."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radsearch.comparison import compare
from radsearch.duplicates import Fold
from radsearch.hit import Hit, Match, Span
from radsearch.language.finding import Finding
from radsearch.webpage.ask import Ask
from radsearch.webpage.card import card, report
from radsearch.webpage.markup import marked, reason, snippet
from radsearch.webpage.sides import both

OURS = re.compile(
    r"</?(?:article|header|span|b|i|button|p|ul|li|mark|dl|dt|dd|div)"
    r"(?: [a-z-]+=(?:\"[^\"<>]*\"|'[a-z]+'))*>"
)
TEXTS = st.text(st.sampled_from("ab <>&\"'`*[]()\n=/script"), max_size=60)


def bare(markup):
    """What is left of markup without our tags and escapes."""
    return re.sub(r"&(?:lt|gt|amp|quot|#x27);", "", OURS.sub("", markup))


@settings(deadline=None, max_examples=40)
@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=5))
def test_marked_text_has_only_our_tags_and_loses_nothing(text, places):
    spans = [Span("findings", a, a + n, "match") for a, n in places if a + n <= len(text)]
    markup = marked(text, spans)
    assert not re.search(r"[<>&]", bare(markup))
    plain = re.sub(r"<[^>]*>", "", markup).replace("✓", "")
    from html import unescape

    assert unescape(plain) == text


@settings(deadline=None, max_examples=40)
@given(TEXTS, TEXTS)
def test_cards_and_reports_have_only_our_tags(text, name):
    hit = Hit(
        name or "r", 1, 0.5, findings=text, impression=name, sentence=text,
        metadata={"modality": name, "indication": text, text or "x": name},
        tags={text or "t": "present"},
        matches=(Match(Finding(text or "f", "x"), None),),
    )  # fmt: skip
    for markup in (card(Fold(hit, (hit,))), report(hit)):
        assert not re.search(r"[<>]", bare(markup)), markup


@settings(deadline=None, max_examples=40)
@given(TEXTS)
def test_compared_texts_have_only_our_tags(text):
    for markup in both(compare(text, "Left effusion.", encoder="none"), text, "Left effusion."):
        assert not re.search(r"[<>]", bare(markup))


def test_a_snippet_shows_the_contradiction_however_far_down():
    text = "Clear. " * 200 + "Large mass." + " Fine." * 50
    at = text.index("mass")
    shown = snippet(text, [Span("findings", at, at + 4, "contradiction")])
    assert "⚠mass" in shown and shown.startswith("… ") and shown.endswith(" …")


def test_a_reason_names_what_contradicts():
    asked = Finding("pneumothorax", "pleura/air", laterality="left")
    found = Finding("pneumothorax", "pleura/air", presence="absent")
    line = reason(Match(asked, found, "findings", 0.1, {}, ("presence",)))
    assert "⚠" in line and "no pneumothorax" in line and "contradicts: presence" in line


@settings(deadline=None, max_examples=40)
@given(
    st.builds(
        Ask,
        q=st.text(max_size=20),
        modality=st.lists(st.sampled_from(["CT", 'a"b', "x\\y", "é,ü"]), unique=True).map(tuple),
        present=st.sampled_from([(), ("mass",), ("mass", "nodule")]),
        page=st.integers(1, 20),
    )
)
def test_the_address_bar_brings_every_search_back(ask):
    assert Ask.from_params(ask.to_params()) == ask


@pytest.mark.parametrize("value", ['CT" or modality = "XR', "CT\\", "CT')"])
def test_no_value_of_a_facet_can_end_its_quotes(value):
    from radsearch.filters import parse

    tree = parse(Ask(modality=(value,)).filter_text())
    assert tree.values == (value,)
