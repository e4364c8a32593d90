"""The `Finding` record as JSON: its schema, and the way back with every value checked."""

from collections.abc import Mapping
from typing import Any, get_args

from radsearch.language import finding as vocabulary
from radsearch.language.finding import Finding
from radsearch.language.sentence import split_sentences

CHOICES: Mapping[str, tuple[str, ...]] = {
    "presence": get_args(vocabulary.Presence),
    "certainty": get_args(vocabulary.Certainty),
    "laterality": get_args(vocabulary.Laterality),
    "severity": get_args(vocabulary.Severity),
    "density": get_args(vocabulary.Density),
    "temporal": get_args(vocabulary.Temporal),
}
REQUIRED = ("presence", "certainty")
COUNT_WORDS = get_args(vocabulary.CountWord)


class InvalidRecordError(ValueError):
    """A record that the schema or the text refutes; the message names the field only."""


def answer_schema() -> dict[str, Any]:
    """JSON schema of an answer: {"reports": [{"id": 0, "findings": [...]}, ...]}."""
    fields: dict[str, Any] = {"finding": {"type": "string"}, "quote": {"type": "string"}}
    for name, values in CHOICES.items():
        fields[name] = {"enum": list(values) if name in REQUIRED else [*values, None]}
    fields |= {
        "location": {"type": ["string", "null"]},
        "zone": {"type": ["string", "null"]},
        "size_mm": {"type": ["number", "null"]},
        "count": {"anyOf": [{"type": "integer"}, {"enum": [*COUNT_WORDS, None]}]},
    }
    finding = _object(fields)
    report = _object({"id": {"type": "integer"}, "findings": _array(finding)})
    return _object({"reports": _array(report)})


def _object(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": dict(items)}


def to_finding(record: Mapping[str, Any], text: str, families: Mapping[str, str]) -> Finding:
    """The record as a finding with offsets into its text.

    Args:
        record: One item of an answer.
        text: The text that was sent.
        families: Family by finding id: the lexicon.

    Returns:
        A finding whose words are the quote.

    Raises:
        InvalidRecordError: If the id is not in the lexicon, the quote not in the text, or a value
            not one of the allowed ones.
    """
    name, quote = record.get("finding"), record.get("quote")
    if not isinstance(name, str) or name not in families:
        raise InvalidRecordError("finding")
    start = text.find(quote) if isinstance(quote, str) and quote else -1
    if start < 0:
        raise InvalidRecordError("quote")
    values = {key: _choice(key, record.get(key)) for key in CHOICES}
    return Finding(
        name,
        families[name],
        location=_word(record.get("location")),
        zone=_word(record.get("zone")),
        size_mm=_size(record.get("size_mm")),
        count=_count(record.get("count")),
        sentence=_sentence(text, start),
        start=start,
        end=start + len(str(quote)),
        **values,  # type: ignore[arg-type]
    )


def _choice(key: str, value: Any) -> str | None:
    if value is None and key not in REQUIRED:
        return None
    if value not in CHOICES[key]:
        raise InvalidRecordError(key)
    return str(value)


def _word(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InvalidRecordError("location")
    return value.strip().lower().replace(" ", "_") or None


def _size(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 2000:
        raise InvalidRecordError("size_mm")
    return float(value)


def _count(value: Any) -> Any:
    if value is None or value in COUNT_WORDS:
        return value
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidRecordError("count")
    return value


def _sentence(text: str, start: int) -> str:
    for sentence in split_sentences(text):
        if sentence.start <= start < sentence.end:
            return sentence.text
    return ""
