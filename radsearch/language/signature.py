"""The lines in which a reader signs a report."""

import re

_BY = (
    r"(?:dictated|transcribed|signed|reported|verified|approved|authenticated|finali[sz]ed"
    r"|authori[sz]ed|read|typed|interpreted|reviewed|co-?signed|validated)"
    r"(?: and (?:electronically )?\w+)?(?: (?:on .{1,30}|electronically))? by\b"
)
_SEALED = (
    r"(?:this (?:report|document|exam\w*|study) (?:has been|was|is) )?"
    r"(?:electronically|digitally) (?:signed|verified|authenticated|approved)"
)
_ANY_CASE = re.compile(
    rf"(?:{_BY}|{_SEALED}"
    r"|I,? (?:dr\.? |the |as ).{0,80}(?:reviewed|personally|attest)"
    r"|I (?:have )?(?:personally )?(?:have )?(?:reviewed|attest|interpreted|certify|agree|concur)\b"
    r".{0,120}(?:agree|images?|report|interpretation|findings|above)"
    r"|(?:the )?(?:attending|teaching|supervising|staff) (?:physician|radiologist).{0,60}"
    r"(?:reviewed|agree|signed)"
    r"|(?:thank you|thanks) for (?:this|the|your|referring|asking)"
    r"|this report was (?:dictated|generated|prepared|created|transcribed)"
    r"|(?:-+ ?)?signed[: ]|(?:d|t|dd|dt|d/t): ?\d{1,2}[/.-]\d|job ?#? ?:? ?\d"
    r"|(?:consultant|reporting|attending) radiologist|report (?:electronically )?authori[sz]ed)",
    re.I,
)
_NAME = r"(?:[A-Z][A-Za-z'-]*\.?,? ){1,4}"
_PERSON = re.compile(
    rf"(?:(?:Dr|DR|Prof|Professor|PROF)\.? (?:[A-Z][A-Za-z'-]*\.?[ ,]*){{1,4}}"
    rf"|{_NAME}(?:M\.?D\.?|MBBS|FRCR|D\.?O\.?|Ph\.?D\.?|MRCP|FRANZCR)\b[\w ,.]*"
    rf"|{_NAME}(?:Consultant|CONSULTANT|Registrar|REGISTRAR)\b[\w ,.]*)$"
)
_INLINE = re.compile(
    rf"(?<=[.!?])[ \t]+(?=(?:{_SEALED}|{_BY}|I have (?:personally )?reviewed the))", re.I
)


def is_signature(line: str) -> bool:
    """Whether a line signs the report.

    >>> is_signature("Electronically signed by: READER ONE, M.D."), is_signature("Dr A Smith")
    (True, True)
    >>> is_signature("Dr Smith was informed."), is_signature("Recommend a hand specialist.")
    (False, False)
    """
    bare = line.strip(" \t*_-–—[(<)]>")  # noqa: RUF001
    return bool(_ANY_CASE.match(bare) or _PERSON.match(bare))


def inline_signature(line: str, begin: int) -> int | None:
    """Where a signature begins after a full stop inside a line.

    >>> inline_signature("No fracture. Dictated by: X", 0)
    13
    """
    found = _INLINE.search(line, begin)
    return found.end() if found else None
