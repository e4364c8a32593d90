"""Names that only the attributes settle: calcified nodes are old, chronic blunting is a scar."""

from radsearch.language.mention import Mention
from radsearch.language.phrase import Phrase

_LOOKS = {
    "lipoma": "fat",
    "angiomyolipoma": "fat",
    "myelolipoma": "fat",
    "dermoid": "fat",
    "seroma": "fluid",
    "lymphocele": "fluid",
    "hygroma": "fluid",
}
"""Names that say what a thing is made of."""


def rename(phrase: Phrase, mention: Mention) -> None:
    """Give a settled mention the id that its attributes call for.

    Args:
        phrase: The sentence taken apart.
        mention: A settled mention; changed in place.
    """
    if mention.status != "present":
        return
    values = mention.values
    words = phrase.words(mention.start, mention.end)
    for word in words:
        if word in _LOOKS:
            values.setdefault("density", _LOOKS[word])
    if words[-2:] == ["fluid", "collection"]:
        values.setdefault("density", "fluid")
    if mention.finding == "lymphadenopathy" and words[-1] == "node" and "enlarged" not in words:
        if values.get("density") == "calcified" and "size_mm" not in values:
            mention.finding = "calcified_lymph_node"
    if mention.finding == "acute_infarct" and values.get("temporal") == "chronic":
        if "acute" not in words:
            mention.finding = "chronic_infarct"
    blunted = mention.finding == "pleural_effusion" and any(
        word.startswith("blunt") for word in words
    )
    if blunted and values.get("temporal") in ("chronic", "stable"):
        mention.finding = "pleural_thickening"
