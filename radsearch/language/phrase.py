"""A sentence taken apart: tokens, lexicon matches, clauses and segments.

A clause is what a cue can reach at most; a segment is a stretch between commas, "and", "or",
"with", inside which an adjective finds its noun.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.spelling import spelled
from radsearch.language.tokens import Token, tokenize
from radsearch.language.variants import standardize

_HARD = frozenset({";", "\u2014", "."})
_STRONG = frozenset(
    "but however although though except apart aside nevertheless nonetheless whereas while besides "
    "despite notwithstanding albeit instead barring save".split()
)
_SOFT = frozenset(
    {",", "and", "or", "nor", "with", "/", ":", "(", ")", "&", "plus", "versus", "vs"}
)


@dataclass(slots=True)
class Phrase:
    """One sentence under analysis.

    Attributes:
        text: The sentence, verbatim.
        tokens: Its tokens.
        said: Their words.
        matches: What the lexicon knows in it, by kind.
        clause: Clause number of each token.
        segment: Segment number of each token.
        heading: Number of tokens in a leading "Pleura:"; 0 if there is none.
    """

    text: str
    tokens: list[Token]
    said: list[str]
    matches: dict[str, list[Match]]
    clause: list[int] = field(default_factory=list)
    segment: list[int] = field(default_factory=list)
    heading: int = 0

    def words(self, start: int, end: int) -> list[str]:
        """Canonical words of a token range."""
        return self.said[start:end]

    def says(self, words: AbstractSet[str]) -> bool:
        """Whether any of the words stands in it."""
        return not words.isdisjoint(self.said)

    def surface(self, start: int, end: int) -> str:
        """The text of a token range, verbatim."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def of(self, kind: str) -> list[Match]:
        """Matches of one kind, in order."""
        return self.matches.get(kind, [])

    def clause_end(self, index: int) -> int:
        """First token behind the clause of a token."""
        number = self.clause[index]
        while index < len(self.tokens) and self.clause[index] == number:
            index += 1
        return index

    def clause_start(self, index: int) -> int:
        """First token of the clause of a token."""
        number = self.clause[index]
        while index > 0 and self.clause[index - 1] == number:
            index -= 1
        return index


def analyse(text: str, lexicon: Lexicon) -> Phrase:
    """Tokens, matches and clauses of one sentence.

    Args:
        text: The sentence.
        lexicon: What words mean.

    Returns:
        The sentence taken apart.
    """
    tokens = standardize(tokenize(text, spelled))
    matches: dict[str, list[Match]] = {}
    for match in lexicon.match(tokens):
        matches.setdefault(match.entry.kind, []).append(match)
    phrase = Phrase(text, tokens, [token.word for token in tokens], matches)
    phrase.heading = _heading(tokens)
    breaks = _terminators(phrase)
    _number(phrase, breaks)
    return phrase


def _heading(tokens: Sequence[Token]) -> int:
    for index, token in enumerate(tokens[:9]):
        if token.word == ":":
            return index + 1
        if not token.word[0].isalpha() and token.word not in ("/", ",", "&"):
            return 0
    return 0


def _terminators(phrase: Phrase) -> set[int]:
    """Tokens that begin a clause: "but", "however"; weaker ones only stop a cue's reach."""
    return {
        match.start
        for match in phrase.of("cue")
        if match.entry.name == "terminator" and phrase.tokens[match.start].word in _STRONG
    }


def _number(phrase: Phrase, breaks: set[int]) -> None:
    clause = segment = 0
    for index, token in enumerate(phrase.tokens):
        if token.word in _HARD:
            phrase.clause.append(clause)
            phrase.segment.append(segment)
            clause += 1
            segment += 1
            continue
        if index in breaks and index > 0:
            clause += 1
            segment += 1
        elif token.word in _SOFT:
            segment += 1
        phrase.clause.append(clause)
        phrase.segment.append(segment)
        if token.word in _SOFT:
            segment += 1
            phrase.segment[-1] = segment - 1
