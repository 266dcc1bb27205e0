"""What a cell of a chapter needs before it: the statements above it that bind the names that it uses, and theirs in turn."""

from __future__ import annotations

import ast
import dis
from functools import cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from common import executed, owners

from book import flags, home  # tools/book.py


class Statement(NamedTuple):
    "One statement of a notebook: its code, the names that it binds or changes, and the names that it uses."

    code: str
    binds: frozenset[str]
    changes: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()


def root(node: ast.AST) -> str:
    "The name at the left end of `a`, `a.b` and `a[i]`."
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def used(code: CodeType, read: tuple[str, ...] = ("LOAD_NAME", "LOAD_GLOBAL")) -> set[str]:
    "The names of the notebook that compiled code reads, inside of its functions too."
    inner = [used(part, ("LOAD_GLOBAL",)) for part in code.co_consts if isinstance(part, CodeType)]
    return {i.argval for i in dis.get_instructions(code) if i.opname in read}.union(*inner)


def bound(code: CodeType) -> set[str]:
    "The names of the notebook that compiled code binds."
    return {i.argval for i in dis.get_instructions(code) if i.opname == "STORE_NAME"}


MUTATORS = {"append", "extend", "update", "add", "insert", "pop", "remove", "sort", "fill", "shuffle", "fit", "mkdir"}


def changed(node: ast.stmt) -> set[str]:
    "What a statement changes in place: `a.b = ...`, `a[i] = ...`, `a.append(...)`; a call that writes changes where it writes."
    nodes = list(ast.walk(node))
    places = (n for n in nodes if isinstance(n, (ast.Attribute, ast.Subscript)))
    found = {root(n) for n in places if isinstance(n.ctx, ast.Store)}
    for call in (n.value for n in nodes if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)):
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method in MUTATORS:
            found.add(root(call.func))
        elif method.startswith(("to_", "write_")):
            found |= {
                n.id for part in (call.func.value, *call.args[:1]) for n in ast.walk(part) if isinstance(n, ast.Name)
            }
    return found - {""}


def imported(node: ast.Import | ast.ImportFrom) -> list[Statement]:
    "An import, one name at a time."
    made = []
    for alias in node.names:
        name = (alias.asname or alias.name).split(".")[0]
        of = isinstance(node, ast.ImportFrom)
        one = ast.ImportFrom(node.module, [alias], node.level) if of else ast.Import([alias])
        made.append(Statement(ast.unparse(one), frozenset([name])))
    return made


def spelling(node: ast.stmt, lines: list[str]) -> str:
    "A statement as it is written; `ast.get_source_segment` would split the cell again for each."
    part = lines[node.lineno - 1 : node.end_lineno]
    part[-1] = part[-1].encode()[: node.end_col_offset].decode()
    part[0] = part[0].encode()[node.col_offset :].decode()
    return "\n".join(part)


def statement(node: ast.stmt, lines: list[str]) -> Statement:
    "One statement with its names; the loop variable of a loop is its own."
    compiled = compile(ast.Module([node], []), "<cell>", "exec")
    uses, binds = used(compiled), bound(compiled)
    own = binds if isinstance(node, (ast.For, ast.With, ast.Try)) else set()
    found = (binds, changed(node), uses - own)
    return Statement(spelling(node, lines), *map(frozenset, found))


def statements(code: str) -> list[Statement]:
    "The statements of a cell in their own spelling; checks and comments between them are left out."
    found, lines = [], code.split("\n")
    for node in ast.parse(code).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found += imported(node)
        elif not isinstance(node, ast.Assert):
            found.append(statement(node, lines))
    return found


def exported(cell) -> bool:
    "Whether a cell is a part of the module; its names are imported, not repeated."
    return bool({"export", "exporti"} & flags(cell.source).keys())


def of_module(one: Statement, room: str) -> list[Statement]:
    "What a part of the module binds, as imports."
    place = {name: f"evalbook{'' if name in owners() else '.' + room}" for name in one.binds}
    return [Statement(f"from {place[n]} import {n}", frozenset([n])) for n in one.binds]


@cache
def flow(path: Path) -> list[list[Statement]]:
    "The statements of a notebook, cell by cell."
    made = []
    for cell in executed(path).cells:
        found = statements(cell.source) if cell.cell_type == "code" else []
        if found and exported(cell):
            found = [s for one in found for s in ([one] if is_import(one.code) else of_module(one, home(path)))]
        made.append(found)
    return made


def is_import(line: str) -> bool:
    "Whether a statement is an import."
    return line.startswith(("import ", "from "))


def merged(lines: list[str]) -> list[str]:
    "Imports in order, those from one module in one line."
    plain, parts = [line for line in lines if line.startswith("import ")], {}
    for _, module, _, name in (line.split(" ", 3) for line in lines if line.startswith("from ")):
        parts.setdefault(module, []).append(name)
    return [*sorted(plain), *(f"from {module} import {', '.join(sorted(parts[module]))}" for module in sorted(parts))]


def before(path: Path, index: int, code: str) -> str:
    "The lines that a cell needs to run alone: imports, then what binds or changes the names that it uses."
    needed: set[str] = set()
    for one in reversed(statements(code)):
        needed = (needed - one.binds) | one.uses | one.changes
    kept = []
    for one in (s for cell in reversed(flow(path)[:index]) for s in reversed(cell)):
        if needed & (one.binds | one.changes):
            kept.append(one)
            needed = (needed - (one.binds - one.changes)) | one.uses
    lines = list(dict.fromkeys(one.code for one in reversed(kept)))
    return "\n".join([*merged([s for s in lines if is_import(s)]), *(s for s in lines if not is_import(s))])
