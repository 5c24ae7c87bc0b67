"""The search for the positions of the bank: a function of the seed, which continues where it stopped."""

from __future__ import annotations

import pytest

import nonet
from nonet.create import bank_search
from nonet.create.bank import Bank, easier_techniques
from nonet.create.bank_search import BankSearch
from nonet.logic import Marks, find_next, technique

EMPTY = Bank(7, 0, {})
ROUNDS = 4


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank_search, "_BLOCK", 48)
    monkeypatch.setattr(bank_search, "_TRIALS", 16)


def after(bank: Bank, rounds: int) -> BankSearch:
    search = BankSearch(bank)
    for _ in range(rounds):
        search.run_round()
    return search


def test_the_same_rounds_give_the_same_bank_after_a_stop() -> None:
    whole = after(EMPTY, ROUNDS)
    resumed = after(Bank.parse(after(EMPTY, ROUNDS // 2).bank.text), ROUNDS - ROUNDS // 2)
    assert resumed.bank.text == whole.bank.text
    assert resumed.summary.startswith(f"round {ROUNDS}: ")
    assert after(EMPTY._replace(seed=8), 1).bank.lines != after(EMPTY, 1).bank.lines


def test_each_position_is_of_its_kind() -> None:
    found = after(EMPTY, ROUNDS).found
    assert sum(map(len, found.values())) > 100
    for name, section in found.items():
        if technique(name).level < 4:
            for kind, position in section[:2]:
                assert find_next(Marks.of(position), easier_techniques(name)) is None
                used = [step.technique for step in nonet.explain(position.givens).steps]
                assert (name in used) or kind == "e"
                assert kind != "h" or nonet.rate(position.givens).hardest == name
