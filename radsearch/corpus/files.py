"""Reports that are files of their own: plain text and XML."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from radsearch.corpus.cda import cda_row, is_cda
from radsearch.corpus.decoding import decode, open_bytes
from radsearch.corpus.row import Notes, Row


def read_text(path: Path, notes: Notes) -> Iterator[Row]:
    """One report: a text file, whose id is its name.

    Args:
        path: The file, which may be gzipped.
        notes: Counts the files that are not UTF-8.

    Yields:
        One row.
    """
    with open_bytes(path) as file:
        yield Row({"text": decode(file.read(), notes)}, id_hint=path.name.partition(".txt")[0])


def read_xml(path: Path, notes: Notes) -> Iterator[Row]:
    """One report in XML: Open-I as NLM publishes it (`ecgen-radiology/*.xml`), or HL7 CDA.

    Args:
        path: The file, which may be gzipped.
        notes: Not used: XML declares its encoding.

    Yields:
        One row, for Open-I with the columns of the well-known CSV; a broken file carries its
        fault.
    """
    del notes
    with open_bytes(path) as file:
        data = file.read()
    name = path.name.removesuffix(".gz").rpartition(".")[0]
    plain = data.replace(b"\0", b"")  # so that UTF-16 hides nothing
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:  # entities may expand without end
        yield Row(fault="unreadable: XML with a DTD is refused", id_hint=name)
        return
    try:
        root = ET.fromstring(data)
    except (ET.ParseError, ValueError, LookupError):
        yield Row(fault="unreadable: not well-formed XML", id_hint=name)
        return
    if is_cda(root):
        yield cda_row(root, name)
        return
    uid = root.find(".//uId")
    cells = {"uid": uid.get("id", "") if uid is not None else ""}
    for part in root.iter("AbstractText"):
        cells[part.get("Label", "text").lower()] = "".join(part.itertext()).strip()
    terms = [term.text for term in root.iterfind(".//MeSH/major") if term.text]
    if terms:
        cells["MeSH"] = ";".join(terms)
        cells["Problems"] = ";".join(term.split("/")[0] for term in terms)
    yield Row(cells, id_hint=name)
