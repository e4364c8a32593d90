"""The scores that the comparison benchmarks put beside each other, each over many pairs at once."""

from collections.abc import Mapping, Sequence

from radsearch.encoder.protocol import Encoder
from radsearch.evaluation.discrepancy import Scorer

Pairs = Sequence[tuple[str, str]]


def by_findings(pairs: Pairs) -> list[float]:
    """The score of `compare`: no encoder needed."""
    from radsearch.comparison import compare_batch

    return [comparison.score for comparison in compare_batch(pairs, encoder="none")]


def by_count(pairs: Pairs) -> list[float]:
    """Less the number of actionable errors."""
    from radsearch.comparison import compare_batch

    return [-float(c.n_actionable) for c in compare_batch(pairs, encoder="none")]


def by_radsim(pairs: Pairs) -> list[float]:
    """RadSim of the extracted findings."""
    from radsearch.language import extract, radsim

    return [radsim(extract(a), extract(b)).score for a, b in pairs]


def plain_scorers(encoder: Encoder, name: str = "encoder") -> dict[str, Scorer]:
    """What vectors alone say: whole-report cosine, and directional alignment of sentences.

    Args:
        encoder: Any encoder.
        name: Put before each score's name.

    Returns:
        Name -> scorer.
    """
    from radsearch.matching.vectors import vector_scores

    def cosine(pairs: Pairs) -> list[float]:
        return [score.cosine for score in vector_scores(pairs, encoder, sentences=False)]

    def directional(pairs: Pairs) -> list[float]:
        scores = vector_scores(pairs, encoder, whole=False)
        return [score.directional.score if score.directional else 0.0 for score in scores]

    return {f"{name} cosine": cosine, f"{name} directional": directional}


def encoder_scorers(encoder: Encoder, name: str = "encoder") -> Mapping[str, Scorer]:
    """`compare` with one encoder, its plain scores, and Align-F1.

    Args:
        encoder: Any encoder.
        name: Put before each score's name.

    Returns:
        Name -> scorer.
    """
    from radsearch.matching.vectors import vector_scores

    def align_f1(pairs: Pairs) -> list[float]:
        return [score.align_f1 for score in vector_scores(pairs, encoder, whole=False)]

    def judged(pairs: Pairs) -> list[float]:
        from radsearch.comparison import compare_batch

        return [comparison.score for comparison in compare_batch(pairs, encoder=encoder)]

    return {
        f"compare with {name}": judged,
        **plain_scorers(encoder, name),
        f"{name} Align-F1": align_f1,
    }
