"""The checker of reasons: it accepts what nonet says about its steps, and nothing that was changed afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from nonet import Position, Shape, Transform, explain, steps
from nonet.logic import Candidate, Chain, Node, Reason, Step, Words, check_reasons
from nonet.logic.step_transform import StepTransform
from tests.logic.positions import made_puzzles
from tests.logic.words.reader import Reader

INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NINE = Shape(3, 3)


@cache
def samples() -> tuple[tuple[Position, Step], ...]:
    """Return the steps of some puzzles of all levels, each technique a few times."""
    found: dict[tuple[str, str], list[tuple[Position, Step]]] = {}
    for puzzle in (INKALA, *made_puzzles("hard", number=4), *made_puzzles("minimal", number=15)):
        explanation = explain(puzzle)
        for position, step in zip(explanation.positions(), explanation.steps, strict=False):
            found.setdefault((step.technique, step.variant), []).append((position, step))
    return tuple(sample for some in found.values() for sample in some[:4])


def chained() -> Iterator[tuple[Position, Step]]:
    return ((position, step) for position, step in samples() if step.chains)


def test_every_reason_and_every_sentence_is_true() -> None:
    words = Words(NINE)
    assert len({step.technique for _, step in samples()}) > 20
    for position, step in samples():
        assert check_reasons(position, step) == (), step
        assert Reader(position).faults(words.lines(step)) == [], step


def test_every_grouped_chain_and_net_of_a_hard_position_has_true_sentences() -> None:
    position = next(position for position, step in samples() if step.technique == "contradiction-forcing-net")
    wanted = ("grouped-aic", "grouped-continuous-nice-loop", "contradiction-forcing-net", "cell-forcing-net")
    for step, _ in zip(steps(position, techniques=wanted), range(60), strict=False):
        assert check_reasons(position, step) == (), step
        assert Reader(position).faults(Words(NINE).lines(step)) == [], step


def test_the_same_step_on_a_transformed_board_has_true_reasons() -> None:
    for seed, (position, step) in enumerate(samples()):
        transform = Transform.random(seed=seed)
        moved = StepTransform(transform)(step)
        assert check_reasons(transform(position), moved) == (), step
        assert Reader(transform(position)).faults(Words(NINE).lines(moved)) == [], step


def changed(node: Node) -> Iterator[Node]:
    """Yield a node with another statement, another reason, or without one of its parents."""
    yield node._replace(on=not node.on)
    yield node._replace(digit=node.digit % 9 + 1)
    yield node._replace(cells=1 << (node.cells.bit_length() + 40) % 81)
    if node.reason.kind == "house":
        yield node._replace(reason=Reason("house", (node.reason.where + 1) % 27))
        yield node._replace(reason=Reason("cell"))
    elif node.reason.kind == "cell":
        yield node._replace(reason=Reason("house", 0 if node.cells & 1 << 80 else 8))
    for left_out in range(len(node.parents)):
        yield node._replace(parents=node.parents[:left_out] + node.parents[left_out + 1 :])


def test_a_node_with_another_statement_or_reason_is_a_fault() -> None:
    number = 0
    for position, step in chained():
        (chain, *rest) = step.chains
        for index, node in list(enumerate(chain.nodes))[:8]:
            for other in changed(node):
                nodes = (*chain.nodes[:index], other, *chain.nodes[index + 1 :])
                damaged = step._replace(chains=(Chain(chain.kind, nodes), *rest))
                assert check_reasons(position, damaged), (step, other)
                number += 1
    assert number > 500


def test_chains_that_lead_to_another_conclusion_are_a_fault() -> None:
    """A loop or a forcing chain proves one thing; for any other candidate it proves nothing."""
    proving_one = [
        (position, step)
        for position, step in chained()
        if step.variant in ("place", "eliminate") or "forcing" in step.technique
    ]
    assert {"contradiction-forcing-net", "discontinuous-nice-loop"} <= {step.technique for _, step in proving_one}
    for position, step in proving_one:
        true = {(cell, digit) for cell, digit in (*step.placements, *step.eliminations)}
        others = [Candidate(cell, digit) for cell in range(0, 81, 7) for digit in sorted(position.candidates(cell))]
        for other in others:
            if other not in true:
                assert check_reasons(position, step._replace(placements=(), eliminations=(other,))), step


def test_a_single_without_one_of_its_blockers_is_a_fault() -> None:
    singles = [(position, step) for position, step in samples() if step.blockers]
    assert singles
    for position, step in singles:
        for left_out, blocker in enumerate(step.blockers):
            rest = step.blockers[:left_out] + step.blockers[left_out + 1 :]
            if rest or step.removed:
                assert check_reasons(position, step._replace(blockers=rest))
            moved = blocker._replace(cell=(blocker.cell + 1) % 81)
            assert check_reasons(position, step._replace(blockers=(*rest, moved)))


@pytest.mark.parametrize(
    "change",
    [
        ("row 1", "row 2"),
        (" is not ", " is "),
        ("must be in r", "must be in r1c1, r"),
        ("line 1", "line 9"),
        ("its last candidate", "a candidate"),
    ],
)
def test_the_reader_finds_a_false_sentence(change: tuple[str, str]) -> None:
    old, new = change
    found = 0
    for position, step in chained():
        lines = Words(NINE).lines(step)
        for index, line in enumerate(lines):
            if line.number and old in line.text:
                damaged = [*lines[:index], line._replace(text=line.text.replace(old, new)), *lines[index + 1 :]]
                found += bool(Reader(position).faults(damaged))
    assert found
