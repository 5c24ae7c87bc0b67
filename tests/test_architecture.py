"""The structure of the source: import order, privacy, what each package loads, public names, function length."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import nonet

SOURCE = Path(nonet.__file__).parent

LEVELS = [
    ["errors", "limits", "messages", "version"],
    ["geometry"],
    ["cellset"],
    ["cells", "kernel", "display", "extras"],
    ["grid"],
    ["position"],
    ["puzzle"],
    ["rows", "files", "workers"],
    ["search", "transforms", "variants"],
    ["formats", "solving", "engine"],
    ["certificate"],
    ["logic"],
    ["create"],
    ["drawing"],
    ["bulk"],
    ["tables"],
    ["judge"],
    ["web"],
    ["cli"],
]
"""The modules and packages from the bottom up. Each imports only from the levels below it, and from itself."""

LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}
ABOVE_ALL = {"__init__", "__main__"}

UPWARD = {
    ("display", "drawing"): "a board draws itself in a notebook; drawing is imported when the picture is asked for",
    (
        "puzzle",
        "variants",
    ): "a puzzle without rules needs no variants; one with rules asks them for its text and conflicts",
}
"""The imports that go up, each with its reason."""

PACKAGES = sorted(path.parent.relative_to(SOURCE.parent).as_posix() for path in SOURCE.rglob("__init__.py"))
"""All packages and subpackages, such as nonet/logic/finders."""

USES_NUMPY = {"rows", "engine", "create", "bulk", "tables"}
HEAVY = {"numpy", "click", "rich", "csv", "xml", "defusedxml", "asyncio", "inspect", "pyarrow", "multiprocessing"}
"""Libraries that take longer to import than a puzzle takes to solve."""

LONG_FUNCTIONS = {
    "drawing/_draw.py:draw": "half of it are its options, each in a line",
}
"""The functions of more than 40 lines without their docstring, as file:name, each with the reason."""
MOST_LINES = 40


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    """The module or package at the top of nonet to which a file belongs."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """What a file imports when it runs: each module of nonet by its parts, with the names that are taken from it.

    Imports for type checkers alone do not count.
    """
    package = ["nonet", *path.relative_to(SOURCE).parent.parts]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = [*base, *(node.module.split(".") if node.module else [])]
            if module[0] == "nonet":
                yield from resolved(module, [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "nonet":
                    yield alias.name.split("."), []


def resolved(module: list[str], names: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """The same import, but a name that is itself a module (``from . import dlx``) is imported as a module."""
    place = SOURCE.joinpath(*module[1:])
    are_modules = [name for name in names if (place / name).is_dir() or (place / f"{name}.py").is_file()]
    for name in are_modules:
        yield [*module, name], []
    if len(are_modules) < len(names):
        yield module, [name for name in names if name not in are_modules]


def test_every_module_has_a_level() -> None:
    assert {name_of(path) for path in modules()} <= set(LEVEL) | ABOVE_ALL


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_go_one_way(path: Path) -> None:
    own = name_of(path)
    if own in ABOVE_ALL:
        return
    imported = {module[1] for module, _ in imports(path) if len(module) > 1 and module[1] in LEVEL}
    upward = {other for other in imported if other != own and LEVEL[other] >= LEVEL[own]}
    assert {other for other in upward if (own, other) not in UPWARD} == set()


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_package_is_imported_only_through_its_init(path: Path) -> None:
    own = ["nonet", *path.relative_to(SOURCE).parent.parts]
    bypassing = []
    for module, _ in imports(path):
        packages = [module[: i + 1] for i in range(len(module)) if "/".join(module[: i + 1]) in PACKAGES]
        others = [package for package in packages if own[: len(package)] != package]
        if others and module != others[0]:
            bypassing.append(".".join(module))
    assert bypassing == []


# What is loaded


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_importing_nonet_loads_nothing_heavy() -> None:
    assert (HEAVY | {"json", "dataclasses", "typing_extensions"}) & loaded_by("import nonet") == set()


@pytest.mark.parametrize("name", sorted(set(LEVEL) - {"web", "cli"}))
def test_a_package_loads_only_what_it_needs(name: str) -> None:
    allowed = {"numpy", "inspect", "csv"} if name in USES_NUMPY else {"csv"} if name == "formats" else set()
    allowed |= {"csv", "inspect", "asyncio"} if name in USES_NUMPY else set()  # NumPy and doctest bring these along
    allowed |= {"inspect"} if name == "variants" else set()  # dataclasses bring it along
    assert (HEAVY & loaded_by(f"import nonet.{name}")) - allowed == set()


@pytest.mark.parametrize(
    "statement",
    [
        "import nonet; nonet.solve('1... .... .... ....', any=True)",
        "import nonet; nonet.hint('1... ..2. .3.. ...4')",
        "import nonet; nonet.read('1... ..2. .3.. ...4')",
        "import nonet.judge",
    ],
)
def test_the_everyday_functions_do_not_load_numpy(statement: str) -> None:
    assert "numpy" not in loaded_by(statement)


# Public names


def public_packages() -> list[str]:
    """Every package and module at the top of nonet that has public names."""
    return ["nonet", *(f"nonet.{name}" for name in LEVEL if name != "cli")]


@pytest.mark.parametrize("name", public_packages())
def test_all_is_complete_and_sorted(name: str) -> None:
    names = import_module(name).__all__
    constants = [public for public in names if public.isupper()]
    classes = [public for public in names if public[0].isupper() and not public.isupper()]
    functions = [public for public in names if not public[0].isupper()]
    assert names == [*sorted(constants), *sorted(classes), *sorted(functions)]
    assert [public for public in names if not hasattr(import_module(name), public)] == []


def test_the_design_names_are_public() -> None:
    functions = (
        "solve solutions count check maximize solve_many count_many hint steps explain rate rate_many generate "
        "minimize canonical transform read write draw"
    )
    assert set(functions.split()) <= set(nonet.__all__)


def examples(module: ModuleType) -> dict[str, bool]:
    """For each public function and class, whether its docstring (or a method's) has an example."""
    shown = {}
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            members = [value, *vars(value).values()] if inspect.isclass(value) else [value]
            shown[name] = any(doctest.DocTestParser().get_examples(member.__doc__ or "") for member in members)
    return shown


@pytest.mark.parametrize("name", public_packages())
def test_every_public_name_has_an_example(name: str) -> None:
    assert [public for public, shown in examples(import_module(name)).items() if not shown] == []


# Functions


def lengths(path: Path) -> dict[str, int]:
    """The functions of a file with their lines, docstrings not counted."""
    found = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if ast.get_docstring(node) else None
            docstring = (first.end_lineno or 0) - first.lineno + 1 if first else 0
            lines = (node.end_lineno or 0) - node.lineno + 1 - docstring
            found[f"{path.relative_to(SOURCE).as_posix()}:{node.name}"] = lines
    return found


def test_a_long_function_has_a_reason() -> None:
    long = {name for path in modules() for name, lines in lengths(path).items() if lines > MOST_LINES}
    assert long == set(LONG_FUNCTIONS)
