"""Which other findings answer a finding asked for, and how well."""

from collections.abc import Mapping
from functools import lru_cache

from radsearch.language.agreement import kin
from radsearch.language.lexicon import load_lexicon

SPECIFIC = 0.95
"""A special case answers the general word all but fully: a rib fracture is a fracture."""

KIN = 0.85
"""Of the lexicon's relatedness: another reader's word for much the same thing."""

FAMILY = 0.3
"""Of another finding of the family: with the side or size asked for it is more than the very
finding with the wrong one. Ordering suites without it: laterality 0.931, size 0.910, severity
0.945; with it 0.945, 0.927, 0.960; nDCG@10 the same."""

GENERAL: Mapping[str, tuple[str, ...]] = {
    "support_devices": ("device/line", "device/airway", "device/gi", "device/drain"),
    "intracranial_hemorrhage": ("brain/hemorrhage",),
    "fracture": ("rib_fracture", "vertebral_compression_fracture", "stress_fracture"),
    "central_venous_catheter": (
        "picc_line", "port_catheter", "dialysis_catheter", "swan_ganz_catheter",
    ),
    "interstitial_lung_disease": (
        "fibrosis", "reticulation", "honeycombing", "interstitial_thickening",
    ),
    "fibrosis": ("reticulation", "honeycombing", "interstitial_lung_disease"),
    "interstitial_thickening": ("interstitial_edema", "reticulation"),
    "degenerative_change": (
        "osteophyte", "osteoarthritis", "disc_degeneration", "facet_arthropathy",
    ),
    "disc_degeneration": ("disc_bulge", "disc_herniation"),
    "bone_lesion": ("lytic_lesion", "sclerotic_lesion", "bone_metastases"),
    "bone_metastases": ("lytic_lesion",),
    "liver_lesion": ("liver_hemangioma", "liver_metastases"),
    "brain_mass": ("brain_metastases", "meningioma", "brain_abscess"),
    "nephrolithiasis": ("ureteral_stone",),
    "adrenal_nodule": ("adrenal_adenoma",),
    "venous_thrombosis": ("deep_vein_thrombosis",),
    "atelectasis": ("lobar_collapse",),
    "pulmonary_edema": ("interstitial_edema",),
    "heart_failure": ("pulmonary_edema", "vascular_congestion", "interstitial_edema"),
    "vascular_congestion": ("pulmonary_edema", "interstitial_edema", "heart_failure"),
    "pleural_effusion": ("hemothorax", "empyema"),
    "pulmonary_nodule": ("pulmonary_metastases",),
    "pneumonia": ("consolidation", "airspace_opacity", "aspiration"),
    "airspace_opacity": ("consolidation", "pneumonia", "ground_glass_opacity"),
    "chamber_enlargement": ("right_heart_strain",),
    "right_heart_strain": ("chamber_enlargement",),
    "ileus": ("constipation",),
    "osteopenia": (),
}  # fmt: skip
"""Findings or families that are special cases of a general word."""


OTHER_THINGS = frozenset(("emphysema", "herniation", "scarring"))
"""Words that mean one organ's finding when bare: the names that end in them are other findings."""


@lru_cache(maxsize=1024)
def answers(finding: str) -> Mapping[str, float]:
    """Finding ids that answer a finding, 1 for itself.

    >>> answers("fracture")["rib_fracture"], answers("abscess")["brain_abscess"]
    (0.95, 0.95)
    >>> answers("pneumothorax")
    {'pneumothorax': 1.0}
    """
    found: dict[str, float] = {}
    for pair, relatedness in kin().items():
        if finding in pair and relatedness >= 0.6:
            found.update(dict.fromkeys(pair - {finding}, KIN * relatedness))
    families = load_lexicon().families
    for name in GENERAL.get(finding, ()):
        ids = [known for known, family in families.items() if family == name] or [name]
        found.update(dict.fromkeys(ids, SPECIFIC))
    if finding not in OTHER_THINGS:
        kinds = [name for name in families if name.endswith(f"_{finding}")]
        found.update(dict.fromkeys(kinds, SPECIFIC))
    found[finding] = 1.0
    return dict(sorted(found.items(), key=lambda item: -item[1]))


@lru_cache(maxsize=1024)
def relatives(finding: str) -> Mapping[str, float]:
    """Findings of the same family, each at `FAMILY`; none of a normal study.

    >>> relatives("pleural_effusion")["hemothorax"]
    0.3
    >>> relatives("no_abnormality")
    {}
    """
    families = load_lexicon().families
    own = families.get(finding, "normal")
    if own.startswith("normal"):
        return {}
    return {name: FAMILY for name, family in families.items() if family == own}
