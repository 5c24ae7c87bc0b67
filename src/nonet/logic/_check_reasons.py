"""Check reasons: whether what a step says to the reader is true, statement by statement.

`verify` proves the conclusion from the premises and does not look at chains. This checker looks at nothing else: each
statement of a chain or net must follow from the statements that it names, by the reason that it names, and the chain as
a whole must lead to the conclusion. The blockers of a single must be on the board and exclude everything else. The
sentences and pictures of a step show exactly this data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..geometry import bits, digits_of
from ..position import Position
from ._verify import verify
from .bitsets import union
from .marks import Marks
from .step import Candidate, Chain, Node, Step
from .techniques import technique

__all__ = ["check_reasons"]

_CONTRADICTIONS = ("nishio", "contradiction-forcing-chain", "contradiction-forcing-net")


def check_reasons(position: Position, step: Step) -> tuple[str, ...]:
    """Return the faults in the chains, sets and blockers of a step; there are none if each reason is true.

    >>> from nonet import hint
    >>> found = hint("1... ..2. .3.. ...4")
    >>> check_reasons(found.position, found.step)
    ()
    >>> check_reasons(found.position, found.step._replace(blockers=(), removed=(Candidate(0, 2),)))
    ('nothing excludes 2 in r2c1', 'nothing excludes 2 in r2c2')
    """
    marks = Marks.of(position)
    faults = [f"the candidates of set {number} are others" for number in _wrong_sets(marks, step)]
    for number, chain in enumerate(step.chains):
        for index in range(len(chain.nodes)):
            if not _follows(marks, step, chain, index):
                faults.append(f"node {index} of chain {number} does not follow from its parents")
    if step.chains and not faults and not _leads_to_conclusion(marks, step):
        faults.append("the chains do not lead to the conclusion")
    if step.variant == "direct" and not _is_left_by_part(marks, step):
        faults.append("the part does not leave one place")
    if step.blockers or step.removed:
        faults += _faults_of_single(marks, step)
    return tuple(faults)


def _wrong_sets(marks: Marks, step: Step) -> Iterator[int]:
    """Yield the numbers of the sets with other candidates than the step says; a roof may add some of its own."""
    for number, (cells, digits) in enumerate(step.sets):
        own = marks.digits_in(cells)
        if own & ~digits or (own != digits and "roof" not in step.cells):
            yield number


# One statement


def _follows(marks: Marks, step: Step, chain: Chain, index: int) -> bool:
    """Return whether a node follows from its parents, each of which is needed, by its reason alone."""
    node = chain.nodes[index]
    parents = [chain.nodes[parent] for parent in node.parents]
    if any(parent >= index for parent in node.parents):
        return False
    if node.reason.kind == "assumed":
        return index == 0 and not parents
    if node.reason.kind == "part":
        return _by_part(marks, step.parts[node.reason.where], node, parents)
    if not node.on:
        return len(parents) == 1 and _excludes(marks, parents[0], node)
    if any(parent.on for parent in parents):
        return False
    rule = {"cell": _last_in_cell, "house": _last_in_house, "set": _left_in_set}[node.reason.kind]
    return rule(marks, step, node, parents)


def _by_part(marks: Marks, part: Step, node: Node, parents: list[Node]) -> bool:
    """Return whether a part of the step proves that a node is off, on a board without what its parents exclude."""
    if node.on or not parents or any(parent.on for parent in parents):
        return False
    gone = (Candidate(cell, parent.digit) for parent in parents for cell in bits(parent.cells))
    inside = marks.after(eliminations=gone)
    concluded = {Candidate(cell, node.digit) for cell in bits(node.cells)}
    placed = {Candidate(cell, node.digit) for cell, digit in part.placements if digit != node.digit}
    return (
        concluded <= {*part.eliminations, *placed}
        and verify(inside.position, part)
        and check_reasons(inside.position, part) == ()
    )


def _excludes(marks: Marks, parent: Node, node: Node) -> bool:
    """Return whether a true node makes another one false: in the cell, or in the house that is named."""
    kind, where = node.reason
    if not parent.on or kind == "set":
        return False
    if kind == "cell":
        return parent.cells == node.cells and not node.cells & node.cells - 1 and parent.digit != node.digit
    return (
        parent.digit == node.digit
        and not parent.cells & node.cells
        and not (parent.cells | node.cells) & ~marks.houses[where]
    )


def _last_in_cell(marks: Marks, _: Step, node: Node, parents: list[Node]) -> bool:
    """Return whether the parents are all other candidates of the node's cell."""
    if node.cells & node.cells - 1 or any(parent.cells != node.cells for parent in parents):
        return False
    others = [parent.digit for parent in parents]
    return sorted((node.digit, *others)) == list(digits_of(marks.of_cell[node.cells.bit_length() - 1]))


def _last_in_house(marks: Marks, _: Step, node: Node, parents: list[Node]) -> bool:
    """Return whether the parents are all places of the digit in the house but those of the node."""
    house = marks.houses[node.reason.where]
    places = marks.places[node.digit] & house
    excluded = union(parent.cells for parent in parents)
    same_digit = all(parent.digit == node.digit for parent in parents)
    return same_digit and not (node.cells | excluded) & ~places and not places & ~(node.cells | excluded)


def _left_in_set(marks: Marks, step: Step, node: Node, parents: list[Node]) -> bool:
    """Return whether the parent is one digit of an almost locked set, and the node another one."""
    cells, digits = step.sets[node.reason.where]
    return (
        len(parents) == 1
        and parents[0].digit != node.digit
        and digits.bit_count() == cells.bit_count() + 1
        and list(marks.common_houses(cells)) != []
        and all(each.cells == cells & marks.places[each.digit] for each in (*parents, node))
    )


# The chain as a whole


def _leads_to_conclusion(marks: Marks, step: Step) -> bool:
    first, last = step.chains[0].nodes[0], step.chains[0].nodes[-1]
    if step.technique in _CONTRADICTIONS:
        return _is_contradiction(marks, step)
    if technique(step.technique).family in ("forcing_chains", "forcing_nets"):
        return _are_all_cases(marks, step)
    if step.chains[0].kind == "loop":
        if step.variant in ("place", "eliminate"):  # the assumption leads to its opposite
            opposite = (first.digit, first.cells, first.on) == (last.digit, last.cells, not last.on)
            stated = all(last.on and last[:2] == (digit, 1 << cell) for cell, digit in step.placements)
            return opposite and stated and all(_denies(marks, last, candidate) for candidate in step.eliminations)
        closed = (first.digit, first.cells, first.on) == (last.digit, last.cells, last.on)
        denies = _cycle_denies if step.variant == "cycle" else _loop_denies
        return closed and all(denies(marks, step, candidate) for candidate in step.eliminations)
    if step.technique == "remote-pair":
        return all(
            any(_sees(marks, candidate, color) for color in step.colors[0])
            and any(_sees(marks, candidate, color) for color in step.colors[1])
            for candidate in step.eliminations
        )
    return all(any(_ends_deny(marks, chain, candidate) for chain in step.chains) for candidate in step.eliminations)


def _denies(marks: Marks, node: Node, candidate: Candidate) -> bool:
    """Return whether a candidate is impossible if a node is true."""
    cell, digit = candidate
    if not node.on:
        return node.digit == digit and bool(node.cells >> cell & 1)
    if node.digit == digit:
        return not node.cells & ~marks.peers[cell]
    return node.cells == 1 << cell


def _sees(marks: Marks, candidate: Candidate, other: Candidate) -> bool:
    return candidate.digit == other.digit and bool(marks.peers[candidate.cell] >> other.cell & 1)


def _ends_deny(marks: Marks, chain: Chain, candidate: Candidate) -> bool:
    """Return whether both ends of a chain exclude a candidate: the first one if its assumption is wrong."""
    first, last = chain.nodes[0], chain.nodes[-1]
    return (
        not first.on
        and _denies(marks, first._replace(on=True), candidate)
        and last.on
        and _denies(marks, last, candidate)
    )


def _cycle_denies(marks: Marks, step: Step, candidate: Candidate) -> bool:
    """Return whether a candidate sees a node that is on and one that is off; one of the two states is true for all."""
    nodes = step.chains[0].nodes
    return {node.on for node in nodes if _denies(marks, node._replace(on=True), candidate)} == {True, False}


def _loop_denies(marks: Marks, step: Step, candidate: Candidate) -> bool:
    """Return whether a candidate sees both ends of a weak link, or all places of another digit of a set in the loop."""
    for start, end in step.chains[0].links:
        if not end.on and _denies(marks, start, candidate) and _denies(marks, end._replace(on=True), candidate):
            return True
        if end.reason.kind == "set":
            cells, digits = step.sets[end.reason.where]
            others = digits & ~(1 << start.digit - 1 | 1 << end.digit - 1)
            rest = Node(candidate.digit, cells & marks.places[candidate.digit], True)
            if others >> candidate.digit - 1 & 1 and _denies(marks, rest, candidate):
                return True
    return False


def _members(marks: Marks, step: Step, cell: int) -> set[tuple[int, int]]:
    """Return the candidates of a cell, or of the last digit in the step's house, as (digit, cell bit)."""
    if "house" not in step.houses:
        return {(digit, cell) for digit in digits_of(marks.of_cell[cell.bit_length() - 1])}
    (house,) = step.houses["house"]
    return {(step.digits[-1], 1 << place) for place in bits(marks.places[step.digits[-1]] & marks.houses[house])}


def _is_contradiction(marks: Marks, step: Step) -> bool:
    """Return whether every chain starts from the opposite of the conclusion, and together they leave no member."""
    ((cell, digit),) = step.placements or step.eliminations
    on = bool(step.eliminations)
    starts = {(chain.nodes[0].digit, chain.nodes[0].cells, chain.nodes[0].on) for chain in step.chains}
    off = {(node.digit, node.cells) for chain in step.chains for node in chain.nodes if not node.on}
    return starts == {(digit, 1 << cell, on)} and _members(marks, step, step.cells.get("extra", 0)) <= off


def _are_all_cases(marks: Marks, step: Step) -> bool:
    """Return whether the chains start from all members of the cell or house, and each ends in the conclusion."""
    ((cell, digit),) = step.placements or step.eliminations
    goal = digit, 1 << cell, bool(step.placements)
    firsts = [chain.nodes[0] for chain in step.chains]
    if step.variant == "double":  # a candidate is true or not
        are_all = {node[:3] for node in firsts} == {(*firsts[0][:2], True), (*firsts[0][:2], False)}
    else:
        members = _members(marks, step, step.cells["pattern"])
        are_all = all(node.on for node in firsts) and {(node.digit, node.cells) for node in firsts} == members
    return are_all and all((end.digit, end.cells, end.on) == goal for end in (chain.nodes[-1] for chain in step.chains))


# Singles


def _is_left_by_part(marks: Marks, step: Step) -> bool:
    """Return whether the part of a direct single is true, and leaves its digit no other place in its house."""
    [part], ((cell, digit),) = step.parts, step.placements
    position = marks.position
    rest = marks.after(eliminations=part.eliminations)
    places = rest.places[digit] & rest.houses[step.houses["house"][0]]
    return verify(position, part) and check_reasons(position, part) == () and places == 1 << cell


def _faults_of_single(marks: Marks, step: Step) -> Iterator[str]:
    """Yield the blockers that are not on the board, and the candidates that are not excluded exactly once."""
    shape = marks.shape
    ((cell, digit),) = step.placements
    for where, other, house in step.blockers:
        if marks.digits[where] != other or not marks.houses[house] >> where & 1:
            yield f"{Candidate(where, other).name(shape)} does not block {shape.house_names[house]}"
    if step.technique == "naked-single":
        targets = [Candidate(cell, other) for other in range(1, shape.size + 1) if other != digit]
    else:
        blanks = marks.houses[step.houses["house"][0]] & marks.blanks
        targets = [Candidate(other, digit) for other in bits(blanks & ~(1 << cell))]
    for target in targets:
        blocked = any(
            target.digit == other and marks.houses[house] >> target.cell & 1 for _, other, house in step.blockers
        )
        if blocked == (target in step.removed):
            yield f"{'two reasons exclude' if blocked else 'nothing excludes'} {target.name(shape)}"
    yield from _wrongly_removed(marks, step.removed)


def _wrongly_removed(marks: Marks, removed: Iterable[Candidate]) -> Iterator[str]:
    """Yield the candidates that are still there, or that a digit on the board excludes."""
    for cell, digit in removed:
        near = any(marks.digits[peer] == digit for peer in bits(marks.peers[cell]))
        if near or marks.of_cell[cell] >> digit - 1 & 1:
            yield f"no earlier step has eliminated {Candidate(cell, digit).name(marks.shape)}"
