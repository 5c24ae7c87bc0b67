"""Many puzzles give the same results as single ones: those of the search, of a SAT solver, and of the reference."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, NonetError, Shape
from nonet.engine import Status, count_many, is_solution, pencilmarks_many, solve_many

from .. import boards, sat
from . import reference
from .made import expected, made_puzzles, solved_grid

NINE = [Shape(3, 3)]
HARD = [boards.WIKIPEDIA, boards.INKALA, boards.SEVENTEEN, boards.WITHOUT_SOLUTION, boards.TARGET_3]
PUZZLES = made_puzzles(seed=9, number=1500)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_it_agrees_with_the_search_of_single_puzzles(limit: int) -> None:
    batch = solve_many(PUZZLES, limit=limit)
    counts = [min(limit, len(expected(puzzle, 5))) for puzzle in PUZZLES]
    assert batch.counts.tolist() == counts
    assert {0, 1, limit} <= set(counts)
    found = batch.counts > 0
    cells = np.array([list(puzzle) for puzzle in PUZZLES])
    assert (is_solution(cells, batch.solutions) == found).all()
    assert not batch.solutions[~found].any()
    for index in np.flatnonzero([len(expected(puzzle, 5)) == 1 for puzzle in PUZZLES]):
        assert batch.grid(int(index)) == expected(PUZZLES[index], 5)[0]


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("apart", [0, 4, 83])
def test_solutions_are_written_to_out(as_text: bool, apart: int) -> None:
    puzzles: list[Grid | str] = [*PUZZLES[:300], "x" * 81, "12"]
    plain = solve_many(puzzles)
    memory = np.full((len(puzzles), 81 + apart), 255, np.uint8)
    batch = solve_many(puzzles, out=memory[:, apart:], as_text=as_text)
    assert np.shares_memory(batch.solutions, memory)
    assert (batch.solutions == plain.solutions + (48 if as_text else 0)).all()
    assert (memory[:, :apart] == 255).all()
    assert (batch.counts == plain.counts).all()
    assert (batch.status == plain.status).all()
    solved = np.flatnonzero(plain.is_solved).tolist()
    assert [batch.grid(i) for i in solved] == [plain.grid(i) for i in solved]
    assert (solve_many(puzzles, as_text=as_text).solutions == batch.solutions).all()


def test_unsuitable_arrays_for_out() -> None:
    boards_ = np.zeros((3, 81), np.uint8)
    space = np.zeros((3, 200), np.uint8)
    fixed = np.zeros((3, 81), np.uint8)
    fixed.flags.writeable = False
    wrong = [
        space,
        space[:2, :81],
        fixed,
        space[:, :81].astype(np.int64),
        space[:, :162:2],
        np.zeros((81, 3), np.uint8).T,
    ]
    overlapping = np.lib.stride_tricks.as_strided(space, (3, 81), (80, 1))
    for out in (*wrong, overlapping, [[0] * 81] * 3):
        with pytest.raises(NonetError, match=r"^out must be a writable array of bytes with the shape \(3, 81\)"):
            solve_many(boards_, out=out)  # type: ignore[arg-type]
    with pytest.raises(NonetError, match="must not share memory with puzzles"):
        solve_many(boards_, out=boards_)


@pytest.mark.parametrize("at", [0, 40, 80])
def test_a_tab_is_never_the_digit_9(at: int) -> None:
    """In an array, the byte of a tab is the number 9."""
    text = f"{boards.WIKIPEDIA[:at]}\t{boards.WIKIPEDIA[at:80]}"
    assert len(text) == 81
    arrays = np.array([text]), np.array([text.encode()]), pa.array([text]), pa.array([text.encode()], pa.binary(81))
    for source in ([text], f"{text}\n".encode(), memoryview(text.encode()), *arrays):
        assert solve_many(source).status.tolist() == [Status.BAD_LENGTH]
    assert solve_many(f"\t{boards.WIKIPEDIA}\tname\n".encode()).status.tolist() == [Status.UNIQUE]
    numbers = bytes(Grid(boards.WIKIPEDIA))
    assert 9 in numbers
    for source in (numbers, numbers + b"\n", pa.array([numbers]), np.frombuffer(numbers, np.uint8)):
        assert solve_many(source).status.tolist() == [Status.UNIQUE]


def test_lines_that_only_look_even_get_their_own_rows() -> None:
    text = b"123\n" + b"." * 77 + b"\n"
    out = np.full((2, 81), 255, np.uint8)
    assert solve_many(text, out=out).status.tolist() == [Status.BAD_LENGTH] * 2
    assert not out.any()


def test_status_and_count() -> None:
    texts = [boards.WIKIPEDIA, "." * 81, boards.WITHOUT_SOLUTION, "11" + "." * 79]
    assert solve_many(texts).status.tolist() == [
        Status.UNIQUE,
        Status.SEVERAL,
        Status.NO_SOLUTION,
        Status.CONFLICT,
    ]
    assert solve_many(texts, limit=1).status.tolist() == [
        Status.SOLVED,
        Status.SOLVED,
        Status.NO_SOLUTION,
        Status.CONFLICT,
    ]


def test_repeated_givens_are_conflicts() -> None:
    puzzles = []
    for house in NINE[0].houses:
        for digits in ("11", "999", "88899", "99999", "123456788", "7788999", "555555555"):
            cells = dict(zip(house, digits, strict=False))
            puzzles.append("".join(cells.get(cell, ".") for cell in range(81)))
    assert set(solve_many(puzzles).status.tolist()) == {Status.CONFLICT}


@pytest.mark.slow
@given(st.lists(boards.boards(NINE, most_blanks=0.7), max_size=8))
@settings(max_examples=40)
def test_it_agrees_with_a_sat_solver(puzzles: list[Grid]) -> None:
    batch = solve_many(puzzles, limit=3)
    for index, puzzle in enumerate(puzzles):
        found = sat.solutions(puzzle, 3)
        assert batch.counts[index] == len(found)
        assert (batch.status[index] == Status.CONFLICT) == (not puzzle.is_consistent)
        if len(found) == 1:
            assert batch.grid(index) == found[0]


@given(boards.puzzles(NINE), boards.moves(NINE[0]))
@settings(max_examples=60)
def test_symmetries_move_the_solution(puzzle: Grid, moves: tuple[list[int], list[int], list[int]]) -> None:
    batch = solve_many([puzzle, boards.moved(puzzle, *moves), boards.transposed(puzzle), boards.turned(puzzle)])
    assert len(set(batch.counts.tolist())) == 1
    if batch.counts[0] == 1:
        solved = batch.grid(0)
        assert [batch.grid(1), batch.grid(2), batch.grid(3)] == [
            boards.moved(solved, *moves),
            boards.transposed(solved),
            boards.turned(solved),
        ]


# The order of solutions


@cache
def several_solutions(number: int) -> list[str]:
    puzzles = [puzzle for puzzle in made_puzzles(seed=4, number=100, fewest=14, most=30) if puzzle.is_consistent]
    return [str(puzzle) for puzzle in puzzles if len(expected(puzzle, 2)) == 2][:number]


@pytest.mark.slow
def test_the_first_solution_follows_the_branching_rule() -> None:
    puzzles = [*several_solutions(30), "." * 81, "1" + "." * 80, "." * 40 + "5" + "." * 40]
    first = [reference.solutions(puzzle, 1)[0] for puzzle in puzzles]
    for limit in (1, 2, 40):
        batch = solve_many(puzzles, limit=limit)
        assert [str(batch.grid(index)) for index in range(len(batch))] == first


def test_the_number_of_guesses_follows_the_branching_rule() -> None:
    puzzles = [*HARD[:3], *(str(puzzle) for puzzle in made_puzzles(seed=5, number=40) if len(expected(puzzle, 2)) < 2)]
    assert solve_many(puzzles).guesses == sum(map(reference.guesses, puzzles))


def test_the_first_solution_does_not_depend_on_the_place_in_a_batch() -> None:
    puzzles = several_solutions(30)
    alone = [str(solve_many([puzzle]).grid(0)) for puzzle in puzzles]
    together = solve_many([*HARD, *puzzles, *HARD], limit=7)
    assert [str(together.grid(len(HARD) + index)) for index in range(len(puzzles))] == alone


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_counting_stops_at_the_limit(limit: int) -> None:
    puzzles = several_solutions(30)
    counts = [min(limit, len(expected(Grid(puzzle), 50))) for puzzle in puzzles]
    assert count_many(puzzles, limit=limit).counts.tolist() == counts
    assert solve_many(puzzles, limit=limit).counts.tolist() == counts


def test_an_empty_board_has_many_solutions() -> None:
    batch = count_many(["." * 81] * 3, limit=1000)
    assert batch.counts.tolist() == [1000] * 3
    assert batch.status.tolist() == [Status.SEVERAL] * 3
    assert batch.solutions.shape == (0, 81)


def test_all_solutions_are_counted_below_the_limit() -> None:
    solved = solved_grid(random.Random(3))
    twos = [i for i in range(81) if solved[i] in (1, 2, 3, 4)]
    puzzle = solved.replace(dict.fromkeys(twos, 0))
    number = len(expected(puzzle, 10**6))
    assert number > 24
    assert count_many([puzzle], limit=10**9).counts.tolist() == [number]


# Batches


@pytest.mark.parametrize("number", [0, 1, 2, 7, 63, 130, 2049])
def test_results_are_in_the_order_of_the_puzzles(number: int) -> None:
    puzzles = (PUZZLES * 2)[:number][::-1]
    batch = solve_many(puzzles)
    assert len(batch) == number
    assert batch.solutions.shape == (number, 81)
    assert batch.counts.tolist() == [len(expected(puzzle, 5)[:2]) for puzzle in puzzles]


def test_threads_do_not_change_the_results() -> None:
    one, three = (solve_many(PUZZLES[:500], threads=threads) for threads in (1, 3))
    assert (one.solutions == three.solutions).all()
    assert (one.counts == three.counts).all()
    assert (pencilmarks_many(PUZZLES[:500], threads=1) == pencilmarks_many(PUZZLES[:500], threads=3)).all()


@pytest.mark.parametrize("limit", [0, -1, 2**63])
def test_a_limit_out_of_range_is_rejected(limit: int) -> None:
    with pytest.raises(NonetError, match="limit must be 1 to 9223372036854775807, not "):
        solve_many([], limit=limit)


@pytest.mark.parametrize("threads", [0, -3])
def test_a_number_of_threads_below_1_is_rejected(threads: int) -> None:
    with pytest.raises(NonetError, match="threads must be at least 1, not"):
        count_many([], threads=threads)
    with pytest.raises(NonetError, match="threads must be at least 1, not"):
        pencilmarks_many([], threads=threads)


# Pencilmarks


def masks_of(board: reference.Board | None) -> list[int]:
    return [sum(1 << digit - 1 for digit in candidates) for candidates in board] if board else [0] * 81


def test_pencilmarks_agree_with_the_reference() -> None:
    puzzles = [str(puzzle) for puzzle in PUZZLES[:120]] + HARD + ["." * 81]
    masks = pencilmarks_many(puzzles)
    assert masks.dtype == np.uint16
    for puzzle, row in zip(puzzles, masks, strict=True):
        assert row.tolist() == masks_of(reference.pencilmarks(puzzle))


@given(boards.puzzles(NINE, most_blanks=0.7))
@settings(max_examples=60)
def test_pencilmarks_never_lose_a_solution(puzzle: Grid) -> None:
    (masks,) = pencilmarks_many([puzzle])
    for solution in expected(puzzle, 5):
        assert all(mask >> digit - 1 & 1 for mask, digit in zip(masks.tolist(), solution, strict=True))


def test_pencilmarks_of_bad_puzzles_are_empty() -> None:
    assert not pencilmarks_many(["x" * 81, "11" + "." * 79, "123", boards.WITHOUT_SOLUTION])[:3].any()


# The check


@given(boards.solved_grids(NINE), st.integers(0, 80), st.integers(0, 80))
@settings(max_examples=60)
def test_swapping_two_cells_breaks_a_solution(solved: Grid, one: int, two: int) -> None:
    exchanged = solved.replace({one: solved[two], two: solved[one]})
    other = solved.replace({one: solved[one] % 9 + 1})
    puzzle = solved.replace({one: 0, two: 0})
    assert is_solution([puzzle] * 3, [solved, exchanged, puzzle]).tolist() == [True, exchanged.is_solved, False]
    assert is_solution([other, "." * 81], [solved, solved]).tolist() == [False, True]


def test_puzzles_and_solutions_must_be_equally_many() -> None:
    with pytest.raises(NonetError, match="puzzles and solutions must be equally many, not 2 and 1"):
        is_solution(["." * 81] * 2, ["." * 81])
