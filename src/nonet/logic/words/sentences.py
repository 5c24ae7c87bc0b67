"""Words: steps as sentences in English or Chinese, made from a step's evidence with templates.

Each language is a file (`english`, `chinese`) with the same names: functions that join words, the names of houses,
templates for chains and hints, and a table of templates for each technique. A template names parts of the evidence in
braces: a role of cells or houses (``{link}``; ``{link_house}`` for houses if cells have the same role), ``{digit}``
(the first digit), ``{digits}``, ``{d1}``, ``{d2}``, ..., ``{set1}``, ``{set2}``, ... A sentence is left out if the step
lacks one of its parts, so one table serves all variants of a technique; after `` || `` comes another sentence to use in
that case. Each entry of the table has the templates of the pattern and those of the reason, one per line. A part with
``_or`` is a list with "or" instead of "and"; one with ``_has``, ``_is`` or ``_s`` is the verb or ending for its number.

The statements of chains are not in templates: `lines` makes them from the nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias

from ...display import LANGUAGES
from ...errors import ArgumentError
from ...geometry import Shape, bits, digits_of
from ..step import Candidate, LockedSet, Node, Step
from ..techniques import technique
from . import chinese, english
from .lines import Line, chain_lines, folded, unfolded

if TYPE_CHECKING:
    from .._hint import Mistake
    from .._suspects import Suspects
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

_MOST_SETS = 10
"""How many sets of suspects are listed."""

_ENDINGS = ("_has", "_is", "_s", "_its", "_needs")
"""The parts that may be empty."""

_CellStyle: TypeAlias = Callable[[Shape, int], str]


def _letter_row(shape: Shape, cell: int) -> str:
    row, column = divmod(cell, shape.size)
    return f"{chr(ord('A') + row)}{column + 1}"


def _letter_column(shape: Shape, cell: int) -> str:
    row, column = divmod(cell, shape.size)
    return f"{chr(ord('A') + column)}{row + 1}"


CELL_STYLES: dict[str, _CellStyle] = {"rc": Shape.cell_name, "a1": _letter_row, "sheet": _letter_column}
"""The styles of cell names: r1c2, A2 (the letter is the row), or B1 (the letter is the column, as in a spreadsheet)."""


@lru_cache(maxsize=1024)
def _alternatives(line: str) -> tuple[tuple[frozenset[str], str], ...]:
    """Return the templates of a line, each with the names of its parts; the first one with all its parts is used."""
    return tuple(
        (frozenset(name for _, name, _, _ in Formatter().parse(template) if name), template)
        for template in line.split(" || ")
    )


def _cells_by_digit(candidates: Iterable[Candidate]) -> dict[int, int]:
    cells: dict[int, int] = {}
    for cell, digit in candidates:
        cells[digit] = cells.get(digit, 0) | 1 << cell
    return cells


class Words:
    """The name of a step and the reasons for it, in one language and with one style of cell names.

    >>> words = Words(Shape(3, 3))
    >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
    >>> words.title(step)
    'Naked Single'
    >>> words.pattern(step)
    'r1c1 has one candidate left.'
    >>> words.text(step)
    'Naked Single. r1c1 has one candidate left. Only 5 is left for r1c1.'
    >>> words.conclusion(step)
    'Place 5 in r1c1.'
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

    def any_of(self, mask: int) -> str:
        """Return the names of cells as a list with "or"."""
        return str(self.language.any_of(list(map(self.cell, bits(mask)))))

    def set_name(self, locked_set: LockedSet) -> str:
        """Return the cells of a set with its digits."""
        cells, digits = locked_set
        return str(self.language.SET.format(cells=self.cells(cells), digits=self.digit_list(digits_of(digits))))

    def statement(self, node: Node) -> str:
        """Return what a node of a chain states.

        >>> Words(Shape(3, 3)).statement(Node(5, 0b11, False))
        'neither r1c1 nor r1c2 is 5'
        """
        cells = [self.cell(cell) for cell in bits(node.cells)]
        return str(self.language.statement(cells, self.shape.symbol(node.digit), node.on))

    def polished(self, sentence: str) -> str:
        """Return a sentence with the spaces of the language, and a capital letter unless it starts with a cell."""
        sentence = self.language.spaced(sentence)
        return sentence if _CELL_FIRST.match(sentence) else sentence[:1].upper() + sentence[1:]

    def digits(self, digits: Iterable[int]) -> str:
        """Return the symbols of digits in the given order."""
        return self.join(map(self.shape.symbol, digits))

    def digit_list(self, digits: Iterable[int]) -> str:
        """Return the symbols of digits as a list without "and"."""
        return str(self.language.plain_list(list(map(self.shape.symbol, digits))))

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
        cells = _cells_by_digit(candidates)
        return str(self.language.SEMICOLON).join(
            self.language.CANDIDATES.format(digit=self.shape.symbol(digit), cells=self.cells(cells[digit]))
            for digit in sorted(cells)
        )

    # Sentences about a step

    def title(self, step: Step) -> str:
        """Return the name of the step's technique, with the rating of Sudoku Explainer if it is one of its steps.

        >>> Words(Shape(3, 3)).title(Step("x-wing", rating=3.2))
        'X-Wing (SE 3.2)'
        """
        name = self.language.VARIANT_TITLES.get(f"{step.technique}/{step.variant}") or self.technique(step.technique)
        if step.parts:
            name = (self.language.NESTED if step.chains else self.language.AFTER).format(
                title=name, part=self.title(step.parts[0])
            )
        return str(self.language.RATED.format(title=name, rating=step.shown_rating) if step.rating else name)

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
            return str(self.language.AREA_WIDE.format(digits=digits) if digits else self.language.AREA_ALL)
        template = self.language.AREA_SINGLE if step.placements and not step.chains else self.language.AREA
        return str(template.format(houses=self.houses(houses), digits=digits))

    def pattern(self, step: Step) -> str:
        """Return what there is to see on the board; each line of a chain on a line of its own."""
        return self._joined([line for line in self.lines(step) if line.kind not in ("why", "conclusion")])

    def why(self, step: Step) -> str:
        """Return why the conclusion follows from the pattern."""
        return self.polished(
            self._filled(self.templates(step)[1], self._parts(step)).removeprefix(self.language.CLAUSE)
        )

    def conclusion(self, step: Step) -> str:
        """Return the placements and eliminations."""
        sentences = []
        if step.placements:
            placed = (
                self.language.PLACE_IN.format(digit=self.shape.symbol(digit), cell=self.cell(cell))
                for cell, digit in step.placements
            )
            sentences.append(self.language.PLACE.format(what=self.join(placed)))
        if step.eliminations:
            digits_of_cells: dict[int, list[int]] = {}
            for digit, cells in sorted(_cells_by_digit(step.eliminations).items()):
                digits_of_cells.setdefault(cells, []).append(digit)
            removed = (
                self.language.REMOVE_FROM.format(digits=self.digits(digits), cells=self.cells(cells))
                for cells, digits in digits_of_cells.items()
            )
            sentences.append(self.language.REMOVE.format(what=self.language.SEMICOLON.join(removed)))
        return self.join_sentences(sentences)

    def lines(self, step: Step, *, prefix: str = "") -> list[Line]:
        """Return the whole explanation of a step line by line: the pattern, its chains, the reason, the conclusion.

        `prefix` comes before the numbers of the lines, if the step is a part of another one.

        >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
        >>> [line.kind for line in Words(Shape(3, 3)).lines(step)]
        ['pattern', 'why']
        """
        parts = self._parts(step)
        pattern, why = (self._filled(templates, parts) for templates in self.templates(step))
        texts = [("why", self.polished(why.removeprefix(self.language.CLAUSE)))]
        if technique(step.technique).family != "singles":  # the reason of a single is its conclusion
            texts.append(("conclusion", self.conclusion(step)))
        return [
            *([Line("pattern", pattern)] if pattern else []),
            *chain_lines(self, step, prefix),
            *(Line(kind, text, prefix=prefix) for kind, text in texts if text),
        ]

    def ending(self, step: Step) -> str:
        """Return why the conclusion follows from the pattern, and the conclusion."""
        return self._joined([line for line in self.lines(step) if line.kind in ("why", "conclusion")])

    def text(self, step: Step, *, all_lines: bool = False) -> str:
        """Return the whole explanation of a step: name, pattern, reason and conclusion.

        The lines of a chain are on lines of their own. The middle of a very long one and the lines of the smaller steps
        inside it are left out, unless `all_lines` is set. `lines` has them all.
        """
        lines = self.lines(step)
        colon = self.language.COLON
        start = f"{colon.rstrip()}{chr(10)}" if lines[0].nodes else colon
        text = "\n".join(map(str, unfolded(lines))) if all_lines and step.chains else self._joined(lines, step)
        return f"{self.title(step)}{start}{text}"

    def _joined(self, lines: list[Line], step: Step | None = None) -> str:
        """Return lines as one text, with a line break before and after each line of a chain."""
        shown = list(folded(lines, self))
        text = ""
        for before, line in zip([None, *shown], shown, strict=False):
            if step and line.kind == "why" and self.templates(step)[1].startswith(self.language.CLAUSE):
                text = f"{text[:-1]}{self._filled(self.templates(step)[1], self._parts(step))}"
                continue
            breaks = line.nodes or line.kind == "folded" or (before and (before.nodes or before.kind == "folded"))
            text += f"{'' if before is None else chr(10) if breaks else self.language.SPACE}{line}"
        return text

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
        parts = self._parts_of_cells(step) | self._parts_of_digits(step) | self._parts_of_single(step)
        for role, houses in step.houses.items():
            parts[f"{role}_house" if role in parts else role] = self.houses(houses)
            boxes = [house for house in houses if house >= 2 * self.shape.size]
            lines = [house for house in houses if house not in boxes]
            parts |= {f"{role}_box": self.houses(boxes), f"{role}_line": self.houses(lines)}
        for number, (cells, digits) in enumerate(step.sets, 1):
            parts |= self._named(f"set{number}", cells)
            parts[f"set{number}_digits"] = self.digits(digits_of(digits))
        parts["all_sets"] = self.join(map(self.set_name, step.sets))
        parts |= self._parts_of_colors(step) if step.colors else {}
        if step.parts:
            parts |= {"part_pattern": self.pattern(step.parts[0]), "part_why": self.why(step.parts[0])}
        if step.variant == "cycle":
            parts["seen_in_cycle"] = self.language.SEMICOLON.join(self._in_cycle(step, c) for c in step.eliminations)
        if step.chains:
            first, last = step.chains[0].nodes[0], step.chains[0].nodes[-1]
            parts |= {"first": self.cells(first.cells), "last": self.cells(last.cells)}
            parts |= {
                "first_on": self.statement(first._replace(on=True)),
                "last_on": self.statement(last._replace(on=True)),
            }
            parts |= {"not_first": self.statement(first._replace(on=not first.on)), "goal": self.statement(last)}
            parts["end_digit"] = self.shape.symbol(last.digit) if first.digit == last.digit else ""
        links = len(step.sets) - ("stem" not in step.cells)
        if 0 < links <= len(step.digits):
            parts["links"] = self._linked_sets(step, links)
            petals = zip(step.digits, step.sets, strict=False)
            parts["petal_list"] = self.language.SEMICOLON.join(
                self.language.PETAL.format(digit=self.shape.symbol(digit), set=self.set_name(each))
                for digit, each in petals
            )
        return {name: text for name, text in parts.items() if text or name.endswith(_ENDINGS)}

    def _named(self, name: str, cells: int) -> dict[str, str]:
        """Return the parts about some cells: with "and", with "or", and the verbs and endings for their number."""
        if not cells:
            return {}
        number = cells.bit_count()
        verbs = {f"{name}_{verb}": self.language.verb(verb, number) for verb in ("has", "is", "s")}
        return {name: self.cells(cells), f"{name}_or": self.any_of(cells), **verbs}

    def _parts_of_cells(self, step: Step) -> dict[str, str]:
        parts: dict[str, str] = {}
        for role, mask in step.cells.items():
            parts |= self._named(role, mask)
        roles = step.cells.get
        parts["all_cells"] = self.cells(reduce(or_, step.cells.values(), 0))
        parts["corners"] = self.cells(roles("floor", 0) | roles("roof", 0))
        parts["any_fin"] = self.any_of(roles("fins", 0) | roles("endo_fins", 0))
        parts["targets"] = self.any_of(reduce(or_, (1 << cell for cell, _ in step.eliminations), 0))
        return parts

    def _parts_of_digits(self, step: Step) -> dict[str, str]:
        symbol = self.shape.symbol
        parts = {f"d{number}": symbol(digit) for number, digit in enumerate(step.digits, 1)}
        eliminated = sorted({digit for _, digit in step.eliminations})
        parts |= {"z": symbol(eliminated[0]) if len(eliminated) == 1 else "", "zs": self.digits(eliminated)}
        parts["zs_is"] = self.language.verb("is", len(eliminated))
        if step.digits:
            rest, any_of = step.digits[1:], self.language.any_of
            pair = sorted(step.digits[:2])
            parts |= {"digit": symbol(step.digits[0]), "dlast": symbol(step.digits[-1])}
            parts |= {"digits": self.digits(sorted(step.digits)), "others": self.digits(sorted(step.digits[2:]))}
            parts |= {"digits_or": any_of(list(map(symbol, sorted(step.digits)))), "rest_digits": self.digits(rest)}
            parts |= {"pair": self.digits(pair), "pair_or": any_of(list(map(symbol, pair)))}
            parts |= {f"rest_digits_{verb}": self.language.verb(verb, len(rest)) for verb in ("needs", "its")}
        return parts

    def _parts_of_single(self, step: Step) -> dict[str, str]:
        """Return which digits block the other digits of a cell, or the other places in a house."""
        if not (step.blockers or step.removed):
            return {}
        symbol, language = self.shape.symbol, self.language
        ((_, digit),) = step.placements
        if step.technique == "naked-single":
            digits_in: dict[int, list[int]] = {}
            for _, other, house in step.blockers:
                digits_in.setdefault(house, []).append(other)
            parts = [
                language.HOUSE_HAS.format(house=self.houses([house]), digits=self.digit_list(sorted(some)))
                for house, some in digits_in.items()
            ]
            removed = sorted(other for _, other in step.removed)
            if removed:
                was = language.verb("was", len(removed))
                parts.append(language.REMOVED_DIGITS.format(digits=self.digits(removed), was=was))
            return {"blocked_digits": language.SEMICOLON.join(parts)}
        parts = []
        if step.blockers:
            ordered = sorted(step.blockers, key=lambda blocker: (blocker.house, blocker.cell))
            cells = list(dict.fromkeys(blocker.cell for blocker in ordered))
            number = len(cells)
            parts.append(
                language.BLOCK.format(
                    digit=symbol(digit),
                    cells=self.join(map(self.cell, cells)),
                    houses=self.houses([blocker.house for blocker in ordered]),
                    s=language.verb("s", number),
                    blocks=language.verb("blocks", number),
                )
            )
        if step.removed:
            cells_removed = reduce(or_, (1 << cell for cell, _ in step.removed))
            parts.append(language.REMOVED_PLACES.format(digit=symbol(digit), cells=self.cells(cells_removed)))
        return {"blocked_places": language.AND_ALSO.join(parts)}

    def _parts_of_colors(self, step: Step) -> dict[str, str]:
        """Return the candidates of each color, what the first color has twice, and how each target sees both colors."""
        parts: dict[str, str] = {}
        for number, group in enumerate(step.colors, 1):
            parts[f"color{number}"] = self.candidates(group)
            parts[f"color{number}_cells"] = self.cells(reduce(or_, (1 << cell for cell, _ in group), 0))
        for one, two in combinations(step.colors[0], 2):
            both = 1 << one.cell | 1 << two.cell
            house = next((house for house, mask in enumerate(self.shape.house_masks) if not both & ~mask), -1)
            if one.cell == two.cell:
                parts.setdefault("twice_in_cell", self.cell(one.cell))
                parts.setdefault("twice_digits", self.digits(sorted((one.digit, two.digit))))
            elif house >= 0 and one.digit == two.digit and "twice_digit" not in parts:
                parts |= {"twice_digit": self.shape.symbol(one.digit), "twice_cells": self.cells(both)}
                parts["twice_in_house"] = self.houses([house])
        seen = [self._between_colors(step, target) for target in step.eliminations]
        if all(seen):
            parts["seen_colors"] = self.language.SEMICOLON.join(seen)
        return parts

    def _between_colors(self, step: Step, target: Candidate) -> str:
        """Return which candidates of the first two colors exclude a target, in its cell or seen from it; if both do."""
        reasons = []
        for name, color in zip("AB", step.colors[:2], strict=True):
            inside = [other for other in color if other.cell == target.cell and other.digit != target.digit]
            outside = [
                other
                for other in color
                if other.digit == target.digit and self.shape.peer_masks[target.cell] >> other.cell & 1
            ]
            if not inside and not outside:
                return ""
            template = self.language.SHARES_CELL if inside else self.language.SEES
            cell, digit = (inside or outside)[0]
            reasons.append(template.format(digit=self.shape.symbol(digit), cell=self.cell(cell), color=name))
        name = self.language.CANDIDATES.format(digit=self.shape.symbol(target.digit), cells=self.cell(target.cell))
        return str(self.language.EXCLUDED.format(target=name, reasons=self.join(reasons)))

    def _in_cycle(self, step: Step, target: Candidate) -> str:
        """Return two candidates of a loop, one on and one off, that exclude a target."""
        peers = self.shape.peer_masks[target.cell]
        seen = [
            next(
                node
                for node in step.chains[0].nodes
                if node.on is on and node.digit == target.digit and node.cells & peers
            )
            for on in (True, False)
        ]
        names = [self.candidates([Candidate(node.cells.bit_length() - 1, node.digit)]) for node in seen]
        return str(self.language.EXCLUDED.format(target=self.candidates([target]), reasons=self.join(names)))

    def _linked_sets(self, step: Step, links: int) -> str:
        """Return the sets and their digits in order; the first ones with the digit that links each to the next one."""
        sets = []
        for number, each in enumerate(step.sets):
            link = self.language.LINKED.format(digit=self.shape.symbol(step.digits[number])) if number < links else ""
            sets.append(self.set_name(each) + link)
        return str(self.language.SEMICOLON).join(sets)

    def _filled(self, templates: str, parts: dict[str, str]) -> str:
        """Return the sentences of templates, one per line, whose parts are all there."""
        sentences = []
        for line in templates.splitlines():
            for names, template in _alternatives(line):
                if names <= parts.keys():
                    sentences.append(self.polished(template.format(**parts)))
                    break
        return self.join_sentences(sentences)

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
            se=f"，{rating.se}" if rating.se else "",
            steps=rating.steps,
        )
        return line if solved else f"{line}{self.language.UNSOLVED}"

    def techniques(self, rating: Rating) -> list[str]:
        """Return the number of steps of each technique, from easy to hard, as a short table.

        >>> from ..scales import rating_of
        >>> print("\\n".join(Words(Shape(3, 3)).techniques(rating_of([Step("pointing"), Step("naked-single")]))))
        Steps by technique:
          1  Naked Single
          1  Pointing
        """
        rows = (f"{number:3}  {self.technique(name)}" for name, number in rating.techniques.items())
        return [self.language.TECHNIQUES, *rows]

    def mistakes(self, mistakes: Sequence[Mistake]) -> list[str]:
        """Return one sentence that says where the mistakes are, then one for each mistake."""
        cells = reduce(or_, (1 << mistake.candidate.cell for mistake in mistakes))
        template = self.language.MISTAKES if cells & cells - 1 else self.language.MISTAKE
        sentences = [template.format(cells=self.cells(cells))]
        for kind, (cell, digit) in mistakes:
            template = self.language.WRONG_DIGIT if kind == "digit" else self.language.WRONGLY_REMOVED
            sentences.append(template.format(cell=self.cell(cell), digit=self.shape.symbol(digit)))
        return sentences

    def suspects(self, found: Suspects) -> list[str]:
        """Return the sentences about digits that may be wrong: the conflicts, then the smallest sets."""
        if not found.least:
            return [self.language.HAS_SOLUTION]
        wrong = self.language.ONE_WRONG if found.least == 1 else self.language.SOME_WRONG
        sentences = [wrong.format(number=found.least)]
        seen = set()  # two cells of a row may also be in one box
        for house, digit, cells in found.grid.conflicts():
            if (digit, cells.mask) not in seen:
                seen.add((digit, cells.mask))
                template = self.language.TWICE if len(cells) == 2 else self.language.OFTEN
                place = self.houses([self.shape.house_names.index(house)])
                sentences.append(
                    template.format(cells=self.cells(cells.mask), digit=self.shape.symbol(digit), house=place)
                )
        return [*sentences, *self._suspect_sets(found)]

    def _suspect_sets(self, found: Suspects) -> Iterator[str]:
        """Yield the sentences about the smallest sets of digits that may be wrong."""
        language, number = self.language, found.least
        sets = [
            self.join(
                language.SUSPECT.format(digit=self.shape.symbol(digit), cell=self.cell(cell)) for cell, digit in each
            )
            for each in found.sets
        ]
        if not sets:
            yield language.NO_SET
        elif not found.is_smallest:
            yield language.NOT_SMALLEST.format(what=sets[0])
        elif number == 1:
            template = language.IF_ONE if len(sets) == 1 else language.IF_ONE_OF
            yield template.format(what=language.SEMICOLON.join(sets))
        elif len(sets) == 1:
            yield language.IF_SET.format(number=number, what=sets[0])
        else:
            yield language.IF_ONE_SET_OF.format(number=number)
            yield from (f"- {each}" for each in sets[:_MOST_SETS])
            if len(sets) > _MOST_SETS:
                yield language.MORE_SETS.format(number=len(sets) - _MOST_SETS)
        if found.is_smallest and not found.is_complete:
            yield language.NOT_ALL_SETS

    def leftovers(self, candidates: Iterable[Candidate]) -> str:
        """Return a sentence about candidates that a placed digit rules out."""
        return str(self.language.LEFTOVER.format(what=self.candidates(candidates)))
