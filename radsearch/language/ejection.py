"""The share of its blood that a ventricle ejects: below one half it contracts too weakly."""

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_NAMES = frozenset({"ef", "lvef", "rvef"})
_ELSEWHERE = frozenset("gallbladder biliary cck hida cholecystokinin".split())
_BETWEEN = frozenset(
    "is of was at measure calculated estimated about approximately , ( : = the to - now ~".split()
)
_PERCENT = frozenset({"%", "percent"})
_LIMIT = 50.0


def find_ejection(phrase: Phrase) -> list[Mention]:
    """Ventricular dysfunction for a low ejection fraction, its denial for a normal one.

    Args:
        phrase: The sentence taken apart.

    Returns:
        One mention, or none if no fraction is told; the denied one counts as implied.
    """
    words = phrase.said
    if not phrase.says(_PERCENT) or phrase.says(_ELSEWHERE):
        return []
    for index, word in enumerate(words):
        named = word in _NAMES or words[max(0, index - 1) : index + 1] == ["ejection", "fraction"]
        if not named:
            continue
        value, last = _value(words, index + 1)
        if last:
            start = index if word in _NAMES else index - 1
            return [_mention(phrase, start, last, value)]
    return []


def _value(words: list[str], at: int) -> tuple[float, int]:
    """The fraction in percent and its token; of a range the upper end; 0 if there is none."""
    while at < len(words):
        if words[at].replace(".", "", 1).isdigit():
            ranged = words[at + 1 : at + 2] in (["-"], ["to"])
            if ranged and words[at + 2 : at + 3] and words[at + 2][0].isdigit():
                at += 2
            told = words[at + 1 : at + 2]
            return (float(words[at]), at) if told and told[0] in _PERCENT else (0.0, 0)
        if words[at] not in _BETWEEN:
            return 0.0, 0
        at += 1
    return 0.0, 0


def _mention(phrase: Phrase, start: int, last: int, value: float) -> Mention:
    mention = Mention("ventricular_dysfunction", start, last + 1)
    if value >= _LIMIT:
        mention.status, mention.subject = "absent", True
        mention.cue = phrase.surface(last, last + 1)
    return mention
