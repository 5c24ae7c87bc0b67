"""Choice: the step that a good teacher would show, and a score that does not depend on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nonet import Grid, Position, explain, hint, rate, steps
from nonet.geometry import bits
from nonet.logic import DEFAULT_TECHNIQUES, Marks, Step, canonical_start, technique
from nonet.logic.choice import Order, _contests, rivals
from tests.boards import SEVENTEEN, WIKIPEDIA
from tests.logic.positions import made_puzzles, sketch, stuck_positions

SINGLES = ("full-house", "hidden-single", "naked-single")
PUZZLES = [WIKIPEDIA, SEVENTEEN, *made_puzzles(number=6)]


def found(marks: Marks, name: str) -> list[Step]:
    return list(technique(name).find(marks))


def in_box(marks: Marks, step: Step) -> bool:
    return step.houses["house"][0] >= 2 * marks.shape.size


def walk(puzzle: str) -> Iterator[tuple[Marks, Step, Step | None]]:
    """Yield the marks, the step and the step before it, in an explanation."""
    explanation = explain(puzzle)
    before = None
    for position, step in zip(explanation.positions(), explanation.steps, strict=False):
        yield Marks.of(position), step, before
        before = step


def size(step: Step) -> tuple[int, int]:
    return step.premises.cells.bit_count() + len(step.premises.places), -len(step.eliminations)


class TestSingles:
    @pytest.mark.parametrize("puzzle", PUZZLES)
    def test_a_full_house_comes_first_then_a_hidden_single_in_a_box_then_in_a_line(self, puzzle: str) -> None:
        for marks, step, _ in walk(puzzle):
            full, hidden = found(marks, "full-house"), found(marks, "hidden-single")
            if step.technique != "full-house":
                assert not full
            if step.technique not in SINGLES[:2]:
                assert not hidden
            if step.technique == "hidden-single" and not in_box(marks, step):
                assert not any(in_box(marks, other) for other in hidden)
            if step.technique not in SINGLES:
                assert not found(marks, "naked-single")

    @pytest.mark.parametrize("puzzle", PUZZLES)
    def test_a_digit_is_followed_by_the_same_digit_in_another_box(self, puzzle: str) -> None:
        for marks, step, before in walk(puzzle):
            if step.technique == "hidden-single" and before is not None and before.placements:
                same = [
                    other
                    for other in found(marks, "hidden-single")
                    if in_box(marks, other) and other.digits == before.digits
                ]
                assert not same or step.digits == before.digits

    def test_other_cells_of_the_same_house_come_next(self) -> None:
        near = 0
        for puzzle in PUZZLES:
            for marks, step, before in walk(puzzle):
                if step.technique == "naked-single" and before is not None and before.placements:
                    seen = marks.peers[before.placements[0].cell]
                    cells = sum(1 << single.placements[0].cell for single in found(marks, "naked-single"))
                    assert seen >> step.placements[0].cell & 1 or not seen & cells
                    near += bool(seen & cells)
        assert near

    def test_without_full_houses_the_last_blank_of_a_house_is_a_naked_single(self) -> None:
        position = Position("12345678." + 72 * ".")
        assert next(steps(position, techniques=["hidden-single", "naked-single"])).technique == "naked-single"


class TestScore:
    @pytest.mark.parametrize("puzzle", PUZZLES)
    def test_singles_are_counted_in_the_order_of_hodoku(self, puzzle: str) -> None:
        marks = Marks.of(Position(canonical_start(Grid(puzzle))))
        order = [technique(name) for name in ("full-house", "naked-single", "hidden-single")]
        score = 0
        while marks.blanks:
            singles = (single for row in order for single in row.find(marks))
            step = next(singles, None) or Order(DEFAULT_TECHNIQUES).next(marks)
            assert step is not None
            score += technique(step.technique).score
            marks = marks.after(step.placements, step.eliminations)
        assert rate(puzzle).score == score

    @pytest.mark.parametrize("techniques", [None, SINGLES, SINGLES[1:2], ("hidden-single", "pointing")])
    def test_the_rating_is_that_of_the_explanation(self, techniques: tuple[str, ...] | None) -> None:
        for puzzle in PUZZLES:
            explanation = explain(puzzle, techniques=techniques)
            assert rate(puzzle, techniques=techniques, scale="hodoku") == explanation.rating
            assert explanation.rating.hardest in {step.technique for step in explanation.steps} | {"full-house"}

    def test_the_rating_shows_one_level(self) -> None:
        rating = rate(SEVENTEEN)
        assert str(rating).startswith(f"{rating.level.title} (HoDoKu {rating.score}), ")


class TestSteps:
    def test_the_first_of_all_steps_is_the_hint(self) -> None:
        for position, _ in stuck_positions(12, seed=5):
            assert next(steps(position)) == hint(position).step
        assert next(steps(WIKIPEDIA)) == hint(WIKIPEDIA).step

    def test_no_step_of_the_same_technique_needs_less_or_eliminates_more(self) -> None:
        compared = 0
        for position, _ in stuck_positions(24, seed=6):
            marks, step = Marks.of(position), hint(position).step
            assert step is not None
            family = technique(step.technique).family
            if rivals(step.technique) == (step.technique,) and family not in ("forcing_chains", "forcing_nets"):
                others = found(marks, step.technique)
                assert size(step) == min(map(size, others))
                compared += len(others) > 1
        assert compared

    @pytest.mark.parametrize("name", ["x-chain", "aic"])
    def test_no_rival_is_shorter(self, name: str) -> None:
        order = Order([technique(each) for each in rivals(name)])
        chosen = set()
        for position, _ in stuck_positions(30, seed=7):
            marks = Marks.of(position)
            step = order.next(marks)
            others = [other for each in rivals(name) for other in found(marks, each)]
            assert bool(step) == bool(others)
            if step is not None:
                assert links(step) == min(map(links, others))
                chosen.add(step.technique)
        assert len(chosen) > 1

    def test_a_chain_through_small_sets_comes_before_one_through_large_sets(self) -> None:
        *names, _ = rivals("als-xz")
        by_groups, by_sets = _contests(tuple(names))
        compared = 0
        for position, _ in stuck_positions(12, seed=8):
            marks = Marks.of(position)
            others = [other for name in names for other in found(marks, name)]
            without, with_sets = ([other for other in others if bool(other.sets) == sets] for sets in (False, True))
            step = by_sets.best(marks)
            assert bool(step) == bool(with_sets)
            if step is not None:
                assert size(step) == min(map(size, with_sets))
                compared += 1
            assert (by_groups.best(marks) is None) == (not without)
        assert compared

    def test_a_chain_with_the_conclusion_of_an_easier_step_is_left_out(self) -> None:
        skyscraper = sketch({}, {"1 row 1": "r1c1 r1c5", "1 row 4": "r4c2 r4c5"})
        names = ["skyscraper", "x-chain"]
        assert {step.technique for step in steps(skyscraper, techniques=names[1:])} == {"x-chain"}
        conclusions = [step.conclusion for step in steps(skyscraper, techniques=names)]
        assert len(conclusions) == len(set(conclusions))

    def test_the_techniques_that_compete_are_neighbors_with_the_same_score(self) -> None:
        names = [row.id for row in DEFAULT_TECHNIQUES]
        for name in names:
            group = rivals(name)
            first = names.index(group[0])
            assert tuple(names[first : first + len(group)]) == group
            assert len({technique(each).score for each in group}) == 1


def links(step: Step) -> int:
    """Return the number of strong links of a chain: every second link, without the weak links of a loop."""
    nodes = step.chains[0].nodes
    return sum(not start.on and end.on for start, end in step.chains[0].links) if nodes else 0


def test_singles_can_be_taken_in_any_order() -> None:
    for puzzle in made_puzzles(number=4):
        marks = Marks.of(Position(puzzle))
        forward = list(Order(DEFAULT_TECHNIQUES).singles(marks))
        end = marks.after(step.placements[0] for step in forward)
        while singles := [single for name in reversed(SINGLES) for single in found(marks, name)]:
            marks = marks.after(singles[-1].placements)
        assert (end.blanks, end.of_cell, end.digits) == (marks.blanks, marks.of_cell, marks.digits)
        assert not list(bits(marks.at_least[1] & ~marks.at_least[2]))
