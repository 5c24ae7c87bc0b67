"""The page without its service: it opens, and what needs no service works."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.boards import INKALA, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import Player, needs_browser
from tests.web.service import running

pytestmark = needs_browser

STORED = """async () => {
  await navigator.serviceWorker.ready;
  const files = await (await fetch("files.json")).json();
  const store = await caches.open("nonet");
  return (await store.keys()).length >= files.length;
}"""


@pytest.fixture(scope="module")
def stored(new_context: Callable[..., BrowserContext]) -> Iterator[tuple[BrowserContext, str]]:
    """A browser in which the page was opened once, before its service was stopped, and the address of the page."""
    with new_context(service_workers="allow") as context:
        with running(workers=1) as service:
            player = Player(context, service.address)
            player.open().wait_for_function(STORED)
            player.leave()
        yield context, service.address


@pytest.fixture
def alone(stored: tuple[BrowserContext, str]) -> Iterator[Player]:
    """A player without the service."""
    player = Player(*stored)
    player.open(f"#p={WIKIPEDIA}")
    yield player
    player.forget()
    player.leave()


def test_a_game_goes_on_after_a_reload(alone: Player) -> None:
    alone.cell("r1c3").click()
    alone.press("4")
    page = alone.open()
    assert alone.digits.startswith("534.7")
    alone.cell("r1c4").click()
    alone.press("5")
    page.wait_for_selector("#board .cell.conflict")


def test_check_finds_a_wrong_digit(alone: Player) -> None:
    alone.cell("r1c3").click()
    alone.press("4")
    alone.page.click("#check")
    alone.page.wait_for_selector("#message.good")
    alone.cell("r1c3").click()
    alone.press("1")
    alone.page.click("#check")
    alone.page.wait_for_selector("#message.bad")


def test_hints_show_singles_up_to_the_solution(alone: Player) -> None:
    blanks = WIKIPEDIA.count(".")
    for left in range(blanks, 0, -1):
        alone.press("h")
        alone.page.wait_for_selector("#hint-card:not([hidden])")
        alone.press("h", "h", "h")  # where to look, what to place, apply it
        assert alone.digits.count(".") == left - 1
    assert alone.digits == WIKIPEDIA_SOLUTION


def test_what_needs_the_service_says_so(alone: Player) -> None:
    page = alone.open(f"#p={INKALA}")
    page.click("#hint")
    page.wait_for_selector("#message.bad")
    assert "only singles" in alone.text("#message")
    page.click("[data-view=explain]")
    expect(page.locator("#explain-text")).to_contain_text("not responding")
