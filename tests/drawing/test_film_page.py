"""The player of a film in a real browser: it shows the masks of every frame, on a phone as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonet.drawing import Film, Frame, film_html, record
from nonet.drawing.masks import LINES, event_title, mask_lines
from tests.boards import INKALA
from tests.web.browser import PHONE, browsing, needs_browser

SIX = ".2...31..4..........5.3..6..4.3...1."
READ = """() => {
  const texts = (part, line) =>
    [...document.querySelectorAll(`.masks [data-part=${part}]${line ? `[data-line=${line}]` : ""}`)]
      .map((text) => text.textContent);
  const lines = LINES.map((name) => [texts("label", name)[0], texts("bit", name).join(""), texts("note", name)[0]]);
  const digits = [...document.querySelectorAll("text[data-cell]")].map((text) => [text.dataset.cell, text.textContent,
    text.getAttribute("class")]);
  return { title: texts("title")[0], lines, digits };
}""".replace("LINES", str(list(LINES)))


def seek(frame: int) -> str:
    return f"const seek = document.getElementById('seek'); seek.value = {frame}; seek.dispatchEvent(new Event('input'))"


def expected(film: Film, frame: Frame, language: str) -> dict[str, object]:
    """Return what the page shows of a frame."""
    shape = film.grid.shape
    lines = [[line.label, line.bits(shape), line.note] for line in mask_lines(frame, shape, language=language)]
    digits = [
        [
            str(cell),
            shape.symbol(frame.digits[cell]) if frame.digits[cell] else "",
            "guess" if frame.guessed >> cell & 1 else "placed",
        ]
        for cell, given in enumerate(film.grid)
        if not given
    ]
    return {"title": event_title(frame, shape, language=language), "lines": lines, "digits": digits}


@needs_browser
@pytest.mark.parametrize(
    ("puzzle", "method", "language"),
    [
        (SIX, "backtracking", "en"),
        (INKALA, "dlx", "zh"),
        (16 * 16 * ".", "bitmask", "en"),
        (25 * 25 * ".", "mrv", "en"),
    ],
)
def test_the_player_shows_the_masks_of_every_frame(puzzle: str, method: str, language: str, tmp_path: Path) -> None:
    film = record(puzzle, method, most=60)
    file = tmp_path / "film.html"
    file.write_text(film_html(film, language=language), encoding="utf-8")
    with browsing() as browser:
        page = browser.new_page(reduced_motion="reduce")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(file.as_uri())
        for number, frame in enumerate(film.frames):
            page.evaluate(seek(number))
            shown, wanted = page.evaluate(READ), expected(film, frame, language)
            if frame.cell < 0:
                assert [line[1:] for line in shown.pop("lines")] == [["", ""]] * len(LINES)
                assert wanted.pop("lines") == []
            assert shown == wanted, number
        assert errors == []


@needs_browser
def test_a_film_fits_a_phone(tmp_path: Path) -> None:
    file = tmp_path / "race.html"
    file.write_text(film_html([record(INKALA, name, most=50) for name in ("bitmask", "mrv")]), encoding="utf-8")
    with browsing() as browser:
        page = browser.new_context(**PHONE).new_page()
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
        play = page.locator("#play").bounding_box()
        assert play
        assert play["y"] + play["height"] <= PHONE["viewport"]["height"]
