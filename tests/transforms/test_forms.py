"""The canonical form: one for all images of a board, another for every other board."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from array import array
from collections import Counter
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import Grid, NonetError, Shape
from nonet.transforms import canonical, canonical_transform
from nonet.transforms._minlex import minlex as least_of
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, moved, puzzles
from tests.engine.conftest import backend_in_use

__all__ = ["backend_in_use"]

MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
THREE = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
seeds = st.integers(0, 2**32)


@given(puzzles([Shape(3, 3)], most_blanks=0.9), seeds)
@settings(max_examples=4)
def test_all_images_have_one_form(grid: Grid, seed: int) -> None:
    image = nonet.transform(grid, seed=seed)
    form, way = canonical(grid), canonical_transform(grid)
    assert nonet.canonical(image) == form == nonet.canonical(form) == way(grid)
    assert nonet.isomorphic(image, grid)
    assert nonet.automorphisms(image) == nonet.automorphisms(grid)
    assert Counter(Counter(grid).values()) == Counter(Counter(form).values())


@given(puzzles([Shape(3, 3)], most_blanks=0.95))
@settings(max_examples=4)
def test_kernel_and_python_agree_on_form_number_and_way(grid: Grid) -> None:
    found = least_of(grid)
    assert (found.form, found.transform) == (canonical(grid), canonical_transform(grid))
    assert found.automorphisms == nonet.automorphisms(grid)


@pytest.mark.parametrize(
    ("grid", "number"),
    [
        (MOST_SYMMETRIC, 648),
        (THREE, 3),
        (WIKIPEDIA_SOLUTION, 1),
        (INKALA, 1),
        (str(nonet.solve(INKALA)), 1),
        (SEVENTEEN, 1),
        (81 * ".", 3_359_232 * 362_880),
    ],
)
def test_known_numbers_of_automorphisms(grid: str, number: int) -> None:
    assert nonet.automorphisms(grid) == number


def test_puzzles_that_differ_by_an_invariant_have_different_forms() -> None:
    grids = [Grid(text) for text in (WIKIPEDIA, INKALA, SEVENTEEN, MOST_SYMMETRIC, THREE, WIKIPEDIA_SOLUTION)]
    assert len(set(map(nonet.canonical, grids))) == len(grids)
    changed = Grid(WIKIPEDIA).replace({"r1c1": 0})
    assert not nonet.isomorphic(WIKIPEDIA, changed)
    assert not nonet.isomorphic(WIKIPEDIA, "1234 3412 2143 4321")


def test_forms_begin_as_people_know_them() -> None:
    assert str(nonet.canonical(WIKIPEDIA_SOLUTION)).startswith("12345678945")
    assert str(nonet.canonical(MOST_SYMMETRIC)) == MOST_SYMMETRIC
    assert str(nonet.canonical(SEVENTEEN)).startswith(17 * ".")


class TestMany:
    def test_every_kind_of_batch_and_any_number_of_threads(self) -> None:
        texts = [WIKIPEDIA, INKALA, SEVENTEEN]
        expected = [nonet.canonical(text) for text in texts]
        rows = np.array([list(Grid(text)) for text in texts], np.uint8)
        for batch in (texts, [Grid(text) for text in texts], "\n".join(texts).encode(), rows, rows.reshape(3, 9, 9)):
            forms = nonet.canonical_many(batch, threads=2)
            assert [forms.grid(i) for i in range(3)] == expected
            assert forms.automorphisms.tolist() == [1, 1, 1]
        many = nonet.canonical_many(np.tile(rows, (20, 1)), threads=2)
        assert (many.digits == np.tile(forms.digits, (20, 1))).all()

    def test_the_way_leads_there(self) -> None:
        forms = nonet.canonical_many([WIKIPEDIA, INKALA])
        assert [forms.transform(i)(text) for i, text in enumerate((WIKIPEDIA, INKALA))] == [
            forms.grid(0),
            forms.grid(1),
        ]

    def test_a_bad_board_is_told_and_disturbs_no_other(self) -> None:
        forms = nonet.canonical_many(["5" + WIKIPEDIA[1:8] + "5" + WIKIPEDIA[9:], WIKIPEDIA, "123", "x" + 80 * "."])
        assert forms.is_bad.tolist() == [True, False, True, True]
        assert forms.automorphisms.tolist() == [0, 1, 0, 0]
        assert not forms.digits[forms.is_bad].any()
        assert forms.grid(1) == nonet.canonical(WIKIPEDIA)
        assert [forms.reason(i)[:20] for i in range(4)] == [
            "r1c1 and r1c9 both h",
            "",
            "3 cells, but a 9x9 b",
            "r1c1 holds 'x', but ",
        ]
        for ask in (forms.grid, forms.transform):
            with pytest.raises(NonetError, match="3 cells"):
                ask(2)

    def test_no_boards_are_no_work(self) -> None:
        assert len(nonet.canonical_many([])) == 0
        with pytest.raises(NonetError, match="at least 1 thread"):
            nonet.canonical_many([], threads=0)


def test_moved_boards_are_isomorphic() -> None:
    assert nonet.isomorphic(
        moved(Grid(INKALA), [2, 0, 1, 6, 7, 8, 5, 4, 3], list(range(9)), [0, 9, 8, 7, 6, 5, 4, 3, 2, 1]), INKALA
    )


class TestKernel:
    """The compiled part: hostile buffers, and Ctrl-C."""

    @pytest.fixture
    def kernel(self) -> ModuleType:
        module: ModuleType = pytest.importorskip("nonet._native")
        return module

    def test_buffers_that_do_not_fit_are_refused(self, kernel: ModuleType) -> None:
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

    def test_ctrl_c_stops_it(self, kernel: ModuleType) -> None:
        code = """
import numpy as np, nonet
print("begun", flush=True)
nonet.canonical_many(np.zeros((10**6, 81), np.uint8), threads=2)
"""
        command = [sys.executable, "-c", code]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[1].rstrip().endswith("KeyboardInterrupt")
