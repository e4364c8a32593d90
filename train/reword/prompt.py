"""What the model is asked for a report; `VERSION` is part of every cache key."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

VERSION = "reword-1"

SECTIONS = {"findings_rewrite": "findings", "impression_rewrite": "impression"}
"""Rewording -> the section that it rewords."""

THOUGHT = ("evidence", "pattern", "reasoning")
"""Paper: RadThought's three levels."""

PARTS = (*SECTIONS, *THOUGHT)
"""What an answer consists of; all are texts."""

SYSTEM = (
    "You are a radiologist who rewords reports for a training set. You get the findings and the "
    "impression of one report and answer with JSON that follows the schema:\n"
    "- `findings_rewrite`: the findings as another radiologist would dictate them: other words, "
    "other sentences, another order.\n"
    "- `impression_rewrite`: the same for the impression.\n"
    "- `evidence`: what was seen that bears on the diagnosis, in one or two short sentences.\n"
    "- `pattern`: what these signs amount to together, in one short sentence.\n"
    "- `reasoning`: why that leads to the impression, in one or two sentences.\n"
    "Rules:\n"
    "- Every fact stays: each finding, its presence or absence, certainty, side, lobe, zone or "
    "vertebral level, severity, size, number, density and change since the last study.\n"
    "- Add nothing: no finding, side, size or advice that the report does not state.\n"
    "- Name findings by established terms, so that software can check the facts.\n"
    "- No names, dates or identifiers, even if the report has them.\n"
    "- If `refused` is there, `answer` holds texts of yours that a check did not pass, and "
    "`refused` what it found: write these again, and no others."
)


def answer_schema(parts: Sequence[str] = PARTS) -> dict[str, Any]:
    """JSON schema of an answer: one object with a text for each part.

    >>> answer_schema(["pattern"])["properties"]
    {'pattern': {'type': 'string'}}
    """
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in parts},
        "required": list(parts),
        "additionalProperties": False,
    }


def user_prompt(
    findings: str,
    impression: str,
    answer: Mapping[str, Any] | None = None,
    refused: Sequence[str] = (),
) -> str:
    """One report, and what of the last answer was refused, where there was one.

    >>> user_prompt("Clear.", "Normal.")
    '{"findings": "Clear.", "impression": "Normal."}'
    """
    asked: dict[str, Any] = {"findings": findings, "impression": impression}
    if refused:
        asked |= {"answer": dict(answer or {}), "refused": list(refused)}
    return json.dumps(asked, ensure_ascii=False)
