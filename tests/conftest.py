"""Settings for all tests: examples of Hypothesis have no deadline, since the machine may be slow."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("nonet", deadline=None)
settings.register_profile("fast", deadline=None, max_examples=10)  # for `make check`
settings.load_profile("nonet")

# Programs that a shell starts in the background ignore Ctrl-C, and so do the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
