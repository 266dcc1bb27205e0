"""One letter, one thing: what docs/notation.md promises of the letters in the chapters."""

import json
import re

import pytest

from tools.book import ROOT, chapters, number

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
COUNTED = {  # a noun, and the letters that may count it
    "training cases": {"n", "n_1"},
    "test cases": {"n", "n_2"},
    "folds": {"k"},
    "splits": {"J"},
    "rounds": {"B"},
    "classes": {"K"},
    "clusters": {"G"},
    "repetitions": {"R"},
}
PHRASE = re.compile(
    r"\$([A-Za-z](?:_\{?\w+\}?)?)\$ (?:independent |outer |inner |disjoint )?(%s)\b"
    % "|".join(COUNTED)
)


def own_letters():
    "The letters that a chapter keeps for itself, by its number: the page's second table."
    for chapters_of, letters in re.findall(r"^\| ([\d., ]+) \| (\$.+?\$) \|", PAGE, flags=re.M):
        for chapter in chapters_of.split(", "):
            yield from ((chapter, letter) for letter in re.findall(r"\$(\w+)\$", letters))


def phrases(path):
    "The letters that stand before a counted noun in a chapter's text."
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            yield from PHRASE.findall("".join(cell["source"]))


@pytest.mark.parametrize("path", chapters(), ids=number)
def test_a_letter_counts_what_the_page_of_letters_says(path):
    own = {letter for chapter, letter in own_letters() if chapter == number(path)}
    others = [(letter, noun) for letter, noun in phrases(path) if letter not in COUNTED[noun] | own]
    assert not others


def test_the_page_names_every_reserved_letter():
    named = set(re.findall(r"\$(\w+)\$", PAGE))
    assert set().union(*COUNTED.values()) <= named
    found = [phrase for path in chapters() for phrase in phrases(path)]
    assert {noun for _, noun in found} >= {"folds", "splits", "test cases", "classes"}
