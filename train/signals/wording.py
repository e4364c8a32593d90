"""Augmentations that keep every fact of a text: sentence order, masks, numbering, case."""

import re

import numpy as np

_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")
_WORD = re.compile(r"\b[a-z]{3,}\b")
_FACTS = re.compile(
    r"\b(?:no|not|without|left|right|bilateral|upper|lower|middle|mild|moderate|severe|small|large|"
    r"new|old|stable|increased|decreased|absent|present|normal|clear|possible|probable|likely)\b"
)
_NORMAL = re.compile(
    r"\b(?:no|not|without|negative|free|normal|clear|unremarkable|intact|patent|preserved)\b", re.I
)
# De-identified reports carry such masks in place of words: the encoder must read around them.
_MASKS = ("XXXX", "___", "[REDACTED]", "[**]")


def sentences(text: str) -> list[str]:
    """The sentences of a short report text.

    >>> sentences("Heart normal. Lungs clear. No 3.2 cm mass.")
    ['Heart normal.', 'Lungs clear.', 'No 3.2 cm mass.']
    """
    return [part for part in _BREAK.split(text.strip()) if part]


def shuffled(text: str, rng: np.random.Generator) -> str:
    """The same sentences in another order.

    >>> shuffled("One thing.", np.random.default_rng(0))
    'One thing.'
    """
    parts = sentences(text)
    return " ".join(parts[i] for i in rng.permutation(len(parts)))


def masked(text: str, rng: np.random.Generator, share: float = 0.05) -> str:
    """The text with a few words replaced by a de-identification mask; attribute words stay.

    Args:
        text: Any report text.
        rng: Decides which words go.
        share: Fraction of the maskable words that goes.

    Returns:
        The masked text; unchanged where nothing can be masked.

    >>> masked("no left effusion", np.random.default_rng(0), share=1.0)
    'no left ___'
    """
    mask = _MASKS[min(int(rng.geometric(0.6)) - 1, len(_MASKS) - 1)]

    def replace(match: re.Match[str]) -> str:
        word = match.group()
        return mask if not _FACTS.fullmatch(word) and rng.random() < share else word

    return _WORD.sub(replace, text)


def numbered(text: str) -> str:
    """The sentences as a numbered list, as many impressions are dictated.

    >>> numbered("Small effusion. Normal heart.")
    '1. Small effusion. 2. Normal heart.'
    """
    return " ".join(f"{i}. {part}" for i, part in enumerate(sentences(text), 1))


def quoted(text: str, rng: np.random.Generator) -> str:
    """One to three of the sentences in their order, the abnormal ones if there are any.

    Many impressions repeat the decisive sentences of their findings word for word.

    >>> quoted("Heart normal. Small left effusion. No mass.", np.random.default_rng(0))
    'Small left effusion.'
    """
    parts = sentences(text)
    pool = [part for part in parts if not _NORMAL.search(part)] or parts
    chosen = sorted(rng.permutation(len(pool))[: int(rng.integers(1, 4))].tolist())
    return " ".join(pool[i] for i in chosen)


def augmented(text: str, rng: np.random.Generator, *, impression: bool = False) -> str:
    """One random fact-keeping change, or none (about half of the time).

    >>> augmented("Clear lungs.", np.random.default_rng(3))
    'Clear lungs.'
    """
    roll = rng.random()
    if roll < 0.25:
        return shuffled(text, rng)
    if roll < 0.40:
        return masked(text, rng)
    if roll < 0.55 and impression:
        return numbered(text)
    return text
