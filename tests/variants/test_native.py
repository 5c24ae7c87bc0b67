"""The kernel's engine and the SAT solver: they agree with enumeration, keep deadlines and refuse broken buffers."""

from __future__ import annotations

import pickle
import random
import signal
import subprocess
import sys
from array import array
from contextlib import suppress
from itertools import product
from time import monotonic, sleep

import pytest

from nonet import Grid, OutOfTime, Puzzle
from nonet.kernel import kernel
from nonet.variants import (
    AntiKing,
    AntiKnight,
    Board,
    Diagonal,
    Killer,
    LittleKiller,
    Model,
    Nonconsecutive,
    Rule,
    Skyscraper,
    lower,
    native,
    reference,
)
from nonet.variants.buffer import to_buffer
from nonet.variants.primitives import Allowed, AnyOf, Count, Distinct, Linear, Pair, Primitive
from nonet.variants.sat import further_solutions

from .test_reference import CELLS, DIGITS, PRIMITIVES

pytestmark = pytest.mark.skipif(kernel() is None, reason="the compiled kernel is not installed")

LATIN = tuple(tuple(range(4 * row, 4 * row + 4)) for row in range(4))


def small_model(rng: random.Random, kinds: list[str], low: int) -> Model:
    primitives = tuple(PRIMITIVES[rng.choice(kinds)](rng) for _ in range(rng.randint(1, 4)))
    return Model(Board(1, CELLS, low, low + DIGITS - 1), primitives)


def enumerated(model: Model) -> list[tuple[int, ...]]:
    board = model.board
    return [each for each in product(range(board.low, board.high + 1), repeat=board.cells) if model.holds(each)]


def test_the_only_digit_left_of_a_counted_group_is_removed_from_cells_that_see_its_places() -> None:
    board = Board(1, 4, 1, 6)
    row = Distinct((0, 1, 2, 3))
    one_or_two = Count((0, 1), 0b000011, 1, 2)  # a 1 or a 2 in the first two cells, and neither can be a 2
    model = Model(board, (row, one_or_two, Allowed(0, 0b111101), Allowed(1, 0b111101)))
    masks = native._Search(model, False, None).candidates()
    assert list(masks) == [0b111101, 0b111101, 0b111110, 0b111110]


@pytest.mark.parametrize("kind", sorted(PRIMITIVES))
@pytest.mark.parametrize("low", [0, 1])
def test_the_kernel_finds_what_enumeration_finds(kind: str, low: int) -> None:
    rng = random.Random(f"{kind}{low}")
    for _ in range(6):
        model = small_model(rng, [kind, kind, *PRIMITIVES], low)
        expected = enumerated(model)
        assert sorted(native.solutions(model)) == expected
        assert native.count(model) == len(expected)
        assert native.count(model, 2) == min(2, len(expected))
        assert native.true_candidates(model) == reference.true_candidates(model)


@pytest.mark.parametrize("low", [0, 1])
def test_givens_are_digits_of_their_cells(low: int) -> None:
    rng = random.Random(low)
    for _ in range(10):
        model = small_model(rng, list(PRIMITIVES), low)
        givens = bytes(rng.choice([0, 0, *range(1, DIGITS + 1)]) for _ in range(CELLS))
        given = Model(model.board, model.own, givens=givens)
        expected = [
            values
            for values in enumerated(model)
            if all(number in (0, value - low + 1) for number, value in zip(givens, values, strict=True))
        ]
        assert enumerated(given) == sorted(native.solutions(given)) == sorted(reference.solutions(given)) == expected


def test_a_copy_of_a_model_has_the_same_solutions() -> None:
    """The process with the SAT solver gets a copy, also of the parts that many puzzles share."""
    model = lower(Puzzle("1... .... .... ....", [AntiKnight(), Skyscraper("r1c2", "d", 2)]))
    found = list(native.solutions(model))
    copied = pickle.loads(pickle.dumps(model))
    assert copied == model
    assert len(found) > 1
    assert list(native.solutions(copied)) == found


@pytest.mark.parametrize("kind", sorted(PRIMITIVES))
def test_the_sat_solver_finds_what_enumeration_finds(kind: str) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed")
    rng = random.Random(kind)
    for _ in range(4):
        model = small_model(rng, [kind, kind, *PRIMITIVES], 1)
        found = further_solutions((model, [model.board.all_digits] * CELLS, [], 100))
        assert found is not None
        expected = enumerated(model)
        assert len(set(found)) == len(found) == min(100, len(expected))
        assert {tuple(1 + index for index in solution) for solution in found} <= set(expected)
        more = further_solutions((model, [model.board.all_digits] * CELLS, found[:1], 2))
        assert len(found[:1]) + len(more or []) == min(2, len(expected))


def latin_model(rng: random.Random) -> Model:
    """Return a Latin square with sums of parts of rows and columns, from which further sums follow."""
    columns = tuple(zip(*LATIN, strict=True))
    order = rng.sample(range(4), 4)
    solution = [(row + column) % 4 + 1 for row in order for column in range(4)]
    primitives: list[Primitive] = [Distinct(cells) for cells in (*LATIN, *columns)]
    for _ in range(6):
        house = rng.choice((*LATIN, *columns))
        cells = tuple(rng.sample(house, rng.randint(2, 3)))
        other = rng.randrange(16)
        if rng.random() < 0.5 and other not in cells:
            cells = (*cells, other)
        primitives.append(Linear(cells, (1,) * len(cells), sum(solution[cell] for cell in cells)))
    return Model(Board(4, 4, 1, 4), tuple(primitives))


@pytest.mark.parametrize("seed", range(15))
def test_sums_that_follow_from_others_remove_no_solution(seed: int) -> None:
    model = latin_model(random.Random(seed))
    assert sorted(native.solutions(model)) == sorted(reference.solutions(model))


def little_killers(starts: str, total: int, *rules: Rule) -> Model:
    clues = [LittleKiller(clue[:4], clue[4:], total) for clue in starts.split()]
    return lower(Puzzle(Grid.empty(), [*clues, *rules]))


def test_diagonals_around_a_main_diagonal_leave_a_sum_without_it() -> None:
    """The four diagonals, the main diagonal and nothing else cover the boxes 1, 5 and 9: twelve cells are left outside.

    Three of them are in each of four other boxes, so their sum is at most 96. The total of the four diagonals is that
    of two houses more.
    """
    diagonals = "r2c1dr r3c1dr r1c2dr r1c3dr"
    at_most = little_killers(diagonals, 46, Diagonal("\\"))  # 4 * 46 - 90 = 94
    assert any(native._Search(at_most, False, None).candidates())
    too_much = little_killers(diagonals, 47, Diagonal("\\"))  # 98
    assert not any(native._Search(too_much, False, None).candidates())
    without_the_house = little_killers(diagonals, 47)
    assert any(native._Search(without_the_house, False, None).candidates())


def test_diagonals_in_both_directions_are_added() -> None:
    """Each diagonal could have this sum, but not all of them: their cells see each other."""
    model = little_killers("r1c9dl r1c8dl r9c2ur r9c3ur r7c9ul r1c1dr r2c1dr r3c1dr", 49)
    assert native.count(model, 1, 60.0) == 0


def test_anti_king_anti_knight_nonconsecutive_boards_are_counted() -> None:
    assert native.count(lower(Puzzle(Grid.empty(), [AntiKing(), AntiKnight(), Nonconsecutive()]))) == 72


@pytest.mark.parametrize("seed", range(3))
def test_the_sat_solver_answers_where_the_kernel_is_not_done(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed")
    monkeypatch.setattr(native._Search, "run", lambda *_: (3, 0))  # the time of this run is over
    model = latin_model(random.Random(seed))
    expected = sorted(reference.solutions(model))
    found = list(native.solutions(model, 2))
    assert len(set(found)) == len(found) == min(2, len(expected))
    assert set(found) <= set(expected)


def test_the_same_puzzle_has_the_same_solutions_in_the_same_order() -> None:
    model = lower(Puzzle(Grid.empty(), [Killer("r1c1 r1c2 r1c3", 6), AntiKnight()]))
    assert list(native.solutions(model, 20)) == list(native.solutions(model, 20))


@pytest.mark.parametrize("limit", [None, 2])
def test_a_deadline_ends_a_search(limit: int | None) -> None:
    """Ten cells of a column must share nine digits: neither propagation nor guessing finds that soon."""
    rows = [tuple(range(20 * row, 20 * row + 20)) for row in range(20)]
    columns = list(zip(*rows, strict=True))
    model = Model(
        Board(20, 20, 1, 20), (*map(Distinct, rows + columns), *(Allowed(cell, 0x1FF) for cell in columns[0][:10]))
    )
    start = monotonic()
    with pytest.raises(OutOfTime, match="stopped after 0.2 s"):
        native.count(model, limit, 0.2)
    assert monotonic() - start < 5


def test_a_deadline_ends_a_search_without_houses() -> None:
    """Sixty cells in a chain of unequal neighbors have 4 * 3 ** 59 solutions."""
    unequal = (0b1110, 0b1101, 0b1011, 0b0111)
    model = Model(Board(1, 60, 1, 4), tuple(Pair(cell, cell + 1, unequal) for cell in range(59)))
    start = monotonic()
    with pytest.raises(OutOfTime):
        native.count(model, None, 0.2)
    assert monotonic() - start < 5


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("limit", ["None", "2"])
def test_ctrl_c_ends_a_search_and_its_sat_solver(limit: str) -> None:
    """Sixteen cells of a column must share fifteen digits: neither the kernel nor the SAT solver finds that soon."""
    program = f"""
import time
from nonet import Grid, Puzzle, Shape, count
from nonet.variants import Candidates, native
native._SECONDS_ALONE_IF_LARGE = 0.1
puzzle = Puzzle(Grid.empty(Shape(5, 5)), [Candidates("r1c1-r16c1", range(1, 16))])
print("ready", flush=True)
try:
    count(puzzle, limit={limit})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        sleep(1)
        start = monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
        assert process.wait() == 0
        assert monotonic() - start < 5


@pytest.mark.parametrize("seed", range(3))
def test_a_broken_buffer_is_refused_or_searched(seed: int) -> None:
    module = kernel()
    assert module is not None
    rng = random.Random(seed)
    buffer = to_buffer(small_model(rng, list(PRIMITIVES), 1))
    for _ in range(200):
        broken = array("i", buffer)
        for _ in range(rng.randint(1, 3)):
            broken[rng.randrange(len(broken))] = rng.choice([-1, 0, 1, 5, 700, 2**31 - 1, -(2**31)])
        with suppress(ValueError):
            search = module.rules_search(broken[: rng.randint(0, len(broken))], True)
            assert module.rules_run(search, None, 10, 100, 1.0)[1] <= 10


def test_solutions_found_before_the_deadline_are_returned_first(monkeypatch: pytest.MonkeyPatch) -> None:
    module = kernel()
    assert module is not None

    def one_solution(search: object, solutions: bytearray, *_: object) -> tuple[int, int]:
        solutions[:4] = bytes([0, 1, 1, 0])
        return 3, 1  # one solution, and the time is over

    model = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    monkeypatch.setattr(module, "rules_run", one_solution)
    found = native.solutions(model, 2, 0.0)
    assert next(found) == (1, 2, 2, 1)
    monkeypatch.setattr(module, "rules_run", lambda *_: (3, 0))
    with pytest.raises(OutOfTime):
        next(found)


def test_the_first_solution_is_returned_before_the_second_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    module = kernel()
    assert module is not None
    asked = []

    def counted(search: object, solutions: bytearray, capacity: int, *limits: float) -> object:
        asked.append(capacity)
        return run(search, solutions, capacity, *limits)

    run = module.rules_run
    monkeypatch.setattr(module, "rules_run", counted)
    latin = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    found = native.solutions(latin, 2)
    first = next(found)
    assert asked == [1]
    assert {first, *found} == {(1, 2, 2, 1), (2, 1, 1, 2)}


def test_a_puzzle_beyond_the_limits_is_refused_in_one_sentence() -> None:
    deep: tuple[Primitive, ...] = (Allowed(0, 1),)
    for _ in range(50):
        deep = (AnyOf((deep,)),)
    with pytest.raises(ValueError, match="nested too deeply"):
        native.count(Model(Board(1, 1, 1, 1), deep))
    with pytest.raises(ValueError, match="cells must be from 1 to 640"):
        native.count(Model(Board(30, 30, 1, 30), ()))
