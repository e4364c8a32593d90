"""Sub-headings that name an organ or a region ("LIVER:"), as templates of findings have them."""
# ruff: noqa: RUF001 (dashes as reports have them)

import re

_ORGANS = (
    r"lungs?|lungs? and (?:pleura|airways?)|pleura|pleural? spaces?|pleura and lungs|heart"
    r"|cardiac|mediastinum|cardiomediastinal silhouette|cardiovascular|vessels?|vasculature"
    r"|vascular|aorta|great vessels|pulmonary arteries|pulmonary vasculature|airways?|trachea"
    r"|bones?|osseous structures?|skeleton|skeletal|musculoskeletal|soft tissues?|chest wall"
    r"|chest|thorax|abdomen|pelvis|upper abdomen|liver|gallbladder|gall bladder"
    r"|biliary(?: system| tree| tract)?|bile ducts?|common bile duct|cbd|hepatobiliary"
    r"|pancreas|spleen|adrenals?|adrenal glands?|kidneys?"
    r"|kidneys,? ureters?(?:,? and bladder)?|ureters?|right kidney|left kidney|bladder"
    r"|urinary bladder|bowel|stomach|small bowel|large bowel|colon|appendix|rectum|gi tract"
    r"|gastrointestinal(?: tract)?|peritoneum|mesentery|retroperitoneum|lymph nodes?|nodes"
    r"|uterus|ovar(?:y|ies)|adnexae?|right ovary|left ovary|prostate|seminal vesicles"
    r"|reproductive organs|pelvic organs|brain|brain parenchyma|parenchyma|ventricles"
    r"|ventricular system|extra-?axial spaces?|orbits?|sinuses|paranasal sinuses|mastoids?"
    r"|mastoid air cells|calvarium|skull|posterior fossa|cerebellum|brainstem|white matter"
    r"|gr[ae]y matter|midline|cisterns|sella|vertebrae|vertebral bodies|alignment|discs?"
    r"|disks?|dis[ck] spaces|spinal cord|cord|spinal canal|conus|paraspinal soft tissues"
    r"|prevertebral soft tissues|marrow|bone marrow|[ltc]\d{1,2}[-/][ltcs]?\d{1,2}"
    r"|menisc(?:i|us)|medial meniscus|lateral meniscus|ligaments?|cruciate ligaments|acl|pcl"
    r"|mcl|lcl|tendons?|cartilage|joints?|joint spaces?|joint effusion|effusion|muscles?"
    r"|rotator cuff|labrum|biceps|extensor mechanism|patell\w*|right breast|left breast"
    r"|breasts?|breast composition|breast density|masses|calcifications|axillae?|thyroid"
    r"|right lobe|left lobe|isthmus|salivary glands|larynx|pharynx|nasopharynx|neck"
    r"|carotid arteries|fetus|placenta|amniotic fluid|cervix|endometrium|testes|testicles"
    r"|epididymis|lines|tubes|devices|support devices|hardware|diaphragms?|hila|hilum"
    r"|thoracic inlet|esophagus|oesophagus|coronary arteries|pericardium|valves|chambers"
    r"|abdominal wall|body wall|hernias?|ascites|free fluid|free air"
    r"|visuali[sz]ed upper abdomen|lower chest|lung bases|bases|fractures?|mandible|teeth|ivc"
    r"|portal vein|spinal|scalp"
)
_ORGAN = re.compile(
    rf"(?:the\s+)?(?:{_ORGANS})(?:\s*(?:/|&|,|and)\s*(?:the\s+)?(?:{_ORGANS}))*", re.I
)


def is_organ_title(title: str) -> bool:
    """Whether a title before a colon names an organ or a region: a sub-heading of the findings.

    >>> is_organ_title("LIVER"), is_organ_title("Heart and mediastinum"), is_organ_title("Dr Jones")
    (True, True, False)
    """
    title = " ".join(title.strip(" *_#-–—").split()).replace("_", " ")
    return bool(_ORGAN.fullmatch(re.sub(r"\s*\([^()]*\)$", "", title)))
