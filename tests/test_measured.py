"""Every public test and interval was measured by the studies; the table is theirs alone."""

import evalbook
import pytest
from evalbook import TESTS, measured

TEST_WORDS = (
    "ttest_",
    "ftest_",
    "ztest_",
    "mcnemar",
    "cochran_q",
    "permutation_test",
    "tost",
    "noninferiority",
    "posterior_",
)
DISPATCHERS = {"interval_error"}  # calls the intervals of INTERVALS, which are measured one by one
NO_POWER: dict[str, str] = {}  # a public test without a row of power, and why


def public(words):
    return {name for name in evalbook.__all__ if name.startswith(words)} - DISPATCHERS


def test_every_test_and_interval_is_measured():
    missing = public(TEST_WORDS) - set(measured(kind="type I error")["name"]) | public("interval_") - set(
        measured(kind="coverage")["name"]
    )
    assert not missing, f"run a study for {sorted(missing)}, then: python tools/studies.py collect"
    assert not set(TESTS) - set(measured(kind="type I error")["name"])


def test_every_test_has_power():
    have = set(measured(kind="power")["name"])
    missing = public(TEST_WORDS) - have - set(NO_POWER)
    assert not missing, (
        f"add {sorted(missing)} to nbs/studies/levels.ipynb, run it, then: python tools/studies.py collect; or give a reason in NO_POWER"
    )
    assert (
        all(reason.strip() for reason in NO_POWER.values())
        and not set(NO_POWER) & have
        and set(NO_POWER) <= public(TEST_WORDS)
    )


def test_power_and_type_one_error_never_share_a_row():
    table = measured()
    assert set(table.kind) == {"type I error", "power", "size-adjusted power", "coverage"}
    power = table.kind.str.contains("power")
    same = table.name.isin(["tost", "noninferiority", "ztest_tango"]) | table.variant.str.contains(
        "equivalent", na=False
    )
    assert (
        table[power].null.isna().all()
        and table[power & ~same].difference.gt(0).all()
        and table[power & same].difference.eq(0).all()
        and table[~power].difference.isna().all()
    )
    assert table[~power].null.notna().all() and table[power].setting.notna().all()


@pytest.mark.parametrize("kind", ["power", "size-adjusted power"])
def test_power_grows_with_the_difference(kind):
    table = measured(kind=kind)
    for key, rows in table.groupby(["name", "variant", "learner", "n_cases"]):
        if (rows.difference == 0).all():
            continue  # tests of equivalence: nothing differs where they should find it
        rates = rows.sort_values("difference").rate.to_numpy()
        assert len(rates) >= 3 and (rates[1:] >= rates[:-1] - 0.03).all(), key


def test_rows_say_what_was_true_and_how_often_it_was_tried():
    table = measured()
    assert set(table.loc[table.kind == "type I error", "null"]) <= {"models", "algorithms", "data sets"}
    assert (
        table["rate"].between(0, 1).all()
        and (table["low"] <= table["rate"] + 1e-6).all()
        and (table["rate"] <= table["high"] + 1e-6).all()
    )
    assert (table["n_trials"] >= 200).all() and table["study"].notna().all()


def test_a_missing_name_says_so():
    assert measured(["mcnemar", "ttest_imagined"]).query("name == 'ttest_imagined'")["measured"].tolist() == [
        "not measured"
    ]
    assert measured("interval_corrected", kind="power")["measured"].tolist() == ["not measured"]
