"""Figure captions as contrast families: what a sentence shows, and copies that are wrong.

Captions name findings of every body part in the words of thousands of authors. The text stays
where the user has it and is read by path; nothing of it is part of this project.
"""

import csv
import gzip
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from radsearch.errors import CorpusError

from ..rows import Family, Variant
from .extracted import findings_of
from .ladders import AXES
from .perturb import wrong_copies
from .recombined import recombined
from .wording import sentences

FREE = ("CC BY", "CC0")
"""Licences that are read where a file has a column `licence`."""

_WORDS = range(4, 41)
_MARK = re.compile(
    r"\s*[(\[][^()\[\]]*\b(?:arrow\w*|asterisk|fig\w*|circles?|star)\b[^()\[\]]*[)\]]", re.I
)
_FRAME = re.compile(
    r"^.{3,120}?\b(?:show(?:s|ed|ing)|demonstrat(?:es|ed|ing)|reveal(?:s|ed|ing)|depict(?:s|ed|ing))"
    r"\s+(?:the presence of\s+|evidence of\s+)?(?:an?\s+|the\s+)?(?!that\b|how\b)",
    re.I,
)  # fmt: skip
_ENGLISH = re.compile(r"\b(?:the|of|with|and|in|at|no|is|are|left|right)\b", re.I)
_FOREIGN = re.compile(r"[À-ÖØ-öø-ÿ]|\b(?:de|la|les|une|du|des|avec|con|del)\b", re.I)
_NO_FINDING = re.compile(r"\b(?:arrow\w*|picture|days?|weeks?|months?|years?|hours?)\b", re.I)
"""Of the figure or the patient: their numbers and places are no attributes of a finding."""


@dataclass(frozen=True, slots=True)
class Caption:
    """One sentence of a caption.

    Attributes:
        key: Id of the figure and the sentence's number in it.
        text: Without marks such as "(white arrow)".
    """

    key: str
    text: str


def captions_of(key: str, text: str) -> list[Caption]:
    """The English sentences of a caption that are neither titles nor very long nor of the figure.

    >>> [c.text for c in captions_of("f", "Axial CT. It shows a cyst (arrow) in the left kidney.")]
    ['It shows a cyst in the left kidney.']
    """
    if _FOREIGN.search(text):
        return []
    parts = sentences(" ".join(_MARK.sub("", text).split()))
    return [
        Caption(f"{key}/{i}", part)
        for i, part in enumerate(parts)
        if len(part.split()) in _WORDS and _ENGLISH.search(part) and not _NO_FINDING.search(part)
    ]


def bare(text: str) -> str:
    """A sentence without what it says of the image itself: the same facts in fewer words.

    >>> bare("Axial CT scan of the abdomen showing a 3 cm cyst in the left kidney.")
    '3 cm cyst in the left kidney.'
    """
    rest = _FRAME.sub("", text, count=1)
    return rest[:1].upper() + rest[1:] if len(rest.split()) >= _WORDS.start else text


def read_captions(where: Path) -> Iterator[Caption]:
    """Sentences of a file of captions, or of every such file in a folder.

    Args:
        where: `*.csv` or `*.csv.gz` with a column `caption`; `roco_id` names the figure and
            `licence` is heeded (see `FREE`) where they are there.

    Yields:
        Sentences, file by file, in their order.

    Raises:
        CorpusError: If there is no file, or one has no column `caption`.
    """
    paths = sorted(where.glob("*.csv*")) if where.is_dir() else [where]
    if not paths:
        raise CorpusError(f"found no *.csv or *.csv.gz in {str(where)!r}: give a file of captions")
    for path in paths:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            if "caption" not in (rows.fieldnames or ()):
                raise CorpusError(
                    f"{path.name} has columns {', '.join(rows.fieldnames or ()) or 'none'}, "
                    "wanted one that is called caption"
                )
            for number, row in enumerate(rows):
                if row.get("licence", FREE[0]) in FREE:
                    key = row.get("roco_id") or f"{path.name}/{number}"
                    yield from captions_of(key, row["caption"] or "")


def wrong_steps(text: str, rng: np.random.Generator, n: int) -> list[tuple[str, str]]:
    """Copies through the extractor's offsets: wrong in one attribute, then in one more each time.

    Args:
        text: A sentence.
        rng: Chooses attributes and values.
        n: At most so many.

    Returns:
        The attribute that each step changes, all different, and the copy; empty where the text
        states nothing that can be exchanged.
    """
    found: list[tuple[str, str]] = []
    seen = {text}
    while len(found) < n:
        copies = wrong_copies(found[-1][1] if found else text, rng, n)
        used = {axis for axis, _ in found}
        fresh = [copy for copy in copies if copy.axis not in used and copy.text not in seen]
        if not fresh:
            break
        found.append((fresh[0].axis, fresh[0].text))
        seen.add(fresh[0].text)
    return found


class Captions:
    """Draws families of a bare sentence, the whole one, and graded wrong copies of the former.

    Args:
        captions: What to draw from.
        copies: Wrong copies of each sentence.

    Raises:
        ValueError: If there are no captions.
    """

    def __init__(self, captions: Sequence[Caption], copies: int = 3):
        if not captions:
            raise ValueError("no caption has an English sentence: nothing to learn from")
        self._captions = list(captions)
        self._copies = copies

    @classmethod
    def read(cls, where: Path) -> "Captions":
        """The captions of a file or folder."""
        return cls(list(read_captions(where)))

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """At most `n` families of distinct sentences; those without anything wrong are passed."""
        families: list[Family] = []
        for i in rng.permutation(len(self._captions)):
            if len(families) == n:
                break
            family = self._family(self._captions[i], rng)
            families += [family] if family else []
        return families

    def _family(self, caption: Caption, rng: np.random.Generator) -> Family | None:
        """Half of the families that state a step of a ladder move along it; None as in `draw`."""
        key, anchor = f"caption/{caption.key}", bare(caption.text)
        if not findings_of(anchor):
            return None
        first = Variant(tuple(dict.fromkeys((anchor, caption.text))), 0, f"{key}/0")
        ladders = [axis for axis in AXES if axis.find(anchor)] if rng.random() < 0.5 else []
        if ladders:
            axis = ladders[int(rng.integers(len(ladders)))]
            return recombined(Family(key, axis.name, (first,)), axis, rng)
        steps = wrong_steps(anchor, rng, self._copies)
        copies = (Variant((text,), i, f"{key}/{i}") for i, (_, text) in enumerate(steps, 1))
        return Family(key, steps[0][0], (first, *copies)) if steps else None
