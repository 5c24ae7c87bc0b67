"""The search for the positions of the bank: a function of the seed, which continues where it stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import nonet
from nonet.create import bank_search
from nonet.create.bank import Bank, easier_techniques
from nonet.create.bank_search import BankSearch
from nonet.logic import Level, Marks, find_next, technique

EMPTY = Bank(7, 0, {})


def after(bank: Bank, rounds: int) -> BankSearch:
    search = BankSearch(bank)
    for _ in range(rounds):
        search.run_round()
    return search


@pytest.fixture(scope="module")
def search() -> Iterator[BankSearch]:
    """Return a search after one small round of each kind that takes little time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bank_search, "_ROUNDS", ("walks", "near"))
        patch.setattr(bank_search, "_BLOCK", 16)
        patch.setattr(bank_search, "_TRIALS", 8)
        yield after(EMPTY, 2)


def test_the_same_rounds_give_the_same_bank_after_a_stop(search: BankSearch) -> None:
    first = after(EMPTY, 1)
    resumed = after(Bank.parse(first.bank.text), 1)
    assert resumed.bank.text == search.bank.text
    assert resumed.summary.startswith("round 2: ")
    assert after(EMPTY._replace(seed=8), 1).bank.lines != first.bank.lines


def test_each_position_is_of_its_kind(search: BankSearch) -> None:
    assert sum(map(len, search.found.values())) > 10
    for name, section in search.found.items():
        for kind, position in section[:1]:
            assert find_next(Marks.of(position), easier_techniques(name)) is None
            if kind == "h" and technique(name).level < Level.UNFAIR:
                assert nonet.rate(position.givens).hardest == name
