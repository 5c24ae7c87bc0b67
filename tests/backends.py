"""The backends of this machine."""

from __future__ import annotations

import pytest

from nonet.kernel import kernel

BACKENDS = ["numpy", *["native"] * (kernel() is not None)]
"""The values of NONET_BACKEND that can be tested here."""

needs_kernel = pytest.mark.skipif(
    kernel() is None, reason="this machine has no compiled kernel, or NONET_BACKEND is numpy"
)
"""For what NumPy and Python cannot do: ratings with nested chains, and comparisons with the kernel itself."""
