from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from radsearch.commands import bench_peers
from radsearch.evaluation import peer_table
from radsearch.evaluation.pairs import read_pairs
from radsearch.evaluation.peer_bench import Comparison, Cost
from radsearch.evaluation.peer_ours import Ours
from radsearch.evaluation.peer_process import Built, PeerError, Reply, Served, build
from radsearch.evaluation.peer_run import (
    QUERIES,
    Row,
    galleries_of,
    order_tasks,
    pair_tasks,
    query_tasks,
    run,
)
from radsearch.evaluation.peers import (
    PEERS,
    Gallery,
    Question,
    read_galleries,
    read_reports,
    write_galleries,
    write_reports,
)
from radsearch.evaluation.queries import JudgedQuery
from radsearch.evaluation.suites import OrderPair
from radsearch.report import Report
from tests.radsearch.evaluation.fake_peer import Fake

FAKE = "tests.radsearch.evaluation.fake_peer:Fake"
VECTORS = np.eye(2, 4, dtype=np.float32)
GALLERY = Gallery("toy.report", ["a", "b"], ["no effusion", "large effusion"], VECTORS)


def asker(engine):
    def ask(questions):
        return [Reply(tuple(n for n, _ in engine.search(q)), 5.0, 4.0, 1.0) for q in questions]

    return ask


def test_galleries_and_reports_come_back_as_they_were_kept(tmp_path):
    write_galleries([GALLERY, replace(GALLERY, name="toy.findings")], tmp_path)
    one, two = read_galleries(tmp_path)
    assert (one.name, two.name) == ("toy.report", "toy.findings")
    assert one.ids == GALLERY.ids and one.texts == GALLERY.texts
    np.testing.assert_array_equal(one.vectors, VECTORS)
    report = Report("r1", findings="Clear.", impression="Normal.", age=50, extra={"site": "A"})
    assert write_reports([report], tmp_path / "reports") == 1
    assert list(read_reports(tmp_path / "reports")) == [report]


def test_ours_and_a_peer_are_asked_the_same_and_scored_alike(searcher, index, encoder, tmp_path):
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "small").symlink_to(index)
    pairs = read_pairs(searcher.store)
    galleries = list(galleries_of("small", searcher.store, pairs))
    assert [item.name for item in galleries] == [
        "small.report", "small.findings", "small.impression",
    ]  # fmt: skip
    fake, ours = Fake(), Ours()
    fake.build(galleries, tmp_path)
    fake.open(tmp_path, encoder)
    ours.open(tmp_path / "ours", encoder)
    query = JudgedQuery("q", "cardiomegaly AND pacemaker NOT nodule", "boolean", {"t-05": 2.0})
    order = OrderPair("polarity", "pneumothorax", "no pneumothorax", "t-02", "t-01")
    tasks = [*query_tasks([query], "small.report"), *order_tasks([order], "small.report")]
    tasks += pair_tasks(pairs, "small", asked=len(pairs))
    rows, failed = run(
        tasks,
        {"radsearch": (["hybrid"], asker(ours)), "Fake": (["dense", "lexical"], asker(fake))},
    )
    assert not failed and [row.mode for row in rows] == ["hybrid", "dense", "lexical"]
    mine, other, _ = rows
    assert mine.scores[QUERIES] == 1 and mine.scores["polarity first"] == 1
    assert (mine.p50_ms, mine.cpu_ms, mine.search_ms) == (5.0, 4.0, 3.0)
    label = "findings -> impression R@1"
    assert 0 < other.scores[label] <= 1 and label in mine.scores


def test_a_text_that_two_reports_share_is_right_by_half(searcher):
    pairs = read_pairs(searcher.store)
    tasks = list(pair_tasks(pairs, "small", asked=len(pairs)))
    one = next(task for task in tasks if task.question.text == "Twin.")
    assert one.judge(["t-08"]) == one.judge(["t-09"]) == 0.5
    assert one.judge(["t-01"]) == one.judge([]) == 0


def test_an_engine_that_fails_is_named_and_the_others_go_on():
    def broken(questions):
        raise PeerError("its process ended")

    tasks = list(query_tasks([JudgedQuery("q", "effusion", "x", {"a": 1.0})], "toy.report"))
    rows, failed = run(
        tasks,
        {
            "Broken": (["dense"], broken),
            "Fine": (["dense"], lambda asked: [Reply(("a",), 1.0, 1.0, 0.0) for _ in asked]),
        },
    )
    assert failed == {"Broken": "its process ended"}
    assert [(row.engine, row.scores[QUERIES]) for row in rows] == [("Fine", 1.0)]


def test_a_worker_builds_answers_and_tells_its_memory_in_a_process_of_its_own(tmp_path):
    write_galleries([GALLERY], tmp_path / "galleries")
    folder, log = tmp_path / "index", tmp_path / "log"
    built = build(FAKE, tmp_path / "galleries", folder, "", log)
    assert built.peak_mb > 1 and built.embedding == 0
    served = Served(FAKE, folder, tmp_path / "galleries", "", log)
    try:
        asked = Question("toy.report", "no effusion", 1, "dense")
        (one, two) = served.ask([asked, replace(asked, within=("b",))])
        assert (one.ids, two.ids) == (("a",), ("b",))
        assert one.ms > 0 and one.cpu_ms >= one.embedding_ms >= 0
        memory = served.memory()
        assert memory["peak_mb"] >= memory["base_mb"] > 1
    finally:
        served.close()
    with pytest.raises(PeerError, match="building"):
        build("nowhere:None", tmp_path / "galleries", tmp_path / "other", "", log)


def test_a_worker_that_died_is_an_error_and_can_still_be_closed(tmp_path):
    write_galleries([GALLERY], tmp_path / "galleries")
    folder, log = tmp_path / "index", tmp_path / "log"
    build(FAKE, tmp_path / "galleries", folder, "", log)
    served = Served(FAKE, folder, tmp_path / "galleries", "", log)
    served._process.kill()
    served._process.wait()
    with pytest.raises(PeerError, match="ended"):
        served.ask([Question("toy.report", "no effusion", 1, "dense")])
    served.close()


def test_what_is_missing_is_skipped_with_the_line_that_installs_it(monkeypatch):
    absent = replace(PEERS[2], modules=("no_such_module",))
    monkeypatch.setattr("radsearch.evaluation.peers.PEERS", (PEERS[0], absent))
    result = CliRunner().invoke(bench_peers.command, ["--list"])
    assert result.exit_code == 0
    assert "found radsearch" in result.output
    assert "skipped Chroma: no module no_such_module here; pip install chromadb" in result.output
    assert CliRunner().invoke(bench_peers.command, ["--peer", "None such"]).exit_code == 2


def test_indexes_are_kept_only_in_a_new_folder(tmp_path):
    (tmp_path / "notes").write_text("mine")
    result = CliRunner().invoke(bench_peers.command, ["--out", str(tmp_path)])
    assert result.exit_code == 2 and "new or empty folder" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


def test_the_tables_show_every_engine_and_where_ours_is_behind():
    rows = [
        Row("radsearch", "hybrid", {QUERIES: 0.8}, 20.0, 30.0, 18.0, 15.0),
        Row("Other", "hybrid", {QUERIES: 0.9}, 10.0, 11.0, 9.0, 5.0),
    ]
    cost = Cost(Built(3.0, 1.0, 200.0), 300.0, 100.0, 5.0)
    found = Comparison(rows, {"radsearch": cost}, {}, {"toy.report": 2}, {QUERIES: 150})
    text = peer_table.markdown(found, {"radsearch": "0.1.0"})
    assert "| Other | hybrid | 0.900 | 10.0 | 11.0 | 9.0 | 5.0 |" in text
    assert "| radsearch | 0.1.0 | 3.0 | 1.0 | 200 | 300 | 100 | 5 |" in text
    quality, latency = peer_table.behind(rows)
    assert "0.800, Other hybrid 0.900" in quality and "2.0 times" in latency
    better = replace(rows[1], scores={QUERIES: 0.1}, cpu_ms=15.0)
    assert list(peer_table.behind([rows[0], better])) == []
