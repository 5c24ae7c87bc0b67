"""Data sets: correct, reproducible, and without leaks between splits."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import nonet
from nonet.bulk import dataset, make_dataset
from nonet.cli import main
from nonet.engine import is_solution
from nonet.errors import NonetError
from nonet.logic import Level
from tests.backends import needs_kernel

NAMES = ["train", "validation", "test"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dataset")
    make_dataset(path, count=240, clues=(28, 31), seed=5)
    return path


@pytest.fixture(scope="module")
def by_level(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("levels")
    make_dataset(path, count=60, levels=["hard", "Easy", Level.MEDIUM], seed=5)
    return path


def rows_of(folder: Path) -> dict[str, Any]:
    return {name: pq.read_table(folder / f"{name}.parquet") for name in NAMES}


def test_every_row_is_a_puzzle_with_its_solution(folder: Path) -> None:
    splits = rows_of(folder)
    assert sum(map(len, splits.values())) == 240
    for table in splits.values():
        puzzles, solutions = table["puzzle"].to_pylist(), table["solution"].to_pylist()
        assert nonet.count_many(puzzles).is_unique.all()
        assert is_solution(puzzles, solutions).all()
        assert table["clues"].to_pylist() == [81 - puzzle.count(".") for puzzle in puzzles]
        assert table["canonical"].to_pylist()[:5] == [str(nonet.canonical(puzzle)) for puzzle in puzzles[:5]]


def test_every_number_of_clues_is_equally_frequent(folder: Path) -> None:
    clues = Counter(number for table in rows_of(folder).values() for number in table["clues"].to_pylist())
    assert clues == dict.fromkeys((28, 29, 30, 31), 60)


def test_every_level_is_equally_frequent(by_level: Path) -> None:
    levels = Counter(level for table in rows_of(by_level).values() for level in table["level"].to_pylist())
    assert levels == {"Easy": 20, "Medium": 20, "Hard": 20}
    card = (by_level / "README.md").read_text()
    assert card.startswith("# Sudoku, Easy, Medium, Hard, 60 puzzles\n")
    assert "each level in turn" in card


@pytest.mark.parametrize("made", ["folder", "by_level"])
def test_ratings_are_those_of_rate(made: str, request: pytest.FixtureRequest) -> None:
    for table in rows_of(request.getfixturevalue(made)).values():
        for row in table.slice(0, 5).to_pylist():
            rating = nonet.rate(row["puzzle"])
            found = (row["level"], row["score"], row["hardest"], row["steps"])
            assert found == (rating.level.title, rating.score, rating.hardest, rating.steps)


def test_levels_and_clues_together(tmp_path: Path) -> None:
    make_dataset(tmp_path, count=12, levels=["easy", "medium"], clues=(26, 27), seed=2, threads=1)
    rows = [row for table in rows_of(tmp_path).values() for row in table.to_pylist()]
    assert Counter(row["level"] for row in rows) == {"Easy": 6, "Medium": 6}
    assert {row["clues"] for row in rows} <= {26, 27}


def test_without_ratings(tmp_path: Path) -> None:
    make_dataset(tmp_path, count=20, clues=(30, 30), seed=1, ratings=False)
    for table in rows_of(tmp_path).values():
        assert table.column_names == ["puzzle", "solution", "clues", "canonical"]
    card = (tmp_path / "README.md").read_text()
    assert "--no-ratings`" in card
    assert "Their difficulty for people is not known" in card


@needs_kernel
@pytest.mark.parametrize("canonical", [False, True])
def test_ratings_of_sudoku_explainer(canonical: bool, tmp_path: Path) -> None:
    make_dataset(tmp_path, count=6, clues=(28, 30), seed=1, ratings=False, se=True, canonical=canonical, threads=1)
    rows = [row for table in rows_of(tmp_path).values() for row in table.to_pylist()]
    assert len(rows) == 6
    for row in rows:
        rating = nonet.rate(row["puzzle"], scale="se", canonical=canonical).se
        assert (row["er"], row["ep"], row["ed"]) == rating
    card = (tmp_path / "README.md").read_text()
    assert ("--no-ratings --se --canonical`" if canonical else "--no-ratings --se`") in card
    assert "for the canonical form" in card if canonical else "for the puzzle as it is" in card


def test_both_ratings_and_ratings_without_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NonetError, match="canonical needs se"):
        make_dataset(tmp_path, count=3, canonical=True)
    monkeypatch.setenv("NONET_BACKEND", "numpy")
    with pytest.raises(NonetError, match="in a data set need the compiled kernel"):
        make_dataset(tmp_path, count=3, se=True)
    assert not list(tmp_path.iterdir())


def test_shares_are_met_approximately(folder: Path) -> None:
    sizes = {name: len(table) for name, table in rows_of(folder).items()}
    assert 165 < sizes["train"] < 220
    assert 8 < sizes["validation"] < 45


def test_no_split_has_an_equivalent_solution_of_another(folder: Path) -> None:
    solutions = {
        name: {form.tobytes() for form in nonet.canonical_many(table["solution"].to_pylist()).digits}
        for name, table in rows_of(folder).items()
    }
    assert not solutions["train"] & solutions["test"]
    assert not solutions["train"] & solutions["validation"]
    assert not solutions["validation"] & solutions["test"]
    forms = [form for table in rows_of(folder).values() for form in table["canonical"].to_pylist()]
    assert len(set(forms)) == len(forms)


def test_an_equivalent_puzzle_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list(nonet.generate(count=4, clues=30, seed=1))
    equivalent = [nonet.Grid(str(puzzle)[::-1]) for puzzle in first]
    made = iter([*first, *equivalent, *nonet.generate(count=8, clues=30, seed=2)])
    monkeypatch.setattr(dataset, "_puzzles", lambda *_: (puzzle for puzzle in made))
    make_dataset(tmp_path, count=8, clues=(30, 30), seed=1)
    kept = {puzzle for table in rows_of(tmp_path).values() for puzzle in table["puzzle"].to_pylist()}
    assert len(kept) == 8
    assert set(map(str, first)) <= kept
    assert not set(map(str, equivalent)) & kept


@pytest.mark.parametrize("backend", ["auto", "numpy"])
def test_the_same_seed_gives_the_same_rows(backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_dataset(tmp_path / "a", count=6, clues=(30, 32), seed=3, threads=1)
    monkeypatch.setenv("NONET_BACKEND", backend)
    make_dataset(tmp_path / "b", count=6, clues=(30, 32), seed=3, threads=2)
    assert rows_of(tmp_path / "a") == rows_of(tmp_path / "b")
    assert (tmp_path / "a" / "README.md").read_text() == (tmp_path / "b" / "README.md").read_text()


@pytest.mark.parametrize("made", ["folder", "by_level"])
def test_the_command_on_the_card_makes_the_same_files(
    made: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(made)
    card = (folder / "README.md").read_text()
    command = card.partition("`nonet ")[2].partition("`")[0].replace("\n", " ").split()
    with pytest.raises(SystemExit, match="0"):
        main([*command, "-o", str(tmp_path)])
    assert rows_of(tmp_path) == rows_of(folder)
    assert (tmp_path / "README.md").read_text() == card


def test_wrong_arguments(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NonetError, match="train.parquet already exists; force replaces it"):
        make_dataset(folder, count=3, seed=1)
    with pytest.raises(NonetError, match="clues must be between 17 and 80, not 12 to 20"):
        make_dataset(tmp_path, count=3, clues=(12, 20))
    with pytest.raises(NonetError, match="level"):
        make_dataset(tmp_path, count=3, levels=["hopeless"])
    with pytest.raises(SystemExit, match="2"):
        main(["dataset", "-o", str(tmp_path), "--split", "train"])
    assert capsys.readouterr().err == "nonet: --split takes names and shares, such as train=80,test=20, not 'train'\n"
    assert list(tmp_path.iterdir()) == []
