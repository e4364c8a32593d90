"""Words that need their own organ: "clot" in a brain report is no clot of a vein.

A general word means what its nearest place makes of it. Where that place makes nothing of it, the
region of the whole text decides, or what the word means most often. For the words below that guess
is wrong more often than right as soon as the sentence names another organ.
"""

from radsearch.language.lexicon import Match
from radsearch.language.phrase import Phrase

_LOCAL = frozenset(
    "fluid|gas|air|blood|infection|fibrosis|fibrotic|elongated|tortuous|consolidated|plaque|"
    "wall thickening|mural thickening|restricted diffusion|cystic lesion|curve|hemorrhagic|"
    "loss of volume|volume loss|infarct|infarction|filling defect|ectasia|ectatic|degenerate|"
    "engorged|engorgement|congested|suture|mural calcification|perforation|perforated|clot|"
    "implant|mineralization|protrusion|echogenic material|obstructed|replacement|deviation|"
    "redistribution|inflammation|inflammatory|inflamed|leak|infiltration|linear density".split("|")
)
_VAGUE = frozenset({"pole", "canal", "node", "hemidiaphragm", "diaphragm", "loop"})


def is_away(word: Match, phrase: Phrase) -> bool:
    """Whether a word that needs its own organ stands at another one.

    To be asked only of a word that no place near it gives a meaning.

    Args:
        word: A general word, or a finding named by nothing else.
        phrase: The sentence it stands in.

    Returns:
        True if a place is joined to it by no comma: "fluid in the esophagus".
    """
    if " ".join(phrase.words(word.start, word.end)) not in _LOCAL:
        return False
    clause = phrase.clause[word.start]
    for site in phrase.of("site"):
        if phrase.clause[site.start] != clause or site.start == word.start:
            continue
        if phrase.words(site.end - 1, site.end)[0] in _VAGUE:
            continue
        start, end = min(site.end, word.end), max(site.start, word.start)
        if "," not in phrase.words(start, end):
            return True
    return False
