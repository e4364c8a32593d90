import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from radsearch.commands import bench_figures
from radsearch.evaluation.figures import drawn, kept, neighbourhood
from radsearch.evaluation.figures.contrast_data import joint_map, ordering_bars
from radsearch.evaluation.figures.stages import parse_checks, plot_stages, read_checks, write_checks
from tests.toy import ToyEncoder

pytest.importorskip("matplotlib")
LOG = """10:00 one 90 60s [1.2]
10:01 one 100 check {'f2i': 0.5, 'pair': 0.25, 'pair/side': 0.1}
10:02 one 110 99s [1.1]
10:03 one end check {'f2i': 0.6, 'pair': 0.3}
10:04 two 100 check {'f2i': 0.7, 'pair': 0.4}
"""
RETRIEVAL = """**findings -> impression**

| system | recall@1 | mrr | R@1 95 % |
|---|--:|--:|--:|
| ceiling of repeated texts | 39.70 |  |  |
| BM25 | 6.70 | 9.10 | 5.9-7.6 |
| dense | 9.80 | 14.00 | 8.8-10.9 |

**impression -> findings**

| system | recall@1 | mrr | R@1 95 % |
|---|--:|--:|--:|
| BM25 | 11.10 | 9.10 | 10.1-12.2 |
| dense | 8.10 | 14.00 | 7.2-9.1 |
"""


def _png(path):
    return path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_an_end_check_stands_at_the_last_step_that_was_logged(tmp_path):
    checks = parse_checks(LOG.splitlines())
    assert [(c.stage, c.step) for c in checks] == [("one", 100), ("one", 110), ("two", 100)]
    assert checks[0].values == {"f2i": 0.5, "pair": 0.25}
    write_checks(checks, tmp_path / "s.jsonl")
    assert read_checks(tmp_path / "s.jsonl") == checks
    assert _png(plot_stages(checks, tmp_path / "s.png"))


def test_a_new_log_adds_its_stages_to_those_that_are_kept(tmp_path):
    (tmp_path / "benchmarks").mkdir()
    for name, log in (("a.log", LOG), ("b.log", "10:05 two 50 check {'f2i': 0.9}\n")):
        (tmp_path / name).write_text(log)
        drawn.store_checks([tmp_path / name], tmp_path)
    kept_ = read_checks(tmp_path / "benchmarks" / "stages.jsonl")
    assert [(c.stage, c.step) for c in kept_] == [("one", 100), ("one", 110), ("two", 50)]


def test_suites_become_bars_with_intervals_and_a_map():
    bars = ordering_bars(Path("data/suites"), ToyEncoder())
    assert len(bars) == 11
    assert all(bar.low <= bar.mean <= bar.high for bar in bars.values())
    target = joint_map(Path("data/suites"), None)
    assert target[0, 0] > target[2, 2]


def test_recall_is_read_from_the_table_that_was_printed(tmp_path):
    rows = kept.recall_rows(RETRIEVAL)
    assert list(rows) == ["findings -> impression", "impression -> findings"]
    assert rows["impression -> findings"]["dense"] == kept.Point(8.1, 7.2, 9.1)
    assert "ceiling of repeated texts" not in rows["findings -> impression"]
    (tmp_path / "openi.json").write_text(json.dumps({"output": RETRIEVAL}))
    assert "figures/recall_openi.png" in drawn.recall(tmp_path, tmp_path)
    assert _png(tmp_path / "recall_openi.png")


def test_probes_are_read_and_drawn(tmp_path):
    lines = [
        f"  {name:<9}{n:>6,} labels  macro F1 {0.4 + n / 1e4:.3f} (0.400-0.700)  macro AUROC 0.9"
        for name in ("ours", "backbone")
        for n in (100, 1000)
    ]
    (tmp_path / "heads.json").write_text(json.dumps({"output": "\n".join(lines)}))
    assert "probes.png" in drawn.probes(tmp_path, tmp_path)
    assert _png(tmp_path / "probes.png")


def test_what_has_no_data_says_so(tmp_path):
    assert "Not drawn" in drawn.stages(tmp_path, tmp_path)
    assert "Not drawn" in drawn.recall(None, tmp_path)
    assert "Not drawn" in drawn.probes(tmp_path, tmp_path)


def test_purity_falls_where_neighbours_differ():
    vectors = np.eye(4, dtype=np.float32)[[0, 0, 1, 1]]
    assert neighbourhood.purity(vectors, ["a", "b", "a", "b"], k=1) == 0.0


def test_the_command_draws_what_is_asked_for_with_the_backbone_beside(tmp_path, monkeypatch):
    def load(where, **_):
        return ToyEncoder(name=where or "ours")

    monkeypatch.setattr("radsearch.encoder.load_encoder", load)
    wanted = ("axes", "joint", "location", "laterality")
    argv = ["--out", str(tmp_path), "--backbone", "old"]
    for name in wanted:
        argv += ["--figure", name]
    result = CliRunner().invoke(bench_figures.command, argv)
    assert result.exit_code == 0, result.output
    assert "| axis | rows | ours | old (backbone) |" in result.output
    assert all(_png(tmp_path / f"{name}.png") for name in wanted)
