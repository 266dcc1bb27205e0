"""Every method of METHODS meets tables of every design: an answer, an answer with a note, or a refusal that says where to go."""

import re

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
)
from sklearn.naive_bayes import GaussianNB

import evalbook as eb
from evalbook import METHODS
from evalbook.core.splits import KINDS, Design, Splitter
from evalbook.crossval.error_by_design import PARTS
from tests.names import public

RNG = np.random.default_rng(11)
N = 60
Y = RNG.permutation(np.repeat([0, 1], N // 2))
X = RNG.normal(size=(N, 2)) + Y[:, None]
GROUPS = np.arange(N) // 3
BLOCKS = [(b[:9], b[9:]) for b in RNG.permutation(N).reshape(5, 12)]
COMMON = [(train, np.arange(50, N)) for train in RNG.permutation(50).reshape(5, 10)]
ODD = [(np.arange(20, 50), np.arange(9)), (np.arange(10, 40), np.arange(40, 60))]
PLANS = {  # kind of design: what makes one
    "holdout": ShuffleSplit(1, random_state=0),
    "independent splits": BLOCKS,
    "disjoint training sets": COMMON,
    "k-fold": KFold(5, shuffle=True, random_state=0),
    "repeated k-fold": RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=0),
    "5x2": eb.five_by_two(0),
    "random splits": ShuffleSplit(8, test_size=0.25, random_state=0),
    "bootstrap": eb.Bootstrap(30, random_state=0, apparent=True),
    "fold pairs": eb.core.FoldPairs(3, 2, random_state=0),
    "half pairs": eb.core.HalfPairs(3, 2, random_state=0),
    "one replaced": eb.core.OneReplaced(2, random_state=0),
    "expanding window": TimeSeriesSplit(4),
    "in-sample": eb.core.InSampleBootstrap(20, random_state=0),
    "two-stage": eb.core.TwoStage(4, 3, random_state=0),
    "unknown": ODD,
}
MODELS = {"bayes": GaussianNB(), "baseline": DummyClassifier(strategy="uniform", random_state=0)}
INSIDE = ("in-sample", "two-stage")
OPTIONS = {
    "tost": {"margin": 0.1},
    "noninferiority": {"margin": 0.1},
    "ztest_tango": {"margin": 0.1},
    "posterior_models": {"rope": 0.05},
    "posterior_corrected": {"rope": 0.05},
}
FED = {
    "correct": "correct",
    "losses": "losses",
    "scores": "scores",
    "halves": "scores",
}  # what a method takes: the table
ONE_MODEL = ("estimate", "interval")


def runs():
    "One evaluation of each kind of design; one test set has no training cases."
    made = {
        k: eb.evaluate(MODELS, X, Y, cv=cv, random_state=0, progress=False)
        for k, cv in PLANS.items()
    }
    return made | {
        "one test set": eb.Evaluation.from_predictions(Y, {"bayes": Y, "baseline": 1 - Y[::-1]})
    }


RUNS = runs()
ROWS = {k: m for k, m in METHODS.items() if m.takes in FED and not m.estimand}


def outcome(key, kind):
    "What a method says to the tables of a design: a result, or the words of its refusal."
    method, run = METHODS[key], RUNS[kind]
    try:
        table = getattr(run, FED[method.takes])()
        models = (
            [table["bayes"]] if method.answers in ONE_MODEL else [table["bayes"], table["baseline"]]
        )
        more = (
            {"cluster": np.arange(len(table["bayes"].values)) // 3}
            if key == "ztest_clustered"
            else {}
        )
        return public(method.function)(*models, **OPTIONS.get(key, {}), **more)
    except ValueError as error:
        return str(error)


def test_there_is_a_run_of_every_kind():
    assert set(RUNS) == set(KINDS) - {"resubstitution"}
    assert all(run.design.kind == kind for kind, run in RUNS.items())


class Windows(Splitter):
    "A splitter of one's own that draws nothing and says no more than its kind and shape."

    def declare(self, n):
        return Design("expanding window", (4,))

    def _draw(self, n, rng):
        yield from TimeSeriesSplit(4).split(np.zeros(n))


def test_the_order_of_a_declared_design_is_read_off_its_splits():
    found, known = eb.evaluate(MODELS, X, Y, cv=Windows()), RUNS["expanding window"]
    assert str(found.design) == str(known.design) == "expanding window (ordered)"
    assert found.fingerprint == known.fingerprint


@pytest.mark.parametrize("key", ROWS)
@pytest.mark.parametrize("kind", RUNS)
def test_every_method_answers_every_design_or_says_where_to_go(key, kind):
    found, method = outcome(key, kind), METHODS[key]
    if kind in method.designs:
        assert not isinstance(found, str), f"{key} is for {kind} designs and refuses one: {found}"
        codes = {n.code for n in found.notes}
        assert not codes & {"design_unknown", "overlapping_test_sets", "pooled_folds"}, codes
    elif isinstance(found, str):
        assert re.search(r"[Uu]se |[Pp]ass |[Tt]ake |Write |interval_error|See |Say |_", found), (
            found
        )
    elif RUNS[kind].design.overlap != "nothing" and kind not in INSIDE and method.designs:
        assert found.notes, f"{key} answers a {kind} design, for which it is not, without a note"


def test_interval_error_knows_every_row_with_an_estimand():
    assert list(PARTS) == [k for k, m in METHODS.items() if m.estimand]


@pytest.mark.parametrize("key", PARTS)
@pytest.mark.parametrize("kind", RUNS)
def test_every_interval_of_the_error_runs_on_its_designs_alone(key, kind):
    run, method = RUNS[kind], METHODS[key]
    if kind in method.designs:
        low, high = eb.interval_error(run, "bayes", method=key)
        assert low <= high
    else:
        with pytest.raises(ValueError, match="needs a .* design, got .*Use cv="):
            eb.interval_error(run, "bayes", method=key)


def test_a_note_or_a_rate_never_comes_from_another_design():
    scores = RUNS["expanding window"].scores()
    notes = eb.ttest_corrected(scores["bayes"], scores["baseline"]).notes
    assert "ordered_splits" in [n.code for n in notes] and "overlapping_test_sets" not in [
        n.code for n in notes
    ]
    text = eb.report(RUNS["expanding window"]).to_markdown()
    assert (
        "before test cases" in text
        and "was not measured" in text
        and "equal shares of the classes" not in text
    )
    plain, stratified = (
        eb.evaluate(MODELS, X, Y, cv=cv, random_state=0, progress=False)
        for cv in (
            KFold(5, shuffle=True, random_state=1),
            StratifiedKFold(5, shuffle=True, random_state=1),
        )
    )
    assert (plain.design.stratified, stratified.design.stratified) == (False, True)
    assert "equal shares of the classes" not in eb.report(plain).to_markdown()


def test_groups_are_known_after_splitting():
    run = eb.evaluate(MODELS, X, Y, cv=GroupKFold(4), groups=GROUPS, random_state=0, progress=False)
    assert run.design.grouped and run.losses().groups is not None
    pair = [run.correct()[m] for m in MODELS]
    assert "clustered" in [n.code for n in eb.mcnemar(*pair).notes]
    assert "grouped_cases" in [n.code for n in eb.mcnemar(*pair, cluster=None).notes]


def test_windows_that_do_not_grow_slide():
    "They were printed as expanding windows."
    slides = TimeSeriesSplit(4, max_train_size=20)
    assert str(eb.evaluate(MODELS, X, Y, cv=slides).design) == "sliding window (ordered)"
    assert "expanding window" in str(RUNS["expanding window"])


def test_folds_that_train_rare_cases_several_times_are_folds():
    "They were a bootstrap without a test; the copies counted as cases."
    folds = [*KFold(5, shuffle=True, random_state=0).split(X)]
    copies = [(np.r_[train, train[:7], train[:3]], test) for train, test in folds]
    run, plain = (eb.evaluate(MODELS, X, Y, cv=cv, random_state=0) for cv in (copies, folds))
    assert str(run.design) == str(plain.design) and list(run.n_train) == [48] * 5
    assert eb.ttest_corrected(run.scores()).df == 4
    samples = eb.evaluate(MODELS, X, Y, cv=[*eb.Bootstrap(9, random_state=0).split(X)])
    assert samples.design.kind == "bootstrap" and list(samples.n_train) == [N] * 9


def test_splits_of_ones_own_may_differ_in_size():
    "Folds whose training sets differ by two cases had no report; overlapping training sets on one test set had one, as if they were random splits."
    folds = [*KFold(5, shuffle=True, random_state=0).split(X)]
    fewer = [(train[: 40 - 2 * i], test) for i, (train, test) in enumerate(folds)]
    run = eb.evaluate(MODELS, X, Y, cv=fewer, random_state=0)
    assert run.design.kind == "random splits" and eb.report(run).answer
    common = [(np.arange(i, i + 40), np.arange(50, N)) for i in range(9)]
    run = eb.evaluate(MODELS, X, Y, cv=common, random_state=0)
    with pytest.raises(ValueError, match="test sets that differ, all of about one size"):
        eb.report(run)
    notes = [n.text for n in eb.ttest_corrected(run.scores()).notes]
    assert "The design of the splits is unknown and could not be checked." in notes
