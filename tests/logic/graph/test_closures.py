"""Closures and propagation: the compiled kernel, the Python version and a simple search agree."""

from __future__ import annotations

from array import array
from itertools import product

import pytest
from hypothesis import given, strategies as st

from nonet.geometry import bits
from nonet.kernel import kernel
from nonet.logic.graph.closures import closure, closure_plain, propagate, propagate_plain
from tests.backends import needs_kernel


@st.composite
def graphs(draw: st.DrawFn) -> list[int]:
    """Draw the successors of each node of a graph."""
    size = draw(st.integers(0, 90))
    edges = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=150)) if size else []
    rows = [0] * size
    for one, other in edges:
        rows[one] |= 1 << other
    return rows


def reversed_edges(rows: list[int]) -> list[int]:
    back = [0] * len(rows)
    for node, row in enumerate(rows):
        for other in bits(row):
            back[other] |= 1 << node
    return back


def reachable(rows: list[int], start: int) -> int:
    """Return all nodes that a walk from a node reaches."""
    seen, todo = 1 << start, [start]
    while todo:
        for other in bits(rows[todo.pop()] & ~seen):
            seen |= 1 << other
            todo.append(other)
    return seen


@given(graphs())
def test_the_closure_of_a_graph_is_what_walks_reach(rows: list[int]) -> None:
    expected = [reachable(rows, node) for node in range(len(rows))]
    assert list(closure(rows, lambda: reversed_edges(rows))) == expected
    assert closure_plain(rows, reversed_edges(rows)) == expected


@st.composite
def rules(draw: st.DrawFn, most: int = 70) -> tuple[list[int], int, list[tuple[int, int]]]:
    """Draw sets of members, the number of members, and pairs of sets."""
    members = draw(st.integers(1, most))
    sets = draw(st.lists(st.sets(st.integers(0, members - 1), min_size=1, max_size=5), max_size=25))
    masks = [sum(1 << member for member in one) for one in sets]
    numbers = st.integers(0, max(len(masks) - 1, 0))
    pairs = draw(st.lists(st.tuples(numbers, numbers), max_size=8)) if masks else []
    return masks, members, [(one, other) for one, other in pairs if masks[one] & masks[other]]


@given(rules())
def test_the_kernel_propagates_as_python_does(given_rules: tuple[list[int], int, list[tuple[int, int]]]) -> None:
    left, rounds = propagate(*given_rules)
    assert (left, list(rounds)) == propagate_plain(*given_rules)


@given(rules(most=9))
def test_propagation_keeps_every_choice_that_satisfies_the_rules(
    given_rules: tuple[list[int], int, list[tuple[int, int]]],
) -> None:
    sets, members, _ = given_rules
    left, rounds = propagate(*given_rules)
    for choice in map(sum, product(*((0, 1 << member) for member in range(members)))):
        if all((choice & mask).bit_count() == 1 for mask in sets):
            for member in bits(choice):
                assert not rounds[member]
                assert not choice & ~left[member]


@needs_kernel
def test_the_kernel_rejects_buffers_that_are_too_small() -> None:
    native = kernel()
    assert native is not None
    with pytest.raises(ValueError, match="rows has 8 bytes"):
        native.closure(bytes(8), 2, bytearray(16))
    with pytest.raises(ValueError, match="out has 8 bytes"):
        native.closure(bytes(16), 2, bytearray(8))
    with pytest.raises(ValueError, match="nodes"):
        native.closure(b"", -1, bytearray())
    with pytest.raises(ValueError, match="left has 0 bytes"):
        native.propagate(bytes(8), 1, 1, b"", bytearray(), array("H", [0]))
    with pytest.raises(ValueError, match="the indexes in within must be below number"):
        native.propagate(bytes(8), 1, 1, array("H", [0, 7]), bytearray(8), array("H", [0]))


@needs_kernel
def test_bits_beyond_the_last_node_are_ignored() -> None:
    native = kernel()
    assert native is not None
    out = bytearray(16)
    native.closure(b"\xff" * 16, 2, out)
    assert out == (3).to_bytes(8, "little") * 2
