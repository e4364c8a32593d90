import os
from pathlib import Path

import numpy as np
import pytest

from radsearch.errors import CorpusError
from radsearch.evaluation.external_tags import CT_RATE, MESH, NEGBIO, read_ct_rate, read_openi
from radsearch.evaluation.tag_scores import label_scores, label_table, score_reports
from radsearch.language.lexicon import load_lexicon
from tests.toy import ToyEncoder
from tests.toy_heads import toy_heads

SHARED = Path(os.environ.get("RADSEARCH_SHARED", Path(__file__).parents[4] / "shared")) / "data"
OPENI = SHARED / "openi" / "indiana_reports.csv.gz"
GOLD = SHARED / "openi" / "openi_negbio_gold14.csv.gz"
CT = SHARED / "ct_rate_textclf" / "ct_rate_textclf_reports.csv.gz"
needs_shared = pytest.mark.skipif(
    not (OPENI.is_file() and GOLD.is_file() and CT.is_file()),
    reason=f"external reports are not under {SHARED}",
)


def test_every_label_means_findings_of_the_lexicon():
    known = load_lexicon().families
    for table in (NEGBIO, CT_RATE, MESH):
        for label, findings in table.items():
            assert findings, label
            assert set(findings) <= set(known), label


def test_a_label_scores_as_its_likeliest_finding():
    values = np.array([[0.1, 0.7, 0.3]], np.float32)
    got = label_scores(values, ["a", "b", "c"], [("a", "b"), ("c",), ("unknown",)])
    assert got.round(1).tolist() == [[pytest.approx(0.7), pytest.approx(0.3), 0.0]]


def test_a_table_of_reports_read_by_toy_heads():
    encoder = ToyEncoder(256)
    heads = toy_heads(encoder)
    texts = [("Large pneumothorax.",), ("No pneumothorax.",), ("Clear lungs.", "Normal.")] * 4
    gold = np.array([[True], [False], [False]] * 4)
    scores = score_reports(heads, texts, encoder.embed)
    table = label_table("toy", scores, heads, ["PTX"], gold, [("pneumothorax",)])
    assert table.support == (4,)
    assert table.macro("heads") == table.macro("joint") == table.macro("rules") == 1.0
    assert table.at_threshold[0].sensitivity == 1.0
    assert table.at_youden[0].f1 == 1.0


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CorpusError, match=r"none\.csv\.gz"):
        read_ct_rate(tmp_path / "none.csv.gz")


@needs_shared
@pytest.mark.shared
def test_the_external_labels_are_all_there():
    negbio, mesh = read_openi(OPENI, GOLD)
    assert len(negbio.ids) == len(mesh.ids) > 3_800
    assert len(negbio.labels) == 13 and negbio.gold[:, negbio.labels.index("Effusion")].sum() > 140
    assert len(mesh.labels) >= 30
    ct_rate = read_ct_rate(CT)
    assert len(ct_rate.labels) == 18 and 970 < len(ct_rate.ids) <= 1_000


@needs_shared
@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("negbio", 0.93), ("ct", 0.90)])
def test_the_shipped_heads_read_reports_they_never_saw(name, least):
    from radsearch.encoder import load_encoder
    from radsearch.heads import DEFAULT_HEADS, load_heads

    data = read_openi(OPENI, GOLD)[0] if name == "negbio" else read_ct_rate(CT)
    encoder = load_encoder()
    heads = load_heads(DEFAULT_HEADS, encoder.fingerprint)
    size = 500 if name == "negbio" else 120  # the whole takes minutes: `radsearch bench heads`
    chosen = np.random.default_rng(0).permutation(len(data.ids))[:size]
    gold = data.gold[chosen]
    kept = [t for t in range(gold.shape[1]) if gold[:, t].sum() >= 5]
    scores = score_reports(
        heads, [data.texts[n] for n in chosen], lambda texts: encoder.embed(texts, "sentence")
    )
    table = label_table(
        name, scores, heads, [data.labels[t] for t in kept], gold[:, kept],
        [data.meanings[t] for t in kept],
    )  # fmt: skip
    assert table.macro("heads") >= least
    assert table.macro("joint") >= table.macro("rules")
