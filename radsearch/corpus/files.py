"""Reports that are files of their own: plain text, and the XML of NLM's Open-I."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from radsearch.corpus.tables import Row, fallback
from radsearch.corpus.values import decode


def read_text(path: Path) -> Iterator[Row]:
    """One report: a text file, named by its stem.

    Args:
        path: The file.

    Yields:
        One row.
    """
    data = path.read_bytes()
    text = decode(data)
    fallback.bytes += text.encode("utf-8") != data.removeprefix(b"\xef\xbb\xbf")
    yield Row({"text": text}, id_hint=path.stem)


def read_openi_xml(path: Path) -> Iterator[Row]:
    """One report of Open-I in NLM's own XML (`ecgen-radiology/*.xml`).

    Args:
        path: The file.

    Yields:
        One row with the columns of the well-known CSV; a broken file carries its fault.
    """
    data = path.read_bytes()
    if b"<!DOCTYPE" in data[:4096] or b"<!ENTITY" in data:
        yield Row({}, "unreadable: XML with a DTD is refused", path.stem)
        return
    try:
        root = ET.fromstring(data)
    except (ET.ParseError, ValueError, LookupError):
        yield Row({}, "unreadable: not well-formed XML", path.stem)
        return
    uid = root.find(".//uId")
    cells = {"uid": (uid.get("id") or "") if uid is not None else ""}
    for part in root.iter("AbstractText"):
        cells[(part.get("Label") or "text").lower()] = "".join(part.itertext()).strip()
    terms = [term.text for term in root.iterfind(".//MeSH/major") if term.text]
    if terms:
        cells["MeSH"] = ";".join(terms)
        cells["Problems"] = ";".join(term.split("/")[0] for term in terms)
    yield Row(cells, id_hint=path.stem)
