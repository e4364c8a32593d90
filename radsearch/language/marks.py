"""Finds where sections begin in the text of a report."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from radsearch.language.exam_lines import is_exam_line, is_organ_title
from radsearch.language.titles import Label, match_title

Kind = Literal["title", "organ", "exam_line"]

_DECO = r"[ \t>#*_=~|•<\[{–—-]*"
_BEFORE_COLON = re.compile(
    rf"^{_DECO}(?P<title>[A-Za-z0-9][^:\n]{{0,70}}?)[ \t]*[*_\]]*[ \t]*:+[*_]*"
)
_BEFORE_DASH = re.compile(
    rf"^{_DECO}(?P<title>[A-Za-z][^:\n–—]{{1,60}}?)(?:[ \t]+(?:-{{1,3}}|–|—|=|>|;)[ \t]*|[–—]|-{{2,3}})(?=\S|$)"
)
_GLUED_DASH = re.compile(rf"^{_DECO}(?P<title>[A-Z][A-Z /&]{{3,40}}?)[ \t]?-[ \t]*(?=[A-Z0-9])")
_BOLD = re.compile(
    r"^[ \t>#]*(?P<mark>\*{1,3}|_{2,3}|<b>|<strong>)(?P<title>[^*_:<\n]{2,60}?)[ \t]*:?"
    r"(?:\*{1,3}|_{2,3}|</b>|</strong>)[ \t]*[:.-]?",
    re.I,
)
_WIDE_GAP = re.compile(
    r"^[ \t]*(?P<title>[A-Z][A-Z/&]*(?: [A-Z/&]+){0,4})(?:[ ]{2,}|\t+)(?=[A-Z0-9][a-z0-9. ])"
)
_INLINE = re.compile(
    r"(?:(?<=[.!?;)\]|])[\"'”]?[ \t]*|[ \t]{2,}|(?<=[ \t]))[*_]{0,3}"
    r"(?P<title>[A-Za-z][A-Za-z'’]*(?:[ \t]*[/&,][ \t]*[A-Za-z'’]+|[ \t-]+[A-Za-z'’]+){0,5}(?:[ \t]*\([^()\n]{1,30}\))?)"
    r"[ \t]*[*_]{0,3}:[*_]{0,3}"
)
_RULE = re.compile(r"^[ \t]*(?:[-=_*~#–—•]{3,}|[-=*~][-=*~ ]{3,})[ \t]*$")
_NOT_BEFORE = re.compile(
    r"(?:\b(?:of|and|or|other|additional|incidental|the|these|with|for|no|any|new|associated|in|see|as|to)|[&/,-])[ \t]*$",
    re.I,
)
_SIGNATURE = re.compile(
    r"(?:I,? (?:dr\.? |the |as ).{0,80}(?:reviewed|personally|attest)|I (?:have )?(?:personally )?(?:have )?"
    r"(?:reviewed|attest|interpreted|certify|agree|concur)\b.{0,120}(?:agree|images?|report|interpretation|findings|above)"
    r"|(?:this (?:report|document|exam\w*|study) (?:has been|was|is) )?(?:electronically|digitally) (?:signed|verified|authenticated|approved)"
    r"|(?:dictated|transcribed|signed|reported|verified|approved|authenticated|finali[sz]ed|authori[sz]ed|read|typed"
    r"|interpreted|reviewed|co-?signed|validated)(?: and (?:electronically )?\w+)?(?: (?:on .{1,30}|electronically))? by\b"
    r"|(?:the )?(?:attending|teaching|supervising|staff) (?:physician|radiologist).{0,60}(?:reviewed|agree|signed)"
    r"|(?:thank you|thanks) for (?:this|the|your|referring|asking)|end of (?:report|dictation|diagnostic report)"
    r"|this report was (?:dictated|generated|prepared|created|transcribed)"
    r"|(?:-+ ?)?signed[: ]|(?:d|t|dd|dt|job)(?:/t)?: ?#?\d|dr\.? [A-Z][\w. ]{2,40}(?:,? (?:consultant|md|frcr|m\.d).{0,40})?$"
    r"|[A-Z][\w. ]{2,40},? (?:consultant|specialist|registrar|m\.?d\.?|frcr|d\.?o\.?|mbbs|ph\.?d)\b[\w ,.]*$"
    r"|consultant radiologist|report(?:ed)? (?:electronically )?(?:signed|authori[sz]ed))",
    re.I,
)
_INLINE_SIGNATURE = re.compile(
    r"(?<=[.!?])[ \t]+(?=(?:This (?:report|document) (?:has been|was) )?(?:Electronically|Digitally) (?:signed|verified|authenticated)"
    r"|(?:Dictated|Transcribed|Signed|Reported|Verified) by\b|I have (?:personally )?reviewed the)",
    re.I,
)
_BANNER = re.compile(
    r"(?:(?P<addendum>(?:begin(?:ning)? (?:of )?|start of )?(?:addendum|addenda|amendment)(?: (?:begins|start|report|by .*|dated .*|on .*))?)"
    r"|(?P<final>(?:final|original) (?:radiology |radiologic )?report(?: follows| text| begins)?"
    r"|end (?:of )?(?:addendum|preliminary(?: report)?|wet read)|addendum ends))"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place where a section begins.

    Attributes:
        start: Where its heading begins.
        end: Where its content begins.
        label: What it heads.
        kind: A known title, an organ sub-heading, or a line that names a study.
    """

    start: int
    end: int
    label: Label
    kind: Kind = "title"


def find_marks(text: str) -> list[Mark]:
    """All places in `text` where a section may begin, in order.

    >>> [mark.label for mark in find_marks("FINDINGS: Clear. IMPRESSION: Normal.")]
    ['findings', 'impression']
    """
    marks: list[Mark] = []
    shouting = text == text.upper()
    lines = list(_lines(text))
    for number, (offset, line) in enumerate(lines):
        if not line.strip() or is_rule(line):
            continue
        before = lines[number - 1][1] if number else ""
        after = next((later for _, later in lines[number + 1 :] if later.strip()), "")
        first = _line_mark(line, before, after)
        begin = 0
        if first:
            marks.append(Mark(offset + first.start, offset + first.end, first.label, first.kind))
            begin = first.end
            if first.label == "signature":
                continue
        for mark in _inline_marks(line, begin, shouting):
            marks.append(Mark(offset + mark.start, offset + mark.end, mark.label, mark.kind))
    return marks


def is_rule(line: str) -> bool:
    """Whether a line is a drawn rule.

    >>> is_rule("=====" ), is_rule("___ year old")
    (True, False)
    """
    return bool(_RULE.match(line))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.split("\n"):
        yield offset, line
        offset += len(line) + 1


def _line_mark(line: str, before: str, after: str) -> Mark | None:
    """The heading at the start of a line, if it has one."""
    start = len(line) - len(line.lstrip())
    if found := _BEFORE_COLON.match(line):
        if label := match_title(found["title"]):
            return Mark(start, start if label == "signature" else found.end(), label)
        if is_organ_title(found["title"]) or is_exam_line(found["title"]):
            return Mark(start, found.end(), "findings", "organ")
    if found := _BOLD.match(line):
        if label := match_title(found["title"]):
            return Mark(start, found.end(), label)
    for pattern in (_BEFORE_DASH, _GLUED_DASH, _WIDE_GAP):
        if (found := pattern.match(line)) and _dash_title(found["title"]):
            label = match_title(found["title"])
            if label and label not in {"admin", "signature"}:
                return Mark(start, found.end(), label)
    if _SIGNATURE.match(line.strip(" \t*_-–—[(<")):
        return Mark(start, start, "signature")
    return _alone_mark(line, start, before, after)


def _dash_title(title: str) -> bool:
    """A title before a dash begins with a capital, or is one lower-case word that heads a section."""
    return title[:1].isupper() or " " not in title


def _alone_mark(line: str, start: int, before: str, after: str) -> Mark | None:
    """A heading or the name of a study that has the line for itself."""
    bare = line.strip(" \t*_#=~<>[]{}|–—-.:")
    plain = line.strip()
    if banner := _BANNER.fullmatch(re.sub(r"\s*#?\s*\d*$", "", bare.lower())):
        if bare == bare.upper() or bare != plain or bare.istitle():
            return Mark(start, len(line), "addendum" if banner["addendum"] else "final")
    loose = not before.strip() or is_rule(before) or before.rstrip()[-1] in ".:!?)*"
    fuzzy = bare == bare.upper() or bare != plain
    label = None if plain.endswith((".", ",", ";")) else match_title(bare, fuzzy)
    if label and label not in {"admin", "signature"}:
        capital = bare[:1].isupper()
        own_case = bare == bare.upper() and not (before.isupper() and not loose)
        if loose or is_rule(after) or own_case or (capital and after[:1].isupper()):
            return Mark(start, len(line), label)
    if (loose or bare == bare.upper()) and is_exam_line(line):
        return Mark(start, start, "exam", "exam_line")
    return None


def _inline_marks(line: str, begin: int, shouting: bool) -> Iterator[Mark]:
    """Headings that stand inside a line: after a full stop, or in capitals that the text is not in."""
    while found := _INLINE.search(line, begin):
        title, place = found["title"], found.start("title")
        label, place = _inline_label(line, title, place, begin, shouting)
        if label:
            yield Mark(place, found.end(), label)
            begin = found.end()
        elif is_organ_title(title) and line[:place].rstrip()[-1:] in set(".!?;"):
            yield Mark(place, found.end(), "findings", "organ")
            begin = found.end()
        else:
            begin = max(found.start("title") + 1, begin + 1)
            while begin < len(line) and line[begin - 1].isalnum():
                begin += 1
    if signature := _INLINE_SIGNATURE.search(line, begin):
        yield Mark(signature.end(), signature.end(), "signature")


def _inline_label(
    line: str, title: str, place: int, begin: int, shouting: bool
) -> tuple[Label | None, int]:
    """The label of a title inside a line, if it may head a section there."""
    label = match_title(title, title == title.upper())
    if label is None or label in {"admin", "final"}:
        return None, place
    ahead = line[:place].rstrip(" \t*_\"'”")
    at_stop = ahead[-1:] in set(".!?;|)]") and ahead[-1:] != ""
    if place - begin <= 3 and not line[begin:place].strip(" \t*_"):
        return (label if title == title.upper() and len(title) > 4 else None), place
    if at_stop or re.search(r"[ \t]{3,}$", line[:place]):
        return label, place
    capitals = title == title.upper() and len(title) > 6 and not shouting
    return (label if capitals and not _NOT_BEFORE.search(ahead) else None), place
