import numpy as np
import pytest

from radsearch.evaluation.budget_plot import plot_budget
from radsearch.evaluation.label_budget import BudgetRow, budget_curve, fit_probe, own_space


@pytest.mark.parametrize("dim", [6, 300])
def test_a_probe_is_the_logistic_regression_of_sklearn(dim):
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    x = (rng.standard_normal((200, dim)) / np.sqrt(dim)).astype(np.float32)
    y = np.sqrt(dim) * x[:, 0] + 0.5 * rng.standard_normal(200) > 0.4
    w, b = fit_probe(x, y, penalty=1.0)
    scaled = LogisticRegression(C=1.0, tol=1e-8, max_iter=1000, class_weight="balanced")
    scaled = scaled.fit(x * np.sqrt(dim), y)
    assert np.allclose(w / np.sqrt(dim), scaled.coef_[0], atol=1e-3)
    assert abs(b - scaled.intercept_[0]) < 1e-3


def test_more_labels_do_not_make_a_learnable_probe_worse():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((900, 16)).astype(np.float32)
    y = np.stack([x[:, 0] > 0.8, x[:, 1] + x[:, 2] > 1.2], axis=1)
    rows = budget_curve(x, y, (30, 0), seeds=3)
    assert len(rows[0].f1) == len(rows[1].f1) == 3
    assert rows[0].budget == 30 and 400 < rows[1].budget < 500
    assert np.mean(rows[1].f1) > np.mean(rows[0].f1)
    assert min(rows[1].auroc) > 0.97


def test_reports_of_one_text_never_stand_in_both_halves():
    rng = np.random.default_rng(2)
    base = rng.standard_normal((40, 64)).astype(np.float32)
    labels = rng.random((40, 1)) < 0.5  # noise: only a copy could be recognised
    x, y = np.repeat(base, 10, axis=0), np.repeat(labels, 10, axis=0)
    groups = [str(n // 10) for n in range(400)]
    apart = np.mean(budget_curve(x, y, (0,), groups=groups, seeds=3)[0].auroc)
    leaked = np.mean(budget_curve(x, y, (0,), seeds=3)[0].auroc)
    assert leaked > 0.95 > 0.85 > apart


def test_a_probe_says_yes_as_often_as_its_labelled_reports_do():
    rng = np.random.default_rng(3)
    x = rng.standard_normal((2_000, 8)).astype(np.float32)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    y = (x[:, :1] + 0.07 * rng.standard_normal((2_000, 1))) > 0.55  # one in 15
    few, many = budget_curve(x, y, (100, 0), seeds=3)
    assert np.mean(few.f1) > 0.5  # where a threshold at even odds would say yes too seldom
    assert np.mean(many.f1) > 0.7


def test_vectors_are_seen_from_the_learning_half_alone():
    rng = np.random.default_rng(4)
    x = rng.standard_normal((600, 6)).astype(np.float32) * np.array([9, 1, 1, 1, 1, 1], np.float32)
    pool = np.arange(600) < 300
    seen, moved = own_space(x + 5, pool), x + 5
    moved[~pool] *= 3
    assert np.allclose(own_space(moved, pool)[pool], seen[pool])
    assert np.allclose(np.linalg.norm(seen, axis=1), 1, atol=1e-5)
    spread = seen.std(axis=0)
    assert spread[0] < 5 * spread[1:].mean()  # 9 times before


def test_the_curve_is_drawn_with_its_intervals(tmp_path):
    pytest.importorskip("matplotlib")
    rows = [
        BudgetRow(100, (0.1, 0.2, 0.3), (0.8, 0.8, 0.9)),
        BudgetRow(900, (0.5, 0.5), (1.0, 1.0)),
    ]
    out = plot_budget({"ours": rows, "backbone": rows[:1]}, tmp_path / "figures" / "curve.png")
    assert out.read_bytes().startswith(b"\x89PNG")
