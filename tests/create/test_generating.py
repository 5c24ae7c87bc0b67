"""Puzzles by order: each has one solution and is what was ordered, and the same seed gives the same puzzles."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from hashlib import sha256
from itertools import combinations, islice

import numpy as np
import pytest

import nonet
from nonet import CellSet, Grid, NonetError, NotFound, Shape
from nonet.create import SYMMETRIES, Pattern, Progress, orbits
from nonet.create.candidates import Maker
from nonet.create.chance import Chance
from nonet.create.order import order_of
from nonet.engine import count_many, is_solution
from nonet.kernel import kernel
from tests import sat

FIRST = "..97.4...6......58...........3..15.........2...52..9...3....4...9.8....2.27593..."
FIRST_SMALL = "......3.1.......5.6....3..54.6..2..."
BORDER = "xxxxxxxxx" + 7 * "x.......x" + "xxxxxxxxx"


def without(grid: Grid, cells: CellSet) -> Grid:
    return grid.replace(dict.fromkeys(cells, 0))


class TestPromises:
    def test_two_thousand_minimal_puzzles(self) -> None:
        puzzles = list(nonet.generate(count=2000, seed=1))
        assert len(set(puzzles)) == 2000
        assert count_many(puzzles).is_unique.all()
        fewer = [puzzle.replace({cell: 0}) for puzzle in puzzles[:300] for cell in puzzle.givens]
        assert not count_many(fewer).is_unique.any()
        assert 24 < sum(len(puzzle.givens) for puzzle in puzzles) / 2000 < 24.8

    def test_a_sat_solver_agrees(self) -> None:
        for puzzle in nonet.generate(count=8, seed=2):
            assert len(sat.solutions(puzzle, 2)) == 1

    @pytest.mark.parametrize("symmetry", SYMMETRIES)
    def test_every_symmetry(self, symmetry: str) -> None:
        units = orbits(symmetry, Shape(3, 3))
        for puzzle in nonet.generate(count=20, seed=3, symmetry=symmetry):
            used = [unit for unit in units if unit & puzzle.givens]
            assert all(unit <= puzzle.givens for unit in used)
            assert nonet.count(puzzle) == 1
            assert all(nonet.count(without(puzzle, unit)) > 1 for unit in used)

    @pytest.mark.parametrize("symmetry", ["none", "half-turn", "quarter-turn"])
    @pytest.mark.parametrize("clues", [(26, 29), 32, range(40, 42), (60, 81)])
    def test_the_number_of_clues(self, clues: int | tuple[int, int] | range, symmetry: str) -> None:
        least, most = (clues, clues) if isinstance(clues, int) else (min(clues), max(clues))
        puzzles = list(nonet.generate(count=30, seed=4, clues=clues, symmetry=symmetry))
        assert all(least <= len(puzzle.givens) <= most for puzzle in puzzles)
        assert count_many(puzzles).is_unique.all()
        assert all(unit <= p.givens or not unit & p.givens for p in puzzles for unit in orbits(symmetry, p.shape))

    def test_few_clues_and_none_to_spare(self) -> None:
        for puzzle in nonet.generate(count=5, seed=5, clues=(20, 22), minimal=True):
            report = nonet.check(puzzle)
            assert report.clues <= 22
            assert report.is_minimal

    def test_extra_clues(self) -> None:
        minimal = list(islice(nonet.generate(seed=6), 20))
        for puzzle, base in zip(nonet.generate(count=20, seed=6, extra=4), minimal, strict=True):
            assert len(puzzle.givens) == len(base.givens) + 4
            assert base.givens <= puzzle.givens
            assert nonet.solve(puzzle) == nonet.solve(base)
        for puzzle in nonet.generate(count=5, seed=6, extra=3, symmetry="half-turn"):
            assert str(puzzle.givens) == str(puzzle.givens)[::-1]

    def test_a_pattern_as_text_picture_board_or_cells(self) -> None:
        board = next(nonet.generate(seed=7, clues=26, symmetry="half-turn"))
        line = "".join("x" if digit else "." for digit in board)
        picture = "\n".join(line[i : i + 9] for i in range(0, 81, 9))
        patterns: list[Pattern] = [board, board.givens, line, picture]
        made = [list(nonet.generate(count=3, seed=8, pattern=pattern)) for pattern in patterns]
        assert made[0] == made[1] == made[2] == made[3]
        assert all(puzzle.givens == board.givens and nonet.count(puzzle) == 1 for puzzle in made[0])
        minimal = next(nonet.generate(seed=8, pattern=board, minimal=True))
        assert nonet.check(minimal).is_minimal

    @pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4)])
    def test_other_boards(self, shape: tuple[int, int]) -> None:
        for puzzle in nonet.generate(count=2, seed=9, shape=shape):
            assert puzzle.shape is Shape(*shape)
            assert nonet.check(puzzle).is_minimal
        half = next(nonet.generate(seed=9, shape=shape, symmetry="half-turn"))
        assert str(half.givens) == str(half.givens)[::-1]

    @pytest.mark.parametrize(("shape", "clues"), [((3, 4), 70), ((4, 4), 150)])
    def test_large_boards(self, shape: tuple[int, int], clues: int) -> None:
        puzzle = next(nonet.generate(seed=10, shape=shape, clues=clues))
        assert len(puzzle.givens) == clues
        assert nonet.count(puzzle) == 1

    def test_a_pattern_on_a_small_board(self) -> None:
        where = next(nonet.generate(seed=11, shape=(2, 3), clues=12)).givens
        puzzle = next(nonet.generate(seed=12, shape=(2, 3), pattern=where))
        assert puzzle.givens == where
        assert nonet.count(puzzle) == 1


class TestSeeds:
    def test_any_number_of_threads_and_any_blocks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.create.candidates._IN_STEP", 64)
        orders = [{"count": 300}, {"count": 40, "clues": (22, 23)}, {"count": 300, "symmetry": "diagonal", "extra": 2}]
        for order in orders:
            one, two = (list(nonet.generate(seed=1, threads=n, **order)) for n in (1, 2))  # type: ignore[arg-type]
            assert one == two
            monkeypatch.setattr("nonet.create.candidates._IN_STEP", 50)
            assert list(nonet.generate(seed=1, threads=2, **order)) == one  # type: ignore[arg-type]

    def test_a_puzzle_depends_on_its_own_number_alone(self) -> None:
        maker = Maker(order_of((3, 3), "half-turn", None, None, None, 0), seed=5)
        many = maker.make(range(100))
        assert (maker.make(range(37, 40)) == many[37:40]).all()

    def test_the_same_with_and_without_the_kernel(self) -> None:
        """Pinned, so that it says something on an installation without a kernel as well."""
        code = """
import nonet
print(*nonet.generate(count=8, seed=5), *nonet.generate(count=3, seed=5, symmetry="full", clues=(30, 40)))
print(*nonet.generate(count=1, seed=5, pattern="x..x.x..." * 2 + ".x..x..x." * 3 + "..x...x.x" * 2 + ".xx.xx.x." * 2))
"""
        answers = set()
        for name in ("numpy", "native") if (kernel() is not None) else ("numpy",):
            environment = os.environ | {"NONET_BACKEND": name}
            command = [sys.executable, "-c", code]
            done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)
            answers.add(done.stdout)
        assert [sha256(answer).hexdigest()[:16] for answer in answers] == ["b447c0a869d0d0f0"]
        assert len(answers.pop().split()) == 12

    def test_no_seed_is_fresh_chance(self) -> None:
        assert next(nonet.generate()) != next(nonet.generate())
        assert next(nonet.generate(seed=1)) != next(nonet.generate(seed=-1)) != next(nonet.generate(seed=1 + 2**64))

    def test_these_puzzles_stay(self) -> None:
        assert str(next(nonet.generate(seed=1))) == FIRST
        assert str(next(nonet.generate(seed=1, shape=(2, 3)))) == FIRST_SMALL

    def test_chance_is_even(self) -> None:
        chance = Chance.of(1, range(4000))
        orders = chance.orders("any", 3)[:, 0] @ [9, 3, 1]
        assert all(560 < number < 780 for number in np.unique(orders, return_counts=True)[1])
        assert len(np.unique(chance.bits("any", 4))) == 16_000


class TestGrids:
    def test_solved_grids_are_solved(self) -> None:
        from nonet.create.nine import solved_nines

        grids, there = solved_nines(Chance.of(3, range(500)))
        assert there.all()
        assert is_solution(np.zeros_like(grids), grids).all()

    def test_all_288_small_grids_come_about_as_often(self) -> None:
        from nonet.create.solved import solved_grids
        from nonet.search import Trace

        grids, _ = solved_grids(Shape(2, 2), Chance.of(5, range(288 * 12)), Trace())
        numbers = np.unique(grids, axis=0, return_counts=True)[1]
        assert len(numbers) == 288
        assert ((numbers - 12) ** 2 / 12).sum() < 288 + 5 * 24


class TestWhatCannotBe:
    def test_no_4x4_puzzle_has_three_clues(self) -> None:
        grids = np.array([list(grid) for grid in nonet.solutions(Grid.empty((2, 2)))], np.uint8)
        for cells in combinations(range(16), 3):
            kinds, numbers = np.unique(grids[:, cells], axis=0, return_counts=True)
            assert len(kinds) > 1
            assert numbers.min() > 1

    @pytest.mark.parametrize(
        ("order", "sentence"),
        [
            ({"clues": 16}, "no 9x9 puzzle has fewer than 17 clues, as is known"),
            ({"clues": (3, 10), "shape": (3, 4)}, "no 12x12 puzzle has fewer than 11 clues, since two digits"),
            (
                {"clues": 25, "symmetry": "half-turn", "shape": (4, 4)},
                "no pattern of a 16x16 board with half-turn symmetry",
            ),
            (
                {"clues": 30, "symmetry": "quarter-turn"},
                "no pattern of a 9x9 board with quarter-turn symmetry has 30 clues",
            ),
            ({"clues": (30, 20)}, "has 0 to 81 clues, the least first, not 30 to 20"),
            ({"clues": 82}, "a 9x9 board has 0 to 81 clues"),
            ({"clues": "many"}, "the clues are a number or the least and the most, not 'many'"),
            ({"clues": range(20, 30, 3)}, "the numbers of clues follow one another"),
            ({"symmetry": "spiral"}, "there is no symmetry 'spiral'; the symmetries are none, half-turn"),
            ({"pattern": "x" * 80}, "a pattern of a 9x9 board has 81 signs, not 80"),
            ({"pattern": "x" * 16 + "." * 65}, "the pattern has 16 clues, but no 9x9 puzzle has fewer than 17"),
            ({"pattern": "." * 18 + "x" * 63}, "rows 1 and 2 of the pattern are empty and could change places"),
            ({"pattern": "xxxxxxx.." * 9}, "columns 8 and 9 of the pattern are empty"),
            ({"pattern": "x" * 81, "symmetry": "full"}, "a pattern says where the clues are"),
            ({"pattern": "x" * 81, "clues": 30}, "the pattern has 81 clues, which is not what was asked for"),
            ({"pattern": CellSet(3, Shape(2, 2))}, "the pattern is for a 4x4 board"),
            ({"extra": -1}, "the extra clues are 0 or more"),
            ({"extra": 1, "minimal": True}, "a minimal puzzle has no extra clues"),
            ({"count": -1}, "a count is 0 or more"),
            ({"timeout": 0}, "a timeout is a number of seconds above 0"),
            ({"threads": 0}, "threads must be at least 1, not 0"),
            ({"seed": "x"}, "a seed is a whole number, not 'x'"),
            ({"shape": (0, 3)}, "boxes of 0x3 do not exist"),
        ],
    )
    def test_is_refused_at_once(self, order: dict[str, object], sentence: str) -> None:
        with pytest.raises(NonetError, match=sentence):
            nonet.generate(**order)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "order", [{"clues": 18}, {"shape": (4, 4)}, {"pattern": BORDER}, {"clues": 30, "minimal": True}]
    )
    def test_time_is_up(self, order: dict[str, object]) -> None:
        start = time.monotonic()
        with pytest.raises(NotFound, match=r"^found 0 of 3 puzzles in 0.3 s: .* had ") as caught:
            list(nonet.generate(count=3, seed=1, timeout=0.3, **order))  # type: ignore[arg-type]
        assert time.monotonic() - start < 10
        assert caught.value.found == 0

    def test_what_was_found_before_is_kept(self) -> None:
        found: list[Grid] = []
        puzzles = nonet.generate(count=10**9, seed=1, timeout=4, threads=2)
        with pytest.raises(NotFound) as caught:
            found.extend(puzzles)
        assert len(found) == caught.value.found > 0
        assert found[:10] == list(nonet.generate(count=10, seed=1))

    def test_without_a_count_a_timeout_just_ends_it(self) -> None:
        assert any(list(nonet.generate(seed=1, timeout=seconds)) for seconds in (0.3, 1, 4, 16))

    def test_giving_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.create.candidates._PATIENCE", 100)
        told: list[Progress] = []
        with pytest.raises(NotFound, match="found 0 of 1 puzzles before giving up: 0 of 112 candidates had 17 clues"):
            list(nonet.generate(count=1, clues=17, seed=1, progress=told.append))
        assert told[-1] == Progress(0, 112)

    def test_none_are_none(self) -> None:
        assert list(nonet.generate(count=0)) == []
