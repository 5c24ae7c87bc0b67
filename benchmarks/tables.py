"""Measure how fast table files are processed, compared with the engine alone and with other solvers.

    python benchmarks/tables.py                      a million rows of each set, every way, the peers on a sample
    python benchmarks/tables.py --rows 5000000 --only memory

All figures of a line come from one process and one run. A ratio compares with the engine in the same run, on bytes in
memory with two threads. CPU seconds count all threads, and the child processes that have ended. The rows are sets of
`nonet bench`, whose puzzles are repeated with renamed digits.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from nonet import tables
from nonet.bulk import bench_set, process_files
from nonet.engine import solve_many

BASE = 5000
RUNS = 7
SAMPLE = 200
COLUMNS = ["solution", "count", "status"]
BITS = [(cell, digit) for cell in range(81) for digit in range(9)]


def write_kaggle(path: Path, name: str, rows: int) -> None:
    """Write a CSV file in the layout of Kaggle's million: quizzes, solutions, 0 for a blank."""
    lines = np.frombuffer(bench_set(name, BASE), np.uint8).reshape(-1, 82)[:, :81]
    base = np.where(lines == ord("."), 0, lines - ord("0")).astype(np.uint8)
    random = np.random.Generator(np.random.PCG64(1))
    with path.open("wb") as file:
        file.write(b"quizzes,solutions\n")
        for start in range(0, rows, BASE):
            digits = np.append(0, random.permutation(9) + 1).astype(np.uint8)
            some = digits[base[: rows - start]]
            text = np.full((len(some), 164), ord("\n"), np.uint8)
            text[:, :81], text[:, 81], text[:, 82:163] = some + 48, ord(","), solve_many(some).solutions + 48
            file.write(text.tobytes())


def as_bytes(path: Path) -> bytes:
    data = np.frombuffer(path.read_bytes(), np.uint8)[len(b"quizzes,solutions\n") :].reshape(-1, 164)
    lines = np.full((len(data), 82), ord("\n"), np.uint8)
    lines[:, :81] = data[:, :81]
    return lines.tobytes()


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return wall and CPU seconds, with those of child processes."""
    before, start = os.times(), time.perf_counter()
    work()
    wall, after = time.perf_counter() - start, os.times()
    return wall, sum(after[:4]) - sum(before[:4])


# The ways: from the CSV file to a Parquet file with three new columns


def by_files(source: Path, output: Path, **options: Any) -> None:
    process_files(source, output, force=True, **options)


def by_polars(source: Path, output: Path) -> None:
    import polars as pl

    import nonet.tables.polars

    assert nonet.tables.polars
    quizzes: Any = pl.col("quizzes")
    frame = pl.scan_csv(source, schema_overrides={"quizzes": pl.String, "solutions": pl.String})
    result = frame.with_columns(answer=quizzes.sudoku.answer()).unnest("answer")
    result.sink_parquet(output, compression="uncompressed")


def by_pandas(source: Path, output: Path) -> None:
    import pandas as pd

    import nonet.tables.pandas

    assert nonet.tables.pandas
    frame: Any = pd.read_csv(source, dtype="str", engine="pyarrow")
    frame.join(frame.quizzes.sudoku.answer().struct.explode()).to_parquet(output, compression=None)


def by_duckdb(source: Path, output: Path) -> None:
    import duckdb

    with duckdb.connect() as connection:
        tables.register(connection)
        connection.execute(
            "copy (select * exclude answer, unnest(answer) from (select *, sudoku_answer(quizzes) answer "
            f"from read_csv('{source}', all_varchar = true))) to '{output}' (format parquet, compression uncompressed)"
        )


WAYS: dict[str, Callable[[Path, Path], None]] = {
    "nonet batch": by_files,
    "nonet batch, zstd": lambda source, output: by_files(source, output, compression="zstd"),
    "polars": by_polars,
    "pandas": by_pandas,
    "duckdb": by_duckdb,
    "ray": lambda source, output: by_files(source, output, engine="ray"),
    "dask": lambda source, output: by_files(source, output, engine="dask"),
}


def ways(source: Path, rows: int, names: list[str]) -> Iterator[dict[str, Any]]:
    """Yield each way, measured in turn with the engine after a first run; the best run counts for both."""
    puzzles = as_bytes(source)
    expected: Any = None
    for name in names:
        with tempfile.TemporaryDirectory(dir=source.parent) as folder:
            output = Path(folder) / "out.parquet"
            engine, way = [], []
            if name in ("ray",):
                import ray

                ray.init(include_dashboard=False, logging_level="ERROR", log_to_driver=False)
            for _ in range(RUNS + 1):
                engine.append(timed(lambda: solve_many(puzzles, threads=2)))
                output.unlink(missing_ok=True)
                way.append(timed(lambda name=name, output=output: WAYS[name](source, output)))  # type: ignore[misc]
            if name in ("ray",):
                ray.shutdown()
            found = pq.read_table(output, columns=["quizzes", *COLUMNS])
            found = found.cast(
                pa.schema([(n, pa.uint64() if n == "count" else pa.string()) for n in found.column_names])
            )
            expected = expected or found
            in_order = found.equals(expected)
            same = in_order or found.sort_by("quizzes").equals(expected.sort_by("quizzes"))
            wall, cpu = (min(each[i] for each in way[1:]) for i in (0, 1))
            wall_0, cpu_0 = (min(each[i] for each in engine[1:]) for i in (0, 1))
            yield {
                "way": name,
                "rows per second": rows / wall,
                "CPU s": cpu,
                "engine rows per second": rows / wall_0,
                "engine CPU s": cpu_0,
                "speed / engine": wall_0 / wall,
                "CPU engine / way": cpu_0 / cpu,
                "bytes per row": output.stat().st_size / rows,
                "same columns": "yes" if in_order else "yes, other order" if same else "NO",
            }


def scaling(source: Path, rows: int) -> Iterator[dict[str, Any]]:
    """Yield the speed on eight files that a Ray cluster with one and with two CPUs reads and writes.

    The engine with as many threads is measured in turn, which shows how much the second CPU is worth.
    """
    import ray

    texts = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(("quizzes", "solutions"), pa.string()))
    table = pyarrow.csv.read_csv(source, convert_options=texts)
    with tempfile.TemporaryDirectory(dir=source.parent) as name:
        folder = Path(name)
        (folder / "in").mkdir()
        for part in range(8):
            pq.write_table(table.slice(part * rows // 8, rows // 8), folder / "in" / f"{part}.parquet")
        puzzles = as_bytes(source)
        walls, bare = {}, {}
        for cpus in (1, 2):
            ray.init(num_cpus=cpus, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
            by_files(folder / "in" / "0.parquet", folder / "warm.parquet", engine="ray")
            runs = [
                (
                    timed(lambda: by_files(folder / "in", folder / "out", engine="ray"))[0],
                    timed(lambda threads=cpus: solve_many(puzzles, threads=threads))[0],  # type: ignore[misc]
                )
                for _ in range(RUNS)
            ]
            ray.shutdown()
            walls[cpus], bare[cpus] = (min(run[i] for run in runs) for i in (0, 1))
            yield {
                "CPUs": cpus,
                "rows per second": rows / walls[cpus],
                "speed / one": walls[1] / walls[cpus],
                "engine, speed / one": bare[1] / bare[cpus],
            }


def peak_memory(source: Path) -> dict[str, Any]:
    """Return the largest amount of memory that the command uses."""
    code = (
        "import re, sys; from nonet.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) / 1024)"
    )
    output = source.with_suffix(".memory.parquet")
    command = [sys.executable, "-c", code, "batch", str(source), "-o", str(output), "--force"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    output.unlink()
    return {"rows": round(source.stat().st_size / 164), "peak MiB": float(done.stdout)}


# Other solvers


def sat_solution(puzzle: str) -> str:
    from pysat.solvers import Solver

    def var(row: int, column: int, digit: int) -> int:
        return 81 * row + 9 * column + digit + 1

    nine = range(9)
    clauses = [[var(r, c, d) for d in nine] for r in nine for c in nine]
    for digit in nine:
        houses = [[var(r, c, digit) for c in nine] for r in nine]
        houses += [[var(r, c, digit) for r in nine] for c in nine]
        houses += [[var(3 * (b // 3) + i // 3, 3 * (b % 3) + i % 3, digit) for i in nine] for b in nine]
        clauses += houses
        clauses += [[-house[i], -house[j]] for house in houses for i in nine for j in range(i)]
    clauses += [[-var(r, c, d), -var(r, c, e)] for r in nine for c in nine for d in nine for e in range(d)]
    clauses += [[81 * (i // 9) + 9 * (i % 9) + int(cell)] for i, cell in enumerate(puzzle) if cell != "0"]
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        solver.solve()
        return "".join(str(v % 9 or 9) for v in solver.get_model() if 0 < v <= 729)


def sat_solutions(puzzles: list[str]) -> list[str]:
    return [sat_solution(puzzle) for puzzle in puzzles]


def py_sudoku(puzzle: str) -> str:
    from sudoku import Sudoku

    board = [[int(cell) for cell in puzzle[i : i + 9]] for i in range(0, 81, 9)]
    return "".join(str(cell) for row in Sudoku(3, 3, board=board).solve().board for cell in row)


def dlxsudoku(puzzle: str) -> str:
    from dlxsudoku import Sudoku

    board = Sudoku(puzzle)
    board.solve()
    return str(board.to_oneliner())


def peers(source: Path) -> Iterator[dict[str, Any]]:
    """Yield other solvers in a pandas apply and in Ray tasks, on a sample, compared with nonet."""
    import pandas as pd
    import ray

    import nonet.tables.pandas

    assert nonet.tables.pandas
    whole: Any = pd.read_csv(source, dtype="str", engine="pyarrow")
    frame = whole.head(SAMPLE)
    nonet_cpu = min(timed(lambda: whole.quizzes.sudoku.solve())[1] for _ in range(RUNS)) / len(whole)
    for name, module, solver in (("py-sudoku", "sudoku", py_sudoku), ("dlxsudoku", "dlxsudoku", dlxsudoku)):
        if find_spec(module) is None:
            print(f"{name} is not installed", file=sys.stderr)
            continue
        found: list[Any] = []
        cpu = timed(lambda solver=solver, found=found: found.append(frame.quizzes.apply(solver)))[1] / len(frame)  # type: ignore[misc]
        yield peer_line(f"{name} in a pandas apply", cpu, nonet_cpu, list(found[0]) == list(frame.solutions))
    ray.init(include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    try:
        task, many = ray.remote(sat_solutions), ray.remote(solve_bytes)
        text = as_bytes(source)
        ray.get([task.remote(frame.quizzes[:2].tolist()), many.remote(text[: 82 * 1000])])
        sample = frame.quizzes.tolist()
        halves: list[Any] = []
        start = time.perf_counter()
        halves = ray.get([task.remote(sample[i::2]) for i in range(2)])
        theirs = (time.perf_counter() - start) / len(sample)
        step = 82 * 50_000
        start = time.perf_counter()
        ray.get([many.remote(text[i : i + step]) for i in range(0, len(text), step)])
        ours = (time.perf_counter() - start) / len(whole)
        right = [halves[0], halves[1]] == [frame.solutions[i::2].tolist() for i in range(2)]
        yield peer_line("python-sat (CaDiCaL) in Ray tasks", theirs, ours, right)
    finally:
        ray.shutdown()


def solve_bytes(text: bytes) -> Any:
    return solve_many(text, threads=1).solutions


def peer_line(name: str, theirs: float, ours: float, is_right: bool) -> dict[str, Any]:
    return {
        "peer": name,
        "µs per puzzle": theirs * 1e6,
        "nonet µs": ours * 1e6,
        "ratio": theirs / ours,
        "right": is_right,
    }


def show(lines: Iterable[dict[str, Any]], as_json: bool) -> None:
    for number, line in enumerate(lines):
        if as_json:
            print(json.dumps(line), flush=True)
            continue
        if not number:
            print("|", " | ".join(line), "|\n|", " | ".join("---" for _ in line), "|")
        values = [f"{value:,.0f}" if isinstance(value, float) and value >= 100 else value for value in line.values()]
        print("|", " | ".join(f"{v:.2f}" if isinstance(v, float) else str(v) for v in values), "|", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--set", action="append", choices=["easy", "minimal", "hard"])
    parser.add_argument("--only", choices=["ways", "memory", "scaling", "peers"])
    parser.add_argument("--way", action="append", choices=list(WAYS))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        for name in options.set or ["easy", "minimal"]:
            source = Path(folder) / f"{name}.csv"
            write_kaggle(source, name, options.rows)
            print(f"\n{name}, {options.rows:,} rows", flush=True)
            if options.only in (None, "ways"):
                show(ways(source, options.rows, options.way or list(WAYS)), options.json)
            if options.only in (None, "memory"):
                show([peak_memory(source)], options.json)
            if options.only in (None, "scaling"):
                show(scaling(source, options.rows), options.json)
            if options.only in (None, "peers"):
                show(peers(source), options.json)


if __name__ == "__main__":
    main()
