from types import SimpleNamespace

import pytest

from indexer import mteb_search
from indexer.mteb_search import RadsearchEngine
from tests.toy import ToyEncoder

TEXTS = {
    "a": "Small left pleural effusion.",
    "b": "Right pneumothorax.",
    "c": "Calcified granuloma in the left upper lobe.",
}
ROWS = [{"id": name, "text": text} for name, text in TEXTS.items()]
ASKED = {"top_k": 1000, "hf_split": "test", "hf_subset": "default", "encode_kwargs": {}}
TASK = SimpleNamespace(name="SomeFindingsToImpression")


@pytest.fixture
def engine(monkeypatch):
    monkeypatch.setattr(mteb_search, "load_encoder", lambda _: ToyEncoder())
    return RadsearchEngine(depth=2)


def test_the_engine_finds_each_document_by_its_own_words(engine):
    engine.index(ROWS, task_metadata=TASK, hf_split="test", hf_subset="default")
    asked = [{"id": f"q-{name}", "text": text} for name, text in TEXTS.items()]
    results = engine.search(asked, task_metadata=TASK, **ASKED)
    assert {max(hits, key=hits.get) for hits in results.values()} == set(TEXTS)
    assert all(max(hits, key=hits.get) == name[2:] for name, hits in results.items())
    assert all(len(hits) <= 2 for hits in results.values())


def test_reranking_returns_only_the_documents_that_are_allowed(engine):
    engine.index(ROWS, task_metadata=TASK)
    asked = [{"id": "q", "text": TEXTS["a"]}]
    results = engine.search(asked, task_metadata=TASK, top_ranked={"q": ["b"]}, **ASKED)
    assert set(results["q"]) <= {"b"}


def test_a_search_before_the_index_is_an_error(engine):
    with pytest.raises(ValueError, match="before index"):
        engine.search([], task_metadata=TASK, **ASKED)


def test_a_title_is_read_with_the_text(engine):
    report = mteb_search._report({"id": 7, "title": "CT chest", "text": "Nodule."}, "findings")
    assert (report.report_id, report.findings) == ("7", "CT chest Nodule.")
