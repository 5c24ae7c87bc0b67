"""practice: in each position the technique has a step, and no easier technique has one."""

from __future__ import annotations

from itertools import islice

import pytest

import nonet
from nonet import ArgumentError, Transform
from nonet.create import practice, practice_techniques
from nonet.create.bank import (
    BANK_FILE,
    KINDS,
    NEVER_USED,
    Bank,
    easier_techniques,
    equals,
    next_in_explanation,
    read_bank,
)
from nonet.logic import DEFAULT_TECHNIQUES, Hint, Marks, find_next, hint, technique, verify
from nonet.logic._hint import mistakes

NAMES = [row.id for row in DEFAULT_TECHNIQUES if row.id != "answer"]
FEW = {"bug-4": 0}
"""The techniques with fewer than 20 positions after the rounds of the search."""


def check(task: Hint, name: str) -> None:
    assert task.step is not None
    assert task.step.technique == name
    assert not task.mistakes
    assert not task.leftovers
    assert verify(task.position, task.step)


class TestBank:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", NAMES)
    def test_the_technique_is_the_next_step_of_each_position(self, name: str) -> None:
        for kind, position in read_bank().positions(name):
            assert kind in KINDS
            assert nonet.count(position.givens) == 1
            assert mistakes(position, nonet.solve(position.givens)) == ()
            check(hint(position, techniques=[name]), name)
            assert find_next(Marks.of(position), easier_techniques(name)) is None

    @pytest.mark.parametrize("name", NAMES)
    def test_there_are_twenty_different_positions(self, name: str) -> None:
        rows = [each.position.givens for each in read_bank().positions(name)]
        forms = {bytes(form) for form in nonet.canonical_many(rows).digits} if rows else set()
        assert len(forms) == len(rows) == FEW.get(name, 20)

    def test_the_text_is_read_as_it_is_written(self) -> None:
        text = BANK_FILE.read_text(encoding="ascii")
        bank = Bank.parse(text)
        assert bank.text == text
        assert [each.text for each in bank.positions("aic")] == bank.lines["aic"]
        assert set(bank.lines) == set(NAMES)

    def test_other_forms_have_the_same_level(self) -> None:
        for name in NAMES:
            assert name in equals(name)
            assert {technique(other).level for other in equals(name)} == {technique(name).level}

    def test_an_explanation_uses_other_techniques_instead_of_those_that_are_never_used(self) -> None:
        for name in NAMES:
            assert (name in next_in_explanation(name)) == (name not in {*NEVER_USED, "aligned-pair-exclusion"})

    @pytest.mark.slow
    @pytest.mark.parametrize("name", sorted(NEVER_USED))
    def test_an_easier_technique_has_a_step_wherever_one_has_that_is_never_used(self, name: str) -> None:
        table = DEFAULT_TECHNIQUES[: NAMES.index(name)]
        hits = 0
        for other in NAMES:
            for each in read_bank().positions(other)[:4]:
                marks = Marks.of(each.position)
                if next(technique(name).find(marks), None) is not None:
                    hits += 1
                    assert find_next(marks, table) is not None
        assert hits >= 4


class TestPractice:
    @pytest.mark.parametrize("name", [name for name in NAMES if FEW.get(name, 20)])
    def test_every_technique(self, name: str) -> None:
        check(next(practice(name, seed=1)), name)

    def test_a_seed_decides_the_positions(self) -> None:
        one, same, other = (list(practice("xy-wing", count=3, seed=seed)) for seed in (1, 1, 2))
        assert one == same
        assert one != other
        assert next(practice("xy-wing")) != next(practice("xy-wing"))

    def test_each_position_comes_once_before_one_comes_again(self) -> None:
        tasks = list(islice(practice("x-wing", seed=3), 40))
        forms = [nonet.canonical(task.position.givens) for task in tasks]
        assert len(set(forms[:20])) == 20
        assert set(forms[:20]) == set(forms[20:])
        assert len({task.position for task in tasks}) == 40

    def test_the_count(self) -> None:
        assert len(list(practice("full-house", count=25, seed=1))) == 25
        assert list(practice("full-house", count=0)) == []
        with pytest.raises(ArgumentError, match="count must be 0 or more, not -1"):
            practice("full-house", count=-1)

    def test_no_easier_technique_has_a_step_after_a_transform(self) -> None:
        for name in ("naked-single", "hidden-triple", "swordfish", "w-wing", "xy-chain"):
            for task in practice(name, count=3, seed=5):
                assert find_next(Marks.of(task.position), easier_techniques(name)) is None

    def test_the_stages_reveal_more_and_more_in_both_languages(self) -> None:
        task = next(practice("skyscraper", seed=1))
        assert [stage.name for stage in task.stages()] == ["technique", "area", "pattern", "conclusion"]
        assert "摩天楼" in task.stages(language="zh")[0].text

    def test_positions_can_be_written_and_read_with_their_candidates(self) -> None:
        for task in practice("swordfish", count=5, seed=1):
            for name in ("hodoku", "json"):
                assert nonet.read_position(nonet.write(task.position, format=name)) == task.position

    def test_names(self) -> None:
        assert next(practice("XY Wing", seed=1)) == next(practice("xy-wing", seed=1))
        assert [row.id for row in practice_techniques()] == [name for name in NAMES if FEW.get(name, 20)]
        for name, message in (
            ("swordfsh", "unknown technique 'swordfsh'; did you mean swordfish?"),
            ("template-set", "there are no positions for Template Set"),
            ("answer", "there are no positions for The Answer"),
        ):
            with pytest.raises(ArgumentError, match=message):
                practice(name)
        with pytest.raises(ArgumentError, match="technique must be a name, not 7"):
            practice(7)  # type: ignore[arg-type]


def test_a_transform_keeps_the_technique() -> None:
    position = read_bank().positions("skyscraper")[0].position
    for seed in range(5):
        check(hint(Transform.random(seed=seed)(position)), "skyscraper")
