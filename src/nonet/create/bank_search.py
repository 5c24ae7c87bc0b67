"""Search the positions of the bank: ``python -m nonet.create.bank_search --seconds 600`` continues where it stopped.

The search has numbered rounds. What a round tries depends only on the seed, on its number and on the positions found
before, so the same number of rounds gives the same bank. A round is one of these:

- paths: the explanations of random puzzles;
- extreme: the explanations of puzzles that are made harder;
- walks: random puzzles, in which now and then a random wrong candidate is eliminated instead of the next step taken, so
  that one puzzle has many positions;
- near: puzzles near the positions of a technique. If a position has eliminated candidates that the easier techniques do
  not exclude, digits of the solution that exclude them become clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..engine import canonical_many, pencilmarks_many
from ..geometry import Shape, bits
from ..grid import Grid
from ..logic import DEFAULT_TECHNIQUES, Candidate, Level, Marks, Technique, find_next, technique
from ..position import Position
from ..rows import has_several
from ..solving import solve
from .bank import BANK_FILE, KINDS, Bank, BankPosition, easier_techniques, equals
from .difficulty import take_all
from .factory import PuzzleFactory
from .hill_climbing import climb, hardest
from .reduction import Digits, remove_clues, solution_counts
from .request import Request

__all__ = ["BankSearch", "main"]

_NINE = Shape(3, 3)
_WANTED = 20
"""Positions for each technique."""
_TABLE = tuple(row for row in DEFAULT_TECHNIQUES if row.id != "answer")
_RANK = {row.id: rank for rank, row in enumerate(_TABLE)}
_OTHER_SINGLES = {
    "naked-single": [technique("hidden-single")],
    "hidden-single": [technique("naked-single")],
}
"""What must not apply in a position for a single, so that it is the only kind of single there."""
_SELDOM = (
    *("als-xy-wing", "als-chain", "cell-forcing-chain", "house-forcing-chain"),
    *("cell-forcing-net", "house-forcing-net"),
)
"""The techniques that explanations hardly ever use, since another form of them comes first."""
_ROUNDS = ("paths", *6 * ("walks", "near", "walks", "near", "near", "extreme", "near", "near"))
"""The kinds of rounds, in turn."""
_BLOCK = 256
"""Random puzzles per block."""
_STEPS = 30
"""The most steps of a walk."""
_LATE = "sue-de-coq"
"""From this technique on, walks take too long."""
_TRIALS = 96
"""Puzzles near positions per round."""
_MOST_CHANGED, _MOST_ADDED = 6, 6
"""How many givens of a position are removed first at most, and how many digits of the solution are added."""


class BankSearch:
    """The search for the positions of the bank."""

    def __init__(self, bank: Bank) -> None:
        self.seed, self.round = bank.seed, bank.round
        self.found = {row.id: bank.positions(row.id) for row in _TABLE}

    @property
    def bank(self) -> Bank:
        """What is found so far."""
        lines = {
            name: sorted((each.text for each in section), key=lambda line: KINDS.index(line[0]))
            for name, section in self.found.items()
        }
        return Bank(self.seed, self.round, lines)

    @property
    def summary(self) -> str:
        """The number of the next round, and of the positions of each kind."""
        kinds = [each.kind for section in self.found.values() for each in section]
        return f"round {self.round}: {', '.join(f'{kinds.count(kind)} {kind}' for kind in KINDS)}"

    def run_round(self) -> None:
        """Run the next round."""
        random = Random(f"{self.seed}/{self.round}")  # noqa: S311
        getattr(self, f"_{_ROUNDS[self.round % len(_ROUNDS)]}")(random)
        self.round += 1

    # What is needed

    def needs(self, name: str, kind: str) -> bool:
        """Return whether a position of this kind is better than what there is."""
        section = self.found[name]
        if len(section) < _WANTED:
            return True
        is_better = any(KINDS.index(kind) < KINDS.index(each.kind) for each in section)
        return is_better and technique(name).level > Level.MEDIUM

    def add(self, name: str, kind: str, position: Position) -> None:
        """Add a position of another puzzle, in place of one of a worse kind if there are enough."""
        section = self.found[name]
        same = [each for each in section if each.position.givens == position.givens]
        if any(KINDS.index(each.kind) <= KINDS.index(kind) for each in same) or not self.needs(name, kind):
            return
        section[:] = [each for each in section if each not in same]
        if len(section) == _WANTED:
            section.remove(max(section, key=lambda each: KINDS.index(each.kind)))
        section.append(BankPosition(kind, position))

    @property
    def at_once(self) -> Sequence[Technique]:
        """The first techniques of the table, up to one of which a position is needed; their order does not matter."""
        end = next((rank for rank, row in enumerate(_TABLE) if self.needs(row.id, "h")), len(_TABLE))
        return [row for row in _TABLE[:end] if row.level <= Level.MEDIUM]

    # Rounds

    def _paths(self, random: Random) -> None:
        for row in canonical_many(self._puzzles(random), threads=1).digits:
            self.follow(Grid.of_digits(row.tobytes(), _NINE))

    def follow(self, puzzle: Grid, last: int = len(_TABLE)) -> None:
        """Add positions of the explanation of a puzzle, up to the first step of a technique after number `last`."""
        marks = Marks.of(Position(puzzle))
        at_once, seen = self.at_once, dict[str, Marks]()
        while marks.blanks:
            marks = take_all(marks, at_once)
            step = find_next(marks, _TABLE[len(at_once) : last + 1]) if marks.blanks else None
            if step is None:
                break
            if find_next(marks, _OTHER_SINGLES.get(step.technique, [])) is None:
                seen.setdefault(step.technique, marks)
            marks = marks.after(step.placements, step.eliminations)
        hardest_name = max(seen, key=_RANK.__getitem__, default="")
        for name, before in seen.items():
            self.add_forms(name, "p", before)
            if name == hardest_name and not marks.blanks:
                self.add(name, "h", before.position)

    def add_forms(self, name: str, kind: str, marks: Marks) -> None:
        """Add a position for the technique that is the next step, and for the other forms of it that apply."""
        for each in equals(name):
            if self.needs(each, kind) and (each == name or find_next(marks, [technique(each)]) is not None):
                self.add(each, kind, marks.position)

    def _extreme(self, random: Random) -> None:
        for form in canonical_many(climb(hardest(self._puzzles(random))[:2], minimal=True), threads=1).digits:
            self.follow(Grid.of_digits(form.tobytes(), _NINE))

    def _walks(self, random: Random) -> None:
        for row in self._puzzles(random):
            puzzle = Grid.of_digits(row.tobytes(), _NINE)
            self._walk(random, Marks.of(Position(puzzle)), solve(puzzle))

    def _walk(self, random: Random, marks: Marks, solution: Grid) -> None:
        rows = easier_techniques(_LATE)
        at_once = [row for row in rows if row.level <= Level.MEDIUM]
        for _ in range(_STEPS):
            marks = take_all(marks, at_once)
            step = find_next(marks, rows[len(at_once) :]) if marks.blanks else None
            if step is not None and self.needs(step.technique, "e"):
                self.add(step.technique, "e", marks.position)
            if step is not None and random.random() < 0.5:
                marks = marks.after(step.placements, step.eliminations)
            elif wrong := _wrong(marks, solution):
                marks = marks.after(eliminations=[random.choice(wrong)])
            else:
                break

    def _near(self, random: Random) -> None:
        counts = {name: sum(each.kind == "h" for each in section) for name, section in self.found.items() if section}
        names = [name for name in counts if technique(name).level > Level.MEDIUM]
        weights = [(_WANTED - counts[name]) * (1 if name in _SELDOM else 10) for name in names]
        if not any(weights):
            return
        name = random.choices(names, weights)[0]
        position = random.choice(self.found[name]).position
        left = _unexplained(position, name)
        starts = [_start_near(random, position, left) for _ in range(_TRIALS)]
        boards, ranks = (np.array(part, np.uint8) for part in zip(*starts, strict=True))
        rows = np.unique(remove_clues(boards, ranks, _is_unique), axis=0)
        for form in canonical_many(self._not_simple(rows), threads=1).digits:
            self.follow(Grid.of_digits(form.tobytes(), _NINE), max(_RANK[each] for each in equals(name)))

    def _puzzles(self, random: Random, number: int = _BLOCK) -> Digits:
        return self._not_simple(PuzzleFactory(Request.of(), random.getrandbits(60)).puzzles(range(number)))

    def _not_simple(self, rows: Digits) -> Digits:
        """Return the puzzles that singles and locked candidates do not solve."""
        return rows[has_several(pencilmarks_many(rows, threads=1)).any(axis=1)]


def _is_unique(rows: Digits) -> NDArray[np.bool_]:
    return np.asarray(solution_counts(rows, _NINE, 2) == 1)


def _wrong(marks: Marks, solution: Grid) -> list[Candidate]:
    """Return the candidates that are not part of the solution."""
    cells = list(bits(marks.blanks))
    return [
        Candidate(cell, bit + 1) for cell in cells for bit in bits(marks.of_cell[cell]) if bit + 1 != solution[cell]
    ]


def _exhausted(marks: Marks, name: str) -> Marks:
    """Return the marks after all steps of the techniques before this one."""
    rows = easier_techniques(name)
    at_once = [row for row in rows if row.level <= Level.MEDIUM]
    while marks.blanks:
        marks = take_all(marks, at_once)
        step = find_next(marks, rows[len(at_once) :]) if marks.blanks else None
        if step is None:
            break
        marks = marks.after(step.placements, step.eliminations)
    return marks


def _unexplained(position: Position, name: str) -> list[Candidate]:
    """Return the eliminated candidates of a position that the techniques before this one do not exclude."""
    explained = _exhausted(Marks.of(Position(position.givens)), name)
    return [
        Candidate(cell, bit + 1)
        for cell in bits(explained.blanks)
        if not position.grid[cell]
        for bit in bits(explained.of_cell[cell] & ~position.candidate_masks[cell])
    ]


def _start_near(random: Random, position: Position, left: Sequence[Candidate]) -> tuple[list[int], list[int]]:
    """Return a board with clues, and the order in which they are removed: see `near_bank`; added ones are the last."""
    board, solution, shape = list(position.grid), solve(position.givens), position.grid.shape
    added = set()
    for cell, digit in left:
        places = [other for other in shape.peers[cell] if solution[other] == digit and not board[other]]
        added |= {random.choice(places)} if places else set()
    blanks = [cell for cell in range(shape.cells) if not board[cell]]
    added.update(random.sample(blanks, min(len(blanks), random.randint(0, _MOST_ADDED))))
    for cell in added:
        board[cell] = solution[cell]
    givens = [cell for cell, digit in enumerate(position.givens) if digit]
    changed = set(random.sample(givens, random.randint(1, _MOST_CHANGED)))
    parts = (changed, set(range(shape.cells)) - added - set(givens), set(givens) - changed, added)
    order = [cell for part in parts for cell in random.sample(sorted(part), len(part))]
    return board, [order.index(cell) for cell in range(shape.cells)]


def main(arguments: Iterable[str] | None = None) -> None:
    """Run the search for some seconds, and write the bank after each minute and at the end."""
    import argparse
    from time import monotonic

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the seed of a new search")
    parser.add_argument("--seconds", type=float, default=60, help="how long to search")
    options = parser.parse_args(None if arguments is None else list(arguments))
    text = BANK_FILE.read_text(encoding="ascii") if BANK_FILE.exists() else f"# seed {options.seed}, round 0\n"
    search, end, written = BankSearch(Bank.parse(text)), monotonic() + options.seconds, monotonic()
    while monotonic() < end:
        search.run_round()
        print(search.summary, flush=True)
        if monotonic() > written + 30:
            BANK_FILE.write_text(search.bank.text, encoding="ascii")
            written = monotonic()
    BANK_FILE.write_text(search.bank.text, encoding="ascii")
    for name, section in search.found.items():
        print(f"{name:34}{''.join(sorted((each.kind for each in section), key=KINDS.index))}")


if __name__ == "__main__":
    main()
