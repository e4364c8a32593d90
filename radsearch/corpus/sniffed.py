"""Files named .txt by what is in them: messages and documents carry names of patients."""

from collections.abc import Iterator
from pathlib import Path

from radsearch.corpus.decoding import decode, open_bytes
from radsearch.corpus.files import read_text, read_xml
from radsearch.corpus.hl7 import read_hl7
from radsearch.corpus.json_lines import read_json
from radsearch.corpus.row import Notes, Reader, Row

_MESSAGE = ("MSH|", "FHS|", "BHS|")  # a message, a file and a batch of them
_XML = ("urn:hl7-org:v3", "http://hl7.org/fhir", "<ClinicalDocument", "<eCitation")


def read_txt(path: Path, notes: Notes) -> Iterator[Row]:
    """Rows of a file named .txt: one report, unless it holds HL7 v2, FHIR, CDA or Open-I XML.

    Args:
        path: The file, which may be gzipped.
        notes: As of the reader of what is in it.

    Yields:
        The rows of that reader.
    """
    with open_bytes(path) as file:
        text = decode(file.read())
    yield from _reader(text)(path, notes)


def _reader(text: str) -> Reader:
    r"""Who reads a text; HTML and RTF are reports.

    >>> _reader("MSH|^~\\&|RIS").__name__, _reader("MSH: clear lungs").__name__
    ('read_hl7', 'read_text')
    """
    text = text.lstrip()
    if text.startswith(_MESSAGE):
        return read_hl7
    if text.startswith(("{", "[")) and '"resourceType"' in text:
        return read_json
    if text.startswith("<") and any(mark in text for mark in _XML):
        return read_xml
    return read_text
