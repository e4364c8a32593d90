from datetime import date

from radsearch.hit import Hit
from radsearch.timeline import in_order
from radsearch.webpage.studies import studies


def hit(name, day, text, **tags):
    metadata = {"study_date": date(2024, 1, day), "modality": "XR", "body_part": "chest"}
    return Hit(name, 1, 0.0, impression=text, metadata=metadata, tags=tags)


def test_studies_say_when_they_were_and_what_changed():
    found = in_order(
        [
            hit("a", 1, "Small <b>pneumothorax</b>.", pneumothorax="present"),
            hit("b", 3, "Gone.", pneumothorax="absent", pleural_effusion="present"),
        ],
        "b",
    )
    body = studies(found)
    assert "2 days earlier" in body and "This report" in body
    assert "Small &lt;b&gt;pneumothorax" in body
    assert body.index("2 days earlier") < body.index("This report")
    assert ">+ pleural effusion<" in body and ">no pneumothorax<" in body
    assert 'aria-current="true"' in body
