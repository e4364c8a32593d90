"""Plain query text to conditions: what `extract` reads, with sizes, counts, "or" and places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from radsearch.language.agreement import SEVERITY
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.search.intent import Condition, Range, Wish
from radsearch.search.measured import spoken
from radsearch.search.places import add_places
from radsearch.search.quantities import counts, sizes
from radsearch.search.related import answers, relatives
from radsearch.search.rewrite import rewrite, without_lead
from radsearch.search.study import study

_GRADES = {
    "trace": "trace", "tiny": "trace", "minimal": "trace", "small": "mild", "mild": "mild",
    "slight": "mild", "moderate": "moderate", "large": "severe", "severe": "severe",
    "marked": "severe",
}  # fmt: skip
_GRADE = "|".join(_GRADES)
_GRADE_OR = re.compile(rf"\b({_GRADE})\s*(?:or|to|-|/|and)\s*({_GRADE})\b", re.IGNORECASE)
_BETTER_OR_GONE = re.compile(r"\b(?:improv|decreas|better|smaller)\w*\s+or\s+\w*\s*resolved", re.I)
_OR = re.compile(r"(?:^|[\s,])or(?:$|\s)|/", re.IGNORECASE)
_BREAK = re.compile(r"\b(?:and|with|but|without|plus)\b|[;.]", re.IGNORECASE)
_NORMAL = re.compile(
    r"\b(?:normal|unremarkable|negative|healthy|nothing wrong|no (?:acute |significant |relevant )*"
    r"(?:abnormalit|disease|finding|process|patholog))",
    re.IGNORECASE,
)
_SIDES = re.compile(r"\b(left|right)(?:wards?|[ -]sided)?\b")
_NO_SIZE = ("device/",)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without operators, understood.

    Attributes:
        conditions: All of them are wanted.
        unwanted: None of them is.
        findings: What was read, for explanations.
        modalities: Codes asked for.
        body_parts: Words of the body part asked for.
        rewritten: What was put for what.
        text: The text in a report's words.
    """

    conditions: tuple[Condition, ...] = ()
    unwanted: tuple[Wish, ...] = ()
    findings: tuple[Finding, ...] = ()
    modalities: tuple[str, ...] = ()
    body_parts: tuple[str, ...] = ()
    rewritten: dict[str, str] = field(default_factory=dict)
    text: str = ""


def understand(text: str, *, expand: bool = True) -> Plain:
    """Read a query that has no operators.

    Args:
        text: What was typed.
        expand: Whether to put a report's words for lay words and abbreviations.

    Returns:
        Its conditions; none if no finding was recognised.
    """
    asked, modalities, parts = study(without_lead(text))
    done: dict[str, str] = {}
    if expand:
        asked, done = rewrite(asked)
    rest, size = sizes(asked)
    rest, count = counts(rest)
    rest, grades = _grades(rest)
    found = tuple(extract(rest))
    if not found and _NORMAL.search(rest):  # "normal" alone, where the study was taken out
        found = tuple(extract("Normal study."))
    wishes = add_places(rest, found, [_wish(f, rest, len(found) == 1) for f in found])
    wishes = _measured(wishes, found, size, count, grades)
    conditions, unwanted = _join(rest, found, wishes)
    return Plain(conditions, unwanted, found, modalities, parts, done, asked)


def _grades(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with the first of two grades only, and all grades from the one to the other."""
    found = _GRADE_OR.search(text)
    if found is None:
        return text, ()
    ends = sorted(SEVERITY.index(_GRADES[word.lower()]) for word in found.groups())
    text = f"{text[: found.start()]}{found[1]}{text[found.end() :]}"
    return text, SEVERITY[ends[0] : ends[1] + 1]


def _side(item: Finding, text: str, alone: bool) -> str | None:
    """The side asked for; the middle of "right midline shift" is no side.

    A side beside the only finding is its side, even one that a report would hardly state so; a
    side in the finding's own words ("right heart strain") is not.
    """
    if item.laterality and item.laterality != "midline":
        return item.laterality
    if item.laterality is None and not alone:
        return None
    others = f"{text[: item.start]} {text[item.end :]}" if alone else text
    named = set(_SIDES.findall(others.lower()))
    return named.pop() if len(named) == 1 else None


def _wish(item: Finding, text: str, alone: bool) -> Wish:
    hedged: tuple[str, ...] = ()
    if item.presence == "present" and item.certainty != "definite":
        hedged = ("probable", "possible")
    own = dict(answers(item.finding))
    kindred = relatives(item.finding) if item.presence == "present" else {}
    return Wish(
        ids=own | {name: fit for name, fit in kindred.items() if name not in own},
        presence=item.presence,
        laterality=_side(item, text, alone),
        locations=(item.location,) if item.location else (),
        zone=item.zone,
        severities=(item.severity,) if item.severity else (),
        densities=(item.density,) if item.density else (),
        temporal=(item.temporal,) if item.temporal else (),
        certainty=hedged,
        count=_count(item.count),
    )


def _count(value: int | str | None) -> Range | None:
    if value is None or value == 1:  # "a mass" asks for no number; "solitary" was read before
        return None
    if isinstance(value, int):
        return float(value), float(value)
    return (2.0, 5.0) if value == "few" else (2.0, None) if value == "multiple" else (10.0, None)


def _measured(
    wishes: Sequence[Wish],
    found: Sequence[Finding],
    size: Range | None,
    count: Range | None,
    grades: tuple[str, ...],
) -> list[Wish]:
    """Size and number go to the first finding that can have them, grades to those graded.

    A device has no size of its own: its sentence should hold the number.
    """
    out = list(wishes)
    fit = [
        at
        for at, item in enumerate(found)
        if item.presence == "present" and not item.family.startswith(_NO_SIZE)
    ]
    if fit:
        first = fit[0]
        out[first] = replace(
            out[first],
            size_mm=size if size is not None else out[first].size_mm,
            count=count if count is not None else out[first].count,
        )
    elif size is not None and found and (words := spoken(size)):
        out[0] = replace(out[0], words=(*out[0].words, words))  # "tube 4 cm above the carina"
    for at, item in enumerate(found):
        if grades and item.severity in grades:
            out[at] = replace(out[at], severities=grades)
    return out


def _join(
    text: str, found: Sequence[Finding], wishes: Sequence[Wish]
) -> tuple[tuple[Condition, ...], tuple[Wish, ...]]:
    """Wishes joined by "or" make one condition; a denied property excludes."""
    groups: list[list[Wish]] = []
    unwanted: list[Wish] = []
    before: Finding | None = None
    for item, wish in zip(found, wishes, strict=True):
        if item.finding == "calcification" and item.presence == "absent" and groups:
            unwanted += [replace(w, densities=("calcified",)) for w in groups[-1]]
            continue
        between = text[before.end : item.start] if before is not None else ""
        joined = before is not None and _OR.search(between) and not _BREAK.search(between)
        if joined and before is not None and before.presence == item.presence:
            groups[-1].append(wish)
        else:
            groups.append([wish])
        before = item
    if _BETTER_OR_GONE.search(text) and groups:
        better = replace(groups[0][0], presence="present", temporal=("decreased",))
        gone = replace(groups[0][0], presence="absent", temporal=("resolved",))
        groups[0][:1] = [better, gone]
    return tuple(tuple(group) for group in groups), tuple(unwanted)
