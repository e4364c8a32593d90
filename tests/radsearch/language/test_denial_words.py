"""Denials by other words than "no": verbs, limits of size, lists without a verb."""

import pytest

from radsearch.language.extract import extract


def states(text: str) -> dict[str, str]:
    return {f.finding: f.presence for f in extract(text) if not f.implied}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Pleural effusion has not developed.", "pleural_effusion"),
        ("Pneumothorax and effusion do not exist.", "pneumothorax"),
        ("A fracture of the radius cannot be found.", "fracture"),
        ("No enlargement of the heart.", "cardiomegaly"),
        ("No hilar, mediastinal or axillary node enlargement and no fluid.", "lymphadenopathy"),
        ("The mesenteric nodes are no longer enlarged.", "lymphadenopathy"),
        ("Axillary nodes at most 7 mm.", "lymphadenopathy"),
        ("Inguinal nodes 8 mm or less in short axis.", "lymphadenopathy"),
        ("Neck nodes, none enlarged.", "lymphadenopathy"),
        ("No gallbladder stones.", "cholelithiasis"),
    ],
)
def test_denied(text: str, finding: str) -> None:
    assert states(text)[finding] == "absent"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("No enlargement of the renal cyst.", "renal_cyst"),
        ("The nodule is no longer separable from the mass.", "mass"),
        ("Axillary nodes up to 22 mm, none of them less than 12 mm.", "lymphadenopathy"),
        ("No alteration of the pleural effusion.", "pleural_effusion"),
        ("No nodules, one small band of atelectasis.", "atelectasis"),
        ("Right pleural effusion, not present last week.", "pleural_effusion"),
    ],
)
def test_stated(text: str, finding: str) -> None:
    assert finding not in states(text) or states(text)[finding] == "present"


def test_new_since_last_time() -> None:
    (found,) = extract("Right pleural effusion, not present last week.")
    assert (found.presence, found.temporal) == ("present", "new")


@pytest.mark.parametrize(
    ("text", "finding", "presence"),
    [
        ("The pneumothorax has gone down from 30 mm to 8 mm.", "pneumothorax", "present"),
        ("Edema of the lungs has cleared to a large degree.", "pulmonary_edema", "present"),
        ("The right pneumothorax has gone.", "pneumothorax", "absent"),
        (
            "After removal of the upper lobe the mediastinum is shifted.",
            "mediastinal_shift",
            "present",
        ),
        ("Other than a granuloma, the chest is negative.", "granuloma", "present"),
        ("The left chest tube is out.", "chest_tube", "absent"),
        ("The end of the chest tube is out of view.", "chest_tube", "present"),
        ("Nothing remains of the left lung nodule.", "pulmonary_nodule", "absent"),
        ("Nothing has changed in the size of the left lung nodule.", "pulmonary_nodule", "present"),
    ],
)
def test_gone_or_not(text: str, finding: str, presence: str) -> None:
    assert states(text)[finding] == presence


@pytest.mark.parametrize(
    ("text", "finding", "presence"),
    [
        ("Lungs without infiltrates, basal atelectasis on the right.", "atelectasis", "present"),
        ("No left effusion, right pneumothorax, or mass.", "pneumothorax", "absent"),
        ("Two rods without fracture hold a severe scoliosis.", "scoliosis", "present"),
        (
            "No node at the neck, axilla or mediastinum is enlarged.",
            "mediastinal_widening",
            "absent",
        ),
        ("The heart lies slightly to the left.", "mediastinal_shift", "present"),
        ("The effusion compresses the lower lobe.", "atelectasis", "present"),
        ("The parietal pleura is 7 mm thick.", "pleural_thickening", "present"),
        ("L1 end-plate fracture.", "vertebral_compression_fracture", "present"),
    ],
)
def test_where_a_denial_ends(text: str, finding: str, presence: str) -> None:
    assert states(text)[finding] == presence


def test_a_node_beside_the_trachea_is_no_shift() -> None:
    assert "mediastinal_shift" not in states("A node of 14 mm lies to the left of the trachea.")
