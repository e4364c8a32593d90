import pytest
import torch
from torch.nn.functional import normalize

from train.rows import Pair
from train.whitened import learn_matrix, stored_matrix, whitened


class Drawn:
    """A signal whose texts are numbers."""

    def draw(self, rng, n):
        return [Pair(str(a), str(b), str(a)) for a, b in rng.integers(100, size=(n, 2)).tolist()]


def embed(texts):
    rows = torch.tensor([[10.0, float(t) / 10, float(t) % 7, 0.1] for t in texts])
    return normalize(rows, dim=-1)


def test_a_direction_that_varies_much_weighs_less():
    matrix = learn_matrix(Drawn(), embed, 0)
    assert torch.allclose(matrix, matrix.T, atol=1e-5)
    spread = (embed([str(i) for i in range(100)]) - embed(["50"])).std(0)
    assert matrix.diagonal()[spread.argmax()] < matrix.diagonal()[spread.argmin()]


def test_the_matrix_of_a_stage_is_learnt_once(tmp_path):
    path = tmp_path / "small.whitening"
    first = stored_matrix(path, Drawn(), embed, 0)

    def never(texts):
        pytest.fail("learnt again")

    assert torch.equal(stored_matrix(path, Drawn(), never, 0), first)
    assert [file.name for file in tmp_path.iterdir()] == ["small.whitening"]


def test_what_all_texts_of_a_batch_share_is_taken_out():
    vectors = embed([str(i) for i in range(0, 100, 5)])
    white = whitened(vectors, torch.eye(4))
    assert (vectors @ vectors.T).min() > 0.5
    assert (white @ white.T).min() < -0.5
    assert torch.allclose(white.norm(dim=1), torch.ones(len(white)), atol=1e-5)
