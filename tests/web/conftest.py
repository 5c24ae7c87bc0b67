"""The browser and the service that the tests of the page share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

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


@pytest.fixture
def options() -> dict[str, Any]:
    """The options of the browser; a test may set those of a phone."""
    return {}


@pytest.fixture
def player(browser: Browser, page_service: Service, options: dict[str, Any]) -> Iterator[Player]:
    """A player who has not used the page before."""
    player = Player(browser, page_service.address, **options)
    yield player
    player.leave()
