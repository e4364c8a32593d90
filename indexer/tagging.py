"""Tag columns of some reports: rules, filled in by heads where the index keeps sentences."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from radsearch.heads.model import Heads
from radsearch.heads.policy import Columns, by_rules, combine
from radsearch.language.sentence import Sentence

from .describe import Description

TAG_COLUMNS = ("present", "absent", "uncertain", "disputed")


def tag_columns(
    told: Sequence[Description],
    heads: Heads | None,
    vectors: NDArray[np.float16] | None,
    counts: Sequence[int],
    silent: NDArray[np.bool_],
) -> list[Columns]:
    """The columns of each report.

    Args:
        told: What the rules read.
        heads: Of the index's encoder; None = rules alone.
        vectors: (s, dim) of the reports' sentences, one report after another; None = the index
            keeps none, so that heads have nothing to read.
        counts: Sentences of each report.
        silent: (s,) sentences in which the rules read nothing.

    Returns:
        One a report, by the policy of `radsearch.heads.policy`.
    """
    statuses = [_statuses(item) for item in told]
    if heads is None or vectors is None:
        return [by_rules(status) for status in statuses]
    return combine(heads, statuses, vectors, counts, silent)


def silences(told: Description, sentences: Iterable[tuple[str, Sentence]]) -> list[bool]:
    """Whether the rules read no finding in each sentence of a report, given with its section."""
    starts: dict[str, list[int]] = {}
    for row in told.extracted:
        starts.setdefault(row["section"], []).append(row["start"])
    for places in starts.values():
        places.sort()
    silent = []
    for section, sentence in sentences:
        places = starts.get(section, [])
        at = bisect_left(places, sentence.start)
        silent.append(at == len(places) or places[at] >= sentence.end)
    return silent


def _statuses(told: Description) -> Mapping[str, str]:
    named = {"absent": told.absent, "uncertain": told.uncertain, "present": told.present}
    return {name: status for status, names in named.items() for name in names}
