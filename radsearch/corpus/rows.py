"""One row of a table -> one `Report`, or the reason why not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from radsearch.corpus.markup import strip_markup
from radsearch.corpus.values import (
    body_part_code,
    is_null,
    is_placeholder,
    modality_code,
    modality_in,
    parse_age,
    parse_date,
    parse_sex,
)
from radsearch.language.marks import find_marks
from radsearch.language.sections import Sections, split_sections
from radsearch.report import Report

PLAIN = ("indication", "technique", "comparison", "addendum")
_EXTRA_SECTIONS = ("exam", "recommendation", "communication")
_UNUSABLE = re.compile(
    r"(?:p|prelim\w*|preliminary.*|partial|registered|w|x|d|i|deleted|cancell?ed|entered[- _]in[- _]error|wet ?read|unverified|draft)",
    re.I,
)


@dataclass
class RowReader:
    """Turns rows into reports and counts what could not be read as stated.

    Attributes:
        notes: What happened to values -> how often.
    """

    notes: dict[str, int] = field(default_factory=dict)

    def refusal(self, row: Mapping[str, str], columns: Mapping[str, str]) -> str:
        """Why a row holds no report, without reading its text closely; "" if it may hold one."""
        texts = [
            row.get(columns[name], "")
            for name in ("text", "findings", "impression", *PLAIN[3:])
            if name in columns
        ]
        if not texts:
            return "no text column"
        stated = [text for text in texts if text and not text.isspace()]
        if not stated:
            return "empty"
        if all(is_placeholder(text) for text in stated):
            return "placeholder"
        status = row.get(columns.get("status", ""), "").strip()
        if status and _UNUSABLE.fullmatch(status):
            return f"status {status.lower()}"
        return ""

    def report(self, report_id: str, row: Mapping[str, str], columns: Mapping[str, str]) -> Report:
        """The report that a row holds; `refusal` was asked before."""
        value = {name: row.get(column, "").strip() for name, column in columns.items()}
        extra = {
            name: text.strip()
            for name, text in row.items()
            if text and name not in columns.values() and text.strip()
        }
        texts = self._texts(value, extra)
        exam = value.get("exam", "")
        if exam:
            extra.setdefault(columns["exam"], exam)
        stated = modality_code(value["modality"]) if value.get("modality") else ""
        return Report(
            report_id=report_id,
            **texts,
            modality=stated or modality_in(exam or extra.get("exam", "")),
            body_part=body_part_code(value.get("body_part", "")),
            study_date=self._kept("study_date", value, extra, parse_date),
            sex=parse_sex(value.get("sex", "")),
            age=self._kept("age", value, extra, parse_age),
            patient_id=value.get("patient_id", ""),
            extra=extra,
        )

    def _kept(self, name: str, value: Mapping[str, str], extra: dict[str, str], parse):  # type: ignore[no-untyped-def]
        """A parsed value; one that does not parse is noted and kept as it was written."""
        text = value.get(name, "")
        if not text or is_null(text):
            return None
        parsed = parse(text)
        if parsed is None:
            self.note(f"{name} not understood, kept in extra")
            extra.setdefault(name, text)
        return parsed

    def note(self, what: str) -> None:
        """Count something worth telling the user."""
        self.notes[what] = self.notes.get(what, 0) + 1

    def _texts(self, value: Mapping[str, str], extra: dict[str, str]) -> dict[str, str]:
        """The text fields of the report, from its own columns and from the whole text."""
        texts = {name: text for name in PLAIN if (text := strip_markup(value.get(name, "")))}
        for name in ("findings", "impression"):
            text = strip_markup(value.get(name, ""))
            if text and not is_null(text):
                _merge(texts, split_column(name, text), extra)
        whole = strip_markup(value.get("text", ""))
        if whole and not (texts.get("findings") and texts.get("impression")):
            _merge(texts, split_sections(whole).merged(), extra)
        return texts


def split_column(name: str, text: str) -> Sections:
    """What a findings or an impression column holds; its own headings are heard.

    >>> split_column("impression", "IMPRESSION: Normal.").impression
    'Normal.'
    >>> split_column("findings", "Lungs: Clear. Heart: Normal.").findings
    'Lungs: Clear. Heart: Normal.'
    """
    titles = [
        mark
        for mark in find_marks(text)
        if mark.kind == "title"
        and mark.label in {"findings", "impression", "combined", "report", "technique_findings"}
    ]
    if not titles:
        return Sections(**{name: text})
    found = split_sections(text).merged()
    whole = {
        part: getattr(found, part) for part in ("findings", "impression", "combined", "unlabelled")
    }
    if not whole[
        name
    ]:  # text without a heading, or under REPORT, belongs to the column's own section
        for part in ("unlabelled", "combined"):
            if whole[part] and not (part == "combined" and "/" in text[:40]):
                whole[name], whole[part] = whole[part], ""
                break
    elif whole["unlabelled"]:
        whole[name] = "\n".join((whole.pop("unlabelled"), whole[name]))
    plain = {part: getattr(found, part) for part in (*PLAIN, *_EXTRA_SECTIONS)}
    return Sections(**{**plain, **whole})


def _merge(texts: dict[str, str], found: Sections, extra: dict[str, str]) -> None:
    """Add sections that are not there yet."""
    for part in ("findings", "impression", "combined", "unlabelled", *PLAIN):
        if text := getattr(found, part):
            texts.setdefault(part, text)
    for part in _EXTRA_SECTIONS:
        if text := getattr(found, part):
            extra.setdefault(part, text)
