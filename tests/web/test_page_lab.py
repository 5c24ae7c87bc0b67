"""The Lab in a real browser: what it shows of a search is what the search does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import nonet
from nonet import Grid
from nonet.search import METHODS, Event, Trace
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import PHONE, Player, needs_browser

pytestmark = needs_browser

LOWEST_FIRST = {"backtracking", "bitmask", "singles", "mrv"}
"""The methods that try the digits of a cell in ascending order."""
SIXTEEN = "1" + 255 * "."
SMALL_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 568}}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
CHINESE = {"locale": "zh-CN"}
NAMES_IN_CHINESE_TEXTS = {"DFS", "lowbit", "Inkala"}

SNAPSHOT = """() => [...document.querySelectorAll(".lane")].map((lane) => {
    const texts = (selector, root = lane) => [...root.querySelectorAll(selector)].map((each) => each.textContent);
    const cells = [...lane.querySelectorAll(".cell")];
    const withClass = (name) => cells.flatMap((cell, i) => (cell.classList.contains(name) ? [i] : []));
    const rows = [...lane.querySelectorAll("nonet-masks tbody tr")];
    return {
        digits: cells.map((cell) => cell.querySelector(".digit")?.textContent ?? ".").join(""),
        event: texts(".event")[0],
        masks: rows.map((row) => [row.querySelector("th").textContent, texts("td", row).join("")]),
        framed: rows.map((row) => [...row.querySelectorAll("td")].findIndex((bit) => bit.classList.contains("flips"))),
        path: texts(".path li"),
        counts: texts(".counts dd"),
        shaded: withClass("peer"),
        newest: withClass("newest"),
        undone: withClass("undone"),
        failed: withClass("dead-end"),
    };
})"""

SIGNS = {
    "en-US": ["given", "placed by the search", "guess", "newest", "taken back", "dead end", "row, column and box"],
    "zh-CN": ["已知数", "搜索填的数", "猜测", "刚填的数", "刚撤销", "死路", "行、列、宫"],
}
COUNTERS = {
    "en-US": ["steps", "nodes", "guesses", "backtracks", "deepest", "path"],
    "zh-CN": ["步数", "节点", "猜测", "回溯", "最深", "路径"],
}

Shot = dict[str, Any]
"""What one search shows."""


def open_lab(player: Player, puzzle: str = WIKIPEDIA, methods: tuple[str, str] = ("bitmask", "mrv")) -> Page:
    """Open the Lab with a puzzle and two methods, and wait for both searches."""
    page = player.open(f"#p={puzzle}")
    page.click("[data-view=lab]")
    wait_for_searches(page)
    for lane, method in zip("AB", methods, strict=True):
        if page.input_value(f"#method-{lane}") != method:
            page.select_option(f"#method-{lane}", method)
            wait_for_searches(page)
    return page


def wait_for_searches(page: Page) -> None:
    """Wait until both searches are loaded."""
    expect(page.locator(".lane[aria-busy=false]")).to_have_count(2, timeout=30_000)
    expect(page.locator("#lab-at")).to_be_enabled(timeout=30_000)


def shots(page: Page, button: str, steps: int) -> list[list[Shot]]:
    """Return what both searches show now and after each click."""
    found: list[list[Shot]] = page.evaluate(
        f"""([button, steps]) => {{
            const shot = {SNAPSHOT};
            const found = [shot()];
            for (let i = 0; i < steps; i++) {{
                document.getElementById(button).click();
                found.push(shot());
            }}
            return found;
        }}""",
        [button, steps],
    )
    return found


def record(puzzle: str, method: str) -> list[Event]:
    """Return the events of a search."""
    trace = Trace(record=True)
    nonet.solve(puzzle, method=method, any=True, trace=trace)
    return list(trace)


def free_digits(grid: Grid, house_of: Sequence[int], cell: int) -> int:
    """Return the digits that a house of a cell does not have, as a mask."""
    used = {digit for other, digit in enumerate(grid) if house_of[other] == house_of[cell]}
    return sum(1 << digit - 1 for digit in range(1, 10) if digit not in used)


def without_overflow(page: Page) -> bool:
    fits: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return fits


class TestPlaying:
    def test_both_searches_advance_together_and_end_with_the_counters_of_the_library(self, player: Player) -> None:
        page = player.open()
        page.click("[data-view=lab]")
        wait_for_searches(page)
        values = page.eval_on_selector_all("#method-A option", "all => all.map(each => each.value)")
        assert values == list(METHODS)
        page.select_option("#method-A", "singles")
        expect(page.locator(".lane progress")).to_have_count(2)
        expect(page.locator(".lane-note").first).to_have_text("")
        expect(page.locator(".lane-note").last).to_have_text("")
        for _ in range(3):
            page.click("#lab-step")
        assert [lane.split()[1] for lane in page.locator(".lane .counts").all_inner_texts()] == ["3", "3"]
        page.click("#lab-end")
        for lane, method in zip(page.locator(".lane .counts").all_inner_texts(), ("singles", "mrv"), strict=True):
            trace = Trace()
            nonet.solve(WIKIPEDIA, method=method, any=True, trace=trace)
            counts = [int(part.replace(",", "")) for part in lane.split()[1::2]]
            assert counts[1:] == [trace.nodes, trace.guesses, trace.backtracks, trace.deepest]
        digits = page.eval_on_selector_all(".lane .digit", "all => all.map(each => each.textContent).join('')")
        assert digits == 2 * WIKIPEDIA_SOLUTION

    def test_play_pause_and_the_note_about_omitted_events(self, player: Player) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        page.click("[data-view=lab]")
        expect(page.locator(".lane-note").first).to_have_text(
            re.compile("Only the first 20,000 events|ran out of time")
        )
        page.click("#lab-play")
        expect(page.locator(".lane dd").first).not_to_have_text(re.compile("^[0-3]$"))
        page.click("#lab-play")
        stopped = page.inner_text(".lane .counts >> nth=0")
        page.wait_for_timeout(150)
        assert page.inner_text(".lane .counts >> nth=0") == stopped

    def test_playing_ends_with_the_solution_of_both(self, player: Player) -> None:
        page = open_lab(player, methods=("bitmask", "dlx"))
        page.select_option("#lab-speed", "10000")
        page.click("#lab-play")
        expect(page.locator(".lane-note").first).to_have_text("solved")
        expect(page.locator("#lab-play")).to_have_text("Play")
        ends = [str(len(record(WIKIPEDIA, method))) for method in ("bitmask", "dlx")]
        final = page.evaluate(SNAPSHOT)
        assert [lane["counts"][0].replace(",", "") for lane in final] == ends
        assert [lane["digits"] for lane in final] == 2 * [WIKIPEDIA_SOLUTION]


class TestMasks:
    @pytest.mark.parametrize(
        ("puzzle", "methods"),
        [
            (WIKIPEDIA, ("backtracking", "bitmask")),
            (WIKIPEDIA, ("singles", "target")),
            (INKALA, ("mrv", "dlx")),
            (INKALA, ("propagation", "mrv")),
        ],
    )
    def test_they_are_the_free_digits_of_the_cell_just_before_each_event(
        self, player: Player, puzzle: str, methods: tuple[str, str]
    ) -> None:
        page = open_lab(player, puzzle, methods)
        steps = shots(page, "lab-step", 100)
        for lane, method in enumerate(methods):
            for event, before, after in zip(record(puzzle, method), steps, steps[1:], strict=False):
                self._check(event, Grid(before[lane]["digits"]), after[lane], method)

    def _check(self, event: Event, before: Grid, shot: Shot, method: str) -> None:
        names, bits = zip(*shot["masks"], strict=True)
        assert names[3] == "row & column & box"
        if event.cell < 0:
            assert names[:3] == ("row", "column", "box")
            assert set("".join(bits)) == {"·"}
            return
        shape = before.shape
        houses = (shape.row_of, shape.column_of, shape.box_of)
        assert names[:3] == tuple(
            f"{name} {house[event.cell] + 1}" for name, house in zip(("row", "column", "box"), houses, strict=True)
        )
        row, column, box = (free_digits(before, house, event.cell) for house in houses)
        assert bits[:4] == tuple(f"{mask:09b}" for mask in (row, column, box, row & column & box))
        assert set(shot["shaded"]) == {event.cell, *shape.peers[event.cell]}
        digit = event.digit or before[event.cell]
        if event.kind == "place":
            assert shot["newest"] == [event.cell]
            if method in LOWEST_FIRST:
                untried, lowbit = int(bits[4], 2), int(bits[5], 2)
                assert lowbit == untried & -untried == 1 << event.digit - 1
                assert names[5] == f"lowbit x & -x → {event.digit}"
        elif event.kind == "remove":
            assert shot["undone"] == [event.cell]
            assert names[5] == "lowbit x & -x"
        elif event.kind == "fail":
            assert shot["failed"] == [event.cell]
            assert bits[3] == bits[5] == 9 * "0"
        # XOR flips the bit of the digit in the row, the column and the box; digit 9 is on the left
        assert shot["framed"] == [9 - digit if digit else -1] * 3 + [-1] * 3

    def test_digits_tried_before_are_left_out_of_x(self, player: Player) -> None:
        page = open_lab(player)
        tried = 0
        for shot, _ in shots(page, "lab-step", 100):
            masks = dict(shot["masks"])
            if "place" in shot["event"] and masks["x = not tried yet"] != masks["row & column & box"]:
                tried += 1
        assert tried > 0

    def test_a_larger_board_has_more_bits(self, player: Player) -> None:
        page = open_lab(player, SIXTEEN)
        _, shot = shots(page, "lab-step", 1)
        head = page.locator(".lane >> nth=0 >> nonet-masks thead th").all_inner_texts()
        assert head == list("GFEDCBA987654321")
        assert dict(shot[0]["masks"])["row 1"] == 15 * "1" + "0"
        assert page.get_attribute("nonet-masks >> nth=0", "tabindex") == "0"


class TestPath:
    @pytest.mark.parametrize("options", [PHONE])
    def test_it_has_the_guesses_on_the_board_and_keeps_the_newest(self, player: Player) -> None:
        page = open_lab(player)
        steps = shots(page, "lab-step", 100)
        shape = Grid(WIKIPEDIA).shape
        placed: list[Event] = []
        shortened = 0
        for event, after in zip(record(WIKIPEDIA, "bitmask"), steps[1:], strict=False):
            if event.kind == "place":
                placed.append(event)
            elif event.kind == "remove":
                placed.pop()
            path = [f"{shape.cell_name(guess.cell)}={guess.digit}" for guess in placed if guess.guess]
            shown = after[0]["path"]
            assert shown[0] == "root"
            if "…" in shown:
                shortened += 1
                dots = shown.index("…")
                assert shown[1:dots] == path[: dots - 1]
                assert shown[dots + 1 :] == path[dots + 1 - len(shown) :]
                assert len(shown) - 2 < len(path)
            else:
                assert shown[1:] == path
        assert 0 < shortened < 100


class TestGoingBack:
    def test_back_undoes_forward(self, player: Player) -> None:
        page = open_lab(player, INKALA, ("mrv", "propagation"))
        forward = shots(page, "lab-step", 100)
        assert shots(page, "lab-back", 100) == forward[::-1]
        expect(page.locator("#lab-back")).to_be_disabled()

    def test_another_method_shows_as_many_events(self, player: Player) -> None:
        page = open_lab(player)
        forward = shots(page, "lab-step", 9)
        page.select_option("#method-A", "backtracking")
        wait_for_searches(page)
        again = page.evaluate(SNAPSHOT)
        assert [lane["counts"][0] for lane in again] == ["9", "9"]
        assert again == forward[9]  # backtracking and bitmask visit the same nodes

    def test_arrows_and_the_slider(self, player: Player) -> None:
        page = open_lab(player)
        forward = shots(page, "lab-step", 9)
        player.press("ArrowLeft", "ArrowLeft", "ArrowRight")
        assert page.evaluate(SNAPSHOT) == forward[8]
        expect(page.locator("#live")).to_contain_text(f"A: {forward[8][0]['event']}")
        page.fill("#lab-at", "5")
        assert page.evaluate(SNAPSHOT) == forward[5]
        page.focus("#lab-at")
        player.press("ArrowRight", "ArrowRight")
        assert page.evaluate(SNAPSHOT) == forward[7]
        player.press("Home")
        assert page.evaluate(SNAPSHOT) == forward[0]
        expect(page.locator("#lab-where")).to_have_text(re.compile("^0 / "))

    def test_p_plays_and_pauses(self, player: Player) -> None:
        page = open_lab(player)
        player.press("p")
        expect(page.locator("#lab-play")).to_have_text("Pause")
        player.press("p")
        expect(page.locator("#lab-play")).to_have_text("Play")


class TestPhone:
    @pytest.mark.parametrize("options", [PHONE, {**PHONE, **CHINESE}, SIDEWAYS, {**SIDEWAYS, **CHINESE}])
    def test_board_masks_counters_and_controls_are_in_view_together(self, player: Player) -> None:
        page = open_lab(player)
        for button in ("#lab-step", "#lab-step", "#lab-back"):
            page.tap(button)
        top = page.locator("#lab-controls").bounding_box()
        assert top
        assert top["y"] + top["height"] <= page.evaluate("innerHeight") + 1
        for part in ("nonet-board", "nonet-masks", ".counts", ".path", ".event"):
            box = page.locator(f".lane[data-lane=A] {part}").bounding_box()
            assert box, part
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= top["y"] + 1, part
        assert without_overflow(page)

    @pytest.mark.parametrize("options", [PHONE, SIDEWAYS])
    def test_the_whole_board_is_in_view_at_once(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.tap("[data-view=lab]")
        page.wait_for_selector(".lane[data-lane=A][aria-busy=false]")
        top = page.locator("#lab-controls").bounding_box()
        board = page.locator(".lane[data-lane=A] nonet-board").bounding_box()
        assert top
        assert board
        assert 0 <= board["y"] <= board["y"] + board["height"] <= top["y"] + 1

    @pytest.mark.parametrize("options", [PHONE])
    def test_the_whole_board_is_in_view_after_the_phone_is_rotated(self, player: Player) -> None:
        page = open_lab(player)
        page.tap("#lab-step")
        for width, height in ((844, 390), (390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(
                """() => {
                    const board = document.querySelector(".lane[data-lane=A] nonet-board").getBoundingClientRect();
                    const bottom = document.querySelector("#lab-controls").getBoundingClientRect().top;
                    return 0 <= board.top && board.bottom <= bottom + 1;
                }"""
            )

    @pytest.mark.parametrize("options", [PHONE])
    def test_one_search_at_a_time(self, player: Player) -> None:
        page = open_lab(player)
        a, b = page.locator(".lane[data-lane=A]"), page.locator(".lane[data-lane=B]")
        expect(a).to_be_visible()
        expect(b).not_to_be_visible()
        page.tap("#lab-step")
        page.tap("#lab-switch [data-lane=B]")
        expect(a).not_to_be_visible()
        expect(b.locator(".counts dd").first).to_have_text("1")
        assert page.get_attribute("#lab-switch [data-lane=B]", "aria-pressed") == "true"

    @pytest.mark.parametrize(("options", "puzzle"), [(SMALL_PHONE, WIKIPEDIA), (PHONE, 625 * "."), (SIDEWAYS, SIXTEEN)])
    def test_nothing_is_wider_than_the_screen(self, player: Player, puzzle: str) -> None:
        page = open_lab(player, puzzle)
        page.tap("#lab-step")
        assert without_overflow(page)
        if len(puzzle) == 81:  # only the masks of larger boards scroll
            assert page.eval_on_selector("nonet-masks", "each => each.scrollWidth <= each.clientWidth")

    @pytest.mark.parametrize("options", [PHONE])
    def test_buttons_are_large_enough_for_touch(self, player: Player) -> None:
        page = open_lab(player)
        sizes = page.eval_on_selector_all(
            "#view-lab button, #view-lab select",
            """all => all.filter(each => each.checkVisibility())
                         .map(each => [each.id, each.offsetWidth, each.offsetHeight])""",
        )
        assert [size for size in sizes if min(size[1:]) < 44] == []


class TestWords:
    @pytest.mark.parametrize("options", [{"locale": "en-US"}, CHINESE])
    def test_the_legend_explains_signs_and_counters(self, player: Player, options: dict[str, str]) -> None:
        page = open_lab(player)
        signs = page.locator("#lab-legend .signs li").all_inner_texts()
        for text, word in zip(signs, SIGNS[options["locale"]], strict=True):
            assert word in text
        words = page.locator("#lab-legend dt").all_inner_texts()
        assert words[:6] == COUNTERS[options["locale"]]
        shown = page.locator(".lane >> nth=0 >> .counts dt").all_inner_texts()
        assert shown == words[:5]

    def test_the_legend_button_shows_the_legend(self, player: Player) -> None:
        page = open_lab(player)
        page.click("#lab-to-legend")
        expect(page.locator("#lab-legend")).to_be_in_viewport()
        expect(page.locator("#lab-legend")).to_be_focused()

    @pytest.mark.parametrize("options", [CHINESE])
    def test_the_chinese_lab_has_no_english_words(self, player: Player) -> None:
        page = open_lab(player, WIKIPEDIA, ("bitmask", "mrv"))
        found: set[str] = set()
        for method in METHODS:
            page.select_option("#method-A", method)
            wait_for_searches(page)
            for at in (*range(10), 100_000):
                page.fill("#lab-at", str(min(at, int(page.get_attribute("#lab-at", "max") or 0))))
                text = page.eval_on_selector(
                    "#view-lab",
                    """view => [view, ...view.querySelectorAll("*")].flatMap((each) => [
                        each.getAttribute("aria-label"), each.getAttribute("title")]).join(" ") + view.textContent""",
                )
                found |= set(re.findall("[A-Za-z]{2,}", text))
        assert found == NAMES_IN_CHINESE_TEXTS

    def test_each_method_has_an_idea_in_both_languages(self, player: Player) -> None:
        page = open_lab(player)
        ideas = {"en": set[str](), "zh": set[str]()}
        for language, found in ideas.items():
            expect(page.locator("html")).to_have_attribute("lang", re.compile(language))
            for method in METHODS:
                page.select_option("#method-A", method)
                found.add(page.inner_text(".lane >> nth=0 >> .idea"))
            assert len(found) == len(METHODS), language
            page.click("#language")
        assert not any(re.search("[一-鿿]", idea) for idea in ideas["en"])
        assert all(re.search("[一-鿿]", idea) for idea in ideas["zh"])

    @pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}])
    def test_texts_have_enough_contrast(self, player: Player) -> None:
        page = open_lab(player)
        page.click("#lab-step")
        low = page.evaluate(
            """() => {
                const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
                const light = (color) => numbers(color).slice(0, 3).map((value) => value / 255)
                    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
                    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
                const behind = (element) => {
                    const color = getComputedStyle(element).backgroundColor;
                    return numbers(color)[3] === 0 ? behind(element.parentElement) : color;
                };
                return [...document.querySelectorAll("#view-lab *")]
                    .filter((each) => each.checkVisibility() && !each.closest(":disabled, select, [aria-hidden=true]"))
                    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
                    .map((each) => {
                        const [a, b] = [light(getComputedStyle(each).color), light(behind(each))];
                        return [each.className, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
                    })
                    .filter(([, contrast]) => contrast < 4.5);
            }"""
        )
        assert low == []
