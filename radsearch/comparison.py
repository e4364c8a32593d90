"""`compare`: a candidate report judged against a reference, explained by findings and sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from radsearch.encoder.protocol import Encoder
from radsearch.language.extract import extract
from radsearch.matching.align import Directional
from radsearch.matching.copies import find_copies
from radsearch.matching.judge import judge
from radsearch.matching.merge import merge_mentions
from radsearch.matching.patient import Patient
from radsearch.matching.record import Discrepancy, FindingMatches
from radsearch.matching.vectors import vector_scores
from radsearch.report import Report

__all__ = ["Comparison", "compare", "compare_batch"]

NUANCE = 0.2  # measured: `radsearch bench discrepancy`, development halves; of 0 to 0.2 the best
_ROUNDING = 1e-5  # cosine of a text with itself may fall short of 1 by as much


@dataclass(frozen=True, slots=True)
class Comparison:
    """A candidate report beside its reference.

    Attributes:
        score: 1 / (1 + penalty), in (0, 1]; 1 = no difference found. With an encoder the cosine
            decides between texts in which the same errors were found: `NUANCE` of its distance
            from 1 is added to the penalty.
        n_actionable: Number of errors that could change what is done for the patient.
        penalty: Sum over the errors of weight x confidence.
        findings: Findings of both reports by grade, each with its spans in both texts.
        errors: What differs, the worst first.
        cosine: Of the two whole texts' vectors; None without an encoder.
        directional: Alignment of sentence vectors; None without an encoder.
        align_f1: Part of both reports' sentences found in the other; None without an encoder.
    """

    score: float
    n_actionable: int
    penalty: float
    findings: FindingMatches
    errors: tuple[Discrepancy, ...]
    cosine: float | None = None
    directional: Directional | None = None
    align_f1: float | None = None

    @property
    def errors_by_kind(self) -> dict[str, int]:
        """How many errors there are of each kind, kinds in order of name."""
        kinds = sorted(error.kind for error in self.errors)
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def compare(
    reference: str | Report,
    candidate: str | Report,
    *,
    encoder: Encoder | Literal["none"] | None = None,
) -> Comparison:
    """Judge a candidate report against a reference.

    Args:
        reference: What should be said: a text, or a report, of which the body counts; its age and
            indication weigh the findings.
        candidate: What is said.
        encoder: For cosine and alignment; None = the shipped one, "none" = leave them out.

    Returns:
        The comparison; offsets count in the text, or in `Report.body`.

    >>> found = compare("Small left effusion.", "Small right effusion.", encoder="none")
    >>> [(e.kind, e.reference, e.candidate) for e in found.errors], found.n_actionable
    ([('laterality', 'left', 'right')], 1)
    """
    return compare_batch([(reference, candidate)], encoder=encoder)[0]


def compare_batch(
    pairs: Iterable[tuple[str | Report, str | Report]],
    *,
    encoder: Encoder | Literal["none"] | None = None,
) -> list[Comparison]:
    """Judge many candidates; each distinct sentence is read and embedded once.

    Args:
        pairs: Reference and candidate.
        encoder: As in `compare`.

    Returns:
        One comparison a pair, in order.
    """
    given = list(pairs)
    texts = [(_text(reference), _text(candidate)) for reference, candidate in given]
    judged = [
        _judged(*pair, _patient(reference))
        for pair, (reference, _) in zip(texts, given, strict=True)
    ]
    if encoder == "none" or not texts:
        return judged
    return _with_vectors(judged, texts, _shipped() if encoder is None else encoder)


def _text(report: str | Report) -> str:
    return report.body if isinstance(report, Report) else report


@lru_cache(maxsize=1)
def _shipped() -> Encoder:
    from radsearch.encoder import load_encoder  # opens a model: only when one is wanted

    return load_encoder()


def _patient(report: str | Report) -> Patient:
    if isinstance(report, Report):
        return Patient(report.age, report.indication)
    return Patient()


def _judged(reference: str, candidate: str, patient: Patient) -> Comparison:
    copies = find_copies(reference, candidate)
    mentions = [
        merge_mentions(extract(text), sentences)
        for text, sentences in ((reference, copies.reference), (candidate, copies.candidate))
    ]
    findings, errors = judge(mentions[0], mentions[1], copies, patient)
    penalty = sum(error.weight * error.confidence for error in errors)
    actionable = sum(error.actionable for error in errors)
    return Comparison(1.0 / (1.0 + penalty), actionable, penalty, findings, errors)


def _with_vectors(
    judged: Sequence[Comparison], texts: Sequence[tuple[str, str]], encoder: Encoder
) -> list[Comparison]:
    scores = vector_scores(texts, encoder)
    return [
        replace(
            comparison,
            # a text without words has a zero vector, which is not near itself
            score=1.0 / (1.0 + comparison.penalty + _nuance(1.0 if a == b else score.cosine)),
            cosine=score.cosine,
            directional=score.directional,
            align_f1=score.align_f1,
        )
        for comparison, score, (a, b) in zip(judged, scores, texts, strict=True)
    ]


def _nuance(cosine: float) -> float:
    """What two texts' distance adds to the penalty; at most twice `NUANCE`.

    >>> _nuance(1.0), _nuance(0.0)
    (0.0, 0.2)
    """
    distance = 1.0 - cosine
    return NUANCE * distance if distance > _ROUNDING else 0.0
