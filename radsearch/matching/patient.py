"""How a patient's age and the reason for the study change what a finding means."""

import re
from dataclasses import dataclass

from radsearch.language.finding import Finding

YOUNG = 40  # years; wear that is incidental in the old asks for a cause in the young
INFANT = 6  # years; a fracture raises the question of non-accidental injury
_WEAR = frozenset(
    "aortic_atherosclerosis aortic_tortuosity aortic_ectasia coronary_calcification "
    "valve_calcification degenerative_change osteophyte osteoarthritis osteopenia calcification "
    "vertebral_compression_fracture emphysema".split()
)
_AFTER_SURGERY = frozenset(
    "pneumomediastinum pneumoperitoneum subcutaneous_emphysema pneumopericardium pneumocephalus "
    "postoperative_change soft_tissue_gas".split()
)
_SURGERY = re.compile(
    r"\bpost[- ]?op|\bpost\b[^.]{0,30}\b(?:surgery|operation|\w+ectomy|\w+otomy|repair|bypass|"
    r"transplant)|\bs/p\b|\bstatus post\b|\bafter (?:\w+ ){0,3}surgery",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Patient:
    """What is known of the patient.

    Attributes:
        age: Years; None = not stated.
        indication: Why the study was asked for.
    """

    age: int | None = None
    indication: str = ""

    def factor(self, finding: Finding) -> float:
        """By how much the finding's weight is multiplied: 1 unless age or surgery matter.

        >>> Patient(age=25).factor(Finding("aortic_atherosclerosis", "vessels/aorta"))
        2.0
        >>> Patient(indication="Post open heart surgery").factor(
        ...     Finding("pneumomediastinum", "mediastinum/air"))
        0.5
        """
        if self.age is not None and self.age < YOUNG and finding.finding in _WEAR:
            return 2.0
        if self.age is not None and self.age < INFANT and finding.finding.endswith("fracture"):
            return 2.0
        if finding.finding in _AFTER_SURGERY and _SURGERY.search(self.indication):
            return 0.5
        return 1.0
