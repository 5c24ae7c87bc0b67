"""Locked candidates, pairs and triples: drawn examples."""

from __future__ import annotations

from tests.logic.checks import eliminated, found
from tests.logic.positions import sketch


def test_pointing_eliminates_on_the_rest_of_the_line() -> None:
    (step,) = found(sketch({}, {"4 box 1": "r1c1 r1c2 r1c3"}), "pointing")
    assert eliminated(step) == "4: r1c4 r1c5 r1c6 r1c7 r1c8 r1c9"


def test_claiming_eliminates_in_the_rest_of_the_box() -> None:
    (step,) = found(sketch({}, {"4 row 1": "r1c1 r1c2 r1c3"}), "claiming")
    assert eliminated(step) == "4: r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"


def test_a_locked_pair_eliminates_in_both_houses() -> None:
    (step,) = found(sketch({"r1c1": "12", "r1c2": "12"}), "locked-pair")
    assert len(step.eliminations) == 2 * (7 + 6)
