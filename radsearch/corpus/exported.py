"""Rows that radsearch wrote itself: how they are known, and which of their columns are a report's.

An index's export, a cohort of the web page, the lines of `POST /export` and of `radsearch query
--json` hold texts as an index had them, beside what indexing and searching made of them.
"""

from collections.abc import Collection, Mapping
from typing import Any

from radsearch.corpus.values import cell_text

STATUSES = ("present", "absent", "uncertain")
MADE = frozenset(STATUSES) | frozenset(
    "extracted year disputed content_hash windowed findings_vec impression_vec report_vec".split()
)
"""Columns of an export that indexing makes; all others are a report's own."""
EXPORT_NOTE = "row of a radsearch export: its tags, vectors and notes are left out"
NUMBER, NOTE = "number", "note"
"""Columns of a cohort: the id of a report without identity, what the user wrote beside it."""
_SIGNS = ("=", "+", "-", "@", "\t", "\r", "'")


def is_exported(names: Collection[str]) -> bool:
    """Whether columns are those of an export; what they hold has to be asked too.

    >>> is_exported(["report_id", "findings", "impression", "present", "absent", "uncertain"])
    True
    """
    wanted = {"findings", "impression", *STATUSES}
    return wanted <= set(names) and ("report_id" in names or NUMBER in names)


def own_columns(names: Collection[str]) -> dict[str, str]:
    """Column of an export -> column of the report, for those that a report has.

    A year without its date is one of them; a number stands for the id that was taken out.

    >>> own_columns(["number", "findings", "year", "present", "note"])
    {'number': 'report_id', 'findings': 'findings', 'year': 'year'}
    """
    made = {*MADE, NOTE} - (set() if "study_date" in names else {"year"})
    kept = {name: name for name in names if name not in made}
    if NUMBER in kept and "report_id" not in kept:
        kept[NUMBER] = "report_id"
    return kept


def exported_cells(value: Mapping[str, Any]) -> dict[str, str] | None:
    """The cells of a JSON object that is a row of an export or a hit; None if it is neither.

    >>> exported_cells({"report_id": "a", "findings": "Clear.", "legs": {}, "tags": {},
    ...                 "metadata": {"age": 7}, "impression": "", "rank": 1})
    {'report_id': 'a', 'findings': 'Clear.', 'impression': '', 'age': '7'}
    >>> exported_cells({"report_id": "a", "findings": "Clear."})
    """
    if {"report_id", "findings", "impression", "legs", "tags", "metadata"} <= value.keys():
        texts = {name: cell_text(value[name]) for name in ("report_id", "findings", "impression")}
        return texts | {name: cell_text(item) for name, item in dict(value["metadata"]).items()}
    if is_exported(value.keys()) and all(isinstance(value[name], list) for name in STATUSES):
        return {name: cell_text(value[column]) for column, name in own_columns(value).items()}
    return None


def guard(text: str) -> str:
    """A text of a CSV file that no spreadsheet runs as a formula; `unguard` undoes it.

    >>> guard("=1+1"), guard("'cold' lesion"), guard("Clear.")
    ("'=1+1", "''cold' lesion", 'Clear.')
    """
    return f"'{text}" if text.startswith(_SIGNS) else text


def unguard(text: str) -> str:
    """What `guard` was given.

    >>> unguard("'=1+1"), unguard("''cold' lesion"), unguard("'Clear.'")
    ('=1+1', "'cold' lesion", "'Clear.'")
    """
    return text[1:] if text.startswith("'") and text[1:].startswith(_SIGNS) else text
