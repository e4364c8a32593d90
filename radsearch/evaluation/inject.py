"""One clinical error put into a report, by the places that the extractor gives.

Each kind changes a word or a sentence of the text and nothing else, so that what is wrong is known.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import get_args

import numpy as np

from radsearch.evaluation.inject_words import INVENTED, SWAPS
from radsearch.language.agreement import finding_agreement
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.radsim import is_abnormal
from radsearch.language.sentence import Sentence, split_sentences
from radsearch.matching.record import Kind

RELATED = 0.5  # a made-up finding must be no other name of one that is stated or denied
KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind != "wording")
_PART_OF_A_NAME = re.compile(
    r"-|\s+(?:bowel|intestin\w+|ventric\w+|atri\w+|heart|anterior descending|main|"
    r"(?:years?|months?|weeks?|days?|hours?|views?)\b|density|attenuation|signal)",
    re.IGNORECASE,
)
"""After a word that could be swapped: there it is no attribute ("small bowel", "three months")."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?)(?=[ -]?(?:mm|cm)\b)")


@dataclass(frozen=True, slots=True)
class Injected:
    """A text with one error.

    Attributes:
        text: The changed text.
        kind: What is wrong.
        finding: The finding it is about.
    """

    text: str
    kind: Kind
    finding: str


def inject(text: str, kind: Kind, *, seed: int = 0) -> Injected | None:
    """Put one error of a kind into a report.

    Args:
        text: The report.
        kind: Of the error.
        seed: With the text, decides which finding and which place.

    Returns:
        The changed report; None if the text offers no place for this kind.

    >>> inject("Small left effusion. Clear lungs.", "laterality").text
    'Small right effusion. Clear lungs.'
    """
    digest = blake2b(f"{seed}\x1f{kind}\x1f{text}".encode(), digest_size=8).digest()
    rng = np.random.default_rng(int.from_bytes(digest, "big"))
    findings = [f for f in extract(text) if f.finding]
    if kind == "added":
        return _add(text, findings, rng)
    order = [findings[n] for n in rng.permutation(len(findings))]
    sentences = split_sentences(text)
    change: Callable[[str, Finding, Sequence[Finding], Sentence], str | None]
    change = {"missing": _drop, "status": _flip, "measurement": _resize}.get(kind) or _swap(kind)
    for finding in order:
        sentence = next((s for s in sentences if s.start <= finding.start < s.end), None)
        if sentence is None:
            continue
        changed = change(text, finding, findings, sentence)
        if changed is not None and changed != text:
            return Injected(changed, kind, finding.finding)
    return None


def _add(text: str, findings: Sequence[Finding], rng: np.random.Generator) -> Injected | None:
    free = []
    for name, sentence in INVENTED:
        made = extract(sentence)
        if not any(finding_agreement(f, m) >= RELATED for f in findings for m in made):
            free.append((name, sentence))
    if not free:
        return None
    finding, sentence = free[int(rng.integers(len(free)))]
    return Injected(f"{text.rstrip()} {sentence}", "added", finding)


def _drop(text: str, finding: Finding, findings: Sequence[Finding], at: Sentence) -> str | None:
    """Leave out the one sentence of the report that states the finding."""
    others = [f for f in findings if f is not finding and is_abnormal(f)]
    if not is_abnormal(finding) or any(at.start <= f.start < at.end for f in others):
        return None
    if any(f.family == finding.family for f in others):
        return None
    return (text[: at.start] + text[at.end :].lstrip(" ")).strip()


def _flip(text: str, finding: Finding, findings: Sequence[Finding], at: Sentence) -> str | None:
    """Deny what is stated, state what is denied: in a sentence that holds nothing else."""
    here = [f for f in findings if at.start <= f.start < at.end]
    if len(here) != 1 or finding.implied or finding.certainty != "definite":
        return None
    words = text[finding.start : finding.end]
    if is_abnormal(finding):
        changed = f"No {words[:1].lower()}{words[1:]}."
    elif at.text.lower().startswith("no ") and finding.presence == "absent":
        changed = f"There is {words}."
    else:
        return None
    return text[: at.start] + changed + text[at.end :]


def _resize(text: str, finding: Finding, findings: Sequence[Finding], at: Sentence) -> str | None:
    if finding.size_mm is None or len(_SIZE.findall(at.text)) != 1:
        return None
    changed = _SIZE.sub(lambda match: f"{float(match.group()) * 2.5:g}", at.text)
    return text[: at.start] + changed + text[at.end :]


def _is_attribute(word: re.Match[str], finding: Finding, at: Sentence) -> bool:
    """Whether a word says something of the finding, and is not part of its name or of another."""
    own = finding.start <= at.start + word.start() and at.start + word.end() <= finding.end
    return not own and not _PART_OF_A_NAME.match(at.text, word.end())


def _swap(kind: Kind) -> Callable[[str, Finding, Sequence[Finding], Sentence], str | None]:
    def change(
        text: str, finding: Finding, findings: Sequence[Finding], at: Sentence
    ) -> str | None:
        """Swap the only word of the kind in a sentence that states one finding."""
        here = [f for f in findings if at.start <= f.start < at.end and is_abnormal(f)]
        if len(here) != 1 or here[0] is not finding:
            return None
        for old, new in SWAPS[kind]:
            places = list(re.finditer(rf"\b{re.escape(old)}\b", at.text, re.IGNORECASE))
            if len(places) == 1 and _is_attribute(places[0], finding, at):
                begin, end = places[0].span()
                word = new.capitalize() if at.text[begin].isupper() and new.islower() else new
                changed = at.text[:begin] + word + at.text[end:]
                return text[: at.start] + changed + text[at.end :]
        return None

    return change
