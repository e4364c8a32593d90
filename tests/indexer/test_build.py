"""Indexing end to end with the toy encoder."""

import time

import pytest

from indexer import writer
from indexer.build import Options, build_index
from radsearch.corpus import read_corpus
from radsearch.errors import CorpusError, StoreError
from radsearch.report import Report
from radsearch.store import open_store
from tests.toy import ToyEncoder

PLAIN = Options(shard=4, extract_findings=False)


def reports(n=10, word="nodule"):
    return [
        Report(
            f"r{i:02}",
            findings=f"A {word} of {i} mm. Lungs clear.",
            impression="" if i % 3 == 0 else f"Small {word} number {i}.",
            modality="CT" if i % 2 else "XR",
            extra={"Site Name": f"s{i % 2}"},
        )
        for i in range(n)
    ]


def test_every_report_is_found_by_its_own_text(tmp_path):
    encoder = ToyEncoder()
    summary = build_index(reports(), tmp_path / "i", encoder=encoder, options=PLAIN)
    store = open_store(tmp_path / "i")
    assert (summary.added, summary.reports, summary.rows) == (10, 10, 10)
    assert list(store.ids) == [report.report_id for report in reports()]
    queries = encoder.embed([report.findings for report in reports()])
    scores, found = store.search("findings", queries, 1, None)
    assert found[:, 0].tolist() == list(range(10))
    assert scores.min() > 0.999


def test_an_unchanged_corpus_embeds_nothing_and_publishes_nothing(tmp_path):
    first = build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    encoder = ToyEncoder()
    again = build_index(reports(), tmp_path / "i", encoder=encoder, options=PLAIN)
    assert (again.unchanged, again.written, encoder.texts) == (10, 0, 0)
    assert again.version == first.version


def test_changed_rows_are_replaced_and_new_ones_added(tmp_path):
    build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    changed = reports(12)
    changed[3] = Report("r03", findings="Large effusion.", impression="Effusion.")
    encoder = ToyEncoder()
    summary = build_index(changed, tmp_path / "i", encoder=encoder, options=PLAIN)
    store = open_store(tmp_path / "i")
    assert (summary.added, summary.changed, summary.unchanged) == (2, 1, 9)
    assert len(store.ids) == 12
    assert store.texts("findings")[3] == "Large effusion."
    best = store.search_sentences(encoder.embed(["Large effusion."], "sentence"), 1, None)[0][0]
    assert best[1:] == (3, "findings", 0)
    assert len(store.sentences.position) == summary.sentences == 2 + 11 * 2 + 8


def test_reports_that_the_corpus_lacks_stay_unless_asked(tmp_path):
    build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    kept = build_index(reports(5), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    assert kept.reports == 10
    delete = Options(shard=4, extract_findings=False, delete_missing=True)
    fewer = build_index(reports(5), tmp_path / "i", encoder=ToyEncoder(), options=delete)
    assert (fewer.deleted, fewer.reports) == (5, 5)
    assert set(open_store(tmp_path / "i").sentences.position) == set(range(5))


def test_a_withdrawn_report_leaves_the_index(tmp_path):
    build_index(reports(3), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    path = tmp_path / "later.csv"
    path.write_text(
        "report_id,report,status\nr01,A nodule.,entered-in-error\nr09,A cyst.,deleted\n"
        "r07,Clear.,final\n"
    )
    summary = build_index(read_corpus(path), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    assert (summary.deleted, summary.added, summary.rejected["withdrawn"]) == (1, 1, 2)
    assert sorted(open_store(tmp_path / "i").ids) == ["r00", "r02", "r07"]


def test_an_empty_corpus_never_empties_an_index(tmp_path):
    build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    delete = Options(extract_findings=False, delete_missing=True)
    with pytest.raises(CorpusError, match="would empty"):
        build_index([], tmp_path / "i", encoder=ToyEncoder(), options=delete)
    assert len(open_store(tmp_path / "i").ids) == 10


def test_another_encoder_is_refused_with_the_command_that_indexes_again(tmp_path):
    build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    with pytest.raises(StoreError, match=r"radsearch index CORPUS -o .*\.new --encoder other"):
        build_index(reports(), tmp_path / "i", encoder=ToyEncoder(name="other"), options=PLAIN)


def test_an_opened_index_keeps_its_version_while_another_is_published(tmp_path):
    encoder = ToyEncoder()
    build_index(reports(), tmp_path / "i", encoder=encoder, options=PLAIN)
    old = open_store(tmp_path / "i")
    for n in (20, 30):
        build_index(reports(n), tmp_path / "i", encoder=encoder, options=PLAIN)
    assert len(old.ids) == 10
    assert old.search("impression", encoder.embed(["nodule"]), 20, None)[1].max() < 10
    assert len(old.select("modality = 'CT'")) == 5
    assert len(old.search_sentences(encoder.embed(["nodule"]), 50, None)[0]) == 10
    assert len(open_store(tmp_path / "i").ids) == 30


def test_an_older_version_can_be_opened(tmp_path):
    first = build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    build_index(reports(20), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    assert len(open_store(tmp_path / "i", version=first.version).ids) == 10
    with pytest.raises(StoreError, match=f"it keeps {first.version}"):
        open_store(tmp_path / "i", version=999)


def test_columns_of_the_corpus_become_filterable_even_when_they_appear_late(tmp_path):
    late = [*reports(6), Report("z", findings="x.", extra={"ward": "7", "findings": "odd"})]
    build_index(late, tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    store = open_store(tmp_path / "i")
    assert store.select("site_name = 's1'").tolist() == [1, 3, 5]
    assert store.select("ward = '7' AND findings_extra = 'odd'").tolist() == [6]
    assert store.columns()["ward"] == "text"
    assert store.rows([6, 0], ["report_id", "ward"]) == [
        {"report_id": "z", "ward": "7"},
        {"report_id": "r00", "ward": ""},
    ]


def test_a_half_built_first_index_is_not_there_for_readers_and_is_carried_on(tmp_path):
    class Dies(ToyEncoder):
        def embed(self, texts, kind="findings"):
            if self.calls > 4:
                raise KeyboardInterrupt
            return super().embed(texts, kind)

    with pytest.raises(KeyboardInterrupt):
        build_index(reports(), tmp_path / "i", encoder=Dies(), options=PLAIN)
    with pytest.raises(StoreError, match="still being built"):
        open_store(tmp_path / "i")
    encoder = ToyEncoder()
    summary = build_index(reports(), tmp_path / "i", encoder=encoder, options=PLAIN)
    assert (summary.unchanged, summary.added, summary.reports) == (4, 6, 10)
    assert not any("A nodule of 0 mm" in text for _, text in encoder.seen)


def test_a_shard_that_could_not_be_written_is_not_committed_by_the_next_one(tmp_path, monkeypatch):
    whole, calls = writer.sentence_rows, []

    def full_once(*given):
        calls.append(given)
        if len(calls) == 1:
            raise OSError("no space left on device")
        return whole(*given)

    monkeypatch.setattr(writer, "sentence_rows", full_once)
    with pytest.raises(OSError, match="no space"):
        build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    summary = build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    assert (summary.unchanged, summary.added, summary.reports) == (0, 10, 10)
    assert set(open_store(tmp_path / "i").sentences.position) == set(range(10))


def test_the_corpus_is_read_no_further_ahead_than_a_few_shards_however_slow_the_disk_is(
    tmp_path, monkeypatch
):
    commit, counts, ahead = writer.IndexWriter.commit, {"read": 0, "written": 0}, []

    def slowly(self, shards, *what):
        time.sleep(0.02)
        commit(self, shards, *what)
        counts["written"] += sum(len(shard.reports) for shard in shards)

    def corpus():
        for report in reports(120):
            counts["read"] += 1
            ahead.append(counts["read"] - counts["written"])
            yield report

    monkeypatch.setattr(writer.IndexWriter, "commit", slowly)
    build_index(corpus(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)
    assert counts == {"read": 120, "written": 120}
    assert max(ahead) <= 6 * PLAIN.shard


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.docx").write_text("x")
    with pytest.raises(StoreError, match="holds other things"):
        build_index(reports(), tmp_path, encoder=ToyEncoder(), options=PLAIN)


def test_two_reports_of_one_id_are_refused(tmp_path):
    twice = [Report("a", findings="x."), Report("a", findings="y.")]
    with pytest.raises(CorpusError, match="distinct"):
        build_index(twice, tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)


def test_missing_sections_have_no_vector_and_are_never_found(tmp_path):
    encoder = ToyEncoder()
    build_index(reports(), tmp_path / "i", encoder=encoder, options=PLAIN)
    store = open_store(tmp_path / "i")
    _, found = store.search("impression", encoder.embed(["nodule"]), 10, None)
    assert sorted(found[0].tolist()) == [-1] * 4 + [1, 2, 4, 5, 7, 8]
    vectors = store.vectors("impression", [3, 1])
    assert not vectors[0].any()
    assert vectors[1].any()


def test_without_sentences_an_index_says_so(tmp_path):
    bare = Options(extract_findings=False, sentences=False)
    build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=bare)
    store = open_store(tmp_path / "i")
    with pytest.raises(StoreError, match="without --no-sentences"):
        store.search_sentences(ToyEncoder().embed(["x"]), 1, None)
    with pytest.raises(StoreError, match="give --no-sentences"):
        build_index(reports(), tmp_path / "i", encoder=ToyEncoder(), options=PLAIN)


def test_an_index_of_no_reports_opens_and_finds_nothing(tmp_path):
    encoder = ToyEncoder()
    build_index([], tmp_path / "i", encoder=encoder, options=PLAIN)
    store = open_store(tmp_path / "i")
    assert len(store.ids) == 0
    assert store.search("report", encoder.embed(["x"]), 3, None)[1].tolist() == [[-1, -1, -1]]
    assert store.search_sentences(encoder.embed(["x"]), 3, None) == [[]]


@pytest.mark.parametrize("engine", ["numpy", "faiss-flat", "faiss-hnsw", "faiss-ivf", "lance"])
def test_an_engine_can_be_asked_for_and_its_recall_is_in_the_manifest(tmp_path, engine):
    encoder = ToyEncoder()
    options = Options(extract_findings=False, engine=engine)
    build_index(reports(600), tmp_path / "i", encoder=encoder, options=options)
    store = open_store(tmp_path / "i")
    assert set(store.manifest["engine"].values()) == {engine}
    assert min(store.manifest["recall"].values()) >= 0.98
    query = encoder.embed(["Small nodule number 7."], "impression")
    assert store.search("impression", query, 3, None)[1][0, 0] == list(store.ids).index("r07")
    assert store.select("report_id = 'r07'").tolist() == [list(store.ids).index("r07")]
