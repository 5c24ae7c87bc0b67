"""Every test of the engine runs with each backend that is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.backends import BACKENDS


@pytest.fixture(params=BACKENDS, scope="module", autouse=True)
def backend_in_use(request: pytest.FixtureRequest) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NONET_BACKEND", request.param)
        yield request.param
