"""Cosine and alignment of many pairs of reports; each distinct text is embedded once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from radsearch.encoder.protocol import Encoder
from radsearch.language.sentence import split_sentences
from radsearch.matching.align import Directional, align


@dataclass(frozen=True, slots=True)
class VectorScores:
    """What vectors say of one pair; 0 and None where it was not asked for."""

    cosine: float = 0.0
    directional: Directional | None = None
    align_f1: float = 0.0


def vector_scores(
    pairs: Sequence[tuple[str, str]],
    encoder: Encoder,
    *,
    whole: bool = True,
    sentences: bool = True,
) -> list[VectorScores]:
    """Scores of every pair.

    Args:
        pairs: Reference and candidate texts.
        encoder: Gives the vectors.
        whole: Whether the cosine of the whole texts is wanted.
        sentences: Whether the sentence alignment is wanted.

    Returns:
        One record a pair, in order.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    place = {text: n for n, text in enumerate(texts)}
    vectors = encoder.embed(texts, kind="findings") if whole and texts else None
    split = {text: [s.text for s in split_sentences(text)] for text in texts} if sentences else {}
    parts = list(dict.fromkeys(part for text in texts for part in split.get(text, ())))
    row = {part: n for n, part in enumerate(parts)}
    rows = encoder.embed(parts, kind="sentence") if parts else np.zeros((0, 1), np.float32)
    found: list[VectorScores] = []
    for pair in pairs:
        cosine, directional, f1 = 0.0, None, 0.0
        if vectors is not None:
            cosine = float(np.dot(vectors[place[pair[0]]], vectors[place[pair[1]]]))
        if sentences:
            sides = [rows[[row[part] for part in split[text]]] for text in pair]
            directional, f1 = align(sides[0], sides[1])
        found.append(VectorScores(cosine, directional, f1))
    return found
