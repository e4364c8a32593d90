"""Reports in HL7 CDA: sections by their code, else by their title."""

import base64
import binascii
import xml.etree.ElementTree as ET

from radsearch.corpus.decoding import decode
from radsearch.corpus.row import Row
from radsearch.language.titles import match_title

_CODES = {
    "121070": "findings", "59776-5": "findings", "18782-3": "findings",
    "121072": "impression", "121076": "impression", "121111": "impression", "19005-8": "impression",
    "121078": "addendum", "55107-7": "addendum", "121109": "indication", "121060": "indication",
    "11329-0": "indication", "121066": "comparison", "18834-2": "comparison",
    "121064": "technique", "55111-9": "technique", "121074": "recommendation",
}  # fmt: skip
_COLUMNS = frozenset(_CODES.values()) - {"recommendation"}
_BLOCKS = frozenset({"paragraph", "item", "tr", "br", "caption", "list", "table"})


def cda_row(root: ET.Element, name: str) -> Row:
    """The report in a clinical document, or in one section of it.

    Args:
        root: The document.
        name: Its file's name, the id where the document has none.

    Returns:
        One row.
    """
    texts: dict[str, list[str]] = {}
    for element in root.iter():
        if _tag(element) == "nonXMLBody":
            texts.setdefault("text", []).append(_encoded(element))
    _walk(root, "", texts)
    day = next((e.get("value", "") for e in root if _tag(e) == "effectiveTime"), "")
    exam = next(("".join(e.itertext()) for e in root if _tag(e) == "title"), "")
    cells = {"text": "", "exam": "" if _tag(root) == "section" else exam, "study_date": day[:8]}
    return Row(cells | {key: "\n".join(parts) for key, parts in texts.items()}, id_hint=name)


def _walk(element: ET.Element, inherited: str, texts: dict[str, list[str]]) -> None:
    """Collect texts; a section without a known code or title belongs to the one around it."""
    section = inherited
    if _tag(element) == "section":
        code = next((child.get("code", "") for child in element if _tag(child) == "code"), "")
        title = next(("".join(c.itertext()) for c in element if _tag(c) == "title"), "")
        section = _CODES.get(code) or match_title(title) or inherited
        for child in element:
            if _tag(child) == "text" and (text := narrative(child)) and section in _COLUMNS:
                texts.setdefault(section, []).append(text)
    for child in element:
        _walk(child, section, texts)


def narrative(element: ET.Element) -> str:
    r"""The text of a narrative block: deleted text dropped, blocks on lines, items numbered.

    >>> narrative(ET.fromstring('<text>a<content revised="delete">b</content><br/>c</text>'))
    'a\nc'
    """
    out: list[str] = []

    def visit(node: ET.Element, number: int = 0) -> None:
        if node.get("revised") != "delete":
            if _tag(node) in _BLOCKS:
                out.append("\n")
            if number:
                out.append(f"{number}. ")
            out.append(node.text or "")
            ordered = _tag(node) == "list" and node.get("listType") == "ordered"
            for place, child in enumerate(node, 1):
                visit(child, place if ordered else 0)
            out.append(": " if _tag(node) == "caption" else " " if _tag(node) == "td" else "")
        out.append((node.tail or "") if node is not element else "")

    visit(element)
    lines = (" ".join(line.split()) for line in "".join(out).replace(": \n", ": ").split("\n"))
    return "\n".join(line for line in lines if line)


def is_cda(root: ET.Element) -> bool:
    """Whether an XML root is a clinical document or a section of one."""
    return _tag(root) in {"ClinicalDocument", "section"}


def _encoded(element: ET.Element) -> str:
    text = next((e for e in element.iter() if _tag(e) == "text"), element)
    if text.get("representation") != "B64":
        return text.text or ""
    try:
        return decode(base64.b64decode((text.text or "").encode(), validate=False))
    except (binascii.Error, ValueError):
        return ""


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
