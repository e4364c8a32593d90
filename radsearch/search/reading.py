"""What a query asks for: its findings, its words, its operators."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from radsearch.language.finding import Finding
from radsearch.search.highlight import content_words
from radsearch.search.intent import Intent
from radsearch.search.querylang import Query, parse_query


@dataclass(frozen=True, slots=True)
class Reading:
    """One query, understood.

    Attributes:
        text: Plain text for the encoder and the lexical leg.
        terms: Words and phrases to highlight.
        findings: What it asks for, finding by finding.
        tree: Its operators; None for plain text.
        intent: The same as data for ranking; None if no finding was recognised.
        synonyms: Other words for a term of the tree.
        notes: What was added or left out, for the user.
    """

    text: str
    terms: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    tree: Query | None = None
    intent: Intent | None = None
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read(text: str, fields: Collection[str], *, expand: bool = True) -> Reading:
    """Understand a search-box query."""
    tree = parse_query(text, fields)
    return Reading(text, tuple(content_words(text)), tree=tree)
