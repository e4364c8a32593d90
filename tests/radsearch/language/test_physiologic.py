"""What a sentence calls normal is no finding, and what is over or technique is none either."""

import pytest

from radsearch.language import extract


def present(text: str) -> set[str]:
    """Findings that a text states."""
    return {finding.finding for finding in extract(text) if finding.presence == "present"}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Scant free fluid in the pelvis, physiological.", "ascites"),
        ("A sliver of pericardial fluid (physiologic).", "pericardial_effusion"),
        ("A physiologic amount of stool in the colon.", "constipation"),
        ("Stool in the ascending colon, within normal limits.", "constipation"),
        ("Calcified hilar node, sequela of old infection.", "pneumonia"),
        ("Bronchial arteries are enlarged.", "bronchiectasis"),
        ("Good distension of the small bowel.", "bowel_obstruction"),
        ("Foot ultrasound: scanning with compression.", "vertebral_compression_fracture"),
        ("A photographic negative of pulmonary edema.", "pulmonary_edema"),
        ("The thoracic aorta is dissected; the false lumen is opacified.", "airspace_opacity"),
    ],
)
def test_it_is_no_finding(text: str, finding: str) -> None:
    assert finding not in present(text)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Free fluid in the pelvis; the heart is within normal limits.", "ascites"),
        ("Stool in the ascending colon; kidneys physiologic.", "constipation"),
        ("Infection at the left base.", "pneumonia"),
        ("Distension of the small bowel.", "bowel_obstruction"),
        ("The left hemithorax is opacified.", "airspace_opacity"),
    ],
)
def test_without_that_word_it_is_one(text: str, finding: str) -> None:
    assert finding in present(text)


@pytest.mark.parametrize(
    ("text", "wanted", "other"),
    [
        ("Circumferential wall thickening of the aortic arch.", "aortitis", "pleural_thickening"),
        ("Mature teratoma of the mediastinum.", "mediastinal_mass", "adnexal_mass"),
        ("Entry tear in the descending aorta.", "aortic_dissection", "tendon_tear"),
        ("Trachea slightly to the right.", "mediastinal_shift", "pneumothorax"),
        ("Fluid in the minor fissure.", "pleural_effusion", "ascites"),
        (
            "Main duct dilatation in the pancreas.",
            "pancreatic_duct_dilatation",
            "biliary_dilatation",
        ),
        ("Subtle perinephric stranding.", "perinephric_stranding", "pyelonephritis"),
        ("Left L5-S1 hemilaminotomy defect.", "postoperative_change", "fracture"),
        ("Disc bulge at C5-C6 with stenosis.", "spinal_canal_stenosis", "disc_degeneration"),
        ("Soft tissue fullness of the chest wall.", "soft_tissue_mass", "soft_tissue_swelling"),
        ("Old infarct of the left ventricular apex.", "myocardial_infarct", "chronic_infarct"),
        ("Suspicious lesion of the left hip.", "bone_lesion", "cartilage_loss"),
        ("Old infarct of the frontal lobe.", "chronic_infarct", "myocardial_infarct"),
        ("Narrowing of the disc space.", "disc_degeneration", "spinal_canal_stenosis"),
        ("Epidural catheter over the spine.", "support_devices", "spinal_hardware"),
    ],
)
def test_a_word_is_of_its_own_organ(text: str, wanted: str, other: str) -> None:
    assert wanted in present(text)
    assert other not in present(text)
