"""Steps in words: full sentences in several languages, made from a step's evidence by templates.

A language is a small module (`words_en`, `words_zh`) with the same names in it: how to join things, what houses are
called, how a link of a chain is told, and a table of sentences for each technique. A sentence names the parts of the
evidence in braces: a role of cells or houses (of houses ``{link_house}``, where ``{link}`` are cells), ``{digit}``
(the first digit), ``{digits}``, ``{d1}``, ``{d2}``, ..., ``{set1}``, ``{set2}``, ... A sentence whose parts are not all
there is left out, so one table serves the variants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import Any, TypeAlias

from ...errors import NonetError
from ...geometry import Shape, bits, digits_of
from ..step import Candidate, Chain, Node, Step
from ..techniques import technique
from . import chinese, english

__all__ = ["CELL_STYLES", "LANGUAGES", "Words"]

LANGUAGES = ("en", "zh")
"""The languages that steps are told in."""

_CELL_FIRST = re.compile(r"r\d+c\d")
"""Cells keep their small letter at the head of a sentence."""
_SAME_WORDS = {
    "als-xz/cannibal": "als-xz/doubly linked",
    "cell-forcing-net": "cell-forcing-chain",
    "discontinuous-nice-loop": "discontinuous-nice-loop/strike",
    "grouped-continuous-nice-loop": "continuous-nice-loop",
    "grouped-discontinuous-nice-loop": "discontinuous-nice-loop/strike",
    "grouped-discontinuous-nice-loop/place": "discontinuous-nice-loop/place",
    "grouped-discontinuous-nice-loop/strike": "discontinuous-nice-loop/strike",
    "house-forcing-net": "house-forcing-chain",
}
"""What is told in the words of another technique or variant, in every language."""

CellStyle: TypeAlias = Callable[[Shape, int], str]


def _letter_row(shape: Shape, cell: int) -> str:
    row, column = divmod(cell, shape.size)
    return f"{chr(ord('A') + row)}{column + 1}"


def _letter_column(shape: Shape, cell: int) -> str:
    row, column = divmod(cell, shape.size)
    return f"{chr(ord('A') + column)}{row + 1}"


CELL_STYLES: dict[str, CellStyle] = {"rc": Shape.cell_name, "a1": _letter_row, "sheet": _letter_column}
"""How cells are called: r1c2, A2 (the letter is the row), or B1 (the letter is the column, as in a spreadsheet)."""


class Words:
    """What a step is called and why it holds, in one language and one way to name cells.

    >>> words = Words(Shape(3, 3))
    >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
    >>> words.title(step)
    'Naked Single'
    >>> words.pattern(step)
    'r1c1 has one candidate left: 5.'
    >>> words.conclusion(step)
    'So 5 goes into r1c1.'
    """

    def __init__(self, shape: Shape, language: str = "en", cells: str = "rc") -> None:
        if language not in LANGUAGES:
            raise NonetError(f"there is no language {language!r:.20}; the languages are {', '.join(LANGUAGES)}")
        if cells not in CELL_STYLES:
            raise NonetError(f"there is no way {cells!r:.20} to name cells; the ways are {', '.join(CELL_STYLES)}")
        self.shape = shape
        self.language: Any = {"en": english, "zh": chinese}[language]
        self.cell_style = CELL_STYLES[cells]

    # The parts of a sentence

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return self.cell_style(self.shape, cell)

    def cells(self, mask: int) -> str:
        """Cells in reading order."""
        return self.join(self.cell(cell) for cell in bits(mask))

    def one_of(self, mask: int) -> str:
        """A cell, or one of several."""
        joined: str = self.language.either([self.cell(cell) for cell in bits(mask)])
        return joined

    def digits(self, digits: Iterable[int]) -> str:
        """Digits in the order given."""
        return self.join(map(self.shape.symbol, digits))

    def house(self, house: int) -> str:
        """The name of a house."""
        return self.houses([house])

    def houses(self, houses: Sequence[int]) -> str:
        """Houses, those of a kind together."""
        kinds: dict[int, list[int]] = {}
        for house in houses:
            kinds.setdefault(house // self.shape.size, []).append(house % self.shape.size + 1)
        return self.join(self.language.houses(kind, numbers) for kind, numbers in kinds.items())

    def join(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        joined: str = self.language.join(list(parts))
        return joined

    def candidates(self, candidates: Iterable[Candidate]) -> str:
        """Candidates, those of a digit together."""
        cells: dict[int, int] = {}
        for cell, digit in candidates:
            cells[digit] = cells.get(digit, 0) | 1 << cell
        return str(self.language.SEMICOLON).join(
            self.language.DIGIT_IN.format(digit=self.shape.symbol(digit), cells=self.cells(cells[digit]))
            for digit in sorted(cells)
        )

    # The sentences

    def title(self, step: Step) -> str:
        """The name of the technique."""
        return self.technique(step.technique)

    def technique(self, name: str) -> str:
        """The name of a technique in this language."""
        row = technique(name)
        return row.chinese if self.language.CHINESE else row.title

    def area(self, step: Step) -> str:
        """Where to look, without giving the pattern away."""
        houses = [house for role in ("house", "base") for house in step.houses.get(role, ())]
        digits = self.digits(sorted(set(step.digits)))
        if not houses:
            cells = 0
            for mask in step.cells.values():
                cells |= mask
            for each in step.sets:
                cells |= each.cells
            for chain in step.chains:
                for node in chain.nodes:
                    cells |= node.cells
            boxes = range(2 * self.shape.size, len(self.shape.houses))
            houses = [house for house in boxes if self.shape.house_masks[house] & cells]
        if len(houses) > self.shape.size // 2 or not houses:
            wide = self._filled(self.language.AREA_WIDE, {"digits": digits} if digits else {})
            return wide or str(self.language.AREA_ALL)
        form = self.language.AREA_SINGLE if step.placements and not step.chains else self.language.AREA
        return str(form.format(houses=self.houses(houses), digits=digits))

    def pattern(self, step: Step) -> str:
        """What there is to see."""
        parts = self._parts(step)
        found = (self._filled(form, parts) for form in self.sentences(step)[0])
        told = [sentence for sentence in found if sentence]
        for number, chain in enumerate(step.chains, 1):
            if len(step.chains) > 1:
                told.append(self.language.CASE.format(number=number))
            told += self.chain(chain, step)
        return str(self.language.SPACE.join(told))

    def why(self, step: Step) -> str:
        """Why the conclusion follows."""
        parts = self._parts(step)
        found = (self._filled(form, parts) for form in self.sentences(step)[1])
        return str(self.language.SPACE.join(sentence for sentence in found if sentence))

    def conclusion(self, step: Step) -> str:
        """What follows."""
        told = []
        if step.placements:
            told.append(self.language.PLACE.format(what=self._places(step.placements)))
        if step.eliminations:
            told.append(self.language.STRIKE.format(what=self.candidates(step.eliminations)))
        return str(self.language.SPACE.join(told))

    def tell(self, step: Step) -> str:
        """The whole explanation: name, pattern, reason and conclusion."""
        parts = (self.pattern(step), self.why(step), self.conclusion(step))
        space = self.language.SPACE
        return f"{self.title(step)}{self.language.COLON}{space.join(part for part in parts if part)}"

    def chain(self, chain: Chain, step: Step) -> list[str]:
        """A chain link by link, with the reason of each."""
        told = []
        for number, node in enumerate(chain.nodes):
            if not node.parents:
                form = self.language.SUPPOSE_ON if node.on else self.language.SUPPOSE_OFF
                told.append(form.format(digit=self.shape.symbol(node.digit), cells=self.one_of(node.cells)))
            else:
                told.append(self._link(chain, number, node, step))
        return told

    def statement(self, node: Node) -> str:
        """What a node says."""
        form = self.language.ON if node.on else self.language.OFF
        return str(form.format(digit=self.shape.symbol(node.digit), cells=self.one_of(node.cells)))

    def _link(self, chain: Chain, number: int, node: Node, step: Step) -> str:
        kind, where = node.reason
        key = f"{kind}-{'on' if node.on else 'off'}"
        reason = self.language.REASONS[key].format(
            digit=self.shape.symbol(node.digit),
            cells=self.cells(node.cells),
            house=self.house(where) if kind == "house" else "",
            set=self.cells(step.sets[where].cells) if kind == "set" and where >= 0 else "",
            digits=self.digits(digits_of(step.sets[where].digits)) if kind == "set" and where >= 0 else "",
        )
        direct = node.parents == (number - 1,)
        given = "" if direct else self.join(self.statement(chain.nodes[parent]) for parent in node.parents)
        form = self.language.THEN if direct else self.language.SINCE
        return str(form.format(statement=self.statement(node), reason=reason, given=given))

    def _places(self, candidates: Iterable[Candidate]) -> str:
        return self.join(
            self.language.GOES_INTO.format(digit=self.shape.symbol(digit), cell=self.cell(cell))
            for cell, digit in candidates
        )

    def sentences(self, step: Step) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The forms of the sentences for a step: those of the pattern, and those of the reason."""
        table: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = self.language.SENTENCES
        row = technique(step.technique)
        for key in (f"{step.technique}/{step.variant}", f"{row.family}/{step.variant}", step.technique, row.family):
            key = _SAME_WORDS.get(key, key)
            if key in table:
                return table[key]
        return (), ()

    def _parts(self, step: Step) -> dict[str, str]:
        """What a sentence may name."""
        parts = {role: self.cells(mask) for role, mask in step.cells.items() if mask}
        for role, houses in step.houses.items():
            parts[f"{role}_house" if role in parts else role] = self.houses(houses) if houses else ""
        parts |= {f"d{number}": self.shape.symbol(digit) for number, digit in enumerate(step.digits, 1)}
        for number, each in enumerate(step.sets, 1):
            parts[f"set{number}"] = self.cells(each.cells)
            parts[f"set{number}_digits"] = self.digits(digits_of(each.digits))
        for number, group in enumerate(step.colours, 1):
            parts[f"colour{number}"] = self.candidates(group)
        if step.digits:
            parts["digit"], parts["digits"] = self.shape.symbol(step.digits[0]), self.digits(step.digits)
            parts["dlast"] = self.shape.symbol(step.digits[-1])
            parts["others"] = self.digits(step.digits[2:])
            parts["count"] = self.language.number(len(step.digits))
        if len(step.chains) == 1:
            first, last = step.chains[0].nodes[0], step.chains[0].nodes[-1]
            parts |= {"first": self.cells(first.cells), "last": self.cells(last.cells)}
            parts |= {"first_digit": self.shape.symbol(first.digit), "last_digit": self.shape.symbol(last.digit)}
        links = len(step.sets) - ("stem" not in step.cells)
        if 0 < links <= len(step.digits):
            parts["links"] = self._linked_sets(step, links)
        return {name: text for name, text in parts.items() if text}

    def _linked_sets(self, step: Step, links: int) -> str:
        """The sets in order, each with its digits; the first have one that links them to the next, or to the stem."""
        told = []
        for number, each in enumerate(step.sets):
            own = self.language.SET.format(cells=self.cells(each.cells), digits=self.digits(digits_of(each.digits)))
            link = self.language.LINKED.format(digit=self.shape.symbol(step.digits[number])) if number < links else ""
            told.append(own + link)
        return str(self.language.SEMICOLON).join(told)

    @staticmethod
    def _filled(form: str, parts: dict[str, str]) -> str:
        """The sentence, or nothing if a part of it is not there."""
        named = {name for _, name, _, _ in Formatter().parse(form) if name}
        if not named <= parts.keys():
            return ""
        told = form.format(**parts)
        return told if _CELL_FIRST.match(told) else told[:1].upper() + told[1:]
