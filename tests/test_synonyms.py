"""A call whose arguments do not fit is answered by the names that the function has, and by a line that runs."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.model_selection
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import evalbook
from evalbook.core.synonyms import NAMES as NAMES_OF_THE_FIELD
from tests.names import every, public

pytestmark = pytest.mark.usefixtures("few_draws")

RNG = np.random.default_rng(0)
A, B = (RNG.random(60) < 0.8).astype(int), (RNG.random(60) < 0.7).astype(int)
X, Y = load_iris(return_X_y=True)
LINES, TREE = LogisticRegression(max_iter=500), DecisionTreeClassifier(max_depth=2, random_state=0)
NAMES = {
    "np": np,
    **{"a": A, "b": B, "cluster": np.repeat(range(20), 3), "losses": RNG.normal(size=60)},
    **{
        "scores": RNG.random((7, 3)),
        "correct": RNG.integers(0, 2, (12, 20)),
        "first": A,
        "second": B,
    },
    **{
        "clusters": np.repeat(range(20), 3),
        "model": TREE,
        "models": {"line": LINES, "tree": TREE},
        "X": X,
        "y": Y,
        "estimators": TREE,
    },
}
FITTED = NAMES | {"a": LINES, "b": TREE}


def agreeing(a, b):
    return np.mean(np.asarray(a) == np.asarray(b))


CALLS = [  # function, arguments, options, names for the line
    ("ztest_clustered", (A, B), {"clusters": NAMES["cluster"]}, NAMES),
    ("interval_proportion", (45, 50), {"method": "wilson", "alpha": 0.05}, NAMES),
    ("mcnemar_counts", (150, 30, 10, 10), {}, NAMES),
    ("mcnemar_counts", (15, 5), {"exact": True, "alternative": "greater"}, NAMES),
    ("estimate_pass", ([20, 20], [3, 5]), {"k": 1}, NAMES | {"correct": [3, 5]}),
    ("estimate_agreement", (A, B), {}, NAMES),
    ("report", ("correct ~ model",), {"data": None}, NAMES),
    ("interval_bca", (A, B, agreeing), {}, NAMES | {"y_true": A, "y_pred": B, "metric": agreeing}),
    ("estimate_kfold", (TREE, X, Y), {"k": 5}, NAMES),
    ("estimate_632", (TREE, X, Y), {"random_state": 0}, NAMES),
    ("ttest_5x2cv", (LINES, TREE, X, Y), {"random_seed": 1}, FITTED),
    ("ftest_5x2cv", (LINES, TREE, X, Y), {}, FITTED),
    ("ttest_corrected", (LINES, TREE, X, Y), {}, FITTED),
    ("evaluate", (TREE, X, Y), {"cv": 3, "verbose": 0}, NAMES),
    (
        "interval_percentile",
        ([1.0, 2.0, 4.0], np.mean),
        {"n_boot": 99, "seed": 1},
        NAMES | {"data": A, "statistic": np.mean},
    ),
]


@pytest.mark.parametrize("name, args, kwargs, names", CALLS, ids=[row[0] for row in CALLS])
def test_the_line_of_the_answer_runs(name, args, kwargs, names):
    "Python's own TypeError named no option; now the line after Write is run as it stands."
    function = public(name)
    with pytest.raises(TypeError) as raised:
        function(*args, **kwargs)
    line = str(raised.value).splitlines()[-1].strip()
    exec(line, every() | globals() | names)


RUN = evalbook.evaluate({"line": LINES, "tree": TREE}, X, Y > 0, cv=5, random_state=0)
FRAME = pd.DataFrame(NAMES["scores"], columns=["a", "b", "c"])
TRUTH = RNG.integers(0, 2, 60)
SHARES = np.clip(0.3 + 0.4 * TRUTH + 0.1 * RNG.normal(size=60), 0.01, 0.99)
HERE = every() | {"np": np, "pd": pd, "sklearn": sklearn, "agreeing": agreeing}
HERE |= {
    "a": A,
    "b": B,
    "cluster": NAMES["cluster"],
    "passage": NAMES["cluster"],
    "y_true": TRUTH,
    "y_pred": A,
}
HERE |= {
    "X": X,
    "y": Y,
    "w": np.ones(150),
    "model": TREE,
    "models": NAMES["models"],
    "estimators": NAMES["models"],
}
HERE |= {"cv": sklearn.model_selection.KFold(5)} | {
    "run": RUN,
    "results": RUN.scores(),
    "frame": FRAME,
    "scores": FRAME,
    "data": FRAME["a"],
    "correct": A,
}
HERE |= {
    "shares": SHARES,
    "scores_a": SHARES,
    "scores_b": SHARES[::-1],
    "control": "a",
    "p": [0.01, 0.04],
}
HERE |= {"rope": 0.01, "judged": A, "gold": np.where(np.arange(60) < 40, B, np.nan)}
HERE |= {"means": [0.7, 0.8, 0.79], "standard_errors": [0.02, 0.02, 0.02], "first": A, "second": B}
HERE |= {
    "one": FRAME["a"],
    "two": FRAME["b"],
    "three": FRAME["c"],
    "y_train": Y[::2],
    "y_test": Y[1::2],
}
HERE |= {"trio": {"a": A, "b": B, "c": 1 - B}, "y_score": SHARES, "right": NAMES["correct"]}
HERE |= {"y_prob": SHARES}
HERE |= {
    "X_train": X[::2],
    "X_test": X[1::2],
    "predictions": {"a": A, "b": B},
    "fold": np.arange(60) % 5,
}


def answered(call: str) -> tuple[Exception, str]:
    "The error of a call, and the last line of its message."
    with pytest.raises((TypeError, ValueError, AttributeError, ImportError)) as raised:
        eval(call, dict(HERE))
    return raised.value, str(raised.value).splitlines()[-1].strip()


@pytest.mark.parametrize(
    "call",
    [
        # constructors, static methods and methods
        "Posterior([0.01, 0.02], rope=0.01)",
        "Design(n_splits=5, n_repeats=2, stratified=True)",
        "Bootstrap(n_boot=20, seed=0)",
        "FoldPairs(k=5, seed=0)",
        "Evaluation.from_predictions(y_true, predictions, measure='accuracy')",
        "Evaluation.from_predictions(y_true=y_true, y_pred=predictions)",
        "Evaluation.from_predictions(y_true, predictions, fold=fold)",
        "Evaluation.from_scores(scores=frame, n1=80, n2=20)",
        "run.scores(metric='f1')",
        "run.save(filename='run.npz')",
        # options of scikit-learn, scipy, statsmodels, mlxtend and R
        "evaluate(estimator=model, X=X, y=y, cv=3)",
        "evaluate(models, X, y, folds=3, seed=0, n_workers=1)",
        "evaluate(model, X, y, sample_weight=w)",
        "evaluate(model, X, target=y, cv=3)",
        "evaluate(models, X_train, y_train, X_test, y_test)",
        "estimate_accuracy(correct, clusters=passage, conf_level=0.9)",
        "estimate_precision(y_true, y_pred, pos_label=1)",
        "estimate_f1(y_true, shares, threshold=0.5)",
        "plan_proportion(p=0.8, margin=0.05, confidence=0.9)",
        "plan_paired(effect_size=0.5, std=1, power=0.8, alpha=0.05)",
        "plan_mcnemar(p01=0.05, p10=0.08, power=0.8)",
        "sign_test(wins=56, losses=40, ties=12)",
        "nemenyi_test(frame, alpha=0.05)",
        "dunn_test(frame, control='a', p_adjust='holm')",
        "plot_ranks(frame, alpha=0.05, lower_is_better=False)",
        "friedman_test(one, two, three)",
        "win_tie_loss(one, two)",
        "interval_proportion(count=45, nobs=50, alpha=0.1, method='beta')",
        "interval_proportion(0.9, 50)",
        "ztest_proportions(0.61, 0.58, n=1000)",
        "ttest_paired(a, b, conf_level=0.9)",
        "tost(a, b, eqbound=0.1)",
        "ttest_diebold_mariano(a, b, h=1)",
        "contingency(y_target=y_true, y_model1=a, y_model2=b)",
        "mcnemar_counts([[101, 121], [59, 33]])",
        "cochran_q(y_true, a, b, y_pred)",
        "estimate_learning_curve(model, X, y, train_sizes=[50, 100], cv=3)",
        "bias_variance(model, X_train, y_train, X_test, y_test)",
        "interval_bca(data, 'mean', 99, 0.9)",
        "pairwise(mcnemar, trio, p_adjust='holm')",
        "rank_models(trio, alpha=0.05)",
        # the results of an evaluation, estimators and files where something else is needed
        "ttest_5x2cv(estimator1=models['line'], estimator2=models['tree'], X=X, y=y, random_seed=1)",
        "interval_corrected(model, X, y)",
        "estimate_632plus(model, X, y, n_splits=50)",
        "report(model, X, y)",
        "ttest_corrected(results, 'line', 'tree')",
        "ttest_corrected(run, 'line', 'tree')",
        "inputs_632([1, 0, 1])",
        "plot_splits(sklearn.model_selection.KFold(5), X, y)",
        "estimate_cohens_h(0.9, 0.8)",
        "interval_bca(y_true, y_pred, metric=agreeing)",
        "interval_bca(y_true, y_pred, agreeing)",
        "adjust_pvalues(p, 'bonferroni')",
        "plan_mcnemar(p01=0.05, p10=0.08, power=0.9, alpha=0.01)",
        "plan_clusters(effect=0.03, std=0.4, cluster_size=5, rho=0.2, power=0.8)",
        "three_way_holdout(model, X, y)",
    ],
)
def test_what_is_offered_runs_where_it_was_asked(call, tmp_path, monkeypatch):
    "The line after Write is run as it stands, in the caller's own names."
    monkeypatch.chdir(tmp_path)
    line = answered(call)[1]
    names = dict(HERE)
    if call.startswith(("ttest_5x2cv", "three_way")):
        names |= {"a": LINES, "b": TREE}
    if call.startswith("Posterior"):
        names["run"] = RUN
    if call.startswith("inputs_632"):
        line = line.replace("cv=5", "cv=Bootstrap(5, apparent=True)")
    exec(line, names)


@pytest.mark.parametrize(
    "name",
    "ttest_corrected ttest_kfold interval_corrected mcnemar estimate_accuracy estimate_kfold wilcoxon_test "
    "permutation_test friedman_test rank_models interval_winner cochran_q estimate_mean ttest_paired interval_naive_t "
    "pairwise tost noninferiority interval_difference contingency ztest_proportions count_pairs posterior_corrected "
    "estimate_f1 plot_ranks interval_cv_clt".split(),
)
def test_an_evaluation_is_answered_by_what_to_take_of_it(name):
    "It was `float() argument must be a string or a real number, not 'Evaluation'`, or a table was asked for."
    line = answered(
        f"{name}(run, margin=0.1)" if name in ("tost", "noninferiority") else f"{name}(run)"
    )[1]
    exec(line, dict(HERE))


@pytest.mark.parametrize(
    "call, here",
    [
        ("mcnemar_counts(15, 5).p", "pvalue"),
        ("mcnemar_counts(15, 5).p_value", "pvalue"),
        ("ttest_paired(a, b).confint", "interval()"),
        ("estimate_accuracy(correct).ci_low", "interval().low"),
        ("estimate_accuracy(correct).se", "standard_error"),
        ("interval_proportion(45, 50).upper", "high"),
        ("nemenyi_test(frame).p_values", "pvalues"),
        ("run.cv_results_", "scores()"),
        ("report(run).html", "to_html('report.html')"),
        ("plan_paired(0.5, sd=1, power=0.8).sample_size", "n"),
    ],
)
def test_a_name_of_the_field_is_answered_by_the_name_here(call, here):
    raised, line = answered(call)
    assert isinstance(raised, AttributeError) and line.endswith(f"Write .{here}")
    thing = eval(call.rpartition(".")[0], dict(HERE))
    assert hasattr(thing, "no_such_name") is False and getattr(thing, raised.name, None) is None
    read = here.replace("'report.html'", "")
    assert eval(f"thing.{read}", {"thing": thing}) is not None


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    "A folder with the files that the lines read."
    folder = tmp_path_factory.mktemp("saved")
    RUN.save(folder / "run.npz")
    for name, told in (("a", A), ("b", B)):
        table = pd.DataFrame({"id": range(60), "y": TRUTH, "prediction": told})
        table.to_csv(folder / f"{name}.csv", index=False)
    return folder


@pytest.mark.parametrize("line", NAMES_OF_THE_FIELD)
def test_names_that_the_package_does_not_have_are_answered_by_a_line_that_runs(
    line, saved, monkeypatch
):
    word = NAMES_OF_THE_FIELD[line].split()[0]
    assert word not in every()
    with pytest.raises(AttributeError) as raised:
        getattr(evalbook, word)
    assert str(raised.value).splitlines()[-1].strip() == line
    with pytest.raises(ImportError) as raised:
        exec(f"from evalbook import {word}")
    assert str(raised.value).splitlines()[-1].strip() == line
    monkeypatch.chdir(saved)
    names = dict(HERE)
    if line.startswith("chosen"):
        names["run"] = evalbook.evaluate(
            GridSearchCV(TREE, {"max_depth": [1, 2]}, cv=3), X, Y, cv=3
        )
    if line.startswith("permutation_test_labels"):
        names["model"] = KNeighborsClassifier()  # its shuffles need no refits
    exec(line, names)


SCORES = {"m": pd.DataFrame(RNG.random((12, 3)), columns=list("abc"))}
SIX = pd.DataFrame({"right": A, "item": NAMES["cluster"]})


@pytest.mark.parametrize(
    "call, lines",
    [  # typed here, as the arguments are read from the source
        (
            lambda: evalbook.nemenyi(SCORES["m"]),
            "from evalbook.algorithms import nemenyi_test\nnemenyi_test(SCORES['m'])",
        ),
        (
            lambda: evalbook.pass_at_k(SIX["right"].to_numpy().reshape(20, 3), k=2),
            "from evalbook.models import estimate_pass\nestimate_pass(SIX['right'].to_numpy().reshape(20, 3), k=2)",
        ),
        (lambda: evalbook.cohen_kappa_score(A, 1 - B), "interval_bca((A, 1 - B), 'kappa')"),
        (
            lambda: evalbook.specificity(A, B > 0),
            "estimate_recall(A, B > 0, positive=0)  # 0: the negative class",
        ),
        (lambda: evalbook.ttost_paired(A, B, -1, 1), "tost(ttest_paired(a, b), margin=0.02)"),
        (lambda: evalbook.confusion_matrix(A, B), "pd.crosstab(A, B)"),
        (
            lambda: evalbook.estimate_accuracy(SIX["right"], groups=SIX["item"] + 1),
            "estimate_accuracy(SIX['right'], cluster=SIX['item'] + 1)",
        ),
        (
            lambda: evalbook.contingency(A, SIX["right"], 1 - B),
            "contingency(np.equal(A, SIX['right']), np.equal(A, 1 - B))  # right or wrong",
        ),
        (
            lambda: evalbook.mcnemar_counts(9, only_b=4, ties=7),
            "mcnemar_counts(9, 4, 9 + 4 + 7)",
        ),
        (
            lambda: evalbook.mcnemar_counts(wins=9, losses=4, ties=7),
            "mcnemar_counts(9, 4, 9 + 4 + 7)",
        ),
    ],
)
def test_the_answer_keeps_what_was_typed_and_imports_what_is_below(call, lines):
    "Of an expression stood the name of its argument, and a function of a part was a NameError."
    with pytest.raises((TypeError, AttributeError)) as raised:
        call()
    offered = str(raised.value).split("Write:\n")[1].splitlines()
    assert "\n".join(map(str.strip, offered)) == lines
    top = {name: getattr(evalbook, name) for name in evalbook.__all__}
    exec(lines, top | globals() | {"a": A, "b": B})


def test_preferences_of_two_models_are_counted():
    "The line was of an evaluation, of which there is none; ties vanished."
    with pytest.raises(AttributeError, match=r"mcnemar_counts\(132, 98, 300\)"):
        evalbook.bradley_terry(["a", "b", "tie"])
    line = answered("sign_test(wins=56, losses=40, ties=12)")[1]
    assert eval(line, dict(HERE)).difference == pytest.approx(16 / 108)


def test_a_module_is_imported_as_before():
    from evalbook.core import checks, results

    assert (checks.__name__, results.__name__) == ("evalbook.core.checks", "evalbook.core.results")


def test_alpha_is_one_minus_the_confidence_level():
    with pytest.raises(TypeError, match=r"confidence_level=0\.9\)"):
        evalbook.interval_proportion(45, 50, alpha=0.1)


def test_an_error_inside_of_a_function_stays_what_it_was():
    def wrong(x):
        raise TypeError("mine")

    with pytest.raises(TypeError, match="^mine$"):
        evalbook.bootstrap.interval_percentile([1.0, 2.0, 3.0], wrong, n_resamples=9)


def test_functions_stay_functions():
    "Pickled as themselves, with their own signature and name; losses are handed out as they are."
    from evalbook.core.losses import zero_one
    from evalbook.models.two_models import mcnemar

    assert pickle.loads(pickle.dumps(evalbook.mcnemar)) is evalbook.mcnemar
    assert inspect.signature(evalbook.mcnemar) == inspect.signature(mcnemar)
    assert (evalbook.mcnemar.__name__, evalbook.mcnemar.__doc__) == (
        mcnemar.__name__,
        mcnemar.__doc__,
    )
    assert evalbook.zero_one is zero_one


def test_four_counts_are_answered_by_all_of_them():
    "mcnemar_counts(150, 30, 10, 10) was once told to write mcnemar(150)."
    with pytest.raises(TypeError, match=r"mcnemar\(Contingency\(150, 30, 10, 10\)\)"):
        evalbook.mcnemar_counts(150, 30, 10, 10)


@pytest.mark.parametrize(
    "call",
    [
        "estimate_mean(correct, weights=w, clusters=cluster)",
        "estimate_accuracy(y_true, y_pred, sample_weight=w)",
        "posterior_corrected(one, two, rope=0.01, runs=10)",
        "ttest_corrected(one, two, test_fraction=0.2)",
        "interval_corrected(one, cv=5)",
        "interval_corrected(one, test_size=0.1)",
        "permutation_test(a, b, permutation_type='samples')",
        "Evaluation.from_records(frame, item='a', run='b', judge='c')",
        "plan_proportion(0.9, 0.03)",
        "plan_mcnemar(0.70, 0.73, power=0.8)",
        "win_tie_loss(scores, control='SVM')",
        "Evaluation.from_predictions(frame, truth='y')",
        "ttest_paired(a)",
        "ttest_unpaired(run)",  # no second sample is in it
        "ztest_tango(run)",
        "adjust_pvalues(run)",  # its scores are no p-values
        "measured(run)",
    ],
)
def test_no_line_leaves_out_what_was_given_or_lacks_what_is_needed(call):
    "Weights, judges and runs once vanished from the line that was offered; it answered another question."
    said = str(answered(call)[0])
    assert "Write" not in said and "float()" not in said


@pytest.mark.parametrize(
    "call, line",
    [
        ("noninferiority(one, two, 0.05)", "noninferiority(one, two, margin=0.05)"),
        ("interval_proportion(45, 50, 0.9)", "interval_proportion(45, 50, confidence_level=0.9)"),
        ("estimate_agreement(one, two)", "interval_bca((one, two), 'kappa')  # of two judges"),
        ("ttest_crossed(run)", "report(run)"),
        ("estimate_difference(one, two)", "ttest_paired(one, two)  # of losses"),
        (
            "ttest_diebold_mariano(one, two, h=4)",
            "ttest_diebold_mariano(np.square(one), np.square(two), horizon=4)  # of errors; losses as they are",
        ),
        ("mcnemar(run, method='exact')", "mcnemar(run.correct(), method='exact')"),
        ("tost(run, margin=0.1)", "tost(ttest_corrected(run.scores()), margin=0.1)"),
        (
            "Evaluation.from_records(frame, item='a', judge='b')",
            "Evaluation.from_records(scores, item='a', run='b')",
        ),
        (
            "estimate_crossed(frame, value='c', factors=['a', 'b'])",
            "estimate_crossed(scores.set_index(['a', 'b'])['c'])",
        ),
    ],
)
def test_what_was_given_stands_in_the_line(call, line):
    assert answered(call)[1] == line


@pytest.mark.parametrize("function", ["report", "evaluate"])
def test_an_empty_list_is_answered_too(function):
    with pytest.raises(TypeError, match="the unknown option data"):
        getattr(evalbook, function)([], data=3)
