"""Operators to alternatives: AND, OR, NOT over terms that name findings."""

from dataclasses import replace

from radsearch.search.intent import Conjunction, Wish
from radsearch.search.plain import Plain, understand
from radsearch.search.querylang import And, Filter, Near, Not, Or, Phrase, Query, Words

MAX_ALTERNATIVES = 64
Literal = tuple[Words | Phrase | Near, bool]
"""A term, and whether it is wanted."""


def conjunctions(tree: Query, *, expand: bool = True) -> tuple[list[Conjunction], list[Plain]]:
    """The alternatives of a query, as findings; terms that name none are left to the mask.

    Args:
        tree: The query.
        expand: Whether to look for synonyms.

    Returns:
        Alternatives of which one must hold, and the wanted terms as they were understood.
    """
    found: list[Conjunction] = []
    parts: dict[str, Plain] = {}
    for literals in _alternatives(tree)[:MAX_ALTERNATIVES]:
        wanted = [_text(term) for term, sign in literals if sign]
        denied = [_text(term) for term, sign in literals if not sign]
        plains = _combined(wanted, expand=expand)
        parts.update((plain.text, plain) for plain in plains)
        conditions = tuple(c for plain in plains for c in plain.conditions)
        unwanted: list[Wish] = []
        for text in denied:
            read = understand(text, expand=expand)
            for condition in read.conditions:
                unwanted += [replace(w, presence="present", certainty=()) for w in condition]
        if conditions or unwanted:
            found.append(Conjunction(conditions, tuple(unwanted)))
    return found, list(parts.values())


def _combined(texts: list[str], *, expand: bool) -> list[Plain]:
    """Each term by itself; terms that name no finding qualify those that do."""
    alone = [understand(text, expand=expand) for text in texts]
    loose = [text for text, plain in zip(texts, alone, strict=True) if not plain.conditions]
    if not loose:
        return alone
    qualifier = " ".join(loose)
    named = [(t, p) for t, p in zip(texts, alone, strict=True) if p.conditions]
    if not named:
        together = understand(qualifier, expand=expand)
        return [together] if together.conditions else alone
    out = []
    for text, plain in named:
        joined = understand(f"{qualifier} {text}", expand=expand)
        out.append(joined if len(joined.conditions) == len(plain.conditions) else plain)
    return out


def _text(term: Words | Phrase | Near) -> str:
    return f"{term.first.text} {term.second.text}" if isinstance(term, Near) else term.text


def _alternatives(tree: Query, wanted: bool = True) -> list[list[Literal]]:
    """Disjunctive normal form, not beyond what is kept."""
    if isinstance(tree, Not):
        return _alternatives(tree.item, not wanted)
    if isinstance(tree, Filter):
        return [[]]
    if isinstance(tree, And | Or):
        each = [_alternatives(item, wanted) for item in tree.items]
        if isinstance(tree, Or) == wanted:
            return [alternative for part in each for alternative in part]
        product: list[list[Literal]] = [[]]
        for part in each:
            product = [a + b for a in product for b in part][:MAX_ALTERNATIVES]
        return product
    return [[(tree, wanted)]]
