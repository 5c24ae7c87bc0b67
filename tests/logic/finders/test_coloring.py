"""Simple and multiple coloring: one drawn example of each rule."""

from __future__ import annotations

from nonet.logic import Candidate
from tests.logic.checks import eliminated, found
from tests.logic.positions import NINE, board, sketch

CHAIN = {"1 row 1": "r1c1 r1c5", "1 column 5": "r1c5 r5c5", "1 row 5": "r5c2 r5c5"}


def color(names: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(NINE.cell(name), 1) for name in names.split())


def test_trap_eliminates_what_sees_both_colors() -> None:
    (step,) = found(sketch({}, CHAIN), "simple-colors-trap")
    assert eliminated(step) == "1: r2c2 r3c2 r4c1 r6c1"
    assert step.cells == {"pattern": board("r1c1 r1c5 r5c5 r5c2")}
    assert step.colors == (color("r1c1 r5c5"), color("r1c5 r5c2"))
    assert sorted(step.premises.places) == sorted(
        (NINE.house_names.index(name), 1) for name in ("row 1", "row 5", "column 5")
    )


def test_wrap_eliminates_a_color_that_sees_itself() -> None:
    (step,) = found(sketch({}, CHAIN | {"1 column 2": "r2c2 r5c2"}), "simple-colors-wrap")
    assert eliminated(step) == "1: r1c1 r2c2 r5c5"
    assert step.colors[0] == color("r1c1 r2c2 r5c5")


def test_two_clusters_eliminate_what_sees_the_opposite_of_both_colors_that_see_each_other() -> None:
    (step,) = found(sketch({}, {"1 row 1": "r1c1 r1c5", "1 column 2": "r2c2 r7c2"}), "multi-colors-1")
    assert eliminated(step) == "1: r7c5"
    assert step.colors == (color("r1c1"), color("r1c5"), color("r2c2"), color("r7c2"))


def test_a_color_that_sees_both_colors_of_another_cluster_is_eliminated() -> None:
    only = {"1 row 1": "r1c1 r1c5", "1 column 5": "r1c5 r5c5", "1 column 2": "r2c2 r5c2"}
    (step,) = found(sketch({}, only), "multi-colors-2")
    assert eliminated(step) == "1: r1c1 r5c5"
    assert step.colors == (color("r1c1 r5c5"), color("r1c5"), color("r2c2"), color("r5c2"))


def test_nothing_follows_from_two_clusters_that_do_not_see_each_other() -> None:
    position = sketch({}, {"1 row 1": "r1c1 r1c5", "1 column 9": "r4c9 r8c9"})
    assert found(position, "simple-colors-trap", "simple-colors-wrap", "multi-colors-1", "multi-colors-2") == []
