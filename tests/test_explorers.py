"""The explorers: what they load and when, and that nothing in a picture is cut."""

import importlib.util
import subprocess
import sys

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import evalbook
from evalbook.explore import EXPLORERS
from evalbook.explorers import drive, words_of
from evalbook.holdout import FIVE, coverage_of, interval_proportion, own_counts
from tests.test_site import CHROMIUM


def test_plotting_and_widgets_are_loaded_when_an_explorer_is_shown():
    "Made: neither matplotlib nor ipywidgets; drawn: matplotlib; shown in Jupyter: ipywidgets too."
    code = """
import sys, evalbook.explorers
loaded = lambda: sorted({"matplotlib", "ipywidgets"} & set(sys.modules))
explorer = evalbook.explore_mcnemar()
assert loaded() == [], loaded()
assert explorer.picture.startswith("<svg") and loaded() == ["matplotlib"], loaded()
assert explorer.widget.children[3].value == explorer.picture and loaded() == ["ipywidgets", "matplotlib"]
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.long
def test_what_is_shown_depends_on_who_reads(monkeypatch):
    "A kernel gets the widget, a code host the picture, and the site, which sets EVALBOOK_STATIC, the page with all frames."
    explorer = evalbook.explore_mcnemar()
    monkeypatch.delenv("EVALBOOK_STATIC", raising=False)
    live = explorer._repr_mimebundle_()
    assert set(live) == {"application/vnd.jupyter.widget-view+json", "image/svg+xml", "text/plain"}
    assert live["image/svg+xml"] == explorer.picture and live["text/plain"] == repr(explorer)
    monkeypatch.setenv("EVALBOOK_STATIC", "1")
    static = explorer._repr_mimebundle_()
    assert set(static) == {"text/html", "text/plain"} and explorer.picture in static["text/html"]


@pytest.mark.long
@pytest.mark.parametrize("name", EXPLORERS)
def test_no_word_of_a_picture_is_cut(name, monkeypatch):
    "With the first, the starting and the last values, all that is drawn lies within the picture."
    cut, save = [], Figure.savefig

    def watched(figure, *args, **options):
        width, height = figure.get_size_inches()
        box = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())
        if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height:
            cut.append((box.extents, [ax.get_title(loc="left") for ax in figure.axes]))
        return save(figure, *args, **options)

    monkeypatch.setattr(Figure, "savefig", watched)
    explorer = getattr(evalbook, name)()
    first, last = ({key: c.options[at] for key, c in explorer.controls.items()} for at in (0, -1))
    for values in (explorer.values, first, last):
        assert not explorer.set(**values).status
    assert not cut


@pytest.mark.long
@pytest.mark.parametrize("name", EXPLORERS)
def test_every_control_changes_the_picture_and_its_words(name):
    explorer = getattr(evalbook, name)()
    first = explorer.picture
    for key, (low, high) in drive(explorer).items():
        assert low != high and words_of(low) != words_of(high), (name, key)
    assert explorer.picture == first == explorer.view(**explorer.values)  # drawn anew: the same bytes


@pytest.mark.skipif(not (CHROMIUM and importlib.util.find_spec("playwright")), reason="needs playwright and Chromium")
def test_the_page_of_ones_own_counts_agrees_with_python():
    "A hundred pairs of counts and levels, typed into the page: five intervals and their coverage to four digits."
    from playwright.sync_api import sync_playwright

    typed = """([k, n, level]) => {
        const [K, N, L] = document.querySelectorAll("#own-counts input, #own-counts select");
        [K.value, N.value, L.value] = [k, n, level];
        L.dispatchEvent(new Event("input"));
        return [...document.querySelectorAll("#own-counts tbody tr")].map(
            (row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent)));
    }"""
    rng, faults = np.random.default_rng(0), []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.set_content(own_counts())
        for i in range(100):
            n = int(np.exp(rng.uniform(0, np.log(5000))))
            k, level = (
                (0, n, int(rng.integers(0, n + 1)), int(rng.binomial(n, 0.95)))[i % 4],
                (0.8, 0.9, 0.95, 0.99)[i // 25],
            )
            truth = min(max(k / n, 0.5 / n), 1 - 0.5 / n)
            limits = [interval_proportion(k, n, method=m, confidence_level=level) for m in FIVE]
            expected = [[*v, coverage_of(truth, n, m, level)] for v, m in zip(limits, FIVE)]
            np.testing.assert_allclose(
                page.evaluate(typed, [k, n, str(level)]), expected, rtol=0, atol=6e-5, err_msg=f"{k}/{n}"
            )
        browser.close()
    assert faults == []
