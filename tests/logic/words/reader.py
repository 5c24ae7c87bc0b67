"""A reader of English explanations, who believes nothing: each sentence is read as text and checked on the board.

The reader knows the position and the sentences, but not the step. So a fault is a sentence that is false, or that a
player could not follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from nonet import Position, Shape
from nonet.geometry import SYMBOLS, bits, digits_of
from nonet.logic import Candidate, Marks
from nonet.logic.words.lines import Line

_CELLS = r"r\d+c\d+(?:(?:, | and | or | nor )r\d+c\d+)*"
_DIGITS = r"\w(?:(?:, | and | or )\w)*\b"
_HOUSES = r"(?:rows?|columns?|box(?:es)?) \d+(?:(?:, | and )\d+)*(?: and (?:rows?|columns?|box(?:es)?) \d+(?:(?:, | and )\d+)*)*"
_STATEMENT = rf"(?:(neither|none of) )?({_CELLS}) is (not )?(\w)\b"
_CLAUSE = re.compile(
    rf"{_STATEMENT} \((?:it is (\w)|({_HOUSES}) has its (\w) in ({_CELLS}))?(?:(?:, )?line ([\d.]+))?\)",
    re.IGNORECASE,
)
_HAS = re.compile(rf"({_HOUSES}) has (\w(?:, \w)*)(?=[;.])", re.IGNORECASE)
_LAST_CANDIDATE = re.compile(rf"({_CELLS}) must be (\w), its last candidate\.")
_LAST_PLACE = re.compile(rf"(\w) of ({_HOUSES}) must be in ({_CELLS})\.")
_LEFT_IN_SET = re.compile(
    rf"without (\w), the set ({_CELLS}) \(([\w, ]+)\) has all its other digits: ({_CELLS}) is (\w)\."
)

_PART = re.compile(
    rf"\. Then a smaller step is possible: [^.,]+(?:, lines [\d.]+ to [\d.]+\d)?\. (.*)So ({_STATEMENT}.*)\.$"
)

Fact = tuple[int, int, bool]
"""A digit, some cells, and whether one of them has it; if not, none has it."""


class Reader:
    """A reader of the lines of one step."""

    def __init__(self, position: Position) -> None:
        self.marks = Marks.of(position)
        self.shape: Shape = position.grid.shape
        self.facts: dict[int, list[Fact]] = {}
        """What each line states."""
        self.cases: list[int] = []
        """The last line of each case."""
        self.prefix = ""
        """What comes before the numbers of lines."""

    def faults(self, lines: Iterable[Line]) -> list[str]:
        """Return the lines that are false, or that do not follow from what was read before."""
        lines = list(lines)
        wrong = [f"{line}: {fault}" for line in lines for fault in self._read(line)]
        numbered = [line for line in lines if line.number]
        self.cases = [line.number for line, then in pairwise([*numbered, Line("case", "")]) if then.kind == "case"]
        if [line.number for line in numbered] != list(range(1, len(numbered) + 1)):
            wrong.append("the lines are not numbered in order")
        wrong += [f"{line}: {fault}" for line in lines if line.kind == "why" for fault in self._read_end(line)]
        return wrong + list(self._left_open(" ".join(line.text for line in lines)))

    # Parts of sentences

    def _cells(self, text: str) -> int:
        return sum(1 << self.shape.cell(name) for name in re.findall(r"r\d+c\d+", text))

    def _digits(self, text: str) -> int:
        return sum(1 << SYMBOLS.index(symbol) for symbol in re.findall(r"\b[\dA-P]\b", text))

    def _houses(self, text: str) -> list[int]:
        found, kind = [], 0
        for word in re.findall(r"[a-z]+|\d+", text.lower()):
            if word.isdigit():
                found.append(kind * self.shape.size + int(word) - 1)
            elif word != "and":
                kind = ("row", "column", "box", "rows", "columns", "boxes").index(word) % 3
        return found

    def _places(self, digit: int, houses: Iterable[int]) -> int:
        cells = 0
        for house in houses:
            cells |= self.marks.houses[house]
        return self.marks.places[digit] & cells

    # Chains

    def _read(self, line: Line) -> Iterator[str]:
        if line.kind == "part":
            yield from self._read_numbered(line)
            yield from self._read_part(line)
        elif line.number:
            yield from self._read_numbered(line)
        elif line.kind == "pattern":
            yield from self._read_pattern(line.text)

    def _read_numbered(self, line: Line) -> Iterator[str]:
        text = line.text
        own = self.facts[line.number] = []
        supposed = re.match(rf"(?:Case \d+: )?suppose {_STATEMENT}\.", text, re.IGNORECASE)
        if supposed:
            own.append(self._fact(*supposed.groups()))
        clauses = list(_CLAUSE.finditer(text))
        for clause in clauses:
            fact = self._fact(*clause.groups()[:4])
            own.append(fact)
            if not self._is_excluded(clause, fact, line.number):
                yield f"nothing excludes {clause[0]!r}"
        ending = (_LAST_CANDIDATE.search(text), _LAST_PLACE.search(text), _LEFT_IN_SET.search(text))
        if sum(map(bool, ending)) > 1 or not (supposed or clauses or any(ending)):
            yield "cannot be read"
        if any(ending):
            fact, follows = self._concluded(*ending, own)
            own.append(fact)
            if not follows:
                yield "the conclusion does not follow"

    def _read_part(self, line: Line) -> Iterator[str]:
        """Read a smaller step on a board without what the line excludes, and check that it concludes the same."""
        found = _PART.search(line.text)
        if not found:
            yield "cannot be read"
            return
        own = self.facts[line.number]
        gone = [Candidate(cell, digit) for digit, cells, _ in own for cell in bits(cells)]
        inside = Reader(self.marks.after(eliminations=gone).position)
        inside.prefix = f"{self.prefix}{line.number}."
        pattern = [] if line.inner[0].kind == "pattern" else [Line("pattern", found[1].strip())]
        yield from inside.faults([*pattern, *line.inner])
        concluded = {
            (SYMBOLS.index(digit) + 1, cell)
            for text in re.findall(r"Remove ([^.]*)\.", line.inner[-1].text)
            for digits, cells in re.findall(rf"({_DIGITS}) from ({_CELLS})", text)
            for digit in re.findall(r"\w", re.sub(r"and|or", "", digits))
            for cell in bits(self._cells(cells))
        }
        placed = re.search(r"Place (\w) in (r\d+c\d+)\.", line.inner[-1].text)
        for statement in re.finditer(_STATEMENT, found[2]):
            fact = self._fact(*statement.groups())
            digit, cells, on = fact
            own.append(fact)
            is_placed = placed and SYMBOLS[digit - 1] != placed[1] and self._cells(placed[2]) == cells
            if on or not (is_placed or all((digit, cell) in concluded for cell in bits(cells))):
                yield f"the smaller step does not conclude {statement[0]!r}"

    def _fact(self, none: str | None, cells: str, no: str | None, digit: str) -> Fact:
        return SYMBOLS.index(digit) + 1, self._cells(cells), not (none or no)

    def _is_excluded(self, clause: re.Match[str], fact: Fact, number: int) -> bool:
        digit, cells, on = fact
        it, house, same, where, named = clause.groups()[4:]
        if named and not named.startswith(self.prefix):
            return False
        before = self.facts.get(int(named.removeprefix(self.prefix)) if named else number - 1, [])
        if on:
            return False
        if it:
            return (
                cells.bit_count() == 1 and it != SYMBOLS[digit - 1] and (SYMBOLS.index(it) + 1, cells, True) in before
            )
        if house:
            parent = self._cells(where)
            (index,) = self._houses(house)
            inside = not (cells | parent) & ~self.marks.houses[index] and not cells & parent
            return SYMBOLS.index(same) + 1 == digit and inside and (digit, parent, True) in before
        return fact in before

    def _concluded(
        self,
        candidate: re.Match[str] | None,
        place: re.Match[str] | None,
        in_set: re.Match[str] | None,
        given: list[Fact],
    ) -> tuple[Fact, bool]:
        excluded = {(digit, cell) for digit, cells, on in given if not on for cell in bits(cells)}
        if candidate:
            digit, cells = SYMBOLS.index(candidate[2]) + 1, self._cells(candidate[1])
            others = [other for other in digits_of(self.marks.of_cell[cells.bit_length() - 1]) if other != digit]
            follows = cells.bit_count() == 1 and all((other, cells.bit_length() - 1) in excluded for other in others)
        elif place:
            digit, cells = SYMBOLS.index(place[1]) + 1, self._cells(place[3])
            places = self._places(digit, self._houses(place[2]))
            follows = not cells & ~places and all((digit, cell) in excluded for cell in bits(places & ~cells))
        else:
            assert in_set
            whole, digits = self._cells(in_set[2]), self._digits(in_set[3])
            lost, digit, cells = SYMBOLS.index(in_set[1]) + 1, SYMBOLS.index(in_set[5]) + 1, self._cells(in_set[4])
            follows = (
                self.marks.digits_in(whole) == digits
                and digits.bit_count() == whole.bit_count() + 1
                and list(self.marks.common_houses(whole)) != []
                and digit != lost
                and cells == whole & self.marks.places[digit]
                and all((lost, cell) in excluded for cell in bits(whole & self.marks.places[lost]))
            )
        return (digit, cells, True), follows

    def _read_end(self, line: Line) -> Iterator[str]:
        """Check what the last lines of the chains lead to."""
        last = [self.facts[number] for number in self.cases]
        if found := re.match(rf"So ({_CELLS}) has no candidate left\.", line.text):
            cells = self._cells(found[1])
            missing = [(digit, cells, False) for digit in digits_of(self.marks.of_cell[cells.bit_length() - 1])]
        elif found := re.match(rf"So (\w) has no place left in ({_HOUSES})\.", line.text):
            digit = SYMBOLS.index(found[1]) + 1
            missing = [(digit, 1 << cell, False) for cell in bits(self._places(digit, self._houses(found[2])))]
        elif found := re.match(rf"Every case leads to the same result, so {_STATEMENT}\.", line.text):
            missing = [self._fact(*found.groups())]
        elif found := re.match(rf"The assumption leads to its opposite, so it is wrong: {_STATEMENT}\.", line.text):
            digit, cells, on = self._fact(*found.groups())
            missing = [(digit, cells, on)]
            if self.facts[1][0] != (digit, cells, not on):
                yield "the assumption was another one"
        else:
            return
        if any(fact not in facts for facts in last for fact in missing):
            yield "the last lines do not say this"

    # Patterns

    def _read_pattern(self, text: str) -> Iterator[str]:
        marks = self.marks
        for cells, digits in re.findall(
            rf"({_CELLS})[^.;:]{{0,40}}? (?:has|have) only (?:the candidates )?({_DIGITS})[.,;]", text
        ):
            if any(marks.of_cell[cell] & ~self._digits(digits) for cell in bits(self._cells(cells))):
                yield f"{cells} have other candidates"
        for houses, digit, cells in re.findall(
            rf"in ({_HOUSES}), (\w) is possible only in ({_CELLS})[,.;: ]", text, re.IGNORECASE
        ):
            if self._places(SYMBOLS.index(digit) + 1, self._houses(houses)) & ~self._cells(cells):
                yield f"{digit} has other places in {houses}"
        for base, digit, cover, fins in re.findall(
            rf"in ({_HOUSES}), (\w) is possible only in ({_HOUSES})(?:, apart from the fins? ({_CELLS}))?[:.]",
            text,
            re.IGNORECASE,
        ):
            number = SYMBOLS.index(digit) + 1
            if (
                self._places(number, self._houses(base))
                & ~self._places(number, self._houses(cover))
                & ~self._cells(fins)
            ):
                yield f"{digit} has other places in {base}"
        yield from self._read_single(text)

    def _read_single(self, text: str) -> Iterator[str]:
        digits = self.marks.digits
        if found := re.match(rf"({_HOUSES}) has one blank left, ({_CELLS})\.", text, re.IGNORECASE):
            (house,) = self._houses(found[1])
            if self.marks.houses[house] & self.marks.blanks != self._cells(found[2]):
                yield "the house has other blanks"
        for house, has in _HAS.findall(text):
            there = {digits[cell] for cell in self.shape.houses[self._houses(house)[0]]}
            if not set(digits_of(self._digits(has))) <= there:
                yield f"{house} does not have {has}"
        if found := re.match(rf"The (\w)s? in ({_CELLS}) blocks? ({_HOUSES})[,.]", text):
            cells, blocked = list(bits(self._cells(found[2]))), self._houses(found[3])
            if any(digits[cell] != SYMBOLS.index(found[1]) + 1 for cell in cells):
                yield f"not all of {found[2]} are {found[1]}"
            if len(cells) != len(blocked) or any(
                not any(self.marks.houses[h] >> c & 1 for c in cells) for h in blocked
            ):
                yield f"these cells do not block {found[3]}"

    def _left_open(self, text: str) -> Iterator[str]:
        """Yield a naked or hidden single whose sentences do not exclude each other digit or place."""
        marks = self.marks
        if found := re.search(r"Only (\w) is left for (r\d+c\d+)\.", text):
            named = _HAS.findall(text)
            before = re.findall(rf"({_DIGITS}) (?:was|were) eliminated before", text)
            digits = [
                digit for part in (*(has for _, has in named), *before) for digit in digits_of(self._digits(part))
            ]
            houses = {house for name, _ in named for house in self._houses(name)}
            if sorted((*digits, SYMBOLS.index(found[1]) + 1)) != list(range(1, self.shape.size + 1)):
                yield "not each other digit is excluded once"
            if not houses <= set(self.shape.houses_of[self.shape.cell(found[2])]):
                yield f"{found[2]} is not in all of these houses"
        if found := re.search(rf"[Ss]o the (\w) of ({_HOUSES}) goes in (r\d+c\d+)\.", text):
            blocked = re.search(rf"blocks? ({_HOUSES})[,.]", text)
            removed = re.search(rf"was eliminated from ({_CELLS}) before", text)
            rest = marks.houses[self._houses(found[2])[0]] & marks.blanks & ~self._cells(found[3])
            for house in self._houses(blocked[1]) if blocked else ():
                rest &= ~marks.houses[house]
            if rest & ~self._cells(removed[1] if removed else ""):
                yield "other blanks are left"
