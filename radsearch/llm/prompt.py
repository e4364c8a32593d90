"""What the model is asked; `VERSION` is part of every cache key."""

import json
from collections.abc import Iterable, Sequence

VERSION = "1"


def system_prompt(ids: Iterable[str]) -> str:
    """Instructions with the finding ids that may be used."""
    return (
        "You read radiology reports and list every finding that each one states, present or "
        "absent, as JSON that follows the schema. Rules:\n"
        "- `finding`: one id of the list below; leave out what has none.\n"
        "- `quote`: the exact words of the report, copied without any change.\n"
        "- `presence`: absent when denied or resolved; a normal statement denies its abnormality "
        "('heart size is normal': cardiomegaly absent).\n"
        "- `certainty`: possible (may, cannot be excluded), probable (likely), else definite.\n"
        "- `severity`: small and mild are mild; tiny, minimal, trace, borderline are trace; large "
        "and severe are severe.\n"
        "- `size_mm`: the largest current dimension of the lesion in millimetres; never the "
        "distance of a tube's tip, never the prior size.\n"
        "- `laterality` of a shift is its direction. `temporal` only if a change is stated.\n"
        "- An attribute that is not stated is null. Invent nothing.\n"
        "- Give one entry of `reports` for every report, with its id.\n"
        f"Ids: {', '.join(sorted(ids))}"
    )


def user_prompt(texts: Sequence[str]) -> str:
    """The reports of one request, numbered from 0.

    >>> user_prompt(["Clear."])
    '[{"id": 0, "report": "Clear."}]'
    """
    return json.dumps([{"id": i, "report": text} for i, text in enumerate(texts)])
