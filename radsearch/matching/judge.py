"""From matched findings to graded matches and weighed discrepancies."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from radsearch.language.agreement import finding_agreement
from radsearch.language.finding import Finding
from radsearch.language.radsim import clinical_weight, is_abnormal
from radsearch.matching.attributes import ACTIONABLE, IMPRECISE, Difference, differences
from radsearch.matching.copies import Copies
from radsearch.matching.echo import echoes, open_sentences
from radsearch.matching.flips import name_flips
from radsearch.matching.match import Matching, denies, match_mentions
from radsearch.matching.patient import Patient
from radsearch.matching.record import (
    Discrepancy,
    FindingMatch,
    FindingMatches,
    Grade,
    Kind,
    Mention,
)
from radsearch.matching.weigh import weigh
from radsearch.matching.wording import word_errors

_TRUST: dict[Kind, float] = {  # of kinds that free wording confuses more than others
    "location": 0.4,
    "count": 0.6,
    "morphology": 0.6,
}
ADDED = 0.9  # share of a finding that the reference does not mention; it may be true
DOUBT = 0.4  # confidence is this to the power of the words not understood
FREE = 3.0  # how fast agreement of freely worded findings makes a difference doubtful
INCIDENTAL = 0.5  # share of leaving out what is old or benign: short reports do
COPIED = 3  # power of the copied part of a text: in a copy the rest is what was changed
MOST = 0.9  # of a finding's weight that all its attributes together can cost
LEAST_SURE = 0.03  # confidence of a difference between two freely worded sentences
LEFT_OUT = 0.6  # confidence that a text lacks what was not recognised in its free sentences
ECHO = 0.25  # the same where such a sentence has a word of the finding; both on development


@dataclass(slots=True)
class _Judge:
    """Collects what one comparison finds."""

    reference: Sequence[Mention]
    candidate: Sequence[Mention]
    copies: Copies
    patient: Patient
    agreed: float = 0.0  # part of the findings that agree, however worded
    errors: list[Discrepancy] = field(default_factory=list)
    matches: list[FindingMatch] = field(default_factory=list)

    def confidence(self, kind: Kind, a: Mention | None, b: Mention | None) -> float:
        """How sure it is that these two differ in meaning rather than in wording."""
        unread, copied, sure = self.copies.unread, self.copies.copied, 0.0
        if b is None:  # what is not understood in the candidate could say it in other words
            words, part = unread[1], copied[1]
        elif a is None:
            words, part = unread[0], copied[0]
        else:
            words, part = max(unread), min(copied)
            sure = self.copies.overlap(a.sentences, b.sentences) * (0.2 + 0.8 * part**2)
        trust = _TRUST.get(kind, 1.0)
        free = trust * DOUBT**words * (1.0 - self.agreed * (1.0 - part)) ** FREE
        if a is None or b is None:
            free *= self._doubt(a or b, b is None)
        return float(max(LEAST_SURE, sure, free, part**COPIED))

    def _doubt(self, alone: Mention | None, of_reference: bool) -> float:
        """Factor for a finding that one text has alone: could the other say it unrecognised?"""
        c = self.copies
        own, told = c.reference, open_sentences(c.candidate, c.same_candidate, self.candidate)
        if not of_reference:
            own, told = c.candidate, open_sentences(c.reference, c.same_reference, self.reference)
        if alone is None or not told:
            return 1.0
        return ECHO if echoes(own, alone, told) else LEFT_OUT

    def add(
        self,
        kind: Kind,
        values: tuple[str, str],
        share: float,
        a: Mention | None,
        b: Mention | None,
    ) -> None:
        """Record one discrepancy between two mentions; None = nothing is there."""
        stated = [m.finding for m in (a, b) if m is not None]
        weight = max(weigh(f) * self.patient.factor(f) for f in stated)
        named = a or b
        self.errors.append(
            Discrepancy(
                kind,
                named.finding.finding if named else "",
                *values,
                weight=weight * share,
                confidence=self.confidence(kind, a, b),
                actionable=share >= ACTIONABLE and weight >= ACTIONABLE,
                reference_spans=a.spans if a else (),
                candidate_spans=b.spans if b else (),
            )
        )

    def grade(self, grade: Grade, a: Mention | None, b: Mention | None, score: float) -> None:
        """Record one graded match."""
        self.matches.append(
            FindingMatch(
                grade,
                a.finding if a else None,
                b.finding if b else None,
                score,
                a.spans if a else (),
                b.spans if b else (),
            )
        )


def judge(
    reference: Sequence[Mention],
    candidate: Sequence[Mention],
    copies: Copies,
    patient: Patient,
) -> tuple[FindingMatches, tuple[Discrepancy, ...]]:
    """Grade every finding of two reports and list what differs.

    Args:
        reference: Merged mentions of the reference.
        candidate: Merged mentions of the candidate.
        copies: How their sentences pair.
        patient: Whose age and indication weigh the findings.

    Returns:
        The matches by grade, and the discrepancies, the worst first.
    """
    judged = _Judge(reference, candidate, copies, patient)
    matching = match_mentions(reference, candidate)
    _judge_pairs(judged, matching)
    _judge_leftovers(judged, matching)
    _judge_denials(judged, matching)
    judged.errors += word_errors(reference, candidate, copies, judged.errors)
    named = name_flips(judged.errors, copies)
    order = sorted(named, key=lambda e: (-e.weight * e.confidence, e.kind, e.finding))
    return _by_grade(judged.matches), tuple(order)


def _judge_pairs(judged: _Judge, matching: Matching) -> None:
    rows: list[tuple[int, int, float, list[Difference]]] = []
    for i, j, score in matching.pairs:
        a, b = judged.reference[i], judged.candidate[j]
        found = [d for d in differences(a.finding, b.finding) if not _elsewhere(judged, d, a, b)]
        rows.append((i, j, score, found))
    wrong = sum(bool(found) for *_, found in rows) + sum(
        map(len, (matching.denied, matching.affirmed, matching.missing, matching.added))
    )
    right = sum(not found for *_, found in rows)
    judged.agreed = right / (right + wrong + 1)
    for i, j, score, found in rows:
        a, b = judged.reference[i], judged.candidate[j]
        total = sum(difference.share for difference in found)
        scale = min(1.0, MOST / total) if total else 1.0
        for difference in found:
            values = difference.reference, difference.candidate
            judged.add(difference.kind, values, difference.share * scale, a, b)
        judged.grade("partial" if found else "correct", a, b, score)


def _elsewhere(judged: _Judge, difference: Difference, a: Mention, b: Mention) -> bool:
    """Whether another mention on the other side states the value, as "left" + "right" do "both"."""
    name = difference.kind
    if name not in ("laterality", "location", "severity", "measurement", "count", "temporal"):
        return False
    for own, others in ((a.finding, judged.candidate), (b.finding, judged.reference)):
        if any(_says(other.finding, own, difference) for other in others):
            return True
    return False


def _says(other: Finding, own: Finding, difference: Difference) -> bool:
    if not is_abnormal(other) or finding_agreement(other, own) < IMPRECISE:
        return False
    if "bilateral" in (difference.reference, difference.candidate):
        return (
            difference.kind == "laterality"
            and other.laterality is not None
            and ({other.laterality, own.laterality} == {"left", "right"})
        )
    return not any(d.kind == difference.kind for d in differences(own, other)) and bool(
        _stated(other, difference.kind)
    )


def _stated(finding: Finding, kind: Kind) -> bool:
    names = {"measurement": "size_mm"}
    return getattr(finding, names.get(kind, kind)) is not None


def _judge_leftovers(judged: _Judge, matching: Matching) -> None:
    for i, j in matching.denied:
        a, b = judged.reference[i], judged.candidate[j]
        judged.add("status", (a.finding.status, "absent"), 1.0, a, b)
        judged.grade("incorrect", a, b, 0.0)
    for i, j in matching.affirmed:
        a, b = judged.reference[i], judged.candidate[j]
        judged.add("status", ("absent", b.finding.status), 1.0, a, b)
        judged.grade("incorrect", a, b, 0.0)
    for i in matching.missing:
        a = judged.reference[i]
        old = a.finding.temporal == "chronic"
        share = INCIDENTAL if old or clinical_weight(a.finding) < 1.0 else 1.0
        judged.add("missing", (a.finding.status, ""), share, a, None)
        judged.grade("missing", a, None, 0.0)
    for j in matching.added:
        b = judged.candidate[j]
        judged.add("added", ("", b.finding.status), ADDED, None, b)
        judged.grade("added", None, b, 0.0)


def _judge_denials(judged: _Judge, matching: Matching) -> None:
    """A finding that has its counterpart, but that the other report denies elsewhere."""
    for i, j, _ in matching.pairs:
        a, b = judged.reference[i], judged.candidate[j]
        for stated, own, other in (
            (a, judged.reference, judged.candidate),
            (b, judged.candidate, judged.reference),
        ):
            denial = _denial(stated, other)
            if denial is not None and _denial(stated, own) is None:
                pair = (a, denial) if stated is a else (denial, b)
                judged.add("status", (pair[0].finding.status, pair[1].finding.status), 0.8, *pair)


def _denial(stated: Mention, mentions: Sequence[Mention]) -> Mention | None:
    return next(
        (m for m in mentions if not m.finding.implied and denies(m.finding, stated.finding)), None
    )


def _by_grade(matches: Sequence[FindingMatch]) -> FindingMatches:
    def of(grade: Grade) -> tuple[FindingMatch, ...]:
        return tuple(match for match in matches if match.grade == grade)

    return FindingMatches(of("correct"), of("partial"), of("incorrect"), of("missing"), of("added"))
