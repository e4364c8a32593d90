"""Reports in HL7 v2 result messages (ORU^R01): one report for each OBR."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from radsearch.corpus.decoding import decode, open_bytes
from radsearch.corpus.row import Notes, Row
from radsearch.corpus.values import parse_date
from radsearch.language.marks import find_marks

_HEADS = {"findings": "FINDINGS:", "impression": "IMPRESSION:", "addendum": "ADDENDUM:",
          "recommendation": "RECOMMENDATION:", "": ""}  # fmt: skip
_SECTIONS = {  # suffixes of OBX-3, LOINC codes, letters of the US VA
    "GDT": "findings", "59776-5": "findings", "18782-3": "findings", "R": "findings",
    "IMP": "impression", "19005-8": "impression", "I": "impression",
    "ADT": "addendum", "ADN": "addendum", "ADD": "addendum", "55107-7": "addendum",
    "REC": "recommendation", "18783-1": "recommendation",
}  # fmt: skip
_NOT_TEXT = frozenset({"TCM", "D", "P"})  # the technician's note, codes
_TEXT_TYPES = frozenset({"ST", "TX", "FT", "ED", "CE", "CWE", ""})
_WITHDRAWN = frozenset({"W", "D", "X"})
_ESCAPES = {"F": "|", "S": "^", "T": "&", "R": "~", "E": "\\", "H": "", "N": ""}
_ESCAPE = re.compile(
    r"\\(?:([FSTREHN])|\.(br|sp|in|ti|fi|nf|sk|ce)[+-]?\d*|X((?:[0-9A-F]{2})+))(?:\\|$)"
)


@dataclass
class _Group:
    """One OBR with its OBX: a report in the making."""

    cells: dict[str, str]
    lines: list[tuple[str, str]] = field(default_factory=list)  # (section, line)
    statuses: set[str] = field(default_factory=set)

    def row(self) -> Row:
        texts: list[str] = []
        last = None
        for section, line in self.lines:
            if section != last:
                texts.append("")
                if section and not _begins_with_title(line):
                    texts.append(_HEADS[section])
            texts.append(line)
            last = section
        statuses = self.statuses - {""}
        status = self.cells.get("status", "")
        if statuses and (not status or statuses <= _WITHDRAWN):
            status = sorted(statuses)[0]
        return Row(
            self.cells | {"text": _join_wraps("\n".join(texts)), "status": status}, versioned=True
        )


def read_hl7(path: Path, notes: Notes) -> Iterator[Row]:
    """Reports of a file of messages, batched or not, with any line ends.

    Args:
        path: The file, which may be gzipped.
        notes: Counts the files that are not UTF-8.

    Yields:
        A row for each OBR; a later version of the same report replaces it.
    """
    with open_bytes(path) as file:
        text = decode(file.read(), notes)
    patient: dict[str, str] = {}
    group: _Group | None = None
    for segment in re.split(r"\r\n?" if "\r" in text else r"\n", text):
        fields = segment.strip("\n").split("|")
        name = fields[0].strip()
        if name in {"MSH", "OBR", "BTS", "FTS"} and group:
            yield group.row()
            group = None
        if name == "MSH":
            patient = {}
        elif name == "PID":
            patient = {
                "patient_id": _part(fields, 3),
                "sex": _part(fields, 8),
                "born": _part(fields, 7),
            }
        elif name == "OBR":
            group = _Group(_study(fields, patient))
        elif name == "OBX" and group:
            _add(group, fields)
    if group:
        yield group.row()


def _part(fields: list[str], place: int, component: int = 0) -> str:
    parts = (fields[place] if place < len(fields) else "").split("^")
    return parts[component].strip() if component < len(parts) else ""


def _study(fields: list[str], patient: dict[str, str]) -> dict[str, str]:
    """The metadata of a study, by the columns that every reader uses."""
    day = parse_date(_part(fields, 7)[:8])
    born = parse_date(patient.get("born", "")[:8])
    return {
        "accession": _part(fields, 3) or _part(fields, 2),
        "exam": _part(fields, 4, 1) or _part(fields, 4),
        "study_date": day.isoformat() if day else "",
        "modality": _part(fields, 24),
        "status": _part(fields, 25),
        "indication": unescape(_part(fields, 31, 1) or _part(fields, 31)),
        "patient_id": patient.get("patient_id", ""),
        "sex": patient.get("sex", ""),
        "age": _age(born, day),
    }


def _age(born: date | None, day: date | None) -> str:
    if not born or not day or day < born:
        return ""
    return str(day.year - born.year - ((day.month, day.day) < (born.month, born.day)))


def _add(group: _Group, fields: list[str]) -> None:
    """Add what an OBX says, unless it was withdrawn or is no text."""
    kind, name = _part(fields, 2), fields[3] if len(fields) > 3 else ""
    code, _, suffix = name.split("^")[0].partition("&")
    status = _part(fields, 11)
    value = fields[5] if len(fields) > 5 else ""
    if kind not in _TEXT_TYPES or {code, suffix} & _NOT_TEXT:
        return
    group.statuses.add(status)
    if status in _WITHDRAWN:
        return
    section = _SECTIONS.get(suffix) or _SECTIONS.get(code, "")
    if kind == "ED":
        text = _decoded(value)
    elif kind in {"CE", "CWE"}:
        text = unescape(" ".join(filter(None, value.split("^")[:2]))) if "^" in value else value
    else:
        text = unescape(value.replace("~", "\n"))
    group.lines += [(section, line.rstrip()) for line in text.split("\n")]


def _decoded(value: str) -> str:
    try:
        return decode(base64.b64decode(value.split("^")[-1], validate=True))
    except (binascii.Error, ValueError):
        return ""


def unescape(text: str) -> str:
    r"""HL7 escapes as what they stand for; unknown ones stay, so C:\temp survives.

    >>> unescape(r"6 \T\ 7 mm\.br\next \X0D0A\line C:\temp\x")
    '6 & 7 mm\nnext \nline C:\\temp\\x'
    """

    def sign(found: re.Match[str]) -> str:
        letter, layout, digits = found.groups()
        if letter:
            return _ESCAPES[letter]
        if layout:
            return "\n" if layout in {"br", "sp", "ce"} else ""
        return bytes.fromhex(digits).decode("cp1252", "replace").replace("\r\n", "\n")

    return _ESCAPE.sub(sign, text)


def _begins_with_title(line: str) -> bool:
    marks = find_marks(line)
    return bool(marks) and marks[0].kind == "title" and not line[: marks[0].start].strip()


def _join_wraps(text: str) -> str:
    """Messages carry one printed line an OBX: lines that run on are joined by a blank."""
    text = re.sub(r"(?m)([^\s.:;!?])\n(?=[a-z(])", r"\1 ", text)
    return re.sub(r"(?m)(^.{55,}[^\s.:;!?])\n(?=[A-Z0-9][^\n:]*$)", r"\1 ", text)
