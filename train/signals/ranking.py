"""Pairs of reports with RadSim as the similarity to rank by.

Paper: RadSim is the ranking target of stage 2. Near pairs come from one group or patient, the rest
from the same modality and body part, so that the scores of a batch spread.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from radsearch.language.radsim import radsim

from ..rows import Scored
from .extracted import findings_of
from .pairs import Study

_VIEWS = ("findings", "findings_rewrite", "impression", "impression_rewrite")


def radsim_score(left: str, right: str) -> float:
    """RadSim of two report texts, in [0, 1].

    >>> radsim_score("Small left pleural effusion.", "Small left pleural effusion.")
    1.0
    """
    return float(radsim(findings_of(left), findings_of(right)).score)


class RankedReports:
    """Draws pairs of report sections scored by RadSim.

    Args:
        studies: The training part of the authored corpus.
    """

    def __init__(self, studies: Sequence[Study]):
        self._studies = list(studies)
        self._groups: dict[str, list[Study]] = defaultdict(list)
        self._strata: dict[str, list[Study]] = defaultdict(list)
        for study in studies:
            self._groups[study.group].append(study)
            self._strata[study.stratum].append(study)

    def draw(self, rng: np.random.Generator, n: int) -> list[Scored]:
        """`n` pairs: a fifth two wordings of one study, two fifths of one group, the rest further.

        Both texts are the same kind of section: findings with findings, impression with impression.
        """
        return [self._pair(rng) for _ in range(n)]

    def _pair(self, rng: np.random.Generator) -> Scored:
        one = self._studies[int(rng.integers(len(self._studies)))]
        roll = rng.random()
        pool = self._strata[one.stratum] if roll > 0.6 else self._groups[one.group]
        two = one if roll < 0.2 else pool[int(rng.integers(len(pool)))]
        first = int(rng.random() < 0.5) * 2
        left = one.views.get(_VIEWS[first], one.views["findings"])
        right = two.views.get(_VIEWS[first + int(two is one or rng.random() < 0.5)], left)
        return Scored(left, right, radsim_score(left, right))
