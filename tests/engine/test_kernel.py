"""Test the compiled kernel: all instruction sets, invalid buffers, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from array import array

import pytest

import nonet
from tests.boards import INKALA, TARGET_3, TARGET_85, WIKIPEDIA, WITHOUT_SOLUTION

kernel = pytest.importorskip("nonet._native", reason="this installation has no compiled kernel")

PUZZLES = [WIKIPEDIA, INKALA, TARGET_85, WITHOUT_SOLUTION, "55" + 79 * ".", 80 * "." + "x", 81 * "."]
ROWS = "".join(PUZZLES).encode()


def buffers(size: int) -> tuple[bytearray, array[int], bytearray]:
    return bytearray(81 * size), array("Q", [0] * size), bytearray(size)


def test_status_codes() -> None:
    solutions, counts, status = buffers(len(PUZZLES))
    kernel.solve(ROWS, len(PUZZLES), 81, 100, solutions, counts, status, 1)
    assert list(counts) == [1, 1, 85, 0, 0, 0, 100]
    assert list(status) == [1, 1, 2, 0, 10, 11, 2]


def test_every_row_of_solutions_is_overwritten() -> None:
    solutions, counts, status = buffers(len(PUZZLES))
    solutions[:] = b"\xff" * len(solutions)
    kernel.solve(ROWS, len(PUZZLES), 81, 2, solutions, counts, status, 1)
    for index, count in enumerate(counts):
        row = solutions[81 * index : 81 * index + 81]
        assert set(row) == (set(range(1, 10)) if count else {0})


def test_every_symbol_is_read_in_every_cell() -> None:
    solved = str(nonet.solve(WIKIPEDIA)).encode()
    for symbol in range(256):
        rows = b"".join(solved[:cell] + bytes([symbol]) + solved[cell + 1 :] for cell in range(81))
        _, counts, status = buffers(81)
        kernel.solve(rows, 81, 81, 2, None, counts, status, 1)
        if symbol == 0 or symbol in b"0._*-?":
            assert set(status) == {1}
        elif symbol in range(1, 10) or symbol in b"123456789":
            assert [cell for cell in range(81) if status[cell] == 1] == [
                cell for cell in range(81) if solved[cell] % 16 == symbol % 16
            ]
            assert set(status) == {1, 10}
        else:
            assert set(status) == {11}


def test_all_instruction_sets_agree() -> None:
    code = """
import json, random
from array import array
from nonet import _native
rng = random.Random(5)
base = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
rows = []
for _ in range(3000):
    row = [symbol if rng.random() < 0.34 else "." for symbol in base]
    if rng.random() < 0.3:
        row[rng.randrange(81)] = str(rng.randrange(1, 10))
    rows.append("".join(row))
solutions, counts, status = bytearray(81 * 3000), array("Q", [0] * 3000), bytearray(3000)
made = array("Q", [0] * 3000)
_native.solve("".join(rows).encode(), 3000, 81, 50, solutions, counts, status, 2, 81, 0, made)
made = [number for number, count in zip(made, counts) if count < 50]  # of the others it depends on the number of lanes
masks = array("H", [0] * 81 * 3000)
_native.pencilmarks("".join(rows).encode(), 3000, 81, masks, bytearray(3000), 1)
print(json.dumps([_native.instruction_set(), solutions.hex(), list(counts), list(status), made, list(masks)]))
"""
    answers = {}
    for name in kernel.instruction_sets():
        environment = os.environ | {"NONET_ISA": name}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True, timeout=120
        )
        used, *answer = json.loads(done.stdout)
        assert used == name
        answers[name] = answer
    assert len({json.dumps(answer) for answer in answers.values()}) == 1
    assert {0, 1, 50} <= set(answers["baseline"][1])


def test_nothing_is_read_beyond_the_buffer() -> None:
    solutions, counts, status = buffers(2)
    with pytest.raises(ValueError, match=r"^puzzles has 161 bytes, but 162 are needed$"):
        kernel.solve(bytes(161), 2, 81, 2, solutions, counts, status, 1)
    kernel.solve(bytes(83 + 81), 2, 83, 2, solutions, counts, status, 1)
    assert list(counts) == [2, 2]


@pytest.mark.parametrize(
    ("size", "stride", "limit", "threads"),
    [(-1, 81, 2, 1), (1, 80, 2, 1), (1, 81, 0, 1), (1, 81, 2**64, 1), (1, 81, 2, 0), (2**62, 2**62, 2, 1)],
)
def test_invalid_numbers_are_rejected(size: int, stride: int, limit: int, threads: int) -> None:
    with pytest.raises(ValueError, match="must be|needed"):
        kernel.solve(bytes(81), size, stride, limit, *buffers(1), threads)


def test_small_result_buffers_are_rejected() -> None:
    solutions, counts, status = buffers(1)
    for wrong in (
        (bytearray(80), counts, status),
        (solutions, array("Q"), status),
        (solutions, counts, bytearray()),
    ):
        with pytest.raises(ValueError, match="are needed"):
            kernel.solve(bytes(81), 1, 81, 2, *wrong, 1)
    with pytest.raises(BufferError):
        kernel.solve(bytes(81), 1, 81, 2, bytes(81), counts, status, 1)
    with pytest.raises(TypeError):
        kernel.solve("." * 81, 1, 81, 2, solutions, counts, status, 1)


def test_solutions_with_gaps_need_a_larger_buffer() -> None:
    _, counts, status = buffers(2)
    with pytest.raises(ValueError, match=r"^solutions has 165 bytes, but 166 are needed$"):
        kernel.solve(bytes(162), 2, 81, 2, bytearray(165), counts, status, 1, 85, 48)
    with pytest.raises(ValueError, match="stride at least 81"):
        kernel.solve(bytes(162), 2, 81, 2, bytearray(165), counts, status, 1, 80, 48)
    buffer = bytearray(166)
    kernel.solve(bytes(162), 2, 81, 2, buffer, counts, status, 1, 85, 48)
    assert buffer[81:85] == bytes(4)
    assert buffer[:81] == buffer[85:]
    assert buffer[:81].isdigit()


def test_invalid_graphs_and_rules_are_rejected() -> None:
    for nodes in (-1, 2**16 + 1):
        with pytest.raises(ValueError, match="65536"):
            kernel.closure(b"", nodes, bytearray())
        with pytest.raises(ValueError, match="65536"):
            kernel.propagate(b"", 0, nodes, b"", bytearray(), bytearray())
    with pytest.raises(ValueError, match="within"):
        kernel.propagate(bytes(8), 1, 1, array("H", [0, 1]), bytearray(8), bytearray(2))


def test_no_puzzles() -> None:
    assert kernel.solve(b"", 0, 81, 2, bytearray(), array("Q"), bytearray(), 4) == (0, 0)


def test_a_finished_enumeration_returns_no_more_solutions() -> None:
    enumeration = kernel.enumeration(bytes(nonet.Grid(TARGET_85)))
    buffer = bytearray(81 * 50)
    assert [kernel.next_solutions(enumeration, buffer) for _ in range(4)] == [50, 35, 0, 0]
    with pytest.raises(ValueError, match="PyCapsule"):
        kernel.next_solutions(object(), buffer)


def test_an_unreadable_puzzle_has_no_solutions() -> None:
    unreadable = bytes([200]) + bytes(80)
    assert kernel.next_solutions(kernel.enumeration(unreadable), bytearray(81)) == 0
    assert kernel.maximize(unreadable, array("d", [1.0] * 81), bytearray(81))[0] == 11


def test_one_puzzle_has_a_time_limit() -> None:
    puzzle = bytes(nonet.Grid(WIKIPEDIA))
    for seconds in (60, 1e300, float("inf"), float("nan")):
        assert kernel.solve_one(puzzle, 2, seconds) == kernel.solve_one(puzzle, 2)
    for seconds in (0, -5, 0.01):
        with pytest.raises(TimeoutError):
            kernel.solve_one(bytes(81), 10**12, seconds)
    enumeration = kernel.enumeration(bytes(81))
    with pytest.raises(TimeoutError):
        kernel.next_solutions(enumeration, bytearray(81 * 10**6), 0.001)
    assert kernel.next_solutions(enumeration, bytearray(81 * 5), 60) == 5
    with pytest.raises(TypeError):
        kernel.solve_one(puzzle, 2, "1")
    with pytest.raises(TypeError):
        kernel.next_solutions(enumeration, bytearray(81), "1")
    with pytest.raises(TypeError, match="2 or 3 arguments, not 4"):
        kernel.solve_one(puzzle, 2, 1.0, 1)


def test_counting_one_puzzle_uses_all_lanes() -> None:
    two_rows_blank, more_blank = WIKIPEDIA[:63] + 18 * ".", TARGET_3[:66] + 15 * "."
    assert (
        nonet.count(two_rows_blank, limit=None) == nonet.count(two_rows_blank, limit=None, method="propagation") == 240
    )
    assert nonet.count(more_blank, limit=1234) == sum(1 for _ in nonet.solutions(more_blank, limit=1234)) == 1234
    found = array("Q", [0])
    kernel.solve(more_blank.encode(), 1, 81, 10**9, None, found, bytearray(1), 1)
    every = kernel.next_solutions(kernel.enumeration(more_blank.encode()), bytearray(81 * 100_000))
    assert found[0] == every


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_the_kernel_at_once(threads: int) -> None:
    code = f"""
from array import array
from nonet import _native
print("started", flush=True)
_native.solve(bytes(81 * 6000), 6000, 81, 10**9, None, array("Q", [0] * 6000), bytearray(6000), {threads})
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert errors.rstrip().endswith("KeyboardInterrupt")
