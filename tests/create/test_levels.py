"""Puzzles of a level, for a technique, with a score: the path of each is exactly what was ordered."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import nonet
from nonet import Grid, Level, NonetError, NotFound, Shape
from nonet.create import orbits, testers
from nonet.create.climbing import climbed, exchanged, is_minimal
from nonet.create.fitting import fits, fits_by_path
from nonet.create.reducing import Rows
from nonet.create.sieve import after_singles, sifted, staying_power
from nonet.create.wish import Wish, wish_of
from nonet.engine import count_many
from nonet.kernel import kernel
from nonet.logic import DEFAULT_TECHNIQUES, TECHNIQUES, canonical_start

NINE = Shape(3, 3)
SINGLES = {row.id for row in TECHNIQUES if row.level is Level.EASY}
EXTREME = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


PUZZLES = [*nonet.generate(count=15, seed=8), *nonet.generate(count=5, seed=8, symmetry="full"), Grid(EXTREME)]
ORDERS: tuple[dict[str, Any], ...] = (
    *({"level": level} for level in Level),
    *({"technique": name} for name in ("pointing", "naked-pair", "hidden-triple", "x-wing", "skyscraper", "aic")),
    *({"technique": name, "only": True} for name in ("locked-pair", "claiming", "naked-pair", "w-wing")),
    {"rating": (500, 900)},
    {"level": "hard", "rating": (900, 1400)},
    {"technique": "full-house"},
    {"technique": "naked-single", "only": True},
)


def wish(**order: Any) -> Wish:
    made = wish_of(order.get("level"), order.get("technique"), order.get("only", False), order.get("rating"))
    assert made is not None
    return made


def rows_of(puzzles: list[Grid]) -> Rows:
    return np.frombuffer(b"".join(map(bytes, puzzles)), np.uint8).reshape(len(puzzles), -1)


class TestLevels:
    @pytest.mark.parametrize(
        ("level", "count"), [("Easy", 60), ("Medium", 40), (Level.HARD, 12), ("unfair", 3), ("EXTREME", 1)]
    )
    @pytest.mark.parametrize("symmetry", ["none", "half-turn"])
    def test_the_level_is_exactly_that(self, level: Level | str, count: int, symmetry: str) -> None:
        wanted = level if isinstance(level, Level) else Level.parse(level)
        puzzles = list(nonet.generate(level=level, count=count, seed=3, symmetry=symmetry, threads=1))
        assert {nonet.rate(puzzle).level for puzzle in puzzles} == {wanted}
        assert count_many(puzzles).is_unique.all()
        assert len(set(puzzles)) == count
        units = orbits(symmetry, NINE)
        assert all(unit <= puzzle.givens or not unit & puzzle.givens for puzzle in puzzles for unit in units)

    def test_extreme_puzzles_are_minimal_and_no_two_are_relatives(self) -> None:
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
    def test_the_path_uses_it_and_nothing_later(self, name: str) -> None:
        own = nonet.logic.technique(name).id
        for puzzle in nonet.generate(technique=name, count=2, seed=1, threads=1, clues=(25, 60)):
            used = {step.technique for step in nonet.explain(puzzle).steps}
            assert own in used
            assert used <= {row.id for row in TECHNIQUES[: [row.id for row in TECHNIQUES].index(own) + 1]}
            assert nonet.rate(puzzle).hardest == own

    @pytest.mark.parametrize("name", ["hidden-single", "pointing", "naked-pair", "xy-wing"])
    def test_the_path_uses_it_and_singles_alone(self, name: str) -> None:
        puzzle = next(nonet.generate(technique=name, only=True, seed=2, threads=1))
        used = {step.technique for step in nonet.explain(puzzle).steps}
        assert name in used <= SINGLES | {name}

    def test_the_score_is_in_the_range(self) -> None:
        puzzles = list(nonet.generate(rating=(700, 800), count=4, seed=1, threads=1))
        puzzles += nonet.generate(rating=(300, 420), level="easy", count=4, seed=1, threads=1)
        assert [700 <= nonet.rate(p).score <= 800 for p in puzzles[:4]] == 4 * [True]
        assert [300 <= nonet.rate(p).score <= 420 for p in puzzles[4:]] == 4 * [True]

    def test_levels_rise_along_the_table(self) -> None:
        levels = [row.level for row in TECHNIQUES]
        assert levels == sorted(levels)


class TestShortcuts:
    """What is decided at once, or with steps taken together, is what the whole path shows."""

    def test_they_agree_with_the_path(self) -> None:
        paths = [nonet.explain(puzzle) for puzzle in PUZZLES]
        for order in ORDERS:
            wanted = wish(**order)
            right = [wanted.is_met({step.technique for step in path.steps}, path.rating.score) for path in paths]
            block = sifted(wanted, rows_of(PUZZLES), NINE)
            met = {
                row.tobytes()
                for row, sure, form, masks in zip(*block, strict=True)
                if sure or fits(wanted, Grid.of_digits(form.tobytes(), NINE), masks.tolist())
            }
            assert [bytes(puzzle) in met for puzzle in PUZZLES] == right

    @settings(max_examples=10)
    @given(seed=st.integers(0, 10**6), order=st.sampled_from(ORDERS))
    @example(seed=0, order={"level": Level.MEDIUM})  # solved by singles alone
    def test_with_and_without_masks_and_in_any_disguise(self, seed: int, order: dict[str, Any]) -> None:
        wanted = wish(**order)
        puzzle = next(nonet.generate(seed=seed))
        form = canonical_start(puzzle)
        assert fits(wanted, puzzle) == fits(wanted, nonet.transform(puzzle, seed=seed)) == fits_by_path(wanted, form)

    @pytest.mark.parametrize("shape", [(3, 3), (2, 3), (4, 4)])
    def test_singles_in_step_end_where_singles_end(self, shape: tuple[int, int]) -> None:
        clues = {"clues": 140} if shape == (4, 4) else {}
        puzzles = list(nonet.generate(seed=1, count=3, shape=shape, **clues))  # type: ignore[arg-type]
        for puzzle, masks in zip(puzzles, after_singles(rows_of(puzzles), Shape(*shape)).tolist(), strict=True):
            end = nonet.explain(puzzle, techniques=SINGLES).end
            digits = [digit or 0 for digit in end.grid]
            assert masks == [1 << d - 1 if d else mask for d, mask in zip(digits, end.candidate_masks, strict=True)]

    def test_climbing_keeps_one_solution_and_what_is_minimal(self) -> None:
        rows = rows_of(list(nonet.generate(count=4, seed=1)))
        after = climbed(rows, minimal=True)
        assert count_many(after).is_unique.all()
        assert is_minimal(after).all()
        assert (staying_power(after) >= staying_power(rows)).all()
        near, owners = exchanged(rows[:1], 0)
        assert set(owners.tolist()) == {0}
        assert ((near != rows[0]).sum(axis=1) == 2).all()
        all_near = {bytes(puzzle) for puzzle in nonet.neighbors(Grid.of_digits(rows[0].tobytes(), NINE))}
        assert {row.tobytes() for row in near} <= all_near


class TestSeeds:
    def test_any_number_of_threads(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.create.generating._ALONE", 0.0)
        for order in ({"level": "hard", "count": 8}, {"technique": "naked-triple", "count": 2}):
            one, two = (list(nonet.generate(seed=1, threads=n, **order)) for n in (1, 2))  # type: ignore[arg-type]
            assert one == two

    def test_the_same_with_and_without_the_kernel(self) -> None:
        """Pinned, so that it says something on an installation without a kernel as well."""
        code = """
import nonet
for order in ({"level": "easy", "count": 3}, {"technique": "naked-pair", "count": 1}):
    print(*nonet.generate(seed=11, threads=1, **order))
"""
        answers = set()
        for name in ("numpy", "native") if (kernel() is not None) else ("numpy",):
            environment = os.environ | {"NONET_BACKEND": name}
            command = [sys.executable, "-c", code]
            answers.add(subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120).stdout)
        assert [sha256(answer).hexdigest()[:16] for answer in answers] == ["1a9cae26049fbcd1"]
        assert len(answers.pop().split()) == 4

    def test_a_tester_that_dies_is_done_without(self) -> None:
        task = testers.Task(wish(level="easy"), NINE, [bytes(next(nonet.generate(seed=seed))) for seed in range(4)], [])
        with testers.Testers(2).at_work() as pool:
            right = pool.ask(task).result()
            for program in pool._all:
                program.kill()
            assert pool.ask(task).result() == right == testers.told(task)


class TestWhatCannotBe:
    @pytest.mark.parametrize(
        ("order", "sentence"),
        [
            ({"level": "fiendish"}, "unknown level 'fiendish'; expected one of Easy, Medium, Hard, Unfair, Extreme"),
            ({"level": 3.5}, "a level is one of Easy, Medium, Hard, Unfair, Extreme, not 3.5"),
            ({"technique": "magic"}, "unknown technique 'magic'"),
            ({"technique": 7}, "a technique is given by its name, not as 7"),
            ({"technique": "answer"}, "the answer is no technique that a puzzle could be made for"),
            ({"technique": "template-set"}, "Template Set is found on request only: no path uses it"),
            ({"only": True}, "only says that a technique is the only one beside singles, but no technique is named"),
            ({"level": "easy", "technique": "x-wing"}, "a puzzle that needs X-Wing is Hard, not Easy"),
            ({"rating": (9, 3)}, "a rating goes from a score of 0 or more to one that is not less, not from 9 to 3"),
            ({"rating": 5}, "a rating is the least and the most score, not 5"),
        ],
    )
    def test_is_refused_at_once(self, order: dict[str, Any], sentence: str) -> None:
        with pytest.raises(NonetError, match=sentence):
            nonet.generate(**order)

    def test_every_technique_of_the_table_is_refused_or_taken(self) -> None:
        taken = 0
        for row in TECHNIQUES:
            if row.default and row.id != "answer":
                assert wish(technique=row.id).level is row.level
                taken += 1
            else:
                with pytest.raises(NonetError, match="^(the answer is|.* is found on request only)"):
                    wish(technique=row.id)
        assert taken == len(DEFAULT_TECHNIQUES) - 1

    @pytest.mark.parametrize("threads", [1, 2])
    def test_time_is_up(self, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.create.generating._ALONE", 0.0)
        began = time.monotonic()
        with pytest.raises(NotFound, match="^found 0 of 2 puzzles in 0.4 s: .* had Jellyfish and singles as its only"):
            list(nonet.generate(technique="jellyfish", only=True, count=2, seed=1, timeout=0.4, threads=threads))
        assert time.monotonic() - began < 8

    def test_nothing_asked_for_is_no_wish(self) -> None:
        assert wish_of(None, None, False, None) is None
        assert wish(rating=(0, 10**6)).most < math.inf


class TestHarder:
    def test_by_rating_the_rating_rises(self) -> None:
        puzzle = next(nonet.generate(level="easy", seed=1))
        hard = nonet.harder(puzzle, by="rating", seed=1, rounds=2)
        assert nonet.rate(hard).level > Level.EASY
        assert len(hard.givens) <= len(puzzle.givens)
        assert hard == nonet.harder(puzzle, by="rating", seed=1, rounds=2)

    def test_by_anything_else_is_refused(self) -> None:
        with pytest.raises(NonetError, match="puzzles get harder by guesses or by rating, not by 'magic'"):
            nonet.harder(EXTREME, by="magic")  # type: ignore[arg-type]
