"""Forcing chains and nets: examples, and what holds of every one that is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from nonet import Position, Shape, solve
from nonet.geometry import bits
from nonet.logic import Chain, Step, explain, verify
from nonet.logic.finders import chains as plain
from nonet.logic.finders.forcing_chains import cell_chains, contradiction_chains, house_chains, nishio
from nonet.logic.finders.forcing_nets import cell_nets, contradiction_nets, house_nets
from nonet.logic.marks import Marks

from .deductions import assert_sound, candidates_turned, drawn, met, placed, said, sketched, struck, turned_over

Finder = Callable[[Marks], Iterator[Step]]

CHAINS: dict[str, Finder] = {
    "nishio": nishio,
    "contradiction-forcing-chain": contradiction_chains,
    "cell-forcing-chain": cell_chains,
    "house-forcing-chain": house_chains,
}
NETS: dict[str, Finder] = {
    "contradiction-forcing-net": contradiction_nets,
    "cell-forcing-net": cell_nets,
    "house-forcing-net": house_nets,
}
RENAMED = [0, 4, 7, 1, 9, 3, 2, 8, 6, 5]

CELL = drawn({"r1c1": "123", "r1c5": "14", "r5c1": "24", "r2c2": "36", "r2c8": "67", "r5c8": "47"})
HOUSE = drawn({"r4c1": "56", "r7c5": "56", "r6c9": "57", "r6c4": "67"}, {(5, "row 1"): "r1c1 r1c5 r1c9"})
NISHIO = drawn({}, {(1, "row 5"): "r5c4 r5c7", (1, "row 3"): "r3c4 r3c7 r3c8"})
NET = drawn({"r1c5": "12", "r5c1": "13", "r1c8": "17", "r9c1": "15", "r5c5": "234", "r5c8": "147", "r9c8": "15"})


def found(finder: Finder, position: Position) -> list[Step]:
    return list(finder(Marks.of(position)))


def told(finder: Finder, position: Position, conclusion: str) -> Step:
    """The first step that strikes just this."""
    return next(step for step in found(finder, position) if struck([step]) == said(conclusion))


def test_whatever_a_cell_takes_the_same_falls() -> None:
    step = told(cell_chains, CELL, "4 r5c5")
    assert verify(CELL, step)
    assert [chain.kind for chain in step.chains] == ["branch"] * 3
    assert [chain.nodes[0].digit for chain in step.chains] == [1, 2, 3]
    assert {(chain.nodes[-1].digit, chain.nodes[-1].cells, chain.nodes[-1].on) for chain in step.chains} == {
        (4, 1 << 40, False)
    }


def test_wherever_a_digit_goes_the_same_falls() -> None:
    step = told(house_chains, HOUSE, "6 r4c5")
    assert verify(HOUSE, step)
    assert step.houses["house"] == (0,)
    assert step.digits == (6, 5)
    assert len(step.chains) == 3


def test_a_digit_cannot_go_where_it_leaves_a_house_without_it() -> None:
    steps = found(nishio, NISHIO)
    assert [struck([step]) for step in steps] == [said("1 r1c7"), said("1 r2c7")]
    assert all(verify(NISHIO, step) and step.houses["house"] == (2,) for step in steps)
    assert {node.digit for step in steps for chain in step.chains for node in chain.nodes} == {1}


def test_lines_of_reasoning_join_in_a_net() -> None:
    step = told(contradiction_nets, NET, "1 r1c1")
    assert verify(NET, step)
    (net,) = step.chains
    assert net.kind == "net"
    assert max(len(node.parents) for node in net.nodes) == 2
    assert not [step for step in found(contradiction_chains, NET) if struck([step]) == said("1 r1c1")]


@pytest.mark.parametrize("finder", [*CHAINS.values(), *NETS.values()], ids=[*CHAINS, *NETS])
def test_every_step_is_proved_link_by_link(finder: Finder) -> None:
    for position, solution in met(10, seed=5):
        assert_sound(position, solution, found(finder, position)[:8])


@pytest.mark.parametrize("finder", [contradiction_chains, cell_chains, house_chains, *NETS.values()])
def test_each_kind_is_found_somewhere(finder: Finder) -> None:
    assert any(next(finder(Marks.of(position)), None) for position, _ in met(20, seed=6))


def test_cases_and_contradictions_are_two_readings_of_the_same_chains() -> None:
    for position, _ in met(10, seed=7):
        cases = found(cell_chains, position) + found(house_chains, position)
        contradictions = found(contradiction_chains, position)
        assert struck(cases) == struck(contradictions)
        assert placed(cases) == placed(contradictions)


@pytest.mark.parametrize("finder", [*CHAINS.values(), *NETS.values()], ids=[*CHAINS, *NETS])
def test_mirroring_and_renaming_a_position_keeps_the_conclusions(finder: Finder) -> None:
    for position, _ in met(6, seed=8):
        here, there = found(finder, position), found(finder, turned_over(position, RENAMED))
        assert struck(there) == candidates_turned(struck(here), RENAMED, 9)
        assert placed(there) == candidates_turned(placed(here), RENAMED, 9)


def ends(chain: Chain) -> list[int]:
    """The nodes that no other follows from."""
    parents = {parent for node in chain.nodes for parent in node.parents}
    return [at for at in range(len(chain.nodes)) if at not in parents]


def test_a_net_tells_only_what_matters() -> None:
    for position, _ in met(10, seed=9):
        for step in found(contradiction_nets, position)[:12]:
            (net,) = step.chains
            empty = {(net.nodes[at].digit, net.nodes[at].cells, net.nodes[at].on) for at in ends(net)}
            marks = Marks.of(position)
            if "extra" in step.cells:
                cell = step.cells["extra"]
                left = {(bit + 1, cell, False) for bit in bits(marks.of_cell[cell.bit_length() - 1])}
            else:
                digit, places = step.digits[-1], marks.houses[step.houses["house"][0]]
                left = {(digit, 1 << c, False) for c in bits(marks.places[digit] & places)}
            assert empty <= left
            assert left <= {(node.digit, node.cells, node.on) for node in net.nodes}


def test_whatever_a_plain_chain_strikes_a_net_strikes_too() -> None:
    for position, _ in met(10, seed=10):
        chained = struck(found(plain.aics, position) + found(plain.x_chains, position))
        assert chained <= struck(found(contradiction_nets, position))


@pytest.mark.parametrize(
    ("finder", "position", "conclusion"),
    [
        (cell_chains, CELL, "4 r5c5"),
        (contradiction_chains, CELL, "4 r5c5"),
        (nishio, NISHIO, "1 r1c7"),
        (house_chains, HOUSE, "6 r4c5"),
        (contradiction_nets, NET, "1 r1c1"),
    ],
)
def test_nothing_is_proved_without_one_of_its_premises(finder: Finder, position: Position, conclusion: str) -> None:
    step = told(finder, position, conclusion)
    premises = step.premises
    fewer = [premises._replace(cells=premises.cells & ~(1 << cell)) for cell in bits(premises.cells)]
    fewer += [premises._replace(places=tuple(p for p in premises.places if p != place)) for place in premises.places]
    assert fewer
    assert not [less for less in fewer if verify(position, Step(step.technique, (), step.eliminations, less))]


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(2, 4), Shape(1, 5)], ids=str)
def test_they_are_found_on_boards_of_any_shape(shape: Shape) -> None:
    number = 0
    for seed in range(2):
        position, solution = sketched(seed, shape)
        for finder in (*CHAINS.values(), *NETS.values()):
            steps = found(finder, position)[:6]
            assert_sound(position, solution, steps)
            number += len(steps)
    assert number


def test_nets_solve_hard_puzzles_without_a_look_at_the_answer() -> None:
    use = ["naked-single", "hidden-single", "contradiction-forcing-net", "cell-forcing-net", "house-forcing-net"]
    for position, _ in met(8, seed=11):
        path = explain(position.givens, techniques=use)
        assert path.is_solved
        assert path.end.grid == solve(position.givens)
