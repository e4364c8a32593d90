"""The chance that a hit of a search-box query is relevant, and the notice that none is.

A logistic model of what the words and the findings say, fitted by `radsearch bench search
--calibrate` on the development queries and on queries that no report answers. The cosine is left
out: the chance must not change its meaning when the encoder is replaced.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import exp

from radsearch.hit import Leg

FILE = "relevance.json"
SOME = 0.1
"""Score of the words from which more of them matter little: below it the report lacks the words
of the query and all their synonyms, and "dextrocardia" is not any anomaly of the heart."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """Two logistic models and the chance below which nothing good was found.

    Attributes:
        understood: Weights where a finding was read out of the query; see `features`.
        words: The same where only its words are known.
        floor: A list of hits whose best chance is lower gets the notice.
    """

    understood: tuple[float, ...]
    words: tuple[float, ...]
    floor: float

    def chance(self, legs: Mapping[str, Leg]) -> float:
        """The chance that a reader would call the hit relevant, in [0, 1]."""
        values = features(legs)
        weights = self.understood if len(values) == len(self.understood) else self.words
        total = sum(weight * value for weight, value in zip(weights, values, strict=True))
        return round(1 / (1 + exp(-total)), 4)

    def notice(self, chances: Sequence[float]) -> str:
        """What to tell the user of these hits; "" where one is likely relevant.

        >>> Relevance((0.0,), (0.0,), 0.3).notice([0.1, 0.04])
        'no good match: the likeliest report is relevant with a chance of 10 %'
        """
        best = max(chances, default=1.0)
        if best >= self.floor:
            return ""
        chance = f"{100 * best:.0f} %"
        return f"no good match: the likeliest report is relevant with a chance of {chance}"


def features(legs: Mapping[str, Leg]) -> tuple[float, ...]:
    """What the models read: a constant, the words, whether any fit, and the findings' degree.

    >>> features({"lexical": Leg(1, 0.5), "findings": Leg(1, 0.75)})
    (1.0, 0.5, 1.0, 0.75)
    >>> features({"lexical": Leg(1, 0.05)})
    (1.0, 0.05, 0.5)
    """
    words = (legs["lexical"].score or 0.0) if "lexical" in legs else 0.0
    some = min(words, SOME) / SOME
    if "findings" not in legs:
        return 1.0, words, some
    return 1.0, words, some, legs["findings"].score or 0.0


@lru_cache(maxsize=1)
def relevance() -> Relevance:
    """The shipped model."""
    text = resources.files("radsearch.search").joinpath(FILE).read_text("utf-8")
    table = json.loads(text)
    return Relevance(tuple(table["understood"]), tuple(table["words"]), table["floor"])
