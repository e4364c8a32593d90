"""What a search-box query is understood to ask for."""

import pytest

from radsearch.search.plain import understand
from radsearch.search.reading import read


def _wishes(text):
    return [wish for condition in understand(text).conditions for wish in condition]


def _ids(text):
    return [(next(iter(w.ids)), w.presence) for w in _wishes(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "cardiomegaly without pleural effusion",
            [("cardiomegaly", "present"), ("pleural_effusion", "absent")],
        ),
        ("no pneumothorax", [("pneumothorax", "absent")]),
        ("water around the lungs on both sides", [("pleural_effusion", "present")]),
        ("I am looking for gallstones", [("cholelithiasis", "present")]),
        ("ETT + NGT in situ CXR", [("endotracheal_tube", "present"), ("enteric_tube", "present")]),
        ("effusion cleared completely", [("pleural_effusion", "absent")]),
        ("broken ribs", [("rib_fracture", "present")]),
        ("big heart", [("cardiomegaly", "present")]),
    ],
)  # fmt: skip
def test_findings_and_their_polarity_are_read(text, wanted):
    assert _ids(text) == wanted


def test_side_site_severity_size_and_change_are_read():
    wish = _wishes("PTX small L")[0]
    assert (wish.laterality, wish.severities) == ("left", ("mild",))
    wish = _wishes("lung nodule > 8 mm left upper lobe")[0]
    assert wish.size_mm == (8.01, None) and wish.laterality == "left"
    assert wish.locations == ("upper_lobe",)
    assert _wishes("worsening airspace opacities")[0].temporal == ("increased",)
    assert _wishes("moderate or large effusion")[0].severities == ("moderate", "severe")
    assert _wishes("suspected pneumonia")[0].certainty == ("probable", "possible")


def test_or_between_findings_makes_one_condition():
    assert len(understand("fracture or dislocation").conditions) == 1
    assert len(understand("fracture and dislocation").conditions) == 2


def test_modality_and_body_part_are_taken_from_the_text():
    plain = understand("MRI brain metastases")
    assert plain.modalities == ("MR",) and "head" in plain.body_parts
    assert _ids("MRI brain metastases") == [("brain_metastases", "present")]


def test_expansion_is_told_and_can_be_switched_off():
    reading = read("SBO", [])
    assert reading.notes[0] == "also searched for 'small bowel obstruction' (SBO)"
    assert reading.notes[1].startswith("also read as bowel_obstruction: ")
    assert "enlarged heart" in read("cardiomegaly", []).terms
    plain = read("cardiomegaly", [], expand=False)
    assert plain.notes == () and plain.terms == ("cardiomegaly",)


def test_operators_become_alternatives_and_exclusions():
    intent = read('cardiomegaly AND ("pleural effusion" OR ascites) NOT pacemaker', []).intent
    wanted = [[next(iter(c[0].ids)) for c in item.wanted] for item in intent.alternatives]
    assert wanted == [["cardiomegaly", "pleural_effusion"], ["cardiomegaly", "ascites"]]
    assert all(next(iter(item.unwanted[0].ids)) == "pacemaker" for item in intent.alternatives)


def test_a_term_that_names_no_finding_qualifies_those_that_do():
    wish = read("adrenal AND nodule AND left", []).intent.alternatives[0].wanted[0][0]
    assert next(iter(wish.ids)) == "adrenal_nodule" and wish.laterality == "left"


def test_text_without_findings_has_no_intent():
    assert read("patient is happy", []).intent is None
