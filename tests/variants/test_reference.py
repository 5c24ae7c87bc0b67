"""The reference engine: each propagator against enumeration on small boards."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from nonet.geometry import bits
from nonet.variants import Board, Model, reference
from nonet.variants.primitives import (
    Allowed,
    AnyOf,
    Automaton,
    Between,
    Choice,
    Count,
    Distinct,
    Element,
    Linear,
    Pair,
    Pointer,
    Primitive,
    Rank,
    Same,
    Tally,
    Variety,
)

CELLS, DIGITS = 5, 4


def some(rng: random.Random, low: int, high: int = CELLS) -> tuple[int, ...]:
    return tuple(rng.sample(range(CELLS), rng.randint(low, high)))


def mask(rng: random.Random) -> int:
    return rng.randrange(1, 1 << DIGITS)


def pair(rng: random.Random) -> Pair:
    first, second = some(rng, 2, 2)
    return Pair(first, second, tuple(rng.randrange(1 << DIGITS) for _ in range(DIGITS)))


def linear(rng: random.Random) -> Linear:
    cells = some(rng, 1)
    return Linear(cells, tuple(rng.choice([-2, -1, 1, 1, 1, 2]) for _ in cells), rng.randint(-4, 14))


def choice(rng: random.Random) -> Choice:
    cells = some(rng, 1, 4)
    sets = [each for each in range(1 << DIGITS) if each.bit_count() == len(cells)]
    return Choice(cells, tuple(rng.sample(sets, rng.randint(1, len(sets)))))


def automaton(rng: random.Random) -> Automaton:
    states = rng.randint(1, 4)
    moves = tuple(tuple(rng.randint(-1, states - 1) for _ in range(DIGITS)) for _ in range(states))
    cells = tuple(rng.randrange(CELLS) for _ in range(rng.randint(1, 5)))  # a cell may be read twice
    return Automaton(cells, 0, tuple(rng.sample(range(states), rng.randint(1, states))), moves)


def counted(rng: random.Random) -> Count:
    cells, low = some(rng, 1), rng.randint(0, 2)
    return Count(cells, mask(rng), low, low + rng.randint(0, 2))


def same(rng: random.Random) -> Same:
    cells = some(rng, 4, 4)
    return Same((cells[:2], cells[2:]))


def any_of(rng: random.Random) -> AnyOf:
    kinds = [each for name, each in PRIMITIVES.items() if name != "any-of"]
    return AnyOf(
        tuple(tuple(rng.choice(kinds)(rng) for _ in range(rng.randint(0, 2))) for _ in range(rng.randint(0, 3)))
    )


def tally(rng: random.Random) -> Tally:
    cells = some(rng, 1)
    ways = [tuple(map(digits.count, range(DIGITS))) for digits in product(range(DIGITS), repeat=len(cells))]
    return Tally(cells, tuple(rng.sample(ways, rng.randint(1, 4))))


def between(rng: random.Random) -> Between:
    ends = tuple(rng.sample(range(1, DIGITS), 2)) if rng.random() < 0.5 else ()
    return Between(some(rng, 2), ends, rng.randint(0, 6))


def rank(rng: random.Random) -> Rank:
    lines = [some(rng, 2, 2) for _ in range(5)]
    groups = ((lines[1], lines[2]), (lines[3], lines[4]))[: rng.randint(1, 2)]
    return Rank(lines[0], groups, rng.randint(1, DIGITS - 1), rng.randint(0, len(groups)))


PRIMITIVES: dict[str, Callable[[random.Random], Primitive]] = {
    "allowed": lambda rng: Allowed(rng.randrange(CELLS), mask(rng)),
    "distinct": lambda rng: Distinct(some(rng, 1)),
    "pair": pair,
    "linear": linear,
    "choice": choice,
    "automaton": automaton,
    "count": counted,
    "element": lambda rng: Element(0, (1, 2, 3)[: rng.randint(1, 3)], 4),
    "same": same,
    "any-of": any_of,
    "tally": tally,
    "between": between,
    "rank": rank,
    "pointer": lambda rng: Pointer(rng.randrange(CELLS), some(rng, 1), rng.randint(0, 2), mask(rng)),
    "variety": lambda rng: Variety(some(rng, 1), rng.randrange(CELLS)),
}


def enumerated(board: Board, primitives: list[Primitive], masks: list[int]) -> list[tuple[int, ...]]:
    """All values within the candidates that make the primitives true."""
    values = [[board.low + bit for bit in bits(each)] for each in masks]
    return [each for each in product(*values) if all(primitive.holds(each, board.low) for primitive in primitives)]


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("kind", PRIMITIVES)
def test_a_propagator_removes_no_digit_that_is_possible(kind: str, low: int) -> None:
    rng = random.Random(kind)
    board = Board(1, CELLS, low, low + DIGITS - 1)
    removed = 0
    for _ in range(40):
        primitive, masks = PRIMITIVES[kind](rng), [mask(rng) for _ in range(CELLS)]
        possible = enumerated(board, [primitive], masks)
        left = reference.narrowed(board, [primitive], masks)
        if left is None:
            assert possible == []
            removed += 1
        else:
            for values in possible:
                assert all(each >> value - low & 1 for each, value in zip(left, values, strict=True)), primitive
            assert all(each & ~before == 0 for each, before in zip(left, masks, strict=True))
            removed += left != masks
    assert removed > 5


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("seed", range(30))
def test_the_solutions_are_those_that_enumeration_finds(seed: int, low: int) -> None:
    rng = random.Random(seed)
    board = Board(1, CELLS, low, low + DIGITS - 1)
    primitives = [rng.choice(list(PRIMITIVES.values()))(rng) for _ in range(rng.randint(1, 4))]
    expected = enumerated(board, primitives, [board.all_digits] * CELLS)
    model = Model(board, tuple(primitives))
    assert sorted(reference.solutions(model)) == expected
    assert reference.count(model, 3) == min(3, len(expected))
    assert all(model.holds(values) for values in expected)
    candidates = [0] * CELLS
    for values in expected:
        candidates = [known | 1 << value - low for known, value in zip(candidates, values, strict=True)]
    assert reference.true_candidates(model) == tuple(candidates)
