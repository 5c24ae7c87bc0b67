"""The bank: positions in which a technique is the next step, in a file that `nonet.create.bank_search` writes.

::

    # seed 1, round 240
    [xy-wing]
    h 4..a.7...91.b...           the digits: 1 to 9 are given, a to i are placed 1 to 9
                      0a3f00...  the eliminated candidates, as a hexadecimal number

The first letter is the kind of the position:

- h: the explanation of the puzzle uses the technique here, and it is the last one of the table that it needs;
- p: the explanation uses the technique here, but needs a later one, too;
- f: the explanation passes this position, but continues with another technique (see `next_in_explanation`).

So a player who takes the steps of the explanation gets to each position.

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

__all__ = [
    "BANK_FILE",
    "KINDS",
    "NEVER_USED",
    "Bank",
    "BankPosition",
    "easier_techniques",
    "equals",
    "next_in_explanation",
    "read_bank",
]

KINDS = "hpf"
"""The kinds of positions, the best first."""

BANK_FILE = Path(__file__).with_name("bank.txt")

_EQUALS = (
    rivals("x-chain"),
    rivals("aic"),
    (*rivals("grouped-aic"), "als-xy-wing", "als-chain"),
    ("nishio", "contradiction-forcing-chain"),
    ("contradiction-forcing-net", "cell-forcing-net", "house-forcing-net"),
)
"""Techniques that show the same deductions in different forms. Where one of them applies, often another does, too: a
chain can be read as a loop, and an assumption is refuted in a house or in a cell."""

_PLACES = {
    "multi-colors-2": "multi-colors-1",
    "franken-x-wing": "pointing",
    "finned-franken-x-wing": "finned-x-wing",
    "franken-swordfish": "continuous-nice-loop",
    "cell-forcing-chain": "nishio",
    "house-forcing-chain": "nishio",
    "aligned-pair-exclusion": "grouped-continuous-nice-loop",
}
"""Techniques that are practiced where an easier one is the next step: only the techniques before that one, and not all
before the technique itself, have no step there.

Of all but the last, no explanation has a step, since wherever one of them has a step, an easier technique has one, too:

- Multi Colors 2: a color A sees both colors of another cluster, one of them, B, in a cell b, the other one, C, in a
  cell c. Then A and B exclude each other, so one of their opposites is true. The cell of A that sees c sees both of
  these opposites, so Multi Colors 1 eliminates it.
- Franken X-Wing: the digit is locked where a box crosses a line, so there is a step of Pointing or Claiming.
- Finned Franken X-Wing: if the elimination were true, each of the two houses of the base would have its digit in the
  same third house. The places that each of them would lose are on one line of one box. So this is a chain with two
  strong links: a Skyscraper, a 2-String Kite, a Turbot Fish, or one of their forms with groups.
- Franken Swordfish: in two lines through three boxes, one box of the base (or cover) has only (or no) places. So the
  other two boxes have a strong link in the third line, and with the other houses it is a chain with groups.
- Cell and House Forcing Chain: links have no direction, so the cases, read backwards, are a contradiction.

Aligned Pair Exclusion is more than ALS-XZ or a chain with sets only if it needs three sets or more. Such positions
exist, but they are extremely rare.
"""

NEVER_USED = frozenset(_PLACES) - {"aligned-pair-exclusion"}
"""The techniques that no explanation uses."""

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
    first = _PLACES.get(name, name)
    rank = next(rank for rank, row in enumerate(DEFAULT_TECHNIQUES) if row.id == first)
    return [row for row in DEFAULT_TECHNIQUES[:rank] if row.id not in equals(first)]


def next_in_explanation(name: str) -> tuple[str, ...]:
    """Return the techniques of which an explanation may use one in a position for this one, often itself.

    >>> next_in_explanation("x-wing"), next_in_explanation("multi-colors-2")
    (('x-wing',), ('multi-colors-1',))
    """
    return equals(_PLACES.get(name, name))


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
