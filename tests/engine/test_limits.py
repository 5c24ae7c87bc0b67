"""Numbers at their limits, threads that cannot be started, and errors in the kernel: no crash, and a clear error."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pytest

import nonet
from nonet import ArgumentError, NonetError, bulk, tables
from nonet.kernel import MOST_THREADS, installed_kernel
from tests.boards import TARGET_85, WIKIPEDIA, WIKIPEDIA_SOLUTION

NUMBERS = [0, 1, -1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64, 2**64 + 1, 10**23]
SMALL = "1... ..2. .3.. ...4"


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the compiled kernel, whichever backend the other tests of this run use."""
    found = installed_kernel() or pytest.skip("nonet was installed without a compiler")
    monkeypatch.setenv("NONET_BACKEND", "native")
    return found


def names(functions: dict[str, Callable[..., object]]) -> list[Any]:
    return [pytest.param(function, id=name) for name, function in functions.items()]


# Arguments of the public functions

THREADS: dict[str, Callable[[int], object]] = {
    "solve_many": lambda n: nonet.solve_many([WIKIPEDIA], threads=n),
    "count_many": lambda n: nonet.count_many([WIKIPEDIA], threads=n),
    "pencilmarks_many": lambda n: nonet.engine.pencilmarks_many([WIKIPEDIA], threads=n),
    "canonical_many": lambda n: nonet.engine.canonical_many([WIKIPEDIA], threads=n),
    "rate_many": lambda n: nonet.rate_many([SMALL], threads=n),
    "generate": lambda n: nonet.generate(count=1, threads=n),
    "measure": lambda n: next(iter(bulk.measure(sets=["none"], threads=[n], seconds=0.01))),
    "process_files": lambda n: bulk.process_files(__file__, "out.parquet", threads=n),
    "make_dataset": lambda n: bulk.make_dataset("no such folder", count=1, ratings=False, threads=n),
    "tables.solve": lambda n: tables.solve([WIKIPEDIA], threads=n),
}

LIMITS: dict[str, Callable[[int], object]] = {
    "solve_many": lambda n: nonet.solve_many([TARGET_85], limit=n).counts.tolist(),
    "count_many": lambda n: nonet.count_many([TARGET_85], limit=n).counts.tolist(),
    "tables.count": lambda n: tables.count([TARGET_85], limit=n).to_pylist(),
    "count": lambda n: [nonet.count(TARGET_85, limit=n)],
    "count by search": lambda n: [nonet.count(TARGET_85, limit=n, method="propagation")],
    "solutions": lambda n: [sum(1 for _ in nonet.solutions(TARGET_85, limit=n))],
    "solutions in order": lambda n: [sum(1 for _ in nonet.solutions(TARGET_85, limit=n, ordered=True))],
}


@pytest.mark.parametrize("call", names(THREADS))
def test_numbers_of_threads_out_of_range_are_rejected(
    call: Callable[[int], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in NUMBERS:
        if number != 1:
            bound = "at least 1" if number < 1 else f"at most {MOST_THREADS}"
            with pytest.raises(NonetError, match=f"^threads must be {bound}, not {number}$"):
                call(number)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", names(LIMITS))
def test_a_limit_is_kept_or_rejected(call: Callable[[int], object]) -> None:
    for number in NUMBERS:
        try:
            found = call(number)
        except NonetError as error:
            if "limit must be" not in str(error) or 1 <= number < 2**63:
                raise
        else:
            assert found == [min(number, 85)]


def test_the_largest_number_of_threads_works() -> None:
    batch = nonet.solve_many([WIKIPEDIA] * 5000, threads=MOST_THREADS)
    assert batch.is_unique.all()


def test_no_puzzle_has_so_many_extra_clues() -> None:
    assert nonet.Grid(next(nonet.generate(extra=1, seed=1))).givens
    for extra in (65, 2**32, 10**23):
        with pytest.raises(
            NonetError, match=f"^extra must be at most 64, not {extra}: no 9x9 puzzle has fewer than 17"
        ):
            nonet.generate(extra=extra)
    with pytest.raises(NonetError, match="^extra must be at most 12, not 13"):
        nonet.generate(extra=13, shape=(2, 2))


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -float("inf"), 1e301, 10**400])
def test_weights_that_have_no_score_are_rejected(weight: float) -> None:
    with pytest.raises(NonetError, match="^weights must be numbers from -1e300 to 1e300$"):
        nonet.maximize(WIKIPEDIA, [weight] * 81)


def test_scores_of_large_integers_are_exact() -> None:
    """Two solutions differ by one in a weight of 2**60, which a floating-point number cannot show."""
    solved = [str(grid) for grid in nonet.solutions(TARGET_85, limit=2)]
    place = next(i for i in range(81) if solved[0][i] != solved[1][i])
    weights = [2**60] * 81
    weights[place] += 1
    best = nonet.maximize(TARGET_85, weights)
    assert best.score - 2**60 * 405 == max(int(str(grid)[place]) for grid in nonet.solutions(TARGET_85))


# Arguments of the kernel itself


def out(size: int) -> tuple[bytearray, array[int], bytearray]:
    return bytearray(81 * size), array("Q", [0] * size), bytearray(size)


ROW = WIKIPEDIA.encode()
KERNEL: dict[str, Callable[[Any, int], object]] = {
    "solve, size": lambda k, n: k.solve(ROW, n, 81, 2, *out(1), 1),
    "solve, stride": lambda k, n: k.solve(ROW, 2, n, 2, *out(2), 1),
    "solve, limit": lambda k, n: k.solve(ROW, 1, 81, n, *out(1), 1),
    "solve, threads": lambda k, n: k.solve(ROW, 1, 81, 2, *out(1), n),
    "solve, solution_stride": lambda k, n: k.solve(ROW * 2, 2, 81, 2, *out(2), 1, n),
    "solve, zero": lambda k, n: k.solve(ROW, 1, 81, 2, *out(1), 1, 81, n),
    "pencilmarks, size": lambda k, n: k.pencilmarks(ROW, n, 81, bytearray(162), bytearray(1), 1),
    "pencilmarks, stride": lambda k, n: k.pencilmarks(ROW, 2, n, bytearray(324), bytearray(2), 1),
    "pencilmarks, threads": lambda k, n: k.pencilmarks(ROW, 1, 81, bytearray(162), bytearray(1), n),
    "canonical, size": lambda k, n: k.canonical(ROW, n, 81, bytearray(81), bytearray(8), None, bytearray(1), 1),
    "canonical, stride": lambda k, n: k.canonical(ROW, 2, n, bytearray(162), bytearray(16), None, bytearray(2), 1),
    "canonical, threads": lambda k, n: k.canonical(ROW, 1, 81, bytearray(81), bytearray(8), None, bytearray(1), n),
    "closure, nodes": lambda k, n: k.closure(bytes(8), n, bytearray(8)),
    "seen_nodes, nodes": lambda k, n: k.seen_nodes(bytes(1), bytes(16), n),
    "propagate, number": lambda k, n: k.propagate(bytes(8), n, 1, b"", bytearray(8), bytearray(2)),
    "propagate, members": lambda k, n: k.propagate(bytes(8), 1, n, b"", bytearray(8), bytearray(2)),
}


@pytest.mark.parametrize("call", names(KERNEL))
def test_the_kernel_accepts_or_rejects_every_number(call: Callable[[Any, int], object], native: Any) -> None:
    """Whatever the number, there is a result or a Python error; of the large ones, only limits are accepted."""
    for number in NUMBERS:
        is_limit = call is KERNEL["solve, limit"] and 0 < number < 2**64
        try:
            call(native, number)
        except (ValueError, OverflowError):
            assert not is_limit
        else:
            assert is_limit or number in (0, 1)


def test_a_buffer_for_guesses_must_be_large_enough(native: Any) -> None:
    with pytest.raises(ValueError, match="^guesses has 8 bytes, but 16 are needed$"):
        native.solve(ROW * 2, 2, 81, 2, *out(2), 1, 81, 0, bytearray(8))
    guesses = array("Q", [7, 7])
    native.solve(ROW * 2, 2, 81, 2, *out(2), 1, 81, 0, guesses)
    assert 7 not in guesses


def test_rows_may_have_gaps_but_must_be_contiguous_and_in_order(native: Any) -> None:
    lines = np.frombuffer((ROW + b"\n") * 3, np.uint8)
    rows = np.ndarray((3, 81), np.uint8, lines, strides=(82, 1))
    solutions, counts, status = np.zeros((3, 90), np.uint8)[:, :81], *out(3)[1:]
    native.solve(rows, 3, 82, 2, solutions, counts, status, 1, 90)
    assert list(counts) == [1, 1, 1]
    assert nonet.engine.is_solution([WIKIPEDIA] * 3, solutions).all()
    for size, stride in ((4, 82), (3, 83)):
        with pytest.raises(ValueError, match="^puzzles has 245 bytes"):
            native.solve(rows, size, stride, 2, *out(4), 1)
    for wrong in (rows[::-1], rows.T, rows[:, ::2], np.broadcast_to(rows[0], (3, 81))):
        with pytest.raises(ValueError, match="^puzzles must be contiguous, or have contiguous rows$"):
            native.solve(wrong, 1, 81, 2, *out(1), 1)


def test_a_limit_is_not_taken_modulo_a_power_of_two(native: Any) -> None:
    for limit in (-1, 2**64, 2**64 + 1):
        with pytest.raises(ValueError, match="^limit must be an integer from 1 to 18446744073709551615$"):
            native.solve(ROW, 1, 81, limit, *out(1), 1)


def test_counts_have_64_bits(native: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """To count more than 2**64 solutions takes too long for a test, so the kernel is replaced."""
    asked = []

    class Kernel:
        @staticmethod
        def count_all(puzzle: bytes, progress: object) -> tuple[int, int]:
            return 3, 2**40 + 5

        @staticmethod
        def solve(
            puzzle: bytes, size: int, stride: int, limit: int, solutions: None, counts: array[int], *_: object
        ) -> None:
            asked.append(limit)
            counts[0] = limit

    monkeypatch.setattr("nonet.solving.kernel", lambda: Kernel)
    assert nonet.count(TARGET_85, limit=None) == nonet.count(TARGET_85, limit=10**30) == 3 * 2**64 + 2**40 + 5
    assert nonet.count(TARGET_85, limit=2**33) == 2**33
    assert nonet.count(TARGET_85, limit=10**6) == 10**6
    assert asked == [10**6]
    assert nonet.count_many([TARGET_85], limit=2**40).counts.dtype == np.uint64


def test_a_count_of_all_solutions_stops_after_the_time_limit(native: Any) -> None:
    start = monotonic()
    with pytest.raises(nonet.OutOfTime, match="^stopped after 0.2 s without an answer$"):
        nonet.count("1" + 39 * "." + "2" + 40 * ".", limit=None, timeout=0.2)
    assert monotonic() - start < 60


def test_a_time_limit_does_not_change_the_count(native: Any) -> None:
    parts: list[float] = []
    board = "123456789456789123789123456" + "." * 54
    assert nonet.count(board, limit=None, timeout=600, progress=parts.append) == 7_802_998_272
    assert parts == sorted(parts)
    with pytest.raises(ArgumentError, match="timeout must be a number of seconds"):
        nonet.count(board, limit=None, timeout=-1)


def test_a_count_that_reached_the_limit_is_marked() -> None:
    batch = nonet.count_many([TARGET_85, WIKIPEDIA, "." * 81, "11" + "." * 79], limit=85)
    assert batch.reached_limit.tolist() == [True, False, True, False]


# Threads that cannot be started, and errors in threads


def run_python(code: str, *, prepare: str = "") -> subprocess.CompletedProcess[str]:
    shell = f'{prepare} exec "$0" -c "$1"'
    return subprocess.run(["sh", "-c", shell, sys.executable, code], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are those of Linux")
def test_the_work_is_done_if_threads_cannot_be_started(native: Any) -> None:
    """A thread needs a stack of 4 GB here, and the process may only get 1 GB more than it has."""
    code = f"""
import resource
from pathlib import Path
import numpy as np
import nonet
from nonet.engine import canonical_many, pencilmarks_many
puzzles = np.frombuffer(b"{WIKIPEDIA}" * 9000, np.uint8).reshape(-1, 81)
assert nonet.solve_many(puzzles[:1]).is_unique.all()
pages = int(Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + (1 << 30)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
assert nonet.solve_many(puzzles, threads=4).is_unique.all()
assert (pencilmarks_many(puzzles, threads=4) > 0).all()
assert (canonical_many(puzzles[:2000], threads=4).automorphisms == 1).all()
print("done")
"""
    done = run_python(code, prepare="ulimit -s 4194304;")
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


def test_a_program_can_end_while_the_kernel_works_in_threads(native: Any) -> None:
    code = """
import threading, time
import nonet
threading.Thread(target=lambda: nonet.count_many(["." * 81] * 9000, limit=10**9, threads=3), daemon=True).start()
time.sleep(0.3)
"""
    done = run_python(code)
    assert (done.stderr, done.returncode) == ("", 0)


def test_an_enumeration_is_used_by_one_thread_at_a_time(native: Any) -> None:
    """While one thread reads many solutions, another one is refused."""
    enumeration, refused, numbers = native.enumeration(bytes(81)), [], set()

    def read(size: int) -> None:
        try:
            numbers.add((size, native.next_solutions(enumeration, bytearray(81 * size))))
        except RuntimeError as error:
            refused.append(str(error))

    for _ in range(50):
        thread = threading.Thread(target=read, args=(200_000,))
        thread.start()
        while thread.is_alive():
            read(1)
        if refused and (200_000, 200_000) in numbers:
            break
    read(1)
    assert set(refused) == {"the enumeration is in use by another thread"}
    assert numbers == {(1, 1), (200_000, 200_000)}


# Pickles


def test_results_can_be_pickled() -> None:
    puzzles = [WIKIPEDIA, "." * 81, "12", "x" + "." * 80, "11" + "." * 79]
    for source in (puzzles, "\n".join(puzzles).encode(), np.frombuffer(ROW * 2, np.uint8).reshape(2, 81)):
        batch, forms = nonet.solve_many(source), nonet.engine.canonical_many(source)
        again, forms_again = pickle.loads(pickle.dumps(batch)), pickle.loads(pickle.dumps(forms))
        assert again.to_dict() == batch.to_dict()
        assert forms_again.to_dict() == forms.to_dict()
        for i in range(len(batch)):
            assert again.reason(i) == batch.reason(i)
            assert forms_again.reason(i) == forms.reason(i)
        assert str(again.grid(0)) == WIKIPEDIA_SOLUTION


def test_a_pickle_of_few_rows_is_small() -> None:
    """The rows are a view of a large array, of which the pickle has only the rows."""
    large = np.zeros((10_000, 810), np.uint8)
    assert len(pickle.dumps(nonet.count_many(large[:3, :81]))) < 5_000
