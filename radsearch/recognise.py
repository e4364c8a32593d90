"""What a text in the search box is: a query, or a section pasted from a report."""

import re
from dataclasses import dataclass

from radsearch.language.sections import split_sections
from radsearch.language.sentence import split_sentences
from radsearch.search.request import QueryKind

LONG = 18
"""Words from which a text without operators is a section: the longest of 150 queries has 15."""

_OPERATORS = re.compile(r'\b(?:AND|OR|NOT|NEAR/\d+)\b|"|\b[a-z_]+:\w|^\s*\(')
_FIELD = re.compile(r"\b[a-z_]+:\w")
_CONCLUDES = re.compile(
    r"\b(?:no acute|recommend\w*|suggest\w*|consistent with|compatible with|likely|concerning for"
    r"|suspicious for|follow[- ]up|correlat\w+|differential)\b",
    re.I,
)
_LIST = re.compile(r"(?:^|\s)[1-9][.)]\s")


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a text is, and the part of it to search with."""

    kind: QueryKind
    text: str
    reason: str


def recognise(text: str) -> Recognised:
    """Tell a query from pasted findings or a pasted impression.

    Args:
        text: What the user typed or pasted.

    Returns:
        Its kind, the text without headings, and why, in a few words for the user.

    >>> recognise("small left pneumothorax").kind
    'query'
    >>> recognise("FINDINGS: The lungs are clear. Heart size is normal.").kind
    'findings'
    >>> recognise("IMPRESSION: No acute disease.").text
    'No acute disease.'
    """
    words = len(text.split())
    if words < LONG and _FIELD.search(text):
        return Recognised("query", text, "it names a field")
    sections = split_sections(text) if words > 1 and ":" in text else None
    if sections is not None and sections.findings:
        return Recognised("findings", sections.findings, "it has a findings heading")
    if sections is not None and sections.impression:
        return Recognised("impression", sections.impression, "it has an impression heading")
    if _OPERATORS.search(text):
        return Recognised("query", text, "it has operators")
    if len(_LIST.findall(text)) > 1:
        return Recognised("impression", text, "it is a numbered list")
    sentences = len(split_sentences(text))
    if words < LONG and sentences < 3:
        return Recognised("query", text, "it is short")
    if len(_CONCLUDES.findall(text)) * 3 >= sentences:
        return Recognised("impression", text, "it draws conclusions")
    return Recognised("findings", text, "it describes in several sentences")
