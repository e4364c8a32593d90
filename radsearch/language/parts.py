"""Cuts a report at its marks, and decides what each part is beside the others."""

import re
from dataclasses import dataclass, replace

from radsearch.language.exam_lines import is_admin_line, is_exam_line
from radsearch.language.marks import Mark, is_rule

_BODIES = frozenset({"findings", "technique_findings", "report", "combined", "interpretation"})
_CONCLUSIONS = frozenset({"impression", "weak_impression", "interpretation"})
_HEADERS = frozenset({"exam", "indication", "technique", "comparison"})


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of text.

    Attributes:
        label: As its mark says; "body" is text that no heading names.
        text: Without its heading.
        heading: As written.
        opens_study: Whether it names what was examined.
    """

    label: str
    text: str
    heading: str = ""
    opens_study: bool = False


def cut(text: str, marks: list[Mark]) -> list[Part]:
    """The text cut at its marks, in order.

    >>> [part.label for part in cut("Clear lungs.", [])]
    ['body']
    """
    parts = [_preamble(text[: marks[0].start if marks else len(text)])]
    ends = [mark.start for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):  # no marks, no parts
        if mark.kind == "exam_line":
            line, _, rest = text[mark.start : end].partition("\n")
            parts.append(Part("exam", line.strip(" \t*_#=~-:"), opens_study=True))
            parts.append(_preamble(rest))
            continue
        content = _clean(text[mark.start if mark.kind == "organ" else mark.end : end])
        if mark.label == "final":
            content = _preamble(content).text
        heading = text[mark.start : mark.end].strip()
        parts.append(Part(mark.label, content, heading, opens_study=mark.label == "exam"))
    banners = {"final", "preliminary", "addendum"}
    return _free_bodies([part for part in parts if part.text or part.label in banners])


def _preamble(text: str) -> Part:
    """Text without a heading, without the lines of names and numbers that a worklist prints."""
    lines = [line for line in text.split("\n") if not is_admin_line(line)]
    body = _clean("\n".join(lines))
    names_study = "\n" not in body and is_exam_line(body.rstrip("."))
    return Part("exam" if names_study else "body", body, opens_study=names_study)


def _clean(text: str) -> str:
    """Without the rules and blank lines around it."""
    lines = text.strip().split("\n")
    while lines and (is_rule(lines[0]) or not lines[0].strip()):
        lines.pop(0)
    while lines and (is_rule(lines[-1]) or not lines[-1].strip()):
        lines.pop()
    return "\n".join(lines).strip()


def _free_bodies(parts: list[Part]) -> list[Part]:
    """Parts a body without heading from the header line above it, where nothing else is a body.

    In "COMPARISON: None." / blank line / prose / "IMPRESSION:", the prose is no comparison.
    """
    if any(part.label in _BODIES for part in parts):
        return parts
    last = max((i for i, part in enumerate(parts) if part.label in _HEADERS), default=None)
    if last is None:
        return parts
    first, gap, rest = parts[last].text.partition("\n\n")
    if not gap:
        first, *others = re.split(r"\n[ \t]*\n", parts[last].text, maxsplit=1)
        rest = "".join(others)
    if "\n" in first or not rest.strip():
        return parts
    return [
        *parts[:last],
        replace(parts[last], text=first),
        Part("body", _clean(rest)),
        *parts[last + 1 :],
    ]


def merge_asides(parts: list[Part]) -> list[Part]:
    """Puts all that a preliminary read or a late addendum holds under its one label.

    >>> read = [Part("preliminary", ""), Part("findings", "Clear.", "FINDINGS:")]
    >>> parts = [*read, Part("final", "")]
    >>> [(part.label, part.text) for part in merge_asides(parts)]
    [('preliminary', 'FINDINGS: Clear.')]
    """
    merged: list[Part] = []
    aside = ""
    for place, part in enumerate(parts):
        ended = any(later.label == "final" for later in parts[place + 1 :])
        if part.label == "final":
            aside = ""
            part = replace(part, label="report" if ":" in part.heading else "body")
        elif part.label == "preliminary":
            aside = "preliminary" if ended else ""
        elif part.label == "addendum":
            late = any(seen.label in _BODIES | _CONCLUSIONS for seen in merged)
            aside = "addendum" if late or ended else ""
        elif part.label == "signature":
            aside = ""
        elif aside:
            part = Part(aside, " ".join(filter(None, (part.heading, part.text))))
        if part.text:
            merged.append(part)
    return merged


def split_studies(parts: list[Part]) -> tuple[list[Part], list[list[Part]]]:
    """What several studies share, and each study; no studies where there is but one.

    >>> one = [Part("exam", "CT", opens_study=True), Part("impression", "Normal.")]
    >>> shared, studies = split_studies(one + one)
    >>> len(shared), len(studies)
    (0, 2)
    """
    shared: list[Part] = []
    studies: list[list[Part]] = []
    for part in parts:
        if part.opens_study and (not studies or _has(studies[-1], _BODIES | _CONCLUSIONS)):
            studies.append([])
        (studies[-1] if studies else shared).append(part)
    if _has(shared, _BODIES | _CONCLUSIONS):
        shared, studies = [], [shared, *studies]
    if len(studies) > 1 and all(map(_is_whole, studies)):
        return shared, studies
    return _repeated_pairs(parts)


def _has(parts: list[Part], labels: frozenset[str]) -> bool:
    return any(part.label in labels for part in parts)


def _is_whole(study: list[Part]) -> bool:
    """Whether a study has a conclusion of its own."""
    return bool({"impression", "combined"} & set(resolve(study)))


def _repeated_pairs(parts: list[Part]) -> tuple[list[Part], list[list[Part]]]:
    """Studies without names: the pair of findings and impression comes again."""
    order = [part.label for part in parts if part.label in {"findings", "impression"}]
    pairs = len(order) // 2
    if pairs < 2 or order != order[:2] * pairs or order[0] == order[1]:
        return parts, []
    shared: list[Part] = []
    studies: list[list[Part]] = []
    for part in parts:
        if part.label == order[0]:
            studies.append([])
        (studies[-1] if studies else shared).append(part)
    return shared, studies


def resolve(parts: list[Part]) -> list[str]:
    """The section of each part, once it is known which other sections there are.

    >>> resolve([Part("report", "Clear.")]), resolve([Part("report", "x"), Part("impression", "y")])
    (['combined'], ['findings', 'impression'])
    """
    present = {part.label for part in parts}
    has_findings = bool(present & {"findings", "technique_findings", "report"})
    has_conclusion = bool(present & {"impression", "weak_impression"})
    read = "impression" if has_findings else "findings" if has_conclusion else "combined"
    body = "findings" if present & _CONCLUSIONS else "combined"
    names = {
        "body": "unlabelled",
        "interpretation": read,
        "report": body,
        "technique_findings": body,
        "weak_impression": "impression",
    }
    resolved = [names.get(part.label, part.label) for part in parts]
    if (
        "impression" in present
    ):  # "DIAGNOSIS: breast cancer" above the findings is why it was asked for
        for place, part in enumerate(parts):
            if resolved[place] in {"findings", "combined"}:
                break
            if part.label == "weak_impression" and "diagnos" in part.heading.lower():
                resolved[place] = "indication"
    return resolved
