"""Ratings of one puzzle and of many: what they depend on, and worker processes that leave nothing behind."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import Grid, Level, NoSolution, NotUnique, WorkerError, explain, rate, rate_many
from nonet.logic import Step
from nonet.logic._rate import Raters
from nonet.logic.scales import rating_of
from nonet.workers import WorkerSlot
from tests.boards import INKALA, WIKIPEDIA, WITHOUT_SOLUTION, moved, moves, transposed

from .positions import made_puzzles


class TestOnePuzzle:
    def test_the_rating_is_that_of_the_explanation(self) -> None:
        assert rate(WIKIPEDIA, scale="hodoku") == explain(WIKIPEDIA).rating
        assert rate(WIKIPEDIA).level is Level.EASY
        assert rate(INKALA, scale="hodoku").level is Level.EXTREME

    def test_hodokus_level_rises_with_the_score(self) -> None:
        assert rating_of([Step("hidden-single")] * 57).scales["hodoku"].level == "Easy"
        assert rating_of([Step("hidden-single")] * 58).scales["hodoku"].level == "Medium"
        assert rating_of([Step("hidden-single")] * 58).level is Level.EASY

    @settings(max_examples=12)
    @given(st.sampled_from(made_puzzles(number=12, seed=8)), moves(nonet.Shape(3, 3)), st.booleans())
    def test_isomorphic_puzzles_have_the_same_rating_by_steps(
        self, puzzle: str, move: tuple[list[int], list[int], list[int]], mirror: bool
    ) -> None:
        image = moved(Grid(puzzle), *move)
        assert rate(transposed(image) if mirror else image, scale="hodoku") == rate(puzzle, scale="hodoku")

    @pytest.mark.parametrize(("puzzle", "error"), [(81 * ".", NotUnique), (WITHOUT_SOLUTION, NoSolution)])
    def test_only_a_puzzle_with_one_solution_has_a_rating(self, puzzle: str, error: type[Exception]) -> None:
        with pytest.raises(error):
            rate(puzzle)

    def test_a_rating_can_be_written_as_json(self) -> None:
        rating = rate(WIKIPEDIA, scale="all")
        assert json.loads(json.dumps(rating.to_dict())) == {
            "level": "Easy",
            "hardest": rating.hardest,
            "logical": True,
            "steps": rating.steps,
            "techniques": dict(rating.techniques),
            "scales": {"hodoku": rating.hodoku._asdict()},
            "se": {"er": 1.2, "ep": 1.2, "ed": 1.2, "version": rating.se.version},  # type: ignore[union-attr]
        }


class TestManyPuzzles:
    def test_processes_change_nothing(self) -> None:
        puzzles = [*made_puzzles(), "11", "." * 81]
        alone, shared = (list(rate_many(puzzles, threads=number)) for number in (1, 2))
        assert alone == shared
        assert [rated.rating for rated in alone[:-2]] == [rate(puzzle) for puzzle in made_puzzles()]
        assert [rated.status for rated in alone[-2:]] == ["bad", "several"]

    def test_each_problem_has_its_status_and_reason(self) -> None:
        puzzles = [WIKIPEDIA, WITHOUT_SOLUTION, 81 * ".", "11" + 79 * ".", "123"]
        found = list(rate_many(puzzles, threads=1))
        assert [rated.status for rated in found] == ["unique", "none", "several", "conflict", "bad"]
        assert [bool(rated.reason) for rated in found] == [False, True, True, True, True]
        assert found[1].to_dict() == {"rating": None, "status": "none", "reason": "the puzzle has no solution"}
        assert str(found[0]) == str(found[0].rating)
        assert str(found[1]) == "none: the puzzle has no solution"

    def test_puzzles_may_be_of_any_type(self) -> None:
        class Text(str):  # a worker process could not import this class
            __slots__ = ()

        found = list(rate_many([Text(WIKIPEDIA), Grid(WIKIPEDIA)], threads=2))
        assert [rated.rating for rated in found] == [rate(WIKIPEDIA)] * 2

    def test_a_wrong_number_of_threads_is_reported_at_once(self) -> None:
        with pytest.raises(nonet.ArgumentError, match="threads must be at least 1, not 0"):
            rate_many([], threads=0)

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process choose its CPUs")
    def test_by_default_it_uses_only_the_cpus_it_may_use(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(WorkerSlot, "start")  # no process may be started for one CPU
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(allowed)})
        try:
            assert [rated.status for rated in rate_many([WIKIPEDIA] * 20)] == ["unique"] * 20
        finally:
            os.sched_setaffinity(0, allowed)

    def test_endless_input_is_read_as_needed(self) -> None:
        numbers = itertools.count()
        assert next(rate_many((WIKIPEDIA for _ in numbers), threads=2)).status == "unique"
        assert next(numbers) <= 100


@pytest.fixture
def raters() -> Iterator[Raters]:
    with Raters(2) as two:
        next(two.rate(made_puzzles()[:1]))
        yield two


class TestWorkers:
    def test_closing_stops_a_call_in_another_thread(self, raters: Raters) -> None:
        Timer(0.3, raters.close).start()
        with pytest.raises(WorkerError, match="the worker processes were stopped"):
            list(raters.rate(list(made_puzzles()) * 1000))

    @pytest.mark.parametrize("number", [1, 2])
    def test_closed_raters_rate_nothing(self, number: int) -> None:
        raters = Raters(number)
        results = raters.rate(made_puzzles() * 100)
        next(results)
        raters.close()
        with pytest.raises(WorkerError, match="the worker processes were stopped"):
            list(results)
        with pytest.raises(WorkerError, match="the worker processes were stopped"):
            next(raters.rate(made_puzzles()))

    def test_a_killed_worker_is_reported(self, raters: Raters) -> None:
        results = raters.rate(list(made_puzzles()) * 1000)
        next(results)
        for slot in raters._workers._slots:
            if slot._process is not None:
                os.kill(slot._process.pid, signal.SIGKILL)
        with pytest.raises(WorkerError, match="a worker process died"):
            list(results)


SCRIPT = f"""
import nonet
print("run")
for rated in nonet.rate_many(["{WIKIPEDIA}"] * 20, threads=2):
    print(rated.status)
"""


@pytest.mark.parametrize("way", ["file", "stdin"])
def test_a_script_without_a_main_guard_runs_once(way: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script)] if way == "file" else [sys.executable, "-"]
    done = subprocess.run(command, input=SCRIPT, capture_output=True, text=True, timeout=120)
    assert (done.stdout.split(), done.stderr) == (["run", *["unique"] * 20], "")


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the workers of a program are found in /proc, which only Linux has")
def test_ctrl_c_stops_the_program_and_its_workers() -> None:
    code = (
        "import itertools, nonet\n"
        f"for number, _ in enumerate(nonet.rate_many(itertools.repeat({INKALA!r}), threads=2)):\n"
        "    print(number, flush=True)\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        program.stdout.readline()
        workers = children(program.pid)
        assert len(workers) == 2
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=10)
    assert errors.rstrip().endswith("KeyboardInterrupt")
    until = time.monotonic() + 10
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
