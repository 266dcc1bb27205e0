"""An example for every public name: the first visible call in its chapter with what it printed; here are those that no chapter shows alone."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat
from common import ROOT, chapters, executed, notebooks, owners
from slices import before

from book import home, is_solution, marks_of, without_flags  # tools/book.py

LONGEST = 14  # lines of a call that is still an example
SLOW_DRAW = """from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.datasets import load_breast_cancer
rows = eb.laboratory.real_learners.Rows(*load_breast_cancer(return_X_y=True))
draw = eb.laboratory.draw_learners({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, rows, 100, n_splits=5)
type(draw)  # for rejection_rate"""
NESTED = """import numpy as np
rng = np.random.default_rng(0)
outer, inner = rng.exponential(size=(3, 24)), rng.exponential(size=(3, 24, 4))  # losses: 3 repetitions, 24 cases, 4 folds
folds = np.array([rng.permutation(np.arange(24) % 4) for _ in range(3)])
eb.crossval.interval_nested_cv(outer, inner, folds)"""
FAILED = """from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
X, y = [[0.0], [1.0]] * 10, [0, 1] * 10
try:
    eb.evaluate({"broken": LogisticRegression(C=-1), "works": GaussianNB()}, X, y, cv=5)
except eb.FailedFits as failed:
    finished = failed.evaluation
len(finished.failures)"""
ORDINARY = """import numpy as np
rng = np.random.default_rng(0)
losses = rng.integers(0, 2, (30, 20))  # 30 resamples, 20 cases
counts = rng.multinomial(20, [1 / 20] * 20, 30)  # how often each case was drawn
eb.bootstrap.estimate_ordinary(losses, counts)"""
COVERAGE = """right = eb.laboratory.simulate.Draw(lambda trials, rng: (rng.binomial(50, 0.9, trials),))  # right cases of fifty, in each trial
wilson = lambda k, confidence_level=0.95: eb.interval_proportion(k, 50, confidence_level=confidence_level)
eb.laboratory.coverage(wilson, right, 0.9, n_trials=2000, random_state=0)"""
EVALUATE = """from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
eb.evaluate(models, *load_iris(return_X_y=True), cv=5, random_state=0)"""
TRUTH = """truth = ["cat", "dog", "dog", "cat", "dog", "cat"]
answers = {"old": ["cat", "dog", "cat", "cat", "dog", "dog"], "new": ["cat", "dog", "dog", "cat", "dog", "dog"]}
run = eb.Evaluation.from_predictions(truth, answers)
"""
FILES = """import tempfile
from pathlib import Path
folder = Path(tempfile.mkdtemp())
(folder / "old.csv").write_text("case,y,old\\n1,yes,yes\\n2,no,yes\\n3,no,no\\n4,yes,yes\\n")
(folder / "new.csv").write_text("case,y,new\\n1,yes,yes\\n2,no,no\\n3,no,no\\n4,yes,no\\n")
"""
SMALL = {  # {name: lines that run alone; the last one is shown}
    "ANSWERS": "eb.core.methods.ANSWERS",
    "estimate_precision": "eb.estimate_precision([0, 1, 1, 1, 0, 1], [0, 1, 1, 0, 1, 1])",
    "estimate_recall": "eb.estimate_recall([0, 1, 1, 1, 0, 1], [0, 1, 1, 0, 1, 1])",
    "Resampled": "type(eb.bootstrap.draw_bootstrap([1.0, 2.0, 4.0], n_resamples=20, random_state=0)).__name__",
    "TAKES": "eb.core.methods.TAKES",
    "QUESTIONS": "list(eb.practice.guidance.QUESTIONS)[:3]",
    "Question": "list(eb.practice.guidance.QUESTIONS)[0]",
    "Method": 'eb.METHODS["mcnemar"]',
    "Measure": 'eb.core.as_measure("neg_log_loss")',
    "as_measure": 'eb.core.as_measure("roc_auc")',
    "Note": "eb.mcnemar_counts(0, 0).notes",
    "correctness": "eb.core.correctness([1, 0, 1, 1], [1, 0, 0, 1])",
    "with_options": "loss = eb.core.measures.with_options(eb.core.cost, costs=[[0, 1], [5, 0]], classes=[0, 1])\nloss([0, 1, 1], [0, 0, 1])",
    "decision_cost": "eb.core.decision_cost([1, 1, 0], [[0.9, 0.1], [0.7, 0.3], [0.2, 0.8]], costs=[[0, 1], [5, 0]], classes=[0, 1])",
    "adjust_looks": "eb.algorithms.adjust_looks([0.004, 0.02, 0.03])",
    "adjust_mcnemar": "eb.models.adjust_mcnemar([12, 3, 9], [2, 5, 1])",
    "interval_basic": "eb.bootstrap.interval_basic([0.1, 0.4, 0.2, 0.9, 0.5, 0.3], random_state=0)",
    "methods_for": 'eb.core.methods_for("k-fold")',
    "primary_method": 'eb.core.methods.primary_method("k-fold")',
    "score_table": "eb.score_table({'tree': [0.91, 0.84, 0.77], 'bayes': [0.93, 0.82, 0.79]})",
    "within_tolerance": "eb.selection.within_tolerance([0.90, 0.93, 0.935], tolerance=0.01, complexity=[1, 2, 3])",
    "FailedFits": FAILED,
    "drive": "found = eb.core.explorers.drive(eb.models.explore_mcnemar())\n{name: len(words) for name, words in found.items()}",
    "squared": "eb.squared([2.0, 3.5, 1.0], [2.5, 3.0, 1.0])",
    "zero_one": "eb.zero_one([0, 1, 1], [0, 0, 1])",
    "evaluate": EVALUATE,
    "Evaluation": f"{TRUTH}run.to_frame().head(3)",
    "Losses": f"{TRUTH}run.losses(eb.zero_one)",
    "Scores": f"{EVALUATE}.scores()",
    "Interval": "eb.interval_proportion(183, 200)",
    "Estimate": "eb.estimate_accuracy([1] * 183 + [0] * 17)",
    "Comparison": "eb.mcnemar_counts(11, 1)",
    "Null": "eb.mcnemar_counts(11, 1).null",
    "coverage": COVERAGE,
    "interval_5x2cv": "scores = [[0.91, 0.93], [0.90, 0.92], [0.93, 0.90], [0.92, 0.92], [0.89, 0.93]]\neb.interval_5x2cv(scores)",
    "interval_austern_zhou": "replaced = [0.11, 0.12, 0.10, 0.12, 0.11, 0.13]  # the error after one case was replaced\neb.interval_austern_zhou(0.11, 0.12, replaced)",
    "interval_cv_clt": "wrong = [1] * 12 + [0] * 108\neb.interval_cv_clt(wrong)",
    "interval_naive_wald": "right = [1] * 106 + [0] * 14  # each case by the model of its fold\neb.interval_naive_wald(right)",
    "absolute": "eb.absolute([2.0, 3.5, 1.0], [2.5, 3.0, 1.0])",
    "cost": "eb.core.cost([0, 1, 1], [0, 0, 1], costs=[[0, 1], [5, 0]], classes=[0, 1])",
    "estimate_repeated_holdout": "eb.holdout.estimate_repeated_holdout([0.91, 0.93, 0.90, 0.92])",
    "inclusion_probability": "eb.bootstrap.inclusion_probability([5, 20, 100])",
    "informational": "eb.core.informational([0, 1], [[0.5, 0.5], [0.25, 0.75]])",
    "quadratic": "eb.core.quadratic([0, 1], [[0.5, 0.5], [0.25, 0.75]])",
    "noninferiority": "a, b = [0.91, 0.93, 0.90, 0.94, 0.92], [0.92, 0.93, 0.89, 0.93, 0.93]\neb.noninferiority(a, b, margin=0.03, n_train=80, n_test=20)",
    "interval_difference": "eb.interval_difference(eb.Contingency(both_right=80, only_a=11, only_b=1, both_wrong=8))",
    "mcnemar": "eb.mcnemar(eb.Contingency(both_right=80, only_a=11, only_b=1, both_wrong=8))",
    "Contingency": "eb.Contingency(both_right=80, only_a=11, only_b=1, both_wrong=8)",
    "five_by_two": "len(list(eb.five_by_two(random_state=0).split(range(20), [0, 1] * 10)))",
    "Rows": "import numpy as np\nX, y = np.arange(40).reshape(20, 2), np.tile([0, 1], 10)\nrows = eb.laboratory.real_learners.Rows(X, y)\nrows.X.shape, rows.y.shape",
    "draw_learners": SLOW_DRAW,
    "interval_nested_cv": NESTED,
    "interval_two_stage": "import numpy as np\nerrors = np.random.default_rng(0).normal(0.2, 0.03, 200)\neb.interval_two_stage(errors)",
    "estimate_ordinary": ORDINARY,
    "read_predictions": f'{FILES}eb.read_predictions([folder / "new.csv", folder / "old.csv"], truth="y")',
    "main": f'{FILES}eb.practice.command.main(["compare", str(folder / "new.csv"), str(folder / "old.csv"), "--truth", "y"])',
    "ztest_tango": "right = [1] * 90 + [0] * 10\neb.ztest_tango(right, right[::-1], margin=0.1)",
}


class Example(NamedTuple):
    "Code, what it printed, the notebook that it is from, and its cell there."

    code: str
    output: str
    path: Path | None
    cell: int = 0

    @property
    def setup(self) -> str:
        "The lines that the code needs before it."
        return before(self.path, self.cell, self.code) if self.path else "import evalbook as eb"


def printed(cell: nbformat.NotebookNode) -> str:
    "What a cell printed, as text; pictures and pages are left to the chapter."
    said = []
    for output in cell.outputs:
        data = output.get("data", {})
        drawn = {"image/svg+xml", "image/png"} & data.keys()
        said.append(output.get("text") or ("" if drawn else data.get("text/plain", "")))
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in said if text).rstrip()


@cache
def shown_cells() -> dict[Path, list[tuple[Example, bool]]]:
    "The code cells that print or draw, of every notebook, and whether they are folded."
    found: dict[Path, list[tuple[Example, bool]]] = {}
    for path in notebooks():
        rows = found.setdefault(path, [])
        for place, cell in enumerate(executed(path).cells):
            if cell.cell_type != "code" or not cell.outputs:
                continue
            marks = marks_of(cell)
            code = without_flags(cell.source).strip()
            short = len(code.splitlines()) <= LONGEST and not re.search(r"^(from|import) ", code, flags=re.M)
            kept = not is_solution(marks) and not {"export", "exporti", "exports", "hide"} & marks.keys()
            if short and kept:
                rows.append((Example(code, printed(cell), path, place), "code-fold" in marks))
    return found


TESTS = re.compile(r"\b(assert|test_\w+\()")  # a cell that proves is no example


def in_chapter(name: str, room: str) -> Example | None:
    "The first visible call in the name's own chapter, else in the recipes and the other chapters, else a picture or in a fold."
    every = shown_cells()
    own = [p for p in every if p in chapters().values() and home(p) == room]
    others = [p for p in every if p not in own and p.stem != "index"]
    others.sort(key=lambda p: p.stem != "recipes")
    call = re.compile(rf"\b{name}\(" if name.islower() else rf"\b{name}\b")
    found = []
    for path in [*own, *others]:
        for example, folded in every[path]:
            if call.search(example.code) and not (folded and path in others):
                worse = (folded, bool(TESTS.search(example.code)), not example.output, path in others)
                found.append((worse, len(found), example))
    return min(found, key=lambda row: row[:2])[2] if found else None


def run(code: str) -> Example:
    "A small example, run here: what it prints, or the value of its last line."
    import evalbook

    *before, last = ast.parse(code).body
    said, space = io.StringIO(), {"eb": evalbook}
    with contextlib.redirect_stdout(said):
        exec(compile(ast.Module(before, []), "<example>", "exec"), space)
        value = eval(compile(ast.Expression(last.value), "<example>", "eval"), space)
    return Example(code, said.getvalue() + repr(value), None)


def returning(name: str, found: dict[str, Example]) -> Example | None:
    "For a class of results: the example of a function that returns it."
    from importlib import import_module

    for other, example in found.items():
        thing = getattr(import_module(f"evalbook.{owners()[other]}"), other)
        if str(getattr(thing, "__annotations__", {}).get("return", "")) == name and not isinstance(thing, type):
            return example
    return None


@cache
def examples() -> dict[str, Example]:
    "The example of every public name."
    found = {n: run(SMALL[n]) if n in SMALL else in_chapter(n, room) for n, room in owners().items()}
    found = {name: example for name, example in found.items() if example}
    late = {name: returning(name, found) for name in owners() if name not in found}
    return found | {name: example for name, example in late.items() if example}


def place(example: Example) -> str:
    "The page that an example is from, as a link in reStructuredText."
    if example.path is None:
        return ""
    known = {path: f"chapter {number}" for number, path in chapters().items()}
    words = known.get(example.path, "the recipes" if example.path.stem == "recipes" else "a study")
    return f":doc:`{words} </{example.path.relative_to(ROOT).with_suffix('')}>`"
