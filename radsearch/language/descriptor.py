"""A descriptor that the sentence itself explains: "collection indicating empyema" is an empyema.

Where the explanation leaves the descriptor standing ("opacity suggesting pneumonia"), both stay.
"""

from collections.abc import Sequence

from radsearch.language.inherit import INTERPRETS
from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_LUNG = frozenset(
    "pneumonia aspiration pulmonary_hemorrhage pulmonary_infarct tuberculosis atelectasis "
    "pulmonary_edema consolidation lung_cancer pulmonary_metastases".split()
)
_STANDING = {
    "airspace_opacity": _LUNG,
    "pleural_effusion": frozenset({"pneumonia", "heart_failure", "atelectasis"}),
    "abscess": frozenset(),
    "lung_lucency": frozenset(),
    "liver_lesion": frozenset(),
    "adrenal_nodule": frozenset(),
    "calcification": frozenset(),
    "pulmonary_nodule": frozenset({"pulmonary_metastases", "lung_cancer", "tuberculosis"}),
    "elevated_hemidiaphragm": frozenset({"atelectasis", "phrenic_palsy"}),
}
"""Descriptor -> explanations beside which it is still a finding of its own."""

_IS_ONE = {
    "mediastinal_widening": frozenset({"lymphadenopathy"}),
    "lytic_lesion": frozenset({"osteomyelitis"}),
    "sclerotic_lesion": frozenset({"avascular_necrosis", "osteoarthritis"}),
    "pulmonary_mass": frozenset({"atelectasis", "hiatal_hernia"}),
}
"""Descriptor -> explanations that it is one thing with; beside all others it stands."""

_HOLDS = frozenset("contain containing contains with and or bearing full hold holding".split())


def drop_explained(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Drop descriptors that a later word of the sentence explains as something else.

    Args:
        phrase: The sentence taken apart.
        mentions: Settled mentions, in order; changed in place.
    """
    present = [m for m in mentions if m.status == "present" and not m.subject]
    for place, mention in enumerate(present):
        standing, one = _STANDING.get(mention.finding), _IS_ONE.get(mention.finding)
        if standing is None and one is None:
            continue
        rest = [m for m in present[place + 1 :] if m.finding != mention.finding]
        explained = next((m for m in rest if _explains(phrase, mention, m)), None)
        if explained is None:
            continue
        named = explained.finding
        if named in one if one is not None else named not in (standing or ()):
            mention.status = "dropped"
    _drop_contained(phrase, present)
    _drop_diffusion(phrase, present)


def _explains(phrase: Phrase, first: Mention, second: Mention) -> bool:
    """Whether a word of interpretation, and no other finding, leads from one to the other."""
    if second.certainty == "possible" or second.start < first.end:
        return False
    if phrase.clause[first.start] != phrase.clause[second.start]:
        return False
    between = phrase.words(first.end, second.start)
    marks = [place for place, word in enumerate(between) if word in INTERPRETS]
    return bool(marks) and "and" not in between[marks[-1] :] and len(between) - marks[-1] <= 6


_RESTRICTING = ("abscess", "mass", "lesion", "metastas", "cyst", "empyema", "nodule", "demyel")


def _drop_diffusion(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Restricted diffusion within an abscess or a tumor is no infarct."""
    for mention in mentions:
        words = phrase.words(mention.start, mention.end)
        if mention.finding == "acute_infarct" and any(w.startswith("diffusi") for w in words):
            hosts = [m for m in mentions if any(part in m.finding for part in _RESTRICTING)]
            if any(phrase.clause[host.start] == phrase.clause[mention.start] for host in hosts):
                mention.status = "dropped"


_LESIONS = (
    "mass", "nodule", "lesion", "cyst", "goiter", "fibroid", "aneurysm", "teratoma", "thicken",
    "scar", "plaque", "hematoma", "metastas", "thrombus", "hemangioma", "fibrosis", "granuloma",
    "meningioma", "tumor", "adenoma",
)  # fmt: skip
_CALCIFICATIONS = frozenset({"calcification", "breast_calcifications", "soft_tissue_calcification"})


def _drop_contained(phrase: Phrase, mentions: Sequence[Mention]) -> None:
    """Calcification within a lesion describes the lesion."""
    for place, mention in enumerate(mentions):
        if not place or not _is_calcium(phrase, mention):
            continue
        host = mentions[place - 1]
        between = phrase.words(host.end, mention.start)
        near = ";" not in between and "." not in between
        if near and _HOLDS.intersection(between) and any(p in host.finding for p in _LESIONS):
            mention.status = "dropped"
            if host.values.get("density") in (None, "hypodense", "fluid", "solid"):
                host.values["density"] = "calcified"


_CALCIUM = (
    ["calcification"], ["calcium"], ["mural", "calcification"], ["wall", "calcification"],
    ["rim", "calcification"],
)  # fmt: skip


def _is_calcium(phrase: Phrase, mention: Mention) -> bool:
    """Whether a mention says "calcification" and no more, whatever its place makes of it."""
    words = phrase.words(mention.start, mention.end)
    return mention.finding in _CALCIFICATIONS or words in _CALCIUM
