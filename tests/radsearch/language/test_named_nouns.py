"""What a word is said of: a lesion that has grown, gas of a pocket, one word of a compound."""

import pytest

from radsearch.language import extract


def present(text: str) -> set[str]:
    return {finding.finding for finding in extract(text) if finding.presence == "present"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # a lesion that has enlarged is no large organ
        ("LIVER: The cyst has enlarged.", {"hepatic_cyst"}),
        ("LIVER: Enlarged, with a cyst.", {"hepatic_cyst", "hepatomegaly"}),
        ("Liver with a cyst is enlarged.", {"hepatic_cyst", "hepatomegaly"}),
        ("Axillary nodes are enlarged.", {"lymphadenopathy"}),
        # gas of a pocket
        (
            "Retrosternal collection with rim enhancement and gas bubbles.",
            {"mediastinal_collection"},
        ),
        ("Abscess in the pelvis and free air in the abdomen.", {"abscess", "pneumoperitoneum"}),
        ("Air bronchograms are present.", set()),
        ("Pleural air is present.", {"pneumothorax"}),
        # "non" denies one word, not the noun
        ("A non-displaced fracture of the right third rib.", {"rib_fracture"}),
        ("Non-calcified nodule in the right lung.", {"pulmonary_nodule"}),
        # the cortex of the brain is no bone
        (
            "Brain: cortical and subcortical hyperintensity of the occipital lobe.",
            {"white_matter_disease"},
        ),
    ],
)
def test_a_word_is_of_its_noun(text: str, wanted: set[str]) -> None:
    assert present(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # a participle with its object ends a denial, one of a list does not
        ("Cyst without enhancement, displacing the esophagus.", {"cyst", "mass_effect"}),
        ("No effusion, thickening or calcification.", set()),
        # an adjective behind "or" is of the last noun of the list, no predicate of the one before
        ("No infiltrate, cardiac enlargement or acute bone lesion.", set()),
        ("No infiltrate, heart mildly enlarged.", {"cardiomegaly"}),
        # a noun whose predicate is denied
        ("Mediastinal nodes not evidently enlarged.", set()),
        ("Mediastinal nodes evidently enlarged.", {"lymphadenopathy"}),
        ("Septal lines not thickened.", set()),
        ("Ground-glass is not a significant feature.", set()),
        ("Ground-glass is a significant feature.", {"ground_glass_opacity"}),
        ("The axillary nodes have normalised.", set()),
        # what could not be seen is no finding; what is not excluded is a possible one
        ("A small pneumothorax could be missed.", set()),
        ("A small pneumothorax is not excluded.", {"pneumothorax"}),
        ("The enlarged mediastinal nodes are no longer appreciable.", set()),
        ("The enlarged mediastinal nodes are still appreciable.", {"lymphadenopathy"}),
    ],
)
def test_where_a_denial_ends(text: str, wanted: set[str]) -> None:
    assert present(text) == wanted


def test_what_is_absent_has_no_count() -> None:
    assert [f.count for f in extract("The two right lung nodules have disappeared.")] == [None]
    assert [f.count for f in extract("The two right lung nodules have grown.")] == [2]
