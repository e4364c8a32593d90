"""One row of a table -> one `Report`, or the reason why not."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from radsearch.corpus.markup import join_wraps, strip_markup
from radsearch.corpus.row import Notes
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
from radsearch.report import TEXT_FIELDS, Report

T = TypeVar("T")
MAIN = ("findings", "impression", "combined", "unlabelled")
HEADER = ("indication", "technique", "comparison", "addendum")
CODED = ("modality", "body_part", "sex", "patient_id")
STORED = (*TEXT_FIELDS, *CODED, "study_date", "age")
KEPT_APART = ("exam", "recommendation", "communication")  # no fields of a report: into extra
WITHDRAWN = "withdrawn"
"""Reason of a row that takes its report back: deleted, cancelled, entered in error."""
_TAKEN_BACK = re.compile(r"w|x|d|deleted|cancell?ed|withdrawn|entered[- _]in[- _]error", re.I)
_UNFINISHED = re.compile(
    r"p|prelim\w*|preliminary.*|partial|registered|i|wet ?read|unverified|draft", re.I
)
_MAY_HOLD_HEADINGS = re.compile(r"[:*#|\[\n\t]| [-\u2013\u2014;=]|  ")  # saves a search
_OWN_HEADINGS = frozenset({"findings", "impression", "combined", "report", "technique_findings"})


def refusal(row: Mapping[str, str], columns: Mapping[str, str]) -> str:
    """Why a row holds no report, without reading its text closely; "" if it may hold one.

    >>> refusal({"report": "See report A1."}, {"text": "report"})
    'placeholder'
    >>> refusal({"status": "entered-in-error"}, {"status": "status"})
    'withdrawn'
    """
    status = row.get(columns.get("status", ""), "").strip()
    if _TAKEN_BACK.fullmatch(status):
        return WITHDRAWN
    fields = [name for name in ("text", "findings", "impression", "addendum") if name in columns]
    if not fields:
        return "no text column"
    stated = [text for name in fields if (text := row.get(columns[name], "").strip())]
    if not stated:
        return "empty"
    if all(map(is_placeholder, stated)):
        return "placeholder"
    return f"status {status.lower()}" if _UNFINISHED.fullmatch(status) else ""


def report_of(
    report_id: str, row: Mapping[str, str], columns: Mapping[str, str], notes: Notes
) -> Report:
    """The report that a row holds; `refusal` was asked before.

    Args:
        report_id: Its id.
        row: Column -> text.
        columns: Field -> column.
        notes: Counts values that could not be read.

    Returns:
        The report; what no field takes is in `extra`, as written.
    """
    value = {name: row.get(column, "").strip() for name, column in columns.items()}
    texts, apart = _texts(value)
    taken = set(columns.values()) - {columns.get("exam"), columns.get("status")}
    extra = {name: text.strip() for name, text in row.items() if name not in taken and text.strip()}
    extra |= {name: text for name, text in apart.items() if name not in extra}
    exam = value.get("exam") or apart.get("exam", "")
    return Report(
        report_id=report_id,
        **texts,
        modality=modality_code(value.get("modality", "")) or modality_in(exam),
        body_part=body_part_code(value.get("body_part", "")),
        study_date=_parsed("study_date", value, extra, parse_date, notes),
        sex=parse_sex(value.get("sex", "")),
        age=_parsed("age", value, extra, parse_age, notes),
        patient_id=value.get("patient_id", ""),
        extra=extra,
    )


def stored_report(
    report_id: str, row: Mapping[str, str], columns: Mapping[str, str], notes: Notes
) -> Report:
    """The report that a row of an index's export holds, field by field as it is written.

    Args:
        report_id: Its id.
        row: Column -> text.
        columns: Field -> column.
        notes: Counts values that could not be read.

    Returns:
        The report; what no field takes is in `extra`.
    """
    used = {name: columns.get(name, name) for name in STORED}
    value = {name: row.get(column, "") for name, column in used.items()}
    taken = {*used.values(), columns.get("report_id")}
    extra = {name: text for name, text in row.items() if name not in taken and text}
    return Report(
        report_id=report_id,
        **{name: value[name] for name in (*TEXT_FIELDS, *CODED)},
        study_date=_parsed("study_date", value, extra, parse_date, notes),
        age=_parsed("age", value, extra, parse_age, notes),
        extra=extra,
    )


def split_column(name: str, text: str) -> Sections:
    """What a findings or an impression column holds; headings inside it are heard.

    >>> split_column("impression", "IMPRESSION: Normal.").impression
    'Normal.'
    >>> split_column("findings", "Lungs: Clear. Heart: Normal.").findings
    'Lungs: Clear. Heart: Normal.'
    """
    titled = _MAY_HOLD_HEADINGS.search(text) and any(
        m.kind == "title" and m.label in _OWN_HEADINGS for m in find_marks(text)
    )
    plain: dict[str, Any] = {name: text}
    if not titled:
        return Sections(**plain)
    found = split_sections(text).merged()
    main = {part: getattr(found, part) for part in MAIN}
    if found.unlabelled:  # above the first heading: the column says what it is
        main[name] = "\n".join(filter(None, (main["unlabelled"], main[name])))
        main["unlabelled"] = ""
    if found.combined and not main[name]:  # "REPORT:" in a column of findings
        main[name], main["combined"] = main["combined"], ""
    return replace(found, **main)


def _texts(value: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of the report, and those that are no field of it.

    A column of its own wins over the whole report's text; that one is only split where a
    section is missing.
    """
    found: dict[str, str] = {}
    for name in HEADER:
        if (text := strip_markup(value.get(name, ""))) and not is_null(text):
            found[name] = text
    for name in ("findings", "impression"):
        if (text := strip_markup(value.get(name, ""))) and not is_null(text):
            _fill(found, split_column(name, text))
    whole = strip_markup(value.get("text", ""))
    if whole and not is_null(whole) and not {"findings", "impression"} <= set(found):
        _fill(found, split_sections(whole).merged())
    apart = {name: found.pop(name) for name in KEPT_APART if name in found}
    return found, apart


def _fill(texts: dict[str, str], found: Sections) -> None:
    """Add the sections that are not there yet."""
    for part in (*MAIN, *HEADER, *KEPT_APART):
        if text := getattr(found, part):
            texts.setdefault(part, join_wraps(text))


def _parsed(
    name: str,
    value: Mapping[str, str],
    extra: dict[str, str],
    parse: Callable[[str], T | None],
    notes: Notes,
) -> T | None:
    """A parsed value; one that cannot be read is noted, and kept in `extra` as written."""
    text = value.get(name, "")
    if is_null(text):
        return None
    parsed = parse(text)
    if parsed is None:
        notes[f"{name} not understood, kept in extra"] += 1
        extra.setdefault(name, text)
    return parsed
