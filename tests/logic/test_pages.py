"""The pages of techniques: made from the code, complete, and true."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from nonet.logic import TECHNIQUES, verify
from tests.logic.checks import assert_sound

ROOT = Path(__file__).parents[2]
MAKER = runpy.run_path(str(ROOT / "docs" / "techniques.py"))
EXAMPLES = MAKER["read_examples"]()


def test_the_pages_are_as_the_code_makes_them() -> None:
    for name, text in MAKER["pages"]().items():
        assert (ROOT / "docs" / "techniques" / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("row", TECHNIQUES, ids=lambda row: row.id)
def test_every_technique_has_an_example_and_its_step_is_proved(row) -> None:  # type: ignore[no-untyped-def]
    position = EXAMPLES[row.id]
    step = MAKER["example_step"](row, position)
    assert step.technique == row.id
    assert verify(position, step)
    assert_sound(position, [step])
