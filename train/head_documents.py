"""Whole authored reports with their gold statuses: what thresholds are chosen on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from radsearch.evaluation.authored import Part, read_authored
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.sentence import split_sentences


@dataclass(frozen=True, slots=True)
class Document:
    """One text with what it states.

    Attributes:
        key: Id of the report.
        whole: Whether it is a findings section, which states all of the gold; else an impression.
        sentences: Its sentences.
        silent: Whether the rules read nothing in a sentence.
        gold: Finding id -> status, by annotation of the report.
        rules: The same of this text, by rules.
    """

    key: str
    whole: bool
    sentences: Sequence[str]
    silent: Sequence[bool]
    gold: Mapping[str, str]
    rules: Mapping[str, str]


VIEWS = ("findings", "findings_rewrite", "impression", "impression_rewrite")


def authored_documents(folder: Path, part: Part) -> list[Document]:
    """The four texts of each report of one part; all share the gold of the report."""
    documents = []
    for row in read_authored(folder, part):
        gold = gold_status(row["annotations"])
        for view in VIEWS:
            text = str(row.get(view) or "")
            if not text:
                continue
            found, sentences = extract(text), split_sentences(text)
            silent = [not any(s.start <= f.start < s.end for f in found) for s in sentences]
            documents.append(
                Document(
                    key=str(row["id"]),
                    whole=view.startswith("findings"),
                    sentences=[sentence.text for sentence in sentences],
                    silent=silent,
                    gold=gold,
                    rules=rule_status(found),
                )
            )
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


def rule_status(findings: Sequence[Finding]) -> dict[str, str]:
    """The same of extracted findings."""
    out: dict[str, str] = {}
    for wanted in ("absent", "uncertain", "present"):
        out.update((f.finding, wanted) for f in findings if f.status == wanted)
    out.pop("no_abnormality", None)
    return out
