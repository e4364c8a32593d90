"""The query language: AND OR NOT ( ) "phrase" NEAR/n field:term; text to a tree.

Operators are in capitals, so that plain text ("effusion and no pneumothorax") stays plain text.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from radsearch.errors import QueryError
from radsearch.filters import Tag, Test
from radsearch.search.bind import STATUSES

_TOKEN = re.compile(
    r"""\s*(?:(?P<field>[\w.]+):(?=[\w"“])|["“](?P<phrase>[^"“”]*)["”]|(?P<paren>[()])
    |(?P<word>[^\s()"“”]+)|(?P<stray>["“”]))""",
    re.VERBOSE,
)
_OPERATOR = re.compile(r"""(?:^|[\s()])(?:AND|OR|NOT|NEAR/\d+)(?=$|[\s()"“])|["“][^"“”]+["”]""")
_NEAR = re.compile(r"NEAR/(\d{1,3})")
TEXT_FIELDS = ("findings", "impression", "report")


@dataclass(frozen=True, slots=True)
class Words:
    """All of these words, anywhere in the text."""

    text: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """These words one behind the other."""

    text: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Near:
    """Two words or phrases with at most `gap` words between them, in any order."""

    first: Words | Phrase
    second: Words | Phrase
    gap: int


@dataclass(frozen=True, slots=True)
class Filter:
    """`finding:status` or `field:value` inside a query; handled as the filter language does."""

    test: Tag | Test


@dataclass(frozen=True, slots=True)
class Not:
    """Must not hold."""

    item: "Query"


@dataclass(frozen=True, slots=True)
class And:
    """All must hold."""

    items: tuple["Query", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one must hold."""

    items: tuple["Query", ...]


Query = Words | Phrase | Near | Filter | Not | And | Or


def parse_query(text: str, fields: Collection[str] = ()) -> Query | None:
    """The tree of a query with operators; None if it is plain text.

    Args:
        text: What the user typed.
        fields: Metadata fields that `field:value` may name.

    Returns:
        The tree, or None.

    >>> parse_query("no effusion and cardiomegaly") is None
    True
    >>> parse_query("cardiomegaly NOT pacemaker")
    And(items=(Words(text='cardiomegaly', field=''), Not(item=Words(text='pacemaker', field=''))))
    """
    tokens = list(_tokens(text, fields))
    if not _OPERATOR.search(text) and not any(kind == "field" for kind, _ in tokens):
        return None
    return _Parser(text, tokens).parse()


def _tokens(text: str, fields: Collection[str]) -> Iterator[tuple[str, str]]:
    at, text = 0, text.rstrip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:  # white space only; cannot be elsewhere
            return
        at = found.end()
        kind = found.lastgroup or "stray"
        value = found[kind]
        if kind == "field":
            after = _TOKEN.match(text, at)
            name, term = value.lower(), (after["word"] or "").lower() if after else ""
            if name not in TEXT_FIELDS and name not in fields and term not in STATUSES:
                kind = "word"  # such as "ratio 1:2"
        if kind == "word" and not re.search(r"\w", value) and value not in "<>=+":
            continue
        if kind == "word":
            value = value.rstrip(",;")
            near = _NEAR.fullmatch(value)
            kind = "op" if value in ("AND", "OR", "NOT") or near else "word"
        if kind != "stray":
            yield kind, value


class _Parser:
    def __init__(self, text: str, tokens: list[tuple[str, str]]) -> None:
        self.text, self.tokens, self.at = text, tokens, 0

    def parse(self) -> Query:
        node = self.alternatives()
        if self.at < len(self.tokens):
            raise self.error("AND, OR, NOT or the end")
        return node

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def error(self, wanted: str) -> QueryError:
        kind, value = self.peek()
        found = "the query ends" if kind == "end" else f"found {value!r}"
        hint = "write operators in lower case to search for them as plain words"
        return QueryError(f"cannot read the query: {found} where {wanted} was expected; {hint}")

    def take(self, *values: str) -> bool:
        kind, value = self.peek()
        if kind in ("op", "paren") and value in values:
            self.at += 1
            return True
        return False

    def alternatives(self) -> Query:
        items = [self.conjunction()]
        while self.take("OR"):
            items.append(self.conjunction())
        return items[0] if len(items) == 1 else Or(tuple(items))

    def conjunction(self) -> Query:
        items = [self.negation()]
        while self.peek()[0] != "end" and self.peek()[1] not in ("OR", ")"):
            self.take("AND")
            items.append(self.negation())
        return items[0] if len(items) == 1 else And(tuple(items))

    def negation(self) -> Query:
        depth = 0
        while self.take("NOT"):
            depth += 1
        node = self.nearness()
        return Not(node) if depth % 2 else node

    def nearness(self) -> Query:
        if self.take("("):
            if len([1 for _, value in self.tokens[: self.at] if value == "("]) > 100:
                raise QueryError("the query has more than 100 opening parentheses: simplify it")
            node = self.alternatives()
            if not self.take(")"):
                raise self.error("a closing parenthesis")
            return node
        first = self.operand()
        near = _NEAR.fullmatch(self.peek()[1]) if self.peek()[0] == "op" else None
        if near is None:
            return first
        self.at += 1
        second = self.operand()
        if not isinstance(first, Words | Phrase) or not isinstance(second, Words | Phrase):
            raise QueryError("NEAR joins words or phrases, not field:value tests")
        return Near(first, second, int(near[1]))

    def operand(self) -> Query:
        kind, value = self.peek()
        field = ""
        if kind == "field":
            field = value.lower()
            self.at += 1
            kind, value = self.peek()
        if kind == "phrase" and value.strip():
            self.at += 1
            leaf: Words | Phrase = Phrase(value.strip(), field)
        elif kind == "word":
            leaf = Words(self.words(single=bool(field)), field)
        else:
            raise self.error("a word, a phrase or a parenthesis")
        if not field or field in TEXT_FIELDS:
            return leaf
        if leaf.text.lower() in STATUSES:
            return Filter(Tag(field, leaf.text.lower()))
        return Filter(Test(field, "=", (leaf.text,)))

    def words(self, *, single: bool) -> str:
        words: list[str] = []
        while self.peek()[0] == "word" and not (single and words):
            words.append(self.peek()[1])
            self.at += 1
        return " ".join(words)
