"""practice: in each position the technique has a step, and no easier technique has one."""

from __future__ import annotations

from itertools import islice

import pytest

import nonet
from nonet import ArgumentError, Transform
from nonet.create import practice, practice_techniques
from nonet.create.bank import BANK_FILE, KINDS, Bank, easier_techniques, equals, read_bank
from nonet.logic import DEFAULT_TECHNIQUES, Hint, Marks, find_next, hint, technique, verify
from nonet.logic._hint import mistakes

NAMES = [row.id for row in DEFAULT_TECHNIQUES if row.id != "answer"]
FEW: dict[str, int] = {
    "hidden-quad": 0,
    "jellyfish": 14,
    "unique-rectangle-5": 0,
    "avoidable-rectangle-1": 5,
    "avoidable-rectangle-2": 0,
    "simple-colors-wrap": 2,
    "multi-colors-2": 0,
    "unique-loop-1": 2,
    "unique-loop-2": 2,
    "unique-loop-3": 1,
    "unique-loop-4": 2,
    "bug-2": 13,
    "bug-3": 0,
    "bug-4": 0,
    "sashimi-swordfish": 13,
    "finned-jellyfish": 9,
    "sashimi-jellyfish": 0,
    "aligned-pair-exclusion": 1,
    "death-blossom": 11,
    "franken-x-wing": 0,
    "franken-swordfish": 0,
    "finned-franken-x-wing": 0,
    "finned-franken-swordfish": 1,
}
"""The techniques with fewer than 20 positions."""


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
        positions = read_bank().positions(name)
        assert len({each.position.givens for each in positions}) == len(positions) == FEW.get(name, 20)

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
