"""The browser and the service that the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.web.browser import Player, browsing
from tests.web.service import Service, running


@pytest.fixture(scope="package")
def page_service() -> Iterator[Service]:
    """A service with a deadline that is long enough on a busy machine."""
    with running(workers=2, deadline=30) as service:
        yield service


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="package")
def new_context(browser: Browser) -> Callable[..., BrowserContext]:
    """A function that returns a new profile of the browser. The page is in English, and not stored for use offline."""
    return lambda **options: browser.new_context(**{"locale": "en-US", "service_workers": "block", **options})


@pytest.fixture(scope="package")
def context_with(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """A function that returns a profile with some options, the same one each time. It has the files of the page."""
    contexts: dict[str, BrowserContext] = {}

    def find(**options: Any) -> BrowserContext:
        key = str(sorted(options.items()))
        if key not in contexts:
            contexts[key] = new_context(**options)
        return contexts[key]

    return find


@pytest.fixture
def options() -> dict[str, Any]:
    """The options of the browser; a test may set those of a phone."""
    return {}


@pytest.fixture
def player(
    context_with: Callable[..., BrowserContext], page_service: Service, options: dict[str, Any]
) -> Iterator[Player]:
    """A player who has not used the page before."""
    player = Player(context_with(**options), page_service.address)
    yield player
    player.forget()
    player.leave()


@pytest.fixture
def timed_player(new_context: Callable[..., BrowserContext], page_service: Service) -> Iterator[Player]:
    """A player whose clock may be changed: it stays changed in this profile."""
    with new_context() as context:
        player = Player(context, page_service.address)
        yield player
        player.leave()
