"""The kernel is chosen in one place: every function follows NONET_BACKEND, CPU affinity is respected."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import nonet
import nonet.engine.native_lanes  # before a test replaces the function that both of these import
import nonet.variants.native
from nonet import ArgumentError, kernel
from nonet.extras import require
from nonet.kernel import Status, backend, cpu_count, instruction_set, thread_count

from ..boards import WIKIPEDIA, WIKIPEDIA_SOLUTION


@pytest.mark.parametrize("value", ["numpy", "NumPy", " NUMPY "])
def test_numpy_switches_the_kernel_off_for_every_function(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            raise AssertionError(f"the kernel was used: {name}")

    monkeypatch.setattr("nonet.kernel.installed_kernel", lambda: Broken())
    monkeypatch.setenv("NONET_BACKEND", value)
    assert backend() == "numpy"
    assert kernel.kernel() is None
    assert instruction_set() is None
    assert str(nonet.solve(WIKIPEDIA)) == WIKIPEDIA_SOLUTION
    assert nonet.count(WIKIPEDIA) == 1
    assert str(next(nonet.solutions(WIKIPEDIA))) == WIKIPEDIA_SOLUTION
    assert nonet.maximize(WIKIPEDIA).score > 0
    assert len(nonet.canonical(WIKIPEDIA)) == 81
    assert nonet.solve_many([WIKIPEDIA]).counts.tolist() == [1]
    assert nonet.pencilmarks_many([WIKIPEDIA]).any()
    assert nonet.canonical_many([WIKIPEDIA]).automorphisms.tolist() == [1]
    assert nonet.rate(WIKIPEDIA).level.title == "Easy"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux lets a process choose its CPUs")
def test_the_number_of_cpus_respects_affinity() -> None:
    code = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); "
        "from nonet.kernel import cpu_count, thread_count; print(cpu_count(), thread_count(None))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1 1\n"
    assert cpu_count() >= 1


@pytest.mark.parametrize("number", [0, -1, -(10**30)])
def test_a_number_of_threads_below_1_is_rejected(number: int) -> None:
    with pytest.raises(ArgumentError, match=f"^processes must be at least 1, not {number}$"):
        thread_count(number, "processes")
    with pytest.raises(TypeError):
        thread_count(1.5)  # type: ignore[arg-type]


def test_every_status_has_a_word() -> None:
    assert {status.word for status in Status} == {"none", "unique", "several", "solved", "conflict", "bad"}
    assert [status for status in Status if status.is_bad] == [10, 11, 12]


def test_a_missing_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "distributed.client", raising=False)  # another test may have imported it
    with pytest.raises(nonet.MissingExtra, match=r"this needs distributed, .*: .* -m pip install .*\[dask\]"):
        require("distributed.client")


def test_a_broken_library_is_not_called_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    (tmp_path / "broken_library.py").write_text("import a_module_that_does_not_exist")  # type: ignore[operator]
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError) as error:
        require("broken_library")
    assert not isinstance(error.value, nonet.MissingExtra)
