"""Look for errors for a long time: ``make soak``, or ``python benchmarks/soak.py --seconds 600 --only killed``.

Each part gets an equal share of the time and runs until its share is used up or it finds an error:

    hostile     the kernel with invalid and random buffers, with the address sanitizer, on each instruction set
    faults      the kernel while allocations and thread starts fail, with the address sanitizer
    rules       puzzles with rules: invalid buffers, then failing allocations, with the address sanitizer
    race        the same with the thread sanitizer
    memcheck    the kernel under valgrind
    agree       random boards, solved by each instruction set, by NumPy and by the plain search
    killed      bulk commands that are killed at a random time and resumed; the result must be that of one run
    parsers     damaged input for everything that reads input: formats, judges, names, tables, commands, requests

It prints one line per part, and the exit status is 1 if a part found an error. The programs of the first five parts are
built by ``make soak``; a part whose program is missing is reported as such.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nonet
from nonet.kernel import instruction_set, kernel

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
PUZZLES = 60_000


class Missing(Exception):
    """A program that a part needs is not there."""


def run(command: list[object], seconds: float, **environment: str) -> str:
    """Run a program that ends by itself after some seconds, and return its last line. An error is an AssertionError."""
    if not Path(str(command[0])).exists() and shutil.which(str(command[0])) is None:
        raise Missing(f"{command[0]} is missing")
    words = [str(word) for word in command]
    done = subprocess.run(
        words, env=os.environ | environment, capture_output=True, text=True, timeout=20 * seconds + 600
    )
    assert done.returncode == 0, f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}"
    return (done.stdout.strip().splitlines() or [""])[-1]


# The kernel


def hostile(seconds: float, seed: int) -> str:
    native = kernel()
    sets = native.instruction_sets() if native else []
    share = seconds / max(len(sets), 1)
    return "; ".join(run([BUILD / "fuzz/hostile", seed, share], share, NONET_ISA=name) for name in sets)


def faults(seconds: float, seed: int) -> str:
    return run([BUILD / "fuzz/faults", seconds], seconds)


def rules(seconds: float, seed: int) -> str:
    share = seconds / 2
    return "; ".join(
        (run([BUILD / "fuzz/rules_hostile", seed, share], share), run([BUILD / "fuzz/rules_faults", share], share))
    )


def race(seconds: float, seed: int) -> str:
    return run([BUILD / "race/faults", seconds], seconds)


def memcheck(seconds: float, seed: int) -> str:
    if shutil.which("valgrind") is None:
        raise Missing("valgrind is missing")
    options = ["--quiet", "--error-exitcode=1", "--leak-check=full"]
    isa = "avx2" if instruction_set() != "baseline" else "baseline"  # valgrind does not know AVX-512
    return run(["valgrind", *options, BUILD / "memcheck/hostile", seed, seconds], seconds, NONET_ISA=isa)


def agree(seconds: float, seed: int) -> str:
    end, boards, script = time.monotonic() + seconds, 0, ROOT / "benchmarks/agree.py"
    while not boards or time.monotonic() < end:
        run([sys.executable, script, "--random", 2000, "--seed", 1000 * seed + boards], seconds)
        boards += 2000
    return f"{boards:,} boards"


# Runs that are killed


class KilledRun:
    """A command that is killed at a random time and started again, until it ends by itself."""

    def __init__(self, name: str, first: list[str], again: list[str], is_same: Callable[[Path, Path], bool]) -> None:
        self.name, self.first, self.again, self.is_same = name, first, again, is_same

    def check(self, folder: Path, rng: random.Random) -> int:
        """Compare the output of killed runs with that of one run, and return how often one was killed."""
        output, expected = folder / self.name, folder / f"expected-{self.name}"
        if not expected.exists():
            assert self.start(self.first, expected, folder).wait() == 0, f"{self.name}: the first run failed"
        shutil.rmtree(output, ignore_errors=True) if output.is_dir() else output.unlink(missing_ok=True)
        killed, longest = 0, 3.0
        while True:
            process = self.start(self.again, output, folder)
            try:
                status = process.wait(rng.uniform(0, longest))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                killed, longest = killed + 1, 1.3 * longest
                continue
            assert status == 0, f"{self.name}: exit status {status} after it was killed {killed} times"
            assert self.is_same(output, expected), f"{self.name}: another result after it was killed {killed} times"
            left = [path.name for path in folder.rglob("*.partial")]
            assert not left, f"{self.name}: {left} was left behind"
            return killed

    @staticmethod
    def start(command: list[str], output: Path, folder: Path) -> subprocess.Popen[bytes]:
        quiet = [] if command[0] == "convert" else ["--quiet"]  # it shows no progress
        words = [sys.executable, "-P", "-m", "nonet", *command, "-o", str(output), *quiet]
        return subprocess.Popen(words, cwd=folder, start_new_session=True)


def same_bytes(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def same_rows(one: Path, other: Path) -> bool:
    import pyarrow.feather
    import pyarrow.parquet as pq

    if one.is_dir():
        names = {path.name for path in one.iterdir()}
        return names == {path.name for path in other.iterdir()} and all(
            same_bytes(one / name, other / name) if name.endswith(".md") else same_rows(one / name, other / name)
            for name in names
        )
    read = pyarrow.feather.read_table if one.suffix == ".arrow" else pq.read_table
    return bool(read(one).equals(read(other)))


def killed_runs() -> list[KilledRun]:
    solve, check, rate, dataset = (
        ["batch", "puzzles.txt"],
        ["batch", "puzzles.txt", "--what", "check"],
        ["batch", "few.txt", "--what", "rate", "--threads", "2"],
        ["dataset", "--count", "300", "--clues", "30", "--seed", "1", "--no-ratings", "--force"],
    )
    table, parts = ["batch", "puzzles.csv"], ["batch", "parts/", "--to", "parquet"]
    convert = ["convert", "puzzles.txt"]
    generate = ["generate", "--count", "3000", "--seed", "1", "--force"]
    return [
        KilledRun("solved.txt", solve, [*solve, "--resume"], same_bytes),
        KilledRun("solved.jsonl", solve, [*solve, "--resume"], same_bytes),
        KilledRun("rated.txt", rate, [*rate, "--resume"], same_bytes),
        KilledRun("checked.csv", check, [*check, "--resume"], same_bytes),
        KilledRun("solved.parquet", table, [*table, "--resume"], same_rows),
        KilledRun("solved.arrow", table, [*table, "--resume"], same_rows),
        KilledRun("folder", parts, [*parts, "--resume"], same_rows),
        KilledRun("data", dataset, dataset, same_rows),
        KilledRun("made.txt", generate, generate, same_bytes),
        KilledRun("converted.csv", convert, convert, same_bytes),
    ]


def killed(seconds: float, seed: int) -> str:
    """Kill and resume each bulk command in turn."""
    end, rng, number, rounds = time.monotonic() + seconds, random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        puzzles = [str(puzzle) for puzzle in nonet.generate(count=400, seed=seed)]
        lines = [rng.choice(puzzles) for _ in range(PUZZLES)]
        (folder / "puzzles.txt").write_text("".join(f"{line}\n" for line in lines))
        (folder / "few.txt").write_text("".join(f"{line}\n" for line in lines[:300]))
        (folder / "puzzles.csv").write_text("id,puzzle\n" + "".join(f"{i:07},{line}\n" for i, line in enumerate(lines)))
        (folder / "parts").mkdir()
        for part in range(4):
            rows = "".join(f"{line}\n" for line in lines[part::4])
            (folder / f"parts/{part}.csv").write_text(f"puzzle\n{rows}")
        runs = killed_runs()
        while not rounds or time.monotonic() < end:
            number += runs[rounds % len(runs)].check(folder, rng)
            rounds += 1
    return f"{rounds} runs were killed {number} times"


# The parsers


def parsers(seconds: float, seed: int) -> str:
    script = ROOT / "benchmarks/fuzz.py"
    names = subprocess.run([sys.executable, script, "--list"], capture_output=True, text=True, check=True).stdout
    share = seconds / len(names.splitlines())
    return run([sys.executable, script, "--seconds", share, "--seed", seed], seconds)


PARTS: dict[str, Callable[[float, int], str]] = {
    part.__name__: part for part in (hostile, faults, rules, race, memcheck, agree, killed, parsers)
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600, help="time for all parts together (default: one hour)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random numbers (default: 1)")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=list(PARTS), help="the parts (default: all)")
    options = parser.parse_args()
    share, status = options.seconds / len(options.only), 0
    for name in options.only:
        start = time.monotonic()
        try:
            result = PARTS[name](share, options.seed)
        except Missing as missing:
            result = f"not run: {missing}"
        except (AssertionError, subprocess.TimeoutExpired) as error:
            result, status = f"FAILED: {error}", 1
        print(f"{name}, {time.monotonic() - start:.0f} s: {result}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
