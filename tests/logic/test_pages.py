"""The pages in docs/techniques: generated from the code and the checklists, complete and correct."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from nonet.logic import TECHNIQUES, Technique, Words, verify
from tests.logic.checks import assert_sound

ROOT = Path(__file__).parents[2]
GENERATOR = runpy.run_path(str(ROOT / "docs" / "techniques.py"))
EXAMPLES = GENERATOR["read_examples"]()
FOLDER = ROOT / "docs" / "techniques"
LANGUAGES = GENERATOR["LANGUAGES"]
in_both_languages = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


@pytest.mark.slow
@in_both_languages
def test_the_pages_and_boards_are_up_to_date(language: Any) -> None:
    pages, boards = GENERATOR["pages"](language), GENERATOR["boards"](language)
    assert len(pages) == len(GENERATOR["FAMILIES"]) + 1
    for name, text in (pages | boards).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: run python docs/techniques.py"


def test_there_are_no_other_boards() -> None:
    known = {language.picture(row) for language in LANGUAGES for row in TECHNIQUES}
    assert {path.relative_to(FOLDER).as_posix() for path in (FOLDER / "boards").iterdir()} == known


def sections(language: Any) -> dict[str, str]:
    """Return the sections of all pages of a language, as they are in the files, by the id of the technique."""
    found: dict[str, str] = {}
    for page in GENERATOR["FAMILIES"]:
        text = (FOLDER / f"{page}{language.suffix}").read_text(encoding="utf-8")
        parts = re.split(r'<a id="([\w-]+)"></a>\n', text)[1:]
        found |= dict(zip(parts[::2], parts[1::2], strict=True))
    return found


@in_both_languages
def test_every_technique_has_a_board_an_explanation_and_a_checklist(language: Any) -> None:
    found = sections(language)
    assert set(found) == {row.id for row in TECHNIQUES}
    for row in TECHNIQUES:
        section, position = found[row.id], EXAMPLES[row.id]
        assert f"## {language.title(row)}\n" in section
        assert f"]({language.picture(row)})" in section
        assert (FOLDER / language.picture(row)).read_text(encoding="utf-8").startswith("<svg ")
        words = Words(position.grid.shape, language=language.code)
        assert all(str(line) in section for line in words.lines(GENERATOR["example_step"](row, position)))
        checklist = GENERATOR["read_checklists"](language.code)[row.id]
        assert all(f". {point}\n" in section for point in checklist.points)
        assert checklist.care in section


@in_both_languages
def test_a_checklist_has_three_to_five_points_and_says_when_to_take_care(language: Any) -> None:
    checklists = GENERATOR["read_checklists"](language.code)
    assert set(checklists) == {row.id for row in TECHNIQUES}
    for name, (points, care) in checklists.items():
        assert 3 <= len(points) <= 5, name
        end = ("。", "？") if language.code == "zh" else (".", "?")
        assert all(text.endswith(end) and "\n" not in text for text in (*points, care)), name
        assert all(bool(re.search("[一-鿿]", text)) == (language.code == "zh") for text in (*points, care)), name


def test_the_checklists_have_the_same_points_in_both_languages() -> None:
    english, chinese = (GENERATOR["read_checklists"](language.code) for language in LANGUAGES)
    assert {name: len(each.points) for name, each in english.items()} == {
        name: len(each.points) for name, each in chinese.items()
    }


def test_the_list_links_to_every_technique_from_easy_to_hard() -> None:
    for language in LANGUAGES:
        index = (FOLDER / f"README{language.suffix}").read_text(encoding="utf-8")
        links = re.findall(r"^\| \[([^\]]+)\]\(([\w-]+)[\w.]*#([\w-]+)\)", index, re.MULTILINE)
        assert [(title, name) for title, _, name in links] == [(language.title(row), row.id) for row in TECHNIQUES]


@pytest.mark.parametrize("row", TECHNIQUES, ids=lambda row: row.id)
def test_every_technique_has_an_example_with_a_proved_step(row: Technique) -> None:
    position = EXAMPLES[row.id]
    step = GENERATOR["example_step"](row, position)
    assert step.technique == row.id
    assert verify(position, step)
    assert_sound(position, [step])
