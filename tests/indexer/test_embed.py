"""The encoder works through a queue: nothing is embedded twice, an error drops what waits."""

from threading import Event, Timer

import numpy as np
import pytest

from indexer.build import Options, build_index
from indexer.embed import Embedder, one_call_at_a_time
from radsearch.report import Report
from tests.toy import ToyEncoder


class Held(ToyEncoder):
    """Answers when it is let go."""

    def __init__(self, window=512):
        super().__init__(window=window)
        self.free = Event()

    def embed(self, texts, kind="findings"):
        assert self.free.wait(30)
        return super().embed(texts, kind)


def test_a_text_that_is_on_its_way_is_not_asked_for_again():
    encoder = Held(window=3)
    with one_call_at_a_time() as pool:
        embedder = Embedder(encoder, pool)
        one = embedder.ask(["clear lungs", "a very long text"], "sentence")
        two = embedder.ask(["new", "a very long text", "", "clear lungs"], "sentence")
        encoder.free.set()
        first, second = embedder.vectors(one), embedder.vectors(two)
        third = embedder.embed(["new", "clear lungs"], "sentence")
    assert (encoder.calls, encoder.texts, max(encoder.seen.values())) == (2, 3, 1)
    assert (embedder.n_embedded, embedder.n_asked) == (3, 8)
    np.testing.assert_array_equal(second[[3, 1]], first)
    np.testing.assert_array_equal(third, second[[0, 3]])
    assert not second[2].any()
    assert embedder.windowed(two).tolist() == [False, True, False, False]


def test_queue_or_not_the_vectors_are_the_same():
    texts = [f"nodule {n % 7} mm" for n in range(20)]
    with one_call_at_a_time() as pool:
        queued = Embedder(ToyEncoder(), pool).embed(texts, "findings")
    np.testing.assert_array_equal(queued, Embedder(ToyEncoder()).embed(texts, "findings"))


def test_after_an_error_what_the_encoder_has_not_begun_is_dropped():
    encoder = Held()
    with pytest.raises(KeyboardInterrupt), one_call_at_a_time() as pool:
        embedder = Embedder(encoder, pool)
        for text in ("one", "two", "three"):
            embedder.ask([text], "findings")
        Timer(0.5, encoder.free.set).start()  # the first one ends when the others are dropped
        raise KeyboardInterrupt
    assert encoder.texts < 3


def test_the_bar_counts_what_is_embedded_and_ends_with_all_rows(tmp_path):
    encoder, told = ToyEncoder(), []
    reports = [Report(f"r{n:03}", findings=f"A nodule of {n} mm.") for n in range(50)]
    options = Options(shard=8, sentences=False, extract_findings=False)

    def tell(summary):
        told.append(summary.done)
        assert encoder.texts >= summary.done

    build_index(reports, tmp_path / "i", encoder=encoder, options=options, on_progress=tell)
    assert told == [8, 16, 24, 32, 40, 48, 50]
    told.clear()
    encoder.texts = 50
    build_index(reports, tmp_path / "i", encoder=encoder, options=options, on_progress=tell)
    assert told[-1] == 50


def test_the_texts_least_lately_asked_for_are_forgotten():
    encoder = ToyEncoder()
    embedder = Embedder(encoder, remembered=3)
    for texts, asked in (
        (["a", "b", "c"], 3),
        (["a"], 3),  # still held, and from now on the latest
        (["d", "a"], 4),  # in the place of "b"
        (["c", "a", "d"], 4),
        (["b"], 5),
        (["1", "2", "3", "4", "5"], 10),  # more than are held: the last three
        (["3", "4", "5", "3"], 10),
    ):
        fresh = ToyEncoder().embed(texts, "sentence")
        np.testing.assert_array_equal(embedder.embed(texts, "sentence"), fresh)
        assert encoder.texts == asked


def test_what_was_remembered_when_asked_for_is_given_though_it_was_forgotten_since():
    embedder = Embedder(ToyEncoder(), remembered=1)
    first = embedder.embed(["one"], "sentence")
    asked = embedder.ask(["one", "two"], "sentence")
    embedder.embed(["three"], "sentence")
    np.testing.assert_array_equal(embedder.vectors(asked)[:1], first)


def test_a_text_is_embedded_anew_as_another_kind():
    encoder = ToyEncoder()
    embedder = Embedder(encoder)
    for kind in ("findings", "sentence"):
        embedder.embed(["clear"], kind)
    assert encoder.texts == 2
