"""Rows of JSON Lines files, and of JSON files that are one value: a list or a FHIR resource."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from radsearch.corpus.columns import TEXT_FIELDS, fold, known
from radsearch.corpus.decoding import read_lines
from radsearch.corpus.exported import EXPORT_NOTE, exported_cells
from radsearch.corpus.fhir import fhir_rows
from radsearch.corpus.row import Notes, Row
from radsearch.corpus.values import cell_text
from radsearch.errors import CorpusError

_WANTED = "one object a line, an array of objects, or an object with one list of them is wanted"


def read_json(path: Path, notes: Notes, named: frozenset[str] = frozenset()) -> Iterator[Row]:
    """Rows of a JSON Lines file, or of one JSON value; names inside names are joined by ".".

    Args:
        path: The file, which may be gzipped.
        notes: Counts the lines that are not UTF-8, and the rows that radsearch wrote.
        named: Names of columns that the user gave.

    Yields:
        Its rows; a line that is no JSON object carries its fault.

    Raises:
        CorpusError: If a value over many lines is broken, or does not say which are its reports.
    """
    lines = read_lines(path, notes)
    first, second = _stated(lines), _stated(lines)
    every = chain(filter(None, [first, second]), lines)
    if first.lstrip().startswith("[") or _goes_on(first, second):
        for value in reports_in(path, _whole(path, "".join(every)), named):
            yield from _rows(value, notes)
        return
    for line in every:
        if not line.strip():
            continue
        try:
            value = _loads(line)
        except (ValueError, RecursionError):
            yield Row(fault="unreadable: not JSON")
            continue
        for one in [value] if second else reports_in(path, value, named):
            yield from _rows(one, notes)


def reports_in(path: Path, value: Any, named: frozenset[str] = frozenset()) -> list[Any]:
    """The reports in the one JSON value of a file.

    Args:
        path: The file, for the message.
        value: An array of objects, an object with one list of objects, or a report.
        named: Names of columns that the user gave: an object that has one is a report.

    Returns:
        The items of the list; an object that holds text itself, or no list, is the only one.

    Raises:
        CorpusError: If no item of an array is an object, or an object has several lists of them,
            or objects under names that are no columns.

    >>> reports_in(Path("a.json"), {"count": 1, "reports": [{"text": "Clear."}]})
    [{'text': 'Clear.'}]
    >>> len(reports_in(Path("a.json"), {"text": "Clear.", "priors": [{"text": "Mass."}]}))
    1
    """
    if isinstance(value, list):
        if value and not any(isinstance(one, dict) for one in value):
            raise CorpusError(
                f"{path}: a JSON array of {len(value)} items, none of them an object: {_WANTED}"
            )
        return value
    if not isinstance(value, dict) or "resourceType" in value:
        return [value]
    if _is_table(value):
        raise CorpusError(f"{path}: a JSON object with {len(value)} objects under names: {_WANTED}")
    lists = [name for name, item in value.items() if _holds_objects(item)]
    if lists == ["reports"]:
        return list(value["reports"])
    if not lists or _has_text(value, lists, named):
        return [value]
    if len(lists) > 1:
        raise CorpusError(f"{path}: a JSON object with {len(lists)} lists of objects: {_WANTED}")
    return list(value[lists[0]])


def _is_table(value: dict[str, Any]) -> bool:
    """Whether an object holds rows under their ids or numbers: its parts would overlay each other.

    >>> _is_table({"0": {"text": "Clear."}, "1": {"text": "Mass."}})
    True
    >>> _is_table({"study": {"id": 1}, "report": {"text": "Clear."}})
    False
    """
    parts = list(value.values())
    return (
        len(parts) > 1
        and all(isinstance(part, dict) and part.keys() == parts[0].keys() for part in parts)
        and not any(map(known, value))
    )


def _holds_objects(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(one, dict) for one in item)


def _has_text(value: dict[str, Any], lists: list[str], named: frozenset[str]) -> bool:
    """Whether an object has a column of report text of its own."""
    names = _row({name: item for name, item in value.items() if name not in lists}).cells
    given = {fold(name) for name in named}
    return any(
        fold(name) in given or ((found := known(name)) and found[0] in TEXT_FIELDS)
        for name in names
    )


def _stated(lines: Iterator[str]) -> str:
    """The next line that is not blank; "" if there is none."""
    return next((line for line in lines if line.strip()), "")


def _goes_on(first: str, second: str) -> bool:
    """Whether the object that the first line begins goes on in the second.

    >>> _goes_on('{"id": 1,', '"report": "Clear."}'), _goes_on('{"id": 1', '{"id": 2}')
    (True, False)
    """
    second = second.strip()
    if not first.lstrip().startswith("{") or not second:
        return False
    if second.startswith("{") and second.endswith("}"):  # a broken line of JSON Lines
        return False
    try:
        _loads(first)
    except (ValueError, RecursionError):
        return True
    return False


def _whole(path: Path, text: str) -> Any:
    try:
        return _loads(text)
    except (ValueError, RecursionError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise CorpusError(f"{path}: not JSON{place}: {_WANTED}") from None


def _loads(text: str) -> Any:
    """The value of a JSON text; half a surrogate pair, which no file can hold, becomes "?"."""
    value: Any = json.loads(text)
    if "\\ud" in text.lower():
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return value


def _rows(value: Any, notes: Notes) -> Iterator[Row]:
    if isinstance(value, dict) and "resourceType" in value:
        return fhir_rows(value)
    if isinstance(value, dict) and (cells := exported_cells(value)) is not None:
        notes[EXPORT_NOTE] += 1
        return iter([Row(cells, stored=True)])
    return iter([_row(value)])


def _row(value: Any) -> Row:
    if not isinstance(value, dict):
        return Row(fault="unreadable: not a JSON object")
    cells: dict[str, str] = {}
    for name, item in value.items():
        if isinstance(item, dict):
            cells |= {f"{name}.{inner}": cell_text(one) for inner, one in item.items()}
        else:
            cells[name] = cell_text(item)
    return Row(cells)
