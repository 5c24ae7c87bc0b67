"""The house plan holds: imports point one way, the front door is complete, every public name is shown by example."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import nonet

SOURCE = Path(nonet.__file__).parent

FLOORS = [
    ["errors", "late"],
    ["geometry"],
    ["plain"],
    ["grid"],
    ["position"],
    ["search", "engine", "formats"],
    ["transforms"],
    ["solving"],
    ["logic"],
    ["create"],
    ["draw"],
    ["judge", "tables", "web"],
    ["cli"],
]
"""The rooms from the ground up; a room imports from the floors below it and from itself."""

FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
ABOVE_ALL = {"__init__", "__main__"}
LATE = {("grid", "draw"), ("position", "draw")}
"""The exceptions: a board draws itself in a notebook, which imports the room when the picture is asked for."""
PUBLIC = [
    "nonet",
    "nonet.errors",
    "nonet.geometry",
    "nonet.search",
    "nonet.engine",
    "nonet.formats",
    "nonet.transforms",
    "nonet.create",
    "nonet.judge",
    "nonet.draw",
    "nonet.tables",
]


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """The rooms that a file imports when it runs; what is imported for type checkers alone does not count."""
    package = ["nonet", *path.relative_to(SOURCE).parent.parts]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    rooms = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            full = [*base, *(node.module.split(".") if node.module else [])]
            names = [[*full, alias.name] for alias in node.names] if full == ["nonet"] else [full]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            continue
        rooms |= {name[1] for name in names if name[0] == "nonet" and len(name) > 1 and name[1] in FLOOR}
    return rooms


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def test_every_room_has_a_floor() -> None:
    assert {room_of(path) for path in modules()} <= set(FLOOR) | ABOVE_ALL


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_downwards(path: Path) -> None:
    room = room_of(path)
    if room not in ABOVE_ALL:
        above = {other for other in imported_rooms(path) if other != room and FLOOR[other] >= FLOOR[room]}
        assert {other for other in above if (room, other) not in LATE} == set()


@pytest.mark.parametrize("name", PUBLIC)
def test_all_names_are_there_and_sorted(name: str) -> None:
    module = import_module(name)
    assert len(set(module.__all__)) == len(module.__all__)
    assert [public for public in module.__all__ if not hasattr(module, public)] == []


def test_the_front_door_leads_to_every_public_function() -> None:
    assert {
        "solve_many",
        "count_many",
        "solve",
        "solutions",
        "count",
        "check",
        "maximize",
        "read",
        "write",
        "Grid",
        "Position",
    } <= set(nonet.__all__)


def examples(module: ModuleType) -> dict[str, bool]:
    """For each public function and class, whether its docstring (or a method's) holds an example."""
    shown = {}
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            members = [value, *vars(value).values()] if inspect.isclass(value) else [value]
            shown[name] = any(doctest.DocTestParser().get_examples(member.__doc__ or "") for member in members)
    return shown


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_shown_by_an_example(name: str) -> None:
    assert [public for public, shown in examples(import_module(name)).items() if not shown] == []


def test_importing_nonet_loads_nothing_heavy() -> None:
    heavy = {
        "numpy",
        "click",
        "rich",
        "json",
        "csv",
        "xml",
        "defusedxml",
        "dataclasses",
        "inspect",
        "asyncio",
        "typing_extensions",
        "pyarrow",
    }
    code = "import sys; before = set(sys.modules); import nonet; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert heavy & {name.partition(".")[0] for name in loaded} == set()


def test_no_source_file_is_longer_than_a_newcomer_reads_in_one_go() -> None:
    assert [path.name for path in modules() if len(path.read_text(encoding="utf-8").splitlines()) > 450] == []
