"""Tag columns of some reports: rules, filled in by heads where the index keeps sentences."""

from collections.abc import Mapping, Sequence

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


def is_silent(told: Description, section: str, sentence: Sentence) -> bool:
    """Whether the rules read no finding in a sentence of a report's section."""
    return not any(
        row["section"] == section and sentence.start <= row["start"] < sentence.end
        for row in told.extracted
    )


def _statuses(told: Description) -> Mapping[str, str]:
    named = {"absent": told.absent, "uncertain": told.uncertain, "present": told.present}
    return {name: status for status, names in named.items() for name in names}
