"""What the page looks like: what must be read is in view on every screen, and colors have enough contrast."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.boards import SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import PHONE, Player, needs_browser

pytestmark = needs_browser

UNFAIR = "..81....662.....13.5...39.....7.....49.2.1.67.....9.....53...9.86.....323....46.."
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
SMALL_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 640}}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
ZOOMED: dict[str, Any] = {"viewport": {"width": 683, "height": 384}}
SCREENS = [LAPTOP, PHONE, SMALL_PHONE, SIDEWAYS, ZOOMED]
every_screen = pytest.mark.parametrize("options", SCREENS, ids=["laptop", "phone", "small", "sideways", "zoomed"])
both_devices = pytest.mark.parametrize("options", [LAPTOP, PHONE], ids=["laptop", "phone"])
"""For tests that go through the screens of a device themselves, without loading the page again."""

Color = tuple[int, int, int]


IN_VIEW = """element => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    return inside && box.height > 0 && (element.contains(top) || top.contains(element));
}"""


def in_view(element: Locator) -> bool:
    """Whether an element is in the window as a whole, and on top of everything else."""
    found: bool = element.evaluate(IN_VIEW)
    return found


def screens_of(options: dict[str, Any], page: Page) -> Iterator[str]:
    """Give the window the size of each screen of a laptop or a phone. Yield the name of the screen."""
    for screen in [PHONE, SMALL_PHONE, SIDEWAYS] if options is PHONE else [LAPTOP, ZOOMED]:
        page.set_viewport_size(screen["viewport"])
        yield "{width}x{height}".format(**screen["viewport"])


def place(page: Page, selector: str) -> dict[str, float]:
    """Return the place and the size of an element."""
    box = page.locator(selector).bounding_box()
    assert box
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


class TestInView:
    @every_screen
    def test_the_board_the_buttons_and_messages(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        for selector in ("#board", "#new", "#timer", "#about"):
            assert in_view(page.locator(selector)), selector
        for button, text in (("#check", "Everything is correct so far."), ("#restart", "Restarted")):
            page.click(button)  # a button that is not in view is scrolled into view first
            expect(page.locator("#message")).to_contain_text(text)
            assert in_view(page.locator("#message")), button
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    @every_screen
    def test_the_newest_stage_of_a_hint_and_its_button(self, player: Player) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.show_hint()
        places = []
        for _ in range(4):
            assert in_view(page.locator("#board"))
            assert in_view(page.locator("#hint-next"))
            newest = page.locator("#hint-text p").last
            assert newest.evaluate(
                """text => {
                    const box = text.getBoundingClientRect(), holder = text.parentElement.getBoundingClientRect();
                    return box.top >= holder.top - 1 && (box.bottom <= holder.bottom + 1 || box.top <= holder.top + 1);
                }"""
            )
            box = place(page, "#hint-next")
            places.append((box["x"], box["y"], box["width"]))
            if page.inner_text("#hint-next") == "More":
                page.click("#hint-next")
        assert page.inner_text("#hint-next") == "Apply"
        assert len(set(places)) == 1
        card, close = place(page, "#hint-card"), place(page, "#hint-close")
        assert card["x"] + card["width"] <= page.evaluate("innerWidth - 4") or card["x"] == 0  # as wide as a phone
        assert close["x"] + close["width"] <= card["x"] + card["width"]

    @both_devices
    def test_a_shadow_shows_at_which_end_text_goes_on(self, player: Player, options: dict[str, Any]) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.explain()
        page.eval_on_selector_all("#steps button", "all => all.find(each => each.className.includes('unfair')).click()")
        text = page.locator("#explain-text")
        text.evaluate("text => text.append('A last line.')")
        for screen in screens_of(options, page):
            assert text.evaluate("text => text.scrollHeight > text.clientHeight + 40"), screen
            for place, shadows in ((0, (False, True)), (20, (True, True)), (9999, (True, False))):
                text.evaluate("(text, place) => { text.scrollTop = place }", place)
                assert self._shadows(text) == shadows, (screen, place)

    @staticmethod
    def _shadows(box: Locator) -> tuple[bool, bool]:
        """Whether the first and the last line of pixels in a box are shaded in the middle."""
        image = picture(box.screenshot())
        ground = image.getpixel((4, image.height // 2))
        top, bottom = (image.getpixel((image.width // 2, y)) for y in (2, image.height - 3))
        return top != ground, bottom != ground

    @pytest.mark.parametrize("options", [LAPTOP], ids=["laptop"])
    def test_no_shadow_if_all_text_is_shown(self, player: Player) -> None:
        """The edge of a box may be between two pixels."""
        page = player.open(f"#p={UNFAIR}")
        player.show_hint(stages=2)
        text = page.locator("#hint-text")
        text.evaluate("text => { text.style.height = '52px' }")
        for tenths in range(10):
            text.evaluate("(text, tenths) => { text.style.marginTop = `${tenths / 10}px` }", tenths)
            image = picture(text.screenshot())
            end = {image.getpixel((image.width // 2, image.height - row)) for row in range(1, 5)}
            assert len(end) == 1, tenths

    @pytest.mark.parametrize("options", [LAPTOP], ids=["laptop"])
    def test_an_explanation_has_room_for_several_lines(self, player: Player) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.explain()
        page.eval_on_selector_all("#steps button", "all => all.find(each => each.className.includes('unfair')).click()")
        assert place(page, "#explain-text")["height"] > 180
        assert place(page, "#steps")["height"] > 80

    @both_devices
    def test_every_explanation(self, player: Player, options: dict[str, Any]) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.explain()
        for screen in screens_of(options, page):
            seen = page.eval_on_selector_all(
                "#steps button",
                f"""(all) => all.map((button) => {{
                    button.click();
                    return ({IN_VIEW})(document.querySelector("#explain-text"));
                }})""",
            )
            assert len(seen) == 73
            assert all(seen), screen
            assert in_view(page.locator("#explain-board")), screen

    @pytest.mark.parametrize("options", [PHONE, SIDEWAYS], ids=["phone", "sideways"])
    def test_a_step_chosen_from_the_list(self, player: Player) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.explain()
        page.tap("#steps button >> nth=12")  # scrolls to the list, which is below the board
        expect(page.locator("#explain-where")).to_have_text("13 of 73")
        for part in ("#explain-board", "#explain-text"):
            assert in_view(page.locator(part)), part

    @both_devices
    def test_the_board_does_not_jump_between_views(self, player: Player, options: dict[str, Any]) -> None:
        page = player.open(f"#p={SEVENTEEN}")
        before = {screen: place(page, "#board") for screen in screens_of(options, page)}
        player.explain()
        for screen in screens_of(options, page):
            assert place(page, "#explain-board") == pytest.approx(before[screen], abs=1), screen

    @both_devices
    def test_the_longest_status_moves_nothing(self, player: Player, options: dict[str, Any]) -> None:
        page = player.open(f"#p={256 * '.'}&l=Extreme")
        before = {screen: place(page, "#board") for screen in screens_of(options, page)}
        page.click("#board .cell[data-cell='0']")
        player.press("1")
        for _ in ("en", "zh"):
            for screen in screens_of(options, page):
                assert place(page, "#board") == pytest.approx(before[screen], abs=1), screen
                about, status = place(page, "#about"), place(page, "#view-play .status")
                assert about["y"] >= status["y"] - 0.5, screen
                assert about["height"] <= status["height"] + 0.5, screen
            page.eval_on_selector("#language", "button => button.click()")

    @pytest.mark.parametrize("options", [SIDEWAYS])
    def test_the_board_after_an_import_from_the_end_of_the_page(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.tap("#import")
        page.tap("#import-sizes button")
        expect(page.locator("#setting")).to_be_visible()
        assert in_view(page.locator("#board"))

    @every_screen
    def test_the_first_puzzle_of_an_import(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.click("#import")
        page.fill("#import-input", f"{WIKIPEDIA}\n{SEVENTEEN}")
        expect(page.locator("#import-message")).to_have_text("Puzzles found: 2")
        expect(page.locator("#import-found button").first).to_be_visible()
        for part in ("#import-found .found-one button", "#import-message", "#import-dialog .dialog-head button"):
            assert in_view(page.locator(part).first), part

    @pytest.mark.parametrize("options", [PHONE, SIDEWAYS])
    def test_the_board_does_not_move_when_it_is_solved(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA_SOLUTION[:80]}.")
        before = place(page, "#board")
        page.tap("#board .cell[data-cell='80']")
        page.tap("#keypad [data-digit='9']")
        page.wait_for_selector("#solved[open]")
        assert place(page, "#board") == pytest.approx(before, abs=1)

    @pytest.mark.parametrize("options", [PHONE])
    def test_no_letters_of_keys_on_a_phone(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.tap("[data-mode=color]")
        assert page.locator("#view-play kbd:visible").count() == 0
        assert page.inner_text("#keypad").strip() == ""

    @pytest.mark.parametrize("options", [PHONE])
    def test_language_theme_and_help_are_in_the_settings_of_a_phone(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        page.tap("#open-settings")
        page.tap("#settings-dialog [data-does=theme]")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.tap("#settings-dialog [data-does=language]")
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


class TestOverlaps:
    @every_screen
    def test_nothing_of_the_status_is_seen_beside_a_message(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}&l=Medium")
        page.click("#check")
        expect(page.locator("#message")).to_be_visible()
        expect(page.locator("#about")).not_to_be_visible()
        player.press("Escape")
        expect(page.locator("#about")).to_be_visible()

    @every_screen
    def test_a_question_covers_neither_the_new_button_nor_the_timer(self, player: Player) -> None:
        page = player.open(f"#p={WIKIPEDIA}")
        player.press("4")
        page = player.open(f"#p={WIKIPEDIA}")
        expect(page.locator("#message button")).to_have_count(2)
        for selector in ("#message", "#new", "#timer"):
            assert in_view(page.locator(selector)), selector
        page.click("#timer")
        expect(page.locator("#message")).not_to_be_visible()

    @pytest.mark.parametrize("options", [PHONE])
    def test_the_help_of_a_phone_has_gestures_and_no_keys(self, player: Player) -> None:
        page = player.open()
        assert page.locator("#keys dt").all_text_contents() == ["Drag", "Double click or tap", "Long press"]

    @pytest.mark.parametrize("options", [SIDEWAYS])
    def test_the_focus_is_around_the_digit_of_a_small_cell(self, player: Player) -> None:
        page = player.open(f"#p={256 * '.'}")
        player.press("1", "Shift+Digit2")
        room = page.evaluate(
            """() => {
                const cell = document.activeElement, digit = getComputedStyle(cell.querySelector(".digit"));
                const height = 0.75 * parseFloat(digit.fontSize);
                return (cell.clientHeight - height) / 2 + parseFloat(getComputedStyle(cell).outlineOffset);
            }"""
        )
        assert room > 1


class TestHintsOnTheBoard:
    def test_nothing_but_the_step_is_drawn(self, player: Player) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.show_hint(stages=3)
        assert page.locator("#board :is(.selected, .peer, .equal)").count() == 0
        # the step is a hidden single: its digit in its house is all that matters
        assert set(page.locator("#board .candidate").evaluate_all("all => all.map(each => each.dataset.mark)")) == {"3"}
        player.press("Escape")
        assert page.locator("#board .selected").count() == 1

    def test_the_digits_like_that_of_the_selected_cell_are_not_shaded(self, player: Player) -> None:
        page = player.open(f"#p={UNFAIR}")
        player.cell("r1c3").click()
        assert page.locator("#board .equal").count() == UNFAIR.count("8")
        player.show_hint(stages=3)
        assert page.locator("#board :is(.peer, .equal)").count() == 0

    def test_a_player_who_keeps_candidates_sees_all(self, player: Player) -> None:
        page = player.open(f"#p={UNFAIR}")
        page.check("#automatic")
        before = page.locator("#board .candidate").count()
        player.show_hint(stages=3)
        assert page.locator("#board .candidate").count() == before


def luminance(color: Color) -> float:
    """Return the relative luminance of a color, as WCAG defines it."""
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def picture(png: bytes) -> Image.Image:
    """Return a screenshot as a picture."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def painted_contrast(image: Image.Image) -> float:
    """Return the contrast between the most common color of a picture and the color that differs most from it."""
    colors: Any = image.getcolors(image.width * image.height)
    _, ground = max(colors)
    return max(contrast(color, ground) for _, color in colors)


@pytest.mark.parametrize(
    "options",
    [{"color_scheme": scheme, "device_scale_factor": 3, **LAPTOP} for scheme in ("light", "dark")],
    ids=["light", "dark"],
)
class TestContrast:
    def test_of_pencil_marks_on_every_background(self, player: Player) -> None:
        page = player.open(f"#p={'.' * 81}")
        for color in range(10):
            where = f"r{1 + color // 5}c{1 + color % 5}"
            player.cell(where).click()
            player.press("Shift+Digit1", "Control+Digit2")
            if color:
                player.press(f"Alt+Digit{color}")
        player.cell("r9c9").click()
        found = self._marks(page)
        player.cell("r1c1").click()  # selected, and the others are its peers
        found += self._marks(page)
        assert len(found) == 40
        assert min(found) >= 4.5

    @staticmethod
    def _marks(page: Page) -> list[float]:
        """Return the contrast of each mark on the board."""
        image = picture(page.screenshot())
        boxes = page.eval_on_selector_all(
            "#board :is(.corner, .center)",
            """all => all.map((each) => {
                const { left, top, right, bottom } = each.getBoundingClientRect();
                return [left, top, right, bottom].map((edge) => Math.round(devicePixelRatio * edge));
            })""",
        )
        return [painted_contrast(image.crop(box)) for box in boxes]

    def test_of_the_lines_between_cells_and_around_the_selection(self, player: Player) -> None:
        page = player.open(f"#p={'.' * 81}")
        player.cell("r5c5").click()
        for left in ("r1c1", "r1c4", "r5c1", "r5c4", "r5c5", "r5c6"):
            box = player.cell(left).bounding_box()
            assert box
            edge = box["x"] + box["width"]
            strip: Any = {"x": edge - 8, "y": box["y"] + box["height"] / 3, "width": 16, "height": 4}
            assert painted_contrast(picture(page.screenshot(clip=strip))) >= 3, left
            if left == "r5c5":  # its own edge, without the line between the cells
                strip["width"] = 7
                assert painted_contrast(picture(page.screenshot(clip=strip))) >= 3
