"""What later sentences say of a finding that an earlier one named."""

import pytest

from radsearch.language.extract import extract


def test_a_pronoun_gives_its_size_and_density() -> None:
    (mass,) = extract("There is a mass in the right kidney. It measures 4.2 cm and is enhancing.")
    assert (mass.finding, mass.size_mm, mass.density) == ("renal_mass", 42.0, "enhancing")


def test_the_lesion_is_the_one_before() -> None:
    (found,) = extract("Left parietal meningioma of 22 mm. The lesion is hyperdense.")
    assert (found.finding, found.density) == ("meningioma", "hyperdense")


def test_the_largest_gives_a_size_and_no_place() -> None:
    (found,) = extract("Multiple lung nodules. The largest measures 9 mm in the right lower lobe.")
    assert (found.count, found.size_mm, found.laterality) == ("multiple", 9.0, None)


def test_a_second_one_is_another_record() -> None:
    first, second = extract(
        "Nodule in the right upper lobe, 8 mm. A second one is 6 mm in the left lower lobe."
    )
    assert (first.laterality, second.laterality) == ("right", "left")
    assert second.finding == "pulmonary_nodule" and second.size_mm == 6.0
    assert second.sentence.startswith("A second one")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Small right effusion. The left effusion is large.", 2),
        ("Cyst of the liver, 9 mm. The cyst in the right kidney is 31 mm.", 2),
        ("Mass in the liver. The pleural effusion is larger.", 2),
        ("Fracture of the left radius. The fracture is comminuted.", 1),
        ("Consolidation in the left lower lobe. Air bronchograms within the consolidation.", 1),
    ],
)
def test_only_what_can_be_one_is_one(text: str, count: int) -> None:
    assert len({(f.finding, f.laterality, f.size_mm) for f in extract(text)}) == count


def test_a_denied_finding_is_not_taken_up() -> None:
    found = extract("No mass in the liver. The mass lies in the spleen.")
    assert [f.presence for f in found] == ["absent", "present"]


def test_the_change_of_it_is_kept() -> None:
    (found,) = extract("Right pleural effusion. The effusion has increased.")
    assert found.temporal == "increased"
