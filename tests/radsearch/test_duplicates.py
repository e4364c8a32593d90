from hypothesis import given, settings
from hypothesis import strategies as st

from radsearch.duplicates import fold
from radsearch.hit import Hit

LONG = "The lungs are clear without focal consolidation effusion or pneumothorax heart size normal"


def hits(*texts):
    return [Hit(f"r{n}", n, 1.0 / n, findings=text) for n, text in enumerate(texts, 1)]


def test_a_changed_number_or_side_is_no_duplicate_in_a_short_report():
    assert len(fold(hits("8 mm nodule on the left.", "9 mm nodule on the left."))) == 2
    assert len(fold(hits("Left effusion.", "Right effusion."))) == 2


def test_case_and_punctuation_do_not_matter():
    folds = fold(hits(LONG, LONG.upper() + "."))
    assert len(folds) == 1 and folds[0].copies[0].report_id == "r2"


def test_reports_without_text_are_not_folded_together():
    assert len(fold(hits("", ""))) == 2


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["a b c", "a b", "x", LONG, ""]), max_size=12), st.integers(0, 12))
def test_more_hits_never_change_the_folds_before_them(texts, cut):
    everything = hits(*texts)
    firsts = [one.hit.report_id for one in fold(everything[:cut])]
    assert [one.hit.report_id for one in fold(everything)][: len(firsts)] == firsts
    kept = [one.report_id for f in fold(everything) for one in (f.hit, *f.copies)]
    assert sorted(kept) == sorted(hit.report_id for hit in everything)
