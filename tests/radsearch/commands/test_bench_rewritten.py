import json

import pytest
from click.testing import CliRunner

from radsearch.commands import bench_rewritten
from tests.toy import ToyEncoder

ROWS = [
    {"id": f"r{i}", "modality": "XR", "findings": f"There is a {what} on the {side}.",
     "impression": f"{side} {what}.", "findings_rewrite": f"A {what}, {side}, is seen.",
     "impression_rewrite": f"{what} {side} side."}
    for i, (what, side) in enumerate(
        (w, s) for w in ("nodule", "effusion", "fracture") for s in ("left", "right")
    )
]  # fmt: skip


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.setattr("radsearch.encoder.load_encoder", lambda *_, **__: ToyEncoder(64))
    rows = [*ROWS, {"id": "short", "modality": "XR", "findings": "Clear.", "impression": "Normal."}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def run(*argv):
    return CliRunner().invoke(bench_rewritten.command, [str(a) for a in argv])


def test_each_direction_is_asked_by_both_wordings(corpus):
    shown = run("--corpus", corpus, "--every", "--json")
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(r["direction"][:8], r["rewritten"]) for r in rows] == [
        ("findings", False), ("findings", True), ("impressi", False), ("impressi", True)
    ]  # fmt: skip
    assert {r["reports"] for r in rows} == {6}  # the one without rewrites is left out
    assert all(0 <= value <= 1 for r in rows for value in r["recall"].values())
    assert all(r["recall"]["cosine"] > 0.5 for r in rows)  # the words are the same


def test_a_modality_that_no_report_has_is_an_error(corpus):
    shown = run("--corpus", corpus, "--every", "--modality", "PET")
    assert shown.exit_code == 2
    assert "modality 'PET'" in shown.output
