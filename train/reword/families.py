"""Contrast families of a user's own sentences, in the form of `data/corpus/contrast`.

A sentence, three rewordings that keep its facts, and near-copies that change one attribute: what
the model writes is kept where the rule engine reads exactly that.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from radsearch.language.extract import extract
from radsearch.language.radsim import radsim

from .anchors import AXES, Anchor
from .check import Fault, overlap, reworded
from .facts import contradictions
from .task import Parts, Task

NEAR = 0.6  # Dice overlap of words from which a copy shares almost every word with the anchor
LEAST = {"same": 2, "graded": 1}
PARTS = tuple(LEAST)
SYSTEM = (
    "You write contrasts for training a text encoder on radiology reports. You get a sentence and "
    "an attribute of it and answer with JSON that follows the schema:\n"
    "- `same`: three rewordings of the sentence in other words and another order, each with every "
    "fact: finding, presence or absence, certainty, side, place, severity, size, number, density "
    "and change.\n"
    "- `graded`: two to four copies of the sentence, word for word but for the attribute, which "
    "has another value in each, from near to far; for `presence` one copy that turns the sentence "
    "into its denial or back.\n"
    "Name findings by established terms, so that software can check the facts. No names or "
    "dates.\n"
    "If `refused` is there, `answer` holds texts of yours that a check did not pass, and `refused` "
    "what it found: write these parts again in full, and no others."
)


def answer_schema(parts: Sequence[str]) -> dict[str, Any]:
    """JSON schema of an answer: a list of texts for each part."""
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": {"type": "string"}} for name in parts},
        "required": list(parts),
        "additionalProperties": False,
    }


def question(anchor: Anchor, refused: Mapping[str, Any], why: Sequence[str]) -> str:
    """A sentence and its attribute, and what of the last answer was refused.

    >>> question(Anchor("r", "Mild edema.", "severity", ""), {}, [])
    '{"sentence": "Mild edema.", "attribute": "severity"}'
    """
    asked: dict[str, Any] = {"sentence": anchor.text, "attribute": AXES[anchor.attribute]}
    if why:
        asked |= {"answer": dict(refused), "refused": list(why)}
    return json.dumps(asked, ensure_ascii=False)


def judge(anchor: Anchor, answer: Any, parts: Sequence[str]) -> tuple[Parts, list[Fault]]:
    """The rewordings and copies that are what they should be; faults where too few are.

    Args:
        anchor: What was asked for.
        answer: What the model gave, of any form.
        parts: What was asked for.

    Returns:
        Lists of texts by part, and the faults of the other parts.
    """
    kept: Parts = {}
    faults: list[Fault] = []
    for part in parts:
        good, bad = list[str](), list[Fault]()
        for text in _texts(answer, part):
            if part == "same":
                found = reworded(part, anchor.text, text, anchor.text)
            else:
                found = copied(anchor, text)
            bad += found
            good += [] if found else [text]
        if len(good) >= LEAST[part]:
            kept[part] = good
        else:
            few = f"{len(good)} of {LEAST[part]} or more"
            faults += [*dict.fromkeys(bad), Fault(part, "too_few", few)]
    return kept, faults


def _texts(answer: Any, part: str) -> list[str]:
    given = answer.get(part) if isinstance(answer, dict) else None
    texts = [x.strip() for x in given if isinstance(x, str)] if isinstance(given, list) else []
    return [text for text in dict.fromkeys(texts) if text]


def copied(anchor: Anchor, text: str) -> list[Fault]:
    """What speaks against a text as a copy that changes the attribute and nothing else.

    Args:
        anchor: The sentence and the attribute.
        text: The copy.

    Returns:
        Faults; none where the rule engine reads another value of the attribute, and all else alike.
    """
    facts, told = extract(anchor.text), extract(text)
    found = []
    changed = {attribute for attribute, _ in contradictions(facts, told)}
    if changed != {anchor.attribute}:
        found.append(Fault("graded", "changed", ", ".join(sorted(changed)) or "nothing"))
    if {f.finding for f in facts} != {f.finding for f in told}:
        found.append(Fault("graded", "other_findings", "came or went"))
    if (shared := overlap(anchor.text, text)) < NEAR:
        found.append(Fault("graded", "no_copy", f"{shared:.2f} of the words"))
    return found


def row_of(anchor: Anchor, parts: Parts, writer: str) -> dict[str, Any] | None:
    """A row of the form of `data/corpus/contrast`; None where a part is missing.

    The copies' distances are their places by RadSim to the anchor; equal ones share one.
    """
    if set(parts) != set(PARTS):
        return None
    facts = extract(anchor.text)
    scores = {text: round(radsim(facts, extract(text)).score, 3) for text in parts["graded"]}
    steps = sorted(set(scores.values()), reverse=True)
    graded = [{"text": text, "distance": steps.index(s) + 1} for text, s in scores.items()]
    return {
        "id": f"{anchor.key}/{AXES[anchor.attribute]}",
        "axis": AXES[anchor.attribute],
        "body_part": anchor.body_part,
        "anchor": anchor.text,
        "same": parts["same"],
        "graded": sorted(graded, key=lambda copy: copy["distance"]),
        "writer": writer,
    }


FAMILIES: Task[Anchor] = Task(
    version="families-1",
    system=SYSTEM,
    parts=PARTS,
    schema=answer_schema,
    question=question,
    judge=judge,
    key=lambda anchor: anchor.key,
    row=row_of,
    expected=lambda anchor: 7.0 * len(anchor.text) + 60,  # three rewordings, three or four copies
)
