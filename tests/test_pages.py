"""What a reader sees of a page: numbers that are not zero, margins as they were given, names and tables that are not cut."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import warnings

import numpy as np
import pandas as pd
import pytest

from evalbook import from_predictions, gate, report
from evalbook.algorithms import ztest_tango
from evalbook.core.result_base import row_labels
from evalbook.practice.numbers_in_text import unit_for
from evalbook.practice.pages import unmarked
from evalbook.practice.verdict import score_grid

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 400)


def right_on(share: float) -> np.ndarray:
    return np.where(RNG.random(400) < share, Y, 1 - Y)


A, B, C = right_on(0.9), right_on(0.88), right_on(0.8)
FORESTS = {f"RandomForestClassifier(max_depth={k})": a for k, a in ((3, C), (30, A), (9, B))}
ALIKE = {60 * "n" + end: a for end, a in zip("abc", (A, B, C))}


# ---------------------------------------------------------------- numbers
@pytest.mark.parametrize(
    "margin, said", [(0.0004, "0.04"), (0.0025, "0.25"), (0.0125, "1.25"), (0.07, "7")]
)
def test_a_margin_is_printed_as_it_was_given(margin, said):
    run = from_predictions(Y, {"a": A, "b": B})
    found = report(run, margin=margin)
    paragraph = re.search("Differences below (.*?) were", found.to_markdown())[1]
    assert paragraph == f"{said} points"
    assert score_grid(found.findings).head[-1].endswith(f"margin {said} points")
    assert f"margin {said} points" in found.to_latex() and f"{said} points" in " ".join(
        found.answer
    )
    assert f"loss of {said} points" in str(gate(run, new="b", old="a", margin=margin))
    assert f"(±{said} points)" in str(ztest_tango(run.correct(), margin=margin))


@pytest.mark.parametrize("scale", [1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9])
def test_values_of_any_size_lie_within_limits_that_differ(scale):
    "Errors of 2e-7 were printed as 0.000000 (0.0000001 to 0.0000001), and 4.6e16 with 17 digits."
    y = scale * RNG.normal(5, 1, 100)
    answers = {name: y + scale * RNG.normal(0, s, 100) for name, s in (("a", 0.1), ("b", 0.3))}
    for cells in score_grid(report(from_predictions(y, answers)).findings).rows:
        value, limits, *lead = (cell.replace(",", "") for cell in cells[1:])
        low, high = map(float, limits.split(" to "))
        assert low <= float(value) <= high and 0 < low < high
        assert len(value.strip("-")) < 12
        if lead[0]:
            ends = [*map(float, lead[1].split(" to "))]
            assert ends[0] <= float(lead[0]) <= ends[1] and ends[0] < ends[1]


@pytest.mark.parametrize("v, said", [(5.0, "5"), (0.011, "0.011"), (0.0, "0")])
def test_a_value_far_below_the_width_of_its_interval_is_not_zero(v, said):
    "So may be the error of guessing beside that of models which diverge."
    unit = unit_for(1e9, False)
    assert unit.value(v) == unit.gap(v) == said


def test_a_small_difference_is_not_written_as_zero():
    y = RNG.normal(size=60)
    p = y + RNG.normal(0, 0.3, 60)
    found = report(from_predictions(y, {"a": p, "b": p + 1e-4}))
    assert not re.search(r"(?<![\d.])0\.0+(?![\d%])(?! to)", " ".join(found.answer))
    assert unit_for(0.04, True).gap(0.0004) == "0.04 points"
    assert unit_for(0.04, True).gap(1e-17) == "0.0 points"


def test_latex_has_minus_signs_and_powers_of_ten():
    y = RNG.normal(0, 1e-6, 100)
    run = from_predictions(y, {n: y + RNG.normal(0, 1e-7, 100) for n in ("a-1", "b")})
    latex = report(run, measure="neg_mean_absolute_error").to_latex()
    assert re.search(r"\$[+-]?\d(\.\d+)?\\cdot10\^\{-\d\}\$", latex) and "a-1" in latex
    assert not re.search(r"\de-\d| -\d", latex)
    assert "$-$" in report(from_predictions(Y, {"a": A, "b": B})).to_latex()


# ---------------------------------------------------------------- names
def texts(page: str) -> list[str]:
    "The lines of text of the pictures."
    return re.findall("<text[^>]*>([^<]*)</text>", page.replace("<tspan", "<text"))


@pytest.mark.parametrize("models", [FORESTS, ALIKE])
def test_models_never_have_one_label(models):
    assert len({*row_labels(models)}) == len(models)
    page = report(from_predictions(Y, models)).to_html()
    assert len({t for t in texts(page) if "depth" in t or re.match(r"\d n", t)}) >= 3


def test_the_label_of_a_picture_is_whole():
    "Of 'mean squared error (dashed: always the mean, 122,011.4)' the value was cut."
    y = RNG.normal(50, 10, 200)
    y[0] = 5000
    answers = {"lin": y + RNG.normal(0, 5, 200), "mean": np.full(200, 50.0)}
    found = report(from_predictions(y, answers))
    value = found.findings.unit.value(found.estimates.loc["always the mean", "value"])
    assert f"(dashed: always the mean, {value})" in texts(found.to_html())


def test_names_in_any_script_draw_no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = report(from_predictions(Y, {"模型": A, "b 🎯": B})).to_html()
    assert "模型" in texts(page)


def test_a_line_break_in_the_name_of_the_slices_breaks_no_table():
    by = pd.Series(RNG.choice(["north", "south"], 400), name="a\nname")
    found = report(from_predictions(Y, {"a": A, "b": B}), by=by)
    assert "| a?name |" in found.to_markdown() and "a\nname" not in str(found)


# ---------------------------------------------------------------- tables
def test_regions_that_scroll_have_a_name_and_long_names_may_break():
    page = report(from_predictions(Y, FORESTS)).to_html()
    regions = re.findall("<div class='scroll'[^>]*>", page)
    assert regions and all(re.search("role='region' aria-label='[^']+'", r) for r in regions)
    assert page.count("tabindex") == len(regions)
    assert "RandomForest<wbr>Classifier(<wbr>max_depth=9)" in page


WIDE = {  # names, and numbers, that were cut on screen and on paper
    "long names": {
        "HistGradientBoostingClassifier (tuned, calibrated)": A,
        "sentence-transformers/all-mpnet-base-v2 + logreg": B,
        90 * "x": C,
    },
    "many models": {
        f"n_neighbors={k}, weights={w}": right_on(0.8)
        for k in (1, 3, 5, 15)
        for w in ("uniform", "distance")
    },
}
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
browser_only = pytest.mark.skipif(
    not (CHROMIUM and importlib.util.find_spec("playwright")), reason="needs a browser"
)


@browser_only
@pytest.mark.long
@pytest.mark.parametrize("models", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("media, width", [("print", 718), ("screen", 1200), ("screen", 390)])
def test_no_column_is_lost_on_screen_or_on_paper(models, media, width):
    from playwright.sync_api import sync_playwright

    page = report(from_predictions(Y, models)).to_html()
    wide = """[...document.querySelectorAll('.scroll')].filter((box) => !box.closest('details')
        && box.querySelector('table').offsetWidth > box.clientWidth + 1).length"""
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = chromium.new_page(viewport={"width": width, "height": 900})
        tab.emulate_media(media=media)
        tab.set_content(page)
        assert tab.evaluate(wide) == 0
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        chromium.close()


# ---------------------------------------------------------------- every form
SETS = pd.DataFrame(RNG.random((8, 3)), columns=list("abc"), index=[f"d{i}" for i in range(8)])


@pytest.mark.parametrize("kind", ["report", "gate", "data sets"])
def test_whoever_has_a_page_has_every_form(kind, tmp_path):
    run = from_predictions(Y, {"a": A, "b": B})
    found = {
        "report": lambda: report(run),
        "gate": lambda: gate(run, new="b", old="a", margin=0.02),
        "data sets": lambda: report(SETS, measure="accuracy"),
    }[kind]()
    page = found.to_html(tmp_path / "page.html", title="Mine")
    assert (tmp_path / "page.html").read_text() == page and "<h1>Mine</h1>" in page
    assert found.to_markdown(tmp_path / "page.md") == (tmp_path / "page.md").read_text()
    assert found.to_latex().startswith(r"\begin{tabular}")
    record = json.loads(found.to_json())
    answer = record["answer"] if kind == "data sets" else record.get("sentence")
    for sentence in [answer] if answer else record["answer"]:
        assert unmarked(sentence) in re.sub(r"\\(.)", r"\1", found.to_markdown()).replace("*", "")
    with pytest.raises(AttributeError, match="There are .*to_html"):
        found.to_pdf  # noqa: B018
