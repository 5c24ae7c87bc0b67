"""Whole games, by keyboard alone and by touch alone, through a reload, a lost connection and a second tab."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import nonet
from tests.boards import INKALA, WIKIPEDIA
from tests.web.browser import PHONE, Player, needs_browser

pytestmark = [needs_browser, pytest.mark.slow]

LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
SIXTEEN = (
    "G.7.EA..34.9F.B.4...F.6B...8..5..D...1G..25E.4C3..5..3......8.7.18.7..A....CBDGF39..B.DG8.275A4.D.G....2..45..69"
    "...5C.3.F..B.......G..8.5..46.......6.9DBF1.2..78..2...3....GF..9CD.GB....A..E35.G.......5...C...6.D..B8..E..594"
    "72E.34.9.C.D..8G5...D6.F..81A7E2"
)
SYMBOLS = "123456789ABCDEFG"


def fill_row(player: Player, row: str, solution: str, number: int, *, by_touch: bool) -> None:
    """Enter the missing digits of a row."""
    size = len(row)
    if not by_touch:
        player.press("Control+Home", *["ArrowDown"] * number)
    for column, (given, digit) in enumerate(zip(row, solution, strict=True)):
        if by_touch and given == ".":
            player.page.tap(f"#board .cell[data-cell='{size * number + column}']")
            player.page.tap(f".key[data-digit='{SYMBOLS.index(digit) + 1}']")
        elif not by_touch:
            player.press(*([f"{digit}"] if given == "." else []), "ArrowRight")


@pytest.mark.parametrize("options", [LAPTOP, PHONE], ids=["keyboard", "touch"])
@pytest.mark.parametrize("puzzle", [WIKIPEDIA, INKALA, SIXTEEN], ids=["easy", "hard", "16x16"])
def test_nothing_is_lost_until_the_end(player: Player, options: dict[str, Any], puzzle: str) -> None:
    size = int(len(puzzle) ** 0.5)
    solution = str(nonet.solve(puzzle))
    page = player.open(f"#p={puzzle}")
    for row in range(size):
        if row == size // 4:
            page.reload()
            page.wait_for_selector("html[data-ready]")
        if row == size // 2:
            player.context.set_offline(True)
        if row == 3 * size // 4:
            player.context.set_offline(False)
            other = player.new_tab(f"#p={puzzle}")
            assert other.digits == player.digits
            other.page.close(run_before_unload=True)
            page.bring_to_front()
        part = slice(size * row, size * row + size)
        fill_row(player, puzzle[part], solution[part], row, by_touch=options is PHONE)
        assert player.digits == solution[: size * row + size] + puzzle[size * row + size :]
    expect(page.locator("#solved")).to_be_visible()
