"""The API pages: the public names grouped by what they do, filled by autodoc from the package."""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import re
import textwrap
from functools import cache
from importlib import import_module
from typing import Any

import evalbook
from common import BUILD, SOURCES, link_names, owners, write

GROUPS = {
    "run": ("Run learners once", "The only code that fits: splits, predictions and scores, kept for every statistic."),
    "losses": ("Losses and metrics", "One number a case; lower is better unless it says otherwise."),
    "intervals": ("Intervals", "Functions that return an `Interval`."),
    "estimates": ("Estimates", "Functions that return an `Estimate`: a value, its standard error and its limits."),
    "tests": (
        "Tests",
        "Functions that return a `Comparison`: a statistic with its null distribution; the difference is always a - b.",
    ),
    "posteriors": (
        "Posteriors",
        "Functions that return a `Posterior`: the distribution of the difference a - b given the data.",
    ),
    "adjust": ("Several tests at once", "All pairs, corrections of p-values and post-hoc procedures."),
    "select": ("Selection", "Choosing a setting, and what the choice costs."),
    "simulate": ("Simulation", "Learners made of probabilities, rejection rates and coverage."),
    "plan": ("Plans", "How many cases, folds or data sets a question needs."),
    "report": ("Reports, guidance and the command line", "From a design to the methods that may be used on it."),
    "explore": ("Explorers", "Pictures with at most three controls, live in Jupyter."),
    "results": ("Results", "What the functions return, and what a degenerate case answers."),
    "more": ("More", "Everything else, by module."),
}
BY_ROOM = {
    **dict.fromkeys(("fitting", "evaluation", "designs", "distributions", "shortcuts"), "run"),
    **dict.fromkeys(("rates", "methods", "reporting", "command", "guidance", "files", "gates"), "report"),
    **dict.fromkeys(("explorers", "explore"), "explore"),
    **{room: room for room in ("simulate", "plan", "results")},
    **dict.fromkeys(("planning", "planning_algorithms", "more_data", "sequential"), "plan"),
    "real_learners": "simulate",
    "tables": "results",
    "measures": "losses",
    "selection": "select",
    "learning": "select",
    "decomposition": "select",
    "many_models": "adjust",
    "ranks": "adjust",
    "bayes": "posteriors",
    "generalization": "intervals",
}
BY_WORD = {"interval": "intervals", "estimate": "estimates", "adjust": "adjust", "draw": "simulate", "plan": "plan"}
BY_RETURN = {
    "Interval": "intervals",
    "Estimate": "estimates",
    "Comparison": "tests",
    "Equivalence": "tests",
    "Posterior": "posteriors",
}


def mechanism(name: str, thing: Any, room: str, returned: set[str]) -> str:
    "The group of a public name: what functions return; then by its first word, by what it returns, by its room."
    if name in returned or BY_ROOM.get(room) in ("explore", "results"):
        return "results" if name in returned and BY_ROOM.get(room) != "explore" else BY_ROOM[room]
    returns = returned_by(thing)
    return BY_WORD.get(name.split("_")[0]) or BY_RETURN.get(returns) or BY_ROOM.get(room) or "more"


def returned_by(thing: Any) -> str:
    "The return type of a function, as it is written."
    return str(getattr(thing, "__annotations__", {}).get("return", "")) if inspect.isfunction(thing) else ""


def refusals(thing: Any) -> list[str]:
    "What a function says it needs where it refuses: the first words of its calls of `fail`."
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    except (OSError, TypeError, SyntaxError):
        return []
    calls = (n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "fail" and n.args)
    said = []
    for needed in (call.args[0] for call in calls):
        parts = needed.values if isinstance(needed, ast.JoinedStr) else [needed]
        words = "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in parts)
        said += [words] if re.search(r"[a-z]{3}", words) else []
    return list(dict.fromkeys(said))[:4]


def relatives(name: str, thing: Any) -> list[str]:
    "What else to look at: the class that it returns, and its neighbours of the same kind in its chapter."
    groups, rooms = groups_of(), owners()
    near = [n for n in rooms if n != name and rooms[n] == rooms[name] and groups[n] == groups[name]]
    near.sort(key=lambda n: (n.split("_")[0] != name.split("_")[0], n))
    return [n for n in [returned_by(thing)] if n in rooms] + near[:5]


def stage_facts() -> str:
    "Example, refusals and relatives of every public name, for conf.py to put under its description; returns their hash."
    from examples import examples, place

    facts, found = {}, examples()
    for name, room in owners().items():
        thing, example = getattr(import_module(f"evalbook.{room}"), name), found.get(name)
        facts[name] = {
            "raises": refusals(thing),
            "see": [f"evalbook.{owners()[n]}.{n}" for n in relatives(name, thing)],
        }
        if example:
            facts[name] |= {"code": example.code, "output": shortened(example.output), "place": place(example)}
            facts[name]["setup"] = example.setup
    text = json.dumps(facts, ensure_ascii=False)
    write(BUILD / "facts.json", text)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def shortened(output: str) -> str:
    "The first lines of an output."
    lines = [line if len(line) <= 120 else f"{line[:117]}..." for line in output.split("\n")]
    return "\n".join(lines if len(lines) <= 16 else [*lines[:14], "..."])


def entry(name: str, thing: Any, room: str) -> str:
    "One name for autodoc; the fields of a named tuple are its parameters and not said twice."
    kind = "autoclass" if inspect.isclass(thing) else "autofunction" if inspect.isroutine(thing) else "autodata"
    option = {"autoclass": "\n   :members:", "autodata": "\n   :no-value:"}.get(kind, "")
    option += (
        f"\n   :exclude-members: {', '.join(thing._fields)}"
        if inspect.isclass(thing) and hasattr(thing, "_fields")
        else ""
    )
    return f"```{{eval-rst}}\n.. {kind}:: evalbook.{room}.{name}{option}\n```"


@cache
def groups_of() -> dict[str, str]:
    "The page of every public name."
    things = {name: getattr(import_module(f"evalbook.{room}"), name) for name, room in owners().items()}
    returned = {returned_by(thing) for thing in things.values()} - {"Evaluation"}
    return {name: mechanism(name, things[name], room.split(".")[1], returned) for name, room in owners().items()}


def stage_api() -> list[str]:
    "One page a mechanism and a table of them all, the front door first; returns the pages."
    things = {name: getattr(import_module(f"evalbook.{room}"), name) for name, room in owners().items()}
    members: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name, group in groups_of().items():
        members[group].append(name)
    made, state = [group for group in GROUPS if members[group]], stage_facts()
    for group in made:
        text = [f"% {state}", f"# {GROUPS[group][0]}", link_names(GROUPS[group][1])]
        text += [
            entry(name, things[name], owners()[name]) for name in sorted(members[group], key=lambda n: (owners()[n], n))
        ]
        write(SOURCES / "api" / f"{group}.md", "\n\n".join(text) + "\n")

    def listed(names):
        return ", ".join(link_names(f"`{name}`") for name in names if name in things)

    rows = [f"| [{GROUPS[group][0]}]({group}.md) | {listed(members[group])} |" for group in made]
    front_door = listed(dict.fromkeys(re.findall(r"`(\w+)`", evalbook.__doc__)))
    lead = "# The package by mechanism\n\nEverything that `from evalbook import ...` offers, grouped by what it does."
    table = "\n".join(["| mechanism | names |", "|---|---|", f"| **Front door** | {front_door} |", *rows])
    write(SOURCES / "api" / "index.md", f"{lead}\n\n{table}\n")
    return made
