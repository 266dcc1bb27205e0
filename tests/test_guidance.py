"""`guide` answers natural words with code that runs, and knows every word of the search."""

from __future__ import annotations

import contextlib
import io
import warnings

import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from evalbook import guide
from evalbook.practice.guidance import CHAPTERS, TOPICS, vocabulary


@pytest.mark.parametrize("topic", TOPICS)
def test_the_code_of_a_topic_runs_and_prints_an_answer(topic):
    X, y = load_breast_cancer(return_X_y=True)
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
    code = guide(topic).loc[topic, "code"]
    with contextlib.redirect_stdout(io.StringIO()) as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, {"models": models, "X": X[:200, :3], "y": y[:200]})
    assert said.getvalue().strip()
    assert TOPICS[topic].function in code


@pytest.mark.parametrize(
    "words, rows",
    [
        ("select", ["select", "three-way holdout"]),
        ("GridSearchCV", ["select", "three-way holdout"]),
        ("improve", ["more data", "bias or variance"]),
        ("compare", [3, 4, 7, 8, 9]),
        ("AUC", ["auc"]),
        ("time", ["time"]),
        ("time series", ["time", "two forecasts"]),
        ("diebold mariano", ["two forecasts"]),
        ("compare two forecasts", ["time", "two forecasts"]),
        ("two classifiers, one test set", [3]),
        ("data sets", [9]),
        ("three models", ["several models", 1, 2, 3, 4]),
        ("imbalanced", ["f1", "measure"]),
        ("calibration", ["calibration"]),
        ("calibration slope", ["calibration"]),
        ("pairwise preferences", ["preferences"]),
        ("several seeds per model", ["repeated grading"]),
        ("seeds", ["repeated grading"]),
        ("regression", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_natural_words_lead_to_their_rows(words, rows):
    assert list(guide(words).index) == rows


def test_the_word_regression_is_the_task():
    assert "ttest_paired" in guide("two regressors, one test set").method.tolist()
    assert "mcnemar" in guide("two logistic regressions, one test set").method.tolist()


def test_every_phrase_of_the_search_has_an_answer():
    for phrase in vocabulary():
        assert len(guide(phrase)) >= 1, phrase


def test_every_chapter_with_words_leads_somewhere():
    from pathlib import Path

    chapters = {
        p.stem.split("_", 1)[1]
        for p in Path("nbs").rglob("[0-9]*.ipynb")
        if "studies" not in p.parts
    }
    assert set(CHAPTERS) <= chapters


def test_the_taxonomy_filters_as_before():
    assert list(guide("algorithm", "small").index) == [6, 8]
    assert list(guide("classifier", "large").index) == [1, 3]
    assert len(guide()) == 9


def test_an_unknown_word_is_refused_with_the_nearest():
    with pytest.raises(ValueError, match="'equivalence'"):
        guide("equivalense")
    with pytest.raises(ValueError, match="banana"):
        guide("banana")


def test_methods_for_knows_its_words():
    from evalbook.core import methods_for

    for words in (("zz",), ("k-fold", "tests")):
        with pytest.raises(ValueError, match="is one of"):
            methods_for(*words)
