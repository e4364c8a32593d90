"""The server as a person starts it: processes beside each other, with the shipped encoder."""

import http.client
import time

import pytest

pytest.importorskip("uvicorn", reason="REST needs the extra 'app'")

from radsearch.evaluation.load import measure_load
from radsearch.evaluation.load_rest import HOST, rest_server
from radsearch.report import Report
from radsearch.rest.counters import Counters


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    from indexer.build import build_index
    from radsearch.encoder import load_encoder

    path = tmp_path_factory.mktemp("processes") / "index"
    texts = ("Small left pneumothorax.", "No effusion.", "8 mm nodule.", "Rib fracture.")
    reports = [Report(f"r{n}", findings=text, modality="XR") for n, text in enumerate(texts)]
    build_index(reports, path, encoder=load_encoder())
    return path


def metrics(port):
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return text


@pytest.mark.slow
def test_two_processes_answer_and_count_together(shipped):
    with rest_server(shipped, processes=2) as server:
        found = measure_load(server, users=4, seconds=1.0, think=0.1)
        wanted = f'radsearch_requests_total{{path="/search",status="200"}} {found.searches}\n'
        until = time.monotonic() + 60  # an answer is counted just after it was sent
        while wanted not in (text := metrics(server.port)) and time.monotonic() < until:
            time.sleep(0.1)
    assert found.faults == {} and found.searches >= 4
    assert found.memory_mb == () or found.memory_mb[0] > 50
    assert wanted in text


def test_counts_of_a_process_that_ended_stay(tmp_path):
    first = Counters(["/search"], tmp_path)
    first.add("/search", 200, 0.02)
    first.add("/search", 418, 0.02)
    (tmp_path / "1.counts").write_bytes(next(tmp_path.glob("*.counts")).read_bytes())
    (tmp_path / "2.counts").write_bytes(b"half")  # a process that is just starting
    text = first.text()
    assert 'radsearch_requests_total{path="/search",status="200"} 2' in text
    assert 'radsearch_requests_total{path="/search",status="other"} 2' in text
    assert 'radsearch_request_seconds_count{path="/search"} 4' in text
