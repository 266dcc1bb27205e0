"What a user's own files met on her first afternoon: names, the other class's probabilities, exit codes, few groups."

import numpy as np
import pandas as pd
import pytest

from evalbook import Evaluation, guide, read_predictions, read_table, report
from evalbook.laboratory.smallest_effect import smallest_difference
from evalbook.practice import sentences
from evalbook.practice.command import main

N = 120


@pytest.fixture
def files(tmp_path, monkeypatch):
    "Two files of predictions in other orders, one of them with the patient, and one file with both."
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(11)
    truth = np.where(rng.random(N) < 0.4, "ill", "well")
    other = np.where(truth == "ill", "well", "ill")
    a, b = (np.where(rng.random(N) < p, truth, other) for p in (0.9, 0.8))
    visits = pd.DataFrame({"visit": [f"v{i:04d}" for i in range(N)], "patient": np.arange(N) // 4})
    both = visits.assign(truth=truth, A=a, B=b)
    both.to_csv("both.csv", index=False)
    visits.assign(truth=truth, prediction=a).to_csv("a.csv", index=False)
    visits[["visit"]].assign(prediction=b).sample(frac=1, random_state=1).to_csv(
        "b.csv", index=False
    )
    chance = np.where(a == "ill", 0.8, 0.2) + rng.uniform(-0.1, 0.1, N)
    visits.assign(truth=truth, p=chance, q=1 - chance).to_csv("chances.csv", index=False)
    return both


@pytest.mark.parametrize("truth", [None, "codes"])
def test_a_file_with_one_model_lends_its_name_beside_a_column_that_repeats(files, truth):
    if truth:
        for name in ("a.csv", "b.csv"):
            table = pd.read_csv(name).replace({"ill": 1, "well": 0})
            table.to_csv(name, index=False)
    run = read_predictions("a.csv", "b.csv")
    assert run.names == ("a", "b")
    assert "patient" in run.notes[-1].text


def test_probabilities_of_the_other_class_are_pointed_at(files):
    said = [n.text for n in read_predictions("chances.csv").notes]
    (wrong,) = [text for text in said if text.startswith("p is read")]
    (right,) = [text for text in said if text.startswith("q is read")]
    assert wrong.endswith("write positive='ill'.") and right.endswith("at 0.5 or more.")
    run = read_predictions("chances.csv", models=["p"], positive="ill")
    assert not any("right in" in n.text for n in run.notes)


def test_a_gate_that_cannot_write_never_ends_with_the_code_of_worse(files, capsys):
    line = "gate both.csv --old B --new A --margin 0.01 --junit".split()
    for path in ("nowhere/gate.xml", "."):  # "." is a folder that exists, and no file
        assert main([*line, path]) == 3
    assert "--junit needs a folder that exists" in capsys.readouterr().err
    assert main("compare both.csv --out nowhere/page.html".split()) == 2


@pytest.mark.parametrize(
    "line, words",
    [
        ("both.csv --margin 0.01", "both.csv with neither"),
        ("both.csv --margin 0.01 --old A", "both.csv with one of them"),
        ("both.csv --old A --new C --margin 0.01", "--new names a column, got 'C'"),
    ],
)
def test_a_gate_says_which_word_was_wrong(files, capsys, line, words):
    assert main(["gate", *line.split()]) == 3
    assert words in capsys.readouterr().err


def test_a_gate_names_the_class_that_counts(files, capsys):
    "--positive was passed over where the measure had another of its names."
    line = "gate both.csv --old B --new A --margin 0.5 --measure sensitivity".split()
    assert main(line) == 3
    assert "Write --positive CLASS" in capsys.readouterr().err
    for label in ("well", "ill"):
        assert main([*line, "--positive", label]) == 0
        assert f"recall of class '{label}'" in capsys.readouterr().out


def test_folders_packed_files_and_tables_are_no_files_of_predictions(files, tmp_path):
    (tmp_path / "sheet.xlsx").write_bytes(b"PK")
    for path in (tmp_path, tmp_path / "sheet.xlsx"):
        with pytest.raises(ValueError, match="save the sheet as CSV"):
            read_table(path)
    with pytest.raises(ValueError, match="from_predictions"):
        read_predictions(files)


def test_few_groups_need_a_larger_difference_than_the_normal_distribution_says(files):
    answers = {name: files[name].to_numpy() for name in "AB"}
    groups = files["patient"].to_numpy() % 6  # six groups: five degrees of freedom
    found = report(
        Evaluation.from_predictions(files["truth"].to_numpy(), answers, groups=groups)
    ).findings
    se = float(found.tests.standard_error[0])
    wanted = smallest_difference("ttest_paired", standard_error=se, df=5, level=0.05).effect
    assert sentences.smallest_seen(found, found.ranked[1]) == pytest.approx(wanted)
    low, high = found.tests.low[0], found.tests.high[0]
    assert wanted > (high - low) / 2  # what is found with 80 % exceeds what is just found


def test_the_guide_knows_tests_by_name():
    for words in ("mcnemar", "t-test", "10-fold cross validation"):
        assert len(guide(words))


def test_the_guide_leaves_out_what_cannot_be_paid_for_and_refuses_where_nothing_can():
    assert list(guide(n=200, fits=10).index) == [2, 4, 6, 8]  # without question 9, of 30 fits
    assert 9 in guide(n=200, fits=30).index
    with pytest.raises(ValueError, match="at least 30 fits"):
        guide("several domains", fits=10)


def test_the_truth_is_no_group(files):
    with pytest.raises(ValueError, match="several rows belong to, got 'truth', the truth"):
        read_predictions("both.csv", truth="truth", groups="truth")


def test_an_empty_truth_says_so():
    with pytest.raises(ValueError, match=r"one number, shape \(n,\), got none, shape \(0,\)\.$"):
        Evaluation.from_predictions([], {"a": []})
