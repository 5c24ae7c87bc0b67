"""Chinese texts use the terms of docs/glossary.md: one term for each concept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nonet.logic import TECHNIQUES, Level

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
HAN = re.compile(r"[一-鿿]")
SUFFIXES = {".css", ".html", ".js", ".md", ".py", ".svg", ".txt"}


def read_glossary() -> dict[str, list[tuple[str, str, list[str]]]]:
    """Return the rows by section: the English term, the Chinese term, and the words that must not be written."""
    sections: dict[str, list[tuple[str, str, list[str]]]] = {}
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = sections.setdefault(line.removeprefix("## "), [])
        elif line.startswith("| ") and not line.startswith(("| English |", "| --- |")):
            english, chinese, forbidden, _ = (cell.strip() for cell in line.strip("|").split("|"))
            rows.append((english, chinese, [word for word in forbidden.split("、") if word]))
    return sections


SECTIONS = read_glossary()
ROWS = [row for rows in SECTIONS.values() for row in rows]
TERMS = [chinese for _, chinese, _ in ROWS]
FORBIDDEN = [word for _, _, words in ROWS for word in words]


def chinese_texts() -> dict[str, str]:
    """Return every text with Chinese in the sources, the manual and the README, by its path."""
    files = [*ROOT.glob("*.md"), *(path for top in ("src", "docs") for path in (ROOT / top).rglob("*"))]
    found = {}
    for path in files:
        if path.suffix in SUFFIXES and path != GLOSSARY:
            text = path.read_text(encoding="utf-8")
            if HAN.search(text):
                found[str(path.relative_to(ROOT))] = text
    return found


TEXTS = chinese_texts()


def uses(word: str, text: str) -> list[int]:
    """Return the lines with a word, apart from terms of the glossary that contain it, as 候选数 contains 候选."""
    longer = sorted((term for term in TERMS if word in term), key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, [*longer, word])))
    lines = enumerate(text.splitlines(), 1)
    return [number for number, line in lines if any(match[0] == word for match in pattern.finditer(line))]


def test_a_forbidden_word_is_found_unless_it_is_a_part_of_a_term() -> None:
    assert uses("候选", "候选数\n候选最少\n候选数和候选") == [2, 3]
    assert uses("九宫", "九个宫\n九宫格\n九宫") == [3]
    assert uses("单元", "单元格强制链\n一个单元") == [2]


def test_the_texts_are_found() -> None:
    assert {
        "README.zh.md",
        "docs/commands.zh.md",
        "docs/algorithms.zh.md",
        "docs/techniques/fish.zh.md",
    } <= TEXTS.keys()
    assert {"src/nonet/logic/words/chinese.py", "src/nonet/web/static/js/text/zh.js"} <= TEXTS.keys()


@pytest.mark.parametrize("word", FORBIDDEN)
def test_no_text_uses_a_forbidden_word(word: str) -> None:
    places = [f"{name}:{line}" for name, text in TEXTS.items() for line in uses(word, text)]
    (term,) = (chinese for _, chinese, words in ROWS if word in words)
    assert not places, f"write {term} instead of {word}"


def test_every_concept_has_one_term_and_no_term_is_forbidden() -> None:
    english = [name for name, _, _ in ROWS]
    assert len(set(english)) == len(english)
    assert len(set(FORBIDDEN)) == len(FORBIDDEN)
    assert not set(TERMS) & set(FORBIDDEN)


@pytest.mark.parametrize("term", sorted(set(TERMS)))
def test_every_term_is_in_use(term: str) -> None:
    assert any(term in text for text in TEXTS.values())


def test_the_glossary_has_the_techniques_and_levels_of_the_code() -> None:
    assert [row[:2] for row in SECTIONS["Techniques"]] == [(each.title, each.chinese) for each in TECHNIQUES]
    assert [row[:2] for row in SECTIONS["Levels"]] == [(level.title, level.chinese) for level in Level]


def test_the_page_has_the_levels_of_the_code() -> None:
    page = TEXTS["src/nonet/web/static/js/text/zh.js"]
    for level in Level:
        assert f'level{level.title}: "{level.chinese}"' in page


def test_no_two_techniques_have_the_same_chinese_name() -> None:
    assert len({each.chinese for each in TECHNIQUES}) == len(TECHNIQUES)
    assert all(HAN.search(each.chinese) for each in TECHNIQUES)
