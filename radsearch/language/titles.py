"""The words that head a section, and what each stands for.

A title may be compound ("FINDINGS AND IMPRESSION"), numbered ("ADDENDUM #2"), qualified ("CT FINDINGS")
or misspelt by one letter ("IMPRESION"): `match_title` reads all of these.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

Label = Literal[
    "findings",
    "impression",
    "weak_impression",  # COMMENT, DIAGNOSIS ...: the impression unless a stronger word is there
    "interpretation",  # the impression after FINDINGS, both at once without
    "report",  # the findings beside an impression, both at once without
    "technique_findings",
    "combined",
    "indication",
    "technique",
    "comparison",
    "exam",
    "addendum",
    "preliminary",
    "communication",
    "recommendation",
    "signature",
    "final",  # "FINAL REPORT": a banner that ends a preliminary read
    "admin",  # name, number, date: never text to search
]

PHRASES: dict[Label, str] = {
    "findings": """findings|finding|description|results|result|observations|observation|report findings
        |detailed findings|findings in detail|body of report|description of findings""",
    "impression": """impression|impressions|conclusion|conclusions|opinion|summary and conclusion
        |summary impression|impression and plan|impression plan|concluding remarks|bottom line
        |final impression|final diagnosis|radiological diagnosis|impression summary
        |summary of findings|key findings and conclusion""",
    "weak_impression": """summary|comment|comments|diagnosis|diagnoses|assessment|final assessment
        |overall assessment|imp""",
    "interpretation": "interpretation|interpretations",
    "report": "report|radiology report|body|narrative|report text",
    "indication": """indication|indications|history|histories|reason for exam|reason for examination
        |reason for the exam|reason for this exam|reason for this examination|reason for study
        |reason for the study|reason for test|reason for request|reason for referral|reason
        |clinical|clinical details|clinical detail|clinical information|clinical info|clinical data
        |clinical history|clinical indication|clinical indications|clinical context|clinical question
        |clinical statement|clinical notes|clinical note|clinical summary|clinical background
        |clinical diagnosis|clinical problem|clinical features|clinical presentation|patient history
        |medical history|past medical history|relevant history|brief history|medical condition
        |history of present illness|hx|provisional diagnosis|admitting diagnosis|working diagnosis
        |referral diagnosis|presenting complaint|chief complaint|symptoms|question
        |questions to be answered|request|background|indication for exam|indication for study
        |indication for examination|exam indication|study indication""",
    "technique": """technique|techniques|protocol|imaging protocol|scan protocol|method|methods
        |methodology|contrast|iv contrast|oral contrast|contrast agent|contrast media|dose|radiation dose
        |dose report|dlp|ctdi|ctdivol|radiopharmaceutical|tracer|fluoroscopy time|fluoro time|views
        |number of views|sequences|procedure technique|scan technique|imaging technique|technical factors
        |technical|acquisition|procedure details|procedure description|description of procedure
        |medications|sedation""",
    "comparison": """comparison|comparisons|comparison study|comparison studies|comparison exam
        |comparison exams|comparison examination|comparison film|comparison films|comparison date
        |comparison made to|comparison is made to|compared to|compared with|prior|priors|prior study
        |prior studies|prior exam|prior exams|prior imaging|previous|previous study|previous studies
        |previous exam|previous exams|previous imaging|previous examinations|comparison with
        |comparison to|reference exam|correlation|relevant priors|comparative study""",
    "exam": """exam|exams|examination|examinations|study|studies|procedure|procedures|exam type
        |type of exam|type of examination|type of study|study type|exam name|exam title|exam performed
        |examination performed|procedure performed|study performed|exam description|study description
        |modality|test|imaging study|title|name of exam|name of examination|radiological examination""",
    "addendum": """addendum|addenda|addendums|addendum report|amendment|amended report|correction
        |corrected report|erratum|supplementary report|supplemental report|late addendum
        |addendum begins|begin addendum|start of addendum|addendum start|report addendum""",
    "preliminary": """wet read|wetread|preliminary|preliminary report|preliminary read
        |preliminary reading|preliminary impression|preliminary interpretation|preliminary findings
        |preliminary result|preliminary results|prelim|prelim read|prelim report|initial read
        |initial report|resident read|resident preliminary read|overnight read|overnight report
        |on call read|on call report|nighthawk read|teleradiology read|provisional report
        |wet reading|stat read|ed read|preliminary wet read""",
    "communication": """critical result|critical results|critical finding|critical findings
        |critical value|critical values|critical result communication|critical results communication
        |communication|communications|communication of results|communication of critical results
        |notification|notifications|result notification|results notification|verbal report
        |verbal communication|result communication|results communication|urgent result|urgent results
        |urgent finding|urgent findings|critical alert|alert|non critical results|unexpected finding
        |unexpected findings communication|actionable finding|documentation of communication
        |physician notification|notified|critical test result|significant result""",
    "recommendation": """recommendation|recommendations|recommend|follow up|followup
        |follow up recommendation|follow up recommendations|suggested follow up|plan|advice
        |management recommendation|management recommendations|further recommendations""",
    "signature": """electronically signed by|electronically signed|signed by|signed|dictated by
        |transcribed by|reviewed by|interpreted by|reported by|verified by|approved by|read by
        |authenticated by|finalized by|finalised by|attending|attending radiologist|radiologist
        |reporting radiologist|resident|signature|attending physician|electronic signature
        |transcriptionist|dictating radiologist|reader|staff radiologist|consultant radiologist
        |dictated and signed by|digitally signed by|report signed by|authorised by|authorized by
        |dictated|transcribed|prepared by|attestation|reporting doctor|interpreting radiologist
        |electronically verified by|validated by|end of report|dictated on|transcribed on|signed on""",
    "final": """final report|final read|final|final interpretation|final reading|original report
        |end of addendum|end addendum|addendum ends|report body|original|end of preliminary report
        |final radiology report|final result|end of wet read""",
    "admin": """name|patient|patient name|patient id|mrn|mr|medical record number|dob|date of birth|date
        |date of exam|date of examination|date of study|date of service|exam date|study date|time
        |accession|accession number|accession no|acc|acc no|age|sex|gender|location|hospital|ward|facility
        |referring physician|referring doctor|referrer|referred by|ordering physician|ordering provider
        |ordered by|requesting physician|requested by|physician|department|order number|order
        |exam number|visit number|account number|date of report|report date|dictation date|id|service""",
}

LEXICON: dict[str, Label] = {
    " ".join(phrase.split()): label
    for label, phrases in PHRASES.items()
    for phrase in phrases.split("|")
}

QUALIFIERS = frozenset(
    """final overall radiological radiologic radiographic radiology imaging diagnostic ct mri mr us
    ultrasound sonographic mammographic mammogram mammography xray main principal key report brief the
    cta mra pet detailed general abnormal positive relevant radiologist's radiologists overread""".split()
)
"""Words that may stand before FINDINGS, IMPRESSION and the like without changing what they head."""

QUALIFIABLE = frozenset({"findings", "impression", "interpretation", "technique", "report"})
_JOINT = re.compile(r"\s*(?:/|&|\\t\\|\band\b|,|\+|\bwith\b)\s*")
_TAIL = re.compile(
    r"(?:\s*\([^()]*\)|\s*\[[^\]]*\]|\s*#?\s*\d{1,2}|\s+no\.?\s*\d{1,2}|\s*#"
    r"|\s+(?:dated?\s+|on\s+)?\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:\s+(?:at\s+)?\d{1,2}:?\d{2}.*)?)$"
)
_MIN_FUZZY = 6  # shorter words turn into each other: EXAM, TEST, TEXT


def normalise_title(text: str) -> str:
    """The title in lower case, without decoration, list number, date or bracket at its end.

    >>> normalise_title("*** Addendum #1 ***")
    'addendum'
    >>> normalise_title("FINDINGS (CT chest)")
    'findings'
    """
    title = re.sub(r"[*_#=~<>|•]+", " ", text.lower().replace("’", "'")) if text else ""
    title = " ".join(title.split()).strip(" .-–—[]{}")
    title = re.sub(r"^(?:[ivx]{1,4}|\d{1,2})[.)]\s+", "", title)
    while (shorter := _TAIL.sub("", title).strip(" .-–—")) != title and shorter:
        title = shorter
    return title.replace("-", " ")


@lru_cache(maxsize=4096)
def match_title(text: str, fuzzy: bool = True) -> Label | None:
    """What a title heads, or None if it is no heading.

    Args:
        text: The words before the colon, as written.
        fuzzy: Whether one wrong letter is forgiven.

    Returns:
        The label of the section that it opens.

    >>> match_title("FINDINGS/IMPRESSION"), match_title("Clinical details"), match_title("IMPRESION")
    ('combined', 'indication', 'impression')
    >>> match_title("Impression of the aortic arch") is None
    True
    """
    title = normalise_title(text)
    if not 2 <= len(title) <= 70:
        return None
    label = _match_phrase(title)
    if label is None and (parts := [part for part in _JOINT.split(title) if part])[1:]:
        labels = [_match_phrase(part) for part in parts]
        if fuzzy:
            labels = [
                label or _match_misspelt(part) for label, part in zip(labels, parts, strict=True)
            ]
        found = [label for label in labels if label]
        return _compound(found) if len(found) == len(parts) else None
    return label or (_match_misspelt(title) if fuzzy else None)


def _match_phrase(title: str) -> Label | None:
    """Exact match, with qualifying words before it allowed."""
    if title in LEXICON:
        return LEXICON[title]
    first, _, rest = title.partition(" ")
    if rest and first in QUALIFIERS and (label := _match_phrase(rest)) in QUALIFIABLE:
        return label
    return None


def _compound(labels: list[Label]) -> Label | None:
    """The label of a title that joins several, e.g. FINDINGS AND IMPRESSION."""
    kinds = set(labels)
    if len(kinds) == 1:
        return labels[0]
    concludes = kinds & {"impression", "weak_impression", "interpretation"}
    if "findings" in kinds or "report" in kinds:
        if concludes:
            return "combined"
        return "technique_findings" if "technique" in kinds else "findings"
    if concludes:
        return "impression"
    order: tuple[Label, ...] = (
        "addendum",
        "indication",
        "technique",
        "comparison",
        "exam",
        "admin",
    )
    return next((label for label in order if label in kinds), labels[0])


def _deletions(word: str) -> Iterator[str]:
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


_FUZZY: dict[str, set[str]] = {}
for _phrase, _label in LEXICON.items():
    if len(_phrase) >= _MIN_FUZZY and _label not in {"admin", "signature", "final"}:
        for _variant in _deletions(_phrase):
            _FUZZY.setdefault(_variant, set()).add(_phrase)


def _match_misspelt(title: str) -> Label | None:
    """The label of the one known title that is a single letter away: wrong, missing, extra, swapped."""
    if len(title) < _MIN_FUZZY:
        return None
    near = {
        phrase
        for variant in _deletions(title)
        for phrase in _FUZZY.get(variant, ())
        if _one_edit(title, phrase)
    }
    labels = {LEXICON[phrase] for phrase in near}
    return labels.pop() if len(labels) == 1 else None


def _one_edit(left: str, right: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours makes them equal."""
    head = 0
    while head < min(len(left), len(right)) and left[head] == right[head]:
        head += 1
    a, b = left[head:], right[head:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
