"""Names and data that look like code stay text: in HTML, Markdown, LaTeX, CSV, JUnit, JSON, pictures and terminals."""

import csv
import html
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from unittest.mock import patch

import numpy as np
import pytest

import evalbook as eb
from evalbook.practice import pages
from evalbook.practice.command import main
from evalbook.run.journal import Journal, sealed

PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload='alert(1)'>",
    "' onmouseover='alert(1)",
    "</style><b>",
    "</title></main>",
    "<!--",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "](javascript:alert(1))",
    "![x](http://example.org/a.png)",
    "[a](http://example.org)",
    "`code` **bold** | cell",
    "```\n<b>",
    "# heading\n\n- item",
    "$\\frac{$ \\input{/etc/passwd}",
    "\\write18{id} %&_^~#{}",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07",
    "\u202egnp.exe",
    "a\x00b\x02c\x03d\x08",
    "\u2028line",
    "x" * 10_000,
]


class Seen(HTMLParser):
    "The tags and attributes of a page."

    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found |= {tag} | {f"{tag} {name}" for name, _ in attrs}
        assert not [
            v for name, v in attrs if name in ("href", "src") and not str(v).startswith("#")
        ], attrs

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")


def evaluation(name, label="no"):
    "Predictions of two models, one of them with a hostile name, of two classes, one of them with a hostile label."
    rng = np.random.default_rng(0)
    y = np.where(rng.random(60) < 0.5, "yes", label)
    a, b = (np.where(rng.random(60) < p, y, "yes") for p in (0.7, 0.5))
    made = eb.Evaluation.from_predictions(y, {name: a, "other": b})
    return replace(
        made,
        about={"source": name, "target": name, "rows dropped": name, "command": f"evalbook {name}"},
    )


@pytest.fixture(scope="module", autouse=True)
def drawn_once():
    "A page and a part of a page show the same pictures."
    with patch.object(pages, "svg_of", cache(pages.svg_of)):
        yield


@cache
def reported(payload):
    "The report of hostile names and labels, and its page."
    found = eb.report(evaluation(payload, label=payload[:40]))
    return found, found.to_html()


CALM = evaluation("calm")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def calm_page():
    return eb.report(CALM).to_html()


@pytest.fixture(scope="module")
def calm_tags(calm_page):
    return Seen(calm_page).found | {"wbr"}  # where a long name may be broken


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_a_report_shows_hostile_names_as_text(payload, calm_tags):
    found, page = reported(payload)
    assert Seen(page).found <= calm_tags
    assert Seen(found._repr_html_()).found <= calm_tags
    text, marked, latex = str(found), found.to_markdown(), found.to_latex()
    for said in (text, marked, latex, page):
        assert not CONTROL.search(said)
    for line in text.splitlines():
        assert len(line) < 25_000
    outside = re.sub(r"(?ms)^(`{3,})\n.*?^\1$", "", marked)
    plain = re.sub(r"\\.", "", re.sub(r"</?(details|summary)>", "", outside))
    assert not re.search(r"<[a-z!/]", plain, re.I) and not re.search(
        r"\]\(|^# heading", plain, re.M
    )
    cells = re.sub(
        r"\\(textbackslash|textasciitilde|textasciicircum)\{\}|\\[&%$#_{}\\]|\\[a-z]+(?=[ {\n]|$)",
        "",
        latex,
    )
    assert "\\" not in cells, latex
    json.loads(json.dumps(found.to_dict() if hasattr(found, "to_dict") else found.to_json()))


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_tables_for_a_spreadsheet_hold_no_formula(payload):
    blocks = re.findall(r"<pre[^>]*>(.*?)</pre>", reported(payload)[1], re.S)
    tables = [
        html.unescape(b)
        for b in blocks
        if html.unescape(b).split("\n")[0].count(",") > 2 and "{" not in b[:20]
    ]
    assert tables
    for row in (cell for table in tables for cell in csv.reader(io.StringIO(table))):
        for cell in row:
            assert not cell.startswith(("=", "@", "\t", "\r")), cell
            assert not cell.startswith(("+", "-")) or re.match(r"[+-][\d.,]+( |$)", cell), cell


def results(made, name):
    "An evaluation, a test of two models and a test of all."
    table = made.correct()
    return [made, eb.mcnemar(table[name], table["other"]), eb.cochran_q(table)]


@cache
def calm_results():
    return Seen("".join(thing._repr_html_() for thing in results(CALM, "calm"))).found


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_an_evaluation_and_its_results_show_hostile_names_as_text(payload):
    made, calm = evaluation(payload), calm_results()
    assert Seen("".join(thing._repr_html_() for thing in results(made, payload))).found <= calm


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_a_gate_shows_hostile_names_as_text(payload):
    found = eb.gate(evaluation(payload), new=payload, old="other", margin=0.1)
    tree = ElementTree.fromstring(found.to_junit())
    assert [e.tag for e in tree.iter()][:3] == ["testsuites", "testsuite", "testcase"] and len(
        list(tree.iter())
    ) == 4
    Seen(found._repr_html_())
    assert not CONTROL.search(found.to_junit()) and not CONTROL.search(found.to_markdown())
    assert not re.search(r"(?<!\\)<[a-z!/]", found.to_markdown(), re.I)


def test_the_command_line_prints_no_control_characters(tmp_path, capsys):
    name = "a\x1b[2Jb"
    path = tmp_path / "d.csv"
    rows = "\n".join(f"{i % 7},{i % 2}" for i in range(40))
    path.write_text(f"{name},y\n{rows}\n")
    assert main(["report", str(path), "--target", "nothing"]) == 2
    assert main(["report", str(path), "--target", "y", "--learners", "bayes", "--cv", "5"]) == 0
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err


def test_a_page_may_load_and_run_nothing(calm_page):
    policy = re.search(
        r"<meta http-equiv=.Content-Security-Policy. content=\"([^\"]*)\"", calm_page
    )
    assert policy and policy[1].startswith("default-src 'none'") and "script" not in policy[1]
    assert calm_page.index("Content-Security-Policy") < calm_page.index("<style")


def test_a_hostile_journal_runs_nothing(tmp_path):
    "What looks like a pickle, an object array or a class of another kind is an error or a fit that is made again."
    from sklearn.datasets import load_iris
    from sklearn.naive_bayes import GaussianNB

    X, y = load_iris(return_X_y=True)
    path = tmp_path / "run.jsonl"
    call = lambda: eb.evaluate({"bayes": GaussianNB()}, X, y, cv=3, journal=path, shortcuts=False)
    expected = call()
    whole = path.read_bytes()
    with Journal(path) as kept:
        key = next(iter(kept.finished))
    hostile = [
        {"record": "Evaluation", "facts": {}},
        {"record": "os.system", "facts": {"command": "x"}},
        {"array": "gASV", "dtype": "|O", "shape": [1]},
        {"array": "", "dtype": "<f8", "shape": [10**12]},
        {"pairs": [["prediction", {"array": "AAAA", "dtype": "<i8", "shape": [50]}]]},
        {"pairs": [["no such field", 1]]},
        5,
        None,
    ]
    for record in hostile:
        path.write_bytes(whole + sealed({"fit": list(key), "is": record}))
        found = call()
        assert all(
            np.array_equal(p, q)
            for p, q in zip(found.predictions["bayes"], expected.predictions["bayes"])
        )


def test_the_site_asks_no_other_host():
    from pathlib import Path

    template = (Path(__file__).parent.parent / "docs" / "_templates" / "layout.html").read_text()
    rules = re.search(r'Content-Security-Policy" content="([^"]*)"', template)[1]
    assert (
        rules.startswith("default-src 'self'")
        and "http" not in rules
        and "object-src 'none'" in rules
    )
