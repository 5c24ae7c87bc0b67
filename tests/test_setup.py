"""The set-up of the project: one version, pinned requirements, and workflows that follow pyproject.toml."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import nonet

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def pins(name: str) -> dict[str, list[Requirement]]:
    """The pinned requirements of a file, by name. There may be several for one name, for different Pythons."""
    found: dict[str, list[Requirement]] = {}
    for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def needed(extra: str) -> list[Requirement]:
    """What an extra needs, with the core and with the extras that it names."""
    project = PROJECT["project"]
    result, wanted = list(map(Requirement, project["dependencies"])), [extra]
    for name in wanted:
        for requirement in map(Requirement, project["optional-dependencies"][name]):
            if requirement.name == "nonet":
                wanted += requirement.extras
            else:
                result.append(requirement)
    return result


def test_the_version_is_written_once() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["scikit-build"]["metadata"]["version"]["input"] == "src/nonet/version.py"
    text = (ROOT / "src" / "nonet" / "version.py").read_text(encoding="utf-8")
    assert re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE) == [nonet.__version__]


def test_importing_nonet_does_not_read_the_metadata() -> None:
    code = "import sys, nonet; sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("extra", ["dev", "docs"])
def test_every_requirement_is_pinned_to_a_version_that_pyproject_allows(extra: str) -> None:
    pinned = pins(f"{extra}.txt")
    for requirement in needed(extra):
        for pin in pinned[canonicalize_name(requirement.name)]:
            (version,) = pin.specifier
            assert version.operator == "=="
            assert requirement.specifier.contains(version.version, prereleases=True), str(pin)


@pytest.mark.parametrize("name", ["dev.txt", "docs.txt"])
def test_a_pinned_requirement_has_no_address(name: str) -> None:
    assert all(pin.url is None for several in pins(name).values() for pin in several)


def test_both_files_pin_the_same_versions() -> None:
    dev, docs = pins("dev.txt"), pins("docs.txt")
    for name in dev.keys() & docs.keys():
        assert {str(pin.specifier) for pin in docs[name]} == {str(pin.specifier) for pin in dev[name]}, name


def steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
class TestWorkflows:
    """The files in .github/workflows."""

    def test_a_workflow_may_only_read(self, workflow: Path) -> None:
        assert yaml.safe_load(workflow.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}

    def test_actions_have_a_version(self, workflow: Path) -> None:
        used = [step["uses"] for step in steps(workflow) if "uses" in step]
        assert used
        assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in used)

    def test_the_commands_exist(self, workflow: Path) -> None:
        commands = "\n".join(step.get("run", "") for step in steps(workflow))
        phony = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        targets = " ".join(phony).split()
        for command in re.findall(r"make ([a-z ]+)", commands):
            assert set(command.split()) <= set(targets)
        for script in re.findall(r"benchmarks/\w+\.py|requirements/\w+\.txt", commands):
            assert (ROOT / script).is_file()


def test_the_tests_run_on_every_system_and_every_python_from_the_oldest_on() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["tests"]["strategy"]["matrix"]
    assert [system.partition("-")[0] for system in matrix["system"]] == ["ubuntu", "macos", "windows"]
    supported = SpecifierSet(PROJECT["project"]["requires-python"])
    assert matrix["python"] == [f"3.{minor}" for minor in range(15) if supported.contains(f"3.{minor}")]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert script.splitlines()[-1] == "make test"
    assert re.search(r"^make test\b", readme, re.MULTILINE)
