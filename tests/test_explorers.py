"""The explorers: what they load and when, and that nothing in a picture is cut."""

import subprocess
import sys

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import evalbook
from evalbook.core.explorers import drive, words_of
from evalbook.practice.explore import EXPLORERS
from tests.names import public


def test_plotting_and_widgets_are_loaded_when_an_explorer_is_shown():
    "Made: neither matplotlib nor ipywidgets; drawn: matplotlib; shown in Jupyter: ipywidgets too."
    code = """
import sys, evalbook.core.explorers
loaded = lambda: sorted({"matplotlib", "ipywidgets"} & set(sys.modules))
explorer = evalbook.models.explore_mcnemar()
assert loaded() == [], loaded()
assert explorer.picture.startswith("<svg") and loaded() == ["matplotlib"], loaded()
assert explorer.widget.children[3].value == explorer.picture and loaded() == ["ipywidgets", "matplotlib"]
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.long
def test_what_is_shown_depends_on_who_reads(monkeypatch):
    "A kernel gets the widget, a code host the picture, and the site, which sets EVALBOOK_STATIC, the page with all frames."
    explorer = evalbook.models.explore_mcnemar()
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
    explorer = public(name)()
    first, last = ({key: c.options[at] for key, c in explorer.controls.items()} for at in (0, -1))
    for values in (explorer.values, first, last):
        assert not explorer.set(**values).status
    assert not cut


@pytest.mark.long
@pytest.mark.parametrize("name", EXPLORERS)
def test_every_control_changes_the_picture_and_its_words(name):
    explorer = public(name)()
    first = explorer.picture
    for key, (low, high) in drive(explorer).items():
        assert low != high and words_of(low) != words_of(high), (name, key)
    assert (
        explorer.picture == first == explorer.view(**explorer.values)
    )  # drawn anew: the same bytes
