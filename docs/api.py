"""The API pages: one a part, each public name described by autodoc from its docstring (numpydoc)."""

from __future__ import annotations

import inspect
import os
from importlib import import_module
from pathlib import Path

import evalbook
from common import NBS, SOURCES, chapters, link_names, owners, title, write

from book import homes  # tools/book.py

PARTS = [
    "run",
    "practice",
    "holdout",
    "bootstrap",
    "crossval",
    "selection",
    "models",
    "algorithms",
    "laboratory",
    "core",
]


def entry(name: str, room: str) -> str:
    "One name for autodoc."
    thing = getattr(import_module(f"evalbook.{room}"), name)
    if not callable(thing):
        return f"```{{eval-rst}}\n.. autodata:: evalbook.{room}.{name}\n   :no-value:\n```"
    kind = "autoclass" if inspect.isclass(thing) else "autofunction"
    members = "\n   :members:" if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: evalbook.{room}.{name}{members}\n```"


def listed(names: list[str]) -> str:
    "Names as links to their entries."
    return ", ".join(link_names(f"`{name}`") for name in names)


def stage_part(part: str) -> None:
    "The page of a part: its rooms in the order of the book, each with the way to its chapter."
    said = import_module(f"evalbook.{part}").__doc__
    text = [f"# evalbook.{part}", said, f"`from evalbook.{part} import ...`"]
    for room, path in ((r, p) for p in chapters().values() for r in homes(p)):
        names = sorted(name for name, owner in owners().items() if owner == room)
        if room.split(".")[0] == part and names:
            place = os.path.relpath(Path("nbs") / path.relative_to(NBS), "api")
            text += [f"## {room}", f"Derived, proved and shown in [{title(path)}]({place})."]
            text += [entry(name, room) for name in names]
    write(SOURCES / "api" / f"{part}.md", "\n\n".join(text) + "\n")


def stage_api() -> list[str]:
    "A page a part and a table of them all, the front first; returns the pages."
    for part in PARTS:
        stage_part(part)
    rows = [
        f"| [evalbook.{part}]({part}.md) | {listed([n for n, room in owners().items() if room.startswith(f'{part}.')])} |"
        for part in PARTS
    ]
    lead = (
        "# All functions\n\nThe front is imported from `evalbook`, every other name from its part."
    )
    table = "\n".join(
        [
            "| import from | names |",
            "|---|---|",
            f"| **evalbook** | {listed(evalbook.__all__)} |",
            *rows,
        ]
    )
    write(SOURCES / "api" / "index.md", f"{lead}\n\n{table}\n")
    return PARTS
