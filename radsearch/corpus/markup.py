"""Plain text out of RTF and HTML, as report columns hold them."""

import html
import re

_RTF_TOKEN = re.compile(
    r"\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|(.)", re.I | re.S
)
_SKIPPED = frozenset(
    "fonttbl colortbl datastore themedata stylesheet info pict object header footer generator listtable "
    "listoverridetable rsidtbl xmlnstbl latentstyles colorschememapping fldinst".split()
)
_BREAKS = {
    "par": "\n",
    "line": "\n",
    "sect": "\n",
    "page": "\n",
    "row": "\n",
    "cell": "\t",
    "tab": "\t",
}
_MARKS = {
    "bullet": "•",
    "endash": "–",
    "emdash": "—",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
}
_HTML = re.compile(r"</?(?:p|br|div|html|body|table|span|b|strong|ul|ol|li|h[1-6])\b[^>]*>", re.I)
_DROPPED = re.compile(
    r"<(style|script|head|del|s|strike)\b[^>]*>.*?</\1\s*>|<!--.*?-->", re.I | re.S
)
_BLOCK = re.compile(
    r"<(?:br|/p|/div|/h[1-6]|/li|/tr|/table|/ul|/ol|p|div|h[1-6]|li|tr|hr)\b[^>]*>", re.I
)


def strip_markup(text: str) -> str:
    r"""Plain text; text that is neither RTF nor HTML comes back as it is.

    >>> strip_markup("<p><b>FINDINGS:</b> size &lt; 4 mm</p>"), strip_markup("a < b")
    ('FINDINGS: size < 4 mm', 'a < b')
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if text[:5].lower() == "{\\rtf":
        return strip_rtf(text)
    return strip_html(text) if "<" in text and _HTML.search(text) else text


def strip_html(text: str) -> str:
    """HTML as lines of text: styles, scripts and deleted text dropped, blocks on their own lines.

    >>> strip_html("Lungs<style>p {}</style> clear.<br>No <del>left</del> effusion.")
    'Lungs clear.\\nNo effusion.'
    """
    text = _DROPPED.sub(" ", text)
    text = _BLOCK.sub("\n", re.sub(r"[ \t]*\n[ \t]*", "\n", text))
    text = html.unescape(re.sub(r"</?[a-z][^<>]*>", "", text, flags=re.I)).replace("\xa0", " ")
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def strip_rtf(text: str) -> str:
    r"""RTF as text; struck-out and hidden text, fonts and pictures are dropped.

    >>> strip_rtf(r"{\rtf1\ansi \strike Left\strike0  Right pneumothorax.\par 5 \'b1 1 cm}")
    'Right pneumothorax.\n5 ± 1 cm'
    """
    out: list[str] = []
    stack: list[tuple[bool, int]] = []
    silent, unicode_skip, pending = False, 1, 0
    for found in _RTF_TOKEN.finditer(text):
        word, number, code, symbol, brace, char = found.groups()
        if brace == "{":
            stack.append((silent, unicode_skip))
        elif brace == "}":
            silent, unicode_skip = stack.pop() if stack else (False, 1)
        elif word:
            word = word.lower()
            if word in _SKIPPED:
                silent = True
            elif word in {"strike", "striked", "v", "deleted"}:
                silent = number != "0"
            elif word == "uc":
                unicode_skip = int(number or 1)
            elif word == "u" and number:
                out.append("" if silent else chr(int(number) % 65536))
                pending = unicode_skip
            elif not silent:
                out.append(_BREAKS.get(word) or _MARKS.get(word, ""))
        elif symbol == "*":
            silent = True
        else:
            piece = (
                bytes.fromhex(code).decode("cp1252", "replace") if code else (symbol or char or "")
            )
            piece = {"~": " ", "_": "-", "-": ""}.get(piece, piece) if symbol else piece
            if pending:
                pending -= 1
            elif not silent:
                out.append(piece)
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in "".join(out).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
