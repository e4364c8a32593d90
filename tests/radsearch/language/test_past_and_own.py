"""What was and is no more, what points back, and what a later clause measures."""

import pytest

from radsearch.language.extract import extract


def shown(text: str) -> list[tuple[str, str]]:
    return [(f.finding, f.presence) for f in extract(text) if not f.implied]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Trachea previously deviated, now central.", [("tracheal_deviation", "absent")]),
        ("Previously enlarged nodes are now normal in size.", [("lymphadenopathy", "absent")]),
        ("Previously enlarged nodes are now larger.", [("lymphadenopathy", "present")]),
        ("Hilar nodes enlarged, now more so.", [("lymphadenopathy", "present")]),
    ],
)
def test_what_was_there_and_is_normal_now_is_absent(
    text: str, wanted: list[tuple[str, str]]
) -> None:
    assert shown(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Mass in the pancreatic head. The mass touches the portal vein.", 1),
        ("Lesion in segment 4. The lesion in segment 8 is new.", 2),
    ],
)
def test_a_place_that_a_mass_touches_makes_no_second_one(text: str, wanted: int) -> None:
    assert len(shown(text)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Gallstones; the common duct measures 5 mm.", None),
        ("Gallstones; the largest measures 5 mm.", 5),
    ],
)
def test_a_later_clause_measures_its_own_subject(text: str, wanted: float | None) -> None:
    assert [f.size_mm for f in extract(text) if f.finding == "cholelithiasis"] == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Bones: osteopenia, old fractures of the right seventh rib.", "rib_fracture"),
        ("Cortical step of the left seventh rib.", "rib_fracture"),
        ("Cortical step of the left femur near the seventh rib.", "fracture"),
        ("Linear band at the left base.", "atelectasis"),
        ("Linear band of scarring at the left base.", "scarring"),
        ("Eggshell calcification of the hilar nodes.", "calcified_lymph_node"),
    ],
)
def test_one_name_for_one_thing(text: str, wanted: str) -> None:
    assert [name for name, _ in shown(text) if name != "osteopenia"] == [wanted]


def test_both_of_two_different_things_is_no_side() -> None:
    text = "Mass with cutoff of both the common duct and the pancreatic duct."
    assert {f.laterality for f in extract(text)} == {None}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Spleen 12 cm. Ascites absent.", [("ascites", "absent")]),
        ("Spleen absent.", [("splenectomy", "present")]),
        ("No calcification in the mass.", [("calcification", "absent")]),
        ("Pigtail in the collection.", [("surgical_drain", "present"), ("abscess", "present")]),
        ("Renal mass with cystic areas.", [("renal_mass", "present")]),
        ("Renal mass, cyst of the other kidney.", [("renal_mass", "present")]),
        ("Old right frontal infarct.", [("chronic_infarct", "present")]),
        ("Liver abscess with a double target sign.", [("abscess", "present")]),
        ("Bowel with a target sign.", [("intussusception", "present")]),
    ],
)
def test_what_describes_or_holds_a_thing_is_no_second_one(
    text: str, wanted: list[tuple[str, str]]
) -> None:
    assert shown(text)[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Right hydronephrosis and a right ureteral jet absent.", [("hydronephrosis", "present")]),
        ("Hydronephrosis and stones absent.", [("hydronephrosis", "absent")]),
        ("Ruptured Baker cyst is not seen.", [("popliteal_cyst", "absent")]),
        ("Emphysematous cholecystitis.", [("cholecystitis", "present")]),
        ("Emphysematous lungs.", [("emphysema", "present")]),
    ],
)
def test_a_denial_is_of_its_own_noun(text: str, wanted: list[tuple[str, str]]) -> None:
    assert shown(text)[: len(wanted)] == wanted


def test_a_node_that_lacks_fat_is_not_fatty() -> None:
    assert [f.density for f in extract("Axillary node that lacks a fatty hilum.")] == [None]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Bullae at both apices. The hemidiaphragms are flat.", ["bulla", "hyperinflation"]),
        ("Bulla at the left apex. The large bulla is thin-walled.", ["bulla"]),
    ],
)
def test_an_article_with_its_own_verb_points_at_nothing_before(
    text: str, wanted: list[str]
) -> None:
    assert [name for name, _ in shown(text)] == wanted
