"""Import in a real browser: links, spreadsheets, text around a puzzle, and dropped files."""

from __future__ import annotations

import base64
import json
import re
import string
import zlib

import pytest
from playwright.sync_api import FilePayload, Page, expect

import nonet
from nonet.formats.lzstring import compress
from tests.boards import INKALA, WIKIPEDIA
from tests.web.browser import Player, needs_browser

pytestmark = needs_browser

COMPRESSED = (
    "N4IgzglgXgpiBcBOANCALhNAbO8QHUIBrCABxgBMIBDEVagVzQAsB7AJwRDpAHN2IFBAG1hoAG7UsDXAFZUvCOJgA7BGnYyAvsglSZCAMwKlq9Zpg7gV"
    "qyEnTcAdhPK18Ddt02vXgLrIxO31cADYXM3cLb2tdIIcEAEZwtw9LWPsDJGTzTz14+Hk+UxSonxjrfzFbDNwUItcctLzMgA5syNzo6LjMsPqI1JtK5tw"
    "2/pLOsurghD7FBo6mrvSZ+GNxxq1hntwAFnbBqZX8sfmB0vKdowOL7prEm+1t+/hnDcXly5eAJkelo5Gsz+WwCX1Wc2KmwBd1Wv3eh0B8FOkI+flBnyu"
    "8H28IumKSONymLqZwm/zB+UKJM2w0+0xOwIBmLeVNRiOJKMGvl8WiAA="
)
"""WIKIPEDIA as f-puzzles writes it into a link."""
WITH_RULES = (
    "N4IgzglgXgpiBcBOANCALhNAbO8QHUIBrCABxgBMIBDEVAcwCcIKEBtN0AN2qwFdcAVgYQuMAHYI0jAQF9k3XgIQBmEWMnxpchSB79cAFnmgAxhLQxGA"
    "BQmmIWALLVGRMOwBMyAGwBdE3pKuADs6hJSMjAm0QrRvsicgQYI3mGa2lGxWYrJ8ACMaRE6OcpIhVqRAfqlwiD0ouEVxTHAsvGcVUEIKHUN6ZW61bgAH"
    "OUZLRODXfCpvRpFma3tJSNjA63Znbmz9fNNi5Mrqmtyy0mlhicH2eerc43jN0PH9/3NT9MFrwttCUfwoW++0OW1KXiBjw2UNBuB2fR+yxhKSuII+uXBu"
    "we61uCFGEPWvw6mymuUu+OKOPyKJJpR6mLe1yhlNq9IRf1R/zxrOBxP+gO5kMpdPhwN88RAVGo9AA9uJeABqBaoNAACysAFtpeqYJZGOxQFgIOIYO54B"
    "wQAAlPIAYTydEtHltIDFbVkQA==="
)
"""The same with a thermometer, both diagonals, a digit in r1c3 and marks in r1c4."""

PAD = (
    "N4IglgJiBcIB4gDQgMYFMA2GDOMDaeoAbgIYYCuaMArAL6LFmUwDM9o6AdgC4BOaAWxK8A1rmh4AjIgBMiACwBddiAAOaTijAYAssLH45ANmUMQp"
    "ClWgB2dnYZ3FiQuaZWj94CovNok724wAJwBljSejs5eZj5WITGB0AAcEQ5pjGHQHg5OLrEwKemerpnZ0eWhvmy5Gb7yqbVWheUlVQ2tVv41HTC2R"
    "ek90DINle60NaMwZSMJmcOzvs3jUe350PULnZPQ8RWb4RP9LWtLA2t9jcHjTiD8AOZgAPac4gR4AAyI77mfkj+yuWk32c0j+IIBzjkwLwcjBMIBu"
    "Q+iBY/yUzk+1EByKxaKkiExkOxhNxckxiM+JnRiGs/ySWMpeJp4LphIZciZ8LpiJYX1yPLhPJkuXkvOcIrhIqFzmoorwMrhMqF3KJeB5uJ5BLwIp"
    "RYoUwvxuRlOrleulBuVDJ5HJ5LK1iAZIo5IttMoZMo5Mq5zjwRllvrhvqleGsspDcJDQaSsqjcKjSu9vuNvtxvs1IeNIdxIc1UeNUdxUbJCftuV9"
    "HN9tpDDJDHJDtqjDKjHKjXJuKBIdzQr0usG4YG4GDQ0AABAB1MAiMDqCBgEgAcmww7QcBIAlUg5AyxAGDAnC7+BujyIaF4GBIAE9XsogA==="
)
"""WIKIPEDIA with center marks in r1c3 and corner marks in r1c4, as SudokuPad writes it into a link."""
PAD_SHORT = (
    "N4SwJgXA5AHlA0BjAphA2m4A3CBWAvvNhAMyHAoB2ALgE7IC2AhrQNYDO6AjPAEzwAWALrkADskqIQAGwCyLDun4A2EURwB2QvB1D4mHMu3qIXcj"
    "gCc5vMb1oTVkwA5jO4kfh3iLnW8OviMi8cAWNvbUCwnDNgiC1fE14A/zsTDwTiJOdCVL8IUJMzByibXLyfPPjiKyE9enQMAAZ4Rrtmrja+Ox5W/R"
    "4Ovq79fl60fgGxrrs0ZpJO4X1m3G74OcGFtB5l4dW7fg3+Zenm1UX4DU6nFdPN85WrnZv+C52r6ZIWuw+Jj947AU++gBEwBf30uEBaAhEwhf3eu3"
    "0Hw2H22aABazRgn+8FREIxEI2EKO+jQHxuHxepPgD0xNwBlIBNIhNwhlIhbxJykhXImXLBaA0kMFE0F/KckPFE3FcM5CLQXI2XNRgoxgo2gtR4ox"
    "4o24uJGC5Ny5lK5NMFN0FlMFNPFN3FlPFbz0iCY6GIUGoIGo0lQAAIAOogVggcRgEBMAA6UHYvuQMCYDFEPqg+BEQA=="
)
"""The same in SudokuPad's short form."""


def coach_link() -> str:
    """Return WIKIPEDIA with a digit in r1c3 and marks in r1c4 as sudoku.coach writes it: JSON, zlib, base 32."""
    marks = ["84" if cell == 3 else "0" for cell in range(81)]  # digit d is bit d: 2, 4 and 6
    digits = ["4" if cell == 2 else "0" for cell in range(81)]
    puzzle = {
        "gridSize": 9,
        "givenDigits": WIKIPEDIA.replace(".", "0"),
        "userDigits": "".join(digits),
        "userCellCandidates": "-".join(marks),
    }
    data = zlib.compress(json.dumps(puzzle).encode())
    return f"https://sudoku.coach/en/play/SCv7_32_{base64.b32hexencode(data).decode().rstrip('=').lower()}"


def pad_link(*, short: bool = False, more: dict[str, object] | None = None) -> str:
    """Return WIKIPEDIA as SudokuPad writes it, with the title and the hidden rows of its newer puzzles."""
    digits = [[{"value": digit} if digit != "." else {} for digit in row] for row in ROWS]
    row = {"cells": [[0, column] for column in range(9)], "unique": True, "hidden": True, "type": "rowcol"}
    puzzle = {
        "cells": digits,
        "cages": [{"value": "title: It's easy"}, row],
        "metadata": {"title": "Easy"},
        **(more or {}),
    }
    text = json.dumps(puzzle, separators=(",", ":"))
    if short:  # without the quotes of keys, empty objects, long names, and with other quotes
        for name, letters in {"cells": "ce", "cages": "ca", "value": "v", "title": "t"}.items():
            text = text.replace(f'"{name}":', f"{letters}:")
        text = text.replace("{}", "").replace("'", "\\'").replace('"', "'").replace(":true", ":t")
    return f"https://sudokupad.app/scl{compress(text)}"


def shortest_pad_link() -> str:
    """Return WIKIPEDIA in SudokuPad's shortest form: a symbol is a digit or a blank, and up to five blanks after it."""
    symbols = string.digits + string.ascii_uppercase + string.ascii_lowercase
    parts = re.findall("[0-9]0{0,5}", WIKIPEDIA.replace(".", "0"))
    return f"https://sudokupad.app/scf{''.join(symbols[int(part[0]) + 10 * (len(part) - 1)] for part in parts)}"


PAD_LABELS = ["row 1 column 3, empty, candidates 1 2 4", "row 1 column 4, empty, corner marks 2 6"]
ENTERED = {
    coach_link(): ["row 1 column 3, 4", "row 1 column 4, empty, candidates 2 4 6"],
    f"https://sudokupad.app/scl{PAD}": PAD_LABELS,
    f"https://sudokupad.app/sudoku/?puzzleid=ctc{PAD_SHORT}": PAD_LABELS,
}
"""Links with the player's digits and marks, and the labels of the cells that have some."""

ROWS = [WIKIPEDIA[9 * row : 9 * row + 9] for row in range(9)]
FULL_WIDTH = WIKIPEDIA.translate({ord(str(digit)): 0xFF10 + digit for digit in range(10)})


def cells(separator: str) -> str:
    """Return the puzzle as the cells of a spreadsheet. Blank cells are blank."""
    return "\n".join(separator.join(row.replace(".", " ")).replace(" ", "") for row in ROWS)


TEXTS = {
    "SudokuWiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={WIKIPEDIA.replace('.', '0')}",
    "sudoku.coach": f"https://sudoku.coach/en/play/{WIKIPEDIA.replace('.', '0')}",
    "SudokuPad": f"https://sudokupad.app/?puzzleid=fpuzzles{COMPRESSED.replace('+', '%2B').replace('/', '%2F')}",
    "SudokuPad path": f"https://sudokupad.app/fpuzzles{COMPRESSED}",
    "SudokuPad long": pad_link(),
    "SudokuPad short": pad_link(short=True),
    "SudokuPad shortest": shortest_pad_link(),
    "f-puzzles": f"https://www.f-puzzles.com/?load={COMPRESSED}",
    "spreadsheet": cells("\t"),
    "CSV": cells(","),
    "CSV with semicolons": cells(";") + "\r\n",
    "quoted CSV": "\n".join(",".join(f'"{cell}"' for cell in row.replace(".", " ")) for row in ROWS),
    "spaces": "\n".join(ROWS).replace(".", " "),
    "one line with spaces": WIKIPEDIA.replace(".", " "),
    "text around it": f"Today's puzzle: {WIKIPEDIA} (30 clues, have fun!)",
    "full-width digits": FULL_WIDTH,
    "full-width digits and spaces": FULL_WIDTH.replace(".", "\u3000"),
}


def paste(page: Page, text: str) -> None:
    """Write a text into the Import dialog, after the results of the last one are gone."""
    page.fill("#import-input", "")
    expect(page.locator("#import-found > *")).to_have_count(0)
    expect(page.locator("#import-message")).not_to_be_visible()
    page.fill("#import-input", text)


class TestTexts:
    def test_links_spreadsheets_and_text_around_a_puzzle(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        for name, text in {"own link": f"{player.address}/#p={WIKIPEDIA}", **TEXTS}.items():
            paste(page, text)
            expect(page.locator("#import-found"), name).to_contain_text("30 clues")
            digits = page.eval_on_selector_all(
                "#import-found .cell", "all => all.map(cell => cell.textContent || '.').join('')"
            )
            assert digits == WIKIPEDIA, name
            expect(page.locator("#import-message"), name).not_to_contain_text("ules")

    def test_links_of_this_page_with_other_boards(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        for fragment, text in (("p=1.....2..3.....4", "4×4 · 4 clues"), (f"p={36 * '.'}&b=3x2", "6×6 · 0 clues")):
            paste(page, f"{player.address}/#{fragment}")
            expect(page.locator("#import-found")).to_contain_text(text)

    @pytest.mark.parametrize("rule", [{"metadata": {"norowcol": True}}, {"cages": [{"value": "antiknight"}]}])
    def test_rules_that_are_not_drawn_are_noticed(self, player: Player, rule: dict[str, object]) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        paste(page, pad_link(more=rule))
        expect(page.locator("#import-message")).to_contain_text("The puzzle has further rules.")

    def test_a_link_with_other_rules_is_imported_with_them(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        paste(page, f"https://www.f-puzzles.com/?load={WITH_RULES}")
        expect(page.locator("#import-found")).to_contain_text("thermometer")
        expect(page.locator("#import-found")).to_contain_text("diagonal")

    def test_links_with_digits_and_marks(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        for link, labels in ENTERED.items():
            page.click("#import")
            paste(page, link)
            expect(page.locator("#import-found")).to_contain_text("with digits and candidates filled in")
            expect(page.locator("#import-message")).not_to_be_visible()
            page.click("#import-found .found-one button")
            assert [label for label in player.labels if not label.endswith(("empty", "given"))] == labels, link

    def test_a_link_without_a_puzzle_says_what_to_do(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        paste(page, "https://sudokupad.app/abcdef1234")
        expect(page.locator("#import-message.bad")).to_contain_text("only the number of a puzzle")
        paste(page, "https://tinyurl.com/abcdefgh")
        expect(page.locator("#import-message.bad")).to_contain_text("only the number of a puzzle")
        paste(page, "https://puzzles.example/sudoku/hard?day=3")
        expect(page.locator("#import-message.bad")).to_contain_text("There is no puzzle in this link")
        paste(page, f"https://www.f-puzzles.com/?load={COMPRESSED[:100]}")
        expect(page.locator("#import-message.bad")).to_have_text("The puzzle in this link cannot be read.")

    def test_a_text_without_digits_is_no_puzzle(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        paste(page, "Good morning, here is the sudoku of today")
        expect(page.locator("#import-message.bad")).to_contain_text("There is no puzzle in this text")
        paste(page, 16 * ".")
        expect(page.locator("#import-found")).to_contain_text("4×4 · 0 clues")

    def test_a_text_with_many_puzzles_says_how_many_are_used(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        page.click("#import")
        paste(page, "\n".join([WIKIPEDIA] * 250))
        expect(page.locator("#import-message")).to_contain_text("only the first 200 are used")
        assert page.locator("#import-found nonet-board").count() == 12
        page.click("#import-found > button")
        assert page.locator("#import-found nonet-board").count() == 24
        paste(page, "\n".join([WIKIPEDIA] * 200))
        expect(page.locator("#import-message")).to_have_text("Puzzles found: 200")


PASTE_PICTURE = """(selector) => {
    const data = new DataTransfer();
    data.items.add(new File([""], "image.png", { type: "image/png" }));
    const options = { clipboardData: data, bubbles: true, cancelable: true };
    document.querySelector(selector).dispatchEvent(new ClipboardEvent("paste", options));
}"""
DROP = """([selector, name, text]) => {
    const data = new DataTransfer();
    const type = name.endsWith(".png") ? "image/png" : "";
    if (name) data.items.add(new File([text], name, { type }));
    else data.setData("text/plain", text);
    const options = { dataTransfer: data, bubbles: true, cancelable: true };
    const target = document.querySelector(selector);
    target.dispatchEvent(new DragEvent("dragover", options));
    return target.dispatchEvent(new DragEvent("drop", options));
}"""
"""Drop a file, or a text if the file has no name. Return whether the browser would open it instead of the page."""


class TestDropping:
    def test_a_file_a_text_and_a_link(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        file = nonet.write(nonet.Grid(WIKIPEDIA), format="sdk")
        for selector, name, text in (
            ("#board", "puzzle.sdk", file),
            ("header", "", WIKIPEDIA),
            ("#board", "", f"{player.address}/#p={WIKIPEDIA}"),
        ):
            assert page.evaluate(DROP, [selector, name, text]) is False, "the browser would leave the page"
            expect(page.locator("#import-found")).to_contain_text("30 clues")
            player.press("Escape")
        page = player.open("#variant")
        page.click("#variant-import")
        page.wait_for_selector("#import-dialog[open]")
        page.evaluate(DROP, ["#import-title", "puzzle.sdk", file])
        expect(page.locator("#import-found")).to_contain_text("30 clues")

    def test_a_picture_and_other_files_that_are_not_text(self, player: Player) -> None:
        page = player.open(f"#p={INKALA}")
        message = page.locator("#import-message.bad")
        for name, text in (("photo.png", "This is a picture."), ("puzzle.ods", "This file is not text.")):
            page.evaluate(DROP, ["#board", name, "PK\0"])
            expect(message).to_contain_text(text)
            player.press("Escape")
        page.click("#import")
        paste(page, WIKIPEDIA)
        expect(page.locator("#import-found")).to_contain_text("30 clues")
        file: FilePayload = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff"}
        page.set_input_files("#import-file", file)
        expect(message).to_contain_text("This is a picture.")
        expect(page.locator("#import-found > *")).to_have_count(0)
        player.press("Escape")
        page.evaluate(PASTE_PICTURE, "#board")
        expect(message).to_contain_text("This is a picture.")
        page.fill("#import-input", WIKIPEDIA)
        expect(message).not_to_be_visible()
        page.evaluate(PASTE_PICTURE, "#import-input")
        expect(message).to_contain_text("This is a picture.")
        player.press("Escape")
        page.click("[data-view=batch]")
        page.wait_for_function(  # drop it again until the view is loaded
            f"() => !(({DROP})(['#batch-drop', 'photo.png', '']), document.querySelector('#batch-message').hidden)"
        )
        expect(page.locator("#batch-message.bad")).to_contain_text("This is a picture.")
