"""generate with a level, a technique or a score: the explanation of each puzzle is exactly as requested."""

from __future__ import annotations

import math
import os
import re
import signal
import subprocess
import sys
import time
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import nonet
from nonet import ArgumentError, Grid, Level, NotFound, Shape, WorkerError
from nonet.create import orbits
from nonet.create.bank import NEVER_USED
from nonet.create.difficulty import Difficulty, after_singles, matches, matches_by_explanation, prefilter
from nonet.create.hill_climbing import climb, exchange_clues, surviving_guesses
from nonet.create.reduction import Digits
from nonet.engine import count_many
from nonet.kernel import kernel
from nonet.logic import DEFAULT_TECHNIQUES, TECHNIQUES, canonical_start
from nonet.workers import Workers

NINE = Shape(3, 3)
SINGLES = {row.id for row in TECHNIQUES if row.level is Level.EASY}
EXTREME = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


PUZZLES = [*nonet.generate(count=15, seed=8), *nonet.generate(count=5, seed=8, symmetry="full"), Grid(EXTREME)]
REQUESTS: tuple[dict[str, Any], ...] = (
    *({"level": level} for level in Level),
    *({"technique": name} for name in ("pointing", "naked-pair", "hidden-triple", "x-wing", "skyscraper", "aic")),
    *({"technique": name, "only": True} for name in ("locked-pair", "claiming", "naked-pair", "w-wing")),
    {"rating": (500, 900)},
    {"level": "hard", "rating": (900, 1400)},
    {"technique": "full-house"},
    {"technique": "naked-single", "only": True},
)


@pytest.fixture
def workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use worker processes from the start, not only for long runs."""
    monkeypatch.setattr("nonet.create._generate._SECONDS_TO_START", 0.0)
    monkeypatch.setattr("nonet.create._generate._SECONDS_TO_USE", 0.0)


def difficulty_of(**request: Any) -> Difficulty:
    difficulty = Difficulty.of(**request)
    assert difficulty is not None
    return difficulty


def rows_of(puzzles: list[Grid]) -> Digits:
    return np.frombuffer(b"".join(map(bytes, puzzles)), np.uint8).reshape(len(puzzles), -1)


class TestLevels:
    @pytest.mark.parametrize(
        ("level", "count"), [("Easy", 60), ("Medium", 40), (Level.HARD, 12), ("unfair", 3), ("EXTREME", 1)]
    )
    @pytest.mark.parametrize("symmetry", ["none", "half-turn"])
    def test_puzzles_have_exactly_the_level(self, level: Level | str, count: int, symmetry: str) -> None:
        wanted = level if isinstance(level, Level) else Level.parse(level)
        puzzles = list(nonet.generate(level=level, count=count, seed=3, symmetry=symmetry, threads=1))
        assert {nonet.rate(puzzle).level for puzzle in puzzles} == {wanted}
        assert count_many(puzzles).is_unique.all()
        assert len(set(puzzles)) == count
        units = orbits(symmetry, NINE)
        assert all(unit <= puzzle.givens or not unit & puzzle.givens for puzzle in puzzles for unit in units)

    def test_extreme_puzzles_are_minimal_and_have_different_solutions(self) -> None:
        puzzles = list(nonet.generate(level="extreme", count=3, seed=5, threads=1))
        assert all(nonet.check(puzzle).is_minimal for puzzle in puzzles)
        assert len({nonet.solve(puzzle) for puzzle in puzzles}) == 3

    @pytest.mark.parametrize(("shape", "level"), [((2, 2), "easy"), ((2, 4), "medium")])
    def test_other_boards(self, shape: tuple[int, int], level: str) -> None:
        puzzle = next(nonet.generate(level=level, shape=shape, seed=1, threads=1))
        assert puzzle.shape is Shape(*shape)
        assert nonet.rate(puzzle).level is Level.parse(level)

    def test_with_clues_extra_clues_and_a_pattern(self) -> None:
        for puzzle in nonet.generate(level="medium", clues=(26, 30), symmetry="diagonal", count=5, seed=1, threads=1):
            assert 26 <= len(puzzle.givens) <= 30
            assert nonet.rate(puzzle).level is Level.MEDIUM
        easy = next(nonet.generate(level="easy", extra=5, seed=1))
        assert nonet.rate(easy).level is Level.EASY
        assert len(nonet.redundant_clues(easy)) >= 5
        where = next(nonet.generate(clues=30, seed=1)).givens
        drawn = next(nonet.generate(level="medium", pattern=where, seed=1, threads=1))
        assert (drawn.givens, nonet.rate(drawn).level) == (where, Level.MEDIUM)


class TestTechniques:
    @pytest.mark.parametrize(
        "name", ["naked-single", "pointing", "naked-triple", "hidden-pair", "skyscraper", "XY Wing"]
    )
    def test_the_explanation_uses_it_and_no_later_technique(self, name: str) -> None:
        own = nonet.logic.technique(name).id
        for puzzle in nonet.generate(technique=name, count=2, seed=1, threads=1, clues=(25, 60)):
            used = {step.technique for step in nonet.explain(puzzle).steps}
            assert own in used
            assert used <= {row.id for row in TECHNIQUES[: [row.id for row in TECHNIQUES].index(own) + 1]}
            assert nonet.rate(puzzle).hardest == own

    @pytest.mark.parametrize("name", ["hidden-single", "pointing", "naked-pair", "xy-wing"])
    def test_the_explanation_uses_only_it_and_singles(self, name: str) -> None:
        puzzle = next(nonet.generate(technique=name, only=True, seed=2, threads=1))
        used = {step.technique for step in nonet.explain(puzzle).steps}
        assert name in used <= SINGLES | {name}

    def test_the_score_is_in_the_range(self) -> None:
        puzzles = list(nonet.generate(rating=(700, 800), count=4, seed=1, threads=1))
        puzzles += nonet.generate(rating=(300, 420), level="easy", count=4, seed=1, threads=1)
        assert [700 <= nonet.rate(p).score <= 800 for p in puzzles[:4]] == 4 * [True]
        assert [300 <= nonet.rate(p).score <= 420 for p in puzzles[4:]] == 4 * [True]

    def test_levels_increase_along_the_table(self) -> None:
        levels = [row.level for row in TECHNIQUES]
        assert levels == sorted(levels)


class TestShortcuts:
    """The prefilter, and steps taken at once, give the same answer as the whole explanation."""

    def test_they_agree_with_the_explanation(self) -> None:
        explanations = [nonet.explain(puzzle) for puzzle in PUZZLES]
        for request in REQUESTS:
            wanted = difficulty_of(**request)
            right = [wanted.is_met({step.technique for step in each.steps}, each.rating.score) for each in explanations]
            rows, is_matches, forms, all_masks = prefilter(wanted, rows_of(PUZZLES), NINE)
            assert all_masks is not None
            met = {
                row.tobytes()
                for row, is_match, form, masks in zip(rows, is_matches, forms, all_masks, strict=True)
                if is_match or matches(wanted, Grid.of_digits(form.tobytes(), NINE), masks.tolist())
            }
            assert [bytes(puzzle) in met for puzzle in PUZZLES] == right

    @settings(max_examples=10)
    @given(seed=st.integers(0, 10**6), options=st.sampled_from(REQUESTS))
    @example(seed=0, options={"level": Level.MEDIUM})  # solved by singles alone
    def test_masks_and_transforms_do_not_change_the_answer(self, seed: int, options: dict[str, Any]) -> None:
        wanted = difficulty_of(**options)
        puzzle = next(nonet.generate(seed=seed))
        form = canonical_start(puzzle)
        assert (
            matches(wanted, puzzle)
            == matches(wanted, nonet.transform(puzzle, seed=seed))
            == matches_by_explanation(wanted, form)
        )

    @pytest.mark.parametrize("shape", [(3, 3), (2, 3), (4, 4)])
    def test_singles_of_many_puzzles_agree_with_explanations(self, shape: tuple[int, int]) -> None:
        clues = {"clues": 140} if shape == (4, 4) else {}
        puzzles = list(nonet.generate(seed=1, count=3, shape=shape, **clues))  # type: ignore[arg-type]
        for puzzle, masks in zip(puzzles, after_singles(rows_of(puzzles), Shape(*shape)).tolist(), strict=True):
            end = nonet.explain(puzzle, techniques=SINGLES).end
            digits = [digit or 0 for digit in end.grid]
            assert masks == [1 << d - 1 if d else mask for d, mask in zip(digits, end.candidate_masks, strict=True)]

    def test_climbing_gives_minimal_puzzles_with_one_solution(self) -> None:
        rows = rows_of(list(nonet.generate(count=4, seed=1)))
        after = climb(rows, minimal=True)
        assert count_many(after).is_unique.all()
        assert all(nonet.check(Grid.of_digits(row.tobytes(), NINE)).is_minimal for row in after)
        assert (surviving_guesses(after) >= surviving_guesses(rows)).all()
        assert (climb(rows[::-1], minimal=True) == after[::-1]).all()  # each puzzle climbs by itself

    def test_clues_move_within_a_puzzle_whatever_the_other_puzzles_are(self) -> None:
        rows = rows_of(list(nonet.generate(count=3, seed=1)))
        all_near = {bytes(puzzle) for puzzle in nonet.neighbors(Grid.of_digits(rows[0].tobytes(), NINE))}
        parts = [exchange_clues(rows[:1], part)[0] for part in range(4)]
        together, owners = exchange_clues(rows[::-1], 1)
        assert (together[owners == 2] == parts[1]).all()
        found = {row.tobytes() for near in parts for row in near}
        assert sum(map(len, parts)) == len(found)
        assert found <= all_near
        assert all(((near != rows[0]).sum(axis=1) == 2).all() for near in parts)


class TestSeeds:
    @pytest.mark.usefixtures("workers_at_once")
    def test_the_number_of_threads_does_not_change_the_puzzles(self) -> None:
        for options in ({"level": "hard", "count": 8}, {"technique": "naked-triple", "count": 2}):
            one, two = (list(nonet.generate(seed=1, threads=n, **options)) for n in (1, 2))  # type: ignore[arg-type]
            assert one == two

    def test_both_backends_give_the_same_puzzles(self) -> None:
        """Check against a fixed hash, so that the test also works without a kernel."""
        code = """
import nonet
for options in ({"level": "easy", "count": 3}, {"technique": "naked-pair", "count": 1}):
    print(*nonet.generate(seed=11, threads=1, **options))
"""
        answers = set()
        for name in ("numpy", "native") if kernel() is not None else ("numpy",):
            environment = os.environ | {"NONET_BACKEND": name}
            command = [sys.executable, "-c", code]
            answers.add(subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120).stdout)
        assert [sha256(answer).hexdigest()[:16] for answer in answers] == ["1a9cae26049fbcd1"]
        assert len(answers.pop().split()) == 4

    @pytest.mark.usefixtures("workers_at_once")
    def test_puzzles_are_tested_without_workers_that_die(self, monkeypatch: pytest.MonkeyPatch) -> None:
        right = list(nonet.generate(level="medium", count=8, seed=1, threads=1))
        calls = []

        def fail(*arguments: object, **_: object) -> None:
            calls.append(arguments)
            raise WorkerError("a worker process died")

        monkeypatch.setattr(Workers, "call", fail)
        assert list(nonet.generate(level="medium", count=8, seed=1, threads=2)) == right
        assert calls

    @pytest.mark.usefixtures("workers_at_once")
    def test_puzzles_are_tested_without_workers_that_cannot_be_started(self, monkeypatch: pytest.MonkeyPatch) -> None:
        right = list(nonet.generate(level="medium", count=8, seed=1, threads=1))
        monkeypatch.setattr(sys, "executable", "/no/such/python")
        assert list(nonet.generate(level="medium", count=8, seed=1, threads=2)) == right

    def test_ctrl_c_stops_the_workers(self) -> None:
        code = """
import nonet.create._generate as module
module._SECONDS_TO_START = module._SECONDS_TO_USE = 0.0
report = lambda progress: print(progress, flush=True)
list(module.generate(level="unfair", seed=1, threads=2, progress=report))
"""
        script = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert script.stdout is not None
        for _ in range(8):
            script.stdout.readline()
        script.send_signal(signal.SIGINT)
        _, errors = script.communicate(timeout=20)
        assert errors.endswith("KeyboardInterrupt\n")
        assert script.returncode in (1, -signal.SIGINT)

    @pytest.mark.parametrize(
        ("end", "status"), [("next(puzzles), next(puzzles), next(puzzles)", 0), ("list(puzzles)", -signal.SIGINT)]
    )
    def test_a_script_that_leaves_the_iteration_ends_cleanly(self, end: str, status: int) -> None:
        code = f"""
import nonet.create._generate as module
module._SECONDS_TO_START = module._SECONDS_TO_USE = 0.0
reports = []
def report(progress):
    reports.append(progress)
    if len(reports) == 12:
        raise KeyboardInterrupt
puzzles = module.generate(level="unfair", seed=1, threads=2, progress=report)
{end}
"""
        script = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        assert script.stderr.endswith("KeyboardInterrupt\n") or not script.stderr
        assert script.returncode == status


class TestImpossibleRequests:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"level": "fiendish"}, "unknown level 'fiendish'; expected one of Easy, Medium, Hard, Unfair, Extreme"),
            ({"level": 3.5}, "unknown level 3.5; expected one of Easy, Medium, Hard, Unfair, Extreme"),
            ({"technique": "magic"}, "unknown technique 'magic'"),
            ({"technique": 7}, "technique must be a name, not 7"),
            ({"technique": "answer"}, "technique cannot be the answer"),
            ({"technique": "template-set"}, "technique cannot be Template Set, which no explanation uses unless"),
            ({"technique": "multi-colors-2"}, "technique cannot be Multi Colors 2: wherever it has a step, an easier"),
            ({"only": True}, "only needs a technique"),
            ({"level": "easy", "technique": "x-wing"}, "a puzzle that needs X-Wing is Hard"),
            ({"rating": (9, 3)}, "rating must be (least, most) with 0 <= least <= most, not (9, 3)"),
            ({"rating": 5}, "rating must be (least, most) with 0 <= least <= most, not 5"),
        ],
    )
    def test_they_are_rejected_at_once(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(ArgumentError, match=re.escape(message)):
            nonet.generate(**options)

    def test_every_technique_of_the_table_is_rejected_or_accepted(self) -> None:
        accepted = 0
        for row in TECHNIQUES:
            if row.default and row.id not in {"answer", *NEVER_USED}:
                assert difficulty_of(technique=row.id).level is row.level
                accepted += 1
            else:
                with pytest.raises(ArgumentError, match="^technique cannot be"):
                    difficulty_of(technique=row.id)
        assert accepted == len(DEFAULT_TECHNIQUES) - 1 - len(NEVER_USED)

    @pytest.mark.usefixtures("workers_at_once")
    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_timeout_ends_with_not_found(self, threads: int) -> None:
        start = time.monotonic()
        with pytest.raises(NotFound, match="^found 0 of 2 puzzles in 0.4 s: .* had Jellyfish and singles as its only"):
            list(nonet.generate(technique="jellyfish", only=True, count=2, seed=1, timeout=0.4, threads=threads))
        assert time.monotonic() - start < 8

    def test_without_a_request_there_is_no_difficulty(self) -> None:
        assert Difficulty.of() is None
        assert difficulty_of(rating=(0, 10**6)).most < math.inf


class TestHarder:
    def test_by_rating_the_level_rises(self) -> None:
        puzzle = next(nonet.generate(level="easy", seed=1))
        hard = nonet.harder(puzzle, by="rating", seed=1, rounds=2)
        assert nonet.rate(hard).level > Level.EASY
        assert len(hard.givens) <= len(puzzle.givens)
        assert hard == nonet.harder(puzzle, by="rating", seed=1, rounds=2)

    def test_another_measure_is_rejected(self) -> None:
        with pytest.raises(ArgumentError, match="by must be guesses, rating or se, not 'magic'"):
            nonet.harder(EXTREME, by="magic")  # type: ignore[arg-type]
