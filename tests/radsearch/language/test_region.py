"""What a place or a word means in a text on another region than the chest."""

import pytest

from radsearch.language.extract import extract


def names(text: str) -> set[str]:
    return {f.finding for f in extract(text) if f.presence == "present"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Mammogram. Dilated ducts of the left breast.", "duct_ectasia"),
        ("Liver normal. Dilated ducts in the liver.", "biliary_dilatation"),
        ("Bladder normal. Cervical mass of 36 mm.", "uterine_mass"),
        ("Thyroid normal. Calculus of 9 mm in the gland.", "sialolith"),
        ("Thyroid lobes small. Nodule at the lower pole of the left lobe.", "thyroid_nodule"),
        ("Kidney with a mass at the lower pole.", "renal_mass"),
        ("Brain MRI. Cortical thickening in the frontal sulcus.", ""),
        ("Rectal tumour, T3b N1.", "bowel_mass"),
        ("Tumour of T3 with height loss.", "lytic_lesion"),
        ("The right M1 segment is hyperdense.", "arterial_occlusion"),
        ("Colloid cyst in the left thyroid lobe.", "thyroid_nodule"),
        ("Colloid cyst of the third ventricle.", "brain_mass"),
    ],
)
def test_a_place_means_what_the_region_makes_of_it(text: str, wanted: str) -> None:
    found = names(text)
    assert wanted in found if wanted else "pleural_thickening" not in found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Minimally displaced left L2 transverse process fracture.", {"fracture"}),
        ("L5 is displaced on S1.", {"spondylolisthesis"}),
        ("Stress fracture of the metatarsal with callus.", {"stress_fracture"}),
        ("Hyperdense clot in the left M1 segment.", {"arterial_occlusion"}),
        ("Abscess with an air-fluid level beside the sigmoid colon.", {"abscess"}),
        ("Air-fluid levels in the small bowel.", {"bowel_obstruction"}),
        ("Torn medial meniscus with 4 mm extrusion.", {"meniscal_tear"}),
    ],
)
def test_a_word_that_describes_another_noun_is_no_finding(text: str, wanted: set[str]) -> None:
    assert names(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("PICC withdrawn to the axillary vein.", ["present"]),
        ("PICC withdrawn.", ["absent"]),
    ],
)
def test_a_device_that_was_moved_is_still_there(text: str, wanted: list[str]) -> None:
    assert [f.presence for f in extract(text) if f.finding == "picc_line"] == wanted


def test_an_advanced_tube_is_not_severe() -> None:
    assert [f.severity for f in extract("NG tube should be advanced.")] == [None]
    assert [f.severity for f in extract("Advanced emphysema.")] == ["severe"]
