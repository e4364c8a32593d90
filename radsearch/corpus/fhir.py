"""Reports in FHIR JSON: DiagnosticReport, Composition, DocumentReference, alone or in a Bundle."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any

from radsearch.corpus.decoding import decode
from radsearch.corpus.markup import strip_markup
from radsearch.corpus.row import Row
from radsearch.language.titles import match_title

Resource = Mapping[str, Any]
_REPORTS = ("DiagnosticReport", "Composition", "DocumentReference")
_LOINC = {
    "59776-5": "findings", "18782-3": "findings", "121070": "findings",
    "19005-8": "impression", "121072": "impression", "121076": "impression",
    "55107-7": "addendum", "121078": "addendum", "18785-6": "indication", "121109": "indication",
    "18834-2": "comparison", "55111-9": "technique",
}  # fmt: skip
_IMAGING = frozenset(
    "RAD LP29684-5 394914008 363679005 imaging CT MR NMR NMS RUS US XRC CUS RX VUS OUS IMG".split()
)
_FORMS = ("text/plain", "text/html", "application/xhtml", "text/xml", "text/rtf", "application/rtf")


def fhir_rows(resource: Resource) -> Iterator[Row]:
    """The reports in a FHIR resource.

    Args:
        resource: One line of a bulk export, or a whole Bundle.

    Yields:
        A row a report; any other resource that stands alone is a row with its fault.
    """
    if resource.get("resourceType") != "Bundle":
        yield _checked(resource, {})
        return
    listed = resource.get("entry")
    entries = [
        entry["resource"]
        for entry in (listed if isinstance(listed, list) else [])
        if isinstance(entry, dict) and isinstance(entry.get("resource"), dict)
    ]
    known = {f"{one.get('resourceType')}/{one.get('id')}": one for one in entries}
    for one in entries:
        if one.get("resourceType") in _REPORTS:
            yield _checked(one, known)


def _checked(resource: Resource, known: Mapping[str, Resource]) -> Row:
    """A report's row, or its fault where a text stands for an object, or the reverse."""
    try:
        return _row(resource, known)
    except (AttributeError, TypeError):
        return Row(
            fault="unreadable: FHIR with values of wrong types",
            id_hint=str(resource.get("id") or ""),
        )


def _row(resource: Resource, known: Mapping[str, Resource]) -> Row:
    kind = str(resource.get("resourceType"))
    name = str(resource.get("id") or "")
    if kind not in _REPORTS:
        return Row(fault=f"no report: a FHIR {kind}", id_hint=name)
    codes = _codes(*(resource.get("category") or []))
    if codes and kind == "DiagnosticReport" and not codes & _IMAGING:
        return Row(fault="no imaging report", id_hint=name)
    cells = {
        "report_id": name,
        "status": str(resource.get("status") or ""),
        "exam": str((resource.get("code") or {}).get("text") or resource.get("title") or ""),
        "study_date": str(resource.get("effectiveDateTime") or resource.get("date") or "")[:10],
        "patient_id": str((resource.get("subject") or {}).get("reference") or ""),
        "text": "",
    }
    return Row(cells | _texts(resource, known), id_hint=name, versioned=True)


def _texts(resource: Resource, known: Mapping[str, Resource]) -> dict[str, str]:
    """Texts by column: single observations first, then sections, then whole documents."""
    found: dict[str, list[str]] = {}
    inside = {f"#{one.get('id')}": one for one in resource.get("contained") or []}
    links = [str(link.get("reference")) for link in resource.get("result") or []]
    for one in [{**known, **inside}.get(link) for link in links] or list(inside.values()):
        if one and one.get("resourceType") == "Observation" and one.get("valueString"):
            found.setdefault(_section(one), []).append(_plain(one["valueString"]))
    for section in resource.get("section") or []:
        text = _plain(str((section.get("text") or {}).get("div") or ""))
        found.setdefault(_section(section), []).append(text)
    if resource.get("conclusion") and "impression" not in found:
        found["impression"] = [_plain(str(resource["conclusion"]))]
    if not {"findings", "text"} & set(found) and (whole := _document(resource)):
        found["text"] = [whole]
        found.pop("impression", None)
    return {name: "\n".join(texts) for name, texts in found.items()}


def _document(resource: Resource) -> str:
    """The text of the first attached document that is text."""
    forms = list(resource.get("presentedForm") or [])
    forms += [one.get("attachment") or {} for one in resource.get("content") or []]
    for wanted in _FORMS:
        for form in forms:
            if str(form.get("contentType", "")).startswith(wanted) and form.get("data"):
                try:
                    data = base64.b64decode(form["data"], validate=True)
                except (binascii.Error, ValueError):
                    continue
                return strip_markup(decode(data))
    return ""


def _section(item: Resource) -> str:
    """The column of an observation or a section: by its code, else by its title."""
    code = item.get("code") or {}
    for one in _codes(code):
        if one in _LOINC:
            return _LOINC[one]
    label = match_title(str(code.get("text") or item.get("title") or ""))
    return label if label in {"findings", "impression", "addendum", "indication"} else "text"


def _codes(*concepts: Resource) -> set[str]:
    return {
        str(coding.get("code")) for concept in concepts for coding in concept.get("coding") or []
    }


def _plain(text: str) -> str:
    r"""Without markup; a backslash and an n, as some systems write them, are a line end."""
    return strip_markup(text.replace("\\n", "\n"))
