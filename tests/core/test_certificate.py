"""Certificates: an independent checker accepts each proof, and refuses it after any change that matters."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

import pytest
from hypothesis import given, settings, strategies as st
from pysat.solvers import Cadical153

from nonet import ArgumentError, Certificate, Grid, NotUnique, OutOfTime, Shape, certify, generate, solve
from nonet.errors import MissingExtra

from ..drat import clauses_of, is_proof
from ..sat import solutions

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NONE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
SEVERAL = "9.6.7.4.3...4..2...7..23.1.5.....1...4.2.8.6...3.....5.3.7...5...7..5...4.5.1.7.8"


def holds(certificate: Certificate) -> bool:
    return is_proof(certificate.cnf, certificate.proof)


@pytest.mark.parametrize("puzzle", [EASY, HARD], ids=["easy", "hard"])
def test_the_proof_of_uniqueness_is_accepted(puzzle: str) -> None:
    certificate = certify(puzzle)
    assert certificate.puzzle == Grid(puzzle)
    assert certificate.solution == solve(puzzle)
    assert holds(certificate)


@pytest.mark.parametrize("puzzle", [NONE, "55" + "." * 79, "12.. ..34 .... ....", "11.. .... .... ...."])
def test_the_proof_that_there_is_no_solution_is_accepted(puzzle: str) -> None:
    certificate = certify(puzzle)
    assert certificate.solution is None
    assert holds(certificate)
    assert "no solution" in str(certificate)


def test_several_solutions_have_no_certificate() -> None:
    with pytest.raises(NotUnique) as error:
        certify(SEVERAL)
    assert len(set(error.value.solutions)) == 2


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (2, 4), (1, 5)])
def test_boards_of_other_sizes_have_certificates(shape: tuple[int, int]) -> None:
    (puzzle,) = generate(count=1, shape=shape, seed=1)
    assert holds(certify(puzzle))


def test_a_full_board_has_a_certificate() -> None:
    assert holds(certify(solve(EASY)))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_the_formula_says_what_the_puzzle_says(seed: int) -> None:
    (puzzle,) = generate(count=1, shape=(2, 2), seed=seed)
    certificate = certify(puzzle)
    *rules, last = clauses_of(certificate.cnf)
    assert certificate.solution is not None
    with Cadical153(bootstrap_with=[list(clause) for clause in rules]) as solver:
        assert solver.solve()
        true = [literal for literal in solver.get_model() if literal > 0]
    assert Grid([(literal - 1) % 4 + 1 for literal in true]) == certificate.solution == solutions(puzzle, 2)[0]
    assert sorted(-literal for literal in last) == true
    for cell, digit in enumerate(puzzle):
        assert not digit or (cell * 4 + digit,) in rules


# Time and memory


def crowded() -> Grid:
    """A 25x25 board without a solution: 15 cells of the first row share 12 digits, which a SAT solver finds hard."""
    cells = bytearray(25 * 25)
    for box in range(3):
        for digit in range(13):
            cells[25 * (1 + (digit + box) % 4) + 5 * box + digit // 4] = 13 + digit
    return Grid.of_digits(bytes(cells), Shape(5, 5))


@pytest.mark.slow
def test_a_search_without_an_end_stops_at_its_deadline() -> None:
    start = monotonic()
    with pytest.raises(OutOfTime, match="^stopped after 4 s without an answer$"):
        certify(crowded(), timeout=4)
    assert monotonic() - start < 60  # a step may take a second, and the machine may be busy


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_timeout_is_above_zero(timeout: float) -> None:
    with pytest.raises(ArgumentError, match="^timeout must be a number of seconds above 0, not"):
        certify(EASY, timeout=timeout)


def test_a_timeout_that_is_not_reached_changes_nothing() -> None:
    assert certify(HARD, timeout=1e6) == certify(HARD)


def test_a_proof_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.certificate._CONFLICTS_PER_STEP", 1)
    monkeypatch.setattr("nonet.certificate.LARGEST_PROOF", 1000)
    with pytest.raises(OutOfTime, match="^stopped at a proof of 0 MB without an answer$"):
        certify(HARD)


@pytest.mark.parametrize("conflicts", [1, 7])
def test_a_proof_in_many_steps_is_accepted(conflicts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.certificate._CONFLICTS_PER_STEP", conflicts)
    assert holds(certify(HARD))
    assert holds(certify(NONE))


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_stops_a_search() -> None:
    program = (
        "import nonet, sys\n"
        "try:\n"
        "    print('started', flush=True)\n"
        f"    nonet.certify(nonet.Grid('{crowded()}'))\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        sleep(5)  # the solver has begun, on most machines; before that, Python itself handles Ctrl-C
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "stopped\n"
        assert process.wait(60) == 0  # python-sat alone would damage the memory


# What is not a proof


def test_a_proof_without_its_clauses_is_refused() -> None:
    certificate = certify(HARD)
    assert not is_proof(certificate.cnf, "0\n")
    assert not is_proof(certificate.cnf, "")


def test_a_proof_that_stops_early_is_refused() -> None:
    certificate = certify(HARD)
    lines = certificate.proof.splitlines()
    assert not is_proof(certificate.cnf, "\n".join(lines[: len(lines) // 2]))
    assert not is_proof(certificate.cnf, "\n".join([*lines[: len(lines) // 10], "0"]))


def test_a_proof_is_refused_for_another_formula() -> None:
    certificate = certify(HARD)
    without_last = certificate.cnf.rstrip("\n").rsplit("\n", 1)[0] + "\n"
    variables, number = certificate.cnf.split("p cnf ")[1].split("\n")[0].split()
    satisfiable = without_last.replace(f"p cnf {variables} {number}", f"p cnf {variables} {int(number) - 1}")
    assert not is_proof(satisfiable, certificate.proof)


def test_a_false_clause_in_the_proof_is_refused() -> None:
    """A clause that contradicts the solution does not follow from the rules and the givens."""
    puzzle = "1... ..2. .3.. ...4"
    (grid, solution, cnf, _) = certify(puzzle)
    assert solution is not None
    *rules, _ = cnf.splitlines()
    rules = [line if not line.startswith("p") else f"p cnf 64 {int(line.split()[3]) - 1}" for line in rules]
    formula = "\n".join(rules)
    choice = random.Random(1)
    for cell in choice.sample([cell for cell in range(16) if not grid[cell]], 5):
        literal = cell * 4 + solution[cell]
        assert is_proof(formula + "\n", f"-{literal} 0\n0\n") is False
    assert not is_proof(formula + "\n", "0\n")


def test_some_changed_proofs_are_refused() -> None:
    """Most clauses of a proof are needed in their form: with a literal left out, one of them is refused."""
    certificate = certify(HARD)
    lines = certificate.proof.splitlines()
    long = [i for i, line in enumerate(lines) if not line.startswith("d") and len(line.split()) > 3]
    refused = 0
    for index in islice(random.Random(2).sample(long, len(long)), 6):
        changed = [*lines]
        changed[index] = f"{changed[index].split()[0]} 0"
        changed = [line for line in changed if not line.startswith("d")]
        refused += not is_proof(certificate.cnf, "\n".join(changed))
    assert refused > 0


# Files


def test_the_files_say_how_to_check_them(tmp_path: Path) -> None:
    certificate = certify(EASY)
    certificate.write(tmp_path / "a" / "proof")
    files = {path.name: path.read_text() for path in (tmp_path / "a" / "proof").iterdir()}
    assert files["puzzle.cnf"] == certificate.cnf
    assert files["puzzle.drat"] == certificate.proof
    assert certificate.claim in files["README.txt"]
    assert "drat-trim puzzle.cnf puzzle.drat" in files["README.txt"]


def test_without_the_solver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    with pytest.raises(MissingExtra, match=r"python-sat|pysat"):
        certify(EASY)


def test_the_same_puzzle_gives_the_same_certificate() -> None:
    assert certify(HARD) == certify(HARD)
