"""Which parts of an answer are fit for training, and what speaks against the others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from radsearch.language.extract import extract
from radsearch.language.radsim import radsim
from radsearch.language.tokens import tokenize
from radsearch.report import Report

from .facts import contradictions, new_sides, new_sizes
from .prompt import SECTIONS
from .scales import exchanged

LEAST_RADSIM = 0.5  # measured: docs/training.md
COPIED = 0.9  # Dice overlap of words from which a rewording teaches nothing
_CONCLUDED = ("laterality", "level", "severity")
"""What a pattern or reasoning must keep: it weighs what is not there, and quotes limits."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a part of an answer is refused; holds no report text.

    Attributes:
        part: Name of the part, or "report".
        code: "schema", "copied", "radsim", "new_size", "new_side", "exchanged", or the attribute
            that is contradicted.
        detail: Finding id or value.
    """

    part: str
    code: str
    detail: str

    def __str__(self) -> str:
        """Part, code and detail in one line."""
        return f"{self.part}: {self.code} ({self.detail})"


def judge(report: Report, answer: Any, parts: Sequence[str]) -> tuple[dict[str, str], list[Fault]]:
    """Split an answer into what may be kept and what may not.

    Args:
        report: With both sections.
        answer: What the model gave, of any form.
        parts: What was asked for.

    Returns:
        Texts by part, and the faults of the other parts.

    >>> report = Report("r", findings="Small left effusion.", impression="Left effusion.")
    >>> kept, faults = judge(report, {"pattern": "Right effusion."}, ["pattern"])
    >>> kept, [str(fault) for fault in faults]
    ({}, ['pattern: laterality (pleural_effusion)', 'pattern: new_side (right)'])
    """
    kept: dict[str, str] = {}
    faults: list[Fault] = []
    for part in parts:
        text = answer.get(part) if isinstance(answer, dict) else None
        if not isinstance(text, str) or not text.strip():
            faults.append(Fault(part, "schema", "no text"))
            continue
        found = _faults(part, report, text.strip())
        faults += found
        if not found:
            kept[part] = text.strip()
    return kept, faults


def _faults(part: str, report: Report, text: str) -> list[Fault]:
    """What speaks against one part; sizes and sides may come from either section."""
    body = f"{report.findings}\n\n{report.impression}"
    if part in SECTIONS:
        return reworded(part, getattr(report, SECTIONS[part]), text, body)
    facts, told = extract(body), extract(text)
    if part == "evidence":
        found = contradictions(facts, told)
        return [*(Fault(part, *each) for each in found), *_invented(part, text, body)]
    found = contradictions(facts, told, _CONCLUDED)
    sides = [Fault(part, "new_side", side) for side in new_sides(text, body)]
    return [*(Fault(part, *each) for each in found), *sides]


def reworded(part: str, section: str, text: str, source: str) -> list[Fault]:
    """What speaks against a text as a rewording.

    Args:
        part: Name of the text, for the faults.
        section: What it should say in other words.
        text: What it says.
        source: The whole that the section is from.

    Returns:
        Contradictions, facts that came or went, values from nowhere, words that did not change.
    """
    facts, told = extract(section), extract(text)
    found = [Fault(part, *each) for each in contradictions(facts, told)]
    score = radsim(facts, told).score
    if score < LEAST_RADSIM:
        found.append(Fault(part, "radsim", f"{score:.2f} below {LEAST_RADSIM}"))
    if (shared := overlap(section, text)) >= COPIED:
        found.append(Fault(part, "copied", f"{shared:.2f} of the words"))
    words = [Fault(part, "exchanged", word) for word in exchanged(text, section, source)]
    return [*found, *_invented(part, text, source), *words]


def _invented(part: str, text: str, source: str) -> list[Fault]:
    return [
        *(Fault(part, "new_side", side) for side in new_sides(text, source)),
        *(Fault(part, "new_size", size) for size in new_sizes(text, source)),
    ]


def overlap(a: str, b: str) -> float:
    """Share of the words that two texts have in common, in [0, 1].

    >>> overlap("Clear lungs.", "Lungs are clear.")
    0.8
    """
    one, other = (Counter(t.word for t in tokenize(x) if t.word.isalnum()) for x in (a, b))
    return 2 * (one & other).total() / max(1, one.total() + other.total())
