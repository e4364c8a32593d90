import json
import stat

import pytest

from radsearch.language import extract
from radsearch.llm import ChatClient, EndpointError, LlmExtractor
from radsearch.llm.cache import AnswerCache
from tests.chat_server import chat_server, completion

EFFUSION = {
    "finding": "pleural_effusion", "quote": "left effusion", "presence": "present",
    "certainty": "definite", "laterality": "left", "severity": "mild", "density": None,
    "temporal": None, "location": None, "zone": None, "size_mm": None, "count": None,
}  # fmt: skip
TEXT = "Small left effusion. No PTX."


def answer_all(body):
    reports = json.loads(body["messages"][1]["content"])
    found = [
        {"id": r["id"], "findings": [EFFUSION] if "left effusion" in r["report"] else []}
        for r in reports
    ]
    return completion(json.dumps({"reports": found}))


@pytest.fixture
def server():
    with chat_server(answer_all) as made:
        yield made


@pytest.fixture
def waits():
    return []


@pytest.fixture
def extractor(server, waits):
    client = ChatClient(server.url, "toy", api_key="key", timeout=5, retries=2, sleep=waits.append)
    return LlmExtractor(client, workers=1)


def test_the_answer_becomes_findings_with_offsets(extractor, server):
    (finding,) = extractor.extract_many([TEXT])[0]
    assert (finding.finding, finding.family) == ("pleural_effusion", "pleura/fluid")
    assert TEXT[finding.start : finding.end] == "left effusion"
    assert finding.sentence == "Small left effusion."
    path, headers, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer key"
    assert body["response_format"]["json_schema"]["strict"] is True
    assert extractor.tally.answered == 1


def test_texts_go_in_batches_and_a_repeated_text_goes_once(extractor, server):
    texts = [f"{TEXT} {i}" for i in range(20)] + [TEXT + " 0"]
    found = extractor.extract_many(texts)
    assert len(server.requests) == 3
    assert len(found) == 21 and found[0] == found[20]


def test_an_answer_is_kept_on_disk_for_its_owner_alone(extractor, server, tmp_path):
    path = tmp_path / "answers.sqlite"
    with AnswerCache(path) as cache:
        first = LlmExtractor(extractor.client, cache, workers=1).extract_many([TEXT])
    with AnswerCache(path) as cache:
        again = LlmExtractor(extractor.client, cache, workers=1)
        assert again.extract_many([TEXT]) == first
        assert again.tally.cached == 1
        other = ChatClient(server.url, "another model")
        LlmExtractor(other, cache, workers=1).extract_many([TEXT])
    assert len(server.requests) == 2  # the other model was asked anew
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_passing_fault_is_tried_again_as_the_server_asks(extractor, server, waits):
    server.script = [(429, {}), (503, {})]
    assert extractor.extract_many([TEXT])[0][0].finding == "pleural_effusion"
    assert waits == [7.0, 2.0]


def test_a_dead_endpoint_falls_back_to_the_rules_and_says_so(extractor, server):
    server.script = [(500, {})] * 3
    assert extractor.extract_many([TEXT])[0] == extract(TEXT)
    assert extractor.tally.fallen_back == 1
    (message,) = extractor.tally.faults
    assert "HTTP 500" in message and "effusion" not in message


def test_a_wrong_key_is_not_tried_again(server):
    server.script = [(401, {})]
    with pytest.raises(EndpointError, match="HTTP 401"):
        ChatClient(server.url, "toy").complete("s", "u", {})
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"finding": "broken_heart"}, "finding"),
        ({"quote": "right effusion"}, "quote"),
        ({"severity": "huge"}, "severity"),
        ({"presence": None}, "presence"),
        ({"size_mm": -3}, "size_mm"),
        ({"count": "some"}, "count"),
    ],
)
def test_a_record_that_the_text_or_the_schema_refutes_is_dropped(extractor, server, change, fault):
    answer = {"reports": [{"id": 0, "findings": [EFFUSION | change, EFFUSION]}]}
    server.script = [completion(json.dumps(answer))]
    found = extractor.extract_many([TEXT])[0]
    assert [f.finding for f in found] == ["pleural_effusion"]
    assert extractor.tally.dropped == {fault: 1}


@pytest.mark.parametrize(
    "answer",
    [
        completion("I cannot help with that."),
        completion('{"reports": "none"}'),
        completion('{"reports": [{"id": 5, "findings": []}]}'),
        completion('{"reports": [{"id": 0, "findings": ["effusion"]}]}'),
        (200, {"unexpected": True}),
        (200, b"<html>"),
    ],
)
def test_nonsense_is_answered_by_the_rules(extractor, server, answer):
    server.script = [answer] * 3
    assert extractor.extract_many([TEXT])[0] == extract(TEXT)
    assert extractor.tally.fallen_back == 1


def test_a_report_that_the_model_skips_is_asked_for_alone(extractor, server):
    server.script = [completion('{"reports": [{"id": 0, "findings": []}]}')]
    found = extractor.extract_many(["Clear.", TEXT])
    assert found[0] == [] and found[1][0].finding == "pleural_effusion"
    assert len(server.requests) == 2


def test_a_fenced_answer_is_read(extractor, server):
    content = json.dumps({"reports": [{"id": 0, "findings": [EFFUSION]}]})
    server.script = [completion(f"```json\n{content}\n```")]
    assert extractor.extract_many([TEXT])[0][0].severity == "mild"


def test_opposite_readings_of_model_and_rules_are_counted(extractor, server):
    denied = EFFUSION | {"presence": "absent"}
    server.script = [completion(json.dumps({"reports": [{"id": 0, "findings": [denied]}]}))]
    assert extractor.extract_many([TEXT])[0][0].presence == "absent"
    assert extractor.tally.disagreements == 1
