"""What people type first works, or is answered by a line that runs."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge

from evalbook import evaluate, report

CLASSES = {"accuracy": "accuracy", "balanced_accuracy": "balanced accuracy", "f1_macro": "macro F1"}
NUMBERS = {"r2": "R2", "neg_mean_absolute_error": "mean absolute error"}


@pytest.mark.parametrize("scoring, name", [*CLASSES.items(), *NUMBERS.items()])
@pytest.mark.parametrize("shape", [str, lambda s: [s], lambda s: {"mine": s}])
def test_report_takes_what_evaluate_scored(scoring, name, shape):
    "Every scoring= for which labels suffice crashed: the added baseline had no stored score."
    X, y = (load_iris if scoring in CLASSES else load_diabetes)(return_X_y=True)
    models = {"line": LogisticRegression(max_iter=500), "mode": DummyClassifier()}
    if scoring in NUMBERS:
        models = {"line": Ridge(), "mean": DummyRegressor()}
    run = evaluate(models, X, y, cv=5, scoring=shape(scoring), random_state=0)
    found = report(run)
    key = next(iter(run.stored_scores))
    assert found.findings.judged.measure.name == name
    stored = dict(zip(run.names, np.mean(run.stored_scores[key], axis=1)))
    for model in run.names:
        assert found.estimates.loc[model, "value"] == pytest.approx(stored[model], rel=1e-12)
