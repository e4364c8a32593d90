import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from radsearch.language import Finding, extract

Expected = list[tuple[str, str, str | None]]

POLARITY_AND_SIDE: list[tuple[str, Expected]] = [
    (
        "No consolidation, effusion or pneumothorax.",
        [("consolidation", "absent", None), ("pleural_effusion", "absent", None),
         ("pneumothorax", "absent", None)],
    ),
    (
        "No left pneumothorax; small right effusion.",
        [("pneumothorax", "absent", "left"), ("pleural_effusion", "present", "right")],
    ),
    ("Pleura: No effusion.", [("pleural_effusion", "absent", None)]),
    ("The left effusion has resolved.", [("pleural_effusion", "absent", "left")]),
    ("Pneumothorax is not identified.", [("pneumothorax", "absent", None)]),
    ("No interval change in the right effusion.", [("pleural_effusion", "present", "right")]),
    ("A right pneumothorax cannot be excluded.", [("pneumothorax", "uncertain", "right")]),
    ("No pleural or pericardial effusion.",
     [("pleural_effusion", "absent", None), ("pericardial_effusion", "absent", None)]),
    ("Effusions, moderate on the left and small on the right.",
     [("pleural_effusion", "present", "left"), ("pleural_effusion", "present", "right")]),
    ("Bilateral effusions, left greater than right.",
     [("pleural_effusion", "present", "bilateral")]),
    ("Mediastinal shift to the left.", [("mediastinal_shift", "present", "left")]),
    ("Nodule in the lingula.", [("pulmonary_nodule", "present", "left")]),
    ("Heart and mediastinum are normal, spleen not enlarged.", [("cardiomegaly", "absent", None)]),
    ("Normal lungs, normal heart.",
     [("airspace_opacity", "absent", None), ("cardiomegaly", "absent", None)]),
    ("Nodes normal in size.", [("lymphadenopathy", "absent", None)]),
    ("Thyroid: 9 mm nodule.", [("thyroid_nodule", "present", None)]),
    ("Small lfet pnuemothorax.", [("pneumothorax", "present", "left")]),
    ("LLL nodule. A similar nodule is seen in the contralateral lower lobe.",
     [("pulmonary_nodule", "present", "left"), ("pulmonary_nodule", "present", "right")]),
    ("Right knee. Tear of the medial meniscus.", [("meniscal_tear", "present", "right")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), POLARITY_AND_SIDE)
def test_polarity_and_side_are_read_as_a_radiologist_reads_them(
    text: str, expected: Expected
) -> None:
    found = [(f.finding, f.status, f.laterality) for f in extract(text)]
    for record in expected:
        assert record in found


def _one(text: str, finding: str) -> Finding:
    return next(f for f in extract(text) if f.finding == finding)


def test_a_history_is_no_present_finding() -> None:
    assert not [f for f in extract("History of pneumonia.") if f.finding == "pneumonia"]


def test_an_indication_states_nothing() -> None:
    assert not extract("INDICATION: pneumonia, effusion.")


def test_the_present_size_is_kept_apart_from_the_prior_one() -> None:
    nodule = _one("Right upper lobe nodule measures 9 mm (previously 6 mm).", "pulmonary_nodule")
    assert (nodule.size_mm, nodule.prior_size_mm, nodule.temporal) == (9.0, 6.0, "increased")


def test_from_to_gives_the_later_value() -> None:
    aneurysm = _one("The aortic aneurysm increased from 4.1 to 4.6 cm.", "aortic_aneurysm")
    assert (aneurysm.size_mm, aneurysm.prior_size_mm) == (46.0, 41.0)


def test_a_tube_distance_is_no_size() -> None:
    assert _one("ETT 3 cm above the carina.", "endotracheal_tube").size_mm is None


def test_all_dimensions_are_kept_and_the_largest_is_the_size() -> None:
    mass = _one("A 1.2 by 3 cm mass in the right lower lobe.", "pulmonary_mass")
    assert (mass.size_mm, mass.dimensions_mm) == (30.0, (30.0, 12.0))


def test_no_new_finding_is_absent_and_new() -> None:
    effusion = _one("No new effusion.", "pleural_effusion")
    assert (effusion.presence, effusion.temporal) == ("absent", "new")


def test_unlikely_is_absent_with_doubt() -> None:
    pneumonia = _one("Pneumonia is unlikely.", "pneumonia")
    assert (pneumonia.presence, pneumonia.certainty) == ("absent", "probable")


def test_an_interpretation_takes_the_place_of_what_it_interprets() -> None:
    aspiration = _one("Right basal opacity, which may represent aspiration.", "aspiration")
    assert (aspiration.status, aspiration.laterality) == ("uncertain", "right")


def test_what_a_normal_statement_implies_is_marked() -> None:
    assert _one("The heart is normal.", "cardiomegaly").implied
    assert not _one("No cardiomegaly.", "cardiomegaly").implied


WORDS = st.lists(
    st.sampled_from(
        "no small left right effusion nodule 9 mm . , ; : and or with is not seen ( ) pleural "
        "heart normal previously from 4 to 5 cm x lobe upper both unchanged ? - \n knee XXXX".split(
            " "
        )
    ),
    max_size=30,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(WORDS | st.text(max_size=60))
def test_any_text_is_read_and_offsets_give_the_words(text: str) -> None:
    for finding in extract(text):
        assert 0 <= finding.start < finding.end <= len(text)
        assert text[finding.start : finding.end].strip()
        at = text.find(finding.sentence)
        assert at >= 0


@settings(max_examples=40, deadline=None)
@given(WORDS)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert extract(text) == extract(text)


@pytest.mark.parametrize(
    "text",
    [
        "The nodule is larger at 31 mm, more marked on the left than before, possibly T3 N1.",
        "Calcification in the mass, 12 mm medial to it, not enhancing, if bleeding persists.",
        "Technique: axial. Effusion, no. Right dome 3 cm above the left, both the duct and aorta.",
    ],
)
def test_a_sentence_that_breaks_off_is_read(text: str) -> None:
    words = text.split()
    for first in range(len(words)):
        for last in range(first + 1, len(words) + 1):
            extract(" ".join(words[first:last]).rstrip(".,"))
