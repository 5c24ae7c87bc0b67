"""The page in a real browser: hints, Explain, Batch, printing and files; and its speed. The Lab has its own file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, FilePayload, Page, Route, expect

import nonet
from nonet.web.operations import run
from nonet.web.pool import Part
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION
from tests.web.browser import Player, needs_browser
from tests.web.service import running


def drawn(page: Page, board: str = "board") -> list[str]:
    """Return the classes of the elements that are drawn on a board."""
    found: list[str] = page.eval_on_selector_all(
        f"#{board} .drawing *", "all => all.map(each => each.getAttribute('class') ?? '')"
    )
    return found


@needs_browser
class TestHints:
    def test_all_stages_of_a_step_and_its_application(self, player: Player) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        hint = nonet.hint(SEVENTEEN)
        assert hint.step
        stages = [stage.text for stage in hint.stages()]
        for shown, stage in enumerate(stages, 1):
            player.press("h")
            expect(page.locator("#hint-text p")).to_have_count(shown)
            assert page.locator("#hint-text p").last.inner_text() == stage
            assert bool(drawn(page)) == (shown > 1)
        assert "placed" in drawn(page)
        player.press("h")
        cell, digit = hint.step.placements[0]
        assert player.digits == str(nonet.Grid(SEVENTEEN).replace({cell: digit}))
        player.press("Control+z")
        assert player.digits == SEVENTEEN

    def test_a_mistake_comes_first_and_can_be_fixed(self, player: Player) -> None:
        page = player.open()
        player.cell("r1c3").click()
        player.press("2")
        page.click("#hint")
        expect(page.locator("#hint-text")).to_have_text("There is a mistake in r1c3.")
        assert drawn(page) == ["mistake", "mistake"]
        page.click("#hint-next")
        page.click("#hint-next >> text=Fix it")
        assert player.digits == WIKIPEDIA

    def test_hints_use_the_marks_of_the_player(self, player: Player) -> None:
        page = player.open()
        player.cell("r1c3").click()
        player.press("Control+Digit1", "Control+Digit2")
        page.click("#hint")
        expect(page.locator("#hint-title")).to_have_text("Mistake")

    def test_following_hints_solves_a_puzzle(self, player: Player) -> None:
        puzzle = "1.433.2..31.21.4"
        page = player.open(f"#p={puzzle}")
        while "." in player.digits:
            page.click("#hint")
            page.wait_for_selector("#hint-text p")
            while page.is_visible("#hint-card"):
                page.click("#hint-next")
        assert player.digits == str(nonet.solve(puzzle))

    def test_without_a_solution_a_message_says_so(self, player: Player) -> None:
        page = player.open(f"#p={WITHOUT_SOLUTION}")
        page.click("#hint")
        expect(page.locator("#message.bad")).to_contain_text("no solution")
        page.click("#language")
        page.click("#hint")
        expect(page.locator("#message.bad")).to_have_text("题目无解")


def explained_lines(puzzle: str) -> list[dict[str, Any]]:
    """Return the lines of the explanation of a puzzle."""
    part = run(("explain-part", {"puzzle": puzzle, "language": "en", "cells": "rc", "limit": 400}))
    assert isinstance(part, Part)
    return [json.loads(line) for line in part.data.splitlines()]


@needs_browser
class TestExplain:
    def test_the_steps_and_the_rating(self, player: Player) -> None:
        explanation = nonet.explain(SEVENTEEN)
        page = player.open(f"#p={SEVENTEEN}")
        player.explain()
        rows = page.locator("#steps button")
        expect(rows).to_have_count(len(explanation.steps))
        assert explanation.rating.level.title in player.text("#rating")
        assert f"{explanation.rating.scales['hodoku'].score:.0f}" in player.text("#rating").replace(",", "")
        se = nonet.rate(SEVENTEEN, scale="se").se
        assert se is not None
        expect(page.locator("#rating")).to_contain_text(f"{se.er} / {se.ep} / {se.ed}")
        elimination = next(number for number, step in enumerate(explanation.steps) if step.eliminations)
        rows.nth(elimination).click()
        assert drawn(page, "explain-board").count("strike") == len(explanation.steps[elimination].eliminations)
        page.click("#explain-last")
        digits = page.eval_on_selector_all("#explain-board .digit", "all => all.map(each => each.textContent).join('')")
        assert digits == str(explanation.end.grid)

    def test_steps_are_shown_as_they_arrive(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("[data-view=explain]")
        page.click("#steps button >> nth=0")
        where = page.locator("#explain-where")
        expect(where).to_have_text(re.compile(r"^1 of \d+ …$"))
        expect(page.locator("#rating dl")).to_have_count(0)
        # the player waits for the next step, and sees it when it is there
        waiting = "last => { last.click(); return document.querySelector('#explain-text').textContent; }"
        assert page.eval_on_selector("#explain-last", waiting) == "Finding the steps …"
        expect(page.locator("#explain-text h3")).to_be_visible()
        page.click("[data-view=play]")  # the steps arrive also if another view is shown
        page.wait_for_selector("#rating dl", state="attached", timeout=60_000)
        page.click("[data-view=explain]")
        page.click("#explain-last")
        expect(page.locator("#explain-text")).to_have_text("The puzzle is solved.")

    def test_a_lost_connection_keeps_the_steps(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        lines = "".join(f"{json.dumps(line)}\n" for line in explained_lines(WIKIPEDIA)[:3])
        problem = json.dumps({"problem": "busy", "reason": "all workers are busy; try again in a moment"})
        page.route("**/explain/stream", lambda route: route.fulfill(body=f"{lines}{problem}\n"))
        page.click("[data-view=explain]")
        expect(page.locator("#steps button")).to_have_count(3)
        page.click("#explain-last")
        expect(page.locator("#explain-text")).to_have_text("all workers are busy; try again in a moment")
        page.unroute("**/explain/stream")
        page.click("[data-view=play]")
        player.explain()  # asks again
        assert page.locator("#steps button").count() == len(nonet.explain(WIKIPEDIA).steps)

    def test_in_chinese(self, player: Player) -> None:
        page = player.open()
        page.click("[data-view=explain]")
        page.click("#language")
        page.click("#steps button >> nth=0")
        expect(page.locator("#explain-text h3")).to_have_text(re.compile("[一-鿿]+"))
        expect(page.locator("#explain-text p").last).to_have_text(re.compile("^[^：。]"))


@needs_browser
class TestBatch:
    def test_conflicts_and_unreadable_lines_are_counted_apart(self, player: Player) -> None:
        page = player.open()
        page.click("[data-view=batch]")
        page.fill("#batch-text", f"{WIKIPEDIA}\nabc\n55{WIKIPEDIA[2:]}")
        page.click("#language")
        page.click("#batch-start")
        expect(page.locator("#batch-message")).to_contain_text("完成")
        counts = dict(
            zip(
                page.locator("#batch-counts dt").all_inner_texts(),
                page.locator("#batch-counts dd").all_inner_texts(),
                strict=True,
            )
        )
        assert (counts["已知数冲突"], counts["无法读取"]) == ("1", "1")

    def test_counts_and_results(self, player: Player) -> None:
        page = player.open()
        page.click("[data-view=batch]")
        lines = "\n".join([WIKIPEDIA, "abc", 81 * ".", WITHOUT_SOLUTION, SEVENTEEN] * 600)
        file: FilePayload = {"name": "some.txt", "mimeType": "text/plain", "buffer": lines.encode()}
        page.set_input_files("#batch-file", file)
        expect(page.locator("#batch-message")).to_have_text("some.txt: 3,000 lines")
        page.click("#batch-start")
        expect(page.locator("#batch-message")).to_contain_text("Done: 3,000 lines")
        counts = [text.replace(",", "") for text in page.locator("#batch-counts dd").all_inner_texts()]
        assert counts[:6] == ["3000", "1200", "600", "600", "0", "600"]
        with page.expect_download() as saving:
            page.click("#batch-save")
        saved = Path(saving.value.path()).read_text(encoding="utf-8").splitlines()
        assert len(saved) == 3000
        assert saved[0] == WIKIPEDIA_SOLUTION
        assert saved[1].startswith("# ")


@needs_browser
class TestPrintingAndFiles:
    def test_only_the_title_and_the_board_are_printed(self, player: Player) -> None:
        page = player.open()
        page.emulate_media(media="print")
        for selector in ("header", ".side", ".status"):
            expect(page.locator(selector).first).not_to_be_visible()
        for selector in ("#print-title", "#board"):
            expect(page.locator(selector)).to_be_visible()
        paper = page.pdf()
        assert paper.startswith(b"%PDF")
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1

    def test_sheets_of_new_puzzles_with_answers(self, player: Player) -> None:
        created = [{"puzzle": str(nonet.transform(WIKIPEDIA, seed=seed)), "level": "Easy"} for seed in range(6)]
        player.page.route("**/generate", lambda route: route.fulfill(json={"puzzles": created, "sentence": ""}))
        page = player.open()
        page.evaluate("window.print = () => {}")
        for per, pages, paper in ((1, 6, "A4"), (2, 3, "Letter"), (4, 2, "A4"), (6, 1, "Letter")):
            page.click("#print")
            page.select_option("#print-what", "new")
            page.fill("#print-count", "6")
            page.select_option("#print-per", str(per))
            page.click("#print-start")
            page.wait_for_selector("body.prints-sheets")
            puzzles, answers = page.locator(f".per-{per} svg"), page.locator(".per-12 svg")
            texts = [found.evaluate_all("all => all.map(svg => svg.textContent)") for found in (puzzles, answers)]
            assert texts[0] == [each["puzzle"].replace(".", "") for each in created]
            assert texts[1] == [str(nonet.solve(each["puzzle"])) for each in created]
            page.emulate_media(media="print")
            paint = "text => [getComputedStyle(text).fill, getComputedStyle(text).stroke]"
            assert puzzles.first.locator("text").first.evaluate(paint) == ["rgb(0, 0, 0)", "none"]
            pdf = page.pdf(format=paper)
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == pages + 1, (per, paper)
            page.emulate_media(media="screen")
            expect(page.locator("#sheets *")).to_have_count(0)  # after printing, the page is as before

    def test_a_list_of_puzzles_and_the_own_board_are_printed(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.evaluate("window.print = () => {}")
        player.press("4")
        page.click("#print")
        page.click("#print-start")
        expect(page.locator(".per-1 svg")).to_have_count(1)
        assert page.locator(".per-1 text").count() == 31
        assert page.locator(".per-12 text").count() == 81
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.click("#import")
        page.fill("#import-input", f"{SEVENTEEN}\n{81 * '.'}")
        page.click("#import-print")
        page.select_option("#print-per", "2")
        page.click("#print-start")
        expect(page.locator(".per-2 svg")).to_have_count(2)
        expect(page.locator(".per-12 figcaption").nth(1)).to_have_text("2. no unique solution")

    def test_the_board_is_saved_as_svg(self, player: Player) -> None:
        page = player.open()
        with page.expect_download() as saving:
            page.click("#save-svg")
        svg = Path(saving.value.path()).read_text(encoding="utf-8")
        assert svg.count("<text") == 30

    def test_a_file_button_sends_the_right_request(self, player: Player) -> None:
        player.page.route("**/draw", lambda route: route.fulfill(body=b"%PDF-"))
        page = player.open()
        with page.expect_download() as saving:
            page.click("#save-pdf")
        assert saving.value.suggested_filename == "sudoku.pdf"


@needs_browser
class TestNewPuzzles:
    def test_the_dialog_sends_what_the_player_chose(self, player: Player) -> None:
        requests = []

        def generate(route: Route) -> None:
            requests.append(route.request.post_data_json)
            route.fulfill(json={"puzzles": [{"puzzle": SEVENTEEN, "level": "Medium"}], "sentence": ""})

        player.page.route("**/generate", generate)
        page = player.open()
        page.click("#new")
        page.select_option("#new-level", "Medium")
        page.fill("#new-seed", "7")
        page.click("#new-create")
        expect(page.locator("#about")).to_contain_text("Medium")
        page.click("#new")
        page.select_option("#new-level", "")
        page.click("#new-create")
        expect(page.locator("#new-dialog")).not_to_be_visible()
        assert requests == [
            {"level": "Medium", "symmetry": "half-turn", "seed": 7},
            {"symmetry": "half-turn", "seed": 7},
        ]

    def test_the_button_does_not_wait_for_a_description_of_the_service(self, player: Player) -> None:
        player.page.route("**/openapi.json", lambda route: route.abort())
        page = player.open()
        page.click("#new")
        page.click("#new-create")
        expect(page.locator("#about")).to_contain_text("Easy")
        assert not any("openapi" in url for url in player.requests)

    def test_the_message_of_a_rejected_request_is_shown(self, player: Player) -> None:
        page = player.open()
        page.click("#new")
        page.wait_for_selector("#new-technique option[value=x-wing]", state="attached")
        page.select_option("#new-technique", "x-wing")
        page.click("#new-create")
        expect(page.locator("#new-message")).to_contain_text("a puzzle that needs X-Wing is Hard")
        sentence = "no puzzle was found in time"
        nothing = {"puzzles": [], "complete": False, "sentence": sentence}
        page.route("**/generate", lambda route: route.fulfill(json=nothing))
        page.click("#new-create")
        expect(page.locator("#new-message")).to_have_text(sentence)
        page.fill("#new-seed", "-5")
        page.click("#new-create")
        expect(page.locator("#new-message")).to_contain_text("The puzzle number must be a whole number")

    def test_escape_cancels_a_request(self, player: Player) -> None:
        routes: list[Route] = []
        player.page.route("**/generate", lambda route: routes.append(route))
        page = player.open()
        page.click("#new")
        with page.expect_request("**/generate"):
            page.click("#new-create")
        with page.expect_event("requestfailed"):
            player.press("Escape")
        expect(page.locator("#new-dialog")).not_to_be_visible()
        assert player.digits == WIKIPEDIA
        page.unroute("**/generate")
        page.click("#new")
        page.click("#new-create")
        expect(page.locator("#about")).to_contain_text("Easy")


@needs_browser
class TestSpeed:
    def test_the_page_loads_and_handles_keys_quickly(self, player: Player) -> None:
        page = player.open()
        ready = page.evaluate("performance.getEntriesByType('resource').at(-1).responseEnd")
        assert ready < 3000  # one second on an idle machine
        player.cell("r1c3").click()
        times = page.evaluate(
            """() => [..."12345678912345678912"].map((key) => {
                const began = performance.now();
                const event = { key, code: "Digit" + key, bubbles: true, cancelable: true };
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", event));
                document.querySelector("#board").getBoundingClientRect();
                return performance.now() - began;
            })"""
        )
        assert sorted(times)[len(times) // 2] < 50


@needs_browser
def test_the_page_works_under_a_path(new_context: Callable[..., BrowserContext]) -> None:
    with running(workers=1, prefix="/sudoku") as service, new_context() as context:
        player = Player(context, f"{service.address}/sudoku")
        player.open()
        player.press("h")
        expect(player.page.locator("#hint-card")).to_be_visible()
        player.leave()
