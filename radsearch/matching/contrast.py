"""Words by which a reworked copy of a sentence changes its meaning.

Where two sentences are the same but for a word, and that word is a side, a negation, a grade, a
number, meaning differs even if no finding is recognised around it.
"""

import re
from collections.abc import Iterable

from radsearch.matching.record import Kind

_CLASSES: tuple[tuple[Kind, str], ...] = (
    ("status", "no not without absent negative free denies none resolved / =negated"),
    (
        "status",
        "normal clear unremarkable intact patent preserved sharp satisfactory / =normal",
    ),
    ("status", "enlarged abnormal widened blunted obscured displaced malpositioned / =abnormal"),
    ("laterality", "left leftward / =left"),
    ("laterality", "right rightward / =right"),
    ("laterality", "bilateral bilaterally both / =both"),
    ("severity", "trace tiny minimal minimally minute / =trace"),
    ("severity", "mild mildly small slight slightly minor subtle / =mild"),
    ("severity", "moderate moderately medium / =moderate"),
    (
        "severity",
        "severe severely large marked markedly massive extensive gross / =severe",
    ),
    ("severity", "complete end-stage total / =severe"),
    ("temporal", "new newly developing / =new"),
    (
        "temporal",
        "increased increasing worsened worsening larger progressed / =increased",
    ),
    ("temporal", "progressive enlarging grown growing / =increased"),
    ("temporal", "stable unchanged similar persistent constant / =stable"),
    (
        "temporal",
        "decreased decreasing improved improving smaller reduced cleared resolving / =decreased",
    ),
    ("temporal", "acute / =acute"),
    ("temporal", "subacute / =subacute"),
    ("temporal", "chronic old remote healed / =chronic"),
    ("location", "upper superior apical apex / =upper"),
    ("location", "mid middle / =middle"),
    ("location", "lower inferior basal basilar base / =lower"),
    ("location", "anterior / =anterior"),
    ("location", "posterior / =posterior"),
    ("location", "medial / =medial"),
    ("location", "lateral / =lateral"),
    ("location", "proximal / =proximal"),
    ("location", "distal / =distal"),
    ("location", "central hilar perihilar / =central"),
    ("location", "peripheral subpleural / =peripheral"),
    ("certainty", "possible possibly may might could questionable suspected / =possible"),
    ("certainty", "probable probably likely suspicious suggests suggestive / =probable"),
    ("certainty", "definite definitely diagnostic confirmed / =definite"),
    ("count", "single solitary one / =one"),
    ("count", "two pair / =two"),
    ("count", "three / =three"),
    ("count", "four / =four"),
    ("count", "five / =five"),
    ("count", "six / =six"),
    ("count", "few several multiple numerous innumerable countless many / =many"),
    ("morphology", "calcified / =calcified"),
    ("morphology", "solid / =solid"),
    ("morphology", "cavitary cavitating / =cavitary"),
)
_NUMBER = re.compile(r"\d")


def _table() -> dict[str, tuple[Kind, str]]:
    table: dict[str, tuple[Kind, str]] = {}
    for kind, row in _CLASSES:
        listed, _, value = row.partition(" / =")
        table.update({word: (kind, value) for word in listed.split()})
    return table


_VALUE = _table()


def contrasts(
    reference: Iterable[str], candidate: Iterable[str]
) -> list[tuple[Kind, str, str, float]]:
    """Kinds in which the words of two like sentences conflict, with values and share in (0, 1].

    Args:
        reference: Words that only the reference's sentence has.
        candidate: Words that only the candidate's has.

    Returns:
        A conflict if both sides state a kind, or one negates; weaker if one leaves it out.

    >>> contrasts(["left"], ["right"])
    [('laterality', 'left', 'right', 0.8)]
    >>> contrasts(["heart"], ["cardiac"])
    []
    """
    sides = _values(reference), _values(candidate)
    found: list[tuple[Kind, str, str, float]] = []
    for kind in sorted(set(sides[0]) | set(sides[1])):
        one, other = sides[0].get(kind, set()), sides[1].get(kind, set())
        if one == other:
            continue
        both = bool(one and other) or "negated" in one | other
        share = 0.8 if both else 0.35
        found.append((kind, " ".join(sorted(one)), " ".join(sorted(other)), share))
    return found


def _values(words: Iterable[str]) -> dict[Kind, set[str]]:
    found: dict[Kind, set[str]] = {}
    for word in words:
        kind, value = _VALUE.get(word, (None, ""))
        if kind is not None:
            found.setdefault(kind, set()).add(value)
        elif _NUMBER.match(word):
            found.setdefault("measurement", set()).add(word)
    return found
