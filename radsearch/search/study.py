"""Modality and body part that a query asks for: "MRI brain", "chest radiograph"."""

import re

_MODALITIES = (
    ("CT", r"CT|CTA|CTPA|HRCT|NCCT|CECT|computed tomography|CAT scan|ct scan"),
    ("MR", r"MRI|MRA|MRCP|MR|magnetic resonance|mri scan"),
    ("MG", r"mammogra(?:m|ms|phy|phic)|MMG"),
    ("XR", r"x-?\s?rays?|XR|radiographs?|radiography|plain films?|films?|CXR|AXR|KUB"),
    ("US", r"ultrasounds?|ultrasonograph(?:y|ic)|sonogra(?:m|ms|phy|phic)|USG|doppler|duplex"),
    ("NM", r"PET|PET[/-]CT|scintigraphy|bone scan"),
)
_UPPER_ONLY = re.compile(r"(?<!\w)(US|MR|PET)(?!\w)")
_PARTS = {
    "chest": ("chest", "thorax"),
    "thoracic": ("chest", "thorax"),
    "brain": ("head", "brain"),
    "head": ("head", "brain"),
    "cranial": ("head", "brain"),
    "abdomen": ("abdomen",),
    "abdominal": ("abdomen",),
    "pelvis": ("pelvis",),
    "pelvic": ("pelvis",),
    "neck": ("neck",),
    "lumbar spine": ("lumbar", "spine"),
    "lumbar": ("lumbar",),
    "cervical spine": ("cervical",),
    "thoracic spine": ("thoracic",),
    "spine": ("spine",),
    "knee": ("knee",),
    "shoulder": ("shoulder",),
    "hip": ("hip",),
    "wrist": ("wrist",),
    "hand": ("hand", "finger"),
    "ankle": ("ankle",),
    "foot": ("foot",),
    "elbow": ("elbow",),
    "breast": ("breast",),
    "renal": ("renal", "abdomen"),
    "orbit": ("orbits",),
    "sinus": ("sinuses",),
}
_MODALITY = "|".join(words for _, words in _MODALITIES)
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_STUDY = re.compile(
    rf"(?<!\w)(?:(?:portable|frontal|follow[ -]?up|(?P<before>{_PART})|of the|on|last|the)\s+)*"
    rf"(?P<modality>{_MODALITY})(?!\w)(?:\s+(?:of|the|scan|study|exam|images?))*"
    rf"(?:\s+(?P<after>{_PART})(?!\w))?",
    re.IGNORECASE,
)
_CHEST_FILM = re.compile(r"CXR|CTPA", re.IGNORECASE)


def study(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text without its modality, the modalities, and the words of the body part.

    The body part stays in the text, where it may tell which metastases are meant.

    >>> study("MRI brain metastases")
    ('brain metastases', ('MR',), ('head', 'brain'))
    >>> study("clear lungs on chest radiograph"), study("tell us more")[1]
    (('clear lungs', ('XR',), ('chest', 'thorax')), ())
    """
    codes: list[str] = []
    parts: list[str] = []

    def take(found: re.Match[str]) -> str:
        word = found["modality"]
        if word.upper() in ("US", "MR", "PET") and not _UPPER_ONLY.fullmatch(word):
            return found[0]
        code = next(c for c, words in _MODALITIES if re.fullmatch(words, word, re.IGNORECASE))
        codes.append(code)
        for name in (found["before"], found["after"]):
            parts.extend(_PARTS[name.lower()] if name else ())
        if _CHEST_FILM.fullmatch(word):
            parts.extend(_PARTS["chest"])
        named = [found["before"], found["after"], "breast" if code == "MG" else None]
        kept = [name for name in named if name and name.lower() != "chest"]
        return f" {' '.join(dict.fromkeys(kept))} "

    text = re.sub(r"(?<!\w)US(?!\w)", "ultrasound", text)
    rest = re.sub(r"\s+", " ", _STUDY.sub(take, text)).strip(" ,")
    return rest, tuple(dict.fromkeys(codes)), tuple(dict.fromkeys(parts))
