"""The browser and the service that the tests of the page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.web.browser import Player, browsing
from tests.web.service import Service, running


@pytest.fixture(scope="package")
def service_with() -> Iterator[Callable[..., Service]]:
    """A function that returns a service with some settings, the same one each time: starting one takes seconds."""
    services: dict[str, Service] = {}
    with ExitStack() as stack:

        def find(**settings: Any) -> Service:
            key = str(sorted(settings.items()))
            if key not in services:
                services[key] = stack.enter_context(running(**settings))
            return services[key]

        yield find


@pytest.fixture(scope="package")
def service(service_with: Callable[..., Service]) -> Service:
    """The service of most tests, with a deadline that is long enough on a busy machine."""
    return service_with(workers=2, deadline=30)


@pytest.fixture
def hurried(service_with: Callable[..., Service]) -> Service:
    """A service that has little time and a short queue. Its worker is free."""
    found = service_with(workers=1, deadline=1, queue=2)
    assert found.status_when_free() == 200
    return found


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
def player_with(new_context: Callable[..., BrowserContext], service: Service) -> Callable[..., Player]:
    """A function that returns a player with some options of the browser, the same one each time.

    Opening a page in a tab that is open takes a third of the time that a new tab takes.
    """
    players: dict[str, Player] = {}

    def find(**options: Any) -> Player:
        key = str(sorted(options.items()))
        if key not in players:
            players[key] = Player(new_context(**options), service.address)
        return players[key]

    return find


@pytest.fixture
def options() -> dict[str, Any]:
    """The options of the browser; a test may set those of a phone."""
    return {}


@pytest.fixture
def player(player_with: Callable[..., Player], options: dict[str, Any]) -> Iterator[Player]:
    """A player who has not used the page before."""
    player = player_with(**options)
    yield player
    player.forget()
    player.check()


@pytest.fixture
def timed_player(new_context: Callable[..., BrowserContext], service: Service) -> Iterator[Player]:
    """A player whose clock may be changed: it stays changed in this profile."""
    with new_context() as context:
        player = Player(context, service.address)
        yield player
        player.leave()
