"""Single values as corpora write them: text, dates, ages, sexes, modality codes."""

import json
import re
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from radsearch.corpus.decoding import decode

REMEMBERED = 1_024
"""Cells whose reading is kept: a column of modalities or regions repeats a few of them."""

_MODALITIES = {
    "XR": "xr cr dx dr rg rx xray x-ray xrays x-rays radiograph radiographs radiography cxr",
    "CT": "ct cta ctpa cect ncct hrct computedtomography ctscan",
    "MR": "mr mri mra mrcp mrv fmri magneticresonance magneticresonanceimaging",
    "US": "us ultrasound ultrasonography sonography sonogram doppler duplex ivus",
    "MG": "mg mammography mammogram mammo tomosynthesis dbt",
    "NM": "nm nuclearmedicine scintigraphy spect bonescan",
    "PT": "pt pet pet/ct petct pet-ct positronemissiontomography",
    "XA": "xa angiography angiogram dsa",
    "RF": "rf fluoroscopy",
}
_CODE = {word: code for code, words in _MODALITIES.items() for word in words.split()}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NULLS = frozenset("n/a n.a. nan null <na> #n/a - -- .".split()) | {"", "not applicable"}
_NONES = frozenset({"none", "none.", "na", "nil"})
_POINTER = re.compile(  # "See report A1.": the report is elsewhere, or nowhere
    r"(?:please )?(?:see|refer to) (?:the )?"
    r"(?:(?:attached|separate|other|full|final|previous|scanned) )?"
    r"(?:report|dictation|note|document|accession|exam)s?\b.{0,40}"
    r"|(?:(?:no|the) )?report (?:(?:is|was) )?(?:not (?:yet )?(?:available|found|provided|ready)"
    r"|unavailable|pending|to follow|missing)"
    r"|no (?:report|text|dictation)(?: (?:is )?(?:available|found|provided))?"
    r"|not (?:available|reported|dictated|done|performed)|(?:dictation )?pending|deleted|cancell?ed"
    r"|exam(?:ination)? (?:not performed|cancell?ed)|test(?: report)?|to be dictated",
    re.I,
)


def cell_text(value: Any) -> str:
    r"""A cell as text: lists joined by lines, bytes decoded, whole floats without ".0".

    >>> cell_text(["Clear.", None, "Normal."]), cell_text(b"5 \xb1 1 mm"), cell_text(7.0)
    ('Clear.\nNormal.', '5 ± 1 mm', '7')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return decode(value)
    if isinstance(value, float):
        return "" if value != value else str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, list | tuple):
        return "\n".join(filter(None, map(cell_text, value)))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.isoformat() if isinstance(value, date) else str(value)


def is_null(text: str) -> bool:
    """Whether a cell says that nothing is there.

    >>> is_null(" N/A "), is_null("None")
    (True, False)
    """
    return len(text) < 20 and text.strip().lower() in _NULLS


def is_placeholder(text: str) -> bool:
    """Whether a whole report says nothing but that the report is elsewhere or not there.

    >>> is_placeholder("See report A1."), is_placeholder("None"), is_placeholder("No fracture.")
    (True, True, False)
    """
    text = " ".join(text.split()) if len(text) < 120 else text
    return is_null(text) or text.lower() in _NONES or bool(_POINTER.fullmatch(text.rstrip(".! ")))


@lru_cache(maxsize=REMEMBERED)
def modality_code(text: str) -> str:
    r"""The DICOM-like code of a modality; what is not known stays, in capitals.

    Several joined by "\" or "," give the first.

    >>> modality_code("cr"), modality_code("Computed Tomography"), modality_code("MRI\\SR")
    ('XR', 'CT', 'MR')
    """
    first = re.split(r"[\\,;]", text.strip())[0].strip()
    folded = re.sub(r"[\s_]+", "", first.lower())
    return _CODE.get(folded) or modality_in(first) or first.upper()


@lru_cache(maxsize=REMEMBERED)
def modality_in(text: str) -> str:
    """The code of the first modality that a study's name holds, or "".

    >>> modality_in("Xray Chest PA and Lateral"), modality_in("CT ABDOMEN"), modality_in("Knee")
    ('XR', 'CT', '')
    """
    words = re.findall(r"[a-z][a-z/-]*[a-z]", text.lower())
    return next((_CODE[word] for word in words if word in _CODE and word != "film"), "")


def parse_date(text: str) -> date | None:
    """The day that a text names, or None if it names none, or one that can be read in two ways.

    >>> parse_date("20250102"), parse_date("2 Jan 2025"), parse_date("03/04/2025")
    (datetime.date(2025, 1, 2), datetime.date(2025, 1, 2), None)
    """
    text = text.strip()
    if found := re.match(
        r"(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))(?!\d\d\b(?!:))", text
    ):
        return _day(found[1], found[3] or found[5], found[4] or found[6])
    if found := re.match(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b", text):
        first, second, year = int(found[1]), int(found[3]), found[4]
        if found[2] == "." or first > 12 or first == second:
            return _day(year, second, first)
        return _day(year, first, second) if second > 12 else None
    found = re.match(r"(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{4})\b", text, re.I)
    if found and found[2].lower() in _MONTHS:
        return _day(found[3], _MONTHS.index(found[2].lower()) + 1, found[1])
    found = re.match(r"([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b", text, re.I)
    if found and found[1].lower() in _MONTHS:
        return _day(found[3], _MONTHS.index(found[1].lower()) + 1, found[2])
    return None


def _day(year: str | int, month: str | int, day: str | int) -> date | None:
    try:
        return datetime(int(year), int(month), int(day)).date()
    except ValueError:
        return None


def parse_age(text: str) -> int | None:
    """Whole years, from "45", "045Y", "45 years", "18M" (months); None if it is no age.

    >>> parse_age("045Y"), parse_age("18M"), parse_age("90+"), parse_age("adult")
    (45, 1, 90, None)
    """
    found = re.fullmatch(
        r"\s*[>≥]?\s*(\d{1,3})(?:\.\d+)?\s*\+?\s*([a-z-]*)(?:[ -]?old)?\.?\s*", text, re.I
    )
    if not found:
        return None
    number, unit = int(found[1]), found[2].lower().strip("-")
    if unit in {"d", "day", "days", "w", "wk", "wks", "week", "weeks"}:
        return number // (365 if unit.startswith("d") else 52)
    if unit in {"m", "mo", "mos", "month", "months"}:
        return number // 12
    known = unit in {"", "y", "yr", "yrs", "year", "years", "yo", "a"}
    return number if known and number <= 130 else None


def parse_sex(text: str) -> str:
    """One of "F", "M", "O", or "" if not stated.

    >>> parse_sex("Female"), parse_sex("m"), parse_sex("unknown")
    ('F', 'M', '')
    """
    word = text.strip().lower()
    if word in {"f", "female", "woman", "w", "girl", "2"}:
        return "F"
    if word in {"m", "male", "man", "boy", "1"}:
        return "M"
    return "O" if word in {"o", "other", "x", "nonbinary", "non-binary", "diverse"} else ""


@lru_cache(maxsize=REMEMBERED)
def body_part_code(text: str) -> str:
    """Lower case, words joined by "_".

    >>> body_part_code("Lumbar Spine")
    'lumbar_spine'
    """
    return "_".join(re.findall(r"[a-z0-9]+", text.lower()))
