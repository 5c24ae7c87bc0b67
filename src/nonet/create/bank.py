"""The bank: positions in which a technique is the next step, in a file that `nonet.create.bank_search` writes.

::

    # seed 1, round 240
    [xy-wing]
    h 4..a.7...91.b...           the digits: 1 to 9 are given, a to i are placed 1 to 9
                      0a3f00...  the eliminated candidates, as a hexadecimal number

The first letter is the kind of the position:

- h: the explanation of the puzzle passes such a position, and the technique is the last one of the table that it needs;
- p: the explanation of the puzzle passes this position, but continues with another form of the technique (see
  `equals`), or needs a later technique too;
- e: the position has eliminated candidates that only a harder technique, or the solution, excludes.

The candidates that the digits leave possible are numbered in reading order, and bit i of the number is candidate i.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..geometry import bits
from ..grid import Grid
from ..logic import DEFAULT_TECHNIQUES, Technique, rivals
from ..position import Position, possible_masks

__all__ = ["BANK_FILE", "KINDS", "Bank", "BankPosition", "easier_techniques", "equals", "read_bank"]

KINDS = "hpe"
"""The kinds of positions, the best first."""

BANK_FILE = Path(__file__).with_name("bank.txt")

_EQUALS = (
    rivals("x-chain"),
    rivals("aic"),
    (*rivals("grouped-aic"), "als-xy-wing", "als-chain"),
    ("nishio", "contradiction-forcing-chain", "cell-forcing-chain", "house-forcing-chain"),
    ("contradiction-forcing-net", "cell-forcing-net", "house-forcing-net"),
)
"""Techniques that show the same deductions in different forms. Where one of them applies, often another does, too: a
chain can be read as a loop, and the cases of a cell, read backwards, are a contradiction."""

_SHIFT = ord("a") - ord("1")


def equals(name: str) -> tuple[str, ...]:
    """Return the techniques that are another form of this one, with itself.

    >>> equals("x-wing"), equals("aic")
    (('x-wing',), ('continuous-nice-loop', 'discontinuous-nice-loop', 'aic'))
    """
    return next((group for group in _EQUALS if name in group), (name,))


def easier_techniques(name: str) -> list[Technique]:
    """Return the techniques of the table before this one, without its other forms.

    In each position for a technique, none of these has a step.

    >>> [row.id for row in easier_techniques("locked-pair")][0]
    'full-house'
    """
    rank = next(rank for rank, row in enumerate(DEFAULT_TECHNIQUES) if row.id == name)
    return [row for row in DEFAULT_TECHNIQUES[:rank] if row.id not in equals(name)]


class BankPosition(NamedTuple):
    """A position of the bank.

    >>> one = BankPosition("h", Position("1" + 80 * ".").place("r1c2", 2).eliminate("r1c3", 3, 5))
    >>> one.text[:6], len(one.text), BankPosition.parse(one.text) == one
    ('h 1b..', 85, True)
    """

    kind: str
    position: Position

    @classmethod
    def parse(cls, line: str) -> BankPosition:
        """Return the position of a line."""
        kind, signs, eliminated = line.split()
        givens = Grid("".join(sign if sign.isdecimal() else "." for sign in signs))
        grid = Grid("".join(chr(ord(sign) - _SHIFT) if sign.isalpha() else sign for sign in signs))
        masks, number = list(possible_masks(grid)), int(eliminated, 16)
        for cell, mask in enumerate(masks):
            for digit in bits(mask):
                masks[cell] &= ~((number & 1) << digit)
                number >>= 1
        return cls(kind, Position(givens, grid, masks))

    @property
    def text(self) -> str:
        """The line of the position."""
        position = self.position
        digits = zip(str(position.givens), str(position.grid), strict=True)
        signs = [digit if digit == given else chr(ord(digit) + _SHIFT) for given, digit in digits]
        number = place = 0
        for possible, mask in zip(possible_masks(position.grid), position.candidate_masks, strict=True):
            for digit in bits(possible):
                number |= (~mask >> digit & 1) << place
                place += 1
        return f"{self.kind} {''.join(signs)} {number:x}"


class Bank(NamedTuple):
    """The positions for each technique, and how far the search for them is."""

    seed: int
    round: int
    """The next round of the search."""
    lines: Mapping[str, Sequence[str]]
    """The lines of each technique, which are parsed when they are needed."""

    @classmethod
    def parse(cls, text: str) -> Bank:
        """Return the bank of a text.

        >>> bank = Bank.parse("# seed 1, round 2\\n[x-wing]\\n")
        >>> bank.seed, bank.round, bank.lines["x-wing"]
        (1, 2, [])
        >>> bank.text
        '# seed 1, round 2\\n[x-wing]\\n'
        """
        head, *rest = text.splitlines()
        lines: dict[str, list[str]] = {}
        for line in rest:
            if line.startswith("["):
                section = lines.setdefault(line.strip("[]"), [])
            else:
                section.append(line)
        seed, number = (int(part.split()[-1]) for part in head.split(","))
        return cls(seed, number, lines)

    @property
    def text(self) -> str:
        """The text of the bank, one position per line."""
        lines = [f"# seed {self.seed}, round {self.round}"]
        for name, section in self.lines.items():
            lines += [f"[{name}]", *section]
        return "\n".join([*lines, ""])

    def positions(self, technique: str) -> list[BankPosition]:
        """Return the positions for a technique, given by its identifier; none if the bank has none."""
        return list(map(BankPosition.parse, self.lines.get(technique, ())))


@cache
def read_bank() -> Bank:
    """Return the bank that comes with nonet.

    >>> len(read_bank().positions("x-wing"))
    20
    """
    return Bank.parse(BANK_FILE.read_text(encoding="ascii"))
