"""The best that any ranking by text can reach where texts repeat."""

from collections import Counter, defaultdict
from collections.abc import Sequence


def recall_ceiling(queries: Sequence[str], targets: Sequence[str], k: int) -> float:
    """Highest expected recall@k of a ranking that sees only the texts.

    Queries of equal text get the same ranking, and targets of equal text tie; so each place of a
    ranking holds one copy of a target, which belongs to one of the queries with some chance. The
    best ranking fills its k places in order of that chance.

    Args:
        queries: Text of each query.
        targets: Text of the one relevant report of each query; the gallery.
        k: Cutoff, 1 or more.

    Returns:
        A fraction in [0, 1]; 1 when no target repeats and no query does.

    >>> recall_ceiling(["a", "b"], ["same", "same"], k=1)
    0.5
    >>> recall_ceiling(["same", "same"], ["a", "b"], k=1)
    0.5
    """
    copies = Counter(targets)
    asked: dict[str, Counter[str]] = defaultdict(Counter)
    for query, target in zip(queries, targets, strict=True):
        asked[query][target] += 1
    found = 0.0
    for wanted in asked.values():
        left = k
        chances = sorted(((n / copies[text], copies[text]) for text, n in wanted.items()))
        for chance, places in reversed(chances):
            found += chance * min(places, left)
            left -= min(places, left)
    return found / len(queries) if queries else 0.0
