"""Whole games, by keyboard alone and by touch alone, through a reload, a lost connection and a second tab."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import nonet
from tests.boards import INKALA, WIKIPEDIA
from tests.web.browser import PHONE, Player, needs_browser

pytestmark = [needs_browser, pytest.mark.slow]

LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}, "has_touch": True}
SIXTEEN = (
    "G.7.EA..34.9F.B.4...F.6B...8..5..D...1G..25E.4C3..5..3......8.7.18.7..A....CBDGF39..B.DG8.275A4.D.G....2..45..69"
    "...5C.3.F..B.......G..8.5..46.......6.9DBF1.2..78..2...3....GF..9CD.GB....A..E35.G.......5...C...6.D..B8..E..594"
    "72E.34.9.C.D..8G5...D6.F..81A7E2"
)
SYMBOLS = "123456789ABCDEFG"


PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board .cell, .key[data-digit]")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.dataset.cell ? `cell ${each.dataset.cell}` : `key ${each.dataset.digit}`, [x + width / 2, y + height / 2]];
}))"""
"""The middles of the cells and keys in the window, where a finger touches them."""


def fill_row(player: Player, row: str, solution: str, number: int, *, by_touch: bool) -> None:
    """Enter the missing digits of a row."""
    size = len(row)
    if by_touch:
        places = player.page.evaluate(PLACES)
        for column, (given, digit) in enumerate(zip(row, solution, strict=True)):
            if given == ".":
                player.page.touchscreen.tap(*places[f"cell {size * number + column}"])
                player.page.touchscreen.tap(*places[f"key {SYMBOLS.index(digit) + 1}"])
    else:
        player.press("Control+Home", *["ArrowDown"] * number)
        for given, digit in zip(row, solution, strict=True):
            player.press(*([digit] if given == "." else []), "ArrowRight")


@pytest.mark.parametrize("by_touch", [False, True], ids=["keyboard", "touch"])
@pytest.mark.parametrize("options", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("puzzle", [WIKIPEDIA, INKALA, SIXTEEN], ids=["easy", "hard", "16x16"])
def test_nothing_is_lost_until_the_end(player: Player, puzzle: str, by_touch: bool) -> None:
    size = int(len(puzzle) ** 0.5)
    solution = str(nonet.solve(puzzle))
    page = player.open(f"#p={puzzle}")
    for row in range(size):
        part = slice(size * row, size * row + size)
        if row == size // 4:
            page.reload()
            page.wait_for_selector("html[data-ready]")
        if row == size // 2:
            player.context.set_offline(True)
        if row == 3 * size // 4:
            player.context.set_offline(False)
            other = player.new_tab(f"#p={puzzle}")
            assert other.digits == player.digits
            fill_row(other, puzzle[part], solution[part], row, by_touch=by_touch)
            expect(page.locator(f"#board .cell[data-cell='{part.stop - 1}']")).not_to_be_empty()  # this tab follows
            other.page.close(run_before_unload=True)
            page.bring_to_front()
        else:
            fill_row(player, puzzle[part], solution[part], row, by_touch=by_touch)
        assert player.digits == solution[: part.stop] + puzzle[part.stop :]
    expect(page.locator("#solved")).to_be_visible()
    player.press("Escape")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert player.digits == solution
