"""Plain text out of HTML and RTF, as report columns hold them."""

import html
import re

from radsearch.corpus.rtf import strip_rtf

_TAG = re.compile(r"</?(?:p|br|div|html|body|table|span|b|strong|ul|ol|li|h[1-6])\b[^>]*>", re.I)
_DROPPED = re.compile(
    r"<(style|script|head|del|s|strike)\b[^>]*>.*?</\1\s*>|<!--.*?-->", re.I | re.S
)
# Measured: hard wraps stand at 60 to 80 characters, lines of a list are shorter.
_WRAP = re.compile(r"(?m)(^.{40,}[^\s.:;!?])[ \t]*\n[ \t]*(?=[a-z(])")
_HYPHEN_WRAP = re.compile(r"(?m)(^.{40,}[a-z])-\n[ \t]*(?=[a-z])")
_BLOCK = re.compile(
    r"<(?:br|hr|/p|/div|/h[1-6]|/li|/tr|/table|/ul|/ol|p|div|h[1-6]|li|tr)\b[^>]*>", re.I
)


def strip_markup(text: str) -> str:
    r"""Plain text with "\n" as line ends; what is neither RTF nor HTML keeps its words.

    >>> strip_markup("<p><b>FINDINGS:</b> size &lt; 4 mm</p>"), strip_markup("a < b\r\nc")
    ('FINDINGS: size < 4 mm', 'a < b\nc')
    """
    if not text:
        return ""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if text[:5].lower() == "{\\rtf":
        return strip_rtf(text)
    return strip_html(text) if "<" in text and _TAG.search(text) else text


def join_wraps(text: str) -> str:
    r"""Text whose lines were cut at a fixed width, joined again; other line ends stay.

    >>> long = "Multiple echogenic foci in the gallbladder with"
    >>> join_wraps(long + "\nposterior shadowing.\nKidneys normal.").removeprefix(long)
    ' posterior shadowing.\nKidneys normal.'
    """
    if "\n" not in text:
        return text
    text = _HYPHEN_WRAP.sub(r"\1-", text)
    return _WRAP.sub(r"\1 ", text)


def strip_html(text: str) -> str:
    r"""HTML as lines of text: styles and deleted text dropped, blocks on their own lines.

    >>> strip_html("Lungs<style>p {}</style> clear.<br>No <del>left</del> effusion.")
    'Lungs clear.\nNo effusion.'
    """
    text = _DROPPED.sub(" ", text)
    text = _BLOCK.sub("\n", re.sub(r"[ \t]*\n[ \t]*", "\n", text))
    text = html.unescape(re.sub(r"</?[a-z][^<>]*>", "", text, flags=re.I)).replace("\xa0", " ")
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
