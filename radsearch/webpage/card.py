"""A hit as a card, and a whole report, as markup. Pure."""

from collections.abc import Sequence
from html import escape

from radsearch.duplicates import Fold
from radsearch.hit import Hit, Match
from radsearch.webpage.markup import badges, marked, reason, snippet, study, title

SECTIONS = (
    "indication",
    "comparison",
    "technique",
    "findings",
    "impression",
    "combined",
    "unlabelled",
    "addendum",
)

REASONS = 6
"""Lines of reasons on a card."""


def card(fold: Fold) -> str:
    """Score, why, highlighted words, badges of a hit and how many copies it has."""
    hit = fold.hit
    asked = [match.found.finding for match in hit.matches if match.found is not None]
    parts = [_head(hit)]
    if hit.matches:
        parts.append(why(hit.matches))
    if hit.sentence:
        parts.append(f'<p class="sentence">“{escape(hit.sentence)}”</p>')
    for section in ("findings", "impression"):
        text = getattr(hit, section)
        if text:
            spans = [span for span in hit.spans if span.section == section]
            parts.append(f"<p><b class='section'>{section}</b> {snippet(text, spans)}</p>")
    if not hit.findings and not hit.impression:
        text = str(hit.metadata.get("combined") or hit.metadata.get("unlabelled") or "")
        parts.append(f"<p>{snippet(text, ())}</p>")
    parts.append(f'<p class="badges">{badges(hit, asked)}</p>')
    if fold.copies:
        same = ", ".join(copy.report_id for copy in fold.copies)
        parts.append(f'<p class="copies">{copies_of(fold)}: {escape(same)}</p>')
    return f'<article class="rs-card" tabindex="0">{"".join(parts)}</article>'


def why(matches: Sequence[Match]) -> str:
    """What was asked beside what the report says; of a pasted section the first few lines.

    >>> from radsearch.language.finding import Finding
    >>> asked = [Match(Finding(name, ""), None) for name in "abcdefgh"]
    >>> why(asked).count("<li"), "and 2 more" in why(asked)
    (7, True)
    """
    # what contradicts comes first, then what agrees: what is not mentioned explains the least
    ordered = sorted(matches, key=lambda m: (not m.contradictions, m.found is None))
    lines = list(map(reason, ordered[:REASONS]))
    if len(ordered) > REASONS:
        lines.append(f'<li class="silent">and {len(ordered) - REASONS} more</li>')
    return f'<ul class="why">{"".join(lines)}</ul>'


def copies_of(fold: Fold) -> str:
    """How many near duplicates a hit has, in words.

    >>> copies_of(Fold(Hit("a", 1, 1.0), (Hit("b", 2, 0.9),)))
    '1 near duplicate'
    """
    return f"{len(fold.copies)} near duplicate{'s' if len(fold.copies) > 1 else ''}"


def _head(hit: Hit) -> str:
    chance = f" · relevant: {hit.probability:.0%}" if hit.probability is not None else ""
    legs = ", ".join(f"{n} {leg.rank}" for n, leg in hit.legs.items() if leg.rank is not None)
    name = escape(hit.report_id)
    return (
        f'<header><span class="rank">{hit.rank}</span> <b class="id">{name}</b> '
        f'<button class="rs-copy" data-copy="{name}" title="copy id">copy id</button>'
        f'<span class="study">{study(hit)}</span>'
        f'<span class="score" title="places by way of searching: {escape(legs)}">'
        f"score {hit.score:.3f}{chance}</span></header>"
    )


def report(hit: Hit) -> str:
    """The whole report, sections in reading order, highlighted."""
    parts = []
    for section in SECTIONS:
        text = getattr(hit, section, None) or str(hit.metadata.get(section) or "")
        if text:
            spans = [span for span in hit.spans if span.section == section]
            parts.append(f"<dt>{title(section)}</dt><dd>{marked(text, spans)}</dd>")
    known = {*SECTIONS, "modality", "body_part", "study_date", "sex", "age"}
    extra = {name: value for name, value in hit.metadata.items() if name not in known}
    parts += [f"<dt>{escape(title(n))}</dt><dd>{escape(str(v))}</dd>" for n, v in extra.items()]
    return f'<dl class="rs-report">{"".join(parts)}</dl>'
