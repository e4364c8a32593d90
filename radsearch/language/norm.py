"""Measured structures: "pulmonary trunk 33 mm" is enlarged, "spleen 11 cm" is not."""

from collections.abc import Sequence

from radsearch.language.lexicon import Lexicon, Match
from radsearch.language.measure import Measure, find_measures
from radsearch.language.mention import Evidence, Mention
from radsearch.language.phrase import Phrase

_BRIDGE = frozenset(
    "is measure measuring of at to up now size diameter width caliber length long axis , : in the "
    "with a an approximately about maximum maximal transverse remain ( cm mm was upper level "
    "normal ascending".split()
)


def find_norms(phrase: Phrase, lexicon: Lexicon, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions that follow from the stated size of a normal structure.

    Args:
        phrase: The sentence taken apart.
        lexicon: What words mean.
        mentions: Findings already named or denied in the sentence.

    Returns:
        Mentions in order; absent ones count as implied.
    """
    structures = phrase.of("norm")
    if not structures:
        return []
    known = {mention.finding for mention in mentions}
    found: list[Mention] = []
    for measure in find_measures(phrase.tokens):
        structure = _structure(phrase, structures, measure)
        if structure is None or measure.role != "size":
            continue
        limit, finding, denied = lexicon.norms[structure.entry.name]
        large = max(measure.values) >= limit
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


def _structure(phrase: Phrase, structures: Sequence[Match], measure: Measure) -> Match | None:
    """The structure that a measure follows with nothing but measuring words between."""
    for structure in reversed(structures):
        if structure.end <= measure.start:
            between = phrase.words(structure.end, measure.start)
            return structure if all(word in _BRIDGE for word in between) else None
    return None
