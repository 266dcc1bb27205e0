"""Every public test and interval was measured by the studies; the table is theirs alone."""
import evalbook
from evalbook import TESTS, measured

TEST_WORDS = ("ttest_", "ftest_", "ztest_", "mcnemar", "cochran_q", "permutation_test", "interval_")
DISPATCHERS = {"interval_error"}  # calls the intervals of INTERVALS, which are measured one by one


def test_every_test_and_interval_is_measured():
    names = {name for name in evalbook.__all__ if name.startswith(TEST_WORDS)} - DISPATCHERS
    missing = names - set(measured()["name"])
    assert not missing, f"run a study for {sorted(missing)}, then: python tools/studies.py collect"
    assert not set(TESTS) - set(measured()["name"])


def test_rows_say_what_was_true_and_how_often_it_was_tried():
    table = measured()
    assert set(table.loc[table.kind == "type I error", "null"]) <= {"models", "algorithms", "data sets"}
    assert table["rate"].between(0, 1).all() and (table["low"] <= table["rate"] + 1e-6).all() and (table["rate"] <= table["high"] + 1e-6).all()
    assert (table["n_trials"] >= 200).all() and table["study"].notna().all()


def test_a_missing_name_says_so():
    assert measured(["mcnemar", "ttest_imagined"]).query("name == 'ttest_imagined'")["measured"].tolist() == ["not measured"]
