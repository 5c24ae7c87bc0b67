"""Take page.png and page-zh.png, the pictures of the page in the README: a game with a hint drawn on the board.

Run ``.venv/bin/python -m docs.screenshot`` in the top folder again when the page changes. It starts the real service,
plays a puzzle in Chromium until singles do not help, and asks for a hint.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image  # reportlab, which nonet[print] installs, needs it, too
from playwright.sync_api import Browser
from tests.web.browser import Player, browsing
from tests.web.service import running

import nonet

PUZZLE = "......8.2.23...5.....562.7.......7.8.9.457.2.4.2.......3.981.....7...63.2.5......"
SIZE = {"width": 1280, "height": 880}
LANGUAGES = {"page.png": "en-US", "page-zh.png": "zh-CN"}


def take(browser: Browser, address: str, locale: str) -> bytes:
    """Return the screenshot as PNG, with a palette of 256 colors."""
    look: dict[str, Any] = {"viewport": SIZE, "locale": locale, "color_scheme": "light", "reduced_motion": "reduce"}
    player = Player(browser.new_context(**look), address)
    page = player.open(f"#p={PUZZLE}")
    singles = nonet.explain(PUZZLE, techniques=["full-house", "naked-single", "hidden-single"])
    for step in singles.steps:
        (placed,) = step.placements
        page.locator(f"#board .cell[data-cell='{placed.cell}']").click()
        player.press(str(placed.digit))
    player.press("Escape", "h")
    page.wait_for_selector("#hint-card:visible")
    player.press("h", "h", "h")
    page.wait_for_selector("#hint-next >> text=/Apply|执行/")
    picture = Image.open(io.BytesIO(page.screenshot()))
    player.leave()
    file = io.BytesIO()
    picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, "png", optimize=True)
    return file.getvalue()


def main() -> None:
    """Write the pictures."""
    folder = Path(__file__).parent / "pictures"
    with running(workers=1, deadline=30) as service, browsing() as browser:
        for name, locale in LANGUAGES.items():
            (folder / name).write_bytes(take(browser, service.address, locale))


if __name__ == "__main__":
    main()
