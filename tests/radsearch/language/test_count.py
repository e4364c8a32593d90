from radsearch.language import extract


def _counts(text: str, finding: str) -> list[object]:
    return [f.count for f in extract(text) if f.finding == finding]


def test_a_number_counts_the_last_noun_of_a_compound() -> None:
    assert _counts("Two old infarct scars in the right lower lobe of the lung.", "scarring") == [2]
    assert _counts("Two old infarcts and a scar in the right lower lobe.", "scarring") == [None]


def test_few_before_another_plural_noun_counts_that() -> None:
    text = "Exophytic right renal mass of 44 mm with a few cystic spaces."
    assert _counts(text, "renal_mass") == [1]
    assert _counts("Right renal cysts, a few, up to 9 mm.", "renal_cyst") == ["few"]


def test_nodes_by_station_are_not_counted() -> None:
    text = "Enlarged mediastinal nodes at stations 4R (11 mm) and 7 (12 mm)."
    assert _counts(text, "lymphadenopathy") == [None, None]
    text = "Nodules in the right upper lobe (8 mm) and left lower lobe (5 mm)."
    assert _counts(text, "pulmonary_nodule") == [1, 1]


def test_measured_lobes_of_one_organ_are_not_counted() -> None:
    assert set(_counts("Goiter, right lobe 78 mm, left lobe 64 mm.", "goiter")) == {None}


def test_one_of_them_is_one() -> None:
    text = "Three nodules in the right lung, one of which has cavitated."
    assert _counts(text, "cavitary_lesion") == [1]
    text = "Three nodules in the right lung, some of which have cavitated."
    assert _counts(text, "cavitary_lesion") != [1]


def test_both_before_one_side_are_two() -> None:
    assert _counts("Both left upper lobe nodules are stable.", "pulmonary_nodule") == [2]
    assert _counts("Both lungs contain nodules.", "pulmonary_nodule") != [2]


def test_a_disease_named_for_its_stones_is_no_single_stone() -> None:
    assert _counts("Nephrolithiasis on the right, 4 mm.", "nephrolithiasis") == [None]
    assert _counts("Right renal stone, 4 mm.", "nephrolithiasis") == [1]
