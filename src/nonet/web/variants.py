"""Puzzles with rules: the operations in worker processes, and their endpoints."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from .. import formats
from ..drawing import layers_of, rule_name
from ..errors import Contradiction, FormatError, NonetError, NoSolution, NotUnique, OutOfTime
from ..grid import Grid
from ..messages import in_language
from ..puzzle import Puzzle
from ..solving import count, solve

if TYPE_CHECKING:
    from ..formats import Entry

__all__ = ["VARIANT_OPERATIONS"]

_Data = dict[str, Any]


def _entry(text: str, lenient: bool = False) -> Entry:
    found = list(islice(formats.read_many(text, rules=True, lenient=lenient), 2))
    if len(found) != 1:
        raise FormatError("several puzzles, but one was expected" if found else "no puzzle, but one was expected")
    return found[0]


def _puzzle(text: str) -> Puzzle:
    entry = _entry(text)
    return entry.puzzle or Puzzle(entry.grid)


def _read(text: str, lenient: bool, language: str, timeout: float) -> _Data:
    """Return a puzzle as the page needs it: its board, its rules in words, and its marks."""
    entry = _entry(text, lenient)
    puzzle = entry.puzzle or Puzzle(entry.grid)
    shape = puzzle.shape
    fields = {name: entry.fields.get(name, "") for name in ("title", "author", "ruleset")}
    return {
        "text": str(puzzle),
        "puzzle": str(puzzle.grid),
        "box": [shape.box_height, shape.box_width],
        "clues": len(puzzle.givens),
        "solutions": _solutions(puzzle, timeout),
        "rules": [_rule(rule, language) for rule in puzzle.rules],
        "left_out": entry.fields.get(formats.LEFT_OUT, ""),
        **fields,
        "link": _link(puzzle),
        "picture": layers_of(puzzle, language=language)._asdict(),
    }


def _rule(rule: Any, language: str) -> _Data:
    return {"type": rule.type, "name": rule_name(rule.type, language), "words": rule.words(language)}


def _solutions(puzzle: Puzzle, timeout: float) -> str:
    try:
        return ("none", "unique", "several")[count(puzzle, limit=2, timeout=timeout)]
    except OutOfTime:
        return "unknown"


def _link(puzzle: Puzzle) -> str:
    """Return the link to the puzzle in f-puzzles; nothing if it has other rules."""
    try:
        return formats.write(puzzle, format="fpuzzles").strip()
    except NonetError:
        return ""


def _conflicts(text: str, digits: str, language: str) -> _Data:
    """Return the rules that the digits break, each with its cells."""
    puzzle = _puzzle(text)
    found = []
    for conflict in puzzle.conflicts(Grid(digits, puzzle.shape)):
        rule = getattr(conflict, "rule", None)
        words = in_language(str(conflict), language) if rule is None else conflict.words(language)  # type: ignore[union-attr]
        found.append(
            {
                "rule": None if rule is None else puzzle.rules.index(rule),
                "cells": [cell.name for cell in conflict.cells],
                "words": words,
            }
        )
    return {"conflicts": found}


def _solve(text: str, timeout: float) -> _Data:
    """Return the solution if it is unique."""
    try:
        return {"count": 1, "solution": str(solve(_puzzle(text), timeout=timeout))}
    except NotUnique:
        return {"count": 2, "solution": None}
    except Contradiction:
        raise
    except NoSolution:
        return {"count": 0, "solution": None}


VARIANT_OPERATIONS: dict[str, Callable[..., _Data]] = {
    "variant_read": _read,
    "variant_conflicts": _conflicts,
    "variant_solve": _solve,
}
