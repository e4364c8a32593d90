"""Nodes of which a report only says how small they are: "nodes at most 8 mm", "none enlarged"."""

import re

from radsearch.language.measure import find_measures
from radsearch.language.phrase import Phrase

_PATHOLOGIC = r"pathologic(?:al)?(?:ly)?"
_LIMITS = re.compile(
    r"\b(?:at most|or less|or smaller|or under|less than(?= \d)|no more than|not more than|"
    r"not exceed(?:ing)?|not? (?:larger|bigger|greater|longer|wider) than|"
    rf"no {_PATHOLOGIC} (?:diameter|dimension|size)|none reach(?:es)? a {_PATHOLOGIC}|"
    r"none (?:is )?(?:above|over|beyond)(?= \d)|not beyond(?= \d)|"
    rf"(?:below|under)(?= \d)|not (?:{_PATHOLOGIC}|enlarged|large|big)|"
    rf"none (?:is |are |of them )?(?:{_PATHOLOGIC} )?(?:enlarged|{_PATHOLOGIC})|"
    r"(?:below|under|within) size (?:criteria|criterion|threshold|limit)|"
    r"(?:not|none) reach(?:es|ing)?(?= \d)|"
    r"subcentimeter|sub centimeter)\b"
)


def is_bounded(phrase: Phrase, at: int, most: float) -> bool:
    """Whether a clause gives its nodes an upper limit and no size above `most`.

    Args:
        phrase: The sentence taken apart.
        at: Token of the nodes.
        most: Largest normal short axis in mm.

    Returns:
        True for "nodes 7 mm or less"; False for "nodes up to 22 mm, none less than 12 mm".
    """
    start, end = phrase.clause_start(at), phrase.clause_end(at)
    if not _LIMITS.search(" ".join(phrase.words(start, end))):
        return False
    sizes = [max(m.values) for m in find_measures(phrase.tokens) if start <= m.start < end]
    return max(sizes, default=0.0) <= most
