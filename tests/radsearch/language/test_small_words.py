"""Small words that turn what stands beside them: more ... on, not, above, with, in the plural."""

import pytest

from radsearch.language.extract import extract
from radsearch.language.finding import Finding


def of(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Bibasal atelectasis, more marked on the left.", None),
        ("Bibasal atelectasis, worse on the right.", None),
        ("Bibasal atelectasis, more marked on the left than in the last study.", "increased"),
        ("Bibasal atelectasis is more marked bilaterally.", "increased"),
    ],
)
def test_more_on_one_side_is_no_change(text: str, wanted: str | None) -> None:
    assert of(text, "atelectasis").temporal == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Smooth 15 mm nodule in the left lung, not calcified.", None),
        ("Non-calcified nodule of the left lung.", None),
        ("Calcified mass of the left lung.", "calcified"),
    ],
)
def test_a_density_that_is_denied_is_none(text: str, wanted: str | None) -> None:
    found = [f for f in extract(text) if f.presence == "present"]
    assert [f.density for f in found] == [wanted]


def test_an_interpretation_behind_a_denied_part_is_not_denied() -> None:
    text = "Ovary with a 46 mm cyst without internal flow, consistent with endometrioma."
    assert {f.presence for f in extract(text) if f.finding == "ovarian_cyst"} == {"present"}
    denied = "No consolidation, suspicious nodule or effusion."
    assert {f.presence for f in extract(denied)} == {"absent"}


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Left renal calculi.", "nephrolithiasis", None),
        ("Left renal calculus.", "nephrolithiasis", 1),
        ("Left retroperitoneal haematoma.", "hematoma", 1),
    ],
)
def test_a_latin_plural_is_not_one(text: str, finding: str, wanted: int | None) -> None:
    assert of(text, finding).count == wanted


def test_a_size_before_its_noun_outdoes_that_of_an_organ_before_it() -> None:
    text = "The appendix is 13 mm wide, with a 7 mm appendicolith at its base."
    assert of(text, "appendicolith").size_mm == 7
    assert of("The appendix is 13 mm wide with an appendicolith.", "appendicolith").size_mm == 13


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Right hemidiaphragm elevated 3 cm above the left.", "right"),
        ("Right hemidiaphragm elevated, atelectasis above the left hemidiaphragm.", "right"),
    ],
)
def test_the_other_side_is_only_a_measure(text: str, wanted: str) -> None:
    assert of(text, "elevated_hemidiaphragm").laterality == wanted


def test_a_predicate_keeps_its_sense_with_an_adverb() -> None:
    assert of("The pleural recesses are clear bilaterally.", "pleural_effusion").presence == (
        "absent"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Soft tissue in the superior mediastinum is continuous with the neck.",
        "Bifid right fourth rib, an anatomic variant.",
    ],
)
def test_these_say_nothing_of_normality(text: str) -> None:
    assert not [f for f in extract(text) if f.implied]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ground-glass in the upper lobes, worse on the right.", "bilateral"),
        ("Ground-glass in the upper lobe, worse on the right.", "right"),
        ("Ground-glass in the left upper lobe, worse on the right.", "bilateral"),
    ],
)
def test_worse_on_one_side_of_a_pair_is_both(text: str, wanted: str) -> None:
    assert of(text, "ground_glass_opacity").laterality == wanted


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Right lung: clear. Diffuse emphysema.", "emphysema", None),
        ("Right lung: clear. Emphysema.", "emphysema", "right"),
        (
            "Right knee: meniscus intact. Diffuse soft tissue edema.",
            "soft_tissue_swelling",
            "right",
        ),
    ],
)
def test_a_diffuse_finding_of_the_trunk_ends_a_sided_heading(
    text: str, finding: str, wanted: str | None
) -> None:
    assert of(text, finding).laterality == wanted


def test_both_taken_up_with_a_comparative_is_no_side() -> None:
    text = "Left basal atelectasis and a left effusion, both greater than last week."
    assert of(text, "atelectasis").laterality == "left"


@pytest.mark.parametrize(
    ("text", "size", "change"),
    [
        ("Nodules ranging from 4 to 21 mm in both lungs.", 21, None),
        ("The nodule has grown from 4 to 21 mm.", 21, "increased"),
    ],
)
def test_a_range_is_no_growth(text: str, size: float, change: str | None) -> None:
    found = of(text, "pulmonary_nodule")
    assert (found.size_mm, found.temporal) == (size, change)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Eleven nodules are scattered in both lungs.", 11),
        ("Two or three scattered nodules in both lungs.", "few"),
    ],
)
def test_a_number_outdoes_a_word(text: str, wanted: int | str) -> None:
    assert of(text, "pulmonary_nodule").count == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Rim-enhancing low-attenuation collection beside the left tonsil.", "hypodense"),
        ("Rim-enhancing collection beside the left tonsil.", "enhancing"),
        ("Enhancing low-attenuation mass of the liver.", "enhancing"),
    ],
)
def test_the_inside_outdoes_a_rim(text: str, wanted: str) -> None:
    assert extract(text)[0].density == wanted


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Prostate: a 16 mm lesion with marked diffusion restriction.", "prostate_lesion", None),
        ("Prostate: a marked lesion.", "prostate_lesion", "severe"),
        ("Lung nodules of 5 mm with faint uptake.", "pulmonary_nodule", None),
        ("Faint lung nodules of 5 mm.", "pulmonary_nodule", "mild"),
    ],
)
def test_a_grade_of_a_look_is_no_grade_of_the_lesion(
    text: str, finding: str, wanted: str | None
) -> None:
    assert of(text, finding).severity == wanted
