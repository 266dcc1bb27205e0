"""Every method was measured by the studies, or a reason says why not; the table is theirs alone, and joins on columns."""

import re
import shutil
import sys
from pathlib import Path

import pytest

import evalbook
from evalbook import METHODS, Comparison, Estimate, mcnemar_counts, measured, ttest_corrected
from evalbook.core.splits import KINDS
from evalbook.laboratory.rates import measured_errors
from tests import completeness
from tests.completeness import NOT_MEASURED, RATES
from tests.names import every, public

POWERS = ("power", "size-adjusted power")


def test_every_method_is_measured_or_says_why_not():
    missing = completeness.without_rate()
    assert not missing, (
        f"add {sorted(missing)} to a study, run it, then: python tools/studies.py collect; or give a reason in NOT_MEASURED"
    )


def test_reasons_are_needed_and_true():
    have = set(measured()["method"])
    assert set(NOT_MEASURED) <= set(METHODS) and not set(NOT_MEASURED) & have
    stands_for = [
        reason.removeprefix("measured as ")
        for reason in NOT_MEASURED.values()
        if reason.startswith("measured")
    ]
    assert set(stands_for) <= have and all(reason.strip() for reason in NOT_MEASURED.values())
    limitless = [key for key, reason in NOT_MEASURED.items() if reason == "it has no limits"]
    for case in completeness.every_case():
        if case.function in limitless:
            result = public(case.function)(*case.args, **case.kwargs)
            assert isinstance(result, Estimate) and result.standard_error is None
            with pytest.raises(ValueError):
                result.interval()


def sign_test(a, b) -> Comparison:
    "A statistic that nobody registered."
    return mcnemar_counts(int((a > b).sum()), int((b > a).sum()))


def sign_interval(a, b) -> "tuple[evalbook.Interval, float]":
    "Another one, whose result is wrapped."


def bare_sign_test(a, b):
    "One that does not say what it returns."


def test_every_kind_of_result_is_an_answer_or_known_to_be_none():
    every()  # loads every room
    assert not completeness.unsorted_results()


@pytest.mark.parametrize("newcomer", [sign_test, sign_interval])
def test_a_new_statistic_turns_the_build_red_by_its_return_type(monkeypatch, newcomer):
    assert (
        not completeness.without_row() | completeness.without_case() | completeness.without_rate()
    )
    monkeypatch.setattr(completeness, "every", lambda: every() | {"a_new_one": newcomer})
    assert completeness.without_row() == completeness.without_case() == {"a_new_one"}
    assert {name for name, _ in completeness.without_rate()} == {"a_new_one"}


def test_a_public_function_says_what_it_returns(monkeypatch):
    silent = {  # numbers or axes, of the shape of what came in
        "correctness", "inclusion_probability", "one_standard_error", "plot_margin", "plot_splits",
        "within_tolerance",
    }  # fmt: skip
    assert completeness.unannotated() == silent, (
        "annotate what it returns, so that completeness can be checked"
    )
    monkeypatch.setattr(completeness, "every", lambda: every() | {"a_new_one": bare_sign_test})
    assert completeness.unannotated() == silent | {"a_new_one"}


def test_a_new_row_of_methods_needs_a_rate(monkeypatch):
    monkeypatch.setitem(METHODS, "sign test", METHODS["mcnemar"])
    assert completeness.without_rate() == {("sign test", "type I error"), ("sign test", "power")}


def test_columns_speak_the_words_of_the_package():
    table = measured()
    assert set(table["method"]) <= set(METHODS) and set(table["design"]) <= {"", *KINDS}
    assert set(table["kind"]) == {"coverage", *RATES["test"], *POWERS}
    settings = [
        "method",
        "variant",
        "design",
        "layout",
        "learner",
        "setting",
        "n_cases",
        "null",
        "kind",
        "level",
        "study",
    ]
    assert not table.duplicated([*settings, "difference", "width"]).any()  # one row a setting
    with_rows = {key for key in METHODS if len(table[table["method"] == key])}
    for (
        key
    ) in with_rows:  # nothing was measured on a design that its method is not for, but for warnings
        found = set(table.loc[table["method"] == key, "design"]) - {"", "one test set", "holdout"}
        misused = {"ttest_resampled": {"repeated k-fold", "random splits"}}.get(key, set())
        plain = {"interval_rounds", "estimate_632"}  # of numbers, whatever made them
        assert found <= set(METHODS[key].designs) | misused or key in plain, (key, found)


@pytest.fixture(scope="module")
def alarms():
    "All measured type I errors at 5 %."
    return measured(kind="type I error", level=0.05)


@pytest.mark.parametrize("key", sorted(k for k, m in METHODS.items() if m.answers in RATES))
def test_no_rate_of_another_design_is_quoted(key, alarms):
    keys = [k for k, m in METHODS.items() if key in (k, m.function)]
    rows = alarms[alarms["method"].isin(keys) & (alarms["null"] == METHODS[key].about)]
    rows = rows[rows["learner"].isin(["none", "stable", "unstable"])]
    fixed = ("one test set", "holdout") if METHODS[key].about == "models" else ()
    for design in sorted(KINDS):
        on = "one test set" if design in fixed else design  # two models: one test set
        quoted_rates_are_those(measured_errors(key, design), rows[rows["design"] == on])


def quoted_rates_are_those(text, rows):
    "Each rate in a text is one of the rows, with its layout and the number of cases."
    if rows.empty:
        assert text == "not measured for this design"
        return
    quoted = {
        word.strip("(),")
        for word in text.split()
        if word.strip("(),").startswith("0.") and len(word.strip("(),")) == 5
    }
    assert quoted and quoted <= {f"{rate:.3f}" for rate in rows["rate"]}
    assert all(layout in text for layout in set(rows["layout"])) and "cases)" in text


ROOT = Path(__file__).parent.parent


def collector():
    "The command that collects what the studies measured."
    sys.path.insert(0, str(ROOT / "tools"))
    import studies

    return studies


def test_the_table_is_what_the_studies_wrote_and_nothing_else(tmp_path):
    shutil.copytree(ROOT / "nbs/studies/results", tmp_path / "nbs/studies/results")
    (tmp_path / "evalbook/data").mkdir(parents=True)
    collector().collect(tmp_path)
    made, kept = (
        (place / "evalbook/data/measured.csv").read_text().splitlines()
        for place in (tmp_path, ROOT)
    )
    number = re.compile(
        r"\d+\.\d{9,}"
    )  # versions of pandas differ in the last digit that they write
    rounded = [
        [number.sub(lambda m: f"{float(m[0]):.9g}", line) for line in lines]
        for lines in (made, kept)
    ]
    assert rounded[0] == rounded[1]


@pytest.mark.parametrize("label", ["11 folders", "FoldPairs 5"])
def test_a_label_of_splits_that_nobody_knows_is_no_layout(label):
    assert collector().layout_of(label) is None


def test_power_and_type_one_error_never_share_a_row():
    table = measured()
    power, same = (
        table.kind.isin(POWERS),
        table.method.isin(["tost", "noninferiority", "ztest_tango"]),
    )
    same |= table.variant.isin([v for v in set(table.variant) if v.startswith("equivalent")])
    assert table[power].null.isna().all() and table[~power].difference.isna().all()
    assert (
        table[power & ~same].difference.gt(0).all() and table[power & same].difference.eq(0).all()
    )
    assert table[~power].null.notna().all() and table[power].setting.notna().all()


@pytest.mark.parametrize("kind", POWERS)
def test_power_grows_with_the_difference(kind):
    table = measured(kind=kind)
    for key, rows in table.groupby(["method", "variant", "layout", "learner", "n_cases"]):
        if (rows.difference == 0).all():
            continue  # tests of equivalence: nothing differs where they should find it
        rates = rows.sort_values("difference").rate.to_numpy()
        assert len(rates) >= 3 and (rates[1:] >= rates[:-1] - 0.03).all(), key


def test_rows_say_what_was_true_and_how_often_it_was_tried():
    table = measured()
    assert set(table.loc[table.kind == "type I error", "null"]) <= {
        "models",
        "algorithms",
        "data sets",
    }
    assert (
        table["rate"].between(0, 1).all()
        and (table["low"] <= table["rate"] + 1e-6).all()
        and (table["rate"] <= table["high"] + 1e-6).all()
    )
    assert (table["n_trials"] >= 200).all() and table["study"].notna().all()


def test_a_missing_name_says_so():
    both = measured(["mcnemar", "ttest_imagined"])
    assert both.query("method == 'ttest_imagined'")["measured"].tolist() == [
        "no method of this name"
    ]
    assert len(measured(ttest_corrected)) == len(measured("ttest_corrected")) > 1
    assert measured("interval_corrected", kind="power")["measured"].tolist() == ["not measured"]


def test_caveats_quote_what_was_measured():
    "The percentages of a row of METHODS are those of the table."
    percent = lambda rates: (
        " to ".join(dict.fromkeys(f"{100 * r:.0f}" for r in (rates.min(), rates.max()))) + " %"
    )
    for key in ("estimate_precision", "estimate_recall", "estimate_f1"):
        assert f"held it in {percent(measured(key, kind='coverage').rate)}" in METHODS[key].caveat
    curves = measured("estimate_learning_curve").groupby("variant")["rate"]
    held = {variant: percent(rates) for variant, rates in curves}
    assert (
        f"{held['points']} of the points and {held['gains']} of the gains"
        in METHODS["estimate_learning_curve"].caveat
    )
    alarms = measured("ztest_f1", kind="type I error")
    positive = (
        alarms["n_cases"]
        * alarms["setting"].str.extract(r"^(\d+) % positive")[0].astype(float)
        / 100
    )
    enough, few = alarms.rate[positive >= 25].max(), alarms.rate[positive < 3].max()
    assert (
        0.07 < enough <= 0.08
        and f"at most 8 % of test sets with 25 positive cases or more, but in up to {100 * few:.0f} %"
        in METHODS["ztest_f1"].caveat
    )


def test_the_label_permutation_test_rejects_noise_in_five_percent_at_most():
    alarms = measured("permutation_test_labels", kind="type I error")
    assert (alarms["low"] <= 0.05).all() and alarms["null"].eq("algorithms").all()
