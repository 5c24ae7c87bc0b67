"""generate: each puzzle has one solution and is as requested, and the same seed gives the same puzzles."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

import nonet
from nonet import CellSet, Grid, NotFound, Shape
from nonet.create import SYMMETRIES, Pattern, Progress, orbits
from nonet.create.factory import PuzzleFactory
from nonet.create.request import Request
from nonet.engine import count_many
from nonet.kernel import kernel
from tests import sat

FIRST = "..97.4...6......58...........3..15.........2...52..9...3....4...9.8....2.27593..."
FIRST_SMALL = "......3.1.......5.6....3..54.6..2..."
BORDER = "xxxxxxxxx" + 7 * "x.......x" + "xxxxxxxxx"


def without(grid: Grid, cells: CellSet) -> Grid:
    return grid.replace(dict.fromkeys(cells, 0))


class TestPuzzles:
    def test_two_thousand_puzzles_are_minimal(self) -> None:
        puzzles = list(nonet.generate(count=2000, seed=1))
        assert len(set(puzzles)) == 2000
        assert count_many(puzzles).is_unique.all()
        fewer = [puzzle.replace({cell: 0}) for puzzle in puzzles[:300] for cell in puzzle.givens]
        assert not count_many(fewer).is_unique.any()
        assert 24 < sum(len(puzzle.givens) for puzzle in puzzles) / 2000 < 24.8

    def test_a_sat_solver_finds_one_solution(self) -> None:
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

    def test_few_clues_and_minimal(self) -> None:
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
    def test_threads_and_blocks_do_not_change_the_puzzles(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.create.factory._NATIVE_BLOCK", 64)
        requests = [
            {"count": 300},
            {"count": 40, "clues": (22, 23)},
            {"count": 300, "symmetry": "diagonal", "extra": 2},
        ]
        for request in requests:
            one, two = (list(nonet.generate(seed=1, threads=n, **request)) for n in (1, 2))  # type: ignore[arg-type]
            assert one == two
            monkeypatch.setattr("nonet.create.factory._NATIVE_BLOCK", 50)
            assert list(nonet.generate(seed=1, threads=2, **request)) == one  # type: ignore[arg-type]

    def test_a_puzzle_depends_only_on_its_own_number(self) -> None:
        factory = PuzzleFactory(Request.of(symmetry="half-turn"), seed=5)
        many = factory.puzzles(range(100))
        assert (factory.puzzles(range(37, 40)) == many[37:40]).all()

    def test_both_backends_give_the_same_puzzles(self) -> None:
        """Check against a fixed hash, so that the test also works without a kernel."""
        code = """
import nonet
print(*nonet.generate(count=8, seed=5), *nonet.generate(count=3, seed=5, symmetry="full", clues=(30, 40)))
print(*nonet.generate(count=1, seed=5, pattern="x..x.x..." * 2 + ".x..x..x." * 3 + "..x...x.x" * 2 + ".xx.xx.x." * 2))
"""
        answers = set()
        for name in ("numpy", "native") if kernel() is not None else ("numpy",):
            environment = os.environ | {"NONET_BACKEND": name}
            command = [sys.executable, "-c", code]
            done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)
            answers.add(done.stdout)
        assert [sha256(answer).hexdigest()[:16] for answer in answers] == ["b447c0a869d0d0f0"]
        assert len(answers.pop().split()) == 12

    def test_without_a_seed_the_puzzles_are_random(self) -> None:
        assert next(nonet.generate()) != next(nonet.generate())

    def test_negative_and_large_seeds_differ(self) -> None:
        assert next(nonet.generate(seed=1)) != next(nonet.generate(seed=-1)) != next(nonet.generate(seed=1 + 2**64))

    def test_seeds_give_the_puzzles_of_earlier_versions(self) -> None:
        assert str(next(nonet.generate(seed=1))) == FIRST
        assert str(next(nonet.generate(seed=1, shape=(2, 3)))) == FIRST_SMALL


class TestEnd:
    @pytest.mark.parametrize(
        "request_", [{"clues": 18}, {"shape": (4, 4)}, {"pattern": BORDER}, {"clues": 30, "minimal": True}]
    )
    def test_a_timeout_ends_with_not_found(self, request_: dict[str, object]) -> None:
        start = time.monotonic()
        with pytest.raises(NotFound, match=r"^found 0 of 3 puzzles in 0.3 s: .* had ") as caught:
            list(nonet.generate(count=3, seed=1, timeout=0.3, **request_))  # type: ignore[arg-type]
        assert time.monotonic() - start < 10
        assert caught.value.found == 0

    def test_puzzles_found_before_the_timeout_are_yielded(self) -> None:
        found: list[Grid] = []
        puzzles = nonet.generate(count=10**9, seed=1, timeout=4, threads=2)
        with pytest.raises(NotFound) as caught:
            found.extend(puzzles)
        assert len(found) == caught.value.found > 0
        assert found[:10] == list(nonet.generate(count=10, seed=1))

    def test_without_a_count_a_timeout_only_ends_the_iteration(self) -> None:
        assert any(list(nonet.generate(seed=1, timeout=seconds)) for seconds in (0.3, 1, 4, 16))

    def test_a_run_is_given_up_after_many_candidates(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.create.factory._PATIENCE", 100)
        reports: list[Progress] = []
        with pytest.raises(NotFound, match="found 0 of 1 puzzles before giving up: 0 of 112 candidates had 17 clues"):
            list(nonet.generate(count=1, clues=17, seed=1, progress=reports.append))
        assert reports[-1] == Progress(0, 112)

    def test_the_message_mentions_minimal_patterns(self) -> None:
        with pytest.raises(NotFound, match="had one solution with this pattern and no redundant clue"):
            list(nonet.generate(count=1, pattern=BORDER, minimal=True, seed=1, timeout=0.1))

    def test_a_count_of_0_gives_no_puzzles(self) -> None:
        assert list(nonet.generate(count=0)) == []


class TestWorkers:
    def test_a_script_without_a_main_guard_runs_once(self, tmp_path: Path) -> None:
        """Workers neither run the user's script nor import modules from the working directory."""
        for name in ("json", "pickle", "queue"):
            (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the working directory')")
        script = tmp_path / "script.py"
        script.write_text(
            "import sys; sys.path.pop(0)\n"
            "import nonet, nonet.create._generate as module\n"
            "print('start')\n"
            "module._SECONDS_TO_START = module._SECONDS_TO_USE = 0.0\n"
            "print(*nonet.generate(level='hard', count=4, seed=1, threads=2))\n"
        )
        done = subprocess.run(
            [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
        )
        puzzles = " ".join(str(puzzle) for puzzle in nonet.generate(level="hard", count=4, seed=1, threads=1))
        assert (done.stdout, done.stderr) == (f"start\n{puzzles}\n", "")
