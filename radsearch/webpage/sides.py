"""Two reports side by side as markup: what agrees, differs, is missing or added. Pure."""

from collections.abc import Iterable, Mapping
from html import escape

from radsearch.comparison import Comparison
from radsearch.matching.record import Discrepancy, FindingMatch, Grade, Span
from radsearch.webpage.markup import stated, title

SIGNS: Mapping[Grade, str] = {
    "correct": "✓",
    "partial": "≈",
    "incorrect": "✗",
    "missing": "▽",
    "added": "+",
}
WORDS: Mapping[Grade, str] = {
    "correct": "agrees",
    "partial": "differs in part",
    "incorrect": "contradicts",
    "missing": "missing in the candidate",
    "added": "added by the candidate",
}
_FIRST: tuple[Grade, ...] = ("incorrect", "missing", "added", "partial", "correct")


def matches_of(comparison: Comparison) -> list[FindingMatch]:
    """All matched and unmatched findings, the worst first."""
    found = comparison.findings
    groups = (found.incorrect, found.missing, found.added, found.partial, found.matched)
    return [match for group in groups for match in group]


def side(text: str, places: Iterable[tuple[Span, Grade]]) -> str:
    """A text with the places of findings marked by grade; where two overlap the worse stands.

    >>> side("No mass <1>.", [(Span(3, 7), "missing")])
    '<div class="rs-sides">No <mark class="missing" title="missing in the candidate">▽mass...
    """
    kept: list[tuple[Span, Grade]] = []
    for span, grade in sorted(places, key=lambda p: (_FIRST.index(p[1]), p[0].start)):
        if all(span.end <= other.start or span.start >= other.end for other, _ in kept):
            kept.append((span, grade))
    out, at = [], 0
    for span, grade in sorted(kept, key=lambda p: p[0].start):
        inner = escape(text[span.start : span.end])
        out.append(escape(text[at : span.start]))
        out.append(f'<mark class="{grade}" title="{WORDS[grade]}">{SIGNS[grade]}{inner}</mark>')
        at = span.end
    return f'<div class="rs-sides">{"".join(out)}{escape(text[at:])}</div>'


def both(comparison: Comparison, reference: str, candidate: str) -> tuple[str, str]:
    """Both texts as markup."""
    matches = matches_of(comparison)
    left = [(span, m.grade) for m in matches for span in m.reference_spans]
    right = [(span, m.grade) for m in matches for span in m.candidate_spans]
    return side(reference, left), side(candidate, right)


def aligned(comparison: Comparison) -> str:
    """Findings of both reports in a table, one row a match."""
    rows = []
    for match in matches_of(comparison):
        left = stated(match.reference) if match.reference else "not mentioned"
        right = stated(match.candidate) if match.candidate else "not mentioned"
        rows.append(
            f'<tr class="{match.grade}"><td>{SIGNS[match.grade]} {WORDS[match.grade]}</td>'
            f"<td>{escape(left)}</td><td>{escape(right)}</td></tr>"
        )
    head = "<tr><th>verdict</th><th>reference</th><th>candidate</th></tr>"
    return f'<table class="rs-table"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def errors(found: Iterable[Discrepancy]) -> str:
    """What differs, the worst first, as a list; mere wording is only counted."""
    items, wording = [], 0
    for error in found:
        values = " → ".join(escape(value) for value in (error.reference, error.candidate) if value)
        if not error.finding and not values:
            wording += 1
            continue
        weight = "could change care" if error.actionable else "minor"
        name = escape(title(error.finding) or "wording")
        items.append(f"<li><b>{error.kind}</b>: {name} {values} <i>({weight})</i></li>")
    if wording:
        items.append(f"<li>{wording} more in wording alone <i>(minor)</i></li>")
    return f'<ul class="rs-errors">{"".join(items)}</ul>'
