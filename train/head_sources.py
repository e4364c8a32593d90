"""Which sentences heads learn from, how many of each source, and which of them calibrate."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .head_texts import (
    Labelled,
    authored_sentences,
    family_sentences,
    generated_sentences,
    lexicon_sentences,
    thinned,
    written_sentences,
)

SUPPORT = 6
"""Training sentences a state needs, else its head stays silent."""

HELD = 1_500
"""Validation sentences of each source that calibrate the heads."""

_TELLING = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|couple|pair|few|several"
    r"|multiple|many|numerous|innumerable|countless|scattered"
    r"|possibl[ey]|probabl[ey]|likely|perhaps|presum\w+|suspect\w*|suspicious|questionable|equivocal"
    r"|favou?r\w*|suggest\w*|may|might|could|exclude[ds]?|versus"
    r"|new|newly|unchanged|stable|static|increas\w+|decreas\w+|resolv\w+|larger|smaller|gone"
    r"|progress\w*|regress\w*|improv\w+|wors\w+|grown|shrunk|persist\w*)\b",
    re.IGNORECASE,
)
"""Words of how many, how sure and how changed, which few sentences state."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Most texts of each source; embedding them is most of the time.

    `telling` ones are taken from all written sources beyond those, for values that few state.
    """

    authored: int = 12_000
    written: int = 7_000
    families: int = 16_000
    generated: int = 2_000
    lexicon: int = 2_500
    telling: int = 8_000
    pairs: int = 600


def training_sentences(data: Path, sizes: Sizes, seed: int = 0) -> list[Labelled]:
    """Distinct sentences of all sources, training parts only."""
    corpus = data / "corpus"
    authored = authored_sentences(corpus / "authored", "train")
    written = written_sentences(corpus / "authored2", corpus / "authored3")
    families = family_sentences(corpus / "contrast", validation=False)
    sources = (
        thinned(authored, sizes.authored),
        thinned(written, sizes.written),
        thinned(families, sizes.families),
        thinned(generated_sentences(data / "phrases", 2 * sizes.generated, seed), sizes.generated),
        thinned(lexicon_sentences(2), sizes.lexicon),
    )
    found: dict[str, Labelled] = {}
    for source in sources:
        for item in source:
            found.setdefault(item.text, item)
    others = telling(item for item in (*authored, *written, *families) if item.text not in found)
    for item in thinned(others, sizes.telling):
        found.setdefault(item.text, item)
    return list(found.values())


def telling(items: Iterable[Labelled]) -> list[Labelled]:
    """Those that say how many, how sure or how changed something is, as far as words tell.

    >>> [item.text for item in telling([Labelled("Two nodules."), Labelled("A nodule.")])]
    ['Two nodules.']
    """
    return [item for item in items if _TELLING.search(item.text)]


def held_sentences(data: Path) -> list[Labelled]:
    """Validation sentences, authored and of held-out families."""
    corpus = data / "corpus"
    held = thinned(authored_sentences(corpus / "authored", "validation"), HELD)
    return held + thinned(family_sentences(corpus / "contrast", validation=True), HELD)


def findings_with_support(items: Sequence[Labelled], least: int = SUPPORT) -> list[str]:
    """Finding ids that enough sentences state present, in order of name."""
    counts: dict[str, int] = {}
    for item in items:
        for name, status in item.status().items():
            if status == "present" and name != "no_abnormality":
                counts[name] = counts.get(name, 0) + 1
    return sorted(name for name, count in counts.items() if count >= least)
