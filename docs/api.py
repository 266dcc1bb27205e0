"""The API pages: one a part, each public name described by autodoc from its docstring (numpydoc)."""

from __future__ import annotations

import inspect
import os
from importlib import import_module

import evalbook

from common import ROOT, SOURCES, chapters, link_names, owners, title, write

from book import homes  # tools/book.py

OWN = ":members:\n   :inherited-members: Exception, Result, Splitter, Table"  # and those of a page
MEMBERS = {"autoclass": OWN, "autofunction": "", "autodata": ":no-value:"}


def entry(name: str, room: str) -> str:
    "One name for autodoc."
    thing = getattr(import_module(f"evalbook.{room}"), name)
    kind = "autofunction" if callable(thing) else "autodata"
    kind = "autoclass" if inspect.isclass(thing) else kind
    said = f".. {kind}:: evalbook.{room}.{name}\n   {MEMBERS[kind]}"
    return f"```{{eval-rst}}\n{said}\n```"


def listed(names: list[str]) -> str:
    "Names as links to their entries."
    return ", ".join(link_names(f"`{name}`") for name in names)


def stage_api() -> None:
    "A page a part, its rooms in the order of the book, each with the way to its chapter; and a table of all names, the front first."
    pages: dict[str, list[str]] = {}
    for path in chapters().values():
        place = os.path.relpath(path, ROOT / "api")
        for room in homes(path):
            part = room.split(".")[0]
            said = import_module(f"evalbook.{part}").__doc__
            head = [f"# evalbook.{part}", said, f"`from evalbook.{part} import ...`"]
            names = sorted(name for name, owner in owners().items() if owner == room)
            entries = [entry(name, room) for name in names]
            about = [f"## {room}", f"Derived, proved and shown in [{title(path)}]({place})."]
            pages.setdefault(part, head).extend(about + entries if names else [])
    table = [
        "| import from | names |",
        "|---|---|",
        f"| **evalbook** | {listed(evalbook.__all__)} |",
    ]
    for part, text in pages.items():
        write(SOURCES / "api" / f"{part}.md", "\n\n".join(text) + "\n")
        names = [name for name, room in owners().items() if room.split(".")[0] == part]
        table.append(f"| [evalbook.{part}]({part}.md) | {listed(names)} |")
    lead = "The front is imported from `evalbook`, every other name from its part."
    write(
        SOURCES / "api" / "index.md", "\n".join(["# All functions\n", f"{lead}\n", *table]) + "\n"
    )
