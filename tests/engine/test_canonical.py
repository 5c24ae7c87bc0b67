"""canonical_many, and the kernel's canonical forms."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from array import array
from types import ModuleType

import numpy as np
import pytest

import nonet
from nonet import ArgumentError, Grid, NonetError
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA


class TestMany:
    def test_all_kinds_of_puzzles_and_several_threads(self) -> None:
        texts = [WIKIPEDIA, INKALA, SEVENTEEN]
        expected = [nonet.canonical(text) for text in texts]
        rows = np.array([list(Grid(text)) for text in texts], np.uint8)
        for batch in (texts, [Grid(text) for text in texts], "\n".join(texts).encode(), rows, rows.reshape(3, 9, 9)):
            forms = nonet.canonical_many(batch, threads=2)
            assert [forms.grid(i) for i in range(3)] == expected
            assert forms.automorphisms.tolist() == [1, 1, 1]
        many = nonet.canonical_many(np.tile(rows, (20, 1)), threads=2)
        assert (many.digits == np.tile(forms.digits, (20, 1))).all()

    def test_the_transform_gives_the_form(self) -> None:
        forms = nonet.canonical_many([WIKIPEDIA, INKALA])
        assert [forms.transform(i)(text) for i, text in enumerate((WIKIPEDIA, INKALA))] == [
            forms.grid(0),
            forms.grid(1),
        ]

    def test_a_bad_board_is_reported_and_does_not_affect_others(self) -> None:
        forms = nonet.canonical_many(["5" + WIKIPEDIA[1:8] + "5" + WIKIPEDIA[9:], WIKIPEDIA, "123", "x" + 80 * "."])
        assert forms.is_bad.tolist() == [True, False, True, True]
        assert forms.automorphisms.tolist() == [0, 1, 0, 0]
        assert not forms.digits[forms.is_bad].any()
        assert forms.grid(1) == nonet.canonical(WIKIPEDIA)
        assert [forms.reason(i)[:20] for i in range(4)] == [
            "r1c1 and r1c9 are bo",
            "",
            "3 cells, but a 9x9 b",
            "r1c1 is 'x', but a c",
        ]
        for method in (forms.grid, forms.transform):
            with pytest.raises(NonetError, match="3 cells"):
                method(2)

    def test_no_boards_have_no_forms(self) -> None:
        assert len(nonet.canonical_many([])) == 0
        with pytest.raises(ArgumentError, match="threads must be at least 1, not 0"):
            nonet.canonical_many([], threads=0)


class TestKernel:
    """The compiled kernel: wrong buffers, and Ctrl-C."""

    @pytest.fixture
    def kernel(self) -> ModuleType:
        module: ModuleType = pytest.importorskip("nonet._native")
        return module

    def test_wrong_buffers_are_refused(self, kernel: ModuleType) -> None:
        forms, numbers, maps, status = bytearray(162), array("Q", [0, 0]), bytearray(56), bytearray(2)
        for wrong in (
            (bytes(161), 2, 81, forms, numbers, maps, status, 1),
            (bytes(162), 2, 81, bytearray(161), numbers, maps, status, 1),
            (bytes(162), 2, 81, forms, array("Q", [0]), maps, status, 1),
            (bytes(162), 2, 81, forms, numbers, bytearray(55), status, 1),
            (bytes(162), 2, 81, forms, numbers, maps, bytearray(1), 1),
            (bytes(162), -1, 81, forms, numbers, maps, status, 1),
            (bytes(162), 2, 80, forms, numbers, maps, status, 1),
            (bytes(162), 2, 81, forms, numbers, maps, status, 0),
        ):
            with pytest.raises(ValueError, match="needed|must be"):
                kernel.canonical(*wrong)
        kernel.canonical(bytes(81) + bytes([200]) + bytes(80), 2, 81, forms, numbers, None, status, 1)
        assert list(status) == [3, 11]
        assert list(numbers) == [3_359_232 * 362_880, 0]

    @pytest.mark.slow
    def test_ctrl_c_stops_it(self, kernel: ModuleType) -> None:
        code = """
import numpy as np, nonet
print("started", flush=True)
nonet.canonical_many(np.zeros((10**6, 81), np.uint8), threads=2)
"""
        command = [sys.executable, "-c", code]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[1].rstrip().endswith("KeyboardInterrupt")
