"""A change that is said of a whole list: "... , unchanged", "X and Y are stable"."""

from collections.abc import Iterator, Sequence

from radsearch.language.change import compared
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase
from radsearch.language.reach import EXISTENCE, VERBS

_PREDICATES = frozenset("is are was were has have remain remains appear appears".split())
_NO_LIST = frozenset({"and", "or", "with"})
_ALL_OF_THEM = frozenset("both all each everything as".split())
_SINCE = frozenset(
    "since from compared with the prior previous earlier last study examination exam film scan ct "
    "radiograph year month week day ago before a an two three four five six seven eight vs versus "
    "mo wk yr discharge admission baseline presentation mri scan imaging outside old then at in on "
    "january february march april may june july august september october november december "
    "over relation comparison to previously".split()
)
_BE = frozenset("is are was were".split())
_THESE = frozenset("it this these all both which have has is are was were been".split())


def spread_change(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Give a change that closes a list to all that is listed.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions, no normal statements among them; changed in place.
    """
    for start, end, value in _changes(phrase):
        clause = phrase.clause[start]
        if _is_own_clause(phrase, mentions, start, end):
            clause -= 1
        elif not _closes(phrase, start, end) and not _ends_list(phrase, mentions, start, end):
            continue
        told = [
            mention
            for mention in mentions
            if phrase.clause[mention.start] == clause
            and mention.end <= start
            and mention.status == "present"
            and not _says_more(phrase, mention.start, start)
        ]
        if phrase.words(phrase.clause_start(start), start)[:1] == ["it"]:
            told = told[-1:]
        for mention in told:
            mention.values.setdefault("temporal", value)


def _changes(phrase: Phrase) -> Iterator[tuple[int, int, str]]:
    for match in phrase.of("modifier"):
        if match.entry.name == "temporal":
            yield match.start, match.end, match.entry.value
    yield from compared(phrase)


def _says_more(phrase: Phrase, behind: int, start: int) -> bool:
    """Whether a statement ends in between: "the heart is large and the effusion is stable"."""
    if phrase.said[start - 1] not in _PREDICATES:
        return False  # "... , both unchanged"
    joins = [at for at in range(behind, start) if phrase.said[at] in ("and", ",")]
    return bool(joins) and not _BE.isdisjoint(phrase.words(behind, joins[-1]))


def _is_own_clause(phrase: Phrase, mentions: Sequence[Mention], start: int, end: int) -> bool:
    """Whether a clause says nothing but the change: "...; progressed since the last film"."""
    number = phrase.clause[start]
    if not number or any(phrase.clause[mention.start] == number for mention in mentions):
        return False
    before = phrase.words(phrase.clause_start(start), start)
    after = phrase.words(end, phrase.clause_end(start))
    return _THESE.issuperset(before) and all(_is_time(word) for word in after)


def _is_time(word: str) -> bool:
    return word == "." or word in _SINCE or word.isdigit()


def _closes(phrase: Phrase, start: int, end: int) -> bool:
    """Whether a change stands alone behind a comma, or as the predicate of the clause."""
    at = start - 1
    while at > 0 and phrase.tokens[at].word in _ALL_OF_THEM:
        at -= 1
    before = phrase.tokens[at].word if at >= 0 else ""
    if before in _PREDICATES:
        if phrase.words(at - 1, at) == ["that"]:
            return False  # "cardiomegaly, and an effusion that is larger than before"
        return not any(word in EXISTENCE for word in phrase.words(end, end + 1))
    rest = phrase.words(end, phrase.clause_end(start))
    dated = "," in rest and rest[: rest.index(",")]  # ", worse than in May, large heart"
    if "," in rest and (dated or _NO_LIST.isdisjoint(rest)):
        rest = rest[: rest.index(",")]
    return before == "," and all(_is_time(word) for word in rest)


_POSITION = frozenset("in position place size appearance extent unchanged".split())
_WITH = frozenset({"with", "without", "but", "no"})


def _ends_list(phrase: Phrase, mentions: Sequence[Mention], start: int, end: int) -> bool:
    """Whether it is the bare predicate of a list: "pacemaker leads and wires unchanged"."""
    opens = phrase.clause_start(start)
    if not any(mention.end == start for mention in mentions):
        return False
    rest = phrase.words(end, phrase.clause_end(start))
    before = phrase.words(opens, start)
    if "and" not in before or not _WITH.isdisjoint(before) or not VERBS.isdisjoint(before):
        return False
    return all(_is_time(word) or word in _POSITION for word in rest)
