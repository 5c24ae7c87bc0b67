"""The pages in docs/techniques: generated from the code, complete and correct."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from nonet.logic import TECHNIQUES, Technique, verify
from tests.logic.checks import assert_sound

ROOT = Path(__file__).parents[2]
GENERATOR = runpy.run_path(str(ROOT / "docs" / "techniques.py"))
EXAMPLES = GENERATOR["read_examples"]()


@pytest.mark.slow
@pytest.mark.parametrize("language", GENERATOR["LANGUAGES"], ids=lambda language: language.code)
def test_the_pages_are_up_to_date(language: Any) -> None:
    pages = GENERATOR["pages"](language)
    assert len(pages) == len(GENERATOR["FAMILIES"]) + 1
    for name, text in pages.items():
        assert (ROOT / "docs" / "techniques" / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("row", TECHNIQUES, ids=lambda row: row.id)
def test_every_technique_has_an_example_with_a_proved_step(row: Technique) -> None:
    position = EXAMPLES[row.id]
    step = GENERATOR["example_step"](row, position)
    assert step.technique == row.id
    assert verify(position, step)
    assert_sound(position, [step])
