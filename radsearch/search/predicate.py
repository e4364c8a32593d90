"""A filter's tree against an index: names and values checked, then SQL or a mask."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from difflib import get_close_matches
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

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

Mask = NDArray[np.bool_]


class Vocabulary(Protocol):
    """What a filter needs to know of the lexicon."""

    def resolve(self, name: str) -> tuple[str, ...]:
        """Finding ids that a name, alias or family covers; () if it is unknown."""

    def names(self) -> Sequence[str]:
        """Every name, for the list in an error."""


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


def _findings(name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    ids = vocabulary.resolve(name)
    if not ids:
        names = vocabulary.names()
        near = get_close_matches(name.lower(), names, n=6, cutoff=0.5)
        some = near or list(names)[:8]
        raise FilterError(f"no finding {name!r} in the lexicon: such as {', '.join(some)}")
    return ids


def _near(name: str, names: Sequence[str] | Mapping[str, str]) -> str:
    close = get_close_matches(name.lower(), list(names), n=1, cutoff=0.5)
    return f"did you mean {close[0]}? " if close else ""


def _value(field: str, kind: str, value: str) -> str:
    if kind == "number":
        return _number(field, value)
    if kind == "date":
        _period(field, value)
        return value
    if field in ("modality", "sex"):
        return value.strip().upper()
    return re.sub(r"[\s-]+", "_", value.strip().lower()) if field == "body_part" else value


def _number(field: str, value: str) -> str:
    if not re.fullmatch(r"[+-]?(\d{1,15}(\.\d*)?|\.\d+)", value.strip()):
        raise FilterError(f"{field} is a number, not {value!r}: write for example {field} >= 6")
    return repr(float(value))


def _period(field: str, value: str) -> tuple[date, date]:
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


def has_attributes(node: Node) -> bool:
    """Whether the tree tests an attribute of a finding, which SQL cannot.

    >>> has_attributes(Not(Test("nodule", ">=", ("6",), "size_mm")))
    True
    """
    if isinstance(node, Not):
        return has_attributes(node.item)
    if isinstance(node, And | Or):
        return any(has_attributes(item) for item in node.items)
    return isinstance(node, Test) and bool(node.attribute)


def has_tags(node: Node) -> bool:
    """Whether the tree tests the status of a finding.

    >>> has_tags(Not(Tag("nodule", "present", ("pulmonary_nodule",))))
    True
    """
    if isinstance(node, Not):
        return has_tags(node.item)
    if isinstance(node, And | Or):
        return any(has_tags(item) for item in node.items)
    return isinstance(node, Tag)


def to_sql(node: Node, columns: Mapping[str, str]) -> str:
    """A bound tree as a Lance SQL predicate that is never null; values are escaped.

    Args:
        node: From `bind`, without attribute tests.
        columns: As given to `bind`.

    Returns:
        Text for a WHERE clause.

    Raises:
        ValueError: If it holds an attribute test.

    >>> to_sql(Test("modality", "in", ("CT", "MR")), {"modality": "text"})
    "(modality IS NOT NULL AND modality IN ('CT', 'MR'))"
    """
    if isinstance(node, Not):
        return f"(NOT {to_sql(node.item, columns)})"
    if isinstance(node, And | Or):
        word = " AND " if isinstance(node, And) else " OR "
        return "(" + word.join(to_sql(item, columns) for item in node.items) + ")"
    if isinstance(node, Tag):
        return _tag_sql(node)
    if node.attribute:
        raise ValueError(f"attribute test on {node.field} cannot be written as SQL")
    name = node.field if re.fullmatch(r"[a-z_][a-z0-9_]*", node.field) else f"`{node.field}`"
    kind = columns[node.field]
    if kind == "date":
        tests = [_date_sql(name, node.op, *_period(node.field, v)) for v in node.values]
        body = tests[0] if len(tests) == 1 else "(" + " OR ".join(tests) + ")"
    else:
        values = [v if kind == "number" else _quote(v) for v in node.values]
        # Lance refuses to compare an integer column with a fraction, so both become fractions.
        left = f"CAST({name} AS DOUBLE)" if kind == "number" else name
        body = f"{left} IN ({', '.join(values)})" if node.op == "in" else ""
        body = body or f"{left} {node.op} {values[0]}"
    return f"({name} IS NOT NULL AND {body})"


def _quote(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _date_sql(name: str, op: str, start: date, end: date) -> str:
    first, after = f"date '{start}'", f"date '{end}'"
    return {
        "<": f"{name} < {first}",
        "<=": f"{name} < {after}",
        ">": f"{name} >= {after}",
        ">=": f"{name} >= {first}",
    }.get(op, f"({name} >= {first} AND {name} < {after})")


def _tag_sql(node: Tag) -> str:
    values = ", ".join(_quote(name) for name in node.ids)
    stated = [f"array_has_any({status}, [{values}])" for status in STATUSES[:3]]
    if node.status == "disputed":
        return f"(disputed IS NOT NULL AND array_has_any(disputed, [{values}]))"
    if node.status == "present":
        return stated[0]
    if node.status == "unmentioned":
        return "(NOT (" + " OR ".join(stated) + "))"
    # Over a group of findings: one present makes the group present, whatever the others are.
    return f"({stated[STATUSES.index(node.status)]} AND NOT {stated[0]})"


def evaluate(
    node: Node,
    columns: Mapping[str, str],
    select: Callable[[str], Mask],
    select_attribute: Callable[[Test], Mask],
    select_tag: Callable[[Tag], Mask] | None = None,
) -> Mask:
    """Which reports satisfy a bound tree; subtrees of metadata alone go to SQL whole.

    Args:
        node: From `bind`.
        columns: As given to `bind`.
        select: Mask of an SQL predicate.
        select_attribute: Mask of one attribute test.
        select_tag: Mask of one tag test; None = by SQL.

    Returns:
        One truth value a report.

    Raises:
        ValueError: If a node is of no known kind.
    """
    if isinstance(node, Test) and node.attribute:
        return select_attribute(node)
    if isinstance(node, Tag) and select_tag is not None:
        return select_tag(node)
    if not has_attributes(node) and (select_tag is None or not has_tags(node)):
        return select(to_sql(node, columns))
    if isinstance(node, Not):
        return ~evaluate(node.item, columns, select, select_attribute, select_tag)
    if isinstance(node, And | Or):
        join = np.logical_and if isinstance(node, And) else np.logical_or
        masks = [
            evaluate(item, columns, select, select_attribute, select_tag) for item in node.items
        ]
        return np.asarray(join.reduce(masks), dtype=np.bool_)
    raise ValueError(f"not a node of a bound filter: {type(node).__name__}")
