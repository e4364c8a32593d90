import json
import time
from dataclasses import replace

import pytest

from radsearch.llm import AnswerCache, ChatClient, EndpointError
from tests.chat_server import completion
from tests.train.reword.toy_answers import GOOD, REPORT, answer, good_answer
from train.reword.prompt import PARTS
from train.reword.reports import REPORTS
from train.reword.writer import MOST_FAILED, Writer, write_all


@pytest.fixture
def cache(tmp_path):
    with AnswerCache(tmp_path / "answers") as made:
        yield made


@pytest.fixture
def waits():
    return []


@pytest.fixture
def writer(server, cache, waits):
    client = ChatClient(server.url, "toy", timeout=5, retries=2, sleep=waits.append)
    return Writer(REPORTS, client, cache)


def reports(n):
    return [replace(REPORT, report_id=f"r{i}", findings=f"{REPORT.findings} {i}") for i in range(n)]


def asked(server, i):
    """The report of a request, and the parts that it wants."""
    body = server.requests[i][2]
    schema = body["response_format"]["json_schema"]["schema"]
    return json.loads(body["messages"][1]["content"]), schema["required"]


def test_a_good_answer_takes_one_request(writer, server):
    written = writer.write(REPORT)
    assert written.parts == GOOD and written.faults == () and written.sent == 1
    assert asked(server, 0) == (
        {"findings": REPORT.findings, "impression": REPORT.impression},
        list(PARTS),
    )


def test_only_what_was_refused_is_asked_for_again_with_the_reason(writer, server):
    wrong = "Right pleural effusion with a nodule."
    server.script = [answer(pattern=wrong)]
    written = writer.write(REPORT)
    assert written.parts == GOOD and written.sent == 2
    question, parts = asked(server, 1)
    assert parts == ["pattern"] and question["answer"] == {"pattern": wrong}
    assert "pattern: laterality (pleural_effusion)" in question["refused"]


def test_a_part_that_is_wrong_twice_is_left_out_and_the_rest_kept(writer, server):
    server.script = [answer(pattern="Right pleural effusion.")] * 2
    written = writer.write(REPORT)
    assert set(written.parts) == set(PARTS) - {"pattern"}
    assert {fault.code for fault in written.faults} == {"laterality"}
    assert len(server.requests) == 2


def test_nothing_is_asked_twice_not_even_what_was_refused(writer, server):
    server.script = [answer(pattern="Right pleural effusion.")] * 2
    first, again = writer.write(REPORT), writer.write(REPORT)
    assert (first.parts, first.faults) == (again.parts, again.faults)
    assert again.sent == 0 and len(server.requests) == 2


@pytest.mark.parametrize(
    "fault",
    [(429, {}), (503, {}), completion("I cannot help."), completion('{"pattern": '), (200, b"<")],
)
def test_a_passing_fault_is_tried_again(writer, server, waits, fault):
    server.script = [fault]
    assert writer.write(REPORT).parts == GOOD
    assert waits == [7.0 if fault[0] == 429 else 1.0]


def test_a_slow_answer_is_a_fault_without_report_text_and_is_asked_for_next_time(server, cache):
    def slow(body):
        time.sleep(0.4)
        return good_answer(body)

    server.usual = slow
    hurried = ChatClient(server.url, "toy", timeout=0.1, retries=0, sleep=lambda s: None)
    written = Writer(REPORTS, hurried, cache).write(REPORT)
    assert written.failed and written.parts == {}
    assert "TimeoutError" in str(written.faults[0]) and "effusion" not in str(written.faults[0])
    server.usual = good_answer
    patient = ChatClient(server.url, "toy")
    assert Writer(REPORTS, patient, cache).write(REPORT).parts == GOOD


def test_results_come_in_the_order_of_the_reports(writer, server):
    def uneven(body):
        time.sleep(0.05 if "effusion 0" in str(body) else 0.0)
        return good_answer(body)

    server.usual = uneven
    found = list(write_all(iter(reports(9)), writer.write, workers=3))
    assert [w.item.report_id for w in found] == [f"r{i}" for i in range(9)]


def test_an_endpoint_that_is_gone_ends_the_run_and_what_was_answered_is_kept(writer, server):
    server.script = [good_answer, good_answer]
    server.usual = (401, {})
    with pytest.raises(EndpointError, match=r"5 in a row .*HTTP 401.* goes on"):
        list(write_all(iter(reports(50)), writer.write, workers=1))
    assert len(server.requests) <= 2 + MOST_FAILED + 3
    server.usual, before = good_answer, len(server.requests)
    found = list(write_all(iter(reports(4)), writer.write, workers=1))
    assert [w.sent for w in found] == [0, 0, 1, 1] and len(server.requests) == before + 2
