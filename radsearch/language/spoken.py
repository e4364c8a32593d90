"""Spoken punctuation that a speech recogniser wrote out as words."""

import re

_HEADS = (
    r"findings|impressions?|conclusions?|opinion|indications?|history|technique|comparison"
    r"|exam(?:ination)?|report|interpretation|summary|comments?|addendum"
    r"|clinical (?:details|history|information)|recommendations?"
    r"|procedure|study|description|diagnosis|assessment|results?"
)
_BREAK = re.compile(r"\s*\b(?:new|next)[ -](line|paragraph)\b[ \t]*", re.I)
_HEAD_COLON = re.compile(rf"\b({_HEADS}) colon\b", re.I)
_STOP = re.compile(
    r"(?<!time)(?<!this)(?<!the)(?<!interval)[ ]+(?:period|full stop)\b"
    r"(?! (?:of|pain|pains|between|since|after|before|from)\b)",
    re.I,
)
_END = re.compile(r"\s*\b(?:end (?:of )?(?:dictation|report)|dictating)[ .]*\Z", re.I)
_COMMA = re.compile(r"[ ]+comma\b")


def is_spoken(text: str) -> bool:
    """Whether punctuation stands in the text as words.

    "Colon" is also an organ and "period" a time, so a line break said aloud, or a colon after a
    heading, must be there too.

    >>> is_spoken("Findings colon clear period"), is_spoken("The colon is normal for this period.")
    (True, False)
    """
    return bool(_HEAD_COLON.search(text)) or bool(_BREAK.search(text) and _STOP.search(text))


def write_punctuation(text: str) -> str:
    r"""The text with its spoken marks written as marks; any other text comes back as it is.

    >>> write_punctuation("Findings colon new line Clear period Impression colon Normal period")
    'Findings:\nClear. Impression: Normal.'
    """
    if not is_spoken(text):
        return text
    text = _HEAD_COLON.sub(r"\1:", _END.sub("", text))
    text = _STOP.sub(".", text)
    text = _COMMA.sub(",", text)
    return _BREAK.sub(lambda found: "\n" if found[1].lower() == "line" else "\n\n", text)
