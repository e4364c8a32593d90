"""Rows of JSON Lines files, and of JSON files that are one list or one FHIR resource."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from radsearch.corpus.decoding import read_lines
from radsearch.corpus.exported import EXPORT_NOTE, exported_cells
from radsearch.corpus.fhir import fhir_rows
from radsearch.corpus.row import Notes, Row
from radsearch.corpus.values import cell_text
from radsearch.errors import CorpusError


def read_json(path: Path, notes: Notes) -> Iterator[Row]:
    """Rows of a JSON Lines file, or of a JSON list; names inside names are joined by ".".

    Args:
        path: The file, which may be gzipped.
        notes: Counts the lines that are not UTF-8, and the rows that radsearch wrote.

    Yields:
        Its rows; a line that is no JSON object carries its fault.
    """
    lines = read_lines(path, notes)
    first = next((line for line in lines if line.strip()), "")
    if first.lstrip().startswith("["):
        for value in _whole(path, "".join(chain([first], lines))):
            yield from _rows(value, notes)
        return
    if first.strip() == "{":  # one object over many lines
        yield from _rows(_whole(path, "".join(chain([first], lines))), notes)
        return
    for line in chain([first], lines):
        if not line.strip():
            continue
        try:
            value = _loads(line)
        except (ValueError, RecursionError):
            yield Row(fault="unreadable: not JSON")
            continue
        yield from _rows(value, notes)


def _whole(path: Path, text: str) -> Any:
    try:
        return _loads(text)
    except (ValueError, RecursionError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise CorpusError(f"{path}: not JSON{place}: one object a line") from None


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
