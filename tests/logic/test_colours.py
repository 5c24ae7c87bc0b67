from __future__ import annotations

from nonet.logic import Candidate

from .sketches import NINE, board, found, sketch, struck

CHAIN = {"1 row 1": "r1c1 r1c5", "1 column 5": "r1c5 r5c5", "1 row 5": "r5c2 r5c5"}


def colour(names: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(NINE.cell(name), 1) for name in names.split())


def test_what_sees_both_colours_falls() -> None:
    (step,) = found(sketch({}, CHAIN), "simple-colors-trap")
    assert struck(step) == "1: r2c2 r3c2 r4c1 r6c1"
    assert step.cells == {"pattern": board("r1c1 r1c5 r5c5 r5c2")}
    assert step.colors == (colour("r1c1 r5c5"), colour("r1c5 r5c2"))
    assert sorted(step.premises.places) == sorted(
        (NINE.house_names.index(name), 1) for name in ("row 1", "row 5", "column 5")
    )


def test_a_colour_that_sees_itself_falls_throughout() -> None:
    (step,) = found(sketch({}, CHAIN | {"1 column 2": "r2c2 r5c2"}), "simple-colors-wrap")
    assert struck(step) == "1: r1c1 r2c2 r5c5"
    assert step.colors[0] == colour("r1c1 r2c2 r5c5")


def test_two_clusters_that_touch_strike_what_sees_their_other_ends() -> None:
    (step,) = found(sketch({}, {"1 row 1": "r1c1 r1c5", "1 column 2": "r2c2 r7c2"}), "multi-colors-1")
    assert struck(step) == "1: r7c5"
    assert step.colors == (colour("r1c1"), colour("r1c5"), colour("r2c2"), colour("r7c2"))


def test_a_colour_that_sees_both_colours_of_another_cluster_falls() -> None:
    only = {"1 row 1": "r1c1 r1c5", "1 column 5": "r1c5 r5c5", "1 column 2": "r2c2 r5c2"}
    (step,) = found(sketch({}, only), "multi-colors-2")
    assert struck(step) == "1: r1c1 r5c5"
    assert step.colors == (colour("r1c1 r5c5"), colour("r1c5"), colour("r2c2"), colour("r5c2"))


def test_nothing_follows_from_two_clusters_that_do_not_touch() -> None:
    position = sketch({}, {"1 row 1": "r1c1 r1c5", "1 column 9": "r4c9 r8c9"})
    for technique in ("simple-colors-trap", "simple-colors-wrap", "multi-colors-1", "multi-colors-2"):
        assert found(position, technique) == []
