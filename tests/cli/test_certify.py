"""nonet certify: the files, the sentence, the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonet.cli import main

from ..drat import is_proof

UNIQUE = "1... ..2. .3.. ...4"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["certify", *arguments])
    assert isinstance(end.value.code, int)
    return end.value.code


def test_the_files_are_a_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "proof"
    assert run(UNIQUE, "-o", str(folder)) == 0
    assert "has exactly one solution: 1243342143122134, proved in " in capsys.readouterr().out
    assert is_proof((folder / "puzzle.cnf").read_text(), (folder / "puzzle.drat").read_text())
    assert sorted(path.name for path in folder.iterdir()) == ["README.txt", "puzzle.cnf", "puzzle.drat"]


def test_no_solution_is_proved_with_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("12.. ..34 .... ....", "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert data["solution"] is None
    assert is_proof(data["cnf"], data["proof"])


def test_several_solutions_have_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(".42. 3..1 ...2 2...", "-o", str(tmp_path / "proof")) == 1
    assert "several solutions" in capsys.readouterr().err
    assert not (tmp_path / "proof").exists()


def test_a_timeout_ends_the_search(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(UNIQUE, "-o", str(tmp_path / "proof"), "--timeout", "1e-9") == 2
    assert capsys.readouterr().err == "nonet: stopped after 1e-09 s without an answer\n"
    assert not (tmp_path / "proof").exists()


def test_a_certificate_is_for_one_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(UNIQUE, UNIQUE) == 2
    assert "2 puzzles, but a certificate is for one puzzle" in capsys.readouterr().err


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "proof").write_text("text")
    assert run(UNIQUE, "-o", str(tmp_path / "proof")) == 2
    assert (tmp_path / "proof").read_text() == "text"
