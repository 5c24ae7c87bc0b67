"""Steps to draw: real ones from known puzzles, and constructed ones for roles that those do not have."""

from __future__ import annotations

from functools import cache

from nonet import Grid, Position
from nonet.logic import Candidate, Chain, Explanation, LockedSet, Node, Reason, Step, explain
from tests.boards import INKALA, WIKIPEDIA

SHAPE = Grid(INKALA).shape


@cache
def explanation(puzzle: str = INKALA) -> Explanation:
    return explain(puzzle)


@cache
def real_steps() -> list[tuple[Position, Step]]:
    """Return the first step of each technique in an easy and in a very hard puzzle."""
    found: dict[str, tuple[Position, Step]] = {}
    for found_steps in (explanation(), explanation(WIKIPEDIA)):
        for step, position in zip(found_steps.steps, found_steps.positions(), strict=False):
            found.setdefault(step.technique, (position, step))
    return list(found.values())


def at(name: str, digit: int) -> Candidate:
    return Candidate(SHAPE.cell(name), digit)


def cells(*names: str) -> int:
    return sum(1 << SHAPE.cell(name) for name in names)


def node(digit: int, names: str, on: bool, *parents: int) -> Node:
    reason = Reason("house", 0) if parents else Reason("assumed")
    return Node(digit, cells(*names.split()), on, reason, parents)


CHAIN = Chain(
    "chain",
    (
        node(4, "r1c2", False),
        node(4, "r1c3", True, 0),
        node(4, "r3c1", False, 1),
        node(4, "r2c1 r2c2", True, 2),
        node(4, "r2c8", False, 3),
        node(5, "r2c8", True, 4),
    ),
)

MADE = {
    "chain": Step("aic", eliminations=(at("r3c3", 4), at("r1c8", 4)), chains=(CHAIN,)),
    "branches": Step(
        "cell-forcing-chain",
        placements=(at("r9c4", 7),),
        chains=(CHAIN._replace(kind="branch"), Chain("branch", (node(2, "r9c8", False), node(2, "r9c9", True, 0)))),
    ),
    "fish": Step(
        "finned-swordfish",
        eliminations=(at("r4c3", 4),),
        digits=(4,),
        cells={"pattern": cells("r1c3", "r6c2", "r6c3"), "fins": cells("r6c9"), "endo_fins": cells("r1c4")},
        houses={"base": (0, 5), "cover": (10, 11)},
    ),
    "wing": Step(
        "xy-wing",
        eliminations=(at("r9c6", 2),),
        digits=(2, 5, 7),
        cells={"pivot": cells("r9c8"), "pincers": cells("r5c8", "r8c9")},
    ),
    "sets": Step(
        "als-xz",
        eliminations=(at("r9c1", 2),),
        digits=(2, 9),
        sets=(LockedSet(cells("r5c3", "r5c4"), 0b110100110), LockedSet(cells("r8c7", "r8c9"), 0b101000110)),
    ),
    "colors": Step(
        "multi-colors-1",
        eliminations=(at("r1c2", 4),),
        digits=(4,),
        colors=((at("r1c3", 4),), (at("r6c3", 4),), (at("r6c9", 4), at("r7c1", 4)), (at("r2c8", 4),)),
    ),
}
"""Constructed steps on the first position of the hard puzzle; they are only for drawing and need not be correct."""


def made_steps() -> list[tuple[Position, Step]]:
    position = Position(INKALA)
    return [(position, step) for step in MADE.values()]
