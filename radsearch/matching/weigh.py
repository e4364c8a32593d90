"""How much a finding matters: its clinical weight, scaled by its stated severity and doubt."""

from radsearch.language.finding import Finding
from radsearch.language.radsim import clinical_weight, is_abnormal

_SEVERITY = {"trace": 0.5, "mild": 0.75, "moderate": 1.0, "severe": 1.25}
_CERTAINTY = {"possible": 0.6, "probable": 0.9, "definite": 1.0}
_MINOR_FAMILIES = {"quality": 0.25, "normal": 0.0}


def weigh(finding: Finding) -> float:
    """Weight of leaving this finding out or making it up; 0 for a denial.

    >>> weigh(Finding("pneumothorax", "pleura/air", severity="trace"))
    1.0
    >>> weigh(Finding("pneumothorax", "pleura/air", presence="absent"))
    0.0
    """
    if not is_abnormal(finding):
        return 0.0
    minor = _MINOR_FAMILIES.get(finding.family.partition("/")[0], 1.0)
    severity = _SEVERITY[finding.severity] if finding.severity else 1.0
    return clinical_weight(finding) * minor * severity * _CERTAINTY[finding.certainty]
