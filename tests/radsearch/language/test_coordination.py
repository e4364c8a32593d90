"""One noun for several places: a record for each side that has ribs or lobes of its own."""

import pytest

from radsearch.language import extract


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Old right 4th, 5th and left 6th rib fractures.",
            [("right", 2, "chronic"), ("left", 1, "chronic")],
        ),
        ("Fractures of the left fourth and right seventh ribs.", [("left", 1), ("right", 1)]),
        ("Fractures of the right 3rd to 5th and left 7th ribs.", [("right", 3), ("left", 1)]),
        ("Healed fractures of the left 6th and 7th ribs.", [("left", 2)]),
        ("Fractures of ribs on the right and left.", [("bilateral", None)]),
    ],
)
def test_ribs_of_two_sides_are_counted_apart(text: str, wanted: list[tuple[object, ...]]) -> None:
    """Each side has the number of its own ribs."""
    found = [(f.laterality, f.count, f.temporal) for f in extract(text)]
    assert [values[: len(one)] for values, one in zip(found, wanted, strict=True)] == wanted


def test_lesions_in_ribs_of_two_sides_are_not_counted_by_the_ribs() -> None:
    """A rib may hold several."""
    (found,) = extract("Several sclerotic foci in the left fifth and right eighth ribs.")
    assert (found.laterality, found.count) == ("bilateral", "multiple")


@pytest.mark.parametrize(
    ("text", "sides", "counts"),
    [
        (
            "Nodules in the right upper, left upper and left lower lobes.",
            ["right", "left", "left"],
            [None] * 3,
        ),
        (
            "Three nodules in the right upper lobe, lingula and left lower lobe.",
            ["right", "left", "left"],
            [1, 1, 1],
        ),
        ("Five nodules in the upper lobes.", [None], [5]),
    ],
)
def test_each_lobe_of_a_list_is_a_record(
    text: str, sides: list[str | None], counts: list[int | None]
) -> None:
    """Their number is shared out where it is that of the lobes."""
    found = extract(text)
    assert [f.laterality for f in found] == sides
    assert [f.count for f in found] == counts


def test_a_place_that_is_spared_holds_nothing() -> None:
    """Neither its organ nor its height is that of the finding."""
    found = extract("Upper zone cysts and nodules, sparing the costophrenic angles.")
    assert [(f.finding, f.location) for f in found] == [
        ("lung_cyst", None),
        ("pulmonary_nodule", None),
    ]
    (found_there,) = extract("Nodules at the costophrenic angles.")
    assert found_there.location == "costophrenic_angle"


@pytest.mark.parametrize(
    ("text", "presence"),
    [
        ("Nodes are all below size criteria.", "absent"),
        ("Lymph nodes in the mediastinum do not reach 1 cm.", "absent"),
        ("Lymph nodes in the mediastinum reach 3 cm.", "present"),
    ],
)
def test_nodes_below_the_limit_are_denied(text: str, presence: str) -> None:
    """A limit that they do not reach is none of their sizes."""
    assert [f.presence for f in extract(text)] == [presence]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Spleen is shrunken and calcified.", "atelectasis"),
        ("Dilated esophagus with layering debris.", "bladder_debris"),
    ],
)
def test_words_of_another_organ_keep_away(text: str, wrong: str) -> None:
    """Lungs collapse and bladders hold debris; spleen and gullet do not."""
    assert wrong not in {f.finding for f in extract(text)}


def test_calcium_shared_by_two_places_is_the_density_of_both() -> None:
    """Of an enlargement that is shared it says nothing."""
    found = extract("Aortic valve and coronary calcification.")
    assert [f.density for f in found] == ["calcified", "calcified"]
    assert {f.density for f in extract("Pleural or pericardial effusion.")} == {None}
