import numpy as np
import pytest

from radsearch.language import extract
from radsearch.language.sentence import split_sentences
from radsearch.matching.align import align
from radsearch.matching.copies import find_copies
from radsearch.matching.match import match_mentions
from radsearch.matching.merge import merge_mentions


def mentions(text):
    return merge_mentions(extract(text), split_sentences(text))


def test_mentions_that_conflict_stay_apart():
    found = mentions("Small left effusion. Large right effusion.")
    assert [m.finding.laterality for m in found] == ["left", "right"]


def test_identical_findings_match_though_crossing_them_would_pair_heavier_ones():
    text = "Aortic atherosclerosis. Type B aortic dissection."
    matching = match_mentions(mentions(text), mentions(text))
    assert [(i, j) for i, j, _ in matching.pairs] == [(0, 0), (1, 1)]
    assert matching.missing == matching.added == ()


def test_two_sides_cover_what_is_said_of_both():
    matching = match_mentions(
        mentions("Bilateral pleural effusions."), mentions("Left effusion. Right effusion.")
    )
    assert matching.added == ()


def test_a_denial_is_found_for_a_finding_without_a_partner():
    matching = match_mentions(mentions("Pneumothorax."), mentions("No pneumothorax."))
    assert matching.denied == ((0, 0),)
    assert matching.missing == ()


def test_an_edited_copy_has_no_unread_words_and_is_mostly_copied():
    reference = "Small round left zork. Clear lungs. Heart normal."
    copies = find_copies(reference, reference.replace("left", "right"))
    assert copies.unread == (0, 0)
    assert min(copies.copied) > 0.7
    assert [(i, j) for i, j, _ in copies.near] == [(0, 0)]


def test_free_wording_counts_the_words_that_nobody_knows():
    copies = find_copies("Left effusion.", "Zorkish blip beside the heart.")
    assert copies.unread[0] == 0
    assert copies.unread[1] >= 2
    assert copies.copied == (0.0, 0.0)


def test_alignment_with_an_empty_report():
    none, one = np.zeros((0, 2), np.float32), np.eye(2, dtype=np.float32)
    assert align(none, none)[1] == 1.0
    assert align(none, one)[1] == 0.0
    assert align(none, one)[0].score == 0.0


def test_one_bad_sentence_lowers_the_worst_case_and_not_only_the_mean():
    reference = np.eye(3, dtype=np.float32)
    candidate = reference.copy()
    candidate[2] = [1, 0, 0]
    directional, f1 = align(reference, candidate)
    assert directional.worst_forward == pytest.approx(0.0)
    assert directional.forward == pytest.approx(2 / 3)
    assert directional.backward == pytest.approx(1.0)
    assert f1 == pytest.approx(0.8)
