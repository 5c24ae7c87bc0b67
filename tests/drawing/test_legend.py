"""The legend: every sign on a board has a name in each language."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from nonet.drawing import scene_of_step
from nonet.drawing.legend import role_name
from nonet.drawing.render._text import _SIGNS
from nonet.logic import TECHNIQUES

GENERATOR = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "techniques.py"))


def test_every_role_in_the_examples_has_a_chinese_name() -> None:
    examples = GENERATOR["read_examples"]()
    steps = [(GENERATOR["example_step"](row, examples[row.id]), examples[row.id]) for row in TECHNIQUES]
    roles = {role for step, position in steps for role in scene_of_step(step, position).roles}
    assert len(roles) > 25
    roles |= {"conflict", "mistake", *_SIGNS}
    assert [role for role in sorted(roles) if re.search("[a-z]", role_name(role, "zh"))] == []
