"""A real browser, and the page as a player uses it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="the tests of the page need chromium on PATH")

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

UNUSED = "PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIToolbar,InitialWebUI,WebUIReloadButton"
"""Pages of the browser's own window, which it would load for each tab. Without them a tab takes half the time."""


expect.set_options(timeout=30_000)  # a busy machine


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run a browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", f"--disable-features={UNUSED}"]
        )
        try:
            yield browser
        finally:
            browser.close()


class Player:
    """Someone who uses the page. At the end, all requests must have gone to the service, without errors in the page."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.context = context
        self.page: Page = context.new_page()
        self.window = self.page.viewport_size
        self.page.set_default_timeout(30_000)
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if "Security" in line.text else None)

    def open(self, fragment: str = "#play") -> Page:
        """Open the page, and wait until it is ready."""
        if self.page.url.partition("#")[0] == f"{self.address}/":
            self.page.goto(f"{self.address}/icon.svg")  # another fragment alone would not load the page again
        self.page.goto(f"{self.address}/{fragment}")
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def new_tab(self, fragment: str = "#play") -> Player:
        """Open the page in another tab of the same browser, with the same stored games."""
        other = Player(self.context, self.address)
        other.open(fragment)
        return other

    def forget(self) -> None:
        """Leave the page, and undo what was stored and set, so that the next player starts anew."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.context.set_offline(False)
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.emulate_media(media="null")
        if self.window and self.page.viewport_size != self.window:
            self.page.set_viewport_size(self.window)
        self.page.goto(f"{self.address}/icon.svg")  # of the same origin: the page can store nothing after this
        self.page.evaluate("localStorage.clear()")

    def check(self) -> None:
        """Check that the page used no other host and had no errors."""
        requests, errors = list(self.requests), list(self.errors)
        self.requests.clear()
        self.errors.clear()
        assert [url for url in requests if not url.startswith((self.address, "blob:", "data:", "about:"))] == []
        assert errors == []

    def leave(self) -> None:
        """Close the page, and check it."""
        self.page.close()
        self.check()

    # The board

    def cell(self, name: str, size: int = 9) -> Locator:
        """Return the cell with a name such as r4c5."""
        found = re.fullmatch(r"r(\d+)c(\d+)", name)
        assert found
        index = (int(found[1]) - 1) * size + int(found[2]) - 1
        return self.page.locator(f"#board .cell[data-cell='{index}']")

    def label(self, name: str) -> str:
        """Return the text of a cell for screen readers."""
        return self.cell(name).get_attribute("aria-label") or ""

    @property
    def labels(self) -> list[str]:
        """The text of each cell for screen readers."""
        found: list[str] = self.page.eval_on_selector_all(
            "#board .cell", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return found

    @property
    def digits(self) -> str:
        """All digits on the board as one line."""
        found: str = self.page.eval_on_selector_all(
            "#board .cell", "cells => cells.map(cell => cell.querySelector('.digit')?.textContent ?? '.').join('')"
        )
        return found

    def explain(self) -> None:
        """Show the Explain view, and wait until all steps have arrived."""
        self.page.click("[data-view=explain]")
        self.page.wait_for_selector("#rating dl", state="attached")

    def show_hint(self, stages: int = 1) -> None:
        """Request a hint, and show some of its stages."""
        self.page.click("#hint")
        self.page.wait_for_selector("#hint-text p")
        for _ in range(stages - 1):
            self.page.click("#hint-next")

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return self.page.inner_text(selector)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
