"""Words: steps as sentences in English or Chinese, made from a step's evidence with templates.

Each language is a file (`english`, `chinese`) with the same names: functions that join words, the names of houses,
templates for chains and hints, and a table of templates for each technique. A template names parts of the evidence in
braces: a role of cells or houses (``{link}``; ``{link_house}`` for houses if cells have the same role), ``{digit}``
(the first digit), ``{digits}``, ``{d1}``, ``{d2}``, ..., ``{set1}``, ``{set2}``, ... A sentence is left out if the step
lacks one of its parts, so one table serves all variants of a technique. Each entry of the table has the templates of
the pattern and those of the reason, one per line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias

from ...display import LANGUAGES
from ...errors import ArgumentError
from ...geometry import Shape, bits, digits_of
from ..step import Candidate, Chain, Node, Step
from ..techniques import Level, technique
from . import chinese, english

if TYPE_CHECKING:
    from .._hint import Mistake
    from ..scales import Rating

__all__ = ["CELL_STYLES", "LANGUAGES", "Words"]

_CELL_FIRST = re.compile(r"r\d+c\d")
"""A cell's name keeps its small letter at the start of a sentence."""

_SAME_SENTENCES = {
    "als-xz/cannibal": "als-xz/doubly linked",
    "cell-forcing-net": "cell-forcing-chain",
    "complex_fish/siamese": "fish/siamese",
    "contradiction-forcing-net": "contradiction-forcing-chain",
    "discontinuous-nice-loop": "discontinuous-nice-loop/eliminate",
    "dual-empty-rectangle": "empty-rectangle",
    "finned-jellyfish": "finned-x-wing",
    "finned-swordfish": "finned-x-wing",
    "grouped-aic": "aic",
    "grouped-continuous-nice-loop": "continuous-nice-loop",
    "grouped-discontinuous-nice-loop": "discontinuous-nice-loop/eliminate",
    "grouped-discontinuous-nice-loop/place": "discontinuous-nice-loop/place",
    "grouped-discontinuous-nice-loop/eliminate": "discontinuous-nice-loop/eliminate",
    "hidden-quad": "hidden-pair",
    "hidden-triple": "hidden-pair",
    "house-forcing-net": "house-forcing-chain",
    "locked-triple": "locked-pair",
    "nishio": "contradiction-forcing-chain",
    "sashimi-jellyfish": "finned-x-wing",
    "sashimi-swordfish": "finned-x-wing",
    "sashimi-x-wing": "finned-x-wing",
    "unique-rectangle-5": "unique-rectangle-2",
    "x-chain": "aic",
    "xy-chain": "aic",
}
"""Techniques and variants that use the sentences of another one, in every language."""

_CellStyle: TypeAlias = Callable[[Shape, int], str]


def _letter_row(shape: Shape, cell: int) -> str:
    row, column = divmod(cell, shape.size)
    return f"{chr(ord('A') + row)}{column + 1}"


def _letter_column(shape: Shape, cell: int) -> str:
    row, column = divmod(cell, shape.size)
    return f"{chr(ord('A') + column)}{row + 1}"


CELL_STYLES: dict[str, _CellStyle] = {"rc": Shape.cell_name, "a1": _letter_row, "sheet": _letter_column}
"""The styles of cell names: r1c2, A2 (the letter is the row), or B1 (the letter is the column, as in a spreadsheet)."""


class Words:
    """The name of a step and the reasons for it, in one language and with one style of cell names.

    >>> words = Words(Shape(3, 3))
    >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
    >>> words.title(step)
    'Naked Single'
    >>> words.pattern(step)
    'r1c1 has one candidate left: 5.'
    >>> words.conclusion(step)
    'So 5 goes into r1c1.'
    """

    def __init__(self, shape: Shape, *, language: str = "en", cells: str = "rc") -> None:
        if language not in LANGUAGES:
            raise ArgumentError.unknown("language", language, LANGUAGES)
        if cells not in CELL_STYLES:
            raise ArgumentError.unknown("style of cell names", cells, CELL_STYLES)
        self.shape = shape
        self.language: Any = {"en": english, "zh": chinese}[language]
        self.cell_style = CELL_STYLES[cells]

    # Parts of sentences

    def cell(self, cell: int) -> str:
        """Return the name of a cell."""
        return self.cell_style(self.shape, cell)

    def cells(self, mask: int) -> str:
        """Return the names of cells in reading order."""
        return self.join(map(self.cell, bits(mask)))

    def digits(self, digits: Iterable[int]) -> str:
        """Return the symbols of digits in the given order."""
        return self.join(map(self.shape.symbol, digits))

    def houses(self, houses: Sequence[int]) -> str:
        """Return the names of houses, grouped by kind."""
        kinds: dict[int, list[int]] = {}
        for house in houses:
            kinds.setdefault(house // self.shape.size, []).append(house % self.shape.size + 1)
        return self.join(self.language.houses(kind, numbers) for kind, numbers in kinds.items())

    def join(self, parts: Iterable[str]) -> str:
        """Return a list such as "A, B and C"."""
        return str(self.language.join(list(parts)))

    def join_sentences(self, sentences: Iterable[str]) -> str:
        """Return the sentences that are not empty as one text."""
        return str(self.language.SPACE.join(filter(None, sentences)))

    def candidates(self, candidates: Iterable[Candidate]) -> str:
        """Return candidates, grouped by digit."""
        cells: dict[int, int] = {}
        for cell, digit in candidates:
            cells[digit] = cells.get(digit, 0) | 1 << cell
        return str(self.language.SEMICOLON).join(
            self.language.DIGIT_IN.format(digit=self.shape.symbol(digit), cells=self.cells(cells[digit]))
            for digit in sorted(cells)
        )

    # Sentences about a step

    def title(self, step: Step) -> str:
        """Return the name of the step's technique."""
        return self.technique(step.technique)

    def technique(self, name: str) -> str:
        """Return the name of a technique in this language."""
        row = technique(name)
        return row.chinese if self.language.CHINESE else row.title

    def area(self, step: Step) -> str:
        """Return where to look, without revealing the pattern."""
        houses = [house for role in ("house", "base") for house in step.houses.get(role, ())]
        digits = self.digits(sorted(set(step.digits)))
        if not houses:
            in_sets = (each.cells for each in step.sets)
            in_chains = (node.cells for chain in step.chains for node in chain.nodes)
            cells = reduce(or_, (*step.cells.values(), *in_sets, *in_chains), 0)
            boxes = range(2 * self.shape.size, len(self.shape.houses))
            houses = [house for house in boxes if self.shape.house_masks[house] & cells]
        if len(houses) > self.shape.size // 2 or not houses:
            wide = self._filled(self.language.AREA_WIDE, {"digits": digits} if digits else {})
            return wide or str(self.language.AREA_ALL)
        template = self.language.AREA_SINGLE if step.placements and not step.chains else self.language.AREA
        return str(template.format(houses=self.houses(houses), digits=digits))

    def pattern(self, step: Step) -> str:
        """Return what there is to see on the board."""
        sentences = [self._filled_all(self.templates(step)[0], step)]
        for number, chain in enumerate(step.chains, 1):
            if len(step.chains) > 1:
                sentences.append(self.language.CASE.format(number=number))
            sentences += self.chain(chain, step)
        return self.join_sentences(sentences)

    def why(self, step: Step) -> str:
        """Return why the conclusion follows from the pattern."""
        return self._filled_all(self.templates(step)[1], step)

    def conclusion(self, step: Step) -> str:
        """Return the placements and eliminations."""
        sentences = []
        if step.placements:
            placed = (
                self.language.GOES_INTO.format(digit=self.shape.symbol(digit), cell=self.cell(cell))
                for cell, digit in step.placements
            )
            sentences.append(self.language.PLACE.format(what=self.join(placed)))
        if step.eliminations:
            sentences.append(self.language.REMOVE.format(what=self.candidates(step.eliminations)))
        return self.join_sentences(sentences)

    def text(self, step: Step) -> str:
        """Return the whole explanation of a step: name, pattern, reason and conclusion."""
        sentences = self.join_sentences([self.pattern(step), self.why(step), self.conclusion(step)])
        return f"{self.title(step)}{self.language.COLON}{sentences}"

    def chain(self, chain: Chain, step: Step) -> list[str]:
        """Return one sentence for each node of a chain, with its reason."""
        return [
            self._link(chain, number, node, step)
            if node.parents
            else self._statement(node, self.language.SUPPOSE_ON, self.language.SUPPOSE_OFF)
            for number, node in enumerate(chain.nodes)
        ]

    def _statement(self, node: Node, on: str, off: str) -> str:
        cells = self.language.either([self.cell(cell) for cell in bits(node.cells)])
        return (on if node.on else off).format(digit=self.shape.symbol(node.digit), cells=cells)

    def statement(self, node: Node) -> str:
        """Return what a node of a chain states."""
        return self._statement(node, self.language.ON, self.language.OFF)

    def _link(self, chain: Chain, number: int, node: Node, step: Step) -> str:
        kind, where = node.reason
        reason = self.language.REASONS[f"{kind}-{'on' if node.on else 'off'}"].format(
            digit=self.shape.symbol(node.digit),
            house=self.houses([where]) if kind == "house" else "",
            set=self.cells(step.sets[where].cells) if kind == "set" and where >= 0 else "",
        )
        is_next = node.parents == (number - 1,)
        given = "" if is_next else self.join(self.statement(chain.nodes[parent]) for parent in node.parents)
        template = self.language.THEN if is_next else self.language.SINCE
        return str(template.format(statement=self.statement(node), reason=reason, given=given))

    def templates(self, step: Step) -> tuple[str, str]:
        """Return the templates for a step, one per line: those of the pattern and those of the reason."""
        table: dict[str, tuple[str, str]] = self.language.SENTENCES
        family = technique(step.technique).family
        for key in (f"{step.technique}/{step.variant}", f"{family}/{step.variant}", step.technique, family):
            key = _SAME_SENTENCES.get(key, key)
            if key in table:
                return table[key]
        return "", ""

    def _parts(self, step: Step) -> dict[str, str]:
        """Return the values for the names in templates; an empty value counts as missing."""
        symbol = self.shape.symbol
        parts = {role: self.cells(mask) for role, mask in step.cells.items() if mask}
        for role, houses in step.houses.items():
            parts[f"{role}_house" if role in parts else role] = self.houses(houses)
        parts |= {f"d{number}": symbol(digit) for number, digit in enumerate(step.digits, 1)}
        for number, (cells, digits) in enumerate(step.sets, 1):
            parts |= {f"set{number}": self.cells(cells), f"set{number}_digits": self.digits(digits_of(digits))}
        parts |= {f"color{number}": self.candidates(group) for number, group in enumerate(step.colors, 1)}
        if step.digits:
            parts |= {"digit": symbol(step.digits[0]), "dlast": symbol(step.digits[-1])}
            parts |= {"digits": self.digits(step.digits), "others": self.digits(step.digits[2:])}
        if len(step.chains) == 1:
            nodes = step.chains[0].nodes
            for name, node in (("first", nodes[0]), ("last", nodes[-1])):
                parts |= {name: self.cells(node.cells), f"{name}_digit": symbol(node.digit)}
        links = len(step.sets) - ("stem" not in step.cells)
        if 0 < links <= len(step.digits):
            parts["links"] = self._linked_sets(step, links)
        return {name: text for name, text in parts.items() if text}

    def _linked_sets(self, step: Step, links: int) -> str:
        """Return the sets and their digits in order; the first ones with the digit that links each to the next one."""
        sets = []
        for number, (cells, digits) in enumerate(step.sets):
            text = self.language.SET.format(cells=self.cells(cells), digits=self.digits(digits_of(digits)))
            link = self.language.LINKED.format(digit=self.shape.symbol(step.digits[number])) if number < links else ""
            sets.append(text + link)
        return str(self.language.SEMICOLON).join(sets)

    def _filled_all(self, templates: str, step: Step) -> str:
        parts = self._parts(step)
        return self.join_sentences(self._filled(template, parts) for template in templates.splitlines())

    @staticmethod
    def _filled(template: str, parts: dict[str, str]) -> str:
        """Return the sentence, or an empty text if a part is missing."""
        if not {name for _, name, _, _ in Formatter().parse(template) if name} <= parts.keys():
            return ""
        sentence = template.format(**parts)
        return sentence if _CELL_FIRST.match(sentence) else sentence[:1].upper() + sentence[1:]

    # Sentences about a puzzle or a position

    def rating(self, rating: Rating, *, solved: bool = True) -> str:
        """Return a rating as one line; `solved` is whether the rated steps reach the solution."""
        if rating.path is None:
            return str(rating)
        line = self.language.RATING.format(
            rating=rating,
            level=rating.level.chinese,
            hardest=self.technique(rating.hardest),
            score=rating.score,
            hodoku=Level.parse(rating.scales["hodoku"].level).chinese,
            se=f"，{rating.se}" if rating.se else "",
            steps=rating.steps,
        )
        return line if solved else f"{line}{self.language.UNSOLVED}"

    def mistakes(self, mistakes: Sequence[Mistake]) -> list[str]:
        """Return one sentence that says where the mistakes are, then one for each mistake."""
        cells = reduce(or_, (1 << mistake.candidate.cell for mistake in mistakes))
        sentences = [self.language.MISTAKE.format(cells=self.cells(cells))]
        for kind, (cell, digit) in mistakes:
            template = self.language.WRONG_DIGIT if kind == "digit" else self.language.WRONGLY_REMOVED
            sentences.append(template.format(cell=self.cell(cell), digit=self.shape.symbol(digit)))
        return sentences

    def leftovers(self, candidates: Iterable[Candidate]) -> str:
        """Return a sentence about candidates that a placed digit rules out."""
        return str(self.language.LEFTOVER.format(what=self.candidates(candidates)))
