"""Normal statements of two organs, and those that turn what was said before."""

import pytest

from radsearch.language.extract import extract


def denied(text: str) -> set[str]:
    return {f.finding for f in extract(text) if f.presence == "absent"}


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("Liver and spleen are normal in size.", {"hepatomegaly", "splenomegaly"}),
        ("Heart and hila normal.", {"cardiomegaly", "hilar_enlargement"}),
        ("Heart and aorta within normal limits for age.", {"cardiomegaly", "aortic_aneurysm"}),
        ("CARDIAC: Normal.", {"cardiomegaly"}),
        ("Spleen of normal dimensions.", {"splenomegaly"}),
        ("The portal vein is narrowed but patent.", {"venous_thrombosis"}),
        ("Bowel gas pattern normal.", {"bowel_obstruction"}),
        ("Pleural spaces are clear.", {"pleural_effusion", "pneumothorax"}),
        ("Hila and visible bones show no abnormality.", {"hilar_enlargement", "fracture"}),
        ("Adrenals, gallbladder without alterations.", {"adrenal_nodule", "cholelithiasis"}),
    ],
)
def test_each_organ_is_denied(text: str, findings: set[str]) -> None:
    assert findings <= denied(text)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Liver enlarged and spleen normal.", "hepatomegaly"),
        ("Heart enlarged but aorta normal.", "cardiomegaly"),
        ("Right lung collapsed but heart normal.", "airspace_opacity"),
    ],
)
def test_only_its_own_organ_is_denied(text: str, finding: str) -> None:
    assert finding not in denied(text)
