"""Keyboard, mouse and screen reader together: where the keys go, what is announced, and what stops the time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.boards import SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import Player, needs_browser

pytestmark = needs_browser


def live(player: Player) -> Locator:
    """Return the region whose texts screen readers announce."""
    return player.page.locator("#live")


def focused(page: Page) -> str:
    """Return the name of the element with the focus, after the browser has taken it from an element that is hidden."""
    found: str = page.evaluate(
        """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
            .then(() => document.activeElement.tagName)"""
    )
    return found


def seconds(player: Player) -> int:
    """Return the time that the page shows, in seconds."""
    minutes, rest = player.text("#clock").split(":")
    return 60 * int(minutes) + int(rest)


class TestKeysGoToTheBoard:
    def test_before_the_first_click(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("4")  # the first blank is selected
        assert player.label("r1c3") == "row 1 column 3, 4"
        player.press("ArrowRight", "Space", "2")
        assert player.label("r1c4") == "row 1 column 4, empty, corner marks 2"
        assert page.evaluate("scrollY") == 0

    @pytest.mark.parametrize(
        "button",
        ["#check", "#undo", "#restart", "#hint", "[data-mode=digit]", "#automatic", "#theme", ".key[data-digit='1']"],
    )
    def test_after_a_click_on(self, button: str, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("4")
        player.cell("r5c5").click()
        page.click(button)
        player.press("ArrowDown", "ArrowRight", "5")
        assert player.cell("r6c6").locator(".digit").inner_text() == "5"
        player.press("Space")
        assert page.get_attribute("[data-mode=corner]", "aria-checked") == "true"

    def test_after_another_view_and_after_a_dialog(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.click("[data-view=lab]")
        page.click("[data-view=play]")
        player.press("ArrowRight", "6")
        assert player.label("r1c4") == "row 1 column 4, 6"
        page.click("#open-help")
        player.press("Escape", "ArrowDown", "ArrowLeft", "7")
        assert player.label("r2c3") == "row 2 column 3, 7"

    def test_after_each_dialog(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.cell("r1c1").click()
        for column, button in enumerate(("new", "import", "share", "print", "open-settings", "open-help"), 2):
            page.click(f"#{button}")
            expect(page.locator("dialog[open]")).to_be_visible()
            player.press("Escape", "ArrowRight", "Alt+Digit2")
            assert player.label(f"r1c{column}").endswith("red"), button

    def test_the_focus_follows_a_hint_that_is_applied(self, player: Player) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        player.press("End", "h")
        page.wait_for_selector("#hint-text p")
        while page.is_visible("#hint-card"):
            player.press("h")
        assert page.locator("#board .selected").get_attribute("data-cell") == page.evaluate(
            "document.activeElement.dataset.cell"
        )

    def test_the_keypad_of_a_new_puzzle_has_digits(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("v")
        page.evaluate(f"location.hash = 'p={SEVENTEEN}'")
        expect(page.locator("#about")).to_contain_text("17 clues")
        player.press("2")
        assert player.label("r1c2").startswith("row 1 column 2, 2")

    def test_buttons_still_work_with_the_keyboard(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("4")
        page.focus("#undo")
        player.press("Space")
        assert player.digits == WIKIPEDIA
        page.focus("#theme")
        player.press("Enter")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.focus("[data-mode=digit]")
        player.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.mode") == "corner"


class TestScreenReader:
    def test_entries_marks_modes_and_refusals_are_announced(self, player: Player) -> None:
        player.open(f"#p={WIKIPEDIA}")
        for keys, text in (
            (["4"], "row 1 column 3, 4"),
            (["Control+z"], "row 1 column 3, empty"),
            (["Shift+Digit2"], "row 1 column 3, empty, corner marks 2"),
            (["Control+Digit4"], "row 1 column 3, empty, candidates 4"),
            (["Alt+Digit3"], "orange"),
            (["x"], "Corner"),
            (["z", "ArrowLeft", "9"], "A given cannot be changed."),
            (["Escape", "Escape", "9"], "Select a cell first."),
            (["ArrowRight", "4", "Shift+Digit1"], "A cell with a digit has no marks."),
            (["Control+a", "Alt+Digit1"], "81 cells changed"),
        ):
            player.press(*keys)
            expect(live(player)).to_contain_text(text)

    def test_the_focus_is_never_lost(self, player: Player) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        player.press("2")
        page.focus("#undo")
        player.press("Enter")  # nothing is left to undo, and the button is disabled
        assert focused(page) != "BODY"
        page.focus("#hint")
        player.press("Enter")
        page.wait_for_selector("#hint-text p")
        page.focus("#hint-close")
        player.press("Enter")
        assert focused(page) != "BODY"
        page.focus("#timer")
        player.press("Enter")
        page.focus("#resume")
        player.press("Enter")
        assert focused(page) != "BODY"
        player.explain()
        page.focus("#explain-last")
        player.press("Enter")
        assert page.is_disabled("#explain-last")
        assert focused(page) != "BODY"
        player.press("ArrowLeft")
        expect(page.locator("#explain-where")).to_have_text(re.compile(r"^(\d+) of \1$"))

    def test_the_focus_is_not_lost_by_the_mouse(self, player: Player) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        player.press("ArrowRight")
        page.click("#timer")
        assert page.evaluate("document.activeElement.id") == "resume"
        expect(live(player)).to_have_text("Paused")
        player.press("Enter")
        assert page.evaluate("document.activeElement.className").startswith("cell")
        for view in ("explain", "learn", "lab", "batch", "home"):
            page.click(f"[data-view={view}]")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate("document.activeElement.id") == f"view-{view}"
        page.click("[data-view=explain]")
        page.wait_for_selector("#steps button")
        player.press("ArrowRight")  # goes through the steps at once
        expect(page.locator("#explain-where")).to_have_text(re.compile("^1 of"))
        page.click("[data-view=play]")
        player.press("Space")
        assert page.get_attribute("[data-mode=corner]", "aria-checked") == "true"

    def test_every_text_of_the_chinese_page_is_chinese(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.click("#check")
        expect(page.locator("#message")).to_be_visible()
        page.click("#language")
        page.click("#new")
        page.wait_for_selector("#new-technique option[value=x-wing]", state="attached")
        player.press("Escape")
        texts = page.evaluate(
            """() => {
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                const found = [];
                while (walker.nextNode()) found.push(walker.currentNode.textContent);
                for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]"))
                    for (const name of ["aria-label", "title", "placeholder"]) found.push(each.getAttribute(name) ?? "");
                return found;
            }"""
        )
        foreign = {text.strip() for text in texts if re.search(r"[A-Za-z]{3,} [a-z]{2,}", text)}
        assert foreign == set()


class TestTime:
    def test_the_time_stands_still_in_dialogs_in_other_views_and_in_a_pause(self, timed_player: Player) -> None:
        timed_player.page.clock.install(time=0)
        page = timed_player.open(f"#p={WIKIPEDIA}")
        page.clock.pause_at(1000)
        start = seconds(timed_player)
        for begin, end in (
            ("#open-settings", "#settings-dialog .icon"),
            ("[data-view=explain]", "[data-view=play]"),
            ("#timer", "#resume"),
        ):
            page.click(begin)
            page.clock.run_for(60_000)
            page.click(end)
            page.clock.run_for(10_000)
        assert 29 <= seconds(timed_player) - start <= 31

    def test_undo_after_restart_restores_the_time(self, timed_player: Player) -> None:
        timed_player.page.clock.install(time=0)
        page = timed_player.open(f"#p={WIKIPEDIA}")
        timed_player.press("4")
        page.clock.pause_at(1000)
        before = seconds(timed_player)
        assert before > 900
        page.click("#restart")
        assert seconds(timed_player) == 0
        page.clock.run_for(5_000)
        timed_player.press("Control+z")
        assert before <= seconds(timed_player) <= before + 1
        assert timed_player.label("r1c3") == "row 1 column 3, 4"

    def test_nothing_can_be_entered_or_asked_in_a_pause(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("4")
        before = player.digits
        page.click("#timer")
        for key in ("Delete", "1", "Control+z", "h"):
            player.press(key)
            assert player.digits == before, key
        for button in (".key[data-digit='1']", "#undo", "#check", "#hint"):
            page.click(button, force=True)
            assert player.digits == before, button
        page.click("#resume")
        assert [url for url in player.requests if "/api/" in url] == []
        expect(page.locator("#hint-card")).not_to_be_visible()
        expect(page.locator("#message")).not_to_be_visible()

    def test_a_full_board_that_is_wrong_is_reported(self, player: Player) -> None:
        solution = WIKIPEDIA_SOLUTION
        page = player.open(f"#p={solution[:79]}..")
        player.press(solution[80], "ArrowRight", solution[79])
        expect(page.locator("#message")).to_contain_text("The board is full, but not solved")
        expect(page.locator("#solved")).not_to_be_visible()

    def test_colors_are_shown_without_numbers(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("Alt+Digit2", "v")
        assert player.cell("r1c3").evaluate("cell => cell.textContent + cell.innerHTML") == ""
        assert page.get_attribute(".key[data-digit='2']", "aria-label") == "red"
        paint = player.cell("r1c3").evaluate("cell => getComputedStyle(cell).backgroundImage")
        swatch = page.eval_on_selector(".key[data-digit='2'] .swatch", "key => getComputedStyle(key).backgroundColor")
        assert swatch in paint
