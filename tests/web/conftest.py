"""What the tests of the page share: one browser, and one service for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import Player, browsing
from tests.web.service import Service, running


@pytest.fixture(scope="package")
def page_service() -> Iterator[Service]:
    """A service that a busy machine does not put off."""
    with running(workers=2, deadline=30) as service:
        yield service


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for all tests."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def options() -> dict[str, Any]:
    """How the browser is set up; a test may ask for a phone."""
    return {}


@pytest.fixture
def player(browser: Browser, page_service: Service, options: dict[str, Any]) -> Iterator[Player]:
    """Someone new at the page."""
    player = Player(browser, page_service.address, **options)
    yield player
    player.leave()
