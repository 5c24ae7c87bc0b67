"""Search the positions of the bank: ``python -m nonet.create.bank_search`` writes the file again, in about 5 minutes.

The search has numbered rounds. What a round tries depends only on the seed, on its number and on the positions found
before, so the same seed and the same number of rounds give the same bank. There are three kinds of rounds:

- paths: the explanations of random puzzles; after the first rounds only up to the techniques that are easy to search;
- extreme: the explanations of puzzles that are made harder, for the techniques that random puzzles seldom need;
- near: puzzles near the positions of the technique that has too few, or of a similar one. A rare technique is
  thousands of times more frequent there than in random puzzles, since most clues of the position stay, and the same
  techniques lead to it. If what follows is too hard, digits of the solution become clues, too, as long as the
  technique stays the next step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..engine import canonical_many, pencilmarks_many
from ..geometry import Shape, bits
from ..grid import Grid
from ..logic import DEFAULT_TECHNIQUES, Candidate, Level, Marks, Technique, canonical_start, find_next, technique
from ..position import Position
from ..rows import has_several
from ..solving import solve
from .bank import BANK_FILE, KINDS, Bank, BankPosition, easier_techniques, next_in_explanation
from .difficulty import take_all
from .factory import PuzzleFactory
from .hill_climbing import climb, hardest
from .near_bank import near_starts
from .random_source import RandomSource
from .reduction import Digits, remove_clues, solution_counts
from .request import Request

__all__ = ["ROUNDS", "BankSearch", "main"]

ROUNDS = 250
"""The rounds of the bank that comes with nonet."""
_NINE = Shape(3, 3)
_WANTED, _WANTED_HARDEST = 20, 5
"""Positions for each technique, and how many of them at least have the best kind, if it is possible."""
_TABLE = tuple(row for row in DEFAULT_TECHNIQUES if row.id != "answer")
_RANK = {row.id: rank for rank, row in enumerate(_TABLE)}
_OTHER_SINGLES = {
    "naked-single": [technique("hidden-single")],
    "hidden-single": [technique("naked-single")],
}
"""What must not apply in a position for a single, so that it is the only kind of single there."""
_OTHER_FORMS = {
    row.id: [other.id for other in _TABLE if other is not row and row.id in next_in_explanation(other.id)]
    for row in _TABLE
}
"""The techniques that may have a step, too, where an explanation uses one."""
_LAST_OF_PATHS = _RANK["sashimi-jellyfish"]
_LAST_OF_EXTREME = _RANK["house-forcing-chain"]
_FULL_PATHS, _PATHS, _EXTREME = 4, 36, 6
"""The number of rounds with paths to the end, of those with other paths, and of those with extreme puzzles. All others
are near."""
_MOST_ALIKE, _VARIED = 5, 115
"""How many positions for a technique may have the same solution, and up to which round. So a technique with few
solutions is searched near similar techniques before its section is filled."""
_NEAR = (
    (_VARIED, 0, _LAST_OF_PATHS + 1),
    (126, _LAST_OF_PATHS + 1, len(_TABLE)),
    (150, 0, _LAST_OF_PATHS + 1),
)
"""Up to which round the near rounds are for which techniques of the table. Those after the paths take much longer."""
_BLOCK = 512
"""Random puzzles per round."""
_TRIALS = 32
"""Puzzles near a position per round."""
_MOST_ADDED = 8
"""How many digits of the solution are tried as further givens of a position."""


class BankSearch:
    """The search for the positions of the bank."""

    def __init__(self, seed: int) -> None:
        self.seed, self.round = seed, 0
        self.found: dict[str, list[BankPosition]] = {row.id: [] for row in _TABLE}
        self._tried: Counter[str] = Counter()

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
        """The number of the next round, the number of positions of each kind, and how many are missing."""
        kinds = [each.kind for section in self.found.values() for each in section]
        missing = {name: _WANTED - len(section) for name, section in self.found.items() if len(section) < _WANTED}
        counts = ", ".join(f"{kinds.count(kind)} of kind {kind}" for kind in KINDS)
        return f"round {self.round}: {counts}; missing {missing}"

    def run_round(self) -> None:
        """Run the next round."""
        random = Random(f"{self.seed}/{self.round}")  # noqa: S311
        if self.round < _FULL_PATHS:
            self._paths(random, len(_TABLE))
        elif self.round < _FULL_PATHS + _PATHS:
            self._paths(random, _LAST_OF_PATHS)
        elif self.round < _FULL_PATHS + _PATHS + _EXTREME:
            self._extreme(random)
        else:
            self._near(random)
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
        alike = self._alike(name).get(_canonical_solution(position.givens), [])
        too_many = alike if len(alike) >= self._most_alike else section if len(section) == _WANTED else []
        if too_many:
            worst = max(too_many, key=lambda each: KINDS.index(each.kind))
            if KINDS.index(worst.kind) <= KINDS.index(kind):
                return
            section.remove(worst)
        section.append(BankPosition(kind, position))

    def _alike(self, name: str) -> dict[Grid, list[BankPosition]]:
        """Return the positions for a technique by the canonical form of their solutions."""
        found: dict[Grid, list[BankPosition]] = {}
        for each in self.found[name]:
            found.setdefault(_canonical_solution(each.position.givens), []).append(each)
        return found

    @property
    def _most_alike(self) -> int:
        """How many positions for a technique may have the same solution."""
        return _MOST_ALIKE if self.round < _VARIED else _WANTED

    def missing(self, name: str) -> int:
        """Return how many positions are missing, or have no good kind."""
        kinds = Counter(each.kind for each in self.found[name])
        if technique(name).level <= Level.MEDIUM:
            return 0
        worse = max(_WANTED_HARDEST - kinds["h"], 0) if kinds["h"] + kinds["p"] else 0
        return _WANTED - kinds.total() + worse

    # Rounds

    def _paths(self, random: Random, last: int) -> None:
        self._follow_all(self._puzzles(random), last)

    def _extreme(self, random: Random) -> None:
        self._follow_all(climb(hardest(self._puzzles(random)), minimal=True), _LAST_OF_EXTREME)

    def _near(self, random: Random) -> None:
        first, end = next((part for last, *part in _NEAR if self.round < last), (0, len(_TABLE)))
        rows = _TABLE[first:end]
        name = max((row.id for row in rows), key=lambda each: self.missing(each) / (1 + self._tried[each]))
        if not self.missing(name):
            return
        self._tried[name] += 1
        position = _eased(random, *self._root(random, name))
        start = near_starts([position], RandomSource.of(random.getrandbits(60), range(_TRIALS)))
        self._follow_all(remove_clues(start.boards, start.ranks, _is_unique), max(_last(name), _LAST_OF_PATHS))

    def _root(self, random: Random, name: str) -> tuple[Position, str]:
        """Return a position for a technique and its name, or for a similar technique if there are too few.

        Each solution has the same chance. If all positions are there, only the kind is to become better.
        """
        best = min((each.kind for each in self.found[name]), key=KINDS.index, default="")
        is_full = len(self.found[name]) == _WANTED
        alike = [
            useful
            for group in self._alike(name).values()
            if is_full or len(group) < self._most_alike
            if (useful := [each for each in group if each.kind == best or not is_full])
        ]
        if alike:
            return random.choice(random.choice(alike)).position, name
        others = [row for row in _TABLE if row.id != name and self.found[row.id]]
        family = [row for row in others if row.family == technique(name).family]
        if self.round < _VARIED:  # if that does not help, all similar ones are tried later
            family = [min(family or others, key=lambda row: abs(_RANK[row.id] - _RANK[name]))]
        similar = random.choice(family or others).id
        return random.choice(self.found[similar]).position, similar

    def _puzzles(self, random: Random) -> Digits:
        return PuzzleFactory(Request.of(), random.getrandbits(60)).puzzles(range(_BLOCK))

    # Explanations

    def _follow_all(self, rows: Digits, last: int) -> None:
        """Add the positions of the puzzles that singles and locked candidates do not solve."""
        rows = rows[has_several(pencilmarks_many(rows, threads=1)).any(axis=1)]
        for row in canonical_many(rows, threads=1).digits:
            self.follow(Grid.of_digits(row.tobytes(), _NINE), last)

    def follow(self, puzzle: Grid, last: int = len(_TABLE)) -> None:
        """Add positions of the explanation of a puzzle, up to the first step of a technique after number `last`."""
        seen = dict[str, Marks]()
        marks = Marks.of(Position(puzzle))
        for before, name in _path(marks, self._at_once(), _TABLE[: last + 1]):
            marks = before
            if name and find_next(marks, _OTHER_SINGLES.get(name, [])) is None:
                seen.setdefault(name, marks)
        hardest_name = max(seen, key=_RANK.__getitem__, default="")
        for name, before in seen.items():
            is_hardest = name == hardest_name and not marks.blanks
            self.add(name, "h" if is_hardest else "p", before.position)
            for form in _OTHER_FORMS[name]:
                if self.needs(form, "f") and find_next(before, [technique(form)]) is not None:
                    self.add(form, "f", before.position)

    def _at_once(self) -> Sequence[Technique]:
        """Return the first techniques of the table, which have enough positions; their order does not matter."""
        end = next((rank for rank, row in enumerate(_TABLE) if self._lacks(row.id)), len(_TABLE))
        return [row for row in _TABLE[:end] if row.level <= Level.MEDIUM]

    def _lacks(self, name: str) -> bool:
        return any(len(self.found[each]) < _WANTED for each in (name, *_OTHER_FORMS[name]))


def _path(marks: Marks, at_once: Sequence[Technique], rows: Sequence[Technique]) -> Iterator[tuple[Marks, str]]:
    """Yield the marks before each step, and its technique; then the last marks, and an empty name.

    The steps of the techniques in `at_once`, the first ones of `rows`, are taken together.
    """
    while marks.blanks:
        marks = take_all(marks, at_once)
        step = find_next(marks, rows[len(at_once) :]) if marks.blanks else None
        if step is None:
            break
        yield marks, step.technique
        marks = marks.after(step.placements, step.eliminations)
    yield marks, ""


def _end(marks: Marks, rows: Sequence[Technique]) -> Marks:
    """Return the marks after all steps of some techniques of the table."""
    *_, (marks, _) = _path(marks, [row for row in rows if row.level <= Level.MEDIUM], rows)
    return marks


def _last(name: str) -> int:
    """Return the rank of the last technique that an explanation may use in a position for this one."""
    return max(_RANK[each] for each in next_in_explanation(name))


def _is_unique(rows: Digits) -> NDArray[np.bool_]:
    return np.asarray(solution_counts(rows, _NINE, 2) == 1)


@cache
def _canonical_solution(puzzle: Grid) -> Grid:
    return canonical_start(solve(puzzle))


def _eased(random: Random, position: Position, name: str) -> Position:
    """Return the position with more givens, so that no harder technique is needed, if that is possible.

    A cell that is blank when the techniques have done what they can becomes a given, again and again, as long as the
    technique stays the next step.
    """
    marks, solution, givens = Marks.of(position), solve(position.givens), position.givens
    easier, rows = easier_techniques(name), _TABLE[: _last(name) + 1]
    for _ in range(_MOST_ADDED):
        blanks = list(bits(_end(marks, rows).blanks))
        if not blanks:
            break
        cell = random.choice(blanks)
        after = _end(marks.after([Candidate(cell, solution[cell])]), easier)
        if find_next(after, [technique(name)]) is not None:
            marks, givens = after, givens.replace({cell: solution[cell]})
    return Position(givens, marks.position.grid)


def main(arguments: Iterable[str] | None = None) -> None:
    """Search the positions of the bank, and write the file."""
    import argparse
    from pathlib import Path

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=BANK_FILE, help="by default the file of the package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args(None if arguments is None else list(arguments))
    search = BankSearch(options.seed)
    while search.round < options.rounds:
        search.run_round()
        print(search.summary, flush=True)
    options.file.write_text(search.bank.text, encoding="ascii")
    for name, section in search.bank.lines.items():
        print(f"{name:34}{''.join(line[0] for line in section)}")


if __name__ == "__main__":
    main()
