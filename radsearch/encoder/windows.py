"""Long texts in windows of whole sentences, so that nothing is cut off silently."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from radsearch.encoder.protocol import Vectors
from radsearch.language.sentence import split_sentences

Spans = Callable[[str], Sequence[tuple[int, int]]]
"""Tokenises a text without prompt or special tokens: each token's (start, end) in it."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a text that the model reads at once.

    Attributes:
        text: Verbatim.
        tokens: Its length, the weight of its vector.
    """

    text: str
    tokens: int


def cut(text: str, room: int, spans: Spans) -> list[Window]:
    """Windows of at most `room` tokens that together hold the whole text.

    Sentences stay whole and fill a window in order; a sentence longer than a window is cut
    between tokens.

    Args:
        text: Longer than the model reads.
        room: Tokens a window may hold, 1 or more.
        spans: The tokeniser.

    Returns:
        Windows in order; none if the text has no token.

    >>> import re
    >>> words = lambda t: [m.span() for m in re.finditer("[^ ]+", t)]
    >>> [w.text for w in cut("No effusion. Clear lungs. Heart is of a normal size.", 4, words)]
    ['No effusion. Clear lungs.', 'Heart is of a', 'normal size.']
    """
    windows: list[Window] = []
    start = end = held = 0
    for left, right, tokens in _pieces(text, room, spans):
        if held and held + tokens > room:
            windows.append(Window(text[start:end], held))
            held = 0
        if not held:
            start = left
        end, held = right, held + tokens
    if held:
        windows.append(Window(text[start:end], held))
    return windows


def _pieces(text: str, room: int, spans: Spans) -> Iterator[tuple[int, int, int]]:
    """Sentences, or parts of long ones: start, end, number of tokens."""
    bounds = [sentence.start for sentence in split_sentences(text)]
    for left, right in zip([0, *bounds[1:]], [*bounds[1:], len(text)], strict=True):
        tokens = spans(text[left:right])
        for k in range(0, len(tokens), room):
            part = tokens[k : k + room]
            yield left + part[0][0], left + part[-1][1], len(part)


def merge(vectors: Vectors, tokens: Sequence[int]) -> Vectors:
    """One unit vector (dim,): the windows' mean, weighted by their tokens.

    >>> merge(np.array([[1, 0], [0, 1]], np.float32), [3, 4]).round(2).tolist()
    [0.6000000238418579, 0.800000011920929]
    """
    mean: Vectors = np.asarray(tokens, np.float32) @ vectors
    norm = float(np.linalg.norm(mean))
    return mean / np.float32(norm) if norm > 0 else mean
