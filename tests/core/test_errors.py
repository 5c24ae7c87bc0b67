"""The exceptions: their base classes, their messages, and pickling."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

import nonet
from nonet import errors
from nonet.errors import (
    Contradiction,
    FormatError,
    MissingExtra,
    NonetError,
    NoSolution,
    NotUnique,
    OutOfTime,
    ShapeError,
    counted,
)

ONE, OTHER = nonet.Grid("1423324141322314"), nonet.Grid("1423324143122134")
CONFLICTS = nonet.Grid("11.. .... .... 1...").conflicts()

ERRORS = [
    NonetError("what is wrong"),
    ShapeError("there is no such shape"),
    FormatError("80 cells, but a 9x9 board has 81"),
    FormatError("80 cells, but a 9x9 board has 81", line=7),
    FormatError("80 cells, but a 9x9 board has 81", line=7, source="a.sdm"),
    NoSolution(),
    NoSolution("no digit is left for r1c1"),
    Contradiction(CONFLICTS),
    NotUnique(ONE, OTHER),
    OutOfTime("stopped after 1 s without an answer"),
    MissingExtra("pyarrow", extra="tables", command="python -m pip install -e '.[tables]'"),
]
WAYS: list[Callable[[NonetError], object]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda error, p=protocol: pickle.loads(pickle.dumps(error, p)) for protocol in range(2, 6)),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("way", WAYS)
def test_an_error_can_be_pickled(error: NonetError, way: Callable[[NonetError], NonetError]) -> None:
    twin = way(error)
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)
    assert twin.args == error.args


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_can_be_made_without_arguments_as_dask_does(error: NonetError) -> None:
    kind = type(error)
    assert type(kind.__new__(kind)) is kind


def test_every_error_is_a_nonet_error_and_a_value_error() -> None:
    for name in errors.__all__:
        kind = getattr(errors, name)
        assert issubclass(kind, NonetError)
        assert issubclass(kind, ValueError)
        assert getattr(nonet, name) is kind


def test_errors_have_the_matching_builtin_base() -> None:
    assert issubclass(OutOfTime, TimeoutError)
    assert issubclass(MissingExtra, ImportError)
    assert issubclass(Contradiction, NoSolution)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (FormatError("no cells"), "no cells"),
        (FormatError("no cells", line=3), "line 3: no cells"),
        (FormatError("no cells", source="a.sdm"), "a.sdm: no cells"),
        (FormatError("no cells", line=3, source="a.sdm"), "a.sdm, line 3: no cells"),
        (FormatError("no cells").at(line=3).at(source="a.sdm"), "a.sdm, line 3: no cells"),
        (FormatError("no cells", line=3).at(line=5), "line 3: no cells"),
        (NoSolution(), "the puzzle has no solution"),
        (
            Contradiction(CONFLICTS[:1]),
            "r1c1 and r1c2 are both 1, but row 1 needs each digit once",
        ),
        (Contradiction(CONFLICTS), "r1c1 and r1c2 are both 1, but row 1 needs each digit once (and 2 more)"),
        (NotUnique(ONE, OTHER), "the puzzle has several solutions; two of them differ first at r3c2: 1 or 3"),
        (NotUnique(OTHER, ONE), "the puzzle has several solutions; two of them differ first at r3c2: 1 or 3"),
        (
            MissingExtra("pyarrow", extra="tables"),
            "this needs pyarrow, which is not installed: pip install 'nonet[tables]'",
        ),
    ],
)
def test_messages(error: NonetError, sentence: str) -> None:
    assert str(error) == sentence


def test_attributes_of_errors() -> None:
    assert NotUnique(ONE, OTHER).solutions == (ONE, OTHER)
    assert Contradiction(CONFLICTS).conflicts == CONFLICTS
    placed = FormatError("no cells", line=3, source="a.sdm")
    assert (placed.reason, placed.line, placed.source) == ("no cells", 3, "a.sdm")
    missing = MissingExtra("pyarrow", extra="tables")
    assert (missing.needed, missing.extra) == ("pyarrow", "tables")


def test_counted() -> None:
    assert [counted(number, "row") for number in (0, 1, 2, 81)] == ["no rows", "1 row", "2 rows", "81 rows"]
