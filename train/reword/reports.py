"""Reports: which of a corpus are sent, how they are asked for, what their rows look like."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from radsearch.deidentify import deidentify
from radsearch.report import Report

from .check import Fault, judge
from .prompt import PARTS, SECTIONS, SYSTEM, THOUGHT, VERSION, answer_schema, user_prompt
from .task import Parts, Task

REWORDED = 0.92  # length of a rewording to its section; measured on data/corpus/authored3
LEVELS = 400  # characters of the three levels with the names of the parts: our guess
Refuse = Callable[[str, Fault], None]


def chosen(
    reports: Iterable[Report], refuse: Refuse, *, limit: int | None = None, clean: bool = False
) -> Iterator[Report]:
    """Reports with findings and impression, each text once.

    Args:
        reports: A corpus.
        refuse: Called with the id of each report that is left out, and why.
        limit: At most so many; None = all.
        clean: Whether names, dates, numbers and places are taken out of the texts by rules.

    Yields:
        Reports, in order.

    >>> one = Report("1", findings="Clear.", impression="Normal.")
    >>> told = []
    >>> other = [replace(one, report_id="2"), Report("3", findings="Clear.")]
    >>> kept = chosen([one, *other], lambda key, fault: told.append((key, fault.code)))
    >>> [report.report_id for report in kept], told
    (['1'], [('2', 'repeated'), ('3', 'no_pair')])
    """
    seen: set[tuple[str, str]] = set()
    for report in reports:
        if limit is not None and len(seen) == limit:
            return
        texts = report.findings.strip(), report.impression.strip()
        if not all(texts):
            refuse(report.report_id, Fault("report", "no_pair", "findings or impression missing"))
        elif texts in seen:
            refuse(report.report_id, Fault("report", "repeated", "texts of an earlier report"))
        else:
            seen.add(texts)
            yield _cleaned(report) if clean else report


def _cleaned(report: Report) -> Report:
    return replace(
        report,
        findings=deidentify(report.findings),
        impression=deidentify(report.impression),
        indication=deidentify(report.indication),
    )


def row_of(report: Report, parts: Parts, writer: str) -> dict[str, Any] | None:
    """A row of the form of `data/corpus/authored3`, with who wrote it; None without any part.

    Reports of one patient share a `patient_key`: `fit` draws them as each other's negatives.
    """
    if not parts:
        return None
    row: dict[str, Any] = {"id": report.report_id}
    if report.patient_id:
        row["patient_key"] = report.patient_id
    row |= {
        "modality": report.modality,
        "body_part": report.body_part,
        "sex": report.sex,
        "age": report.age,
        "indication": report.indication,
        "findings": report.findings,
        "impression": report.impression,
    }
    row |= {part: parts[part] for part in SECTIONS if part in parts}
    row["thought"] = {level: parts[level] for level in THOUGHT if level in parts}
    return row | {"writer": writer}


def _question(report: Report, refused: Mapping[str, Any], why: Sequence[str]) -> str:
    return user_prompt(report.findings, report.impression, refused, why)


REPORTS: Task[Report] = Task(
    version=VERSION,
    system=SYSTEM,
    parts=PARTS,
    schema=answer_schema,
    question=_question,
    judge=judge,
    key=lambda report: report.report_id,
    row=row_of,
    expected=lambda r: REWORDED * (len(r.findings) + len(r.impression)) + LEVELS,
)
