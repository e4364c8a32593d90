"""Sides of which one is more: "right greater than left" and "in both lobes, worse on the right"."""

from radsearch.language.numbered import is_plural
from radsearch.language.phrase import Phrase

Side = tuple[int, int, str]

PAIRED = frozenset(
    "side lung base apex hilum kidney breast hemithorax hemidiaphragm axilla costophrenic angle "
    "hemisphere lobe ovary adrenal hip knee leg groin eye orbit upper lower zone pleural pleura "
    "shoulder elbow wrist ankle foot hand thigh calf arm forearm femur humerus testis tube "
    "carotid vertebral ureter renal parotid submandibular tonsil mastoid maxillary ear globe optic "
    "cerebral cerebellar frontal parietal temporal occipital ventricle thalamus hippocampus iliac "
    "femoral popliteal inguinal adnexa adnexal sacroiliac ilium acetabulum clavicle scapula "
    "diaphragm dome recess sulcus limb nipple acromioclavicular glenohumeral rotator hemipelvis "
    "flank psoas".split()
)
"""Parts of the body that there are two of."""


def both_of_ranked(phrase: Phrase, sides: list[Side]) -> list[Side]:
    """Both sides where a sentence only says which one is more.

    Args:
        phrase: The sentence taken apart.
        sides: Start, end and side of the words that name one, in order.

    Returns:
        The same, a comparison of two sides as one.
    """
    return _asymmetry(phrase, [_ranked(phrase, side) for side in sides])


_COMPARED = frozenset("greater more larger worse bigger higher wider thicker > over".split())


_RANKING = frozenset("more worse greater larger denser most".split())


def _ranked(phrase: Phrase, side: Side) -> Side:
    """Both sides, where one is only worse: "opacities in the upper lobes, worse on the right"."""
    start, end, value = side
    if value in ("left", "right") and _is_larger(phrase, start, end):
        return start, end, "bilateral"
    before = phrase.words(max(0, start - 3), start)
    if value not in ("left", "right") or _RANKING.isdisjoint(before) or "," not in before:
        return side
    opens = phrase.clause_start(start)
    pairs = [
        at for at in range(opens, start) if phrase.said[at] in PAIRED and is_plural(phrase, at)
    ]
    named = {"left", "right", "both", "bilateral"}.intersection(phrase.words(opens, start))
    if not named.isdisjoint(("both", "bilateral")):
        return start, end, "bilateral"
    return (start, end, "bilateral") if pairs and not named else side


_ENDS = frozenset(", . ; )".split())


def _is_larger(phrase: Phrase, start: int, end: int) -> bool:
    """Whether one of several is only the larger: "asymmetric effusions, right larger"."""
    if phrase.words(start - 1, start) not in ([","], ["("]):
        return False
    after = phrase.words(end, end + 2)
    if after[:1] == [] or after[0] not in _COMPARED or not _ENDS.issuperset(after[1:]):
        return False
    opens = phrase.clause_start(start)
    before = phrase.words(opens, start)
    one = {"left", "right"}.intersection(before)
    return not one and any(is_plural(phrase, at) for at in range(opens, start))


def _asymmetry(phrase: Phrase, sides: list[Side]) -> list[Side]:
    """Both sides for "right greater than left"."""
    merged: list[Side] = []
    for side in sides:
        if merged:
            start, end, before = merged[-1]
            between = phrase.words(end, side[0])
            compared = not _COMPARED.isdisjoint(between[:2])  # "right slightly higher than left"
            if compared and before != side[2] and len(between) <= 4:
                merged[-1] = (start, side[1], "bilateral")
                continue
        merged.append(side)
    return merged
