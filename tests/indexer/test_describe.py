"""What a report says, as the index holds it."""

from indexer.describe import describe
from indexer.embed import Embedder
from indexer.shard import cut, embed_shard
from radsearch.report import Report
from tests.toy import ToyEncoder


def test_each_finding_names_its_section_and_offsets_into_it():
    report = Report("a", findings="Small left effusion.", impression="No pneumothorax.")
    told = describe(report)
    assert told.present == ["pleural_effusion"]
    assert told.absent == ["pneumothorax"]
    for row in told.extracted:
        words = getattr(report, row["section"])[row["start"] : row["end"]]
        assert words.lower() in (
            "small left effusion",
            "effusion",
            "pneumothorax",
            "no pneumothorax",
        )


def test_a_text_that_comes_again_in_the_other_section_is_told_of_that_section():
    text = "Small left effusion."
    there, here = Report("a", findings=text), Report("b", impression=text)
    assert [row["section"] for row in describe(there).extracted] == ["findings"]
    assert [row["section"] for row in describe(here).extracted] == ["impression"]
    assert describe(Report("c", findings=text)) == describe(there)


def test_a_text_that_comes_again_is_embedded_once():
    encoder = ToyEncoder()
    reports = [
        Report(f"r{i}", findings=f"Nodule {i}. Clear.", impression="Normal.") for i in range(5)
    ]
    embedder = Embedder(encoder)
    embed_shard(reports[:3], [], embedder, cut(reports[:3]))
    embed_shard(reports[3:], [], embedder, cut(reports[3:]))
    assert max(encoder.seen.values()) == 1
    assert embedder.n_embedded == encoder.texts == 5 + 1 + 5 + 2


def test_the_memory_of_texts_is_bounded():
    embedder = Embedder(ToyEncoder(), remembered=3)
    embedder.embed([f"text {i}" for i in range(10)], "findings")
    assert len(embedder._slots) == 3
    again = embedder.embed(["text 0"], "findings")
    assert again.any()


def test_the_report_vector_is_the_mean_of_its_sections_and_unit():
    report = Report("a", findings="Large mass.", impression="Malignancy.", indication="Cough.")
    shard = embed_shard([report, Report("b", addendum="x")], [], Embedder(ToyEncoder()), None)
    both = shard.vectors["findings"][0] + shard.vectors["impression"][0]
    want = both / (both @ both) ** 0.5
    assert abs(shard.vectors["report"][0] - want).max() < 1e-6
    assert not shard.vectors["report"][1].any()


def test_a_report_with_a_long_text_is_marked():
    reports = [Report("a", findings="short."), Report("b", findings="word " * 40)]
    shard = embed_shard(reports, [], Embedder(ToyEncoder(window=20)), None)
    assert list(shard.windowed) == [False, True]
