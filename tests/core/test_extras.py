"""The message for a missing library: a command that works for this interpreter and this installation."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import tomllib
from pathlib import Path

import pytest

import nonet
from nonet.extras import _EXTRA_OF, install_command, require

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


class Installed:
    """An installed distribution with a direct_url.json, or without one."""

    def __init__(self, record: object) -> None:
        self.record = record

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return json.dumps(self.record) if self.record else None


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone with a virtual environment, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    return tmp_path


def command(monkeypatch: pytest.MonkeyPatch, record: object) -> str:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: Installed(record))
    return install_command("tables")


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of Windows has other quotes")
class TestCommand:
    """The command in a POSIX shell."""

    def test_in_a_clone_it_installs_the_clone(self, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        record = {"url": clone.as_uri(), "dir_info": {"editable": True}}
        assert command(monkeypatch, record) == ".venv/bin/python -m pip install -e '.[tables]'"

    def test_elsewhere_it_has_the_full_paths(
        self, clone: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
        record = {"url": clone.as_uri(), "dir_info": {"editable": True}}
        expected = f"{clone}/.venv/bin/python -m pip install -e '{clone}[tables]'"
        assert command(monkeypatch, record) == expected

    def test_after_an_installation_from_a_folder_it_installs_the_folder(
        self, clone: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = {"url": (clone / "a folder").as_uri(), "dir_info": {}}
        assert command(monkeypatch, record) == ".venv/bin/python -m pip install 'a folder[tables]'"

    @pytest.mark.parametrize("record", [None, {"url": "file:///a/nonet.whl", "archive_info": {}}])
    def test_after_an_installation_from_a_wheel_it_names_nonet(
        self, clone: Path, monkeypatch: pytest.MonkeyPatch, record: object
    ) -> None:
        assert command(monkeypatch, record) == ".venv/bin/python -m pip install 'nonet[tables]'"

    def test_in_an_active_environment_python_is_enough(self, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        python = Path(sys.executable)
        python.parent.mkdir(parents=True)
        python.touch(mode=0o755)
        monkeypatch.setenv("PATH", str(python.parent))
        assert command(monkeypatch, None) == "python -m pip install 'nonet[tables]'"


def test_without_an_installation_it_names_nonet(monkeypatch: pytest.MonkeyPatch) -> None:
    def distribution(name: str) -> object:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)
    assert "nonet[tables]" in install_command("tables")


@pytest.mark.parametrize("library", ["pyarrow", "reportlab", "uvicorn", "polars", "pandas", "duckdb", "ray"])
def test_a_missing_library_is_installed_by_an_extra_that_exists(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(nonet.MissingExtra) as error:
        require(library)
    extras = PROJECT["optional-dependencies"]
    assert any(needed.startswith(library) for needed in extras[error.value.extra])


def test_every_extra_that_a_message_names_exists() -> None:
    assert set(_EXTRA_OF.values()) <= set(PROJECT["optional-dependencies"])


def test_the_core_brings_all_that_the_command_line_imports() -> None:
    assert {needed.partition(">")[0] for needed in PROJECT["dependencies"]} == {"click", "numpy", "rich"}
