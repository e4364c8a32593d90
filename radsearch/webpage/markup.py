"""Report text as markup: everything escaped, only our own marks around it. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from radsearch.hit import Hit, Match, Span
from radsearch.language.finding import Finding

WORDS: Mapping[str, str] = {"term": "", "match": "✓", "contradiction": "⚠"}
"""A sign beside the colour: colour is never the only signal."""

SNIPPET = 420
"""Characters of a section on a card."""


def marked(text: str, spans: Iterable[Span], start: int = 0, end: int | None = None) -> str:
    """A text with its spans in <mark>, everything else escaped.

    Args:
        text: The whole section.
        spans: In order, not overlapping, offsets into `text`.
        start: Where to begin.
        end: Where to stop; None = at the end.

    Returns:
        Markup that holds no tag but ours.

    >>> marked("<b>Mass</b>", [Span("findings", 3, 7, "match")])
    '&lt;b&gt;<mark class="match" title="matches">✓Mass</mark>&lt;/b&gt;'
    """
    end = len(text) if end is None else end
    titles = {"term": "word of the query", "match": "matches", "contradiction": "contradicts"}
    out, at = [], start
    for span in spans:
        if span.start < at or span.end > end:
            continue
        inner = escape(text[span.start : span.end])
        sign = WORDS[span.kind]
        out.append(escape(text[at : span.start]))
        out.append(f'<mark class="{span.kind}" title="{titles[span.kind]}">{sign}{inner}</mark>')
        at = span.end
    return "".join([*out, escape(text[at:end])])


def snippet(text: str, spans: Sequence[Span], width: int = SNIPPET) -> str:
    """The part of a section around its first span that matters, as markup.

    >>> snippet("x" * 9, [], width=4)
    'xxxx …'
    """
    if len(text) <= width:
        return marked(text, spans)
    chief = [span for span in spans if span.kind != "term"] or list(spans)
    first = chief[0].start if chief else 0
    start = max(0, min(first - width // 4, len(text) - width))
    if start:
        start = text.rfind(" ", 0, start) + 1
    end = min(len(text), start + width)
    body = marked(text, spans, start, end)
    return ("… " if start else "") + body + (" …" if end < len(text) else "")


def title(name: str) -> str:
    """An id as words.

    >>> title("pleural_effusion")
    'pleural effusion'
    """
    return name.replace("_", " ")


def reason(match: Match) -> str:
    """One line: what was asked, what the report says, in which attributes they differ."""
    asked = escape(stated(match.query))
    if match.found is None:
        return f'<li class="silent">○ {asked}: not mentioned</li>'
    said = escape(stated(match.found))
    if match.contradictions:
        what = escape(", ".join(map(title, match.contradictions)))
        return (
            f'<li class="contradiction">⚠ asked <b>{asked}</b>, report says <b>{said}</b>'
            f" (contradicts: {what})</li>"
        )
    unlike = [title(name) for name, value in match.agreement.items() if value < 0.99]
    tail = f" (differs in part: {escape(', '.join(unlike))})" if unlike else ""
    return f'<li class="match">✓ {asked}: <b>{said}</b>{tail}</li>'


def stated(finding: Finding) -> str:
    """A finding in one phrase, its attributes before it, plain text.

    >>> stated(Finding("rib_fracture", "", laterality="left", count=3, presence="absent"))
    'no 3 left rib fracture'
    """
    words = [
        "no" if finding.presence == "absent" else "",
        finding.certainty if finding.certainty != "definite" else "",
        finding.temporal,
        finding.severity,
        f"{finding.size_mm:g} mm" if finding.size_mm else "",
        str(finding.count) if finding.count not in (None, 1) else "",
        finding.density,
        finding.laterality,
        finding.zone,
        finding.location,
        finding.finding,
    ]
    return title(" ".join(word for word in words if word))


def badges(hit: Hit, first: Sequence[str] = (), limit: int = 8) -> str:
    """Status badges: those asked for first, then present, uncertain, absent ones."""
    signs = {"present": "+", "uncertain": "?", "absent": "no"}
    order = list(signs)
    names = sorted(hit.tags, key=lambda n: (n not in first, order.index(hit.tags[n]), n))
    shown = [
        f'<span class="badge {hit.tags[name]}" title="{hit.tags[name]}">{signs[hit.tags[name]]} '
        f"{escape(title(name))}</span>"
        for name in names[:limit]
    ]
    if len(names) > limit:
        shown.append(f'<span class="more">and {len(names) - limit} more</span>')
    return " ".join(shown)


def study(hit: Hit) -> str:
    """Modality, body part, date, age and sex in one line, escaped."""
    get = hit.metadata.get
    age = f"{get('age')} y" if get("age") is not None else ""
    words = (get("modality"), get("body_part"), get("study_date"), age, get("sex"))
    return escape(" · ".join(title(str(word)) for word in words if word))
