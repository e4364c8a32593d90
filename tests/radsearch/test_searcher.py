"""The Searcher on a small real index; the toy encoder is exact about words."""

from itertools import pairwise

import numpy as np
import pytest

from indexer.build import build_index
from radsearch.corpus.values import modality_code
from radsearch.errors import FilterError, RadsearchError, StoreError
from radsearch.report import MODALITIES, Report
from radsearch.searcher import Searcher
from tests.toy import ToyEncoder

SECTIONS = ("findings", "impression", "report", "sentence")
MODES = ("dense", "lexical", "hybrid")


def _ids(hits):
    return [hit.report_id for hit in hits]


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_a_report_is_found_by_its_own_words_in_every_section_and_mode(searcher, section, mode):
    text = "Pneumothorax." if section == "impression" else "Small left pneumothorax. No effusion."
    hits = searcher.query(text, k=3, section=section, mode=mode)
    assert "t-01" in _ids(hits)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert all(a.score >= b.score for a, b in pairwise(hits))


def test_both_directions_find_the_other_section_of_the_same_report(searcher):
    findings = "Cardiomegaly. Pacemaker in place."
    impressions = searcher.query("Stable heart.", section="impression", kind="impression")
    assert _ids(impressions)[0] == "t-05"
    assert _ids(searcher.query(findings, section="findings", kind="findings"))[0] == "t-05"


def test_equal_scores_come_in_order_of_report_id(searcher):
    for mode in MODES:
        assert _ids(searcher.query("Twin text.", k=2, mode=mode)) == ["t-08", "t-09"]


@pytest.mark.parametrize("mode", MODES)
def test_the_top_does_not_depend_on_k(searcher, mode):
    for text in ("pleural effusion", "normal heart size", "Small left pneumothorax"):
        few = searcher.query(text, k=5, mode=mode, section="report")
        many = searcher.query(text, k=20, mode=mode, section="report")
        assert [(h.report_id, h.score) for h in few] == [(h.report_id, h.score) for h in many[:5]]


def test_k_beyond_the_corpus_gives_a_shorter_list(searcher):
    hits = searcher.query("effusion", k=1000, mode="dense", section="report")
    assert len(hits) == len(searcher) and len(set(_ids(hits))) == len(hits)


def test_a_report_without_the_section_is_not_found_in_it(searcher):
    assert "t-07" not in _ids(searcher.query("Normal chest.", k=1000, mode="dense"))
    assert "t-07" in _ids(searcher.query("Normal chest.", k=5, section="impression"))


@pytest.mark.parametrize("mode", MODES)
def test_a_filter_comes_before_ranking(searcher, mode):
    best = searcher.query("cardiomegaly", mode=mode)[0]
    assert best.metadata["age"] != 52
    hits = searcher.query("pneumothorax heart cardiomegaly effusion", mode=mode, where="age = 51")
    assert (_ids(hits)[:1] == ["t-02"] and hits.n_matching == len(hits)) or hits.n_matching > 1
    assert {hit.metadata["age"] for hit in hits} == {51}
    assert any("match the filter" in note for note in hits.notes)


def test_a_filter_gives_what_exhaustive_search_over_the_kept_reports_gives(searcher):
    every = searcher.query("no effusion", k=1000, mode="dense")
    kept = searcher.query("no effusion", k=1000, mode="dense", where="age >= 55")
    wanted = [(h.report_id, h.score) for h in every if (h.metadata.get("age") or 0) >= 55]
    assert [(h.report_id, h.score) for h in kept] == wanted and wanted


def test_a_filter_that_nothing_satisfies_gives_no_hits(searcher):
    for mode in MODES:
        hits = searcher.query("effusion", mode=mode, where="age > 150")
        assert hits == [] and hits.n_matching == 0


def test_a_batch_is_one_encoder_call_and_equals_single_queries(searcher, encoder):
    texts = ["small left pneumothorax", "cardiomegaly NOT pacemaker", "nodule"]
    encoder.calls = 0
    batch = searcher.query_batch(texts, k=4, section="report")
    assert encoder.calls == 1
    for text, hits in zip(texts, batch, strict=True):
        assert _ids(hits) == _ids(searcher.query(text, k=4, section="report"))
    assert searcher.query_batch([]) == []


def test_lexical_mode_needs_no_encoder(index):
    searcher = Searcher.open(index, encoder=None)
    searcher._embed = None
    assert _ids(searcher.query("pneumothorax", mode="lexical"))[0].startswith(("t-", "ct", "cx"))


def test_an_encoder_of_another_kind_is_refused_with_what_to_do(index):
    with pytest.raises(StoreError, match="radsearch index"):
        Searcher.open(index, encoder=ToyEncoder(64))


def test_each_leg_shows_its_rank_and_score(searcher):
    hit = searcher.query("Small left pneumothorax. No effusion.", kind="findings")[0]
    assert hit.report_id == "t-01"
    assert hit.legs["dense"].rank == 1 and hit.legs["dense"].score == pytest.approx(1, abs=1e-5)
    assert hit.legs["lexical"].rank == 1 and hit.legs["lexical"].score > 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"text": " "}, "empty"),
        ({"text": "?!"}, "empty"),
        ({"k": 0}, "1 or more"),
        ({"section": "conclusion"}, "findings, impression, report, sentence"),
        ({"mode": "fuzzy"}, "dense, lexical, hybrid"),
        ({"kind": "report"}, "query, findings, impression"),
        ({"where": "modalty = CT"}, "did you mean modality"),
        ({"where": "modality ="}, "ends where"),
        ({"where": "not modality in (CT, XX)"}, "no modality 'XX': the index has CT, "),
        ({"where": "modality = PET or age > 60"}, "no modality 'PET': did you mean PT"),
        ({"text": "effusion modality:xx"}, "no modality 'XX': the index has CT, "),
        ({"where": "unicorn:present"}, "no finding 'unicorn'"),
        ({"text": "effusion AND ("}, "cannot read the query"),
    ],
)
def test_a_wrong_request_is_refused_with_what_is_right(searcher, change, says):
    request = {"text": "effusion", **change}
    with pytest.raises(FilterError, match=says) as caught:
        searcher.query(request.pop("text"), **request)
    assert isinstance(caught.value, RadsearchError)


def test_a_modality_that_an_index_holds_or_could_hold_is_no_error(searcher, tmp_path, encoder):
    for code in MODALITIES:
        assert modality_code(code.lower()) == code
    assert searcher.query("effusion", where="modality = RF") == []
    build_index(
        [Report("b", findings="Low bone density.", modality="BMD")], tmp_path / "b", encoder=encoder
    )
    other = Searcher.open(tmp_path / "b", encoder=encoder)
    assert _ids(other.query("bone density modality:bmd", section="report")) == ["b"]


def test_operators_narrow_every_mode(searcher):
    for mode in MODES:
        hits = searcher.query("cardiomegaly NOT twin", mode=mode, section="report", k=100)
        assert "t-05" in _ids(hits) and not {"t-08", "t-09"} & set(_ids(hits))


@pytest.mark.parametrize("mode", MODES)
def test_a_finding_asked_for_in_one_section_is_not_found_by_the_other(searcher, mode):
    request = {"mode": mode, "section": "report", "k": 100}
    assert "t-05" in _ids(searcher.query("findings:cardiomegaly", **request))
    assert "t-05" not in _ids(searcher.query("impression:cardiomegaly", **request))


def test_words_of_the_query_are_highlighted(searcher):
    hit = next(h for h in searcher.query("pneumothorax", section="report") if h.report_id == "t-01")
    marked = [hit.findings[s.start : s.end] for s in hit.spans if s.section == "findings"]
    assert marked == ["pneumothorax"]


def test_sentence_search_gives_the_sentence(searcher):
    hit = searcher.query("Large right pleural effusion.", section="sentence", mode="dense")[0]
    assert hit.report_id == "t-02" and hit.sentence == "Large right pleural effusion."


def test_hits_become_a_table(searcher):
    table = searcher.query("pneumothorax", k=3).to_arrow()
    assert table.num_rows == 3 and "dense_score" in table.column_names


def test_the_cache_is_written_once_and_read_back_the_same(index, encoder):
    first = Searcher.open(index, encoder=encoder)
    first.cache  # noqa: B018 - builds it
    again = Searcher.open(index, encoder=encoder)
    assert isinstance(again.cache.stream.tokens, np.ndarray)
    a, b = (s.query("left effusion", mode="lexical", k=20) for s in (first, again))
    assert [(h.report_id, h.score) for h in a] == [(h.report_id, h.score) for h in b]
