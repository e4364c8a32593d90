"""Lines that name a study ("CT CHEST WITHOUT CONTRAST") and sub-headings that name an organ ("LIVER:")."""

import re

_MODALITY = r"""ct|cta|ctpa|cect|ncct|hrct|mr|mri|mra|mrcp|us|ultrasound|sonogram|sonography|doppler|duplex
|x-?rays?|xr|cxr|axr|kub|radiographs?|radiography|plain films?|films?|mammograms?|mammography|mammographic
|tomosynthesis|dbt|pet|pet/ct|spect|dexa|dxa|fluoroscopy|fluoroscopic|barium|esophagram|oesophagram|swallow
|angiograms?|angiography|venogram|arteriogram|scan|scintigraphy|bone scan|echocardiogram|urogram|ivp|arthrogram
|myelogram|v/q|nuclear|screening|cystogram|vcug|enema|enterography|hysterosalpingogram|biopsy"""
_PART = r"""chest|thorax|abdomens?|abdominal|pelvis|pelvic|head|brain|neck|spine|cervical|thoracic|lumbar|sacrum
|lumbosacral|knees?|hips?|shoulders?|ankles?|foot|feet|wrists?|hands?|elbows?|femur|tibia|fibula|forearm|humerus
|breasts?|sinuses|orbits?|face|facial|skull|thyroid|renal|kidneys?|liver|ribs?|finger|toe|clavicle|scapula|leg|arm
|extremity|lower|upper|soft tissues?|carotid|aorta|heart|cardiac|obstetric|ob|transvaginal|scrotum|testicular
|prostate|body|whole"""
_WORDS = r"""and|with|without|w/o|w/|wo|w|contrast|iv|ap|pa|lateral|portable|views?|view|single|two|three|four|one
|frontal|erect|supine|upright|bilateral|left|right|limited|complete|of|the|for|protocol|pre|post|follow-?up|study
|exam|examination|series|only|multiphase|triple|phase|pulmonary|embolism|oral|or|digital|diagnostic|joint|bones?
|unilateral|guided|a|to|number|min|on|in|date|dated|routine|high|low|resolution|dose|non-?contrast|enhanced
|unenhanced|intravenous|stone|trauma|report|performed|non|standing|weight-?bearing|oblique|s|plus|full|length"""
_TOKEN = re.compile(r"[A-Za-z/'-]+|\d[\d/.:-]*|[&,()+]")
_NAMES_STUDY = re.compile(rf"(?:{_MODALITY}|{_PART})", re.I | re.X)
_MODALITY_RE = re.compile(rf"(?:{_MODALITY})", re.I | re.X)
_FITS = re.compile(rf"(?:{_MODALITY}|{_PART}|{_WORDS}|[\d/.:-]+|[&,()+/-]|[lct]\d)", re.I | re.X)
_STRANGERS = 3  # per line: "CHEST CT, DR SMITH CLINIC" is still a study line, a sentence is not

_ORGANS = r"""lungs?|lungs? and (?:pleura|airways?)|pleura|pleural? spaces?|pleura and lungs|heart|cardiac|mediastinum
|cardiomediastinal silhouette|cardiovascular|vessels?|vasculature|vascular|aorta|great vessels|pulmonary arteries
|pulmonary vasculature|airways?|trachea|bones?|osseous structures?|skeleton|skeletal|musculoskeletal|soft tissues?
|chest wall|chest|thorax|abdomen|pelvis|upper abdomen|liver|gallbladder|biliary(?: system| tree| tract)?|bile ducts?
|hepatobiliary|pancreas|spleen|adrenals?|adrenal glands?|kidneys?|kidneys,? ureters?(?:,? and bladder)?|ureters?
|right kidney|left kidney|bladder|urinary bladder|bowel|stomach|small bowel|large bowel|colon|appendix|rectum|gi tract
|gastrointestinal(?: tract)?|peritoneum|mesentery|retroperitoneum|lymph nodes?|nodes|uterus|ovar(?:y|ies)|adnexae?|right ovary
|left ovary|prostate|seminal vesicles|reproductive organs|pelvic organs|brain|brain parenchyma|ventricles
|ventricular system|extra-?axial spaces?|orbits?|sinuses|paranasal sinuses|mastoids?|mastoid air cells|calvarium|skull
|posterior fossa|cerebellum|brainstem|white matter|midline|cisterns|vertebrae|vertebral bodies|alignment|discs?
|disc spaces|spinal cord|cord|spinal canal|conus|paraspinal soft tissues|prevertebral soft tissues|marrow|bone marrow
|menisc(?:i|us)|medial meniscus|lateral meniscus|ligaments?|cruciate ligaments|acl|pcl|mcl|lcl|tendons?|cartilage
|joints?|joint spaces?|joint effusion|effusion|muscles?|rotator cuff|labrum|biceps|extensor mechanism|patell\w*
|right breast|left breast|breasts?|breast composition|breast density|masses|calcifications|axillae?|thyroid|right lobe
|left lobe|isthmus|salivary glands|larynx|pharynx|nasopharynx|neck|carotid arteries|fetus|placenta|amniotic fluid
|cervix|endometrium|testes|testicles|epididymis|lines(?:[ ,/]+tubes)?(?:[ ,/]*(?:and )?devices)?|lines and tubes|tubes
|devices|support devices|hardware|diaphragms?|hila|hilum|thoracic inlet|esophagus|oesophagus|coronary arteries
|pericardium|valves|chambers|abdominal wall|body wall|hernias?|ascites|free fluid|free air|visualized upper abdomen
|lower chest|lung bases|bases|other|others|miscellaneous|fractures?|mandible|teeth|ivc|portal vein|spinal|scalp"""
_ORGAN = re.compile(
    rf"(?:the\s+)?(?:{_ORGANS})(?:\s*(?:/|&|,|and)\s*(?:the\s+)?(?:{_ORGANS}))*", re.I | re.X
)


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
    if not words or not any(_NAMES_STUDY.fullmatch(word) for word in words):
        return False
    if not any(_MODALITY_RE.fullmatch(word) for word in words) and len(words) < 2:
        return line == line.upper() and len(words[0]) > 3  # "CHEST" alone heads a study
    strangers = sum(not _FITS.fullmatch(token) for token in tokens)
    return strangers <= (_STRANGERS if line == line.upper() else 1) and strangers * 2 <= len(tokens)


def is_organ_title(title: str) -> bool:
    """Whether a title before a colon names an organ or a region: a sub-heading of the findings.

    >>> is_organ_title("LIVER"), is_organ_title("Heart and mediastinum"), is_organ_title("Dr Jones")
    (True, True, False)
    """
    title = " ".join(title.strip(" *_#-–—").split()).replace("_", " ")
    return bool(_ORGAN.fullmatch(re.sub(r"\s*\([^()]*\)$", "", title)))
