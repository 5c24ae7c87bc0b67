"""For all tests: a slow machine is no mistake, so no example has a deadline."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("nonet", deadline=None)
settings.load_profile("nonet")
