"""A report, what a good model writes of it, and a model that always does."""

import json

from radsearch.report import Report
from tests.chat_server import completion

REPORT = Report(
    "r1",
    findings="Small left pleural effusion. 8 mm nodule in the right upper lobe. No pneumothorax.",
    impression="Small left effusion. Right upper lobe nodule.",
    modality="XR",
    body_part="chest",
    age=61,
)
GOOD = {
    "findings_rewrite": "A nodule of 0.8 cm lies in the right upper lobe. On the left there is "
    "mild pleural fluid; no pneumothorax is seen.",
    "impression_rewrite": "Nodule, right upper lobe. Left-sided pleural effusion, mild in amount.",
    "evidence": "Small left effusion and an 8 mm right upper lobe nodule.",
    "pattern": "Left pleural fluid with a contralateral nodule.",
    "reasoning": "Two separate findings; nodules over 6 mm are followed.",
}


def good_answer(body):
    """The parts that the schema of the request wants."""
    wanted = body["response_format"]["json_schema"]["schema"]["required"]
    return completion(json.dumps({name: GOOD[name] for name in wanted}))


def answer(**changes):
    """A reply with some parts exchanged."""
    return completion(json.dumps(GOOD | changes))
