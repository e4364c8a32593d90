import sys

import pytest
from click.testing import CliRunner

from radsearch.commands import bench_mteb
from radsearch.errors import RadsearchError
from radsearch.evaluation.mteb_tasks import DIRECTIONS, Source, _metadata, _split, make_task

PAIRS = {
    "a": ("Small left pleural effusion.", "Left effusion."),
    "b": ("Right apical pneumothorax.", "Pneumothorax on the right."),
}
SOURCE = Source("Tiny", "Two reports.", "cc0-1.0", PAIRS)


def test_each_query_has_its_own_report_as_the_one_answer():
    pytest.importorskip("datasets")
    split = _split(SOURCE, "ImpressionToFindings")
    assert split["queries"][0] == {"id": "q-a", "text": "Left effusion."}
    assert split["corpus"][0] == {"id": "a", "text": "Small left pleural effusion."}
    assert split["relevant_docs"] == {"q-a": {"a": 1}, "q-b": {"b": 1}}


def test_names_say_the_direction_and_a_changed_text_changes_the_revision():
    names = {_metadata(SOURCE, direction)["name"] for direction in DIRECTIONS}
    assert names == {"TinyFindingsToImpression", "TinyImpressionToFindings"}
    other = Source("Tiny", "Two reports.", "cc0-1.0", {**PAIRS, "a": ("Clear.", "Normal.")})
    assert other.revision != SOURCE.revision


def test_without_mteb_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "mteb", None)
    monkeypatch.setitem(sys.modules, "mteb.abstasks", None)
    with pytest.raises(RadsearchError, match=r"radsearch\[mteb\]"):
        make_task(SOURCE, "FindingsToImpression")
    result = CliRunner().invoke(bench_mteb.command, [])
    assert isinstance(result.exception, RadsearchError)


@pytest.mark.filterwarnings("ignore")  # of its own libraries
def test_mteb_scores_a_model_on_a_task(tmp_path):
    mteb = pytest.importorskip("mteb", reason="mteb is an extra of its own")
    from tests.tiny_models import save_bert

    model = bench_mteb._folder(str(save_bert(tmp_path / "model")))
    task = make_task(SOURCE, "FindingsToImpression")
    result = mteb.evaluate(model, task, cache=None, show_progress_bar=False, co2_tracker=False)
    (scores,) = result.task_results[0].scores["test"]
    assert 0 <= scores["ndcg_at_10"] <= 1
    assert scores["recall_at_10"] == 1.0
