"""Warm queries timed way by way."""

import pytest

from indexer.build import Options, build_index
from radsearch.evaluation.latency import WAYS, measure_latency, some_findings
from radsearch.report import Report
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    reports = [
        Report(f"r{i}", findings=f"A {i} mm nodule. No effusion.", impression=f"Nodule {i}.")
        for i in range(12)
    ]
    path = tmp_path_factory.mktemp("latency") / "index"
    reports.append(Report("z", impression="Normal."))
    build_index(reports, path, encoder=ToyEncoder(), options=Options(extract_findings=False))
    return Searcher.open(path, encoder=ToyEncoder())


def test_each_way_of_asking_is_timed_once_a_query(searcher):
    short = ["nodule", "no effusion", "3 mm nodule", "mass"]
    found = measure_latency(searcher, short, some_findings(searcher, 4))
    assert [item.name for item in found] == ["encoder alone", *(way.name for way in WAYS)]
    assert {item.n for item in found} == {4}
    assert all(0 < item.p50 <= item.p95 for item in found)


def test_findings_to_ask_are_spread_over_the_index(searcher):
    assert some_findings(searcher, 3) == [f"A {i} mm nodule. No effusion." for i in (0, 2, 6)]
    assert len(some_findings(searcher, 50)) == 12


def test_without_queries_there_is_nothing_to_time(searcher):
    with pytest.raises(ValueError, match="0 short and 1 dictated"):
        measure_latency(searcher, [], ["A nodule."])
