"""The clinical lexicon: words -> what they mean, matched many at a time by one token trie.

Tables (format: see `lexicon_file`):

- findings: id, family, aliases, definition. Family is a path such as "pleura/fluid".
- combine, combine_more: heads, sites, finding. A general word ("nodule", "enlarged", "thrombus")
  means `finding` when its nearest site belongs to one of the groups `sites`; the group "" is used
  where none does.
- sites: group, aliases. Places as far as they decide the meaning of a general word.
- normals: subject aliases, denied finding ids, predicates. "Heart size normal" denies
  cardiomegaly. Empty predicates = those of the row "*"; "=intact" lists what counts like "intact".
- anatomy: id, kind, parent, implied side, aliases.
- modifiers: axis, value, aliases.
- norms: subject, limit, finding, denied. A measured structure is too large from `limit` mm on.
- cues: kind, direction, value, aliases; the value is the certainty that the cue leaves.
- parameters: nouns, less, more. What is too little or too much of a measured thing.
- variants: standard, variants. Other wordings, replaced before anything is matched.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.tokens import Token, canonical, tokenize
from radsearch.language.variants import standard, variant_words


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning of some words.

    Attributes:
        kind: "finding", "head", "site", "anatomy", "modifier", "cue", "subject",
            "predicate" or "norm".
        name: Finding id, group, anatomy id, axis, cue kind, or number of the row.
        value: Further meaning: the modifier's value, the cue's direction, the anatomy's kind.
        detail: Side that an anatomical word implies; certainty that a cue leaves.
    """

    kind: str
    name: str
    value: str = ""
    detail: str = ""


@dataclass(slots=True)
class Match:
    """An entry found in a sentence: tokens `start` to `end` (exclusive); not frozen as `Token`.

    Attributes:
        entry: What was found.
        start: First token.
        end: Behind the last token.
    """

    entry: Entry
    start: int
    end: int


def outermost(matches: Sequence[Match]) -> list[Match]:
    """Matches that no longer one covers."""
    if len(matches) < 2:
        return list(matches)
    longest = max(match.end - match.start for match in matches)
    return [
        match
        for match in matches
        if match.end - match.start == longest  # as nearly always
        or not any(
            other.start <= match.start
            and match.end <= other.end
            and other.end - other.start > match.end - match.start
            for other in matches
        )
    ]


@dataclass(frozen=True)
class Lexicon:
    """All tables, ready for matching.

    Attributes:
        trie: Nested dictionaries by canonical word; the key "" holds the entries that end there.
        families: Finding id -> family path.
        combine: (head, group) -> finding id.
        denied: Subject row -> finding ids that a normal predicate denies.
        predicates: Subject row -> its own predicates; empty = the default ones.
        parents: Anatomy id -> parent id.
        norms: Row of norms -> (limit in mm, finding from it on, finding denied below it).
        words: Every canonical word of every alias.
    """

    trie: dict[str, Any]
    families: dict[str, str]
    combine: dict[tuple[str, str], str]
    denied: dict[str, tuple[str, ...]]
    predicates: dict[str, frozenset[str]]
    parents: dict[str, str]
    norms: dict[str, tuple[float, str, str]]
    words: frozenset[str]

    def match(self, tokens: Sequence[Token]) -> list[Match]:
        """The longest match of each entry kind at each token, in order of start."""
        found: list[Match] = []
        words = [token.word for token in tokens]
        words.append("\n")  # no alias goes on over it
        for start, word in enumerate(words):
            best: dict[str, tuple[int, tuple[Entry, ...]]] = {}
            node, end = self.trie.get(word), start + 1
            while node is not None:
                if "" in node:
                    for kind, entries in node[""].items():
                        best[kind] = end, entries
                node, end = node.get(words[end]), end + 1
            for end, entries in best.values():
                for entry in entries:
                    found.append(Match(entry, start, end))
        return found


_PLAIN = re.compile(r"[a-z]+(?: [a-z]+)*")


def add(trie: dict[str, Any], alias: str, entry: Entry) -> list[str]:
    """Enter an alias; returns its canonical words."""
    plain = _PLAIN.fullmatch(alias)  # by far the most, and tokenising is slow
    words = standard(
        [canonical(word) for word in alias.split()]
        if plain
        else [token.word for token in tokenize(alias)]
    )
    if not words:
        return words
    node = trie
    for word in words:
        node = node.setdefault(word, {})
    kinds: dict[str, tuple[Entry, ...]] = node.setdefault("", {})
    if entry not in kinds.get(entry.kind, ()):
        kinds[entry.kind] = (*kinds.get(entry.kind, ()), entry)
    return words


@lru_cache(maxsize=1)
def load_lexicon() -> Lexicon:
    """The shipped lexicon, read once.

    >>> load_lexicon().families["pleural_effusion"]
    'pleura/fluid'
    """
    trie: dict[str, Any] = {}
    words: set[str] = set()
    for alias, entry in _plain_entries():
        words.update(add(trie, alias, entry))
    combine: dict[tuple[str, str], str] = {}
    for row in (*read_table("combine"), *read_table("combine_more")):
        for head in aliases(row["heads"]):
            name = " ".join(standard([token.word for token in tokenize(head)]))
            words.update(add(trie, head, Entry("head", name)))
            for group in aliases(row["sites"]) or [""]:
                combine.setdefault((name, group), row["finding"])
    denied, predicates = _subjects(trie, words)
    anatomy = list(read_table("anatomy"))
    return Lexicon(
        trie=trie,
        families={row["id"]: row["family"] for row in read_table("findings")},
        combine=combine,
        denied=denied,
        predicates=predicates,
        norms={
            str(number): (float(row["limit"]), row["finding"], row["denied"])
            for number, row in enumerate(read_table("norms"))
        },
        parents={row["id"]: row["parent"] for row in anatomy if row["parent"]},
        words=frozenset(words) | variant_words(),
    )


def _plain_entries() -> Iterable[tuple[str, Entry]]:
    for row in read_table("findings"):
        yield row["id"].replace("_", " "), Entry("finding", row["id"])
    tables: tuple[tuple[str, str, Callable[[int, Mapping[str, str]], Entry]], ...] = (
        ("findings", "aliases", lambda number, row: Entry("finding", row["id"])),
        ("sites", "aliases", lambda number, row: Entry("site", row["group"])),
        ("anatomy", "aliases", lambda number, row: _place(row)),
        ("norms", "subject", lambda number, row: Entry("norm", str(number))),
        ("modifiers", "aliases", lambda number, row: Entry("modifier", row["axis"], row["value"])),
        ("cues", "aliases", lambda number, row: _cue(row)),
        ("parameters", "nouns", lambda number, row: Entry("parameter", row["less"], row["more"])),
    )
    for table, cell, entry in tables:
        for number, row in enumerate(read_table(table)):
            made = entry(number, row)
            for alias in aliases(row[cell]):
                yield alias, made


def _place(row: Mapping[str, str]) -> Entry:
    side = row.get("implied side") or row.get("side") or row.get("implied_side") or ""
    return Entry("anatomy", row["id"], row["kind"], side)


def _cue(row: Mapping[str, str]) -> Entry:
    return Entry("cue", row["kind"], row["direction"], row.get("value", ""))


def _subjects(
    trie: dict[str, Any], words: set[str]
) -> tuple[dict[str, tuple[str, ...]], dict[str, frozenset[str]]]:
    denied: dict[str, tuple[str, ...]] = {}
    predicates: dict[str, frozenset[str]] = {}
    alike: dict[str, frozenset[str]] = {}
    named: dict[str, list[str]] = {}
    for number, row in enumerate(read_table("normals")):
        subject_cell, denied_cell, predicate_cell = list(row.values())[:3]
        own = _predicates(trie, words, predicate_cell)
        if subject_cell.startswith("="):
            alike[subject_cell[1:]] = own
            continue
        own = own.union(*(more for name, more in alike.items() if name in own))
        if subject_cell == "*":
            predicates["*"] = own
            continue
        denied[str(number)] = tuple(aliases(denied_cell.replace(",", "|")))
        predicates[str(number)] = own
        for subject in aliases(subject_cell):
            words.update(add(trie, subject, Entry("subject", str(number))))
            named.setdefault(subject, []).append(str(number))
    for pair in [subject for subject in named if " and " in subject]:
        for first in named.get(pair.partition(" and ")[0], ()):
            add(trie, pair, Entry("subject", first))  # "liver and spleen" is of the liver too
    return denied, predicates


def _predicates(trie: dict[str, Any], words: set[str], cell: str) -> frozenset[str]:
    names = aliases(cell)
    for name in names:
        words.update(add(trie, name, Entry("predicate", name)))
    return frozenset(names)
