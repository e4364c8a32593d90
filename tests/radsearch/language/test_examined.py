"""The organ is that of the region which is named, or of the finding beside a bare word."""

import pytest

from radsearch.language import extract
from radsearch.language.document import domain_of
from radsearch.language.examined import examined_region


def present(text: str) -> set[str]:
    """Findings that a text states."""
    return {finding.finding for finding in extract(text) if finding.presence == "present"}


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("Head CT without contrast: left contusion.", "brain"),
        ("MRI of the right knee. Small effusion.", "joint"),
        ("Ultrasound of the thyroid: nodule of 9 mm.", "neck"),
        ("CT chest and abdomen. Nodule of 9 mm.", ""),
        ("CT HEAD/C-SPINE: no bleed. CHEST: rib fracture.", ""),
        ("Compared with the prior head CT the lungs are clear.", ""),
    ],
)
def test_a_title_names_the_region(text: str, region: str) -> None:
    assert examined_region(text) == region


def test_a_title_rules_over_the_words_of_another_region() -> None:
    assert domain_of("Head CT: contusion; rib and lung not shown.") == "brain"
    assert domain_of("Contusion; rib and lung not shown.") == "chest"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("CT head: contusion with edema.", "cerebral_edema"),
        ("Hemorrhagic contusion with edema and 4 mm shift.", "cerebral_edema"),
        ("Fracture of the pubic ramus with surrounding edema.", "bone_marrow_edema"),
        ("Heart enlarged with edema.", "pulmonary_edema"),
    ],
)
def test_bare_edema_is_of_the_organ_beside_it(text: str, finding: str) -> None:
    edema = {"cerebral_edema", "bone_marrow_edema", "pulmonary_edema", "soft_tissue_swelling"}
    assert present(text) & edema == {finding}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Linear densities in the left sylvian sulci.", "atelectasis"),
        ("The heart is normal; infiltration of the T2 transverse process.", "airspace_opacity"),
        ("The thoracic aorta is dissected; the true lumen is compressed.", "atelectasis"),
        ("Degenerative endplate spurs.", "degenerative_change"),
        ("The rim is thick and nodular in the right frontal lobe.", "brain_mass"),
        ("Nodular septal thickening of both lungs.", "pulmonary_nodule"),
        ("Hepatic cyst with mural calcification.", "aortic_atherosclerosis"),
    ],
)
def test_a_word_is_no_finding_of_another_organ_or_noun(text: str, finding: str) -> None:
    assert finding not in present(text)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Linear densities at the left lung base.", "atelectasis"),
        ("Patchy infiltration of the right lower lobe.", "airspace_opacity"),
        ("Large effusion; the left lung is compressed.", "atelectasis"),
        ("Degenerative change of the spine.", "degenerative_change"),
        ("A nodular focus of 6 mm in the middle lobe.", "pulmonary_nodule"),
        ("Liver shrunken and nodular in outline.", "cirrhosis"),
        ("Mural calcification of the aortic arch.", "aortic_atherosclerosis"),
    ],
)
def test_the_same_word_in_its_own_organ_is_one(text: str, finding: str) -> None:
    assert finding in present(text)
