"""The search for the positions of the bank: a function of the seed and of the number of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import nonet
from nonet.create import bank_search
from nonet.create.bank import KINDS, Bank, easier_techniques, read_bank
from nonet.create.bank_search import ROUNDS, BankSearch
from nonet.logic import Level, Marks, find_next, technique

PATHS, ALL = 3, 5
"""The rounds before the near ones, and all rounds."""


def after(seed: int, rounds: int) -> BankSearch:
    search = BankSearch(seed)
    for _ in range(rounds):
        search.run_round()
    return search


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    """Make the rounds small: two with paths, one with extreme puzzles, then near ones."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("_FULL_PATHS", 1), ("_PATHS", 1), ("_EXTREME", 1), ("_BLOCK", 12), ("_TRIALS", 8)):
            patch.setattr(bank_search, name, value)
        patch.setattr(bank_search, "_LAST_OF_EXTREME", bank_search._LAST_OF_PATHS)
        yield


@pytest.fixture(scope="module")
def searches(small: None) -> tuple[BankSearch, BankSearch]:
    """Return a search before the near rounds, and the same after them."""
    return after(7, PATHS), after(7, ALL)


@pytest.fixture
def search(searches: tuple[BankSearch, BankSearch]) -> BankSearch:
    return searches[1]


def test_the_same_seed_and_rounds_give_the_same_bank(searches: tuple[BankSearch, BankSearch], tmp_path: Path) -> None:
    before, search = searches
    assert search.summary.startswith(f"round {ALL}: ")
    bank_search.main([str(tmp_path / "bank.txt"), "--seed", "7", "--rounds", str(PATHS)])
    assert (tmp_path / "bank.txt").read_text(encoding="ascii") == before.bank.text
    assert after(7, ALL).bank.text == search.bank.text
    assert after(8, 1).bank.lines != search.bank.lines


def test_each_position_is_of_its_kind(search: BankSearch) -> None:
    assert sum(map(len, search.found.values())) > 50
    for name, section in search.found.items():
        for kind, position in section[:1]:
            assert find_next(Marks.of(position), easier_techniques(name)) is None
            if kind == "h" and technique(name).level < Level.UNFAIR:
                assert nonet.rate(position.givens).hardest == name


def test_near_rounds_add_positions_of_other_puzzles(searches: tuple[BankSearch, BankSearch]) -> None:
    before, search = searches
    assert any(len(search.found[name]) > len(section) > 0 for name, section in before.found.items())
    for section in search.found.values():
        assert len({each.position.givens for each in section}) == len(section)


def test_a_better_kind_takes_the_place_of_a_worse_one() -> None:
    search = BankSearch(1)
    positions = [each.position for each in read_bank().positions("x-wing")]
    others = [each.position for each in read_bank().positions("skyscraper")]
    for position in positions:
        search.add("x-wing", "p", position)
    search.add("x-wing", "p", others[0])
    search.add("x-wing", "f", others[1])
    search.add("x-wing", "h", others[2])
    search.add("x-wing", "h", positions[0])
    kinds = [each.kind for each in search.found["x-wing"]]
    assert sorted(kinds, key=KINDS.index) == [*"hh", *18 * "p"]
    assert {each.position for each in search.found["x-wing"]} & set(others) == {others[2]}


def test_the_bank_of_the_package_is_that_of_all_rounds() -> None:
    assert read_bank()[:2] == Bank(1, ROUNDS, {})[:2]
