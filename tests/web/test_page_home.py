"""Home, the end of a game, and Learn, in a real browser."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import nonet
from nonet.create import practice_techniques
from tests.boards import SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import PHONE, Player, needs_browser

pytestmark = needs_browser

ROOT = Path(__file__).parents[2]
SMALL = "1.433.2..31.21.4"


def solve(player: Player, size: int = 9) -> None:
    """Fill all blanks of the board with the keyboard."""
    solution = str(nonet.solve(player.digits))
    for cell, (given, digit) in enumerate(zip(player.digits, solution, strict=True)):
        if given == ".":
            row, column = divmod(cell, size)
            player.press("Control+Home", *["ArrowDown"] * row, *["ArrowRight"] * column, digit)


def set_date(page: Page, date: str) -> None:
    """Let the page begin at noon of a date."""
    page.clock.install(time=f"{date}T12:00:00")


class TestHome:
    def test_an_address_without_a_puzzle_opens_home(self, player: Player) -> None:
        page = player.open("")
        expect(page.locator("#view-home")).to_be_visible()
        assert page.locator("#view-home .rules li").count() == 3
        page.click("[data-view=play]")
        assert player.digits == WIKIPEDIA
        page.go_back()
        expect(page.locator("#view-home")).to_be_visible()

    def test_one_tap_starts_a_puzzle_of_a_level(self, player: Player) -> None:
        page = player.open("")
        page.click("#home-levels [data-level=Hard]")
        expect(page.locator("#about")).to_contain_text("Hard")
        assert nonet.rate(player.digits).level.title == "Hard"
        page.click("#share")
        link = page.input_value("#share-link")
        player.press("Escape")
        page.evaluate("localStorage.clear()")
        player.open(link.partition("/#")[2].join(["#", ""]))
        expect(page.locator("#about")).to_contain_text("Hard")

    def test_the_puzzle_of_a_day_follows_from_the_date_and_the_level(self, timed_player: Player) -> None:
        requests: list[Any] = []

        def generate(route: Route) -> None:
            requests.append(route.request.post_data_json)
            route.continue_()

        timed_player.page.route("**/generate", generate)
        set_date(timed_player.page, "2026-11-18")
        puzzles = []
        for _ in range(2):
            page = timed_player.open("")
            expect(page.locator("#home-date")).to_have_text("Wednesday, November 18, 2026")
            page.click("#home-daily [data-level=Medium]")
            expect(page.locator("#about")).to_contain_text("Medium")
            puzzles.append(timed_player.digits)
            page.evaluate("localStorage.clear()")
        page = timed_player.open("")
        page.click("#home-daily [data-level=Easy]")
        expect(page.locator("#about")).to_contain_text("Easy")
        puzzles.append(timed_player.digits)
        assert [request["seed"] for request in requests] == [202611181, 202611181, 202611180]
        assert puzzles[0] == puzzles[1] != puzzles[2]

    def test_games_are_continued_and_deleted(self, player: Player) -> None:
        for puzzle in (WIKIPEDIA, SEVENTEEN):
            player.open(f"#p={puzzle}")
            player.press("2")
        page = player.open("")
        assert page.locator("#home-games li").count() == 2
        page.click("#home-games li:last-child button >> nth=0")
        assert player.digits.replace("2", ".", 1).count(".") == WIKIPEDIA.count(".")
        assert player.label("r1c3") == "row 1 column 3, 2"
        page.click("[data-view=home]")
        page.click("#home-resume")  # the game played last comes first
        assert player.label("r1c3") == "row 1 column 3, 2"
        page.click("[data-view=home]")
        page.click("#home-games li:first-child .quiet")
        assert page.locator("#home-games li").count() == 1
        page = player.open("")
        assert page.locator("#home-games li").count() == 1

    def test_the_page_is_ready_once_home_lists_the_games(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("2")
        waiting: list[Route] = []
        page.route("**/home.js*", lambda route: waiting.append(route))
        page.goto(f"{player.address}/icon.svg")
        page.goto(f"{player.address}/")
        expect(page.locator("#view-home")).to_be_visible()
        assert not page.locator("html[data-ready]").count()
        page.unroute("**/home.js*")  # the request goes on
        page.wait_for_selector("html[data-ready]")
        assert page.locator("#home-games li").count() == 1

    def test_the_level_of_a_link_is_rated_only_on_request(self, player: Player) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        assert [url for url in player.requests if "/api/" in url] == []
        page.click("#rate")
        expect(page.locator("#about")).to_contain_text(nonet.rate(SEVENTEEN).level.title)
        expect(page.locator("#rate")).not_to_be_visible()
        page.reload()
        expect(page.locator("#about")).to_contain_text(nonet.rate(SEVENTEEN).level.title)


class TestEnd:
    def test_time_level_techniques_statistics_and_the_next_puzzle(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.show_hint()
        player.press("Escape")
        solve(player)
        facts = page.locator("#solved-facts")
        expect(facts).to_contain_text("Hidden Single ×")
        expect(facts).to_contain_text("Easy")
        expect(facts.locator("div", has_text="Hints used")).to_contain_text("1")
        page.click("#solved-next")
        expect(page.locator("#solved")).not_to_be_visible()
        expect(page.locator("#about")).to_contain_text("Easy")
        assert player.digits.count(".") > 40
        page.click("[data-view=home]")
        row = page.locator("#home-statistics tbody tr")
        assert row.inner_text().split()[:2] == ["Easy", "1"]
        expect(page.locator("#home-streak")).to_contain_text("1")

    def test_a_level_that_arrives_after_the_next_puzzle_is_opened_counts(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA_SOLUTION[:80]}.")
        waiting: list[Route] = []
        page.route("**/rate", lambda route: waiting.append(route))
        page.click("#board .cell[data-cell='80']")
        player.press("9")
        page.click("#solved-next")
        expect(page.locator("#solved")).not_to_be_visible()
        expect(page.locator("#about")).to_contain_text("to go")
        page.unroute("**/rate")  # the request goes on
        page.wait_for_function("() => JSON.parse(localStorage.getItem('nonet.results'))[0].level === 'Easy'")

    def test_a_streak_counts_days_in_a_row(self, timed_player: Player) -> None:
        results = [
            {"name": str(day), "level": "Easy", "time": 60_000 * day, "date": f"2026-11-{day:02}", "daily": ""}
            for day in (1, 10, 11, 12)
        ]
        timed_player.open()
        timed_player.page.evaluate("results => localStorage.setItem('nonet.results', JSON.stringify(results))", results)
        set_date(timed_player.page, "2026-11-13")
        page = timed_player.open("")
        expect(page.locator("#home-streak")).to_have_text("Days in a row with a solved puzzle: 3")
        assert page.locator("#home-statistics tbody td").all_inner_texts() == ["4", "1:00", "8:30"]

    @pytest.mark.parametrize("options", [PHONE])
    def test_without_the_service_the_end_is_still_shown(self, player: Player) -> None:
        page = player.open(f"#p={SMALL}")
        page.route("**/api/**", lambda route: route.abort())
        solve(player, 4)
        expect(page.locator("#solved-facts")).to_contain_text("0:0")
        page.click("#solved-next")
        expect(page.locator("#solved-message")).to_be_visible()
        player.press("Escape")
        expect(page.locator("#solved")).not_to_be_visible()


class TestLearn:
    def test_every_technique_has_a_page(self, player: Player) -> None:
        page = player.open("#learn/x-wing")
        expect(page.locator("#learn-text h3")).to_have_text("X-Wing")
        ids = page.eval_on_selector_all("#learn-technique option", "all => all.map(each => each.value)")
        assert sorted(ids) == sorted(row.id for row in practice_techniques())
        task = next(nonet.practice("xy-wing", seed=1))
        page.select_option("#learn-technique", "xy-wing")
        expect(page.locator("#learn-text h3")).to_have_text("XY-Wing")
        assert page.url.endswith("#learn/xy-wing")
        digits = page.eval_on_selector_all("#learn-board .cell", "all => all.map(c => c.textContent || '.').join('')")
        assert digits == str(task.position.grid)
        assert task.step
        assert page.locator("#learn-board .strike").count() == len(task.step.eliminations)
        page.click("#learn-next")
        expect(page.locator("#learn-text h3")).not_to_have_text("XY-Wing")

    def test_every_technique_has_a_checklist(self, player: Player) -> None:
        page = player.open("#learn/x-wing")
        read = runpy.run_path(str(ROOT / "docs" / "techniques.py"))["read_checklists"]
        for language in ("en", "zh"):
            expected = {name: [list(points), care] for name, (points, care) in read(language).items()}
            points = expected["x-wing"][0]
            expect(page.locator("#learn-points li")).to_have_text(points)
            ids = list(expected)
            found = page.evaluate(
                """async (ids) => {
                    const { checklistOf } = await import("./js/checklists.js");
                    const lists = await Promise.all(ids.map(checklistOf));
                    return Object.fromEntries(lists.map(({ points, care }, i) => [ids[i], [points, care]]));
                }""",
                ids,
            )
            assert found == expected
            page.click("#language")

    def test_practice_with_one_click(self, player: Player) -> None:
        page = player.open("#learn/skyscraper")
        expect(page.locator("#learn-text h3")).to_have_text("Skyscraper")
        page.click("#learn-practice")
        expect(page.locator("#message")).to_have_text("Find the step: Skyscraper.")
        expect(page.locator("#view-play")).to_be_visible()
        player.show_hint()
        expect(page.locator("#hint-text")).to_contain_text("Skyscraper")

    def test_in_chinese(self, player: Player) -> None:
        page = player.open("#learn/x-wing")
        expect(page.locator("#learn-text h3")).to_have_text("X-Wing")
        page.click("#language")
        chinese = next(row.chinese for row in practice_techniques() if row.id == "x-wing")
        expect(page.locator("#learn-text h3")).to_have_text(chinese)
