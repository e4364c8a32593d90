import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from train.signals.wording import augmented, masked, numbered, quoted, sentences, shuffled

TEXT = "Small left effusion. No pneumothorax. Heart is mildly enlarged, 3.2 cm nodule."


@given(st.integers(0, 10_000))
def test_a_shuffled_text_has_the_same_sentences(seed: int) -> None:
    found = sentences(shuffled(TEXT, np.random.default_rng(seed)))
    assert sorted(found) == sorted(sentences(TEXT))


@given(st.integers(0, 10_000))
def test_masks_never_hide_an_attribute_or_a_number(seed: int) -> None:
    found = masked(TEXT, np.random.default_rng(seed), share=1.0)
    assert all(word in found for word in ("left", "No", "3.2", "Small"))


@given(st.integers(0, 10_000))
def test_augmenting_keeps_the_attributes(seed: int) -> None:
    found = augmented(TEXT, np.random.default_rng(seed), impression=True)
    assert all(word in found for word in ("left", "No", "3.2", "Small"))


def test_numbering_counts_from_one() -> None:
    assert numbered(TEXT).startswith("1. Small left effusion. 2. No")


@given(st.integers(0, 10_000))
def test_a_quotation_is_of_abnormal_sentences_where_there_are_any(seed: int) -> None:
    found = sentences(quoted(TEXT, np.random.default_rng(seed)))
    assert found and set(found) <= {
        "Small left effusion.",
        "Heart is mildly enlarged, 3.2 cm nodule.",
    }
    assert quoted("No mass. Clear.", np.random.default_rng(seed))
