"""A bound filter as SQL."""

import re
from collections.abc import Mapping
from datetime import date

from radsearch.filters import And, Node, Not, Or, Tag
from radsearch.search.bind import STATUSES, period


def to_sql(node: Node, columns: Mapping[str, str]) -> str:
    """A bound tree as a Lance SQL predicate that is never null; values are escaped.

    Args:
        node: From `bind`, without attribute tests.
        columns: As given to `bind`.

    Returns:
        Text for a WHERE clause.

    Raises:
        ValueError: If it holds an attribute test.

    >>> from radsearch.filters import Test
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
        tests = [_date_sql(name, node.op, *period(node.field, v)) for v in node.values]
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
