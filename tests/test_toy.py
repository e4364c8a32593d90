import numpy as np

from tests.toy import ToyEncoder


def test_common_words_bring_texts_together_and_calls_are_counted():
    toy = ToyEncoder()
    a, b, c, empty = toy.embed(["small left effusion", "left effusion", "knee joint", ""])
    assert a @ b > 0.7 > a @ c
    assert np.linalg.norm(empty) == 0
    assert np.array_equal(toy.embed(["left effusion"], "query")[0], b)
    assert toy.calls == 2 and toy.texts == 5 and toy.seen["query", "left effusion"] == 1


def test_no_texts_give_no_rows_of_the_right_width():
    assert ToyEncoder(dim=16).embed([]).shape == (0, 16)
