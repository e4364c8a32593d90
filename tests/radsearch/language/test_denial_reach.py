"""Where a denial ends and what a word behind a list denies, read out of rewritten reports."""

import pytest

from radsearch.language.extract import extract


def stated(text: str, finding: str) -> tuple[str, str]:
    found = next(f for f in extract(text) if f.finding == finding and not f.implied)
    return found.presence, found.certainty


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Ribs whole, pleural air lacking.", "pneumothorax", "absent"),
        ("Consolidation lacking air bronchograms.", "consolidation", "present"),
        ("Pleural fluid and consolidation have not been found.", "pleural_effusion", "absent"),
        ("Pneumonia and pneumothorax are all denied.", "pneumonia", "absent"),
        ("The lytic-sclerotic lesions of the spine were not seen.", "lytic_lesion", "absent"),
        # "or" closes a list of denials
        ("No air or fluid in the pleura, degenerative spine.", "degenerative_change", "present"),
        (
            "Without flap or ulcer, and hazy fat about it.",
            "mesenteric_stranding",
            "present",
        ),
        ("No air, fluid or nodule.", "pulmonary_nodule", "absent"),
        ("No consolidation or effusion, pneumothorax or nodule.", "pneumothorax", "absent"),
        ("No recurrence two years after lobectomy.", "postoperative_change", "present"),
        # a change that is denied is not the finding
        ("Study shows no change in the liver cyst.", "hepatic_cyst", "present"),
        ("Study shows no liver cyst.", "hepatic_cyst", "absent"),
        ("Herniated stomach as the trigger, otherwise negative.", "hiatal_hernia", "present"),
        ("Effusion: negative.", "pleural_effusion", "absent"),
        # what resolved is what stands with the word
        ("Fibrosis of the bases, resolved ground-glass.", "fibrosis", "present"),
        ("Fibrosis of the bases, resolved ground-glass.", "ground_glass_opacity", "absent"),
        (
            "Cardiomegaly remains, and the drains have been removed.",
            "cardiomegaly",
            "present",
        ),
        ("Effusion, edema, and consolidation have resolved.", "pleural_effusion", "absent"),
        ("Some of the airspace disease has cleared.", "airspace_opacity", "present"),
        ("The airspace disease has cleared.", "airspace_opacity", "absent"),
        ("Nodes no larger than 6 mm.", "lymphadenopathy", "absent"),
        ("Nodes no larger than 26 mm.", "lymphadenopathy", "present"),
        ("Nodes beside the stomach are not large.", "lymphadenopathy", "absent"),
        ("Enlarged nodes have shrunk well under treatment.", "lymphadenopathy", "present"),
        ("Necrotic left hilar nodes, small left effusion.", "lymphadenopathy", "present"),
        ("Left hilar nodes, small.", "lymphadenopathy", "absent"),
        # "not" reaches its predicate, "no" its list
        ("Heart not enlarged, aortic knob calcified.", "aortic_atherosclerosis", "present"),
        ("Aorta not enlarged, calcified or tortuous.", "aortic_tortuosity", "absent"),
        ("Pleura without air, heart slightly big.", "cardiomegaly", "present"),
        ("No consolidation, lung nodule, or effusion.", "pulmonary_nodule", "absent"),
        ("Ribs cracked without displacement, spine with spurs only.", "osteophyte", "present"),
        ("Lungs free of opacity and the sulci are not blunted.", "airspace_opacity", "absent"),
        ("Pleural air lacking, heart enlarged.", "cardiomegaly", "present"),
        ("Nothing but an old broken rib.", "rib_fracture", "present"),
        ("No fewer than 6 nodules.", "pulmonary_nodule", "present"),
        ("Granuloma of no importance.", "granuloma", "present"),
        # a denial of another noun or place
        ("A trace of pericardial fluid, none in the pleura.", "pericardial_effusion", "present"),
        ("Pleural fluid left, on the right none.", "pleural_effusion", "present"),
        ("Effusion: none.", "pleural_effusion", "absent"),
        ("Renal cyst, the appendix could not be found.", "renal_cyst", "present"),
        ("Old rib fracture, acute disease absent.", "rib_fracture", "present"),
        ("Nodule, previously 8 mm, not seen.", "pulmonary_nodule", "absent"),
        ("Scars in the lungs and calcium in the liver are lacking.", "scarring", "absent"),
        ("Heart normal, haze missing.", "airspace_opacity", "absent"),
        ("Lung expanded after chest drain removal.", "chest_tube", "absent"),
        ("Pneumothorax no larger than before removal.", "pneumothorax", "present"),
    ],
)
def test_presence(text: str, finding: str, wanted: str) -> None:
    assert stated(text, finding)[0] == wanted


@pytest.mark.parametrize(
    ("text", "finding", "wanted"),
    [
        ("Enlarged glands: exclude lymphoma.", "lymphadenopathy", ("present", "possible")),
        ("CT excludes pulmonary embolism.", "pulmonary_embolism", ("absent", "definite")),
        ("Pneumonia to be excluded.", "pneumonia", ("present", "possible")),
        ("Pneumonia is excluded.", "pneumonia", ("absent", "definite")),
        ("Pneumonia not convincingly shown.", "pneumonia", ("absent", "probable")),
    ],
)
def test_certainty(text: str, finding: str, wanted: tuple[str, str]) -> None:
    assert stated(text, finding) == wanted


def test_a_normal_word_is_of_the_statement_it_stands_in() -> None:
    text = "The left hemidiaphragm remains high, the lungs are clear."
    denied = {f.finding for f in extract(text) if f.presence == "absent"}
    assert denied == {"airspace_opacity", "consolidation"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("PULMONARY ARTERIES: Opacified to subsegmental level.", set()),
        ("Type II leak after aortic repair.", {"endoleak"}),
        ("Capillary leak.", set()),
        ("Anastomotic leak.", {"bowel_perforation"}),
        ("Goitre with a 46 mm nodule.", {"goiter", "thyroid_nodule"}),
    ],
)
def test_words_of_one_organ(text: str, names: set[str]) -> None:
    assert {f.finding for f in extract(text)} == names


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Fluid was not determined in the pleural cavities.", {"absent"}),
        ("Ground glass, consolidation and mass are not followed.", {"absent"}),
        ("Lymphadenopathy in mediastinum, hila and axillae has not been determined.", {"absent"}),
        ("Pleural fluid was not noticed.", {"absent"}),
        ("The cause of the effusion is not determined.", {"present"}),
        ("A nodule of 5 mm was followed in the right lung.", {"present"}),
        ("Nodule in the left lung, right lung not seen.", {"present"}),
    ],
)
def test_verbs_that_say_what_a_reader_saw_deny_with_not(text: str, wanted: set[str]) -> None:
    assert {f.presence for f in extract(text)} == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Pericardial effusion, no.", {"absent"}),
        ("Pericardial effusion, no change.", {"present"}),
        ("No separate nodule.", {"absent"}),
        ("In lymph node stations there is no pathological diameter.", {"absent"}),
        ("Axillary nodes, not larger than 9 mm.", {"absent"}),
        ("Axillary nodes, not larger than before, 19 mm.", {"present"}),
    ],
)
def test_denials_of_translated_reports(text: str, wanted: set[str]) -> None:
    assert {f.presence for f in extract(text)} == wanted


def test_a_normal_organ_behind_and_gives_no_side_to_the_finding_before_it() -> None:
    text = "Left pleural effusion of 7 mm was measured, and the right pleura is free."
    assert [f.laterality for f in extract(text) if f.presence == "present"] == ["left"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Pleural effusions absent as in the previous week.", [("absent", None)]),
        ("Pleural effusion, absent in the previous study.", [("present", "new")]),
        ("Left empyema without decrease.", [("present", None)]),
        ("Left empyema, decreased.", [("present", "decreased")]),
        ("Not seen pneumonia.", [("absent", None)]),
    ],
)
def test_denials_and_changes_against_an_earlier_study(
    text: str, wanted: list[tuple[str, str | None]]
) -> None:
    assert [(f.presence, f.temporal) for f in extract(text)] == wanted
