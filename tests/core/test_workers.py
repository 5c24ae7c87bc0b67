"""Worker processes and the ordered map: results in order, deadlines, failures, and nothing left behind."""

from __future__ import annotations

import itertools
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from nonet import NoSolution, OutOfTime, WorkerError
from nonet.workers import Workers, WorkerSlot, ordered_map

HERE = "tests.core.test_workers"


# Called in worker processes


def double(number: int) -> int:
    print("this must not get between the messages")
    return 2 * number


def process_id(_: object) -> int:
    return os.getpid()


def fail(kind: str) -> None:
    raise NoSolution if kind == "ours" else ZeroDivisionError("1 / 0")


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def setting(name: str) -> str | None:
    return os.environ.get(name)


@pytest.fixture(autouse=True)
def _tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")])))


def is_alive(process: int) -> bool:
    """Return whether a process runs. One whose first thread has ended while others are still ending counts as alive."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    return "\nState:\tZ" not in status or "\nThreads:\t1\n" not in status


def waits_for_end(process: int) -> bool:
    """Return whether a process ends within a few seconds."""
    until = time.monotonic() + 10
    while is_alive(process) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_alive(process)


class TestWorkerSlot:
    def test_it_returns_results_whatever_the_function_prints(self) -> None:
        with WorkerSlot(f"{HERE}:double") as slot:
            assert [slot.call(number) for number in range(3)] == [0, 2, 4]

    def test_large_values_go_both_ways(self) -> None:
        with WorkerSlot("builtins:bytes") as slot:
            data = bytes(5_000_000)
            assert slot.call(data) == data

    def test_all_calls_use_one_process_until_it_is_stopped(self) -> None:
        with WorkerSlot(f"{HERE}:process_id") as slot:
            first, second = slot.call(None), slot.call(None)
            slot.stop()
            third = slot.call(None)
        assert first == second != third
        assert os.getpid() not in (first, third)
        assert waits_for_end(first)
        assert waits_for_end(third)

    def test_it_raises_what_the_function_raises(self) -> None:
        with WorkerSlot(f"{HERE}:fail") as slot:
            with pytest.raises(NoSolution):
                slot.call("ours")
            with pytest.raises(WorkerError, match="a worker process failed: ZeroDivisionError: 1 / 0"):
                slot.call("other")

    @pytest.mark.parametrize("can_poll", [True, False])
    def test_a_missed_deadline_kills_the_process_and_the_next_call_works(
        self, can_poll: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not can_poll:  # as on Windows
            monkeypatch.delattr(select, "poll", raising=False)
        with WorkerSlot(f"{HERE}:sleep") as slot:
            slot.call(0)
            with pytest.raises(OutOfTime, match="stopped after 0.2 s without an answer"):
                slot.call(60, timeout=0.2)
            assert slot.call(0.01, timeout=60) == 0.01

    def test_a_process_that_dies_is_reported(self) -> None:
        with WorkerSlot(f"{HERE}:die") as slot, pytest.raises(WorkerError, match="a worker process died"):
            slot.call(None)

    def test_an_idle_process_that_dies_is_replaced(self) -> None:
        with WorkerSlot(f"{HERE}:process_id") as slot:
            first = slot.call(None)
            os.kill(first, signal.SIGKILL)
            assert waits_for_end(first)
            assert slot.call(None) != first

    def test_a_closed_slot_starts_no_process(self) -> None:
        slot = WorkerSlot(f"{HERE}:double")
        slot.close()
        with pytest.raises(WorkerError, match="the worker processes were stopped"):
            slot.call(1)

    def test_a_process_that_cannot_be_started_is_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "executable", "/no/such/python")
        with (
            WorkerSlot(f"{HERE}:sleep") as slot,
            pytest.raises(WorkerError, match="cannot be started: .*/no/such/python"),
        ):
            slot.call(0)

    def test_it_can_have_its_own_environment(self) -> None:
        with WorkerSlot(f"{HERE}:setting", {"NONET_ISA": "baseline"}) as slot:
            assert slot.call("NONET_ISA") == "baseline"
            assert slot.call("PATH") == os.environ["PATH"]


class TestWorkers:
    def test_results_are_in_order_and_processes_are_shared(self) -> None:
        with Workers(f"{HERE}:process_id", 2) as workers:
            found = list(ordered_map(workers.call, range(20), threads=2))
        assert len(found) == 20
        assert len(set(found)) == 2
        assert all(map(waits_for_end, set(found)))

    def test_processes_can_be_started_before_the_first_call(self) -> None:
        with Workers(f"{HERE}:process_id", 2) as workers:
            workers.start()
            started = {slot._process.pid for slot in workers._slots if slot._process is not None}
            assert len(started) == 2
            assert workers.call(None) in started

    def test_one_worker_runs_in_this_process(self) -> None:
        with Workers(f"{HERE}:process_id", 1) as workers:
            assert workers.call(None) == os.getpid()

    def test_a_missed_deadline_ends_the_call(self) -> None:
        with Workers(f"{HERE}:sleep", 2) as workers:
            with pytest.raises(OutOfTime):
                workers.call(60, timeout=0.2)
            assert workers.call(0.01) == 0.01

    def test_stopping_ends_calls_in_other_threads(self) -> None:
        workers = Workers(f"{HERE}:sleep", 2)
        errors: list[BaseException] = []

        def call() -> None:
            try:
                workers.call(60)
            except WorkerError as error:
                errors.append(error)

        threads = [threading.Thread(target=call) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        workers.stop()
        for thread in threads:
            thread.join(10)
        assert [str(error) for error in errors] == ["the worker processes were stopped"] * 4
        with pytest.raises(WorkerError):
            workers.call(0)

    @pytest.mark.parametrize("delay", [0.0, 0.001, 0.01])
    def test_stopping_while_processes_start_leaves_none_behind(
        self, delay: float, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        started = []
        popen = subprocess.Popen

        def slow(*arguments: object, **options: object) -> object:
            time.sleep(0.005)
            started.append(popen(*arguments, **options))  # type: ignore[call-overload]
            return started[-1]

        monkeypatch.setattr(subprocess, "Popen", slow)
        for _ in range(5):
            workers = Workers(f"{HERE}:sleep", 2)
            results = ordered_map(workers.call, [60] * 10, threads=2)
            threading.Timer(delay, workers.stop).start()
            with pytest.raises(WorkerError):
                next(results)
            time.sleep(0.05)
        assert [process for process in started if process.poll() is None] == []


class TestOrderedMap:
    @pytest.mark.parametrize("threads", [1, 2, 5])
    def test_results_are_in_order(self, threads: int) -> None:
        def work(number: int) -> int:
            time.sleep(0.001 * (number % 3))
            return number * number

        assert list(ordered_map(work, range(50), threads=threads)) == [number * number for number in range(50)]

    @pytest.mark.parametrize("threads", [1, 3])
    def test_endless_input_is_taken_as_needed(self, threads: int) -> None:
        taken = []

        def items() -> itertools.count[int]:
            return itertools.count()

        def noted(number: int) -> int:
            taken.append(number)
            return number

        results = ordered_map(noted, items(), threads=threads, ahead=2)
        assert list(itertools.islice(results, 10)) == list(range(10))
        assert len(taken) <= 10 + 2 * threads

    @pytest.mark.parametrize("threads", [1, 3])
    def test_an_exception_is_raised_in_its_place(self, threads: int) -> None:
        results = ordered_map(lambda number: 1 // (number - 3), range(10), threads=threads)
        assert list(itertools.islice(results, 3)) == [-1, -1, -1]
        with pytest.raises(ZeroDivisionError):
            next(results)

    def test_results_are_yielded_before_waiting_for_the_next_item(self) -> None:
        items: queue.SimpleQueue[int] = queue.SimpleQueue()
        items.put(0)
        results = ordered_map(lambda number: number, iter(items.get, None), threads=2, is_waiting=items.empty)
        for number in range(5):
            assert next(results) == number
            items.put(number + 1)
        results.close()  # type: ignore[attr-defined]

    def test_closing_it_ends_its_threads(self) -> None:
        before = threading.active_count()
        results = ordered_map(lambda number: number, itertools.count(), threads=4)
        next(results)
        results.close()  # type: ignore[attr-defined]
        until = time.monotonic() + 10
        while threading.active_count() > before and time.monotonic() < until:
            time.sleep(0.01)
        assert threading.active_count() <= before


# In scripts

SCRIPT = """
from nonet.workers import Workers, ordered_map
print("run")
with Workers("math:sqrt", 2) as workers:
    print(list(ordered_map(workers.call, [1.0, 4.0], threads=2)))
"""


@pytest.mark.parametrize("way", ["file", "stdin"])
def test_a_script_without_a_main_guard_runs_once(way: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script)] if way == "file" else [sys.executable, "-"]
    done = subprocess.run(command, input=SCRIPT, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("run\n[1.0, 2.0]\n", "")


def test_modules_in_the_working_directory_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("json", "pickle", "struct", "queue"):
        (tmp_path / f"{name}.py").write_text("print('imported')\nraise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    with WorkerSlot("json:loads") as slot:
        assert slot.call("[1]") == [1]
    assert "imported" not in capfd.readouterr().out


@pytest.mark.skipif(
    sys.platform != "linux", reason="whether a process is alive is read from /proc, which only Linux has"
)
def test_no_worker_survives_a_parent_that_is_killed() -> None:
    code = (
        "import sys, threading\n"
        "from nonet.workers import WorkerSlot\n"
        "slot = WorkerSlot('time:sleep')\n"
        "slot.start()\n"
        "print(slot._process.pid, flush=True)\n"
        "slot.call(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        time.sleep(0.5)
        assert is_alive(worker)
        parent.kill()
    assert waits_for_end(worker)
