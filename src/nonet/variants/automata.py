"""Finite automata: made from a step function or from moves, made deterministic, and minimized.

A deterministic automaton here is (start, accept, moves), as in `primitives.Automaton`. All functions of the rules that
make one are cached, since many clues of a puzzle share one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ..errors import ArgumentError
from ..limits import MOST_STATES
from .primitives import Moves

__all__ = ["Dfa", "deterministic", "explored", "minimized", "united"]

State = TypeVar("State", bound=Hashable)


class Dfa(NamedTuple):
    """A deterministic automaton: ``moves[state][i]`` is the state after the digit with index i, or -1.

    >>> rising = Dfa(0, (0, 1), ((0, 1), (-1, 1)))
    >>> rising.start
    0
    """

    start: int
    accept: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]


def explored(
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
    digits: Iterable[int],
    most: int = MOST_STATES,
) -> Dfa:
    """Return the minimal automaton of a step function, which returns the next state or None.

    >>> ends_odd = explored(0, lambda _, digit: digit % 2, lambda last: last == 1, range(1, 5))
    >>> ends_odd.moves
    ((1, 0, 1, 0), (1, 0, 1, 0))
    """
    digits = list(digits)
    number: dict[State, int] = {start: 0}
    waiting = [start]
    moves: list[tuple[int, ...]] = []
    for state in waiting:  # it grows while it is read
        row = []
        for digit in digits:
            following = step(state, digit)
            if following is None:
                row.append(-1)
                continue
            if following not in number:
                number[following] = len(number)
                waiting.append(following)
                if len(waiting) > most:
                    raise ArgumentError(f"the automaton has more than {most} states, the most that is possible")
            row.append(number[following])
        moves.append(tuple(row))
    return minimized(Dfa(0, tuple(index for state, index in number.items() if accepts(state)), tuple(moves)))


def deterministic(
    start: Iterable[int], accept: Iterable[int], moves: Mapping[tuple[int, int], Iterable[int]], digits: Sequence[int]
) -> Dfa:
    """Return the minimal deterministic automaton of one that may be in several states at once.

    >>> ends_in_one = deterministic([0], [1], {(0, 1): [0, 1], (0, 2): [0]}, [1, 2])
    >>> ends_in_one.moves
    ((1, 0), (1, 0))
    """
    accepting = frozenset(accept)

    def step(states: frozenset[int], digit: int) -> frozenset[int] | None:
        return frozenset(target for state in states for target in moves.get((state, digit), ())) or None

    return explored(frozenset(start), step, lambda states: not states.isdisjoint(accepting), digits)


@lru_cache(maxsize=256)
def united(dfas: tuple[Dfa, ...], most: int) -> Dfa | None:
    """Return the minimal automaton that accepts what at least one of several accepts; None if it has too many states.

    >>> one, two = Dfa(0, (1,), ((1, -1), (-1, -1))), Dfa(0, (1,), ((-1, 1), (-1, -1)))
    >>> united((one, two), 100)
    Dfa(start=0, accept=(1,), moves=((1, 1), (-1, -1)))
    """

    def step(states: tuple[int, ...], index: int) -> tuple[int, ...] | None:
        following = tuple([dfa.moves[s][index] if s >= 0 else -1 for dfa, s in zip(dfas, states, strict=True)])
        return following if max(following) >= 0 else None

    def accepts(states: tuple[int, ...]) -> bool:
        return any(state in dfa.accept for dfa, state in zip(dfas, states, strict=True))

    try:
        return explored(tuple(dfa.start for dfa in dfas), step, accepts, range(len(dfas[0].moves[0])), most)
    except ArgumentError:
        return None


def minimized(dfa: Dfa) -> Dfa:
    """Return the smallest automaton that accepts the same words, its states in the order of a breadth-first walk.

    >>> minimized(Dfa(0, (1, 2), ((1, 2), (-1, -1), (-1, -1))))
    Dfa(start=0, accept=(1,), moves=((1, 1), (-1, -1)))
    """
    alive = _alive(dfa)
    if dfa.start not in alive:
        return Dfa(0, (), Moves([tuple(-1 for _ in dfa.moves[0])]))
    accept = set(dfa.accept)
    moves = [tuple(target if target in alive else -1 for target in row) for row in dfa.moves]
    block = {state: int(state in accept) for state in alive} | {-1: -1}
    blocks = len(set(block.values()))
    while True:
        names: dict[tuple[int, ...], int] = {}
        refined = {-1: -1}
        for state in alive:
            key = (block[state], *(block[target] for target in moves[state]))
            refined[state] = names.setdefault(key, len(names))
        if len(names) + 1 == blocks:
            break
        block, blocks = refined, len(names) + 1
    rows = {block[state]: [block[target] for target in moves[state]] for state in alive}
    return _walked(rows, block, dfa.start, accept & alive)


def _alive(dfa: Dfa) -> set[int]:
    """Return the states from which an accepting state can be reached."""
    sources: dict[int, list[int]] = {}
    for state, row in enumerate(dfa.moves):
        for target in set(row):
            sources.setdefault(target, []).append(state)
    alive = set(dfa.accept)
    waiting = list(alive)
    for state in waiting:
        for source in sources.get(state, ()):
            if source not in alive:
                alive.add(source)
                waiting.append(source)
    return alive


def _walked(moves: Mapping[int, Sequence[int]], block: Mapping[int, int], start: int, accept: Iterable[int]) -> Dfa:
    """Return the automaton of blocks of equal states, without those that are never reached."""
    number = {block[start]: 0}
    waiting = [block[start]]
    for state in waiting:
        for target in moves[state]:
            if target >= 0 and target not in number:
                number[target] = len(number)
                waiting.append(target)
    number[-1] = -1
    rows = Moves(tuple(number[target] for target in moves[state]) for state in waiting)
    return Dfa(0, tuple(sorted({number[block[state]] for state in accept if block[state] in number})), rows)
