"""Plain text out of RTF."""
# ruff: noqa: RUF001 (quotation marks and dashes that RTF has words for)

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|(.)", re.I | re.S
)
_DROPPED = frozenset(
    """fonttbl colortbl datastore themedata stylesheet info pict object header footer generator
    listtable listoverridetable rsidtbl xmlnstbl latentstyles colorschememapping fldinst""".split()
)
_STRUCK = frozenset({"strike", "striked", "v", "deleted"})
_SIGNS = {
    "par": "\n", "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "cell": "\t", "tab": "\t",
    "bullet": "•", "endash": "–", "emdash": "—", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”",
}  # fmt: skip
_ESCAPED = {"~": " ", "_": "-", "-": ""}


@dataclass
class _Reader:
    """The state of reading: what was written, and whether text counts just now."""

    out: list[str] = field(default_factory=list)
    stack: list[tuple[bool, int]] = field(default_factory=list)
    silent: bool = False
    skip_after_unicode: int = 1
    pending: int = 0

    def write(self, text: str) -> None:
        if self.pending:
            self.pending -= 1  # the plain letter that stands in for a Unicode one
        elif not self.silent:
            self.out.append(text)

    def group(self, brace: str) -> None:
        if brace == "{":
            self.stack.append((self.silent, self.skip_after_unicode))
        elif self.stack:
            self.silent, self.skip_after_unicode = self.stack.pop()

    def word(self, word: str, number: str | None) -> None:
        if word in _DROPPED:
            self.silent = True
        elif word in _STRUCK:
            self.silent = number != "0"
        elif word == "uc":
            self.skip_after_unicode = int(number or 1)
        elif word == "u" and number:
            self.write(chr(int(number) % 65536))
            self.pending = self.skip_after_unicode
        elif not self.silent:
            self.out.append(_SIGNS.get(word, ""))


def strip_rtf(text: str) -> str:
    r"""RTF as text; struck-out and hidden text, fonts and pictures are dropped.

    >>> strip_rtf(r"{\rtf1\ansi \strike Left\strike0  Right pneumothorax.\par 5 \'b1 1 cm}")
    'Right pneumothorax.\n5 ± 1 cm'
    """
    reader = _Reader()
    for found in _TOKEN.finditer(text):
        word, number, code, escaped, brace, char = found.groups()
        if word:
            reader.word(word.lower(), number)
        elif brace:
            reader.group(brace)
        elif escaped == "*":
            reader.silent = True
        elif code:
            reader.write(bytes.fromhex(code).decode("cp1252", "replace"))
        elif escaped or char:
            reader.write(_ESCAPED.get(escaped, escaped) if escaped else char)
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in "".join(reader.out).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
