"""Negation, uncertainty, history and resolution: which cue governs which mention."""

from collections.abc import Sequence
from itertools import pairwise

from radsearch.language.answered import deny_answered, is_answer
from radsearch.language.doubt import is_of_cause, weigh
from radsearch.language.lexicon import Match
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase
from radsearch.language.plain_cues import plain_cues
from radsearch.language.reach import VERBS, reach_forward
from radsearch.language.tense import (
    denies_the_past,
    describes_else,
    is_attribute,
    is_measured,
    is_moved,
    is_partial,
    is_past,
    is_place,
    is_predicate,
)

_LEVEL = {"possible": 2, "probable": 1, "definite": 0}
_LINKS = frozenset({"and", "or", "nor", ",", "/", "&", "vs", "versus", "any"})


def apply_cues(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Set status, certainty and cue of every mention, from the cues of its sentence.

    Args:
        phrase: The sentence taken apart.
        mentions: Its mentions in order; changed in place.
    """
    cues = _effective(phrase, mentions)
    for cue in cues:
        name, direction = cue.entry.name, cue.entry.value
        if phrase.tokens[cue.start].word == "non":
            _drop_prefixed(mentions, cue)
        elif name == "negation" and _asks(phrase, cue):
            _hedge(phrase, mentions, cue, "forward")
        elif name == "negation":
            _deny(phrase, mentions, cue)
        elif name == "resolved":
            _resolve(phrase, mentions, cue)
        elif name in ("history", "pseudo_finding"):
            for mention in _targets(phrase, mentions, cue, direction or "forward"):
                mention.status = "dropped"
        elif name == "uncertainty":
            _hedge(phrase, mentions, cue, direction)
    deny_answered(phrase, mentions)
    _deny_named(phrase, mentions)
    for mention in mentions:
        if mention.status == "present" and is_past(phrase, mention.start, mention.end):
            mention.status = "absent"
            mention.values["temporal"] = "resolved"
    weigh(phrase, mentions)


_NOT = frozenset("not is are was were appear chain evidently clearly convincingly now".split())


def _deny_named(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """What is denied of a noun denies it: "mediastinal nodes not evidently enlarged"."""
    for noun, predicate in pairwise(mentions):
        between = phrase.words(noun.end, predicate.start)
        if (
            noun.finding != predicate.finding
            or "not" not in between
            or not _NOT.issuperset(between)
        ):
            continue
        if (
            noun.status == "present"
            and predicate.status == "absent"
            and predicate.cue_at >= noun.end
        ):
            noun.status = "absent"
            noun.cue, noun.cue_at = predicate.cue, predicate.cue_at


def _deny(phrase: Phrase, mentions: Sequence[Mention], cue: Match) -> None:
    backward = cue.entry.value == "backward"
    if backward and describes_else(phrase, cue):
        return
    past = backward and denies_the_past(phrase, cue)
    for mention in _targets(phrase, mentions, cue, cue.entry.value):
        if past:
            mention.values.setdefault("temporal", "new")
        else:
            _negate(phrase, mention, cue)
            if "residual" in phrase.words(cue.start, mention.end)[:4]:
                mention.values.setdefault("temporal", "resolved")


def _resolve(phrase: Phrase, mentions: Sequence[Mention], cue: Match) -> None:
    if is_measured(phrase, cue) or is_place(phrase, cue) or is_moved(phrase, cue):
        return
    if cue.entry.value == "backward" and is_attribute(phrase, cue, [m.start for m in mentions]):
        return
    partial = is_partial(phrase, cue)
    near = phrase.words(cue.start, cue.end) == ["no", "longer"]
    noun = phrase.words(cue.start, cue.end) == ["removal"]
    verb = next(
        (at for at in range(cue.end, len(phrase.tokens)) if phrase.tokens[at].word in _PLACED), 0
    )
    for mention in _targets(phrase, mentions, cue, cue.entry.value):
        if noun and mention.end != cue.start:
            continue  # "drain removal", not "smaller than before removal"
        if near and mention.start > cue.end + 1:
            continue  # "no longer enlarged", not "no longer separable from the mass"
        if verb and mention.end > verb:
            continue  # "after removal of the lobe the mediastinum lies shifted"
        if mention.start >= cue.end and is_predicate(phrase, cue, mention.start):
            continue
        if partial or "some" in phrase.words(max(0, mention.start - 3), mention.start):
            mention.values["temporal"] = "decreased"
            continue
        mention.status = "absent"
        mention.values["temporal"] = "resolved"
        mention.cue = phrase.surface(cue.start, cue.end)


_EXCEPT = frozenset("apart aside other except besides save barring beyond".split())
_PLACED = frozenset("is are was were has have show shows lie lies demonstrate".split())


def _effective(phrase: Phrase, mentions: Sequence[Mention]) -> list[Match]:
    """Cues that are not part of a finding's name nor of a longer phrase that cancels them."""
    cues = plain_cues([cue for cue in phrase.of("cue") if not _colon(phrase, cue)], mentions)
    covered = [(mention.start, mention.end) for mention in mentions if not mention.subject]
    kept: list[Match] = []
    for cue in cues:
        longer = any(other is not cue and _outdoes(other, cue) for other in cues)
        inside = any(start <= cue.start and cue.end <= end for start, end in covered)
        if not longer and not inside and not is_answer(phrase, cue.start):
            kept.append(cue)
    return [cue for cue in kept if cue.entry.name not in ("pseudo_negation", "terminator")]


def _outdoes(other: Match, cue: Match) -> bool:
    """Whether a longer cue covers it, or one that denies nothing: "show no" of "no change in"."""
    length = other.end - other.start
    if other.start <= cue.start and cue.end <= other.end:
        return length > cue.end - cue.start
    overlaps = cue.start < other.start < cue.end
    return overlaps and other.entry.name == "pseudo_negation" and cue.entry.name == "negation"


def _drop_prefixed(mentions: Sequence[Mention], cue: Match) -> None:
    """No nodule is denied by "non-calcified nodule"; of a calcification it says nothing."""
    for mention in mentions:
        if mention.start == cue.end:
            mention.status = "dropped"


def _colon(phrase: Phrase, cue: Match) -> bool:
    """Whether ": no" is no answer to "Effusion:" but the beginning of more words."""
    if phrase.tokens[cue.start].word != ":":
        return False
    rest = phrase.words(cue.end, phrase.clause_end(cue.start))
    return bool(rest) and rest[0].isalpha()


def _negate(phrase: Phrase, mention: Mention, cue: Match) -> None:
    if mention.status == "absent" and mention.cue_at >= 0:
        return
    mention.status = "absent"
    mention.cue = phrase.surface(cue.start, cue.end)
    mention.cue_at = cue.start
    mention.certainty = cue.entry.detail or "definite"


def _targets(
    phrase: Phrase, mentions: Sequence[Mention], cue: Match, direction: str
) -> list[Mention]:
    ahead = _ahead(phrase, mentions, cue) if direction != "backward" else []
    if direction == "forward" or ahead:
        return ahead
    if cue.start == 0 and phrase.said[0] == "not":  # "not seen pneumonia"
        return _ahead(phrase, mentions, cue)
    return _behind(phrase, mentions, cue)


def _ahead(phrase: Phrase, mentions: Sequence[Mention], cue: Match) -> list[Mention]:
    end = reach_forward(phrase, cue.end)
    return [
        mention
        for mention in mentions
        if cue.start < mention.start < end
        and mention.end > cue.end
        and not (mention.finding == "no_abnormality" and mention.start < cue.end)
    ]


def _behind(phrase: Phrase, mentions: Sequence[Mention], cue: Match) -> list[Mention]:
    """The nearest mention before a cue, and those listed with it."""
    begin = phrase.clause_start(cue.start)
    if phrase.tokens[begin].word in _EXCEPT and "," in phrase.words(begin, cue.start):
        begin = max(at for at in range(begin, cue.start) if phrase.tokens[at].word == ",")
    before = [m for m in mentions if begin <= m.start and m.end <= cue.start]
    if not before or _has_own_noun(phrase, before[-1], cue):
        return []
    if not _ABOUT.isdisjoint(phrase.words(begin, before[-1].start)):
        return []  # "the cause of the effusion is not determined"
    chosen = [before[-1]]
    for mention in reversed(before[:-1]):
        between = phrase.words(mention.end, chosen[0].start)
        if between[:2] == [",", "and"] and _is_stated(phrase, begin, mention):
            break
        if _HELD.issuperset(between):  # "lytic sclerotic lesions", "calcium in nodes"
            chosen.insert(0, mention)
        elif any(word in ("and", "or", "nor", "/") for word in between) and not _own_verb(between):
            chosen.insert(0, mention)
        elif len(chosen) > 1 and "," in between and not _own_verb(between):
            chosen.insert(0, mention)
        else:
            break
    return chosen


_HELD = frozenset({"in", "within", "the"})
_ADVERBS = frozenset(
    "is are was were has have been be now again also still both all either not which that this "
    "it they these clearly completely fully entirely largely definitely previously earlier "
    "before seen noted present there then since only and or however once".split()
)


_ABOUT = frozenset("cause origin nature etiology source chronicity significance".split())
_LOCATING = (["in"], ["of"], ["at"], ["within"])


def _has_own_noun(phrase: Phrase, mention: Mention, cue: Match) -> bool:
    """Whether a denial is of a noun that is no finding: "rib injury, acute disease absent"."""
    commas = [at for at in range(mention.end, cue.start) if _opens_noun(phrase, at)]
    if not commas:
        return False
    listed = phrase.words(mention.end, mention.end + 1) in _LOCATING
    places = listed and "and" in phrase.words(commas[-1], cue.start)
    described = {
        at
        for kind in ("modifier", "cue", *(("site", "anatomy") if places else ()))
        for match in phrase.of(kind)
        for at in range(match.start, match.end)
    }
    return any(
        at not in described and word[0].isalpha() and word not in _ADVERBS
        for at, word in enumerate(phrase.words(commas[-1] + 1, cue.start), commas[-1] + 1)
    )


def _opens_noun(phrase: Phrase, at: int) -> bool:
    """Whether a comma, or "and" with an article, begins another noun: "and a jet absent"."""
    if phrase.tokens[at].word == ",":
        return True
    return phrase.tokens[at].word == "and" and phrase.words(at + 1, at + 2) in (["a"], ["an"])


def _is_stated(phrase: Phrase, begin: int, mention: Mention) -> bool:
    """Whether a verb before or in a mention makes it a statement of its own."""
    return not VERBS.isdisjoint(phrase.words(begin, mention.end))


def _own_verb(words: Sequence[str]) -> bool:
    return not _OWN.isdisjoint(words)


_OWN = frozenset("is are has have with was no without remain persist".split())


def _asks(phrase: Phrase, cue: Match) -> bool:
    """Whether "exclude lymphoma" asks for a further study; "CT excludes an embolus" denies."""
    one = cue.end == cue.start + 1 and phrase.tokens[cue.start].word == "exclude"
    return one and phrase.surface(cue.start, cue.end).lower() == "exclude"


def _hedge(phrase: Phrase, mentions: Sequence[Mention], cue: Match, direction: str) -> None:
    level = cue.entry.detail or "possible"
    level = "possible" if level == "definite" else level
    targets = _targets(phrase, mentions, cue, direction)
    if targets and targets[-1].end <= cue.start and is_of_cause(phrase, cue.end):
        return
    if direction == "" and len(targets) > 1 and targets[0].start >= cue.end:
        targets = _listed(phrase, targets)
    for mention in targets:
        if _LEVEL[level] > _LEVEL.get(mention.certainty, 0) and mention.status != "absent":
            mention.certainty = level
            mention.cue = phrase.surface(cue.start, cue.end)


def _listed(phrase: Phrase, targets: Sequence[Mention]) -> list[Mention]:
    """The first target and those joined to it by nothing but "or", "and" and commas."""
    kept = [targets[0]]
    for mention in targets[1:]:
        between = phrase.words(kept[-1].end, mention.start)
        if "or" in between or all(word in _LINKS for word in between):
            kept.append(mention)
        else:
            break
    return kept
