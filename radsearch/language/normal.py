"""Normal statements: "heart size normal", "clear lungs" deny what could be wrong there."""

from collections.abc import Callable, Sequence

from radsearch.language.joined import subjects_of, turned
from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.measure import find_measures
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase
from radsearch.language.reach import VERBS
from radsearch.language.small_nodes import is_bounded

_NEGATORS = frozenset({"not", "no", "without", "neither", "nor", "never"})
_BRIDGE = frozenset(
    "and , or the both visualized imaged remaining other otherwise of in all lower upper left "
    "right for age size".split()
)


_SEEN = frozenset({"visible", "visualized", "imaged", "included"})
_PLACING = frozenset("in of within at to along near involving throughout over from into".split())
_PARTING = frozenset("and but ; , : with while is are".split())
_CHANGE = frozenset({"change", "alteration"})


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
    if not phrase.of("predicate"):
        return []
    subjects = _free(subjects_of(phrase), mentions)
    found: list[Mention] = []
    named = [m for m in mentions if m.finding != "no_abnormality"]
    for predicate in _free(phrase.of("predicate"), named):
        if _negated(phrase, predicate):
            continue
        targets = _subjects_of(phrase, predicate, subjects, named)
        if not targets and not any(m.start < predicate.start for m in mentions):
            found += _from_heading(phrase, lexicon, predicate, subjects, heading)
        if not targets:
            continue
        excepted = _excepted(phrase, lexicon, predicate, named)
        for subject in targets:
            denied = _deny(phrase, lexicon, subject, predicate)
            found += [m for m in denied if not excepted(m.finding)]
    return [m for m in _unique(found) if not any(_repeats(phrase, m, other) for other in mentions)]


_EXCEPT = frozenset("apart except aside besides barring save other".split())
_OTHERWISE = frozenset("otherwise remaining remainder rest elsewhere".split())
_FOCAL = ("lesion", "mass", "nodule")


def _excepted(
    phrase: Phrase, lexicon: Lexicon, predicate: Match, named: Sequence[Mention]
) -> Callable[[str], bool]:
    """What a normal statement leaves open: "liver normal apart from a cyst", "otherwise normal"."""
    clause = phrase.words(phrase.clause_start(predicate.start), phrase.clause_end(predicate.start))
    rest = bool(_OTHERWISE.intersection(clause))
    later = [p.start for p in phrase.of("predicate") if p.start > predicate.end]
    excepts = _EXCEPT.intersection(phrase.words(predicate.end, min(later, default=10_000)))
    stated = {
        lexicon.families[m.finding]
        for m in named
        if m.status == "present" and (rest or (excepts and m.start >= predicate.end))
    }
    return lambda finding: (
        (rest and finding.endswith(_FOCAL)) or lexicon.families[finding] in stated
    )


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
        if _is_significant(phrase, mention):
            continue
        if is_bounded(phrase, mention.start, _SIGNIFICANT_MM):
            mention.status = "absent"
            continue
        if _small_beside_denial(phrase, mention, mentions):
            mention.status = "dropped"
            continue
        clause = phrase.clause[mention.start]
        rows = [s.entry.name for s in phrase.of("subject") if s.end == mention.end] or ["*"]
        for predicate in phrase.of("predicate"):
            if phrase.clause[predicate.start] != clause or _negated(phrase, predicate):
                continue
            if predicate.entry.name == "small" and (
                predicate.start < mention.start or _is_of_next(phrase, predicate, mentions)
            ):
                continue
            if "," in phrase.words(predicate.end, mention.start):
                continue  # "normal size, calcified nodes"
            if any(_accepts(lexicon, row, predicate) for row in rows):
                mention.status = "absent"
                mention.cue = phrase.surface(predicate.start, predicate.end)
                break


def _is_of_next(phrase: Phrase, predicate: Match, mentions: Sequence[Mention]) -> bool:
    """Whether "small" describes the finding behind it: "necrotic nodes, small effusion"."""
    segment = phrase.segment[predicate.start]
    return any(m.start >= predicate.end and phrase.segment[m.start] == segment for m in mentions)


_SIGNIFICANT_MM = 10.0


def _small_beside_denial(phrase: Phrase, node: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether a node only illustrates a denial: "no adenopathy; the largest node is 7 mm"."""
    denied = any(
        m.finding == node.finding and m.status == "absent" and m.end <= node.start for m in mentions
    )
    if not denied:
        return False
    sizes = [max(m.values) for m in find_measures(phrase.tokens) if m.start >= node.end]
    return bool(sizes) and max(sizes) < _SIGNIFICANT_MM


def _is_significant(phrase: Phrase, node: Mention) -> bool:
    """Whether the clause measures a node as large: "symmetric nodes up to 2 cm"."""
    clause = phrase.clause[node.start]
    sizes = [
        max(m.values)
        for m in find_measures(phrase.tokens)
        if m.start >= node.end and phrase.clause[m.start] == clause and not m.bound
    ]
    negated = {"not", "none", "no"}.intersection(
        phrase.words(node.start, phrase.clause_end(node.start))
    )
    return bool(sizes) and max(sizes) > _SIGNIFICANT_MM and not negated


def _is_neutral(phrase: Phrase, mention: Mention) -> bool:
    words = phrase.words(mention.start, mention.end)
    return words[-1] == "node" and not any(word.endswith(("ed", "opathy")) for word in words)


def _free(matches: Sequence[Match], mentions: Sequence[Mention]) -> list[Match]:
    return [
        match
        for match in matches
        if not any(m.start < match.end and match.start < m.end for m in mentions)
    ]


def _negated(phrase: Phrase, predicate: Match) -> bool:
    before = phrase.words(max(0, predicate.start - 2), predicate.start)
    if any(word in _NEGATORS for word in before) or before[-1:] in (["from"], ["than"]):
        return True
    last = phrase.words(predicate.end - 1, predicate.end + 1)
    if last in _NO_PREDICATES:
        return True
    return last[0] in _CHANGE and last[1:] in (["in"], ["of"], ["from"], ["since"], ["over"])


_NO_PREDICATES = (
    ["continuous", "with"],
    ["anatomic", "variant"],
    ["normal", "variant"],
    ["anatomical", "variant"],
)


def _subjects_of(
    phrase: Phrase, predicate: Match, subjects: Sequence[Match], mentions: Sequence[Mention]
) -> list[Match]:
    clause = phrase.clause[predicate.start]
    same = [s for s in subjects if phrase.clause[s.start] == clause and s.start >= phrase.heading]
    if not same:
        same = turned(phrase, predicate, subjects)
        if same:
            return same
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
    blocks = [
        m.end
        for m in mentions
        if m.end <= predicate.start and phrase.words(m.end, predicate.start) != ["and"]
    ]
    blocks += [
        p.end
        for p in phrase.of("predicate")
        if p.end <= predicate.start
        and phrase.tokens[p.start].word not in _SEEN
        and not _joined(phrase, p.end, predicate.start)
    ]
    wall = max(blocks, default=0)
    before = [s for s in before if s.start >= wall and not locates(phrase, s, mentions)]
    if before:
        return _of_last_statement(phrase, before, predicate)
    return after


def _of_last_statement(phrase: Phrase, subjects: Sequence[Match], predicate: Match) -> list[Match]:
    """Subjects behind the last comma that ends a statement: "bases seem hazy, the rest spared"."""
    for at in range(predicate.start - 1, subjects[0].end, -1):
        if phrase.tokens[at].word != ",":
            continue
        later = [s for s in subjects if s.start > at]
        if later and not VERBS.isdisjoint(phrase.words(subjects[0].end, at)):
            return later
    return list(subjects)


def locates(phrase: Phrase, subject: Match, mentions: Sequence[Mention]) -> bool:
    """Whether a place only says where a finding is: "nodule in the right lung, unchanged".

    Args:
        phrase: The sentence taken apart.
        subject: The place.
        mentions: Findings that the sentence names.

    Returns:
        True if a preposition leads from a present finding to the place.
    """
    for mention in mentions:
        if mention.end > subject.start or mention.status != "present":
            continue
        between = phrase.words(mention.end, subject.start)
        if _PLACING.intersection(between) and not _PARTING.intersection(between):
            return True
    return False


def _attributive(phrase: Phrase, predicate: Match) -> bool:
    """Whether a normal word stands before its noun: "..., normal heart"."""
    if predicate.start == 0:
        return True
    before = phrase.tokens[predicate.start - 1].word
    return before in (",", "and", ";", ":", "with", "the", "a", "show", "but")


def _joined(phrase: Phrase, start: int, end: int) -> bool:
    """Whether two predicates share their subject: "unchanged and normal", "clear, well aerated"."""
    return all(word in _JOINING for word in phrase.words(start, end))


_JOINING = frozenset("and , in of size expanded inflated aerated ventilated".split())


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
    name = predicate.entry.name
    return name in (own or default) or _plain(name) in (own or default)


_TAILS = (" for age", " bilaterally", " throughout", " again")


def _plain(predicate: str) -> str:
    """A predicate without what only adds to it: "clear bilaterally"."""
    return next((predicate.removesuffix(t) for t in _TAILS if predicate.endswith(t)), predicate)


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
