"""The body region that a text's own title names: "Head CT: ...", "MRI of the right knee"."""

import re
from functools import lru_cache

_REGIONS = {
    "chest": "chest thorax lung lungs hrct cxr",
    "brain": "head brain cranial cranium cerebral",
    "abdomen": "abdomen abdominal liver renal kidney kidneys hepatic urography enterography",
    "joint": "knee shoulder hip elbow wrist ankle foot hand finger toe",
    "spine": "spine spinal",
    "breast": "breast breasts mammogram mammography",
    "neck": "neck thyroid",
}
_REGION_OF = {word: name for name, words in _REGIONS.items() for word in words.split()}
_REGION = "|".join(sorted(_REGION_OF, key=len, reverse=True))
_MADE = (
    r"(?:ct|mri?|hrct|xr|x-?rays?|radiographs?|films?|ultrasound|sonogram|sonography|"
    r"tomography|imaging|scan)"
)
_WAY = r"(?: (?:scan|study|examination|views?))?(?: of)?(?: the| both)?"
_SORT = r"(?: (?:left|right|portable|lumbar|cervical|thoracic|whole|upper|lower|low-dose))?"
_TITLE = re.compile(
    rf"\b(?:{_MADE}{_WAY}{_SORT} (?P<after>{_REGION})|(?P<before>{_REGION}) {_MADE})\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:prior|previous|earlier|compar\w+|recommend\w*|correlat\w+|since)\b", re.I
)
_WIDER = re.compile(
    rf"\s*(?:,|/|and|&|-)\s*(?:the )?(?P<more>{_REGION}|pelvis|c-spine|cervical)\b", re.IGNORECASE
)
_HEADING = re.compile(rf"\b(?P<more>{_REGION})\s*:", re.IGNORECASE)
_OPENING = 90
"""A title stands among the first letters of a text."""


@lru_cache(maxsize=64)
def examined_region(text: str) -> str:
    """The region that the title of a text names, as `domain_of` calls it; "" if it names none.

    >>> examined_region("Head CT: left contusion with edema.")
    'brain'
    >>> examined_region("Contusion, see the prior head CT."), examined_region("CT chest/abdomen")
    ('', '')
    """
    head = text[:_OPENING]
    title = _TITLE.search(head)
    if title is None or _OTHER.search(head, 0, title.start()):
        return ""
    name = _REGION_OF[(title["after"] or title["before"]).lower()]
    others = [found["more"] for found in _HEADING.finditer(text)]
    if wider := _WIDER.match(head, title.end()):
        others.append(wider["more"])
    return name if {_REGION_OF.get(word.lower(), "wider") for word in others} <= {name} else ""
