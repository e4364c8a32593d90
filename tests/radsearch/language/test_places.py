from radsearch.language import Finding, extract


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_where_a_finding_lies_is_not_declared_normal() -> None:
    found = extract("Opacity in both lungs, sharply demarcated from normal parenchyma.")
    assert [(f.finding, f.laterality) for f in found] == [("airspace_opacity", "bilateral")]


def test_the_left_anterior_rib_has_a_side_the_left_anterior_descending_artery_has_none() -> None:
    assert _one("Fracture of the left anterior fourth rib.", "rib_fracture").laterality == "left"
    text = "Calcification of the left anterior descending coronary artery."
    assert _one(text, "coronary_calcification").laterality is None


def test_the_side_of_the_largest_is_not_that_of_all() -> None:
    text = "Multiple pulmonary nodules, the largest 13 mm in the left lower lobe."
    nodule = _one(text, "pulmonary_nodule")
    assert (nodule.laterality, nodule.size_mm) == (None, 13.0)


def test_what_lies_adjacent_is_on_the_side_of_the_sentence_before() -> None:
    found = extract("8 mm nodule in the left lower lobe. Adjacent pleural thickening.")
    assert [f.laterality for f in found] == ["left", "left"]


def test_a_heading_gives_its_side_to_what_is_present_below_it() -> None:
    found = extract("LEFT: iliac artery patent. The femoral artery is occluded.")
    assert [f.laterality for f in found if f.presence == "present"] == ["left"]


def test_an_exception_lies_where_the_rest_is_clear() -> None:
    text = "The right lung is clear apart from plate-like basal atelectasis."
    assert _one(text, "atelectasis").laterality == "right"


def test_a_nodule_of_another_organ_is_no_lung_nodule() -> None:
    assert _one("Thyroid: 18 mm calcified nodule, left.", "thyroid_nodule").laterality == "left"


def test_a_velocity_is_no_size() -> None:
    found = extract("ICA peak systolic velocity 312 cm/s, with 80% stenosis.")
    assert [f.size_mm for f in found] == [None]


def test_chronic_blunting_of_an_angle_is_a_scar_and_calcified_nodes_are_old() -> None:
    text = "Chronic blunting of the left costophrenic angle. Calcified left hilar nodes."
    assert [f.finding for f in extract(text)] == ["pleural_thickening", "calcified_lymph_node"]


def test_a_denial_has_no_size_but_the_limit_that_it_sets() -> None:
    assert _one("Mediastinal nodes up to 7 mm, not enlarged.", "lymphadenopathy").size_mm is None
    assert _one("No nodule over 4 mm.", "pulmonary_nodule").size_mm == 4.0
