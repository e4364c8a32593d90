"""Sentence -> tokens in one spelling: lower case, American, singular, hyphens gone.

The same canonical form is given to the lexicon's aliases, so that "haematomas" meets "hematoma" and
"ground-glass" meets "ground glass". The canonical words are internal and never shown.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(  # words first: by far the most
    r"[A-Za-zÀ-ÿ]+\d{0,2}(?![0-9])|\d+(?:\.\d+)?|\[\*\*.*?\*\*\]|_{2,}|\.\d+|[^\w\s]"
)
_BRITISH = (
    ("oedema", "edema"),
    ("haem", "hem"),
    ("oesoph", "esoph"),
    ("tumour", "tumor"),
    ("centre", "center"),
    ("calibre", "caliber"),
    ("fibre", "fiber"),
    ("goitre", "goiter"),
    ("metre", "meter"),
    ("paed", "ped"),
    ("colour", "color"),
    ("grey", "gray"),
    ("coeli", "celi"),
    ("caec", "cec"),
    ("foet", "fet"),
    ("anaes", "anes"),
    ("unnell", "unnel"),
    ("aemia", "emia"),
    ("aetio", "etio"),
    ("leukaem", "leukem"),
    ("ageing", "aging"),
    ("favour", "favor"),
    ("mould", "mold"),
    ("sulph", "sulf"),
)
_ISE = re.compile(r"(?<=[lrtnmdcg])is(?=(?:e|es|ed|ing|ation)$)")
_IRREGULAR = {
    "apices": "apex",
    "apexes": "apex",
    "vertebrae": "vertebra",
    "bronchi": "bronchus",
    "hila": "hilum",
    "emboli": "embolus",
    "thrombi": "thrombus",
    "foci": "focus",
    "calculi": "calculus",
    "diverticula": "diverticulum",
    "sulci": "sulcus",
    "gyri": "gyrus",
    "menisci": "meniscus",
    "bullae": "bulla",
    "varices": "varix",
    "atria": "atrium",
    "phalanges": "phalanx",
    "septa": "septum",
    "labra": "labrum",
    "maxillae": "maxilla",
    "scapulae": "scapula",
    "clavicles": "clavicle",
    "pelves": "pelvis",
    "testes": "testis",
    "diagnoses": "diagnosis",
    "axillae": "axilla",
    "tibiae": "tibia",
    "fibulae": "fibula",
    "bursae": "bursa",
    "fistulae": "fistula",
    "hypophyses": "hypophysis",
    "lfet": "left",
    "rihgt": "right",
    "gas": "gas",
    "lens": "lens",
    "pus": "pus",
    "pres": "pres",
    "leaves": "leaf",
    "calves": "calf",
    "secondaries": "metastasis",
}


@dataclass(slots=True)
class Token:
    """One word, number or mark; nobody changes it, but a frozen one takes three times as long.

    Attributes:
        word: Canonical form, or the mark itself.
        start: Offset in the sentence.
        end: Offset behind it.
    """

    word: str
    start: int
    end: int


@lru_cache(maxsize=65536)
def canonical(word: str) -> str:
    """One spelling of a word: lower case, American, singular.

    >>> [canonical(word) for word in ("Haematomas", "opacities", "Apices", "mass", "tumours")]
    ['hematoma', 'opacity', 'apex', 'mass', 'tumor']
    """
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for british, american in _BRITISH:
        if british in word:
            word = word.replace(british, american)
    word = _ISE.sub("iz", word)
    return _singular(word)


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("stases", "ctases", "oses", "theses")) and len(word) > 5:
        return word[:-2] + "is"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


def tokenize(text: str, spell: Callable[[str], str] = canonical) -> list[Token]:
    """Tokens of one sentence; masks and the hyphens inside words are left out.

    Args:
        text: The sentence.
        spell: Canonical form of a word.

    Returns:
        In order.

    >>> [token.word for token in tokenize("Ground-glass opacities, 1.2 x 3 cm in the [**name**].")]
    ['ground', 'glass', 'opacity', ',', '1.2', 'x', '3', 'cm', 'in', 'the', '.']
    """
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        raw = match.group()
        start, end = match.span()
        first = raw[0]
        if first.isalpha():
            if raw.startswith("XXX"):
                continue
            word = spell(raw)
        elif first in "_[" and len(raw) > 1:
            continue
        elif first in "-\u2010\u2011\u2013\u2014\u2212":
            word = _dash(text, start, end)
        elif first in "\u00d7\u2715":
            word = "x"
        else:
            word = raw
        if word:
            tokens.append(Token(word, start, end))
    return tokens


def _dash(text: str, start: int, end: int) -> str:
    """A dash between digits is a range, between spaces a break, elsewhere nothing."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isspace() and after.isspace():
        stripped = text[:start].rstrip()
        return "-" if stripped[-1:].isdigit() and text[end:].lstrip()[:1].isdigit() else "\u2014"
    if before.isdigit() and after.isdigit():
        return "-"
    return "" if before.isalnum() or after.isalnum() else "\u2014"
