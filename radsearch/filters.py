"""The filter language: text to a tree. `radsearch.search.predicate` turns the tree into SQL.

A missing value satisfies no comparison, `!=` is the complement of `=`, and `not` is a plain
complement: no report is lost to SQL's third truth value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from radsearch.errors import FilterError

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<op><=|>=|!=|<>|==|=|<|>|[:(),])
    |(?P<word>[^\s"'<>=!:(),]+))""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Test:
    """`field op value`, `field in (...)`, or the same on one attribute of a finding."""

    field: str
    op: str
    values: tuple[str, ...]
    attribute: str = ""
    ids: tuple[str, ...] = ()

    __test__ = False  # not a pytest class


@dataclass(frozen=True, slots=True)
class Tag:
    """`finding:status`; `ids` are the findings that the name covers, once bound."""

    name: str
    status: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """The complement."""

    item: "Node"


@dataclass(frozen=True, slots=True)
class And:
    """All of the items."""

    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of the items."""

    items: tuple["Node", ...]


Node = Test | Tag | Not | And | Or


def parse(text: str) -> Node:
    """The tree of a filter, not yet checked against an index; FilterError says where it fails.

    >>> parse("pneumothorax:absent")
    Tag(name='pneumothorax', status='absent', ids=())
    >>> parse("not nodule.size_mm >= 6").item.attribute
    'size_mm'
    """
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self.at = 0

    def parse(self) -> Node:
        if not self.tokens:
            raise FilterError('the filter is empty: write for example modality = "CT"')
        node = self.alternatives()
        if self.at < len(self.tokens):
            raise self.error("and, or, or the end")
        return node

    def peek(self) -> str:
        if self.at >= len(self.tokens):
            return ""
        kind, value, _ = self.tokens[self.at]
        return value.lower() if kind == "word" else value if kind == "op" else ""

    def error(self, wanted: str) -> FilterError:
        if self.at >= len(self.tokens):
            return FilterError(f"the filter ends where {wanted} was expected: {self.text!r}")
        _, value, where = self.tokens[self.at]
        return FilterError(
            f"found {value!r} at character {where + 1} of the filter: wanted {wanted}"
        )

    def take(self, *wanted: str) -> bool:
        if self.peek() in wanted:
            self.at += 1
            return True
        return False

    def alternatives(self) -> Node:
        items = [self.conjunction()]
        while self.take("or"):
            items.append(self.conjunction())
        return items[0] if len(items) == 1 else Or(tuple(items))

    def conjunction(self) -> Node:
        items = [self.negation()]
        while self.take("and"):
            items.append(self.negation())
        return items[0] if len(items) == 1 else And(tuple(items))

    def negation(self) -> Node:
        depth = 0
        while self.take("not"):  # a loop: ten thousand times "not" must not end in RecursionError
            depth += 1
        if self.take("("):
            node = self.alternatives()
            if not self.take(")"):
                raise self.error("a closing parenthesis")
        else:
            node = self.leaf()
        return Not(node) if depth % 2 else node

    def leaf(self) -> Node:
        name = self.value("a field, a finding or not")
        if self.take(":"):
            return Tag(name, self.value("a status").lower())
        field, _, attribute = name.rpartition(".") if "." in name else (name, "", "")
        negated = self.take("not")
        if self.take("in"):
            test = Test(field, "in", self.listed(), attribute)
            return Not(test) if negated else test
        op = self.peek()
        if negated or op not in ("=", "==", "!=", "<>", "<", "<=", ">", ">="):
            raise self.error("one of = != < <= > >= in :")
        self.at += 1
        value = self.value("a value")
        if op in ("!=", "<>"):
            return Not(Test(field, "=", (value,), attribute))
        return Test(field, "=" if op == "==" else op, (value,), attribute)

    def listed(self) -> tuple[str, ...]:
        if not self.take("("):
            raise self.error("a list in parentheses")
        values = [self.value("a value")]
        while self.take(","):
            values.append(self.value("a value"))
        if not self.take(")"):
            raise self.error("a comma or a closing parenthesis")
        return tuple(values)

    def value(self, wanted: str) -> str:
        if self.at >= len(self.tokens) or self.tokens[self.at][0] == "op":
            raise self.error(wanted)
        kind, value, _ = self.tokens[self.at]
        if kind == "word" and value.lower() in ("and", "or", "not", "in"):
            raise self.error(wanted)
        self.at += 1
        return re.sub(r"\\(.)", r"\1", value[1:-1]) if kind == "text" else value


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    end = len(text.rstrip())
    at = 0
    depth = 0
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            where = at + len(text[at:]) - len(text[at:].lstrip())
            raise FilterError(
                f"cannot read the filter from character {where + 1} on:"
                f" {text[where : where + 12]!r}: a quote is not closed, or a sign stands alone"
            )
        kind = found.lastgroup or ""
        depth += found[kind] == "("
        if depth > 100:  # each level is a Python call
            raise FilterError("the filter has more than 100 opening parentheses: simplify it")
        yield kind, found[kind], found.start(kind)
        at = found.end()
