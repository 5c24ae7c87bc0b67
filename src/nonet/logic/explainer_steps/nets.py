"""Forcing chains with branches, as steps; what is nested in them becomes parts of the step.

A branch of Sudoku Explainer is a list of nodes: a candidate that is on or off, the nodes from which it follows, and the
reason. A chain or net of a step has those nodes that its conclusion needs. If a pattern or a chain inside the branch
eliminates a candidate, it is a part of the step: a smaller step on the board without what is eliminated so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...geometry import bits
from ..deadline import Deadline
from ..scales import CANDIDATES_OF, Board, BranchNode, Cause, DeducedBranch, Rule, deduced
from ..step import Chain, Node, Reason, Step
from .chains import PATHS, path_step
from .conclusion import Conclusion
from .facts import candidate_of, link, origin, premises_of, reason_of, units_in
from .parts import pattern_part

__all__ = ["chain_step"]

_TECHNIQUES = {
    (Rule.CELL, False): "cell-forcing-chain",
    (Rule.REGION, False): "house-forcing-chain",
    (Rule.CELL, True): "cell-forcing-net",
    (Rule.REGION, True): "house-forcing-net",
    (Rule.DOUBLE, True): "cell-forcing-net",
    (Rule.CONTRADICTION, True): "contradiction-forcing-net",
    (Rule.NISHIO, True): "nishio",
}
"""The technique of a rule, by whether its chains are dynamic."""


def chain_step(board: Board, conclusion: Conclusion, deadline: Deadline) -> Step:
    """Return the step of a chain: a path, or branches with all that is nested in them."""
    if conclusion.rule in PATHS:
        return path_step(board, conclusion)
    return _Forcing(board, conclusion, deadline).step()


class _Forcing:
    """One forcing step: its chains, and its parts."""

    def __init__(self, board: Board, conclusion: Conclusion, deadline: Deadline) -> None:
        self.board, self.conclusion, self.deadline = board, conclusion, deadline
        self.units: set[int] = set()
        """The units that the chains use."""
        self.parts: list[Step] = []

    def step(self) -> Step:
        if self.conclusion.rule in (Rule.CONTRADICTION, Rule.NISHIO):
            return self._contradiction()
        return self._cases()

    def _branch(self, candidate: int, is_on: bool) -> _Traced:
        conclusion = self.conclusion
        branch = deduced(
            self.board,
            candidate,
            is_on,
            conclusion.level,
            nishio=conclusion.rule is Rule.NISHIO,
            timeout=self.deadline.left(),
        )
        return _Traced(self.board, branch, self._part_of(branch))

    def _part_of(self, branch: DeducedBranch) -> Callable[[Cause], Step]:
        """Return a function from causes to steps on the board of a branch; each step is made once."""
        made: dict[int, Step] = {}

        def part_of(cause: Cause) -> Step:
            if id(cause) not in made:
                nodes = branch.order[: cause.before]
                inside = self.board.without(node.candidate for node in nodes if not node.is_on)
                eliminations = tuple(sorted(node.candidate for node in branch.order if node.cause is cause))
                if cause.grounds:
                    made[id(cause)] = pattern_part(inside, cause, eliminations)
                else:
                    made[id(cause)] = chain_step(inside, Conclusion.of_cause(cause, eliminations), self.deadline)
            return made[id(cause)]

        return part_of

    def _contradiction(self) -> Step:
        """Return the step of an assumption that leaves a unit without a candidate."""
        source, is_on = self.conclusion.source, not self.conclusion.is_on
        branch = self._branch(source, is_on)
        goals, unit = branch.emptied()
        chain = self._chain("net", branch, goals)
        cells = {"pattern": 1 << source // 9}
        house, which = origin(unit)
        if house < 0:
            cells["extra"] = 1 << which
        return self._step((unit,), cells, (chain,))

    def _cases(self) -> Step:
        """Return the step of what follows in all cases of a unit, or from a candidate and from its negation."""
        rule, level, source, target, is_on, _ = self.conclusion
        if rule is Rule.DOUBLE:
            starts = [(source, True), (source, False)]
            pattern = 1 << source // 9
        else:
            candidates = list(self.board.of_unit(source, self.board.units[source]))
            starts = [(candidate, True) for candidate in candidates]
            pattern = sum({1 << candidate // 9 for candidate in candidates})
        chains = []
        for start in starts:
            branch = self._branch(*start)
            goal = branch.noted(target, is_on)
            chains.append(self._chain("branch" if level < 0 else "net", branch, [goal]))
        units = () if rule is Rule.DOUBLE else (source,)
        return self._step(units, {"pattern": pattern}, tuple(chains))

    def _step(self, units: tuple[int, ...], cells: dict[str, int], chains: tuple[Chain, ...]) -> Step:
        """Return the step; `units` has the unit whose cases are all of them, or of which none is left."""
        rule, level, source, target, is_on, _ = self.conclusion
        house, which = origin(units[0]) if units else (-1, -1)
        candidate = candidate_of(target)
        used = self.units.union(units, *(units_in(part.premises) for part in self.parts))
        digits = [candidate.digit, *([which] if house >= 0 else [source % 9 + 1] if not units else [])]
        return Step(
            _TECHNIQUES[rule, level >= 0],
            placements=(candidate,) if is_on else (),
            eliminations=() if is_on else (candidate,),
            premises=premises_of(used),
            digits=tuple(dict.fromkeys(digits) if rule is Rule.NISHIO else digits),
            cells=cells,
            houses={"house": (house,)} if house >= 0 else {},
            chains=chains,
            variant="double" if rule is Rule.DOUBLE else "",
            parts=tuple(self.parts),
        )

    def _chain(self, kind: str, branch: _Traced, goals: list[BranchNode]) -> Chain:
        """Return what the goals need as a chain or net, the assumption first."""
        needed = branch.needed_for(goals)
        index = {id(node): number for number, node in enumerate(needed)}
        number_of: dict[int, int] = {}  # of the part of each cause
        nodes = []
        for node in needed:
            cell, digit = candidate_of(node.candidate)
            parents = tuple(sorted(index[id(parent)] for parent in branch.parents_of(node)))
            if node.cause is not None:
                if id(node.cause) not in number_of:
                    number_of[id(node.cause)] = len(self.parts)
                    self.parts.append(_used_part(branch.part_of(node.cause), node.cause, needed))
                reason = Reason("part", number_of[id(node.cause)])
            elif node.is_on and parents:
                self.units.add(node.unit)
                reason = reason_of(node.unit)
            elif parents:
                reason = link(node.parents[0].candidate, node.candidate)
            else:
                reason = Reason("assumed")
            nodes.append(Node(digit, 1 << cell, node.is_on, reason, parents))
        return Chain(kind, tuple(nodes))


def _used_part(part: Step, cause: Cause, needed: list[BranchNode]) -> Step:
    """Return a part with only those of its eliminations that the net needs."""
    wanted = {candidate_of(node.candidate) for node in needed if node.cause is cause}
    if part.placements:
        return part
    return part._replace(eliminations=tuple(each for each in part.eliminations if each in wanted))


class _Traced:
    """A branch, and what its nodes need."""

    def __init__(self, board: Board, branch: DeducedBranch, part_of: Callable[[Cause], Step]) -> None:
        self.board, self.branch, self.part_of = board, branch, part_of
        self.extra: list[BranchNode] = []
        """Nodes that the branch does not have."""

    def noted(self, candidate: int, is_on: bool) -> BranchNode:
        """Return the node of a state."""
        return (self.branch.on if is_on else self.branch.off)[candidate]

    def parents_of(self, node: BranchNode) -> list[BranchNode]:
        """Return the nodes from which a node follows; for a part, all that is eliminated in the units that it uses."""
        if node.cause is None:
            return node.parents
        before = {other.candidate: other for other in self.branch.order[: node.cause.before] if not other.is_on}
        units = units_in(self.part_of(node.cause).premises)
        candidates = {CANDIDATES_OF[unit][place] for unit in units for place in bits(self.board.units[unit])}
        return [before[candidate] for candidate in sorted(candidates & before.keys())]

    def needed_for(self, goals: Iterable[BranchNode]) -> list[BranchNode]:
        """Return the assumption, the goals and all that these follow from, in the order in which they were noted."""
        found = {id(self.branch.order[0])}
        todo = [*goals]
        while todo:
            node = todo.pop()
            if id(node) not in found:
                found.add(id(node))
                todo += self.parents_of(node)
        extra = {id(node): node for node in (*(self.branch.contradiction or ()), *self.extra)}
        known = {id(node) for node in self.branch.order}
        return [
            *(node for node in self.branch.order if id(node) in found),
            *(node for key, node in extra.items() if key in found and key not in known),
        ]

    def emptied(self) -> tuple[list[BranchNode], int]:
        """Return the nodes by which a unit has no candidate left, and the unit.

        A contradiction is a candidate that is both on and off. If it is on because a unit has no other candidate left,
        then this unit is empty. If it is the assumption itself, some other candidate that is on excludes it; but the
        assumption excludes that one, too, so the unit of that one is empty.
        """
        if self.branch.contradiction is None:
            raise AssertionError("the branch of a contradiction has none")
        on, off = self.branch.contradiction
        if on.unit >= 0:
            return [*on.parents, off], on.unit
        [other] = off.parents
        opposite = BranchNode(other.candidate, False, [on])
        self.extra.append(opposite)
        return [*other.parents, opposite], other.unit
