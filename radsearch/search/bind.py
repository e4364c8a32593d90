"""A filter's names and values checked against an index and the lexicon."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from difflib import get_close_matches
from typing import Protocol

from radsearch.errors import FilterError
from radsearch.filters import And, Node, Not, Or, Tag, Test

STATUSES = ("present", "absent", "uncertain", "unmentioned", "disputed")
ORDERED: Mapping[str, tuple[str, ...]] = {
    "severity": ("trace", "mild", "moderate", "severe"),
    "certainty": ("possible", "probable", "definite"),
}
ATTRIBUTES: Mapping[str, str] = {
    "certainty": "order",
    "laterality": "word",
    "location": "word",
    "zone": "word",
    "severity": "order",
    "size_mm": "number",
    "count": "number",
    "density": "word",
    "temporal": "word",
}
"""Attributes of a finding that a filter can test, and how their values compare."""
WORDED = tuple(name for name, kind in ATTRIBUTES.items() if kind == "word")
MAX_LISTED = 20


class Vocabulary(Protocol):
    """What a filter needs to know of the lexicon."""

    def resolve(self, name: str) -> tuple[str, ...]:
        """Finding ids that a name, alias or family covers; () if it is unknown."""

    def names(self) -> Sequence[str]:
        """Every name, for the list in an error."""

    def values(self, attribute: str) -> Mapping[str, str]:
        """Wordings of an attribute's values -> the values that a finding can have."""


def bind(node: Node, columns: Mapping[str, str], vocabulary: Vocabulary) -> Node:
    """The tree with names resolved and values checked against an index.

    Args:
        node: From `filters.parse`.
        columns: Filterable columns and their kind: "text", "number", "date", "tags".
        vocabulary: Names of findings.

    Returns:
        The same tree, ready for `to_sql` and `evaluate`.

    Raises:
        FilterError: For an unknown field, finding, status, attribute, or a value of a wrong kind;
            the message lists the right ones.
    """
    if isinstance(node, Not):
        return Not(bind(node.item, columns, vocabulary))
    if isinstance(node, And | Or):
        return type(node)(tuple(bind(item, columns, vocabulary) for item in node.items))
    if isinstance(node, Tag):
        return _bind_tag(node, columns, vocabulary)
    if node.attribute:
        return _bind_attribute(node, vocabulary)
    field = node.field.lower()
    kind = columns.get(field) or columns.get(node.field)
    if kind is None or kind == "tags":
        fields = [name for name, kind in columns.items() if kind != "tags"]
        raise FilterError(
            f"no field {node.field!r}: {_near(node.field, fields)}the index has "
            f"{', '.join(sorted(fields))}; findings are asked for as finding:status"
        )
    if field not in columns:
        field = node.field
    if kind == "text" and node.op not in ("=", "in"):
        raise FilterError(f"{field} is text: compare it with =, != or in, not {node.op}")
    values = tuple(_value(field, kind, value) for value in node.values)
    return replace(node, field=field, values=values)


def _bind_tag(node: Tag, columns: Mapping[str, str], vocabulary: Vocabulary) -> Node:
    field = node.name.lower()
    if columns.get(field, "tags") != "tags":  # modality:CT is modality = "CT"
        return bind(Test(field, "=", (node.status,)), columns, vocabulary)
    if node.status not in STATUSES:
        raise FilterError(f"no status {node.status!r}: write one of {', '.join(STATUSES)}")
    return replace(node, ids=_findings(node.name, vocabulary))


def _bind_attribute(node: Test, vocabulary: Vocabulary) -> Test:
    kind = ATTRIBUTES.get(node.attribute.lower())
    if kind is None:
        raise FilterError(
            f"no attribute {node.attribute!r} of a finding: {_near(node.attribute, ATTRIBUTES)}"
            f"they are {', '.join(ATTRIBUTES)}"
        )
    attribute = node.attribute.lower()
    if kind == "word" and node.op not in ("=", "in"):
        raise FilterError(f"{attribute} has no order: compare it with =, != or in, not {node.op}")
    values = tuple(_attribute_value(attribute, kind, value) for value in node.values)
    if kind == "word":
        for value in values:
            _check_word(attribute, value, vocabulary)
    return replace(node, attribute=attribute, values=values, ids=_findings(node.field, vocabulary))


def _attribute_value(attribute: str, kind: str, value: str) -> str:
    if kind == "number":
        return _number(attribute, value)
    value = re.sub(r"[\s-]+", "_", value.strip().lower())
    if kind == "order" and value not in ORDERED[attribute]:
        raise FilterError(
            f"no {attribute} {value!r}: it is one of {' < '.join(ORDERED[attribute])}"
        )
    return value


def _check_word(attribute: str, value: str, vocabulary: Vocabulary) -> None:
    """Refuse a value that no finding can have: it would match nothing, and not say so."""
    wordings = vocabulary.values(attribute)
    known = dict.fromkeys(wordings.values())
    if value in known:
        return
    close = [value] if value in wordings else get_close_matches(value, list(wordings), 3, 0.7)
    near = dict.fromkeys(wordings[word] for word in close)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    for other in WORDED:
        if value in vocabulary.values(other).values():
            hint = f"write {other} = {value}; "
    listed = (
        f"`radsearch values {attribute} WORDS` looks among all {len(known)}; "
        f"side and zone are attributes of their own"
    )
    if len(known) <= MAX_LISTED:
        listed = f"it is one of {', '.join(known)}"
    raise FilterError(f"no {attribute} {value!r}: {hint}{listed}")


def _findings(name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    ids = vocabulary.resolve(name)
    if not ids:
        names = vocabulary.names()
        near = get_close_matches(name.lower(), names, n=6, cutoff=0.5)
        some = near or list(names)[:8]
        raise FilterError(
            f"no finding {name!r} in the lexicon: such as {', '.join(some)}; "
            f"`radsearch findings WORDS` looks for one"
        )
    return ids


def _near(name: str, names: Sequence[str] | Mapping[str, str]) -> str:
    close = get_close_matches(name.lower(), list(names), n=1, cutoff=0.5)
    return f"did you mean {close[0]}? " if close else ""


def _value(field: str, kind: str, value: str) -> str:
    if kind == "number":
        return _number(field, value)
    if kind == "date":
        period(field, value)
        return value
    if field in ("modality", "sex"):
        return value.strip().upper()
    return re.sub(r"[\s-]+", "_", value.strip().lower()) if field == "body_part" else value


def _number(field: str, value: str) -> str:
    if not re.fullmatch(r"[+-]?(\d{1,15}(\.\d*)?|\.\d+)", value.strip()):
        raise FilterError(f"{field} is a number, not {value!r}: write for example {field} >= 6")
    return repr(float(value))


def period(field: str, value: str) -> tuple[date, date]:
    """First day of a year, month or day, and the day after it ends."""
    found = re.fullmatch(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", value.strip())
    try:
        if not found:
            raise ValueError
        year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
        start = date(year, month, day)
        if found[3]:
            return start, start + timedelta(days=1)
        if found[2]:
            return start, date(year + month // 12, month % 12 + 1, 1)
        return start, date(year + 1, 1, 1)
    except (ValueError, OverflowError):
        raise FilterError(
            f"{field} is a date, not {value!r}: write 2024-03-31, 2024-03 or 2024"
        ) from None
