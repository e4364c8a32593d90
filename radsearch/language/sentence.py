"""Report text -> sentences with offsets; knows decimals, abbreviations, lists and wrapped lines.

A semicolon ends a clause, never a sentence. "Pleura: No effusion." stays one sentence. List numbers
and bullets belong to no sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_ABBREVIATIONS = frozenset(
    "dr mr mrs ms prof st vs e.g i.e eg ie cf approx incl resp fig figs nos ca viz excl sr jr "
    "m.d ph.d d.o r.n".split()
)
"""A stop behind these never ends a sentence."""

_SOFT_ABBREVIATIONS = frozenset(
    "cm mm max min lat ant post inf sup bilat rt lt r l a.m p.m etc ave avg wt yr yrs mo hr hrs "
    "inc no ml cc sec min diam abd".split()
)
"""A stop behind these ends a sentence only if a capital, a list or the text's end follows."""

_STOP = re.compile(r"(?:[.!?]+|。)[\"'”\u2019)\]]*|[ \t]*(?:\r\n|\r|\n)[\s]*")
_STOP_IN_LINE = re.compile(r"[.!?。](?:(?<!。)[.!?]+)?[\"'”\u2019)\]]*")
"""The same for a text of one line, which begins with one of few characters: quick to look for."""

_MARKER = re.compile(
    r"[\s]*(?:(?:\(?\d{1,2}[.)](?=\s|[A-Za-z\[_*?]|$)|[-•*▪◦·\u2013—](?=\s)|[a-hA-H]\)(?=\s)|#\d{1,2}[.:)]?)"
    r"[ \t]*)?"
)
_LINE_HEAD = re.compile(
    r"\(?\d{1,2}[.)]|[-•*▪◦·\u2013—]\s|[a-hA-H]\)\s|[A-Za-z][A-Za-z /&,()-]{0,40}:"
)
_CARRIES_ON = re.compile(
    r"(?:,|\b(?:of|in|the|a|an|and|or|with|without|to|at|is|are|was|for|no|by|on|from|than|as|its|"
    r"right|left|both|may|be|has|have|been|which|that|small|large|mild|moderate|severe|acute|new))$",
    re.IGNORECASE,
)

_ANSWER = re.compile(
    r"[ \t]*(?:no|none|nil|negative|yes|present|absent)\b[ \t]*[.;,\n]", re.IGNORECASE
)


REMEMBERED = 8_192
"""Texts whose cut is kept, about 15 MB: indexing cuts one to embed, to read and to list it."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands: `text == whole[start:end]`.

    Attributes:
        text: The words, verbatim, without surrounding white space or list number.
        start: Offset in the whole text.
        end: Offset behind the last character.
    """

    text: str
    start: int
    end: int


def split_sentences(text: str) -> list[Sentence]:
    """Sentences of a report text in order; empty if there are no words.

    >>> [s.text for s in split_sentences("No PTX. ETT 3.5 cm above carina; clear. 2.No effusion")]
    ['No PTX.', 'ETT 3.5 cm above carina; clear.', 'No effusion']
    """
    return list(_split(text))


@lru_cache(maxsize=REMEMBERED)
def _split(text: str) -> tuple[Sentence, ...]:
    wrapped = _is_wrapped(text)
    sentences: list[Sentence] = []
    start = 0
    for end, resume in _breaks(text, wrapped):
        _add(text, start, end, sentences)
        start = resume
    _add(text, start, len(text), sentences)
    return tuple(sentences)


def _breaks(text: str, wrapped: bool) -> Iterator[tuple[int, int]]:
    start = 0  # of the present sentence
    stop = _STOP if "\n" in text or "\r" in text else _STOP_IN_LINE
    for match in stop.finditer(text):
        if match.start() < start:
            continue
        if "\n" in match.group() or "\r" in match.group():
            breaks = _line_breaks(text, start, match, wrapped)
            end = match.start()
        else:
            breaks = _stop_breaks(text, start, match)
            end = match.end()
        if breaks:
            yield end, match.end()
            start = match.end()


def _add(text: str, start: int, end: int, sentences: list[Sentence]) -> None:
    marker = _MARKER.match(text, start, end)
    if marker and marker.end() < end:
        start = marker.end()
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    part = text[start:end]
    if part[:1].isalnum() or any(char.isalnum() for char in part):
        sentences.append(Sentence(part, start, end))


def _stop_breaks(text: str, start: int, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 1]
    before = text[start : match.start()]
    if not after:
        return True
    if not before.strip():  # "? effusion", "... then": nothing to end
        return False
    if match.group() == "?" and _ANSWER.match(text, match.end()):
        return False
    marker = _MARKER.match(text, start)
    if marker and marker.end() >= match.end() and marker.group().strip():
        return False  # the stop is the list number's own
    word = before.rsplit(maxsplit=1)[-1].lstrip("([\"'")
    if not after.isspace():
        return _glued_break(text, match, word)
    if match.group()[0] == "?" and before[-1:].isspace():
        return False
    if "?" in match.group() or "!" in match.group():
        return True
    return _spaced_break(text, match, word)


def _spaced_break(text: str, match: re.Match[str], word: str) -> bool:
    lower = word.lower()
    rest = text[match.end() : match.end() + 40].lstrip()
    if lower in _ABBREVIATIONS:
        return not rest
    if lower == "no":
        return not rest[:1].isdigit()
    if lower in _SOFT_ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word.isupper()):
        return not rest[:1].islower()
    return True


def _glued_break(text: str, match: re.Match[str], word: str) -> bool:
    """A stop with no space behind it: "effusion.No nodule" breaks; "3.5", "e.g.", "p.m." do not."""
    rest = text[match.end() : match.end() + 3]
    if not match.group().startswith((".", "?", "!")) or not rest[:1].isupper():
        return False
    if word.lower() in _ABBREVIATIONS or "." in word:
        return False
    return (
        len(word) >= 3 or word.isdigit() or (len(rest) > 1 and rest[1].islower() and len(word) > 1)
    )


def _line_breaks(text: str, start: int, match: re.Match[str], wrapped: bool) -> bool:
    if match.group().count("\n") > 1 or match.group().count("\r\r") or match.end() >= len(text):
        return True
    before = text[start : match.start()].rstrip()
    rest = text[match.end() : match.end() + 60]
    if not before or before[-1] in ".!?:;":
        return not before or before[-1] not in ":;" or not rest[:1].islower()
    if _LINE_HEAD.match(rest):
        return True
    if rest[:1].islower() or _CARRIES_ON.search(before):
        return False
    return not wrapped


@lru_cache(maxsize=256)
def _is_wrapped(text: str) -> bool:
    """Whether the lines look cut at a fixed width, so that a line's end says nothing."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line.rstrip() for line in block.splitlines() if line.strip()]
        if len(lines) < 2:
            continue
        widest = max(map(len, lines))
        inner = lines[:-1]
        open_ends = sum(line[-1] not in ".!?:;" for line in inner)
        full = sum(len(line) >= 0.75 * widest for line in inner)
        if 45 <= widest <= 130 and open_ends >= 0.5 * len(inner) and full >= 0.75 * len(inner):
            return True
    return False
