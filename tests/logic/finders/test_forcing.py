"""Forcing chains and nets: drawn examples, proofs, and properties of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from nonet import Position, Shape, solve
from nonet.geometry import bits
from nonet.logic import Chain, Step, explain, verify
from nonet.logic.finders import (
    aics,
    cell_forcing_chains,
    cell_forcing_nets,
    contradiction_forcing_chains,
    contradiction_forcing_nets,
    house_forcing_chains,
    house_forcing_nets,
    nishio,
    x_chains,
)
from nonet.logic.marks import Marks
from tests.logic.checks import (
    assert_same_when_transformed,
    assert_sound,
    eliminated,
    eliminations,
    needs_all_premises,
    placements,
)
from tests.logic.positions import board, random_position, sketch, stuck_positions

Finder = Callable[[Marks], Iterator[Step]]

CHAINS: dict[str, Finder] = {
    "nishio": nishio,
    "contradiction-forcing-chain": contradiction_forcing_chains,
    "cell-forcing-chain": cell_forcing_chains,
    "house-forcing-chain": house_forcing_chains,
}
NETS: dict[str, Finder] = {
    "contradiction-forcing-net": contradiction_forcing_nets,
    "cell-forcing-net": cell_forcing_nets,
    "house-forcing-net": house_forcing_nets,
}

CELL = sketch({"r1c1": "123", "r1c5": "14", "r5c1": "24", "r2c2": "36", "r2c8": "67", "r5c8": "47"})
HOUSE = sketch({"r4c1": "56", "r7c5": "56", "r6c9": "57", "r6c4": "67"}, {"5 row 1": "r1c1 r1c5 r1c9"})
NISHIO = sketch({}, {"1 row 5": "r5c4 r5c7", "1 row 3": "r3c4 r3c7 r3c8"})
NET = sketch({"r1c5": "12", "r5c1": "13", "r1c8": "17", "r9c1": "15", "r5c5": "234", "r5c8": "147", "r9c8": "15"})


def found(finder: Finder, position: Position) -> list[Step]:
    return list(finder(Marks.of(position)))


def first(finder: Finder, position: Position, conclusion: str) -> Step:
    """Return the first step with just these eliminations."""
    return next(step for step in found(finder, position) if eliminated(step) == conclusion)


def test_a_cell_forcing_chain_has_a_branch_for_each_candidate_of_the_cell() -> None:
    step = first(cell_forcing_chains, CELL, "4: r5c5")
    assert verify(CELL, step)
    assert [chain.kind for chain in step.chains] == ["branch"] * 3
    assert [chain.nodes[0].digit for chain in step.chains] == [1, 2, 3]
    assert {(chain.nodes[-1].digit, chain.nodes[-1].cells, chain.nodes[-1].on) for chain in step.chains} == {
        (4, board("r5c5"), False)
    }


def test_a_house_forcing_chain_has_a_branch_for_each_place_of_the_digit() -> None:
    step = first(house_forcing_chains, HOUSE, "6: r4c5")
    assert verify(HOUSE, step)
    assert step.houses["house"] == (0,)
    assert step.digits == (6, 5)
    assert len(step.chains) == 3


def test_nishio_eliminates_a_candidate_that_leaves_a_house_without_its_digit() -> None:
    steps = found(nishio, NISHIO)
    assert [eliminated(step) for step in steps] == ["1: r1c7", "1: r2c7"]
    assert all(verify(NISHIO, step) and step.houses["house"] == (2,) for step in steps)
    assert {node.digit for step in steps for chain in step.chains for node in chain.nodes} == {1}


def test_a_net_has_nodes_with_several_parents() -> None:
    step = first(contradiction_forcing_nets, NET, "1: r1c1")
    assert verify(NET, step)
    (net,) = step.chains
    assert net.kind == "net"
    assert max(len(node.parents) for node in net.nodes) == 2
    assert "1: r1c1" not in map(eliminated, found(contradiction_forcing_chains, NET))


@pytest.mark.parametrize("finder", [*CHAINS.values(), *NETS.values()], ids=[*CHAINS, *NETS])
def test_every_step_is_sound(finder: Finder) -> None:
    for position, solution in stuck_positions(10, seed=5):
        assert_sound(position, found(finder, position)[:8], solution)


@pytest.mark.parametrize(
    "finder", [contradiction_forcing_chains, cell_forcing_chains, house_forcing_chains, *NETS.values()]
)
def test_each_kind_is_found_somewhere(finder: Finder) -> None:
    assert any(next(finder(Marks.of(position)), None) for position, _ in stuck_positions(20, seed=6))


def test_cases_and_contradictions_are_the_same_chains_in_opposite_directions() -> None:
    for position, _ in stuck_positions(10, seed=7):
        cases = found(cell_forcing_chains, position) + found(house_forcing_chains, position)
        contradictions = found(contradiction_forcing_chains, position)
        assert eliminations(cases) == eliminations(contradictions)
        assert placements(cases) == placements(contradictions)


@pytest.mark.parametrize("finder", [*CHAINS.values(), *NETS.values()], ids=[*CHAINS, *NETS])
def test_a_transformed_position_has_the_same_conclusions(finder: Finder) -> None:
    for index, (position, _) in enumerate(stuck_positions(6, seed=8)):
        assert_same_when_transformed(finder, position, index, together=True)


def ends(chain: Chain) -> list[int]:
    """Return the nodes that are no parents."""
    parents = {parent for node in chain.nodes for parent in node.parents}
    return [index for index in range(len(chain.nodes)) if index not in parents]


def test_a_net_has_only_the_nodes_that_the_contradiction_needs() -> None:
    for position, _ in stuck_positions(10, seed=9):
        for step in found(contradiction_forcing_nets, position)[:12]:
            (net,) = step.chains
            last = {(net.nodes[index].digit, net.nodes[index].cells, net.nodes[index].on) for index in ends(net)}
            marks = Marks.of(position)
            if "extra" in step.cells:
                cell = step.cells["extra"]
                left = {(bit + 1, cell, False) for bit in bits(marks.of_cell[cell.bit_length() - 1])}
            else:
                digit, places = step.digits[-1], marks.houses[step.houses["house"][0]]
                left = {(digit, 1 << c, False) for c in bits(marks.places[digit] & places)}
            assert last <= left
            assert left <= {(node.digit, node.cells, node.on) for node in net.nodes}


def test_nets_eliminate_everything_that_plain_chains_eliminate() -> None:
    for position, _ in stuck_positions(10, seed=10):
        chained = eliminations(found(aics, position) + found(x_chains, position))
        assert chained <= eliminations(found(contradiction_forcing_nets, position))


@pytest.mark.parametrize(
    ("finder", "position", "conclusion"),
    [
        (cell_forcing_chains, CELL, "4: r5c5"),
        (contradiction_forcing_chains, CELL, "4: r5c5"),
        (nishio, NISHIO, "1: r1c7"),
        (house_forcing_chains, HOUSE, "6: r4c5"),
        (contradiction_forcing_nets, NET, "1: r1c1"),
    ],
)
def test_the_example_needs_all_its_premises(finder: Finder, position: Position, conclusion: str) -> None:
    assert needs_all_premises(position, first(finder, position, conclusion))


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(2, 4), Shape(1, 5)], ids=str)
def test_steps_are_found_on_boards_of_any_shape(shape: Shape) -> None:
    number = 0
    for seed in range(2):
        position, solution = random_position(seed, shape)
        for finder in (*CHAINS.values(), *NETS.values()):
            number += assert_sound(position, found(finder, position)[:6], solution)
    assert number


def test_singles_and_nets_solve_hard_puzzles() -> None:
    use = ["naked-single", "hidden-single", "contradiction-forcing-net", "cell-forcing-net", "house-forcing-net"]
    for position, _ in stuck_positions(8, seed=11):
        path = explain(position.givens, techniques=use)
        assert path.is_solved
        assert path.end.grid == solve(position.givens)
