"""Whole authored reports with their gold statuses: what thresholds are chosen on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from radsearch.evaluation.authored import Part, read_authored
from radsearch.language.extract import extract
from radsearch.language.sentence import split_sentences


@dataclass(frozen=True, slots=True)
class Document:
    """One text with what it states.

    Attributes:
        key: Id of the report.
        sentences: Its sentences.
        gold: Finding id -> status, by annotation.
        rules: The same by rules.
    """

    key: str
    sentences: Sequence[str]
    gold: Mapping[str, str]
    rules: Mapping[str, str]


def authored_documents(folder: Path, part: Part) -> list[Document]:
    """Findings and rewritten findings of one part; both share the gold of the report."""
    documents = []
    for row in read_authored(folder, part):
        gold = gold_status(row["annotations"])
        for view in ("findings", "findings_rewrite"):
            text = str(row.get(view) or "")
            if text:
                sentences = [sentence.text for sentence in split_sentences(text)]
                documents.append(Document(str(row["id"]), sentences, gold, rule_status(text)))
    return documents


def gold_status(annotations: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Finding id -> status; present before uncertain before absent.

    >>> gold_status([{"finding": "mass", "presence": "absent", "certainty": "definite"}])
    {'mass': 'absent'}
    """
    out: dict[str, str] = {}
    for wanted in ("absent", "uncertain", "present"):
        for note in annotations:
            status = "uncertain" if note["certainty"] == "possible" else str(note["presence"])
            if status == wanted and note["finding"] != "no_abnormality":
                out[str(note["finding"])] = status
    return out


def rule_status(text: str) -> dict[str, str]:
    """The same of a text, by rules."""
    out: dict[str, str] = {}
    findings = extract(text)
    for wanted in ("absent", "uncertain", "present"):
        out.update((f.finding, wanted) for f in findings if f.status == wanted)
    out.pop("no_abnormality", None)
    return out
