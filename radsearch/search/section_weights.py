"""Weights of what speaks for a report when a whole dictated section is the query.

They are log-odds per unit of each score, fitted by `radsearch bench search --tune` (a conditional
logit on the validation part of the authored reports) and kept beside this file as JSON.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Literal

FILE = "section_weights.json"
Dictated = Literal["findings", "impression"]


@dataclass(frozen=True, slots=True)
class SectionWeights:
    """Weight of each score; with m = the idf mass of the query's words.

    Attributes:
        dense: Of the cosine of the two sections.
        tfidf: Of the TF-IDF cosine times the root of m: long texts are told apart by their words.
        shared: Of the idf mass of the words in both, divided by the root of m.
        radsim: Of the similarity of the abnormal findings.
        forward: Of the mean best cosine of the query's sentences.
        backward: Of the mean best cosine of the report's sentences.
    """

    dense: float
    tfidf: float
    shared: float
    radsim: float
    forward: float
    backward: float


@lru_cache(maxsize=1)
def section_weights() -> dict[Dictated, SectionWeights]:
    """The shipped weights by what the query is.

    >>> sorted(section_weights())
    ['findings', 'impression']
    """
    text = resources.files("radsearch.search").joinpath(FILE).read_text("utf-8")
    table = json.loads(text)["weights"]
    return {kind: SectionWeights(**table[kind]) for kind in ("findings", "impression")}
