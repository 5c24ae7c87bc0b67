"""3D Medusa: an example of each rule, and what is true of all steps in many positions."""

from __future__ import annotations

import pytest

from tests.logic.checks import found
from tests.logic.positions import library, varied_positions

EXAMPLES = {
    "cell-and-house": (
        ":0000:x:+3+5+67+4+91+2+82+48+3+1+65+9+7+7+9+1+2+58+4+3+66+3..9.8.+2+81+9+5+6274+3.2.83.+9+6.9+8..2+3+67.163+9+7+5+2+84.+7+26+8.+3.+9:::",
        "443 466",
    ),
    "cell-both": (
        ":0000:x:+8+9+67+2.+1.+4.2+7+4186+9.4+1.+69.+7+2+8+6+7.8+3+94.29+4.5+7+2+8+6..82+1+4+69..7+5+9+2+8+134+6+2+3+8+9645..+16+4+35+7+28+9:::",
        "568",
    ),
    "cell-twice": (
        ":0000:x:+3.+6+4.91+522+49+15+6+83+7+51.+32.+9649+6+38..+4+2+5...+5+4+23+96+4+256+9371+86+9.2.+4+5+7+3.+5+2+7+3.+64+973+4+9+6+5+2+8+1:::",
        "712 815 833 736 745 146 851 852 153 753 873 175 181 886",
    ),
    "house-twice": (
        ":0000:x:+3+5+67+4+91+2+82+48+3+1+65+9+7+7+9+1+2+58+4+3+66+3..9.8.+2+81+9+5+6274+3.2.83.+9+6.9+8..2+3+67.163+9+7+5+2+84.+7+26+8.+3.+9:::",
        "543 144 148 561 166 569 573 474 179 491 196 598",
    ),
    "sees-both": (
        ":0000:x:.+5+67+491+8.+87.35..+4..+4...85+7.9+3+7+5..8+24+4+68+92+7+35+1+512+4+83+967+19+5+8+7.43.62+41+3+5+7+9+87+8+3.+9+4.+1+5:::",
        "626 239 639",
    ),
    "cell-emptied": (
        (
            ":0000:x:5+1.6+72.+49+7..+53+4+6.+1.4+6+9+1+87.+5+1..+8+2.97+48...4.+1.2+4+2..91..6+6+51+287+4+9+3974+15+32+6+8...4+6+95+1+7"
            ":352 353 363::"
        ),
        "822 923 642 343 546 952 656 392 893",
    ),
}


@pytest.mark.parametrize("variant", EXAMPLES)
def test_each_rule_finds_its_example(variant: str) -> None:
    line, expected = EXAMPLES[variant]
    eliminated = [
        " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in step.eliminations)
        for step in found(library(line), "3d-medusa")
        if step.variant == variant
    ]
    assert expected in eliminated


def test_one_color_is_true_and_the_other_false() -> None:
    steps = [(solution, step) for position, solution in varied_positions() for step in found(position, "3d-medusa")]
    assert len({step.variant for _, step in steps}) > 4
    for solution, step in steps:
        truth = [[solution[cell] == digit for cell, digit in color] for color in step.colors]
        assert sorted(set(row) for row in truth) in ([{False}, {True}], [{True}, {False}])


def test_a_false_color_comes_first_and_is_eliminated_completely() -> None:
    for position, solution in varied_positions():
        for step in found(position, "3d-medusa"):
            if step.variant in ("cell-twice", "house-twice", "cell-emptied"):
                assert set(step.eliminations) == set(step.colors[0])
                assert all(solution[cell] == digit for cell, digit in step.colors[1])
            else:
                colored = {candidate for color in step.colors for candidate in color}
                assert not colored & set(step.eliminations)


def test_a_cluster_of_one_digit_is_left_to_simple_colors() -> None:
    for position, _ in varied_positions():
        for step in found(position, "3d-medusa"):
            assert len(step.digits) > 1
            assert step.cells["pattern"] == sum({1 << cell for color in step.colors for cell, _ in color})
