"""Finds where sections may begin in the text of a report."""
# ruff: noqa: RUF001 (dashes and quotation marks as reports have them)

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from radsearch.language.exam_lines import is_exam_line, names_modality
from radsearch.language.organs import is_organ_title
from radsearch.language.signature import inline_signature, is_signature
from radsearch.language.titles import Label, match_title

Kind = Literal["title", "organ", "study", "exam_line"]

_DECO = r"[ \t>#*_=~|•<\[{–—-]*"
_TITLE = r"(?P<title>[A-Za-z0-9](?:[^:\n]|(?<=\d):(?=\d\d)){0,70}?)"
_BEFORE_COLON = re.compile(rf"^{_DECO}{_TITLE}[ \t]*[*_\]>]*[ \t]*:+(?:[*_]+|>+)?-?(?!\d\d\b)")
_BEFORE_DASH = re.compile(
    rf"^{_DECO}(?P<title>[A-Za-z][^:\n–—]{{1,60}}?)"
    r"(?:[ \t]*[*_\]]*[ \t]+(?:-{1,3}|–|—|=|>|;)[ \t]*|[–—;]|-{2,3}|\][ \t]*|>+[ \t]*)(?=\S|$)"
)
_GLUED_DASH = re.compile(rf"^{_DECO}(?P<title>[A-Z][A-Z /&]{{3,40}}?)[ \t]?-[ \t]*(?=[A-Z0-9])")
_BOLD = re.compile(
    r"^[ \t>#]*(?:\*{1,3}|_{2,3})(?P<title>[^*_:<\n]{2,60}?)[ \t]*:?(?:\*{1,3}|_{2,3})[ \t]*[:.-]?"
)
_WIDE_GAP = re.compile(
    r"^[ \t]*(?P<title>[A-Z][A-Z/&]*(?: [A-Z/&]+){0,4})(?: {2,}|\t+)(?=[A-Z0-9][a-z0-9. ])"
)
_WORD = r"[A-Za-z][A-Za-z'’]*"
_INLINE = re.compile(
    r"(?:(?<=[.!?;)\]|])[\"'”]?[ \t]*|[ \t]{2,}|(?<=[ \t]))[*_]{0,3}"
    rf"(?P<title>{_WORD}(?:[ \t]*[/&,][ \t]*{_WORD}|[ \t-]+{_WORD}){{0,5}}"
    r"(?:[ \t]*\([^()\n]{1,30}\))?)(?:[ \t]*[*_]{0,3}:[*_]{0,3}|(?P<dash>[ \t]+[-–—]{1,2}[ \t]+))"
)
_SEPARATOR = re.compile(r":|[A-Z][*_]{0,3} +[-–—]{1,2} ")  # without one, no heading in the line
_RULE = re.compile(r"^[ \t]*(?:[-=_*~#–—•]{3,}|[-=*~][-=*~ ]{3,}|\.{5,})[ \t]*$")
_NOT_BEFORE = re.compile(  # "OTHER FINDINGS:" heads no section
    r"(?:\b(?:of|and|or|other|additional|incidental|the|these|with|for|no|any|new|associated|in|see"
    r"|as|to)|[&/,-])[ \t]*$",
    re.I,
)
_BANNER = re.compile(
    r"(?P<addendum>(?:begin(?:ning)? (?:of )?|start of )?(?:addendum|addenda|amendment)"
    r"(?: (?:begins|start|report|by .*|dated .*|on .*))?)"
    r"|(?:final|original) (?:radiology |radiologic )?report(?: follows| text| begins)?"
    r"|end (?:of )?(?:addendum|preliminary(?: report)?|wet read)|addendum ends"
)
_STOPS = frozenset(".!?;|)]")
_FULL_STOPS = frozenset(".:!?)*")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place where a section may begin.

    Attributes:
        start: Where its heading begins.
        end: Where its content begins.
        label: What it heads.
        kind: A known title, an organ sub-heading, a study before a colon, or on its own line.
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
    lines = text.split("\n")
    offset = 0
    for number, line in enumerate(lines):
        if line.strip() and not is_rule(line):
            before = lines[number - 1] if number else ""
            after = next((later for later in lines[number + 1 :] if later.strip()), "")
            for mark in _marks_of_line(line, before, after, shouting):
                marks.append(replace(mark, start=offset + mark.start, end=offset + mark.end))
        offset += len(line) + 1
    return marks


def is_rule(line: str) -> bool:
    """Whether a line is a drawn rule.

    >>> is_rule("====="), is_rule("___ year old")
    (True, False)
    """
    return bool(_RULE.match(line))


def _marks_of_line(line: str, before: str, after: str, shouting: bool) -> Iterator[Mark]:
    begin = 0
    if first := _first_mark(line) or _alone_mark(line, before, after):
        yield first
        if first.label == "signature" or first.kind == "exam_line":
            return
        begin = first.end
    yield from _inline_marks(line, begin, shouting)


def _first_mark(line: str) -> Mark | None:
    """The heading that a line begins with, before its text."""
    start = len(line) - len(line.lstrip())
    colon = _BEFORE_COLON.match(line)
    if colon and (label := match_title(colon["title"])):
        return Mark(start, start if label == "signature" else colon.end(), label)
    for pattern in (_BOLD, _BEFORE_DASH, _GLUED_DASH, _WIDE_GAP):
        if not (found := pattern.match(line)):
            continue
        title = found["title"]
        label = match_title(title) if title[:1].isupper() or " " not in title else None
        if label and label not in {"admin", "signature"}:
            return Mark(start, found.end(), label)
        if pattern in (_BOLD, _BEFORE_DASH) and is_organ_title(title):
            return Mark(start, found.end(), "findings", "organ")
    if is_signature(line):
        return Mark(start, start, "signature")
    if colon and is_organ_title(colon["title"]):
        return Mark(start, colon.end(), "findings", "organ")
    if colon and ". " not in colon["title"] and is_exam_line(colon["title"]):
        kind: Kind = "study" if names_modality(colon["title"]) else "organ"
        return Mark(start, colon.end(), "findings", kind)
    return None


def _alone_mark(line: str, before: str, after: str) -> Mark | None:
    """A heading, or the name of a study, that has the line for itself."""
    start = len(line) - len(line.lstrip())
    plain = line.strip()
    bare = plain.strip(" \t*_#=~<>[]{}|–—-.:")
    loose = not before.strip() or is_rule(before) or before.rstrip()[-1] in _FULL_STOPS
    shouted = bare == bare.upper()
    if banner := _BANNER.fullmatch(re.sub(r"\s*#?\s*\d*$", "", bare.lower())):
        if loose or shouted or bare != plain or bare[:1].isupper() or not banner["addendum"]:
            return Mark(start, len(line), "addendum" if banner["addendum"] else "final")
    ended = plain.endswith((".", ",", ";")) and not (shouted and loose and plain[-1] == ".")
    label = None if ended else match_title(bare, fuzzy=shouted or bare != plain)
    if label and label not in {"admin", "signature"}:
        own_case = shouted and not (before == before.upper() and not loose)
        capital = bare[:1].isupper() and after[:1].isupper()
        if loose or own_case or capital or is_rule(after):
            return Mark(start, len(line), label)
    if (loose or shouted) and is_exam_line(line):
        return Mark(start, start, "exam", "exam_line")
    return None


def _inline_marks(line: str, begin: int, shouting: bool) -> Iterator[Mark]:
    """Headings inside a line: after a full stop, or in capitals where the text is not."""
    while _SEPARATOR.search(line, begin) and (found := _INLINE.search(line, begin)):
        title, place = found["title"], found.start("title")
        label = _inline_label(line, title, place, begin, shouting)
        if label and not (found["dash"] and title != title.upper()):
            start = place - len(re.search(r"(?:\*{1,3}|_{2})?$", line[:place])[0])  # type: ignore[index]
            yield Mark(start, place if label == "signature" else found.end(), label)
            begin = found.end()
        elif is_organ_title(title) and line[:place].rstrip()[-1:] in _STOPS:
            yield Mark(place, found.end(), "findings", "organ")
            begin = found.end()
        else:  # "The study shows. Dr FINDINGS:": look again from the next word
            begin = place + 1
            while begin < len(line) and line[begin - 1].isalnum():
                begin += 1
    if signature := inline_signature(line, begin):
        yield Mark(signature, signature, "signature")


def _inline_label(line: str, title: str, place: int, begin: int, shouting: bool) -> Label | None:
    """The label of a title inside a line, if it may head a section there."""
    shouted = title == title.upper()
    label = match_title(title, fuzzy=shouted)
    if label is None or label in {"admin", "final"}:
        return None
    if not line[begin:place].strip(" \t*_") and begin:  # right after another heading
        return label if shouted and len(title) > 4 else None
    ahead = line[:place].rstrip(" \t*_\"'”")
    if ahead[-1:] in _STOPS or re.search(r"[ \t]{3,}$", line[:place]):
        return label
    capitals = shouted and len(title) > 6 and not shouting
    return label if capitals and not _NOT_BEFORE.search(ahead) else None
