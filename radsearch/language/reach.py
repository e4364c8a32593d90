"""How far a cue such as "no" or "possible" reaches: over its list, not into the next statement."""

from radsearch.language.phrase import Phrase

VERBS = frozenset(
    "is are was were has have had show shows showed demonstrate demonstrates remain remains appear "
    "appears measure measures contain contains reveal reveals lie lies extend extends represent "
    "represents reflect project projects persist persists".split()
)
EXISTENCE = frozenset(
    "seen identified noted present evident demonstrated visible detected appreciated found shown "
    "visualized observed apparent recognized depicted recognizable discernible".split()
)
_DETERMINERS = frozenset(
    "a an the there this these it its both mild moderate severe one two three four five six "
    "several".split()
)
_WEAK = frozenset("is are as or then where only".split())
"""A terminator that begins so, such as "is seen", leaves a list of denied findings open."""

_NAMING = ("finding", "head")
_HOLDS = VERBS | {"hold"}
_ADDS = frozenset("with but which though while also plus".split())
_INTERPRETS = frozenset(
    {"consistent with", "compatible with", "suspicious for", "typical of", "in keeping"}
    | {"suggestive of", "characteristic of", "indicative of"}
)
"""A statement of its own behind a comma: "cyst without flow, consistent with endometrioma"."""

_OPENING_AXES = frozenset({"severity", "count"})


def reach_forward(phrase: Phrase, start: int) -> int:
    """The token at which the scope of a cue that ends before `start` stops.

    Args:
        phrase: The sentence taken apart.
        start: First token behind the cue.

    Returns:
        The first token out of reach.
    """
    tokens = phrase.tokens
    if start >= len(tokens) or tokens[start].word == ",":  # "air lacking, heart too big"
        return start
    end = phrase.clause_end(start)
    depth = 0
    embedded = tokens[start - 1].word == "without"  # "rods without fracture hold a scoliosis"
    stops = {
        match.start
        for match in phrase.of("cue")
        if match.entry.name == "terminator" and phrase.tokens[match.start].word not in _WEAK
    }
    for index in range(start, end):
        word = tokens[index].word
        if index in stops and index > start:
            return index
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
            if depth < 0:
                return index
        elif word == "," and depth == 0:
            if _ends_list(phrase, start, index, end):
                return index
        elif word in ("and", "with") and index > start and depth == 0:
            if _affirms(phrase, index + 1, end):
                return index
        elif (word == ":" or (embedded and word in _HOLDS)) and index > start:
            return index
    return end


_OR = frozenset({"or", "nor"})


def _ends_list(phrase: Phrase, start: int, comma: int, end: int) -> bool:
    """Whether a comma ends what a cue denies: "no air or fluid in the pleura, worn spine"."""
    if _new_statement(phrase, comma + 1, end):
        return True
    before, after = phrase.words(start, comma), phrase.words(comma + 1, end)
    if phrase.tokens[start - 1].word == "not" and _OR.isdisjoint(after):
        return True  # "heart not enlarged, aorta calcified"
    if not _OR.isdisjoint(before) and _OR.isdisjoint(after):
        return True
    return _describes_organ(phrase, comma + 1)


_STILL = frozenset("with still again too now also remain".split())


def _describes_organ(phrase: Phrase, start: int) -> bool:
    """Whether words say how an organ is: "heart slightly big", not "lung nodule"."""
    if phrase.words(start, start + 1) in (["the"], ["both"]):
        start += 1
    ends = [m.end for kind in ("site", "subject") for m in phrase.of(kind) if m.start == start]
    if not ends or max(ends) >= len(phrase.tokens):
        return False
    at = max(ends)
    if phrase.tokens[at].word in _STILL:
        return True
    return any(m.start == at and m.entry.name in _OPENING_AXES for m in phrase.of("modifier"))


def _new_statement(phrase: Phrase, start: int, end: int) -> bool:
    words = phrase.words(start, end)
    if not words or words[0] in _ADDS or " ".join(words[:2]) in _INTERPRETS:
        return True
    if words[0] in ("or", "nor"):
        return False
    if words[0] == "and":
        return _affirms(phrase, start + 1, end)
    if _has_predicate(phrase, start, end) or _acts(phrase, start):
        return True
    listed = any(word in ("or", "nor") for word in words)
    return not listed and (_opens(phrase, start) or _is_sided(phrase, start, end))


def _is_sided(phrase: Phrase, start: int, end: int) -> bool:
    """Whether words up to the next comma name a side: "no effusion, right basal atelectasis"."""
    stop = next((at for at in range(start, end) if phrase.tokens[at].word == ","), end)
    named = any(start <= match.start < stop for kind in _NAMING for match in phrase.of(kind))
    return named and any(
        start <= match.start < stop and match.entry.value in ("left", "right")
        for match in phrase.of("modifier")
        if match.entry.name == "laterality"
    )


def _affirms(phrase: Phrase, start: int, end: int) -> bool:
    return _has_predicate(phrase, start, end) or _opens(phrase, start) or _acts(phrase, start)


_OBJECTS = frozenset("the a an its both".split())


def _acts(phrase: Phrase, start: int) -> bool:
    """Whether a participle with its object follows: "without fat, displacing the esophagus"."""
    words = phrase.words(start, start + 2)
    return len(words) > 1 and words[0].endswith("ing") and words[1] in _OBJECTS


def _opens(phrase: Phrase, start: int) -> bool:
    """Whether words at `start` begin a statement: "a ...", "small ...", "stable ..."."""
    if start >= len(phrase.tokens):
        return False
    if phrase.tokens[start].word in _DETERMINERS or phrase.tokens[start].word[0].isdigit():
        return True
    for match in phrase.of("modifier"):
        if match.start == start and (
            match.entry.name in _OPENING_AXES
            or (match.entry.name == "temporal" and match.entry.value != "new")
        ):
            return True
    return any(match.start == start for match in phrase.of("predicate"))


def _has_predicate(phrase: Phrase, start: int, end: int) -> bool:
    """Whether the words up to the next comma hold a verb that says more than "is seen"."""
    for index in range(start, end):
        word = phrase.tokens[index].word
        if word in (",", ";") or (word in _DENIES and index > start):
            return False
        if word == "and" and phrase.words(index + 1, index + 2) == ["the"]:
            return False  # "no fluid and opacity and the sulci are sharp"
        if word in VERBS:
            if "or" in phrase.words(start, index):
                return False  # "no node of the neck, axilla or hilum is enlarged"
            after = phrase.words(index + 1, index + 5)
            return not any(next_word in EXISTENCE for next_word in after)
        if index > start and any(
            match.start == index and match.end <= end for match in phrase.of("predicate")
        ):
            if "or" in phrase.words(start, index):
                return False  # "no infiltrate, cardiac enlargement or acute bone lesion"
            return _subject_before(phrase, start, index)
    return False


_DENIES = frozenset({"no", "without", "nor"})


def _subject_before(phrase: Phrase, start: int, index: int) -> bool:
    return any(start <= match.start < index for match in phrase.of("subject"))
