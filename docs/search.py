"""The search of the site: an index of its words, written by the build; docs/_static/search.js ranks in the browser as `rank` does here.

A page is ranked by where a word stands in it: in its title, in its *Also called* line, in its first sentences, in its headings, in its
prose. Code, formulas and outputs are not indexed. A query's words are joined by those that mean the same (evalbook/data/synonyms.txt).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import Any, Iterable

import nbformat
from common import DOCS, NBS, ROOT, notebooks, owners, plain_text, slug, title

from book import number, room  # tools/book.py

HOUSE = (
    "distributions",
    "counts",
    "judging",
    "sentences",
    "diagnosis",
    "pages",
)  # rooms that readers of code look for
WEIGHTS = {"title": 6.0, "also": 5.0, "lead": 3.0, "heading": 2.5, "text": 1.5}
KINDS = {
    "chapter": 1.0,
    "house": 0.7,
    "start": 0.7,
    "study": 0.5,
    "page": 0.45,
    "name": 0.4,
}  # what a reader wants first
PAIR, SYNONYM = (
    0.5,
    0.35,
)  # the weights of two words side by side, and of a word that the reader did not type
UNKNOWN = 500  # how rare a word is that stands nowhere, in hundredths
ENDINGS = (
    "ations ation ating ated ators ator ings ing ions ion ers er ies ied es ed ly s e y".split()
)
STOP = set(
    "a an and are as at be by can do does for from has have how i if in into is it its may me more much my no not of on or "
    "should so than that the their them then there these they this to use used using vs was we what when where which who "
    "why will with you your".split()
)


# --- words ------------------------------------------------------------------------------------------------------------


def stem(word: str) -> str:
    "A word without its ending."
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return re.sub(
                r"([bdgmnprt])\1$", r"\1", word[: -len(ending)]
            )  # bootstrapping, bootstrapped: bootstrap
    return word


def words(text: str) -> list[str]:
    "The stems of a text in order, without words that say nothing; `5x2cv`, `632` and `k-fold` are words."
    plain = re.sub(r"\bcross[ -]valid", "crossvalid", re.sub(r"['\u2019]s?\b", "", text.lower()))
    found = re.findall(r"[a-z0-9]+", plain)
    return [stem(word) for word in found if word not in STOP]


@cache
def table() -> list[str]:
    "The lines of evalbook/data/synonyms.txt that are no comments."
    return [
        line
        for line in (DOCS.parent / "evalbook/data/synonyms.txt").read_text().splitlines()
        if line and not line.startswith("#")
    ]


def synonyms() -> list[list[list[str]]]:
    "The groups of words that mean the same, each phrase as its stems."
    groups = ([words(phrase) for phrase in line.split(",")] for line in table() if ":" not in line)
    return [[phrase for phrase in group if phrase] for group in groups]


def also_called() -> dict[str, str]:
    "What else people call a chapter, besides its own *Also called* line."
    return dict(line.split(": ", 1) for line in table() if ":" in line)


def pairs(stems: list[str]) -> list[str]:
    "Every two neighbours as one word: `confidence interval` says more than its two words."
    return [f"{a} {b}" for a, b in zip(stems, stems[1:])]


def expanded(query: str, groups: list[list[list[str]]]) -> dict[str, float]:
    "The stems of a query with their weights: its own count 1, those of the same meaning less."
    own = words(query)
    found = dict.fromkeys(own, 1.0) | dict.fromkeys(pairs(own), PAIR)
    for group in groups:
        if any(own[i : i + len(phrase)] == phrase for phrase in group for i in range(len(own))):
            for word in (w for phrase in group for w in phrase):
                found.setdefault(word, SYNONYM)
    return found


# --- pages ------------------------------------------------------------------------------------------------------------


def prose(text: str) -> str:
    "Markdown without code, formulas, tags and labels."
    text = re.sub(r"^```.*?^```", " ", text, flags=re.M | re.S)
    text = re.sub(
        r"\$\$.*?\$\$|\$[^$\n]*\$|</?[a-zA-Z][^>]*>|^\([\w-]+\)=$", " ", text, flags=re.M | re.S
    )
    return plain_text(text.replace("_", " "))


def sections(cells: Iterable[str], stem: str) -> list[tuple[str, str, str]]:
    "The sections of a text: anchor, heading and prose; the first has no heading."
    found: list[list[str]] = [["", "", ""]]
    for text in cells:
        for piece in re.split(
            r"^(?=#{2,3} )", re.sub(r"^```.*?^```", " ", text, flags=re.M | re.S), flags=re.M
        ):
            head = re.match(r"#{2,3} +(.+)\n?", piece)
            if head:
                found.append([slug(f"sec {stem} {head[1]}"), plain_text(head[1]), ""])
            found[-1][2] += " " + prose(
                piece[head.end() :] if head else re.sub(r"^# .*", "", piece)
            )
    return [(anchor, heading, text.strip()) for anchor, heading, text in found]


def notebook_page(path: Path) -> dict[str, Any]:
    "What the index knows of a chapter, a study or a page of recipes."
    cells = [c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "markdown"]
    kind = (
        "start"
        if path.parent == NBS
        else "house"
        if number(path).startswith("9") or room(path) in HOUSE
        else "chapter"
    )
    called = re.search(r"\*Also called:?\*?:?\s*(.+)", "\n".join(cells))
    quote = re.search(r"^> *(.+)$", cells[0], flags=re.M)
    return {
        "address": f"{path.relative_to(ROOT).with_suffix('.html')}",
        "title": title(path) if path.stem != "index" else "The project",
        "kind": "study" if path.parent.name == "studies" else kind,
        "also": " ".join(
            [plain_text(called[1]) if called else "", also_called().get(room(path), "")]
        ),
        "lead": plain_text(quote[1]) if quote else "",
        "sections": sections(cells, path.stem),
    }


def recipe_pages(whole: dict[str, Any]) -> list[dict[str, Any]]:
    "Each recipe of the page of recipes as a page of its own, whose first words are *I have ..., I want ...*."
    return [
        whole
        | {
            "address": f"{whole['address']}#{anchor}",
            "title": heading,
            "lead": re.match(r"(.*? I want .*?\.)?", said)[0],
            "sections": [("", "", said)],
        }
        for anchor, heading, said in whole["sections"][1:]
    ]


def markdown_page(path: Path) -> dict[str, Any]:
    "What the index knows of a page of docs/."
    text = path.read_text()
    head = re.match(r"# +(.+)", text)
    parts = [("", heading, words) for _, heading, words in sections([text], path.stem)]
    return {
        "address": f"docs/{path.stem}.html",
        "title": head[1] if head else path.stem,
        "kind": "page",
        "also": "",
        "lead": "",
        "sections": parts,
    }


def name_page(name: str, room: str) -> dict[str, Any]:
    "What the index knows of a public name: the name, its words and its first sentence."
    from importlib import import_module

    thing = getattr(import_module(f"evalbook.{room}"), name)
    said = (getattr(thing, "__doc__", "") or "") if callable(thing) else ""
    return {
        "address": f"api/{room.partition('.')[0]}.html#evalbook.{room}.{name}",
        "title": name,
        "kind": "name",
        "also": "",
        "lead": re.split(r"\n\n|(?<=\.) ", said.strip())[0],
        "sections": [],
    }


def every_page() -> list[dict[str, Any]]:
    "All pages of the site, and every public name with the API page on which it stands."
    found = [notebook_page(path) for path in notebooks()]
    recipes = next(page for page in found if page["address"] == "nbs/recipes.html")
    found += recipe_pages(recipes)
    found += [
        markdown_page(path)
        for path in [*sorted(DOCS.glob("*.md")), ROOT / "CONTRIBUTING.md"]
        if path.stem != "index"
    ]
    return found + [name_page(name, room) for name, room in owners().items()]


# --- index and ranking ------------------------------------------------------------------------------------------------


def fields(page: dict[str, Any]) -> dict[str, list[str]]:
    "The stems of each field of a page."
    text = " ".join(said for _, _, said in page["sections"])
    headings = " ".join(heading for _, heading, _ in page["sections"])
    every = {"title": page["title"].replace("_", " "), "also": page["also"], "lead": page["lead"]}
    every["heading"] = headings
    short = {field: words(said) for field, said in every.items()}
    return {field: stems + pairs(stems) for field, stems in short.items()} | {"text": words(text)}


def index(pages: list[dict[str, Any]]) -> dict[str, Any]:
    "The weight of every word in every page, rounded, and the headings that a result can lead to."
    read = [fields(page) for page in pages]
    inside = Counter(word for page in read for word in set().union(*page.values()))
    mean = sum(len(page["text"]) for page in read) / sum(bool(page["text"]) for page in read)
    rare = {word: math.log(1 + (len(pages) - n + 0.5) / (n + 0.5)) for word, n in inside.items()}
    weights: dict[str, list[int]] = defaultdict(list)
    for i, (page, about) in enumerate(zip(read, pages)):
        counts = Counter(page["text"])
        for word in set().union(*page.values()):
            score = sum(
                w * (word in page[field])
                for field, w in WEIGHTS.items()
                if field in ("title", "also", "lead")
            )
            score += WEIGHTS["heading"] * min(page["heading"].count(word), 2) / 2
            often = counts[word] / (0.4 + 0.6 * len(page["text"]) / mean)
            score += WEIGHTS["text"] * 2.2 * often / (often + 1.2)
            if (value := round(10 * KINDS[about["kind"]] * score * rare[word])) > 1:
                weights[word] += [i, value]
    rows = [
        [
            p["address"],
            p["title"],
            shorten(p["lead"], 200, placeholder=" ..."),
            [[a, h] for a, h, _ in p["sections"] if a],
        ]
        for p in pages
    ]
    words = {word: [round(100 * rare[word]), *row] for word, row in sorted(weights.items())}
    constants = {
        "endings": ENDINGS,
        "stop": sorted(STOP),
        "pair": PAIR,
        "synonym": SYNONYM,
        "unknown": UNKNOWN,
    }
    return {"pages": rows, "weights": words, "synonyms": synonyms()} | constants


def script() -> str:
    "The index as a script, because a page that is opened from disk may not fetch."
    return f"const SEARCH = {json.dumps(index(every_page()), separators=(',', ':'), ensure_ascii=False)};\n"


def rank(query: str, found: dict[str, Any]) -> list[tuple[int, float]]:
    "The pages for a query, best first, with their scores: the words' weights, times the share of the query that a page has."
    asked = expanded(query, found["synonyms"])
    scores, has, total = defaultdict(float), defaultdict(float), 0.0
    for word, weight in asked.items():
        rare, *row = found["weights"].get(word, [UNKNOWN])
        total += rare if weight == 1 else 0.0
        for i, value in zip(row[::2], row[1::2]):
            scores[i] += weight * value
            has[i] += rare if weight == 1 else 0.0
    exact = {i: 1000.0 for i, page in enumerate(found["pages"]) if page[1] == query.strip()}
    final = {
        i: score * (0.25 + 0.75 * has[i] / (total or 1.0)) + exact.get(i, 0.0)
        for i, score in scores.items()
    }
    return sorted(final.items(), key=lambda pair: (-pair[1], pair[0]))
