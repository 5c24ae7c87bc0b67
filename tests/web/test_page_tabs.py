"""The page in two tabs, and links to games in progress: nothing that a player has entered is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA
from tests.web.browser import Player, needs_browser
from tests.web.service import Service
from tests.web.test_page_variants import PUZZLES, cell, put_digit, start

pytestmark = needs_browser

CAN_BE_DEAF = """for (const name of ["storage", "visibilitychange", "pageshow"])
  addEventListener(name, (event) => window.isDeaf && event.stopImmediatePropagation(), true);"""
"""A tab with `isDeaf` misses the changes of others, as one that the system has frozen. Run before the page's scripts:
listeners on the window are called in the order in which they were added."""
DEAF = "isDeaf = true"


@pytest.fixture
def deaf_player(new_context: Callable[..., BrowserContext], service: Service) -> Iterator[Player]:
    """A player whose tabs can be made deaf."""
    with new_context() as context:
        context.add_init_script(CAN_BE_DEAF)
        player = Player(context, service.address)
        yield player
        player.leave()


def enter(player: Player, cell: str, digit: str) -> None:
    """Enter a digit with mouse and keyboard."""
    player.cell(cell).click()
    player.press(digit)


class TestTwoTabs:
    def test_a_tab_that_is_left_does_not_overwrite_another_one(self, player: Player) -> None:
        player.open(f"#p={WIKIPEDIA}")
        other = player.new_tab(f"#p={WIKIPEDIA}")
        enter(other, "r1c3", "4")
        after = other.digits
        other.page.close(run_before_unload=True)
        player.open(f"#p={WIKIPEDIA}")  # leaves the first tab, which showed the game without the digit
        assert player.digits == after

    def test_a_tab_that_missed_the_change_does_not_overwrite_it(self, deaf_player: Player) -> None:
        deaf_player.open(f"#p={WIKIPEDIA}").evaluate(DEAF)
        other = deaf_player.new_tab(f"#p={WIKIPEDIA}")
        enter(other, "r1c3", "4")
        after = other.digits
        other.page.close(run_before_unload=True)
        deaf_player.open(f"#p={WIKIPEDIA}")
        assert deaf_player.digits == after

    def test_tabs_with_the_same_game_follow_each_other(self, player: Player) -> None:
        player.open(f"#p={WIKIPEDIA}")
        other = player.new_tab(f"#p={WIKIPEDIA}")
        enter(player, "r1c3", "4")
        expect(other.cell("r1c3")).to_have_text("4")
        expect(other.page.locator("#message")).to_contain_text("Another tab")
        enter(other, "r1c4", "6")
        expect(player.cell("r1c4")).to_have_text("6")
        player.press("Control+z", "Control+z")
        expect(other.cell("r1c3")).to_have_text("")
        assert player.digits == WIKIPEDIA

    def test_two_changes_at_the_same_time_are_both_kept(self, deaf_player: Player) -> None:
        player = deaf_player
        player.open(f"#p={WIKIPEDIA}").evaluate(DEAF)
        other = player.new_tab(f"#p={WIKIPEDIA}")
        enter(other, "r1c3", "4")
        enter(player, "r1c4", "6")
        assert player.digits.startswith("53.67")
        player.press("Control+z")
        assert player.digits == other.digits
        assert player.digits.startswith("534.7")
        player.press("Control+z")
        assert player.digits == WIKIPEDIA

    def test_tabs_with_different_games_do_not_touch_each_other(self, player: Player) -> None:
        player.open(f"#p={WIKIPEDIA}")
        other = player.new_tab(f"#p={INKALA}")
        enter(player, "r1c3", "4")
        enter(other, "r1c2", "1")
        mine, theirs = player.digits, other.digits
        assert (mine[:3], theirs[:3]) == (f"{WIKIPEDIA[:2]}4", f"{INKALA[0]}1{INKALA[2]}")
        for each in (player, other):
            each.page.reload()
            each.page.wait_for_selector("html[data-ready]")
        assert (player.digits, other.digits) == (mine, theirs)

    def test_settings_are_shared(self, player: Player) -> None:
        player.open()
        other = player.new_tab()
        player.page.click("#language")
        expect(other.page.locator("html")).to_have_attribute("lang", "zh-Hans")
        other.page.click("#theme")
        expect(player.page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(player.page.locator("html")).to_have_attribute("lang", "zh-Hans")


class TestTwoTabsWithRules:
    def test_tabs_with_the_same_puzzle_follow_each_other(self, player: Player) -> None:
        page = start(player, PUZZLES["killer"])
        other = player.new_tab("#variant").page
        put_digit(page, 1, "4")
        expect(other.locator(cell(other, 1))).to_have_text("4")
        expect(other.locator("#variant-message")).to_contain_text("Another tab")
        put_digit(other, 2, "1")
        expect(page.locator(cell(page, 2))).to_have_text("1")
        page.click("#variant-undo")
        expect(other.locator(cell(other, 2))).to_have_text("")

    def test_a_tab_that_missed_changes_loses_none(self, deaf_player: Player) -> None:
        page = start(deaf_player, PUZZLES["killer"])
        page.evaluate(DEAF)
        other = deaf_player.new_tab("#variant").page
        put_digit(other, 1, "4")
        put_digit(page, 2, "1")
        assert page.inner_text(cell(page, 1)) == ""
        page.click("#variant-undo")
        expect(page.locator(cell(page, 1))).to_have_text("4")
        expect(page.locator(cell(page, 2))).to_have_text("")

    def test_a_tab_that_missed_changes_does_not_overwrite_them_when_it_is_left(self, deaf_player: Player) -> None:
        start(deaf_player, PUZZLES["killer"]).evaluate(DEAF)
        other = deaf_player.new_tab("#variant").page
        put_digit(other, 1, "4")
        other.close(run_before_unload=True)
        page = deaf_player.open("#variant")
        expect(page.locator(cell(page, 1))).to_have_text("4")

    def test_tabs_with_different_puzzles_do_not_touch_each_other(self, player: Player) -> None:
        page = start(player, PUZZLES["killer"])
        other = start(player.new_tab(), PUZZLES["thermo"])
        put_digit(page, 1, "4")
        put_digit(other, 0, "1")
        for each, index, digit in ((page, 1, "4"), (other, 0, "1")):
            each.reload()
            each.wait_for_selector("html[data-ready]")
            expect(each.locator(cell(each, index))).to_have_text(digit)


class TestLinks:
    def test_a_link_to_a_game_in_progress_offers_to_continue_it(self, player: Player) -> None:
        player.open(f"#p={WIKIPEDIA}")
        enter(player, "r1c3", "4")
        after = player.digits
        page = player.open(f"#p={WIKIPEDIA}")
        assert player.digits == after
        expect(page.locator("#message")).to_contain_text("You have started this puzzle: 1 of 51 cells")
        page.click("#message button >> text=Continue")
        assert player.digits == after
        page = player.open(f"#p={WIKIPEDIA}")
        page.click("#message button >> text=Start over")
        assert player.digits == WIKIPEDIA
        player.press("Control+z")
        assert player.digits == after

    def test_a_link_carries_digits_marks_and_colors(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}&l=Easy")
        enter(player, "r1c3", "4")
        player.cell("r1c4").click()
        player.press("Shift+Digit2", "Shift+Digit6", "Control+Digit6", "Alt+Digit5")
        player.cell("r1c1").click()
        player.press("Alt+Digit1")
        page.click("#share")
        assert "&m=" not in page.input_value("#share-link")
        page.check("#share-own")
        link = page.input_value("#share-link")
        assert len(link) - len(f"{player.address}/#p={WIKIPEDIA}&l=Easy&m=") < 20
        labels = player.labels
        player.press("Escape")
        page.evaluate("localStorage.clear()")
        player.open(link[len(player.address) + 1 :])
        assert player.labels == labels
        assert "&m=" not in page.url  # a reload does not set the position again
        enter(player, "r1c4", "6")
        mine = player.labels
        player.open(link[len(player.address) + 1 :])
        assert player.labels == labels
        expect(page.locator("#message")).to_contain_text("Undo returns to yours")
        player.press("Control+z")
        assert player.labels == mine

    def test_a_link_with_damaged_marks_shows_a_message(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}&m=!")
        expect(page.locator("#message")).to_contain_text("The link does not contain a puzzle")

    def test_an_imported_link_has_its_digits_and_marks(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        enter(player, "r1c3", "4")
        page.click("#share")
        page.check("#share-own")
        link = page.input_value("#share-link")
        player.press("Escape")
        player.open(f"#p={INKALA}")
        page.evaluate(f"localStorage.removeItem('nonet.game.3x3.{WIKIPEDIA}')")
        page.click("#import")
        page.fill("#import-input", f"Look: {link}")
        page.click("#import-found .found-one button")
        assert player.label("r1c3") == "row 1 column 3, 4"

    def test_a_reload_continues_without_a_question(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        enter(player, "r1c3", "4")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#message")).not_to_be_visible()

    def test_a_link_in_the_address_bar_keeps_both_games(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        enter(player, "r1c3", "4")
        first = player.digits
        page.evaluate(f"location.hash = 'p={SEVENTEEN}'")
        expect(page.locator("#about")).to_contain_text("17 clues")
        enter(player, "r1c2", "2")
        page.evaluate(f"location.hash = 'p={WIKIPEDIA}'")
        expect(page.locator("#about")).to_contain_text("30 clues")
        assert player.digits == first
        expect(page.locator("#message")).to_contain_text("You have started this puzzle")

    def test_games_of_an_earlier_version_are_continued(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        cells = ", ".join("[4, 0, null, 0]" if cell == 2 else "0" for cell in range(81))
        board = f"{{box: [3, 3], puzzle: '{WIKIPEDIA}', setting: false, cells: [{cells}]}}"
        past = "[{cells: [[2, [0, 0, null, 0], [4, 0, null, 0]]]}]"
        record = f"{{version: 1, board: {board}, past: {past}, future: [], elapsed: 65000}}"
        page.evaluate(f"localStorage.setItem('nonet.game.3x3.{WIKIPEDIA}', JSON.stringify({record}))")
        player.open(f"#p={WIKIPEDIA}")
        assert player.cell("r1c3").inner_text() == "4"
        assert player.text("#clock").startswith("1:0")
        player.press("Control+z")
        assert player.digits == WIKIPEDIA
