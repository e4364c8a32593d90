import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from radsearch.encoder.windows import cut, merge


def words(text):
    return [match.span() for match in re.finditer(r"\S+", text)]


@given(
    st.lists(st.sampled_from(["No", "effusion.", "5", "mm", "Clear.", "\n", "lobe"])),
    st.integers(1, 9),
)
def test_windows_hold_every_token_once_in_order_and_no_more_than_there_is_room(pieces, room):
    text = " ".join(pieces)
    windows = cut(text, room, words)
    assert [w for window in windows for w in window.text.split()] == text.split()
    assert all(1 <= window.tokens <= room for window in windows)


def test_sentences_stay_whole_where_they_fit():
    windows = cut("No effusion. Clear lungs. Normal heart size.", 4, words)
    assert [window.text for window in windows] == [
        "No effusion. Clear lungs.",
        "Normal heart size.",
    ]


def test_the_longer_window_weighs_more():
    merged = merge(np.eye(2, dtype=np.float32), [1, 3])
    assert merged[1] > merged[0] and np.isclose(np.linalg.norm(merged), 1)
