"""Which prompt an encoder puts before a text of each kind."""

from collections.abc import Mapping

from radsearch.encoder.settings import KINDS

_ROLE_NAMES = (("query",), ("document", "passage", "corpus"))
"""What sentence-transformers calls the prompts of queries and of reports' texts."""

_KNOWN: dict[str, tuple[str, str]] = {
    "qwen3-embedding": (
        "Instruct: Given a radiology query, retrieve radiology reports that state the same "
        "findings\nQuery:",
        "",
    ),
    "bge-": ("Represent this sentence for searching relevant passages: ", ""),
    "e5-": ("query: ", "query: "),  # findings and impressions are a symmetric task
}
"""Part of a model's name, then its prompts for a query and for a report's text."""


def prompts_by_kind(name: str, own: Mapping[str, str | None]) -> dict[str, str]:
    """The prompt for each kind of text.

    A model's own prompts come first, one named as the kind before those for queries or documents;
    a model without any takes those of the table of known models.

    Args:
        name: Hub id or folder of the model.
        own: The model's `prompts`.

    Returns:
        A prompt for every kind, "" for none.

    >>> prompts_by_kind("intfloat/e5-small", {})["findings"]
    'query: '
    >>> prompts_by_kind("mine", {"query": "find: ", "document": ""})["query"]
    'find: '
    """
    low = name.lower()
    known = next((pair for part, pair in _KNOWN.items() if part in low), ("", ""))
    prompts: dict[str, str] = {}
    for kind in KINDS:
        role = 0 if kind == "query" else 1
        names = (kind, *_ROLE_NAMES[role])
        mine = next((text for key in names if (text := own.get(key)) is not None), "")
        # A model without prompts says "" for both roles; one with prompts means its "".
        prompts[kind] = mine if any(own.values()) else known[role]
    return prompts
