import numpy as np
import pytest

from indexer.scale import build_synthetic, read_studies
from radsearch.errors import CorpusError
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder

TEXTS = [
    ("Small left pneumothorax. Lungs are clear.", "Left pneumothorax."),
    ("8 mm nodule in the right upper lobe.", "Right upper lobe nodule, 8 mm."),
    ("No pleural effusion. Heart size is normal.", "Normal chest."),
    ("Old rib fractures. No mass.", "Healed rib fractures."),
]


@pytest.fixture(scope="module")
def studies():
    return read_studies(TEXTS, 4, ToyEncoder(64))


@pytest.fixture(scope="module")
def searcher(studies, tmp_path_factory):
    path = tmp_path_factory.mktemp("scale") / "index"
    stages = build_synthetic(studies, 12, path, ToyEncoder(64))
    assert list(stages) == [
        "rows made", "rows written", "vectors and engines", "recall measured", "words and findings",
    ]  # fmt: skip
    return Searcher.open(path, encoder=ToyEncoder(64))


def test_every_row_is_another_pair_of_studies(studies):
    pairs = {studies.parts(row) for row in range(studies.most)}
    assert len(pairs) == studies.most == 12
    assert all(one != other for one, other in pairs)


def test_more_rows_than_pairs_are_refused(studies, tmp_path):
    with pytest.raises(CorpusError, match="generate more studies"):
        build_synthetic(studies, 13, tmp_path / "index", ToyEncoder(64))


def test_findings_and_sentences_stand_where_the_row_says(searcher):
    rows = searcher.store.rows(np.arange(12), ["findings", "impression", "extracted"])
    assert len({row["findings"] for row in rows}) == 12
    for row in rows:
        words = [row[item["section"]][item["start"] : item["end"]] for item in row["extracted"]]
        assert words and all(words)
        assert not any(word.endswith(" ") or word.startswith(" ") for word in words)
    nodule = next(row for row in rows if row["findings"].endswith(TEXTS[1][0]))
    found = [item for item in nodule["extracted"] if item["finding"] == "pulmonary_nodule"]
    assert {nodule[item["section"]][item["start"] : item["end"]] for item in found} == {"nodule"}


def test_rows_have_vectors_of_their_own_near_their_studies(studies, searcher):
    vectors = searcher.store.vectors("findings", np.arange(12))
    assert len(np.unique(vectors.round(5), axis=0)) == 12
    one, other = studies.parts(0)
    mean = studies.vectors["findings"][one] + studies.vectors["findings"][other]
    assert vectors[0] @ (mean / np.linalg.norm(mean)) == pytest.approx(0.98, abs=0.03)


def test_the_index_answers_in_every_way(searcher):
    for section in ("report", "findings", "sentence"):
        hits = searcher.query("left pneumothorax", k=3, section=section)
        assert all("pneumothorax" in hit.findings for hit in hits)
    assert searcher.query("nodule", where="pulmonary_nodule:present").n_matching == 6
