"""Normal statements: "heart size normal", "clear lungs" deny what could be wrong there."""

from collections.abc import Sequence

from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_NEGATORS = frozenset({"not", "no", "without", "neither", "nor", "never"})
_BRIDGE = frozenset(
    "and , or the both visualized imaged remaining other otherwise of in all lower upper left "
    "right for age size".split()
)


def find_normals(
    phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention], heading: Sequence[str]
) -> list[Mention]:
    """Absent findings that the normal statements of a sentence imply.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Findings that the sentence names, whose words are no subject.
        heading: Subject rows of the heading under which the sentence stands.

    Returns:
        Mentions with status "absent", in order.
    """
    subjects = _free(_longest(phrase.of("subject")), mentions)
    found: list[Mention] = []
    for predicate in _free(phrase.of("predicate"), mentions):
        if _negated(phrase, predicate):
            continue
        targets = _subjects_of(phrase, predicate, subjects, mentions)
        if not targets and not any(m.start < predicate.start for m in mentions):
            found += _from_heading(phrase, lexicon, predicate, subjects, heading)
        for subject in targets:
            found += _deny(phrase, lexicon, subject, predicate)
    return [m for m in _unique(found) if not any(_repeats(phrase, m, other) for other in mentions)]


def _repeats(phrase: Phrase, implied: Mention, named: Mention) -> bool:
    """Whether what is implied is named anyway: denied, or in the same clause."""
    if implied.finding != named.finding:
        return False
    same = phrase.clause[implied.start] == phrase.clause[named.start]
    return same or named.status == "absent"


def settle_neutral(phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention]) -> None:
    """Enlarged nodes are denied by "nodes normal in size", stated by "nodes up to 12 mm".

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Its mentions; changed in place.
    """
    for mention in mentions:
        if mention.status != "present" or not _is_neutral(phrase, mention):
            continue
        clause = phrase.clause[mention.start]
        rows = [s.entry.name for s in phrase.of("subject") if s.end == mention.end] or ["*"]
        for predicate in phrase.of("predicate"):
            if phrase.clause[predicate.start] != clause or _negated(phrase, predicate):
                continue
            if predicate.entry.name == "small" and predicate.start < mention.start:
                continue
            if any(_accepts(lexicon, row, predicate) for row in rows):
                mention.status = "absent"
                mention.cue = phrase.surface(predicate.start, predicate.end)
                break


def _is_neutral(phrase: Phrase, mention: Mention) -> bool:
    words = phrase.words(mention.start, mention.end)
    return words[-1] == "node" and not any(word.endswith(("ed", "opathy")) for word in words)


def _free(matches: Sequence[Match], mentions: Sequence[Mention]) -> list[Match]:
    return [
        match
        for match in matches
        if not any(m.start < match.end and match.start < m.end for m in mentions)
    ]


def _longest(matches: Sequence[Match]) -> list[Match]:
    return [
        match
        for match in matches
        if not any(
            o.start <= match.start
            and match.end <= o.end
            and (o.end - o.start) > (match.end - match.start)
            for o in matches
        )
    ]


def _negated(phrase: Phrase, predicate: Match) -> bool:
    before = phrase.words(max(0, predicate.start - 2), predicate.start)
    return any(word in _NEGATORS for word in before)


def _subjects_of(
    phrase: Phrase, predicate: Match, subjects: Sequence[Match], mentions: Sequence[Mention]
) -> list[Match]:
    clause = phrase.clause[predicate.start]
    same = [s for s in subjects if phrase.clause[s.start] == clause and s.start >= phrase.heading]
    if not same:
        same = [s for s in subjects if s.end <= phrase.heading]
    after = [
        s
        for s in same
        if s.start >= predicate.end
        and all(
            word in _BRIDGE or _is_subject(same, at)
            for at, word in _span(phrase, predicate.end, s.start)
        )
    ]
    if after and _attributive(phrase, predicate):
        return after
    before = [s for s in same if s.end <= predicate.start]
    blocks = [m.end for m in mentions if m.end <= predicate.start]
    blocks += [
        p.end
        for p in phrase.of("predicate")
        if p.end <= predicate.start and not _joined(phrase, p.end, predicate.start)
    ]
    wall = max(blocks, default=0)
    before = [s for s in before if s.start >= wall]
    if before:
        return before
    return after


def _attributive(phrase: Phrase, predicate: Match) -> bool:
    """Whether a normal word stands before its noun: "..., normal heart"."""
    if predicate.start == 0:
        return True
    before = phrase.tokens[predicate.start - 1].word
    return before in (",", "and", ";", ":", "with", "the", "a", "show", "but")


def _joined(phrase: Phrase, start: int, end: int) -> bool:
    """Whether two predicates share their subject: "unchanged and normal", "clear, well aerated"."""
    return all(word in ("and", ",", "in", "of", "size") for word in phrase.words(start, end))


def _span(phrase: Phrase, start: int, end: int) -> list[tuple[int, str]]:
    return [(index, phrase.tokens[index].word) for index in range(start, end)]


def _is_subject(subjects: Sequence[Match], index: int) -> bool:
    return any(s.start <= index < s.end for s in subjects)


def _from_heading(
    phrase: Phrase,
    lexicon: Lexicon,
    predicate: Match,
    subjects: Sequence[Match],
    heading: Sequence[str],
) -> list[Mention]:
    if subjects or predicate.start > 3:
        return []
    found: list[Mention] = []
    for row in heading:
        if _accepts(lexicon, row, predicate):
            found += [
                Mention(
                    finding, predicate.start, predicate.end, (), "absent", subject=True,
                    cue=phrase.surface(predicate.start, predicate.end),
                )
                for finding in lexicon.denied[row]
            ]  # fmt: skip
    return found


def _accepts(lexicon: Lexicon, row: str, predicate: Match) -> bool:
    own = lexicon.predicates.get(row, frozenset())
    default = lexicon.predicates.get("*", frozenset())
    return predicate.entry.name in (own or default)


def _deny(phrase: Phrase, lexicon: Lexicon, subject: Match, predicate: Match) -> list[Mention]:
    row = subject.entry.name
    if not _accepts(lexicon, row, predicate):
        return []
    start, end = min(subject.start, predicate.start), max(subject.end, predicate.end)
    return [
        Mention(
            finding,
            subject.start,
            subject.end,
            (),
            "absent",
            cue=phrase.surface(predicate.start, predicate.end),
            subject=True,
            values={"span": (start, end)},
        )
        for finding in lexicon.denied[row]
    ]


def _unique(mentions: Sequence[Mention]) -> list[Mention]:
    seen: set[tuple[str, int]] = set()
    kept: list[Mention] = []
    for mention in mentions:
        key = (mention.finding, mention.start)
        if key not in seen:
            seen.add(key)
            kept.append(mention)
    return kept
