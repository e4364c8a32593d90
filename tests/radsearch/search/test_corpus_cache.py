"""What the searchable form holds: every finding beside the words of its own sentence."""

import weakref

import numpy as np
import pytest

from indexer.build import build_index
from radsearch.report import Report
from radsearch.search import corpus_cache
from radsearch.search.quiet import quiet_studies
from radsearch.store import open_store
from tests.toy import ToyEncoder

REPORTS = [
    Report("c", findings="Clear lungs. Small left effusion, 12 mm nodule.", impression="Effusion."),
    Report("a", findings="-", impression="No pneumothorax.\n\nTwo ribs fractured."),
    Report("b", addendum="Large right effusion.", modality="CT"),
]


@pytest.mark.parametrize("block", [1, 2, 4096])
def test_each_finding_stands_beside_the_words_of_its_sentence(tmp_path, monkeypatch, block):
    monkeypatch.setattr(corpus_cache, "BLOCK", block)
    build_index(REPORTS, tmp_path / "i", encoder=ToyEncoder())
    store = open_store(tmp_path / "i")
    form = corpus_cache.build(store)
    names, arrays = form.names, form.arrays
    found = {name[10:]: values for name, values in arrays.items() if name.startswith("extracted.")}
    words = np.array(names["stream"])
    said = {
        (
            store.ids[found["doc"][row]],
            names["findings"][found["finding"][row]],
            " ".join(words[arrays["stream.tokens"][found["first"][row] : found["last"][row]]]),
        )
        for row in range(len(found["doc"]))
    }
    assert ("c", "pleural_effusion", "small left effusion 12 mm nodule") in said
    assert ("c", "pleural_effusion", "effusion") in said
    assert ("a", "pneumothorax", "no pneumothorax") in said
    assert ("b", "pleural_effusion", "large right effusion") in said
    assert all(text for _, _, text in said)
    assert found["size_mm"][~np.isnan(found["size_mm"])].tolist() == [12.0]
    assert sorted(found["finding"].tolist()) == found["finding"].tolist()


def test_a_text_is_the_stream_of_its_words_in_lower_case(tmp_path):
    build_index(REPORTS, tmp_path / "i", encoder=ToyEncoder())
    form = corpus_cache.build(open_store(tmp_path / "i"))
    names, arrays = form.names, form.arrays
    words = [names["stream"][token] for token in arrays["stream.tokens"]]
    assert " ".join(words).split("  ") == [
        " no pneumothorax two ribs fractured",
        "large right effusion",
        "clear lungs small left effusion 12 mm nodule",
        "effusion ",
    ]
    assert len(set(names["stream"])) == len(names["stream"])


def test_what_is_worked_out_for_an_index_goes_with_it(tmp_path):
    build_index(REPORTS, tmp_path / "i", encoder=ToyEncoder())
    cache = corpus_cache.open_cache(open_store(tmp_path / "i"), None)
    first = quiet_studies(cache, "report")
    assert first[1:].max() < 1 and quiet_studies(cache, "report") is first
    held = weakref.ref(cache.starts)
    del cache
    assert held() is None
