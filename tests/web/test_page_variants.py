"""Puzzles with rules in a real browser: imported from links, drawn, played, and checked rule by rule."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import nonet
from nonet import Puzzle
from nonet.variants import Thermo
from nonet.web.rule_styles import STYLE_SHEET, styled
from tests.boards import WIKIPEDIA
from tests.web.browser import PHONE, Player, needs_browser
from tests.web.test_page_layout import IN_VIEW, SIDEWAYS, in_view

pytestmark = needs_browser

PUZZLES = {
    "killer": (
        "....3...........\nkiller 4: r1c1 r2c1\nkiller 5: r1c2 r1c3\nkiller 5: r2c2 r2c3\n"
        "killer 6: r3c1 r4c1\nkiller 5: r3c2 r3c3\nkiller 3: r4c3 r4c4"
    ),
    "thermo": "...........3....\nthermo: r4c4-r4c1\nthermo: r1c1-r1c3",
    "arrow": "....3......3...1\narrow: r2c2 = r1c1 r2c1\narrow: r4c1 = r4c3 r3c2 r4c4",
    "jigsaw": "...........124..\nregions: AABB ACCB ACCB DDDD",
}
"""Puzzles of our own, each with one solution."""


def link_to(name: str, site: str = "https://www.f-puzzles.com/?load=") -> str:
    """Return the link to a puzzle."""
    link = nonet.write(Puzzle.parse(PUZZLES[name]), format="fpuzzles").strip()
    return link.replace("https://www.f-puzzles.com/?load=", site)


def cell(page: Page, index: int) -> str:
    """Return the selector of a cell."""
    return f"#variant-board .cell[data-cell='{index}']"


def start(player: Player, text: str) -> Page:
    """Open the page, import a text, and open its puzzle."""
    return go_on(player.open("#play"), text)


def go_on(page: Page, text: str) -> Page:
    """Import a text in any view, and open its puzzle."""
    page.eval_on_selector("#import", "button => button.click()")
    page.fill("#import-input", text)
    expect(page.locator("#import-found")).to_contain_text("unique solution")
    page.click("#import-found button.primary")
    expect(page.locator("#view-variant")).to_be_visible()
    return page


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_is_imported_from_a_link_and_solved(player: Player, name: str) -> None:
    puzzle = Puzzle.parse(PUZZLES[name])
    solution = nonet.solve(puzzle)
    page = start(
        player, link_to(name, "https://sudokupad.app/fpuz" if name == "arrow" else "https://f-puzzles.com/?load=")
    )
    rules = page.locator("#variant-rules")
    for rule in puzzle.rules:
        expect(rules).to_contain_text(rule.words())
        if rule.type != "regions":
            assert page.locator(f"#variant-holder .rule-{rule.type} title").count() >= 1
    expect(rules).to_contain_text("There are no hints for puzzles with rules.")
    blanks = [index for index, digit in enumerate(puzzle.grid) if not digit]
    for index in blanks:
        page.click(cell(page, index))
        page.keyboard.press(str(solution[index]))
    expect(page.locator("#variant-message.good")).to_have_text(re.compile(r"^Solved in \d+:\d\d\.$"))
    assert page.locator("#variant-board .conflict").count() == 0
    page.click("[data-view=home]")
    page.wait_for_selector("#home-levels button")
    expect(page.locator("#home-games-part")).not_to_be_visible()  # the game is over


def test_a_pasted_9x9_board_with_rules_is_a_puzzle_with_rules(player: Player) -> None:
    page = start(player, f"{WIKIPEDIA}\nkiller 8: r1c1 r1c2\nthermo: r1c1 r2c1")
    expect(page.locator("#variant-board .cell")).to_have_count(81)
    assert page.locator("#variant-holder .rule-killer title").count() >= 1
    expect(page.locator("#variant-rules")).to_contain_text(Thermo("r1c1 r2c1").words())


def test_a_puzzle_with_rules_is_in_the_tab_play(player: Player) -> None:
    page = start(player, PUZZLES["thermo"])
    current = page.locator("nav [aria-current]")
    expect(current).to_have_text(["Play"])
    page.click("[data-view=learn]")
    expect(current).to_have_text(["Learn"])
    page.go_back()
    expect(page.locator("#view-variant")).to_be_visible()
    expect(current).to_have_text(["Play"])


def test_conflicts_name_the_rule(player: Player) -> None:
    page = start(player, link_to("killer"))
    page.click(cell(page, 1))
    page.keyboard.press("4")
    page.click(cell(page, 2))
    page.keyboard.press("2")
    expect(page.locator(".variant-conflicts")).to_contain_text(
        "r1c2 and r1c3 break a rule: The digits in r1c2 and r1c3"
    )
    expect(page.locator("#variant-rules .broken")).to_have_count(1)
    expect(page.locator("#variant-board .conflict")).to_have_count(2)
    page.click("#variant-check")
    expect(page.locator("#variant-message.bad")).to_have_text("Wrong digits: 2, marked on the board.")
    page.click("#variant-undo")
    expect(page.locator("#variant-rules .broken")).to_have_count(0)


def test_a_game_is_kept_with_its_time_and_speaks_chinese(player: Player) -> None:
    page = start(player, link_to("thermo"))
    page.click(cell(page, 0))
    expect(page.locator("#variant-clock")).to_have_text("0:01")
    page.keyboard.press("1")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(cell(page, 0))).to_have_text("1")
    assert page.inner_text("#variant-clock") != "0:00"
    page.click(cell(page, 1))
    page.keyboard.press("2")
    page.click("#language")
    expect(page.locator("#variant-rules")).to_contain_text("带规则的题目没有提示。")
    expect(page.locator("#variant-rules")).to_contain_text(Puzzle.parse(PUZZLES["thermo"]).rules[0].words("zh"))
    expect(page.locator(cell(page, 0))).to_have_text("1")
    page.click("#variant-undo")  # the change of language has changed nothing else
    expect(page.locator(cell(page, 1))).to_have_text("")


def test_home_leads_back_to_a_puzzle_with_rules(player: Player) -> None:
    page = start(player, link_to("thermo"))
    page.click(cell(page, 0))
    page.keyboard.press("1")
    page.click("[data-view=home]")
    page.click("#home-games li:last-child button >> text=Continue")
    expect(page.locator(cell(page, 0))).to_have_text("1")
    page = player.open("")
    page.click("#home-games li:last-child button >> text=Continue")
    expect(page.locator(cell(page, 0))).to_have_text("1")
    page.click("[data-view=home]")
    page.click("#home-games li:last-child button >> text=Delete")
    expect(page.locator("#home-games-part")).not_to_be_visible()


def put_digit(page: Page, index: int, digit: str) -> None:
    """Enter a digit with mouse and keyboard."""
    page.click(cell(page, index))
    page.keyboard.press(digit)
    expect(page.locator(cell(page, index))).to_have_text(digit)


def go_home(page: Page) -> Locator:
    """Show Home, and return its list of games."""
    page.click("[data-view=home]")
    page.wait_for_selector("#home-levels button")
    return page.locator("#home-games li")


class TestTwoPuzzles:
    def test_both_are_kept(self, player: Player) -> None:
        page = start(player, PUZZLES["thermo"])
        put_digit(page, 0, "1")
        go_on(page, PUZZLES["killer"])
        expect(page.locator(cell(page, 0))).to_have_text("")
        put_digit(page, 1, "4")
        games = go_home(page)
        expect(games).to_have_count(2)
        expect(games.first).to_contain_text("1 of 15 cells")
        games.last.locator("button >> text=Continue").click()
        expect(page.locator(cell(page, 0))).to_have_text("1")
        expect(page.locator("#variant-rules")).to_contain_text(Puzzle.parse(PUZZLES["thermo"]).rules[0].words())
        page.click("#variant-undo")  # the changes are stored, too
        expect(page.locator(cell(page, 0))).to_have_text("")
        page.click("#variant-redo")
        page.click("[data-view=home]")
        page.click("#home-resume")  # the puzzle played last comes first
        expect(page.locator(cell(page, 0))).to_have_text("1")

    def test_without_titles_their_rules_tell_them_apart(self, player: Player) -> None:
        page = start(player, PUZZLES["thermo"])
        put_digit(page, 0, "1")
        go_on(page, PUZZLES["killer"] + "\nodd: r1c1\neven: r1c2\nthermo: r1c1 r1c2")
        expect(page.locator("#variant-title")).to_have_text("Killer cage, odd, even…")
        put_digit(page, 1, "4")
        games = go_home(page)
        expect(games).to_contain_text([re.compile("^Killer cage, odd, even… · 1 of 15"), re.compile("^Thermometer · ")])
        page.click("#language")
        games.last.locator("button >> nth=0").click()
        expect(page.locator("#variant-title")).to_have_text("温度计")

    def test_one_that_is_deleted_does_not_return(self, player: Player) -> None:
        page = start(player, PUZZLES["thermo"])
        put_digit(page, 0, "1")
        go_on(page, PUZZLES["killer"])
        put_digit(page, 1, "4")
        games = go_home(page)
        games.first.locator("button >> text=Delete").click()
        games.first.locator("button >> text=Continue").click()
        expect(page.locator(cell(page, 0))).to_have_text("1")
        expect(go_home(page)).to_have_count(1)

    def test_each_is_continued_when_it_is_imported_again(self, player: Player) -> None:
        page = start(player, PUZZLES["thermo"])
        put_digit(page, 0, "1")
        go_on(page, PUZZLES["killer"])
        go_on(page, link_to("thermo"))
        expect(page.locator(cell(page, 0))).to_have_text("1")
        expect(page.locator("#variant-message")).to_contain_text("You have started this puzzle: 1 of 15 cells")
        page.click("#variant-message button >> text=Continue")
        expect(page.locator("#variant-message")).not_to_be_visible()
        page = start(player, PUZZLES["thermo"])
        page.click("#variant-message button >> text=Start over")
        expect(page.locator(cell(page, 0))).to_have_text("")
        page.click("#variant-undo")
        expect(page.locator(cell(page, 0))).to_have_text("1")

    def test_the_oldest_one_is_dropped(self, player: Player) -> None:
        page = start(player, PUZZLES["thermo"])
        put_digit(page, 0, "1")
        page = player.open("#play")  # in which the game is not open, so that leaving it does not store it again
        page.evaluate(
            """() => {
                const [key, record] = Object.entries(localStorage).find(([key]) => key.includes("thermo"));
                for (let i = 0; i < 40; i++) localStorage.setItem(`${key}\n${i}`, record);
                localStorage.setItem(key, JSON.stringify({ ...JSON.parse(record), updated: 1 }));
            }"""
        )
        start(player, PUZZLES["killer"])
        names = page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('nonet.game.'))")
        assert len(names) == 40
        assert sum("killer" in name for name in names) == 1
        assert f"nonet.game.{PUZZLES['thermo']}" not in names

    def test_the_record_of_an_earlier_version_is_read(self, player: Player) -> None:
        page = player.open("#play")
        content = ", ".join(f"{{digit: {d}, corner: 0, center: null, colors: 0}}" for d in (1, *[0] * 10, 3, *[0] * 4))
        page.evaluate(
            f"text => localStorage.setItem('nonet.variant', JSON.stringify("
            f"{{text, title: 'Mine', cells: [{content}], elapsed: 65000, updated: 5}}))",
            PUZZLES["thermo"],
        )
        page = player.open("")
        expect(page.locator("#home-games li")).to_contain_text("Mine · 1 of 15 cells · 1:05")
        page.click("#home-games li button >> text=Continue")
        expect(page.locator(cell(page, 0))).to_have_text("1")
        expect(page.locator("#variant-title")).to_have_text("Mine")
        put_digit(page, 1, "2")
        page = player.open("")
        expect(page.locator("#home-games li")).to_contain_text("Mine · 2 of 15 cells")

    def test_a_solved_one_is_solved_until_it_is_changed(self, player: Player) -> None:
        page = start(player, PUZZLES["thermo"])
        solution = nonet.solve(Puzzle.parse(PUZZLES["thermo"]))
        for index in (index for index in range(16) if index != 11):
            put_digit(page, index, str(solution[index]))
        expect(page.locator("#variant-message")).to_contain_text("Solved in")
        expect(go_home(page)).to_have_count(0)
        page.go_back()
        page.click("#variant-undo")
        expect(go_home(page)).to_contain_text(["14 of 15 cells"])


def test_rules_that_arrive_after_a_change_of_language_are_read_again(player: Player) -> None:
    page = start(player, link_to("thermo"))
    waiting: list[Route] = []
    page.route("**/variant/read", lambda route: waiting.append(route))
    page.reload()
    page.wait_for_selector("html[data-ready]")
    while not waiting:
        page.wait_for_timeout(20)
    page.click("#language")
    expect(page.locator("#variant-undo")).to_have_text("撤销")
    page.unroute("**/variant/read")  # the request goes on
    expect(page.locator("#variant-rules")).to_contain_text(Puzzle.parse(PUZZLES["thermo"]).rules[0].words("zh"))


@pytest.mark.parametrize("options", [SIDEWAYS, PHONE], ids=["sideways", "phone"])
def test_a_button_shows_the_rules_next_to_the_board(player: Player) -> None:
    page = start(player, link_to("killer"))
    first = page.locator("#variant-rules li").first
    assert not in_view(first)
    page.tap("#variant-rules-button")
    page.wait_for_function(f"() => ({IN_VIEW})(document.querySelector('#variant-rules li'))")
    assert in_view(page.locator("#variant-holder"))
    page.tap("#variant-rules-button")
    page.wait_for_function(f"() => ({IN_VIEW})(document.querySelector('#variant-keypad'))")


def test_what_is_not_understood_is_named_and_can_be_left_out(player: Player) -> None:
    page = player.open("#play")
    page.click("#import")
    page.fill("#import-input", ".Shape~4x4.Fog~R1C1.Thermo~R1C1~R1C2~R1C3~R1C4")
    expect(page.locator("#import-message.bad")).to_contain_text("not understood: 'Fog'")
    page.click("#import-found button")
    expect(page.locator("#import-found")).to_contain_text("Left out, since it is not understood: 'Fog'")


@pytest.mark.parametrize("options", [PHONE])
def test_on_a_phone_the_board_fits_and_keys_enter_digits(player: Player) -> None:
    page = start(player, link_to("killer"))
    page.tap(cell(page, 0))
    page.tap("#variant-keypad [data-digit='1']")
    expect(page.locator(cell(page, 0))).to_have_text("1")
    board = page.locator("#variant-holder").bounding_box()
    assert board is not None
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_style_sheet_has_the_styles_of_pictures() -> None:
    text = STYLE_SHEET.read_text(encoding="utf-8")
    assert text == styled(text)
