"""``nonet batch``, run as a user runs it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

import nonet
from nonet.errors import Contradiction, NoSolution, NotUnique
from tests.boards import INKALA, SEVENTEEN, TARGET_3, TARGET_85, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION
from tests.engine.made import made_puzzles

from .test_commands import EMPTY, NONET, answer, run

CONFLICT = "55" + EMPTY[2:]
SMALL = "1234341221434..."
SMALL_SEVERAL = ".42.3..1...22..."
MIXED = [WIKIPEDIA, EMPTY, INKALA, WITHOUT_SOLUTION, CONFLICT, SEVENTEEN, TARGET_3, TARGET_85]
STATUS = ["unique", "several", "unique", "none", "conflict", "unique", "several", "several"]


def expected(puzzle: str) -> str:
    try:
        return str(nonet.solve(puzzle))
    except Contradiction:
        return "conflict"
    except NoSolution:
        return "none"
    except NotUnique:
        return "several"


def lines(*puzzles: str) -> str:
    return "".join(f"{puzzle}\n" for puzzle in puzzles)


class TestAnswers:
    def test_output_lines_are_in_the_order_of_the_puzzles(self) -> None:
        assert answer("batch", stdin=lines(*MIXED)).splitlines() == list(map(expected, MIXED))
        assert answer("batch", "--what", "check", stdin=lines(*MIXED)).splitlines() == STATUS

    def test_counts_up_to_the_limit(self) -> None:
        all_but_one = run("batch", "--what", "count", stdin=lines(*MIXED))
        assert all_but_one.stdout.split() == ["1", "1000", *"10013", "85"]
        assert all_but_one.stderr == "nonet: 1 count stopped at the limit of 1000; --limit sets another\n"
        few = run("batch", "--what", "count", "--limit", "10", stdin=lines(*MIXED))
        assert few.stdout.split() == ["1", "10", *"10013", "10"]
        assert few.stderr == "nonet: 2 counts stopped at the limit of 10; --limit sets another\n"
        assert answer("batch", "--what", "count", "--limit", str(2**63 - 1), stdin=TARGET_85) == "85\n"

    @pytest.mark.parametrize("to", ["csv", "jsonl"])
    def test_counts_at_the_limit_are_reported_for_every_format(self, to: str) -> None:
        done = run("batch", "--what", "count", "--limit", "85", "--to", to, stdin=lines(TARGET_85, EMPTY, WIKIPEDIA))
        assert done.stderr == "nonet: 2 counts stopped at the limit of 85; --limit sets another\n"

    def test_limit_1_accepts_any_solution(self) -> None:
        found = answer("batch", "--limit", "1", stdin=lines(EMPTY, CONFLICT, WIKIPEDIA)).split()
        assert nonet.Grid(found[0]).is_solved
        assert found[1:] == ["conflict", WIKIPEDIA_SOLUTION]

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    def test_results_do_not_depend_on_line_ends_and_threads(self, ending: str, tmp_path: Path) -> None:
        puzzles = [str(grid) for grid in made_puzzles(7, 900)] * 10  # more than one block
        file = tmp_path / "many.txt"
        file.write_text(ending.join(puzzles), newline="")
        outputs = {answer("batch", str(file), "--threads", threads) for threads in "13"}
        assert len(outputs) == 1
        solved = outputs.pop().splitlines()
        assert len(solved) == len(puzzles)
        assert solved == 10 * solved[:900]
        assert solved[:900:20] == list(map(expected, puzzles[:900:20]))

    def test_csv_output_has_a_header(self) -> None:
        rows = list(csv.DictReader(io.StringIO(answer("batch", "--to", "csv", stdin=lines(*MIXED)))))
        assert [row["puzzle"] for row in rows] == MIXED
        assert [row["status"] for row in rows] == STATUS
        assert [row["solution"] or row["status"] for row in rows] == list(map(expected, MIXED))
        counted = answer("batch", "--to", "csv", "--what", "count", stdin=lines(TARGET_3, TARGET_85.replace(".", "0")))
        assert counted == f"puzzle,count\n{TARGET_3},3\n{TARGET_85},85\n"
        checked = answer("batch", "--to", "csv", "--what", "check", stdin=lines(TARGET_3))
        assert checked == f"puzzle,status\n{TARGET_3},several\n"

    def test_json_output(self) -> None:
        rows = [json.loads(line) for line in answer("batch", "--to", "jsonl", stdin=lines(*MIXED)).splitlines()]
        assert [row["puzzle"] for row in rows] == MIXED
        assert [row["solution"] or row["status"] for row in rows] == list(map(expected, MIXED))
        for what, value in (("count", 3), ("check", "several")):
            row = json.loads(answer("batch", "--to", "jsonl", "--what", what, stdin=TARGET_3))
            assert row == {"puzzle": TARGET_3, {"check": "status"}.get(what, what): value}

    def test_the_suffix_of_the_output_chooses_the_format(self, tmp_path: Path) -> None:
        for suffix, start in ((".csv", "puzzle,status"), (".jsonl", '{"puzzle"'), (".txt", WIKIPEDIA_SOLUTION)):
            output = tmp_path / f"out{suffix}"
            assert answer("batch", "-", "-o", str(output), stdin=WIKIPEDIA) == ""
            assert output.read_text().startswith(start)


class TestInputs:
    def test_other_formats_are_read(self, tmp_path: Path) -> None:
        for name in ("opensudoku", "jsonl", "hodoku", "csv", "sdk", "grid"):
            kind = nonet.formats.FORMATS[name]
            file = tmp_path / f"puzzle{kind.suffixes[0] if kind.suffixes else ''}"
            file.write_text(nonet.write(nonet.Grid(WIKIPEDIA), format=name), encoding="utf-8")
            assert answer("batch", str(file)) == WIKIPEDIA_SOLUTION + "\n"

    def test_boards_of_other_sizes_keep_their_place(self) -> None:
        puzzles = [WIKIPEDIA, SMALL, INKALA, SMALL_SEVERAL, "11" + 14 * "."]
        solved = answer("batch", stdin=lines(*puzzles)).splitlines()
        assert solved == [expected(puzzle) for puzzle in puzzles]
        assert answer("batch", stdin=lines(*puzzles[::-1])).splitlines() == solved[::-1]
        assert answer("batch", "--what", "count", stdin=lines(*puzzles)).split() == ["1", "1", "1", "2", "0"]
        assert answer("batch", "--what", "check", "--box", "2x2", stdin=lines(SMALL, SMALL_SEVERAL)).split() == [
            "unique",
            "several",
        ]
        rows = [json.loads(line) for line in answer("batch", "--to", "jsonl", stdin=lines(*puzzles)).splitlines()]
        assert [row["puzzle"] for row in rows] == puzzles
        assert [row["solution"] or row["status"] for row in rows] == solved

    def test_comments_and_blank_lines_are_skipped(self) -> None:
        text = f"# two puzzles\n\n{WIKIPEDIA} # easy\n  \r\n{INKALA};hard,1\n  {SEVENTEEN}\t17\n{'.'.join(SEVENTEEN)}\n"
        done = run("batch", stdin="\ufeff" + text)
        assert done.stdout.splitlines()[:3] == list(map(expected, (WIKIPEDIA, INKALA, SEVENTEEN)))

    @pytest.mark.parametrize(
        "packed", [gzip.compress, lambda data: gzip.compress(data[:82]) + gzip.compress(data[82:])]
    )
    def test_gzip_is_unpacked_from_a_file_and_from_a_pipe(self, packed: object, tmp_path: Path) -> None:
        data = packed(lines(*MIXED).encode())  # type: ignore[operator]
        file = tmp_path / "puzzles.txt.gz"
        file.write_bytes(data)
        assert answer("batch", str(file)).splitlines() == list(map(expected, MIXED))
        assert run("batch", stdin=data).stdout.splitlines() == list(map(expected, MIXED))

    def test_a_damaged_file_is_processed_up_to_the_damage(self, tmp_path: Path) -> None:
        puzzles = list(map(str, made_puzzles(3, 1000)))
        file = tmp_path / "puzzles.txt.gz"
        file.write_bytes(gzip.compress(lines(*puzzles).encode())[:-2000])
        done = run("batch", str(file))
        assert (done.returncode, done.stderr) == (2, f"nonet: {file}: the compressed file is truncated or damaged\n")
        answered = done.stdout.splitlines()
        assert 300 < len(answered) < 1000
        assert answered[-1] == expected(puzzles[len(answered) - 1])

    def test_each_puzzle_in_a_pipe_gets_its_result_at_once(self) -> None:
        with subprocess.Popen([*NONET, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for puzzle in (WIKIPEDIA, INKALA):
                process.stdin.write(lines(puzzle).encode())
                process.stdin.flush()
                assert process.stdout.readline().decode() == lines(expected(puzzle))
            process.stdin.close()
            assert process.wait(timeout=30) == 0


class TestBadLines:
    TEXT = lines(WIKIPEDIA, WIKIPEDIA[:-1], "# a comment", INKALA, "x" + EMPTY[1:], "", EMPTY[1:] + "\t", SEVENTEEN)
    GOOD = (WIKIPEDIA, INKALA, SEVENTEEN)
    BAD_CELL = "r1c1 is 'x', but a cell of a 9x9 board must be 1-9, or one of 0 . _ * - ? for a blank"

    def test_a_bad_line_is_reported_with_its_number_and_left_out(self) -> None:
        done = run("batch", stdin=self.TEXT)
        assert done.stdout.splitlines() == list(map(expected, self.GOOD))
        assert done.stderr.splitlines() == [
            "nonet: standard input, line 2: 80 cells, but a 9x9 board has 81",
            f"nonet: standard input, line 5: {self.BAD_CELL}",
            "nonet: standard input, line 7: 80 cells, but a 9x9 board has 81",
        ]
        assert done.returncode == 1

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    def test_line_numbers_are_correct_in_large_files(self, ending: str, tmp_path: Path) -> None:
        file = tmp_path / "many.txt"
        file.write_text(ending.join([*[WIKIPEDIA] * 6000, INKALA[1:], *[WIKIPEDIA] * 2000, "?", WIKIPEDIA]), newline="")
        done = run("batch", str(file))
        assert re.findall(r"line (\d+): ", done.stderr) == ["6001", "8002"]
        assert done.stdout == lines(*[WIKIPEDIA_SOLUTION] * 8001)

    def test_a_single_carriage_return_ends_a_line(self) -> None:
        done = run("batch", stdin=lines(*[WIKIPEDIA] * 4000, f"{INKALA}\r{SEVENTEEN}\r{SMALL}", "1", WIKIPEDIA))
        tail = done.stdout.splitlines()[4000:]
        assert tail == [expected(puzzle) for puzzle in (INKALA, SEVENTEEN, SMALL, WIKIPEDIA)]
        assert done.stderr.startswith("nonet: standard input, line 4004: ")

    def test_strict_stops_at_the_first_bad_line(self) -> None:
        done = run("batch", "--strict", stdin=self.TEXT)
        assert done.stdout == lines(WIKIPEDIA_SOLUTION)
        assert done.stderr == "nonet: standard input, line 2: 80 cells, but a 9x9 board has 81\n"
        assert done.returncode == 2

    def test_bad_rows_of_other_formats(self) -> None:
        table = lines("puzzle,name", f"{WIKIPEDIA},a", f"{WIKIPEDIA[1:]},b", f"{INKALA},c")
        done = run("batch", stdin=table)
        assert done.stdout.splitlines() == list(map(expected, (WIKIPEDIA, INKALA)))
        assert (done.returncode, re.findall(r"line \d+", done.stderr)) == (1, ["line 3"])
        strict = run("batch", "--strict", stdin=table)
        assert (strict.returncode, strict.stdout) == (2, lines(WIKIPEDIA_SOLUTION))

    def test_bytes_that_are_not_text(self) -> None:
        done = run("batch", stdin=lines(WIKIPEDIA).encode() + b"\xff\xfe\x80" * 27 + b"\n" + lines(INKALA).encode())
        assert done.stdout.splitlines() == [WIKIPEDIA_SOLUTION, expected(INKALA)]
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert "line 2" in done.stderr


class TestUsage:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["no-such-file.txt"], "no-such-file.txt: No such file or directory"),
            (["."], "Tables need -o: a file, or a folder for several files; see nonet batch --help"),
            (["-"], "standard input: no puzzle, but at least one was expected"),
            (["-", "--resume"], "--resume needs -o, and cannot be combined with --force; see nonet batch --help"),
            (["-", "--what", "check", "--limit", "3"], None),
            (
                ["-", "--limit", "3"],
                "--limit can be combined with count, and with solve as 1 or 2; see nonet batch --help",
            ),
            (["-", "--threads", "0"], None),
            (["-", "--to", "xml"], None),
            (["-", "--encoding", "martian"], None),
            (
                ["-", "-o", "solved.gz"],
                "solved.gz: text is written without compression; write to a pipe into gzip instead",
            ),
        ],
    )
    def test_wrong_usage_is_one_line(self, arguments: list[str], message: str | None) -> None:
        done = run("batch", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("nonet: ")
        assert done.stderr.count("\n") == 1
        if message is not None:
            assert done.stderr == f"nonet: {message}\n"

    def test_an_unknown_backend_is_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NONET_BACKEND", "abacus")
        done = run("batch", stdin=WIKIPEDIA)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)

    def test_empty_input_leaves_no_file(self, tmp_path: Path) -> None:
        assert run("batch", "-", "-o", str(tmp_path / "out")).returncode == 2
        assert list(tmp_path.iterdir()) == []


class TestOutput:
    def test_an_existing_output_is_not_replaced(self, tmp_path: Path) -> None:
        source, output = tmp_path / "in", tmp_path / "out"
        source.write_text(WIKIPEDIA)
        output.write_text("precious\n")
        done = run("batch", str(source), "-o", str(output))
        expected_error = f"nonet: {output} already exists; resume continues it, force replaces it\n"
        assert (done.returncode, done.stderr, output.read_text()) == (2, expected_error, "precious\n")
        done = run("batch", str(source), "-o", str(output), "--resume")
        assert (done.returncode, done.stderr.count("\n"), output.read_text()) == (2, 1, "precious\n")
        answer("batch", str(source), "-o", str(output), "--force")
        assert output.read_text() == lines(WIKIPEDIA_SOLUTION)

    def test_the_input_is_not_replaced(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles"
        file.write_text(lines(WIKIPEDIA))
        done = run("batch", str(file), "-o", str(file), "--force")
        assert (done.returncode, file.read_text()) == (2, lines(WIKIPEDIA))

    def test_a_full_disk_is_one_line(self, tmp_path: Path) -> None:
        """A limit on the size of files simulates a full disk; /dev/full is tried where it exists."""
        output = tmp_path / "out.txt"
        limited = ["bash", "-c", f'ulimit -f 0; exec {shlex.join(NONET)} batch - -o "$0"', str(output)]
        done = subprocess.run(limited, input=WIKIPEDIA, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert done.stderr.startswith(f"nonet: {output}: File too large at the first line; ")
        if Path("/dev/full").exists():
            full = run("batch", "-", "-o", "/dev/full", stdin=WIKIPEDIA)
            assert (full.returncode, full.stderr) == (
                2,
                "nonet: /dev/full: No space left on device at the first line\n",
            )

    def test_an_output_that_cannot_be_written(self, tmp_path: Path) -> None:
        done = run("batch", "-", "-o", str(tmp_path / "no" / "out"), stdin=WIKIPEDIA)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "No such file" in done.stderr

    def test_a_closed_pipe_ends_the_run_silently(self) -> None:
        command = f"yes {INKALA} | {shlex.join(NONET)} batch | head -n 2"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert done.stdout == lines(expected(INKALA)) * 2
        assert done.stderr == ""

    @pytest.mark.parametrize("into_file", [True, False])
    def test_ctrl_c_leaves_complete_lines_and_reports_how_many(self, into_file: bool, tmp_path: Path) -> None:
        output = tmp_path / "solved.txt"
        target = ["-o", str(output)] if into_file else []
        with (
            subprocess.Popen(["yes", WIKIPEDIA], stdout=subprocess.PIPE) as puzzles,
            (tmp_path / "o").open("wb") as out,
        ):
            process = subprocess.Popen(
                [*NONET, "batch", "-", *target], stdin=puzzles.stdout, stdout=out, stderr=subprocess.PIPE
            )
            written = output if into_file else tmp_path / "o"
            while (not written.exists() or written.stat().st_size < 10_000) and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
            puzzles.kill()
        assert process.returncode == 130
        size = written.stat().st_size
        again = "; --resume continues there" if into_file else ""
        assert err.decode() == f"nonet: stopped, with {size // 82} lines written{again}\n"
        assert size % 82 == 0
        with written.open("rb") as file:
            assert file.read(82 * 100).decode() == lines(WIKIPEDIA_SOLUTION) * min(100, size // 82)

    @pytest.mark.parametrize("threads", ["1", "2"])
    def test_ctrl_c_stops_ratings(self, threads: str, tmp_path: Path) -> None:
        """Ratings are written a few at a time, and Ctrl-C does not wait for the current ones."""
        source, output = tmp_path / "in.txt", tmp_path / "rated.txt"
        source.write_text(lines(*[str(grid) for grid in made_puzzles(11, 700)] * 100))
        command = [*NONET, "batch", str(source), "-o", str(output), "--what", "rate", "--threads", threads]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        while (not output.exists() or not output.stat().st_size) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        text = output.read_text()
        assert process.returncode == 130
        assert err == f"nonet: stopped, with {text.count(chr(10))} lines written; --resume continues there\n"
        assert text.endswith("\n")

    def test_a_line_that_is_longer_than_a_block(self, tmp_path: Path) -> None:
        """The first block has space for 8 puzzles, but a line is never split."""
        source = tmp_path / "in.txt"
        source.write_text(f"{WIKIPEDIA}\n# {'x' * 20_000}\n{WIKIPEDIA}\n{WIKIPEDIA}")
        done = run("batch", str(source), "--what", "rate", "--to", "jsonl")
        assert [json.loads(line)["puzzle"] for line in done.stdout.splitlines()] == [WIKIPEDIA] * 3
        assert done.returncode == 0


class TestResume:
    @pytest.mark.parametrize("options", [["--what", "check"], ["--to", "csv"], ["--to", "jsonl", "--format", "sdm"]])
    def test_resuming_at_any_byte_gives_the_same_output(self, options: list[str], tmp_path: Path) -> None:
        source, whole, output = (tmp_path / name for name in ("in", "whole", "out"))
        puzzles = [*[str(grid) for grid in made_puzzles(11, 700)] * 10, SMALL]
        for place, bad in ((1, "bad"), (4, "# comment"), (3500, "."), (3501, ""), (6000, "1" * 80)):
            puzzles.insert(place, bad)
        source.write_text(lines(*puzzles))
        assert run("batch", str(source), "-o", str(whole), *options).returncode == 1
        text = whole.read_bytes()
        ends = [i + 1 for i, byte in enumerate(text) if byte == ord("\n")]
        for size in (3, ends[1] + 1, ends[3498]):
            output.write_bytes(text[:size])
            done = run("batch", str(source), "-o", str(output), "--resume", *options)
            assert done.returncode == 1
            assert output.read_bytes() == text

    def test_a_finished_output_stays_unchanged(self, tmp_path: Path) -> None:
        source, output = tmp_path / "in.csv", tmp_path / "out"
        source.write_text(lines("puzzle", WIKIPEDIA, INKALA))
        for _ in range(2):
            answer("batch", str(source), "-o", str(output), "--resume")
            assert output.read_text() == lines(WIKIPEDIA_SOLUTION, expected(INKALA))

    def test_bad_lines_of_the_earlier_run_are_not_reported_again(self, tmp_path: Path) -> None:
        source, output = tmp_path / "in", tmp_path / "out"
        source.write_text(lines(WIKIPEDIA, "bad", WIKIPEDIA, WIKIPEDIA, "worse", WIKIPEDIA))
        output.write_text(lines(WIKIPEDIA_SOLUTION) * 2)
        done = run("batch", str(source), "-o", str(output), "--resume")
        assert (done.returncode, re.findall(r"line \d", done.stderr)) == (1, ["line 5"])
        assert output.read_text() == lines(WIKIPEDIA_SOLUTION) * 4

    def test_the_output_of_another_run_is_refused(self, tmp_path: Path) -> None:
        source, output = tmp_path / "in", tmp_path / "out"
        source.write_text(lines(WIKIPEDIA))
        output.write_text(lines(WIKIPEDIA_SOLUTION) * 2)
        done = run("batch", str(source), "-o", str(output), "--resume")
        assert (done.returncode, done.stderr) == (2, f"nonet: {output} has 2 results, but {source} has only 1 puzzle\n")
        done = run("batch", str(source), "-o", str(output), "--resume", "--what", "count")
        assert done.returncode == 2
        assert done.stderr.startswith(f"nonet: {output} does not start like ")
