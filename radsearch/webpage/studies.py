"""A patient's studies in time order, as markup. Pure."""

from collections.abc import Sequence
from datetime import date
from html import escape

from radsearch.timeline import Study
from radsearch.webpage.markup import study as described
from radsearch.webpage.markup import title

SHOWN = 240
"""Characters of the impression."""


def studies(found: Sequence[Study]) -> str:
    """Every study with its day, what came and went, and the impression.

    Args:
        found: In time order.

    Returns:
        A list; all text of reports is escaped.
    """
    own = next((one.when for one in found if one.relation == "this"), None)
    return f'<ol class="rs-studies">{"".join(_item(one, own) for one in found)}</ol>'


def _item(one: Study, own: date | None) -> str:
    text = " ".join((one.hit.impression or one.hit.findings).split())
    text = text[:SHOWN] + (" …" if len(text) > SHOWN else "")
    here = ' class="this" aria-current="true"' if one.relation == "this" else ""
    changes = [
        *_badges(one.appeared, "present", "+", "new since"),
        *_badges(one.gone, "absent", "no", "gone since"),
    ]
    return (
        f"<li{here}><header><b>{_when(one, own)}</b> <span>{described(one.hit)}</span> "
        f"<span class='id'>{escape(one.hit.report_id)}</span></header>"
        f"<p>{' '.join(changes)}</p><p>{escape(text)}</p></li>"
    )


def _badges(names: Sequence[str], kind: str, sign: str, word: str) -> list[str]:
    opening = f'<span class="badge {kind}" title="{word} the study before">'
    return [f"{opening}{sign} {escape(title(name))}</span>" for name in names]


def _when(one: Study, own: date | None) -> str:
    if one.relation == "this":
        return "This report"
    if one.when is None or own is None:
        return "No date"
    return distance((one.when - own).days)


def distance(days: int) -> str:
    """Days as people say them.

    >>> [distance(days) for days in (-1, 0, 40, -800)]
    ['1 day earlier', 'Same day', '6 weeks later', '2.2 years earlier']
    """
    if days == 0:
        return "Same day"
    size = abs(days)
    if size < 14:
        text = f"{size} day{'s' if size > 1 else ''}"
    elif size < 92:
        text = f"{round(size / 7)} weeks"
    elif size < 365:
        text = f"{round(size / 30.4)} months"
    else:
        text = f"{size / 365.25:.1f} years"
    return f"{text} {'earlier' if days < 0 else 'later'}"
