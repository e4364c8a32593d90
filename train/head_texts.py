"""The sentences and sections that heads learn from, with what they state."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from radsearch.evaluation.authored import Part, read_authored
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.lexicon_file import aliases, read_table
from radsearch.language.sentence import Sentence, split_sentences

from .signals.families import read_families
from .signals.phrasebook import Phrasebook
from .signals.study import StudyContrasts, StudyPairs

VIEWS = ("findings", "impression", "findings_rewrite", "impression_rewrite")
_STATED = ("There is {}.", "{} is seen.", "Mild {}.", "{}, unchanged from the prior study.")
_DENIED = ("No {}.", "No evidence of {}.", "{} is not seen.", "There is no {} or other change.")
_HEDGED = ("Possible {}.", "{} cannot be excluded.")


@dataclass
class Labelled:
    """A sentence and what it states.

    Attributes:
        text: The sentence.
        gold: Finding id -> status, from annotations; it wins over the rules.
        anchor: A sentence of the same facts, of which this is another wording; None = none.
    """

    text: str
    gold: dict[str, str] = field(default_factory=dict)
    anchor: "Labelled | None" = None

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """Read by rules from the sentence alone, which is all that a head sees of it."""
        return extract(self.text)

    @property
    def origin(self) -> "Labelled":
        """The sentence that it rewords, or itself."""
        return self.anchor or self

    def status(self) -> dict[str, str]:
        """Finding id -> "present", "absent" or "uncertain"; present before uncertain before absent.

        >>> Labelled("No effusion.").status()
        {'pleural_effusion': 'absent'}
        """
        out: dict[str, str] = {}
        for status in ("absent", "uncertain", "present"):
            out.update((f.finding, status) for f in self.findings if f.status == status)
        return out | self.gold


def authored_sentences(folder: Path, part: Part) -> list[Labelled]:
    """Distinct sentences of one part of the authored corpus; findings carry their gold."""
    found: dict[str, Labelled] = {}
    for row in read_authored(folder, part):
        for view in VIEWS:
            gold = row["annotations"] if view == "findings" else ()
            for item in sentences_of(str(row.get(view) or ""), gold):
                found.setdefault(item.text, item)
    return list(found.values())


def written_sentences(*folders: Path) -> list[Labelled]:
    """Distinct sentences of reports without gold; none of a folder that is not there."""
    found: dict[str, Labelled] = {}
    for row in (row for folder in folders if folder.is_dir() for row in read_authored(folder)):
        for view in VIEWS:
            for item in sentences_of(str(row.get(view) or "")):
                found.setdefault(item.text, item)
    return list(found.values())


def sentences_of(text: str, annotations: Sequence[Mapping[str, Any]] = ()) -> Iterator[Labelled]:
    """The sentences of a text, each with the gold whose quote it holds.

    Args:
        text: A section.
        annotations: Gold records with a `quote` out of the text.

    Yields:
        One item a sentence, in order.
    """
    spans = [(text.find(str(note["quote"])), note) for note in annotations]
    for sentence in split_sentences(text):
        yield Labelled(sentence.text, _gold(sentence, spans))


def _gold(sentence: Sentence, spans: Sequence[tuple[int, Mapping[str, Any]]]) -> dict[str, str]:
    gold: dict[str, str] = {}
    for at, note in spans:
        if sentence.start <= at < sentence.end:
            status = "uncertain" if note["certainty"] == "possible" else str(note["presence"])
            if gold.get(note["finding"]) != "present":
                gold[note["finding"]] = status
    return gold


def family_sentences(folder: Path, *, validation: bool) -> list[Labelled]:
    """Distinct sentences of the written contrast families; rewordings know their anchor."""
    found: dict[str, Labelled] = {}
    for family in read_families(folder, validation=validation):
        for variant in family.variants:
            for item in variant_sentences(variant.texts):
                found.setdefault(item.text, item)
    return list(found.values())


def variant_sentences(texts: Sequence[str]) -> list[Labelled]:
    """The sentences of the wordings of one meaning; the first wording is the others' anchor.

    Only texts of one sentence can be set beside each other.

    >>> [item.anchor for item in variant_sentences(["Left mass.", "No gas. A mass."])]
    [None, None, None]
    >>> variant_sentences(["Left mass.", "A mass on the left."])[1].origin.text
    'Left mass.'
    """
    first, *others = [list(sentences_of(text)) for text in texts]
    anchor = first[0] if len(first) == 1 else None
    for items in others:
        if len(items) == 1:
            items[0].anchor = anchor
    return [*first, *(item for items in others for item in items)]


def generated_sentences(phrases: Path, n: int, seed: int) -> list[Labelled]:
    """About `n` distinct sentences of generated studies, read by rules."""
    book = Phrasebook.read(phrases)
    pairs, contrasts = StudyPairs(book), StudyContrasts(book)
    rng = np.random.default_rng(seed)
    found: dict[str, Labelled] = {}
    while len(found) < n:
        texts = [text for pair in pairs.draw(rng, 8) for text in (pair.left, pair.right)]
        for family in contrasts.draw(rng, 8):
            texts += [text for variant in family.variants for text in variant.texts]
        for text in texts:
            for item in sentences_of(text):
                found.setdefault(item.text, item)
    return list(found.values())[:n]


def lexicon_sentences(names: int = 4) -> list[Labelled]:
    """Each finding's first `names` words, stated, denied and hedged: every tag has some support."""
    found: dict[str, Labelled] = {}
    for row in read_table("findings"):
        for number, alias in enumerate(aliases(row["aliases"])[:names]):
            frames = (_STATED[number % 4], _STATED[(number + 1) % 4], _DENIED[number % 4])
            hedge = (_HEDGED[number % 2],) if number < 2 else ()
            for frame in (*frames, *hedge):
                text = frame.format(alias)
                text = text[:1].upper() + text[1:]
                found.setdefault(text, Labelled(text))
    return list(found.values())


def thinned(items: Sequence[Labelled], most: int) -> list[Labelled]:
    """At most `most` items, chosen by the hash of their text: the same ones every time.

    >>> kept = thinned([Labelled(str(i)) for i in range(9)], 3)
    >>> kept == thinned([Labelled(str(i)) for i in range(9)][::-1], 3)
    True
    """
    order = sorted(items, key=lambda item: blake2b(item.text.encode(), digest_size=8).digest())
    return order[:most]
