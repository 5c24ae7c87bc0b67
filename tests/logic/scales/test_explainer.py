"""The scale of Sudoku Explainer: known ratings, kernel and reference, orientation, time limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

import nonet
from nonet import ArgumentError, Grid, MissingKernel, OutOfTime, rate, rate_many, solve
from nonet.logic import ExplainerRating, explainer_path, rule_name
from nonet.logic.scales.explainer.walk import walk
from tests.backends import needs_kernel
from tests.boards import INKALA, WIKIPEDIA, WITHOUT_SOLUTION, transposed

from ..positions import made_puzzles

EASY = """
.5...18..8..2.6..3..2.7......5..8...67.3..5.....56..8..6...23.....1.....12..39... 1.2 Hidden Single
.......2.24....7.6..81..5....49..15.5.........79.5.8..........1.52..698.98...7... 1.7 Direct Pointing
.76......8.....3.....1...5..9.3.5..6..2...7..6.8...............9...3..1..316.7985 2.0 Direct Hidden Pair
.1...395.....9.72....85.....263...4.4.......3.7.9.8.........6......8.5...42....17 2.5 Direct Hidden Triplet
56..3.9..2...9.5.1...7.......5..8..6.7.....8.4..9..7.......3...9.2.4...3..6.1..54 3.2 X-Wing
5....3..7...9..1...4...........78..6..3..15.9.51.4.....78.2...39..1..82.......... 3.4 Hidden Pair
.......5..46.518.....9..4.6.3.8......2.3..6.9417..9.......68.142.......85.1...... 3.8 Swordfish
.......466..32...........8.9....2....6..9......4.8526..8..1....295.......4.7..... 4.5 Unique Rectangle type 1
........5876....1...1.9.8.6...7....9.5..1.6....4.38.....932............26.3..5... 4.5 Unique Rectangle type 3
.8..71...64......2......81....6.7..8..........5..2.194.65......9.8...247..4..9..6 4.5 Unique Rectangle type 4
.38..6..4..5.78..6.4.....9..2...3..9.8.6..7...935.2...3...2...........62.....7... 4.6 Unique Loop type 2
3.......7...98...3.5.....2...1.....5.968.12......237....4.....9...71..5.......36. 4.6 Unique Rectangle type 3
..1............56.7.2.34.1...........854....616....98..39.........35.42......1... 5.0 Naked Quad
...65.....2......6..3.......4...85...82.....356..31..825.....9..16..9.35...42..1. 5.6 BUG type 1
7..8..2...5.1..............3...5..6....4....1..6....8.....263....1.......4....... 5.7 BUG type 2
........6.2..943.......2.8.6..3..9...59....4.3.81...5.93.........1.6.8......13... 6.5 Bidirectional X-Cycle
...369..4.3...........2..7.9...52......8..2..54....8.3..427....2....69.5.....4... 6.6 Turbot Fish
34.....6.6.5.........9....5.5...3..9...29...4...16..2........9...25...1.7.6...5.3 6.7 Forcing X-Chain
.47.8...1............6..7..6....357......5....1..6....28..4.....9.1...4.....2.69. 7.1/1.5/1.5 Forcing Chain
..1.2.9.....7...38.9...8..5..946....1.......6....137..4..9...5.92...5.....8.7.3.. 7.3 Bidirectional Cycle
"""
HARD = """
.5.9.3......7.........147...........9..16...778.5..36.....81.398.....41..3.4....5 7.5 Aligned Triplet Exclusion
.6..3....1..2.....2...7..5.9........5..8...41.....29.8.......64.....6.....41.95.2 7.6 Nishio Forcing Chains
......9...461..7.3.5.....4..65.....2.1.68...9..927...4.98........75.31.85.1...... 8.3/1.5/1.5 Cell Forcing Chains
5.9..4...7.39..1...6..3...89....86...5.....1...63....72...1..8...5..32.1...8..7.9 8.4/1.5/1.5 Region Forcing Chains
.4.2.6.7...1..........34....1..2.5..27.8.9.1..8........3..5.7..........89......61 8.7 Dynamic Cell Forcing Chains
9.24......3..8..2...1..7.....95....3.1.3.2.4.6....47.....6..4...5..3..6......15.9 9.0 Dynamic Double Forcing Chains
5..2..3......8..9...2..4..66..1..9...1.....4...7..3..87..3..4...9..7..2...5..6..9 9.4 Dynamic Contradiction Forcing Chains
...3.......8...6..325.1...78....7..4..6.91.....2.8......3.5.9........32.4.......5 8.3 Region Forcing Chains
"""
NESTED = """
2.....7...8...4..5..6....9....42.......5.9..8.3.6.1...9......6...7...2...4..5...3 9.6/9.6/9.4 (+)
1.......9.5.....4...6...2.....4.2.85...5......7.8.3...9.....6...4.7...3...2.8...1 10.5/10.5/9.4 (+ Forcing Chains)
...4.67....7..........7..1529......8..6.1.5.....2......3.......8....3.9...5.4.6.. 11.3 (+
"""


def cases(text: str) -> list[tuple[str, ExplainerRating, str]]:
    """Return puzzle, ratings and hardest rule of each line. EP and ED are 1.2 if they are not given."""
    found = []
    for line in filter(None, text.splitlines()):
        puzzle, ratings, rule = line.split(" ", 2)
        er, ep, ed = (float(number) for number in (f"{ratings}/1.2/1.2" if "/" not in ratings else ratings).split("/"))
        found.append((puzzle, ExplainerRating(er, ep, ed), rule))
    return found


@pytest.fixture
def reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the reference in Python."""
    monkeypatch.setenv("NONET_BACKEND", "numpy")


class TestKnownRatings:
    @needs_kernel
    @pytest.mark.parametrize(("puzzle", "expected", "rule"), cases(EASY + HARD))
    def test_the_kernel_gives_the_published_ratings(self, puzzle: str, expected: ExplainerRating, rule: str) -> None:
        assert rate(puzzle, scale="se").se == expected
        steps = explainer_path(Grid(puzzle))
        hardest = max(round(step.rating, 1) for step in steps)
        assert rule in {rule_name(step) for step in steps if round(step.rating, 1) == hardest}

    @needs_kernel
    @pytest.mark.slow
    @pytest.mark.parametrize(("puzzle", "expected", "rule"), cases(NESTED))
    def test_the_kernel_rates_by_nested_chains(self, puzzle: str, expected: ExplainerRating, rule: str) -> None:
        assert rate(puzzle, scale="se").se == expected
        hardest = max(explainer_path(Grid(puzzle)), key=lambda step: step.rating)
        assert rule in rule_name(hardest)

    @pytest.mark.usefixtures("reference")
    @pytest.mark.parametrize(("puzzle", "expected", "rule"), cases(EASY)[::3])
    def test_the_reference_gives_the_published_ratings(self, puzzle: str, expected: ExplainerRating, rule: str) -> None:
        assert rate(puzzle, scale="se").se == expected


class TestKernelAndReference:
    @needs_kernel
    @pytest.mark.parametrize("puzzle", [*made_puzzles(number=10, seed=4), *(case[0] for case in cases(EASY)[1::4])])
    def test_all_steps_agree(self, puzzle: str) -> None:
        grid = Grid(puzzle)
        assert explainer_path(grid, last_producer=25) == list(walk(list(grid)))

    @needs_kernel
    @pytest.mark.slow
    @pytest.mark.parametrize("puzzle", [case[0] for case in cases(HARD)[:4]])
    def test_all_steps_of_forcing_chains_agree(self, puzzle: str) -> None:
        grid = Grid(puzzle)
        assert explainer_path(grid, last_producer=25) == list(walk(list(grid)))

    @pytest.mark.parametrize("puzzle", made_puzzles(number=6, seed=11))
    def test_every_step_agrees_with_the_solution(self, puzzle: str) -> None:
        solution = list(solve(puzzle))
        for step in explainer_path(Grid(puzzle)):
            assert step.placed < 0 or solution[step.placed // 9] == step.placed % 9 + 1
            assert all(solution[eliminated // 9] != eliminated % 9 + 1 for eliminated in step.eliminations)

    @pytest.mark.usefixtures("reference")
    def test_without_the_kernel_a_sentence_says_what_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.logic.scales.explainer.walk._PRODUCERS", ())
        monkeypatch.setattr("nonet.logic.scales.explainer.walk.forcing_chains", lambda *_, **__: iter(()))
        with pytest.raises(MissingKernel, match="needs the compiled kernel"):
            rate(INKALA, scale="se")
        [rated] = rate_many([INKALA], scale="se", threads=1)
        assert (rated.rating, rated.status) == (None, "unique")

    @pytest.mark.usefixtures("reference")
    def test_without_the_kernel_the_default_is_hodoku(self) -> None:
        assert rate(WIKIPEDIA).se is None
        assert rate(WIKIPEDIA, scale="all").se == ExplainerRating(1.2, 1.2, 1.2)


class TestScales:
    def test_a_rating_with_one_scale_says_how_to_get_the_other(self) -> None:
        rating = rate(WIKIPEDIA, scale="se")
        assert str(rating) == "SE 1.2/1.2/1.2"
        assert list(rating.to_dict()) == ["se"]
        with pytest.raises(ArgumentError, match='scale="all"'):
            _ = rating.level
        assert rate(WIKIPEDIA, scale="hodoku").se is None

    def test_other_boards_and_bad_arguments(self) -> None:
        with pytest.raises(ArgumentError, match="9x9 boards"):
            rate("1... ..2. .3.. ...4", scale="se")
        assert rate("1... ..2. .3.. ...4", scale="all").se is None
        with pytest.raises(ArgumentError, match="unknown scale 'ser'"):
            rate(WIKIPEDIA, scale="ser")  # type: ignore[arg-type]
        with pytest.raises(ArgumentError, match="timeout must be greater than 0, not 0"):
            rate_many([WIKIPEDIA], timeout=0)

    def test_the_rating_is_that_of_the_grid_as_given_unless_the_canonical_form_is_asked_for(self) -> None:
        for puzzle in made_puzzles(number=4, seed=21):
            image = transposed(Grid(puzzle))
            assert rate(puzzle, scale="se", canonical=True) == rate(image, scale="se", canonical=True)

    @needs_kernel
    def test_an_isomorph_can_have_another_rating(self) -> None:
        (one, other) = (cases(HARD)[place][0] for place in (4, 7))
        assert nonet.isomorphic(one, other)
        assert [rate(puzzle, scale="se").se[0] for puzzle in (one, other)] == [8.7, 8.3]  # type: ignore[index]
        assert rate(one, scale="se", canonical=True) == rate(other, scale="se", canonical=True)


class TestManyPuzzles:
    def test_threads_change_nothing_and_problems_have_a_status(self) -> None:
        puzzles = [*made_puzzles(number=6, seed=3), WITHOUT_SOLUTION, 81 * ".", "11" + 79 * ".", "123"]
        alone, shared = (list(rate_many(puzzles, scale="se", threads=number)) for number in (1, 3))
        assert alone == shared
        assert [rated.rating for rated in alone[:6]] == [rate(puzzle, scale="se") for puzzle in puzzles[:6]]
        assert [rated.status for rated in alone[6:]] == ["none", "several", "conflict", "bad"]

    @needs_kernel
    def test_a_puzzle_that_takes_too_long_has_a_reason(self) -> None:
        hard = cases(NESTED)[2][0]
        with pytest.raises(OutOfTime, match="stopped after 0.01 s"):
            rate(hard, scale="se", timeout=0.01)
        easy, late = rate_many([WIKIPEDIA, hard], scale="se", timeout=0.01, threads=1)
        assert (easy.reason, late.status, late.reason) == ("", "unique", "stopped after 0.01 s without a rating")

    @needs_kernel
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
    def test_ctrl_c_stops_the_kernel(self) -> None:
        hard = cases(NESTED)[2][0]
        code = f"""
import os, signal, threading, nonet
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
list(nonet.rate_many(["{hard}"] * 100, scale="se", threads=2))
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        assert done.stderr.endswith("KeyboardInterrupt\n")
