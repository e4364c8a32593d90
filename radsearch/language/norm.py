"""Measured structures: "pulmonary trunk 33 mm" is enlarged, "spleen 11 cm" is not."""

from collections.abc import Sequence

from radsearch.language.ejection import find_ejection
from radsearch.language.heart_ratio import find_heart_ratio
from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.measure import Measure, find_measures
from radsearch.language.mention import Evidence, Mention
from radsearch.language.normal import locates
from radsearch.language.phrase import Phrase

_BRIDGE = frozenset(
    "is measure measuring of at to up now size diameter width caliber length long axis , : in the "
    "with a an approximately about maximum maximal transverse remain ( cm mm was upper level "
    "normal ascending increased dilated enlarged ectatic wide widened has across by "
    "slightly mildly moderately markedly prominent reaches reach".split()
)

_AORTIC = frozenset({"aortic_ectasia", "aortic_aneurysm", "aortic_dissection"})


def find_norms(phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions that follow from the stated size of a normal structure.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Findings already named or denied in the sentence.

    Returns:
        Mentions in order; absent ones count as implied.
    """
    known = {mention.finding for mention in mentions}
    found = find_heart_ratio(phrase) if "cardiomegaly" not in known else []
    if "ventricular_dysfunction" not in known:
        found += find_ejection(phrase)
    structures = phrase.of("norm")
    if not structures:
        return found
    if known & _AORTIC:
        known |= _AORTIC
    for measure in find_measures(phrase.tokens):
        structure = _structure(phrase, structures, measure)
        if structure is None or measure.role != "size" or locates(phrase, structure, mentions):
            continue
        limit, finding, denied = lexicon.norms[structure.entry.name]
        large = max(measure.values) >= limit
        if not large and (max(measure.values) < _SMALLEST * limit or _of_lesion(measure, mentions)):
            continue
        name = finding if large else denied
        if name in known or finding in known:
            continue
        known.add(name)
        mention = Mention(name, structure.start, structure.end)
        if large:
            mention.evidence.append(Evidence("size", measure, measure.start))
        else:
            mention.status, mention.subject = "absent", True
            mention.cue = phrase.surface(measure.start, measure.end)
        found.append(mention)
    return found


_SMALLEST = 0.35
"""Below this share of the limit a size is not that of the structure: "spleen: 9 mm cyst"."""


def _of_lesion(measure: Measure, mentions: Sequence[Mention]) -> bool:
    """Whether a lesion stands right behind the size: "spleen: 6 cm hypodense mass"."""
    return any(0 <= m.start - measure.end <= 2 and m.status == "present" for m in mentions)


_ENDS = frozenset(", . ; ) and or with".split())


def _behind(phrase: Phrase, structures: Sequence[Match], measure: Measure) -> Match | None:
    """The structure that a measure stands right before: "14 cm spleen", "3.4 cm main PA"."""
    near = [s for s in structures if s.start == measure.end]
    longest = max(near, key=lambda s: s.end, default=None)
    if longest is None:
        return None
    rest = phrase.words(longest.end, longest.end + 1)
    return longest if not rest or rest[0] in _ENDS else None


def _structure(phrase: Phrase, structures: Sequence[Match], measure: Measure) -> Match | None:
    """The structure that a measure follows with nothing but measuring words between."""
    before = [s for s in structures if s.end <= measure.start]
    if not before:
        return _behind(phrase, structures, measure)
    nearest = max(before, key=lambda s: (s.end, -s.start))  # "ascending aorta" before "aorta"
    between = phrase.words(nearest.end, measure.start)
    return nearest if all(word in _BRIDGE for word in between) else None
