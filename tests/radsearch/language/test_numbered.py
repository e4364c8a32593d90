"""Numbers that name, grade or date something are no counts; those before a plural noun are."""

import pytest

from radsearch.language import extract


def counts(text: str) -> set[int | str | None]:
    return {finding.count for finding in extract(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Enlarged station 7 lymph nodes.",
        "Enlarged lymph nodes at stations 4R and 7.",
        "Axillary level 1 lymph nodes are enlarged.",
        "LR-3 lesion in segment 5.",
        "LR-5 lesions in segments 6 and 8.",
        "LI-RADS category 5 lesion.",
        "BIRADS 3 lesion.",
        "BI-RADS category 4 mass.",
        "PIRADS 4 lesion in the prostate.",
        "ACR TI-RADS 3 nodule.",
        "Lung-RADS 3 nodule.",
        "AAST 3 splenic laceration.",
        "Bosniak category 3 cyst.",
        "DeBakey 3 dissection.",
        "Lesions in segments 2, 4 and 8 of the liver.",
        "Garden 3 fracture of the femoral neck.",
        "Salter-Harris 2 fracture of the distal radius.",
        "Fazekas 2 white matter lesions.",
        "Metatarsal 5 fracture.",
        "Lesion on series 3, image 14 of the liver.",
        "Frame 12 shows stenosis.",
        "Since 12 May nodules unchanged.",
        "Since May 12 nodules unchanged.",
        "POD 5 collection in the pelvis.",
        "Room 5 nodule.",
    ],
)
def test_a_name_a_grade_and_a_date_count_nothing(text: str) -> None:
    assert counts(text) == {None}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Two LR-3 lesions in segment 5.", 2),
        ("Three BI-RADS 3 masses.", 3),
        ("5 nodules in segment 7 of the liver.", 5),
        ("Perigastric nodes along the lesser curve number six.", 6),
        ("Seven T2/FLAIR hyperintense lesions in both hemispheres.", 7),
        ("Two foci of consolidation.", 2),
        ("Three calcified granulomata.", 3),
        ("Since May 12 pulmonary nodules may have grown.", None),
        ("12 may be metastases.", 12),
    ],
)
def test_a_number_of_a_plural_noun_counts_it(text: str, wanted: int | None) -> None:
    assert counts(text) == {wanted}


def test_a_number_counts_its_own_noun_only() -> None:
    assert counts("The artery shows two irregularities without stenosis.") == {None}
    assert counts("The artery shows two stenoses.") == {2}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Compression fractures from C1 to L5.", None),
        ("CT from C1 to L5 shows a fracture of T7.", None),
        ("CT from C1 to L5 shows fractures of T7 and T9.", 2),
        ("Compression fractures of T7-T9.", 3),
        ("Compression fractures of T8 through T12.", 5),
        ("Kyphosis of T9-T12 and an old T12 compression fracture.", None),
        ("Mild T7 and T8 wedging.", 2),
    ],
)
def test_levels_count_fractures_in_the_plural_and_short_ranges(
    text: str, wanted: int | None
) -> None:
    fractures = [f.count for f in extract(text) if "fracture" in f.finding]
    assert fractures == [wanted]
