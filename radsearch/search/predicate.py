"""Which reports satisfy a bound filter: by SQL where that can say it, else mask by mask."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from radsearch.filters import And, Node, Not, Or, Tag, Test
from radsearch.search.filter_sql import to_sql

Mask = NDArray[np.bool_]


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
