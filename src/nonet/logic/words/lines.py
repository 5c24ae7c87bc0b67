"""The lines of an explanation, and the layout of chains and nets: one implication per numbered line.

A line states that something is true, and why. What is false is stated in the line that needs it: "r1c4 is not 7 (it is
3, line 2), so 7 of row 1 must be in r1c8". A line names the lines that it follows from, unless it follows from the one
before it. A line about a smaller step inside a chain has the lines of that step, numbered 7.1, 7.2 and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ..step import Chain, Node, Step

if TYPE_CHECKING:
    from .sentences import Words

__all__ = ["Line", "chain_lines", "folded", "unfolded"]

_MOST_LINES = 12
"""The most lines of a chain that are shown in a text; of a longer one, the first and the last lines are shown."""
_FIRST, _LAST = 5, 4


class Line(NamedTuple):
    """One line of an explanation.

    >>> print(Line("link", "r1c1 is not 5 (it is 3), so 5 of row 1 must be in r1c8.", 2))
    2. r1c1 is not 5 (it is 3), so 5 of row 1 must be in r1c8.
    """

    kind: str
    """pattern, case (the start of a chain), link, part (a smaller step), end (what a chain excludes), folded, why, or
    conclusion."""
    text: str
    number: int = 0
    """The number by which other lines name this one; 0 if it has none."""
    nodes: tuple[tuple[int, int], ...] = ()
    """The statements of this line: the indices of the chain and of the node."""
    prefix: str = ""
    """What comes before the number, if this is a line of a smaller step: "7." or "7.2."."""
    inner: tuple[Line, ...] = ()
    """The lines of a smaller step."""

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data for JSON."""
        data: dict[str, Any] = {"kind": self.kind}
        if self.number:
            data["number"] = self.number
            if self.prefix:
                data["label"] = f"{self.prefix}{self.number}"
        data["text"] = self.text
        if self.inner:
            data["lines"] = [line.to_dict() for line in self.inner]
        return data

    def __str__(self) -> str:
        return f"{self.prefix}{self.number}. {self.text}" if self.number else self.text


def chain_lines(words: Words, step: Step, prefix: str = "") -> list[Line]:
    """Return the numbered lines of all chains of a step.

    Chains that start from one assumption are one net. Otherwise each chain is a case.
    """
    lines: list[Line] = []
    chains = _joined(step.chains)
    for case, chain in enumerate(chains, 1):
        heading = case if len(chains) > 1 else 0
        lines += _Layout(words, step, chain, case - 1, len(lines), heading, prefix).lines()
    return lines


def _joined(chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """Return chains with the same first node as one net, in which each statement occurs once."""
    if len(chains) < 2 or len({chain.nodes[0] for chain in chains}) > 1:
        return chains
    nodes: list[Node] = []
    place: dict[tuple[int, int, bool], int] = {}
    for chain in chains:
        for node in chain.nodes:
            parents = tuple(place[chain.nodes[parent][:3]] for parent in node.parents)
            if node[:3] not in place:
                place[node[:3]] = len(nodes)
                nodes.append(node._replace(parents=parents))
    return (Chain("net", tuple(nodes)),)


class _Layout:
    """The lines of one chain."""

    def __init__(self, words: Words, step: Step, chain: Chain, index: int, above: int, case: int, prefix: str) -> None:
        self.words, self.step, self.nodes = words, step, chain.nodes
        self.language = words.language
        self.index = index
        self.case = case
        """The number of the case; 0 if there is only one chain."""
        self.above = above
        """The number of lines before this chain."""
        self.prefix = prefix
        self.line_of: dict[int, int] = {}
        """The number of the line that states each node."""
        self.found: list[Line] = []

    def lines(self) -> list[Line]:
        """Return the lines: the assumption, what is then true, and what is excluded in the end."""
        first = self.nodes[0]
        start = 1
        text = self.words.statement(first)
        suppose = (self.language.SUPPOSE_CASE if self.case else self.language.SUPPOSE).format(
            number=self.case, statement=text
        )
        if not first.on and len(self.nodes) > 1 and self.nodes[1].on and self.nodes[1].parents == (0,):
            then = self.language.THEN.format(statement=self._true(1))
            self._add("case", self.words.join_sentences([suppose, then]), (0, 1))
            start = 2
        else:
            self._add("case", suppose, (0,))
        for number in range(start, len(self.nodes)):
            if self.nodes[number].on:
                self._add_true(number)
            elif self.nodes[number].reason.kind == "part" and number not in self.line_of:
                self._add_part(number)
        ends = self._ends()
        if ends and not (
            self.found[-1].kind == "part" and all((self.index, end) in self.found[-1].nodes for end in ends)
        ):
            clauses = self.words.join(self._false(number) for number in ends)
            self._add("end", self.language.SENTENCE.format(statement=clauses), tuple(ends))
        return self.found

    def _ends(self) -> list[int]:
        """Return what is excluded in the end: all candidates of a cell or house, or what nothing else follows from."""
        (house,) = self.step.houses.get("house", (-1,))[:1]
        extra = self.step.cells.get("extra", 0)
        needed = {parent for node in self.nodes for parent in node.parents}
        ends = []
        for number, (digit, cells, on, _, parents) in enumerate(self.nodes):
            if not on and parents:
                if not self.case and self.step.chains[0].kind in ("branch", "net"):  # a contradiction
                    in_house = (
                        house >= 0
                        and digit == self.step.digits[-1]
                        and not cells & ~self.words.shape.house_masks[house]
                    )
                    is_end = in_house or cells == extra
                else:
                    is_end = number not in needed
                if is_end:
                    ends.append(number)
        return ends

    def _add(self, kind: str, text: str, nodes: tuple[int, ...], inner: Iterable[Line] = ()) -> None:
        number = self.above + len(self.found) + 1
        for node in nodes:
            self.line_of.setdefault(node, number)
        stated = tuple((self.index, node) for node in nodes)
        self.found.append(Line(kind, self.words.polished(text), number, stated, self.prefix, tuple(inner)))

    def _add_part(self, first: int) -> None:
        """Add the line of a smaller step, and all that it excludes."""
        words, language = self.words, self.language
        parents, where = self.nodes[first].parents, self.nodes[first].reason.where
        part = self.step.parts[where]
        inner = words.lines(part, prefix=f"{self.prefix}{self.above + len(self.found) + 1}.")
        numbers = [line.number for line in inner if line.number]
        pattern = next((line.text + language.SPACE for line in inner if line.kind == "pattern"), "")
        title = words.title(part)
        if numbers:
            first_line, last_line = (f"{inner[-1].prefix}{number}" for number in (numbers[0], numbers[-1]))
            title = language.INNER_LINES.format(title=title, first=first_line, last=last_line)
        excluded = [number for number, node in enumerate(self.nodes) if node.reason == ("part", where)]
        text = language.PART.format(
            clauses=words.join(self._false(parent) for parent in parents),
            title=title,
            pattern=pattern,
            statement=words.join(words.statement(self.nodes[number]) for number in excluded),
        )
        self._add("part", text, (*parents, *excluded), inner if numbers else inner[1:])

    def _add_true(self, number: int) -> None:
        parents = self.nodes[number].parents
        clauses = self.words.join(self._false(parent) for parent in parents)
        template = self.language.SO if parents else self.language.ANYWAY
        text = template.format(clauses=clauses, statement=self._true(number))
        self._add("link", text, (*parents, number))

    def _false(self, number: int) -> str:
        """Return what a node excludes and why, with the line of its parent unless that is the line before."""
        node, words, language = self.nodes[number], self.words, self.language
        statement = words.statement(node)
        if not node.parents or node.reason.kind == "part":
            return str(language.BECAUSE.format(statement=statement, reason=self._line(self.line_of[number])))
        (parent,) = node.parents
        parts = {"digit": words.shape.symbol(self.nodes[parent].digit), "cells": words.any_of(self.nodes[parent].cells)}
        if node.reason.kind == "cell":
            reason = language.IT_IS.format(**parts)
        else:
            reason = language.HAS_IT_IN.format(house=words.houses([node.reason.where]), **parts)
        line = self.line_of[parent]
        if line != self.above + len(self.found):
            reason += language.COMMA + self._line(line)
        return str(language.BECAUSE.format(statement=statement, reason=reason))

    def _line(self, number: int) -> str:
        return str(self.language.LINE.format(number=f"{self.prefix}{number}"))

    def _true(self, number: int) -> str:
        """Return what a node makes true, with its reason."""
        node, words = self.nodes[number], self.words
        kind, where = node.reason
        parts = {"digit": words.shape.symbol(node.digit), "cells": words.any_of(node.cells)}
        if kind == "house":
            parts["house"] = words.houses([where])
        elif kind == "set":
            parts |= {
                "set": words.set_name(self.step.sets[where]),
                "without": words.digits([self.nodes[node.parents[0]].digit]),
            }
        return str(self.language.MUST[kind].format(**parts))


def folded(lines: list[Line], words: Words) -> Iterator[Line]:
    """Yield the lines to show in a text: of a long chain only the first and last ones, with a note between them.

    The lines of smaller steps are not shown, either.
    """
    for case, group in groupby(lines, key=lambda line: line.nodes[0][0] if line.nodes else -1):
        own = list(group)
        if case < 0 or len(own) <= _MOST_LINES:
            yield from own
            continue
        hidden = own[_FIRST:-_LAST]
        note = words.language.FOLDED.format(first=hidden[0].number, last=hidden[-1].number)
        yield from (*own[:_FIRST], Line("folded", note), *own[-_LAST:])
    if any(inner.number for line in lines for inner in line.inner):
        yield Line("folded", words.language.INNER_FOLDED)


def unfolded(lines: Iterable[Line], indent: str = "") -> Iterator[Line]:
    """Yield all lines, those of smaller steps indented.

    >>> inner = Line("link", "r1c1 is 5.", 1, ((0, 0),), "2.")
    >>> print(*unfolded([Line("part", "Then ...", 2, ((0, 3),), inner=(inner,))]), sep="\\n")
    2. Then ...
        2.1. r1c1 is 5.
    """
    for line in lines:
        yield (
            line._replace(prefix=f"{indent}{line.prefix}")
            if line.number
            else line._replace(text=f"{indent}{line.text}")
        )
        yield from unfolded(line.inner, f"{indent}    ")
