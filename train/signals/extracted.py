"""Findings of training texts, remembered, since every signal draws the same texts again."""

from functools import lru_cache

from radsearch.language.extract import extract
from radsearch.language.finding import Finding


@lru_cache(maxsize=20_000)
def findings_of(text: str) -> tuple[Finding, ...]:
    """What a text states, read once for all signals.

    >>> [f.finding for f in findings_of("Small left pleural effusion.")]
    ['pleural_effusion']
    """
    return tuple(extract(text))
