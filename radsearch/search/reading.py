"""What a query asks for: its findings, its words, its operators."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from radsearch.language.finding import Finding
from radsearch.search.conjunctions import conjunctions
from radsearch.search.highlight import content_words
from radsearch.search.intent import Conjunction, Intent
from radsearch.search.plain import Plain, understand
from radsearch.search.querylang import And as AndQuery
from radsearch.search.querylang import Filter, Near, Not, Query, parse_query
from radsearch.search.querylang import Or as OrQuery
from radsearch.search.vocabulary import finding_names


@dataclass(frozen=True, slots=True)
class Reading:
    """One query, understood.

    Attributes:
        text: Plain text for the encoder.
        wanted: Content words and what was put for them, for the lexical leg; "" = as `text`.
        terms: Words and phrases to highlight.
        findings: What it asks for, finding by finding.
        tree: Its operators; None for plain text.
        intent: The same as data for ranking; None if no finding was recognised.
        synonyms: What was put for words of the query.
        aliases: Other words for the findings asked for, by finding.
        expand: Whether synonyms are wanted at all.
        notes: What was added or left out, for the user.
    """

    text: str
    wanted: str = ""
    terms: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    tree: Query | None = None
    intent: Intent | None = None
    synonyms: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    expand: bool = True
    notes: tuple[str, ...] = ()


def read(
    text: str, fields: Collection[str], *, expand: bool = True, words_only: bool = False
) -> Reading:
    """Understand a search-box query.

    Args:
        text: What was typed.
        fields: Metadata that `field:value` may name.
        expand: Whether to look for synonyms.
        words_only: Leave findings alone where there are no operators: nobody will ask for them.

    Returns:
        The reading; a query with broken operators raises QueryError.
    """
    tree = parse_query(text, fields)
    if tree is None and words_only:
        return Reading(text, terms=tuple(content_words(text)))
    if tree is None:
        plain = understand(text, expand=expand)
        alternatives = [Conjunction(plain.conditions, plain.unwanted)] if plain.conditions else []
        parts = [plain]
    else:
        alternatives, parts = conjunctions(tree, expand=expand)
    return _reading(text, tree, alternatives, parts, expand=expand)


def _reading(
    text: str,
    tree: Query | None,
    alternatives: list[Conjunction],
    parts: list[Plain],
    *,
    expand: bool,
) -> Reading:
    synonyms = {asked: said for part in parts for asked, said in part.rewritten.items()}
    plain = " ".join(part.text for part in parts)
    words = plain if tree is not None else text
    typed = text if tree is None else positive_text(tree)
    terms = [*content_words(typed), *synonyms.values()]
    intent = None
    if alternatives:
        modalities = tuple(dict.fromkeys(code for part in parts for code in part.modalities))
        body_parts = tuple(dict.fromkeys(word for part in parts for word in part.body_parts))
        intent = Intent(tuple(alternatives), modalities, body_parts)
    findings = tuple(finding for part in parts for finding in part.findings)
    names = dict.fromkeys(finding.finding for finding in findings) if expand else {}
    found = {name: finding_names().synonyms(name, f"{plain} {text}") for name in names}
    aliases = {name: words for name, words in found.items() if words}
    notes = [f"also searched for {said!r} ({asked})" for asked, said in synonyms.items()]
    notes += [f"also read as {name}: {', '.join(words)}" for name, words in aliases.items()]
    return Reading(
        text=words,
        wanted=" ".join(terms),
        terms=tuple(dict.fromkeys([*terms, *(w.lower() for ws in aliases.values() for w in ws)])),
        findings=findings,
        tree=tree,
        intent=intent,
        synonyms=synonyms,
        aliases=aliases,
        expand=expand,
        notes=tuple(notes),
    )


def positive_text(tree: Query) -> str:
    """The words that a query with operators wants, in order.

    >>> from radsearch.search.querylang import parse_query
    >>> positive_text(parse_query('cardiomegaly AND "pleural effusion" NOT pacemaker'))
    'cardiomegaly pleural effusion'
    """
    if isinstance(tree, AndQuery | OrQuery):
        return " ".join(filter(None, map(positive_text, tree.items)))
    if isinstance(tree, Not | Filter):
        return ""
    if isinstance(tree, Near):
        return f"{tree.first.text} {tree.second.text}"
    return tree.text
