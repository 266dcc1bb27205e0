"""Folds of groups and windows of time: their own rates are quoted, what was measured to fail is refused, and slices are those of the model that was asked about."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import (
    GroupKFold,
    GroupShuffleSplit,
    KFold,
    LeaveOneGroupOut,
    TimeSeriesSplit,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB

import evalbook as eb
from evalbook.core.splits import Design
from evalbook.laboratory.rates import layout_of, rates_near
from evalbook.practice.command import main

rng = np.random.default_rng(0)
N = 240
Y = rng.integers(2, size=N)
X = rng.normal(size=(N, 3)) + Y[:, None] * 0.8
PATIENT = np.arange(N) // 4
TWO = {"lda": LinearDiscriminantAnalysis(), "bayes": GaussianNB()}


def run_of(cv, groups=None):
    "A run of two learners."
    return eb.evaluate(TWO, X, Y, cv=cv, groups=groups, progress=False)


def said_of(run):
    "All that a report says to keep in mind, as one text."
    return " ".join(eb.report(run).cautions)


def worst(key, kind, layout, learner, start):
    "The worst rate of the settings that begin with some words, in percent."
    rows = eb.measured(key, kind=kind, learner=learner).query("study == 'time_and_groups'")
    rows = rows[(rows.layout == layout) & rows.setting.str.contains(start)]
    if kind == "coverage":
        rows = rows[rows.variant.str.startswith("outer")]
    rate = rows.rate.min() if kind == "coverage" else rows.rate.max()
    return f"{100 * rate:.1f} %"


def test_folds_of_groups_have_rates_of_their_own():
    "Until 0.3.0 the report quoted those of folds of independent cases."
    said = said_of(run_of(GroupKFold(5), PATIENT))
    for learner in ("stable", "unstable"):
        layout = "5 folds of groups"
        test = worst("ttest_corrected", "type I error", layout, learner, "^50 groups")
        interval = worst("corrected t", "coverage", layout, learner, "^50 groups")
        assert f"at most {test}" in said and f"at least {interval}" in said
    assert "(5 folds of groups, 50 groups, 1000 data sets)" in said
    assert "of groups" not in said_of(run_of(KFold(5)))


def test_windows_of_time_have_rates():
    "Until 0.3.0 the report said that they were not measured, and that its limits were rough."
    said = said_of(run_of(TimeSeriesSplit(5)))
    for learner in ("stable", "unstable"):
        test = worst("ttest_corrected", "type I error", "5 windows", learner, ", 300 in time")
        interval = worst("corrected t", "coverage", "5 windows", learner, ", 300 in time")
        assert f"at most {test}" in said and f"at least {interval}" in said
    assert "(5 windows, 300 cases, 2000 data sets)" in said and "rough" not in said


@pytest.mark.parametrize(
    "cv",
    [TimeSeriesSplit(5, test_size=2), TimeSeriesSplit(5, max_train_size=40), TimeSeriesSplit(7)],
)
def test_other_windows_were_not_measured(cv):
    said = said_of(run_of(cv))
    assert "was not measured" in said and "p-values and limits are rough" in said


@pytest.mark.parametrize(
    "cv, groups",
    [
        (GroupShuffleSplit(30, test_size=1 / 3, random_state=0), PATIENT),
        (GroupKFold(5), np.arange(N) // 24 // 2),
    ],
)
def test_other_designs_of_groups_were_not_measured(cv, groups):
    assert "was not measured" in said_of(run_of(cv, groups))


def test_the_words_of_these_layouts():
    sizes = dict(n_train=200, n_test=50)
    assert layout_of(Design("k-fold", (5,), grouped=True, **sizes)) == "5 folds of groups"
    both = Design("k-fold", (5,), grouped=True, stratified=True, **sizes)
    assert layout_of(both) == "5 folds of groups, stratified"
    part = Design("random splits", (10,), grouped=True, **sizes)
    assert layout_of(part) == "10 random splits of 4/5 of groups"
    assert rates_near("ttest_corrected", both, 50) and not rates_near("ttest_corrected", both, 9)


def test_what_was_measured_to_fail_is_refused():
    run = run_of(GroupKFold(5), PATIENT)
    theorem = eb.measured("CV CLT", kind="coverage").query("study == 'time_and_groups'")
    with pytest.raises(ValueError, match="interval_corrected") as refusal:
        eb.crossval.interval_cv_clt(run.losses()["lda"])
    assert f"in as few as {100 * theorem.rate.min():.0f} %" in str(refusal.value)
    with pytest.raises(ValueError, match="interval_corrected"):
        eb.crossval.interval_error(run, "lda", method="CV CLT")
    folds = eb.measured("ttest_kfold", kind="type I error").query("study == 'time_and_groups'")
    with pytest.raises(ValueError, match="ttest_corrected") as refusal:
        eb.algorithms.ttest_kfold(run.scores())
    assert f"in up to {100 * folds.rate.max():.0f} %" in str(refusal.value)
    free = run_of(KFold(5))  # independent cases: as before
    assert eb.algorithms.ttest_kfold(free.scores()).df == 4
    assert eb.crossval.interval_cv_clt(free.losses()["lda"]).width > 0


def test_what_is_not_refused_was_measured_to_hold():
    "The corrected t: 85 % coverage or more, at most 10 % false alarms, in every setting."
    rows = eb.measured().query("study == 'time_and_groups'")
    held = rows[(rows.method == "corrected t")]
    assert len(held) and held.rate.min() > 0.85
    assert rows[rows.method == "ttest_corrected"].rate.max() < 0.1
    assert set(rows.n_trials) == {1000, 2000}


SITE = pd.Series(np.array(["north", "south", "west"])[np.arange(N) % 3], name="site")


def test_slices_are_those_of_the_model_that_was_asked_about():
    "Until 0.3.0 they were always the leader's."
    run = run_of(KFold(5))
    leader = eb.report(run).leader
    (other,) = set(TWO) - {leader}
    for asked, center in (("", leader), (leader, leader), (other, other)):
        found = eb.report(run, by=SITE, against=asked)
        gaps = found.slices.dropna(subset="gap")
        assert set(gaps["model"]) == {center} and len(gaps) == 3
        assert f"{center} here minus elsewhere" in found.to_markdown()
    alone = eb.report(eb.evaluate({other: TWO[other]}, X, Y, cv=KFold(5), progress=False), by=SITE)
    pd.testing.assert_series_equal(
        alone.slices["gap"].reset_index(drop=True), gaps["gap"].reset_index(drop=True)
    )


@pytest.fixture
def files(tmp_path):
    "A table with gaps in target and groups, and predictions in two files of different order."
    table = pd.DataFrame(X, columns=["u", "v", "w"]).assign(site=SITE, patient=PATIENT, kind=Y)
    table["kind"] = np.where(Y == 1, "yes", "no")
    table.loc[[3, 9], "kind"] = None
    table.loc[20, "patient"] = None
    table.to_csv(tmp_path / "table.csv", index=False)
    flips = rng.random((2, N)) < 0.2
    a, b = (np.where(flip, 1 - Y, Y) for flip in flips)
    whole = pd.DataFrame({"case": np.arange(N), "y": Y, "a": a, "b": b, "site": SITE})
    whole.to_csv(tmp_path / "whole.csv", index=False)
    whole[["case", "y", "a"]].to_csv(tmp_path / "a.csv", index=False)
    whole[["case", "b", "site"]].sample(frac=1, random_state=0).to_csv(
        tmp_path / "b.csv", index=False
    )
    return tmp_path, whole


def told(capsys, *words):
    "What the command prints about slices, and its exit code."
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, re.sub(r"\s+", " ", out.partition("everywhere?")[2] or err)


def test_compare_by_a_column(capsys, files):
    folder, whole = files
    run = eb.from_predictions(whole.y, {"a": whole.a, "b": whole.b})
    for asked in ("a", "b"):
        text = re.sub(r"\s+", " ", str(eb.report(run, by=whole.site, against=asked)))
        rows = text.partition("everywhere?")[2].partition("West")[0][:400]
        for names in ([folder / "whole.csv"], [folder / "a.csv", folder / "b.csv"]):
            options = ("--truth", "y", "--key", "case", "--by", "site", "--against", asked)
            code, said = told(capsys, "compare", *names, *options)
            assert code == 0 and said[:400] == rows


def test_report_by_a_column_leaves_the_same_rows_out(capsys, files):
    folder, _ = files
    words = ("report", folder / "table.csv", "--target", "kind", "--groups", "patient")
    code, said = told(capsys, *words, "--cv", "10", "--learners", "logreg", "--by", "site")
    counts = [int(n) for n in re.findall(r"(?:north|south|west) (\d+) ", said)]
    kept = SITE.drop([3, 9, 20]).value_counts()
    assert code == 0 and counts == [kept[s] for s in ("north", "south", "west")]


@pytest.mark.parametrize(
    "words, said",
    [
        (("compare", "whole.csv", "--truth", "y", "--by", "place"), "--by names a column"),
        (("compare", "whole.csv", "--truth", "y", "--by", "a"), "--models A,B"),
        (("report", "table.csv", "--target", "kind", "--by", "place"), "--by names a column"),
        (
            ("compare", "whole.csv", "--item", "case", "--score", "a", "--by", "site"),
            "--by is not for a long table",
        ),
    ],
)
def test_by_is_refused_by_name(capsys, files, words, said):
    folder, _ = files
    code, text = told(capsys, *(folder / w if w.endswith(".csv") else w for w in words))
    assert code == 2 and said in text


def test_slices_follow_the_key_that_the_files_share(capsys, tmp_path, monkeypatch):
    "Rows in another order, a key that nobody named, and the column of slices in the second file alone."
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 120)
    site = np.repeat(["north", "south", "west"], 40)
    a = np.where(site == "west", 1 - truth, truth)
    table = pd.DataFrame({"case": np.arange(120), "truth": truth})
    table.assign(a=a).to_csv("a.csv", index=False)
    second = table.assign(site=site, b=np.where(rng.random(120) < 0.9, truth, 1 - truth))
    second.sample(frac=1, random_state=1).to_csv("b.csv", index=False)
    code, said = told(capsys, "compare", "a.csv", "b.csv", "--truth", "truth", "--by", "site")
    assert code == 0
    assert re.search(r"north 40 \S+ \(.*?\) 100\.0 ", said) and re.search(
        r"west 40 \S+ \(.*?\) 0\.0 ", said
    )


def test_splits_that_repeat_count_once():
    "Three groups have one way to be dealt; six repetitions of it made 14 % false alarms."
    g = np.arange(N) // 80
    often = [
        pair
        for s in range(4)
        for pair in GroupKFold(3, shuffle=True, random_state=s).split(X, Y, g)
    ]
    runs = [
        eb.evaluate(TWO, X, Y, groups=g, cv=cv, random_state=0)
        for cv in (LeaveOneGroupOut(), None, often, GroupShuffleSplit(20, random_state=0))
    ]
    results = {k: cross_validate(m, X, Y, cv=often, return_indices=True) for k, m in TWO.items()}
    runs.append(eb.Evaluation.from_cross_validate(results, Y, measure="accuracy", groups=g))
    assert len(runs[-1].fit_times["lda"]) == 3
    p = [eb.report(run).comparisons["pvalue"].item() for run in runs]
    np.testing.assert_allclose(p, p[0])
    assert [[note.code for note in run.notes] for run in runs] == [
        [],
        ["assumed"],
        *[["repeated_splits"]] * 3,
    ]
    with pytest.raises(ValueError, match=r"five different halvings, got 3.*LeaveOneGroupOut\(\)"):
        eb.evaluate(TWO, X, Y, groups=g, cv=eb.five_by_two(0))
    halves = list(eb.five_by_two(3).split(range(10), groups=np.arange(10) // 2))
    assert len({tuple(test) for _, test in halves}) == 10
