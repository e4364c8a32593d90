from radsearch.language import extract


def _side(text: str, finding: str, presence: str = "present") -> str | None:
    return next(
        f.laterality for f in extract(text) if f.finding == finding and f.presence == presence
    )


def test_there_is_takes_no_side_up() -> None:
    text = "Right apical mass of the lung. There is severe upper lobe emphysema."
    assert _side(text, "emphysema") is None
    text = "Right apical mass of the lung. It contains a calcification."
    assert _side(text, "pulmonary_mass") == "right"


def test_another_kind_of_image_goes_on_about_the_same_lesion() -> None:
    text = "Irregular mass in the right breast. Ultrasound: hypoechoic mass, 23 mm."
    assert {f.laterality for f in extract(text) if f.finding == "breast_mass"} == {"right"}
    text = "Irregular mass in the right breast. A hypoechoic mass of 23 mm in the left breast."
    assert {f.laterality for f in extract(text)} == {"left", "right"}


def test_the_side_of_a_heading_ends_at_places_of_the_midline() -> None:
    text = "Left kidney: simple cyst of 19 mm. Mesenteric nodes up to 18 mm."
    assert _side(text, "renal_cyst") == "left"
    assert _side(text, "lymphadenopathy") is None


def test_a_normal_organ_keeps_its_side_from_the_next() -> None:
    text = "Left adrenal normal, right adrenal 9 mm nodule."
    assert _side(text, "adrenal_nodule") == "right"
    text = "The left lower lobe has re-expanded, with minor bandlike atelectasis."
    assert _side(text, "atelectasis") == "left"


def test_a_branch_of_the_arch_is_a_landmark_of_the_aorta() -> None:
    text = "Stent graft of the thoracic aorta from just beyond the left subclavian to T10."
    assert _side(text, "stent") is None
    assert _side("Patent stent of the left subclavian artery.", "stent") == "left"


def test_what_something_may_be_lies_where_it_does() -> None:
    text = "A density over the left lower lung may be a nipple, but a lung nodule is possible."
    assert _side(text, "pulmonary_nodule") == "left"
    text = "The left lower lung is clear, but there is a nodule in the right lung."
    assert _side(text, "pulmonary_nodule") == "right"


def test_but_no_denies_in_the_same_place() -> None:
    text = "The left psoas shows edema but no abscess."
    assert _side(text, "abscess", "absent") == "left"
    assert _side("Edema of the left psoas. No abscess.", "abscess", "absent") is None


def test_a_normal_pair_is_of_both_sides() -> None:
    text = "Both adrenal glands normal."
    assert _side(text, "adrenal_nodule", "absent") == "bilateral"
    assert _side("Adrenal glands normal.", "adrenal_nodule", "absent") is None
    text = "The left carotid and both vertebral arteries are normal."
    assert all(
        f.laterality != "bilateral" for f in extract(text) if f.finding != "arterial_stenosis"
    )


def test_what_arises_from_an_organ_has_its_side() -> None:
    text = "A 10 cm mass arises from the left kidney with a claw of normal parenchyma."
    assert _side(text, "renal_mass") == "left"
    text = "A 10 cm mass of the liver; the left kidney is normal."
    assert all(f.laterality is None for f in extract(text) if f.presence == "present")
