import numpy as np

from radsearch.evaluation.label_budget import budget_curve, fit_probe


def test_a_probe_is_the_logistic_regression_of_sklearn():
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    x = rng.standard_normal((200, 6)).astype(np.float32)
    y = x[:, 0] + 0.5 * rng.standard_normal(200) > 0.4
    w, b = fit_probe(x, y, penalty=1.0)
    scaled = LogisticRegression(C=1.0, tol=1e-8, max_iter=1000).fit(x * np.sqrt(6), y)
    assert np.allclose(w / np.sqrt(6), scaled.coef_[0], atol=1e-3)
    assert abs(b - scaled.intercept_[0]) < 1e-3


def test_more_labels_do_not_make_a_learnable_probe_worse():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((900, 16)).astype(np.float32)
    y = np.stack([x[:, 0] > 0.8, x[:, 1] + x[:, 2] > 1.2], axis=1)
    rows = budget_curve(x, y, (30, 0), seeds=3)
    assert len(rows[0].f1) == 3 and len(rows[1].f1) == 1
    assert np.mean(rows[1].f1) > np.mean(rows[0].f1)
    assert rows[1].auroc[0] > 0.97


def test_reports_of_one_text_never_stand_in_both_halves():
    rng = np.random.default_rng(2)
    base = rng.standard_normal((40, 64)).astype(np.float32)
    labels = rng.random((40, 1)) < 0.5  # noise: only a copy could be recognised
    x, y = np.repeat(base, 10, axis=0), np.repeat(labels, 10, axis=0)
    groups = [str(n // 10) for n in range(400)]
    apart = budget_curve(x, y, (0,), groups=groups)[0].auroc[0]
    leaked = budget_curve(x, y, (0,))[0].auroc[0]
    assert leaked > 0.95 > 0.85 > apart
