"""The page in a real browser: playing, undo, stored games, import."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import nonet
from nonet.formats import FORMATS
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import PHONE, Player, needs_browser

pytestmark = needs_browser


class TestPlaying:
    def test_a_puzzle_can_be_solved_with_the_keyboard_alone(self, player: Player) -> None:
        page = player.open()
        player.press("Tab", "Enter")  # the first link skips to the board
        for row in range(9):
            player.press("Control+Home", *["ArrowDown"] * row)
            for digit in WIKIPEDIA_SOLUTION[9 * row : 9 * row + 9]:
                player.press(digit, "ArrowRight")
        assert player.digits == WIKIPEDIA_SOLUTION
        expect(page.locator("#solved")).to_be_visible()
        expect(page.locator("#live")).to_contain_text("Solved in")

    @pytest.mark.parametrize("options", [PHONE])
    def test_a_puzzle_can_be_solved_by_touch_alone(self, player: Player) -> None:
        puzzle = "1.....2..3.....4"
        page = player.open(f"#p={puzzle}")
        for cell, (given, digit) in enumerate(zip(puzzle, str(nonet.solve(puzzle)), strict=True)):
            if given == ".":
                page.tap(f"#board .cell[data-cell='{cell}']")
                page.tap(f".key[data-digit='{digit}']")
        expect(page.locator("#solved")).to_be_visible()

    @pytest.mark.parametrize("options", [PHONE])
    def test_buttons_are_large_enough_for_touch_and_nothing_is_cut_off(self, player: Player) -> None:
        page = player.open()
        sizes = page.eval_on_selector_all(
            "#view-play button, header button",
            """all => all.filter(each => each.checkVisibility())
                         .map(each => [each.id || each.className, each.offsetWidth, each.offsetHeight])""",
        )
        assert [size for size in sizes if min(size[1:]) < 44] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_delete_clears_digits_then_marks_then_colors(self, player: Player) -> None:
        player.open()
        player.cell("r1c3").click()
        player.press("Shift+Digit1", "Shift+Digit2", "Control+Digit4", "Alt+Digit3")
        assert player.label("r1c3") == "row 1 column 3, empty, candidates 4, corner marks 1 2, orange"
        player.press("4", "Delete")
        assert player.label("r1c3").startswith("row 1 column 3, empty, candidates 4")
        player.press("Delete")
        assert player.label("r1c3") == "row 1 column 3, empty, orange"
        player.press("Backspace")
        assert player.label("r1c3") == "row 1 column 3, empty"

    def test_letters_and_space_change_the_mode(self, player: Player) -> None:
        page = player.open()
        player.cell("r1c3").click()
        for key, label in (("x", "corner marks 2"), ("c", "candidates 2, corner marks 2")):
            player.press(key, "2")
            assert player.label("r1c3") == f"row 1 column 3, empty, {label}"
        player.press("z", "Space")
        assert page.get_attribute("[data-mode=corner]", "aria-checked") == "true"

    def test_selecting_several_cells(self, player: Player) -> None:
        page = player.open()
        player.cell("r1c1").dblclick()
        assert page.locator("#board [aria-selected=true]").count() == WIKIPEDIA.count("5")
        boxes = [player.cell(name).bounding_box() for name in ("r1c3", "r1c4", "r2c4")]
        page.mouse.move(0, 0)
        for step, box in enumerate(boxes):
            assert box
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if not step:
                page.mouse.down()
        page.mouse.up()
        player.cell("r9c1").click(modifiers=["Control"])
        player.press("x", "2")
        marked = [label for label in player.labels if "corner marks 2" in label]
        assert marked == [
            f"row {row} column {column}, empty, corner marks 2" for row, column in ((1, 3), (1, 4), (9, 1))
        ]
        player.press("Control+a")
        assert page.locator("#board [aria-selected=true]").count() == 81
        player.press("Escape")
        assert page.locator("#board [aria-selected=true]").count() == 0

    @pytest.mark.parametrize("options", [PHONE])
    def test_a_long_press_adds_to_the_selection(self, player: Player) -> None:
        page = player.open()
        page.tap("#board .cell[data-cell='2']")
        player.cell("r5c5").dispatch_event("pointerdown", self._touch(player))
        page.wait_for_timeout(600)
        player.cell("r5c5").dispatch_event("pointerup", {"bubbles": True, "pointerType": "touch"})
        assert page.locator("#board [aria-selected=true]").count() == 2

    @staticmethod
    def _touch(player: Player) -> dict[str, Any]:
        box = player.cell("r5c5").bounding_box()
        assert box
        where = {"clientX": box["x"] + 9, "clientY": box["y"] + 9}
        return {"bubbles": True, "cancelable": True, "pointerType": "touch", "button": 0, **where}

    def test_givens_cannot_be_changed_and_conflicts_are_announced(self, player: Player) -> None:
        player.open()
        player.cell("r1c1").click()
        player.press("9", "Delete")
        assert player.label("r1c1") == "row 1 column 1, 5, given"
        assert player.cell("r1c1").get_attribute("aria-readonly") == "true"
        player.cell("r1c3").click()
        player.press("5")
        assert player.label("r1c3") == "row 1 column 3, 5, conflict"
        assert player.label("r1c1") == "row 1 column 1, 5, given, conflict"
        assert player.cell("r1c3").get_attribute("aria-invalid") == "true"
        expect(player.page.locator("#live")).to_contain_text("2 cells are in conflict")

    def test_check_compares_with_the_solution(self, player: Player) -> None:
        page = player.open()
        player.cell("r1c3").click()
        player.press("4")
        page.click("#check")
        expect(page.locator("#message")).to_have_text("Everything is correct so far.")
        player.press("2")
        page.click("#check")
        expect(page.locator("#message")).to_have_text("Wrong digits: 1, marked on the board.")
        assert player.label("r1c3") == "row 1 column 3, 2, wrong"

    def test_automatic_candidates(self, player: Player) -> None:
        page = player.open()
        page.check("#automatic")
        position = nonet.Position(WIKIPEDIA)
        blanks = [cell for cell in range(81) if not position.grid[cell]]
        shown = [player.labels[cell].rpartition("candidates ")[2] for cell in blanks]
        assert shown == [" ".join(map(str, sorted(position.candidates(cell)))) for cell in blanks]
        player.cell("r1c3").click()
        player.press("Control+Digit1", "ArrowRight", "2")
        assert player.label("r1c3") == "row 1 column 3, empty, candidates 4"

    def test_a_pause_hides_the_board_and_the_timer_can_be_switched_off(self, player: Player) -> None:
        page = player.open()
        page.click("#timer")
        expect(player.cell("r1c1")).not_to_be_visible()
        clock = player.text("#clock")
        page.wait_for_timeout(1100)
        assert player.text("#clock") == clock
        page.click("#resume")
        expect(player.cell("r1c1")).to_be_visible()
        page.click("#open-settings")
        page.uncheck("#setting-timer")
        player.press("Escape")
        expect(page.locator("#timer")).not_to_be_visible()

    def test_boards_of_other_sizes(self, player: Player) -> None:
        page = player.open()
        small = [("1.....2..3.....4", "r1c2", "4"), ("1.2.4........6.4.1......2.5.14......", "r1c2", "6")]
        for puzzle, where, digit in [*small, (144 * ".", "r1c1", "C"), (256 * ".", "r1c1", "G")]:
            size = int(len(puzzle) ** 0.5)
            page.evaluate("fragment => { location.hash = fragment }", f"p={puzzle}")
            expect(page.locator("#board .cell")).to_have_count(len(puzzle))
            player.cell(where, size).click()
            player.press(digit.lower())
            assert player.digits.count(digit) == puzzle.count(digit) + 1
            assert page.locator(".key[data-digit]").count() == size


class TestHistory:
    def test_undo_and_redo_work_after_a_reload(self, player: Player) -> None:
        page = player.open()
        start = player.labels
        player.cell("r1c3").click()
        player.press("4", "ArrowRight", "Shift+Digit2", "Control+Digit6", "Alt+Digit5", "ArrowDown", "7", "Delete")
        page.click("#restart")
        page.click("#import")
        page.fill("#import-input", SEVENTEEN)
        page.click("#import-found button")
        player.press("ArrowRight", "6")
        end = player.labels
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert player.labels == end
        while page.is_enabled("#undo"):
            player.press("Control+z")
        assert player.labels == start
        while page.is_enabled("#redo"):
            player.press("Control+y")
        assert player.labels == end

    def test_a_link_contains_the_puzzle_and_does_not_send_it(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        assert player.digits == INKALA
        page.click("#share")
        assert page.input_value("#share-link") == f"{player.address}/#p={INKALA}"
        assert [url for url in player.requests if "/api/" in url] == []

    def test_a_link_without_a_puzzle_shows_a_message(self, player: Player) -> None:
        player.open("#p=123")
        assert "The link does not contain a puzzle" in player.text("#message")
        assert player.digits == WIKIPEDIA

    def test_language_and_theme_are_stored(self, player: Player) -> None:
        page = player.open()
        page.click("#language")
        page.click("#theme")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert page.get_attribute("html", "data-theme") == "dark"
        assert page.get_attribute("html", "lang") == "zh-Hans"
        assert player.label("r1c3") == "第 1 行第 3 列，空格"


class TestImport:
    def test_all_formats_that_nonet_writes(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        for form in [name for name, each in FORMATS.items() if each.can_write]:
            page.click("#import")
            page.fill("#import-input", nonet.write(nonet.Grid(WIKIPEDIA), format=form))
            expect(page.locator("#import-found")).to_contain_text("9×9 · 30 clues")
            expect(page.locator("#import-found")).to_contain_text("unique solution")
            page.click("#import-found button")
            assert player.digits == WIKIPEDIA, form
            player.press("Control+z")
            assert player.digits == INKALA

    def test_candidates_are_imported(self, player: Player) -> None:
        position = nonet.Position(WIKIPEDIA).eliminate("r1c3", 1)
        page = player.open()
        page.click("#import")
        page.fill("#import-input", nonet.write(position, format="pencilmarks"))
        page.click("#import-found button")
        assert player.label("r1c3") == "row 1 column 3, empty, candidates 2 4"

    def test_an_error_names_its_place(self, player: Player) -> None:
        page = player.open()
        page.click("#import")
        page.fill("#import-input", f"55{WIKIPEDIA[2:]}")
        expect(page.locator("#import-found")).to_contain_text("r1c1 and r1c2 are both 5")
        page.fill("#import-input", WIKIPEDIA[:80])
        expect(page.locator("#import-message")).to_contain_text("80")

    def test_a_puzzle_can_be_typed_in(self, player: Player) -> None:
        page = player.open()
        page.click("#import")
        page.click("[data-size='4']")
        for digit in "1.....2..3.....4":
            player.press(digit.replace(".", "0"), "ArrowRight")
            if player.page.evaluate("document.activeElement.dataset.cell % 4 === 0"):
                player.press("ArrowDown")
        page.click("#fix")
        expect(page.locator("#about")).to_contain_text("4×4 · 4 clues · unique solution")
        assert player.cell("r1c1", 4).get_attribute("aria-readonly") == "true"
