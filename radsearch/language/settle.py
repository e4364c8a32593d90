"""Which of the marks found in a report really open a section."""

from collections.abc import Iterator
from dataclasses import replace

from radsearch.language.marks import Mark
from radsearch.language.titles import normalise_title

_HEADER = frozenset(
    {"body", "exam", "indication", "technique", "comparison", "admin", "final", "communication"}
)
_MAIN = frozenset({"findings", "combined", "report", "technique_findings", "interpretation"})
_BEFORE_MAIN = _MAIN | {"exam", "indication", "technique", "comparison"}
_FIRM = frozenset(  # other titles of these sections are also sub-headings: "Contrast:", "Views:"
    """technique protocol indication indications clinical history comparison comparisons exam
    examination reason procedure""".split()
)


def settle(marks: list[Mark], text: str) -> Iterator[Mark]:
    """The marks that open a section, in order.

    Organs open the findings only where no heading does; the name of a study counts above its
    findings; a sub-heading inside findings or impression stays text.

    Args:
        marks: As `find_marks` gives them.
        text: The text they stand in.

    Yields:
        Those that count; the name of a study before a colon becomes an "exam_line" where it
        stands above another heading, else an organ.
    """
    state = "body"
    explicit = any(
        mark.kind == "title" and mark.label == "findings" and not _is_bare(marks, place, text)
        for place, mark in enumerate(marks)
    )
    for place, mark in enumerate(marks):
        bare = _is_bare(marks, place, text)
        if mark.label == "report" and bare:
            mark = replace(mark, label="final")  # "RADIOLOGY REPORT" above the headings
        if mark.kind == "study":
            mark = replace(
                mark,
                kind="exam_line" if bare else "organ",
                label="exam" if bare else "findings",
                end=mark.start if bare else mark.end,
            )
        if mark.kind == "organ":
            if state not in _HEADER or explicit:
                continue
        elif mark.kind == "exam_line":
            if not _names_study(marks, place, state):
                continue
        elif not _title_counts(marks, place, state, text):
            continue
        state = mark.label
        yield mark


def _is_bare(marks: list[Mark], place: int, text: str) -> bool:
    """Whether nothing stands between a heading and the next one, organs not counted."""
    later = [mark.start for mark in marks[place + 1 :] if mark.kind != "organ"][:1]
    return bool(later) and not text[marks[place].end : later[0]].strip()


def _title_counts(marks: list[Mark], place: int, state: str, text: str) -> bool:
    """Whether a known title opens a section after `state`."""
    mark = marks[place]
    if state in _HEADER:
        return True
    if mark.label == "admin":
        return state == "signature"
    if mark.label in {"exam", "technique", "indication", "comparison"}:
        first = normalise_title(text[mark.start : mark.end].rstrip(" \t:*_-")).partition(" ")[0]
        firm = first.partition("/")[0] in _FIRM
        if mark.label == "exam" and state in _MAIN | {"impression"}:
            return _next_title(marks, place) in _BEFORE_MAIN | {"impression"}
        return firm or state not in {"findings", "impression", "combined", "weak_impression"}
    return True


def _names_study(marks: list[Mark], place: int, state: str) -> bool:
    """Whether a line that names a study is its heading: at the top, or above a new section."""
    if state in {"body", "admin", "final"}:
        return True
    following = _next_title(marks, place)
    if state in {"impression", "weak_impression", "signature"}:
        return following in _BEFORE_MAIN | {"impression"}
    return state in _MAIN | {"indication", "addendum", "preliminary"} and following in _BEFORE_MAIN


def _next_title(marks: list[Mark], place: int) -> str:
    return next((mark.label for mark in marks[place + 1 :] if mark.kind == "title"), "")
