"""The gallery shows the pictures that nonet draws now."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from nonet import count
from nonet.variants import RULES

DOCS = Path(__file__).parents[2] / "docs"


def test_the_pictures_in_the_gallery_are_up_to_date() -> None:
    made = dict(runpy.run_path(str(DOCS / "pictures.py"))["pictures"]())
    kept = {path.stem: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    assert set(made) == set(kept)
    assert [name for name in made if made[name] != kept[name]] == [], "run python docs/pictures.py"


def pictures_on(page: str) -> list[str]:
    return re.findall(r"\(pictures/([\w-]+)\.svg\)", (DOCS / page).read_text(encoding="utf-8"))


def test_every_picture_is_shown_once_in_a_gallery_or_in_a_lesson() -> None:
    pictures = {path.stem for path in (DOCS / "pictures").glob("*.svg")}
    lessons = [name for page in ("algorithms.md", "algorithms.zh.md") for name in pictures_on(page)]
    rules = {name for name in pictures if name.startswith("rule-")}
    steps = {name for name in pictures if not name.startswith(("lesson-", "rule-"))}
    assert sorted(pictures_on("gallery.md")) == sorted(steps)
    assert sorted(pictures_on("variants-gallery.md")) == sorted(rules)
    assert sorted(name for name in lessons if name.startswith("lesson-")) == sorted(pictures - steps - rules)


def test_the_gallery_of_rules_has_a_puzzle_of_each_kind_with_one_solution() -> None:
    gallery = runpy.run_path(str(DOCS / "variants.py"))
    puzzles = gallery["kept"]()
    assert list(puzzles) == list(RULES)
    assert [kind for kind, puzzle in puzzles.items() if kind not in {rule.type for rule in puzzle.rules}] == []
    assert [kind for kind, puzzle in puzzles.items() if count(puzzle) != 1] == []
    assert (DOCS / "variants-gallery.md").read_text(encoding="utf-8") == gallery["page"]()
