"""Settings for all tests: examples of Hypothesis have no deadline, since the machine may be slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("nonet", deadline=None)
settings.load_profile("nonet")
