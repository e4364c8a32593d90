"""Report texts with one attribute of one finding made wrong, through the extractor's offsets.

The extractor says which sentence states which value of which finding; the word that says so,
nearest to the finding's own words, is exchanged. The copy differs in one word and is a wrong
report: the hardest negative there is. Paper: table 8, finding perturbations.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from radsearch.language.finding import Finding

from ..rows import Family, Variant
from .extracted import findings_of
from .pairs import Study


@dataclass(frozen=True, slots=True)
class Wrong:
    """A text that differs from a right one in one attribute.

    Attributes:
        axis: Which attribute.
        text: The wrong text.
    """

    axis: str
    text: str


def _table(*groups: str) -> dict[str, tuple[str, ...]]:
    """Word -> words of the other groups of a scale; a group is words of one meaning."""
    split = [group.split(", ") for group in groups]
    return {
        word: tuple(other[0] for other in split if other is not group)
        for group in split
        for word in group
    }


_EXCHANGES: dict[str, dict[str, tuple[str, ...]]] = {
    "laterality": {
        "left": ("right",), "right": ("left",), "left-sided": ("right-sided",),
        "right-sided": ("left-sided",), "bilateral": ("left", "right"), "both": ("left", "right"),
        "bilaterally": ("on the left", "on the right"),
    },
    "severity": _table(
        "trace, tiny, minimal", "mild, small, slight", "moderate", "severe, large, marked"
    ),
    "density": _table("ground-glass", "part-solid", "solid", "calcified")
    | _table("hypodense, low-density, hypoattenuating", "hyperdense, high-density")
    | _table("lytic, lucent", "sclerotic, blastic")
    | _table("hypoechoic", "anechoic", "hyperechoic, echogenic")
    | _table("hyperintense", "hypointense"),
    "certainty": _table(
        "possible, questionable", "probable, likely, suspected", "definite, confirmed"
    ),
    "temporal": _table(
        "new", "increased, larger, worsened, progressed, increasing",
        "unchanged, stable, persistent", "decreased, smaller, improved, decreasing, improving",
    ),
    "location": _table("upper", "middle", "lower")
    | _table("apical", "basal, basilar") | _table("apex", "base") | _table("apices", "bases")
    | _table("frontal", "parietal", "temporal", "occipital")
    | _table("medial", "lateral") | _table("anterior", "posterior") | _table("proximal", "distal"),
    "count": _table(
        "single, solitary, one", "two", "three", "four", "several, few, multiple", "innumerable"
    ),
}  # fmt: skip

_SIZE = re.compile(r"\b(\d+(?:\.\d+)?)(?=[ -]?(?:mm|cm)\b)")
_NEGATED = re.compile(r"\b(?:no|without)\b(?: evidence of)? *", re.IGNORECASE)
_FACTORS = (0.3, 0.5, 2.0, 3.5)
_SHORT = 9  # words


def _stated(finding: Finding, axis: str) -> bool:
    """Whether the finding has a value on the axis."""
    if axis == "location":
        return finding.location is not None or finding.zone is not None
    if axis == "certainty":
        return finding.certainty != "definite"
    return getattr(finding, axis) is not None


@lru_cache(maxsize=64)
def _words(axis: str) -> re.Pattern[str]:
    longest = sorted(_EXCHANGES[axis], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b(?!-)", re.IGNORECASE)


def _nearest(matches: Iterable[re.Match[str]], finding: Finding) -> re.Match[str] | None:
    """The match that lies nearest to the finding's own words."""
    return min(
        matches,
        key=lambda m: max(finding.start - m.end(), m.start() - finding.end, 0),
        default=None,
    )


def _exchanged(text: str, match: re.Match[str], new: str) -> str:
    """The text with a match replaced, keeping an initial capital."""
    if match.group()[:1].isupper():
        new = new[:1].upper() + new[1:]
    return text[: match.start()] + new + text[match.end() :]


def _span(text: str, finding: Finding) -> tuple[int, int]:
    """Offsets of the finding's sentence in the text."""
    start = text.rfind(finding.sentence, 0, finding.end + len(finding.sentence))
    start = max(start, 0) if finding.sentence else finding.start
    return start, min(len(text), start + len(finding.sentence))


def _word_swap(text: str, finding: Finding, axis: str, rng: np.random.Generator) -> str | None:
    start, stop = _span(text, finding)
    match = _nearest(_words(axis).finditer(text, start, stop), finding)
    if match is None:
        return None
    options = _EXCHANGES[axis][match.group().lower()]
    return _exchanged(text, match, options[int(rng.integers(len(options)))])


def _size_swap(text: str, finding: Finding, rng: np.random.Generator) -> str | None:
    start, stop = _span(text, finding)
    match = _nearest(_SIZE.finditer(text, start, stop), finding)
    if match is None:
        return None
    value = float(match.group()) * _FACTORS[int(rng.integers(len(_FACTORS)))]
    digits = 1 if "." in match.group() else 0
    new = f"{max(value, 0.1 if digits else 1.0):.{digits}f}"
    return None if new == match.group() else _exchanged(text, match, new)


def _presence_swap(text: str, finding: Finding) -> str | None:
    """A negation taken away, or the sentence of a present finding denied."""
    start, stop = _span(text, finding)
    if finding.presence == "absent":
        match = _nearest(_NEGATED.finditer(text, start, finding.start), finding)
        if match is None or match.end() > finding.start:
            return None
        kept = "with " if match.group().lower().startswith("without") else ""
        rest = kept + text[match.end() :]
        return text[: match.start()] + (rest[:1].upper() + rest[1:] if not kept else rest)
    if text[start:stop].count(" ") > _SHORT or text[start:stop].count(",") > 1:
        return None  # a long sentence states more than this finding
    words = text[finding.start : finding.end]
    first = words[:1] if words[1:2].isupper() else words[:1].lower()
    return f"{text[:start]}No {first}{words[1:]}.{text[stop:]}"


def wrong_copies(text: str, rng: np.random.Generator, n: int) -> list[Wrong]:
    """At most `n` copies of a text, each wrong in one attribute, of different axes if possible.

    Args:
        text: Findings or an impression.
        rng: Chooses the findings, axes and new values.
        n: How many.

    Returns:
        Copies that differ from the text; empty where nothing in it can be exchanged.
    """
    tasks: dict[str, list[Callable[[], str | None]]] = {}
    for finding in findings_of(text):
        for axis in _EXCHANGES if finding.presence == "present" else ():
            if _stated(finding, axis):
                tasks.setdefault(axis, []).append(_bound(_word_swap, text, finding, axis, rng))
        if finding.presence == "present" and finding.size_mm is not None:
            tasks.setdefault("size", []).append(_bound(_size_swap, text, finding, rng))
        tasks.setdefault("presence", []).append(_bound(_presence_swap, text, finding))
    found: list[Wrong] = []
    axes = sorted(tasks)
    for i in rng.permutation(len(axes)):
        makers = tasks[axes[i]]
        copy = makers[int(rng.integers(len(makers)))]()
        if copy is not None and copy != text:
            found.append(Wrong(axes[i], copy))
        if len(found) == n:
            break
    return found


def _bound(function: Callable[..., str | None], *args: object) -> Callable[[], str | None]:
    return lambda: function(*args)


class PerturbedReports:
    """Families of a report's section, its rewrite, and copies that are wrong in one attribute.

    Args:
        studies: The training part of the authored corpus.
        copies: Wrong copies of each section.
    """

    _VIEWS = (("findings", "findings_rewrite"), ("impression", "impression_rewrite"))

    def __init__(self, studies: Sequence[Study], copies: int = 2):
        self._studies = list(studies)
        self._copies = copies

    def draw(self, rng: np.random.Generator, n: int) -> list[Family]:
        """At most `n` families of distinct studies; impressions twice as often as findings."""
        families: list[Family] = []
        for i in rng.permutation(len(self._studies)):
            if len(families) == n:
                break
            names = self._VIEWS[int(rng.random() < 0.67)]
            family = self._family(self._studies[i].key, self._studies[i].views, names, rng)
            families += [family] if family else []
        return families

    def _family(
        self, key: str, views: Mapping[str, str], names: tuple[str, str], rng: np.random.Generator
    ) -> Family | None:
        """One family; None where a view is missing or nothing can be exchanged."""
        right = tuple(views[name] for name in names if name in views)
        wrong = wrong_copies(right[0], rng, self._copies) if len(right) == 2 else []
        if not wrong:
            return None
        if rng.random() < 0.5:  # from the rewrite's side
            reworded = wrong_copies(right[1], rng, 1)
            wrong = [*wrong[: self._copies - len(reworded)], *reworded]
        copies = (Variant((x.text,), 1, f"{key}/{names[0]}/{i}") for i, x in enumerate(wrong))
        first = Variant(right, 0, f"{key}/{names[0]}")
        return Family(f"{key}/{names[0]}", wrong[0].axis, (first, *copies))
