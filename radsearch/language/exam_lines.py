"""Lines that name a study, "CT CHEST WITHOUT CONTRAST", or that a worklist prints above it."""
# ruff: noqa: RUF001 (dashes as reports have them)

import re

_MODALITY = (
    r"ct|cta|ctpa|cect|ncct|hrct|mr|mri|mra|mrcp|us|ultrasound|sonogram|sonography|doppler"
    r"|duplex|x-?rays?|xr|cxr|axr|kub|radiographs?|radiography|plain films?|films?|mammograms?"
    r"|mammography|mammographic|tomosynthesis|dbt|pet|pet/ct|spect|dexa|dxa|fluoroscopy"
    r"|fluoroscopic|barium|esophagram|oesophagram|swallow|angiograms?|angiography|venogram"
    r"|arteriogram|scan|scintigraphy|echocardiogram|urogram|ivp|arthrogram|myelogram|v/q"
    r"|nuclear|cystogram|vcug|enema|enterography|hysterosalpingogram|biopsy"
)
_PART = (
    r"chest|thorax|abdomens?|abdominal|pelvis|pelvic|head|brain|neck|spine|cervical|thoracic"
    r"|lumbar|sacrum|lumbosacral|knees?|hips?|shoulders?|ankles?|foot|feet|wrists?|hands?"
    r"|elbows?|femur|tibia|fibula|forearm|humerus|breasts?|sinuses|orbits?|face|facial|skull"
    r"|thyroid|renal|kidneys?|liver|ribs?|finger|toe|clavicle|scapula|leg|arm|extremity|lower"
    r"|upper|soft tissues?|carotid|aorta|heart|cardiac|obstetric|ob|transvaginal|scrotum"
    r"|testicular|prostate|body|whole"
)
_WORDS = (
    r"and|with|without|w/o|w/|wo|w|contrast|iv|ap|pa|lateral|portable|views?|single|two|three"
    r"|four|one|frontal|erect|supine|upright|bilateral|left|right|limited|complete|of|the|for"
    r"|protocol|pre|post|follow-?up|study|exam|examination|series|only|multiphase|triple|phase"
    r"|pulmonary|embolism|oral|or|digital|diagnostic|screening|joint|bones?|unilateral|guided"
    r"|a|to|number|min|on|in|date|dated|routine|high|low|resolution|dose|non-?contrast"
    r"|enhanced|unenhanced|intravenous|stone|trauma|report|performed|non|standing"
    r"|weight-?bearing|oblique|s|plus|full|length"
)
_TOKEN = re.compile(r"[A-Za-z/'-]+|\d[\d/.:-]*|[&,()+]")
_NAMES_STUDY = re.compile(rf"(?:{_MODALITY}|{_PART})", re.I)
_NAMES_MODALITY = re.compile(rf"(?:{_MODALITY})", re.I)
_FITS = re.compile(rf"(?:{_MODALITY}|{_PART}|{_WORDS}|[\d/.:-]+|[&,()+/-]|[lct]\d)", re.I)
_ASSERTS = frozenset(
    """normal no not clear negative unremarkable stable unchanged acute is are was were shows show
    seen demonstrates demonstrated reveals there has have noted compared see please""".split()
)
_ADMIN = re.compile(
    r"(?:acc(?:ession)?|mrn|dob|patient|name|exam date|date of|referr\w+|ordering|requested)\b[ #:]"
    r"|.*\b(?:mrn|dob|acc(?:ession)?)\b ?[#:]",
    re.I,
)
_STAMP = re.compile(r"\b[A-Z]{2,5}\d{4,}\b")
_STRANGERS = 3  # in capitals: "CHEST CT, SMITH CLINIC" still names a study, a sentence does not


def is_exam_line(line: str) -> bool:
    """Whether a line by itself names a study, nothing else.

    >>> is_exam_line("CT ABDOMEN AND PELVIS WITH CONTRAST"), is_exam_line("CT shows a nodule.")
    (True, False)
    """
    line = line.strip(" *_#=-–—:<>")
    if not 2 <= len(line) <= 90 or line.endswith((".", "?", "!", ";")):
        return False
    if line == line.lower():
        return False  # running text that a hard wrap cut
    tokens = _TOKEN.findall(line)
    words = [token for token in tokens if token[0].isalpha()]
    if not any(_NAMES_STUDY.fullmatch(word) for word in words):
        return False
    if len(words) < 2 and not names_modality(line):
        return line == line.upper() and len(words[0]) > 3  # "CHEST" alone
    strangers = [token for token in tokens if not _FITS.fullmatch(token)]
    if any(token.lower() in _ASSERTS for token in strangers):
        return False
    allowed = _STRANGERS if line == line.upper() else 0
    return len(strangers) <= allowed and len(strangers) * 2 <= len(tokens)


def names_modality(text: str) -> bool:
    """Whether a word of the text is a modality.

    >>> names_modality("CT PELVIS"), names_modality("PELVIS")
    (True, False)
    """
    return any(_NAMES_MODALITY.fullmatch(word) for word in _TOKEN.findall(text))


def is_admin_line(line: str) -> bool:
    """Whether a line above the report holds numbers and names, such as a worklist prints them.

    >>> is_admin_line("ACC#  Date Time  Exam"), is_admin_line("ACC0001 Jan 01 2025 US ABDOMEN")
    (True, True)
    >>> is_admin_line("Accessory spleen.")
    False
    """
    line = line.strip()
    return bool(_ADMIN.match(line) or (_STAMP.search(line) and not line.endswith(".")))
