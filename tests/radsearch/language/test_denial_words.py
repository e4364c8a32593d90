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
