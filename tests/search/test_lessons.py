"""The tables of the lessons in docs/algorithms.md and docs/algorithms.zh.md are right."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.lessons import PUZZLES

from nonet.search import METHODS, Trace, find

DOCS = Path(__file__).parents[2] / "docs"
MOST_NODES = 60_000  # to keep the test short; benchmarks/lessons.py counts the others


def tables(page: str) -> list[dict[str, list[str]]]:
    """Return the tables with a column per method: the cells of each puzzle."""
    found: list[dict[str, list[str]]] = []
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if cells[1:] == list(METHODS):
            found.append({})
        elif found and cells[0] in PUZZLES:
            found[-1][cells[0]] = cells[1:]
    return found


def test_both_languages_have_the_same_tables_of_all_puzzles() -> None:
    nodes, times = tables("algorithms.md")
    assert list(nodes) == list(times) == list(PUZZLES)
    assert [nodes, times] == tables("algorithms.zh.md")


@pytest.mark.parametrize("name", PUZZLES)
def test_the_table_has_the_nodes_that_each_method_needs(name: str) -> None:
    row = tables("algorithms.md")[0][name]
    for method, number in zip(METHODS, (int(cell.replace(",", "")) for cell in row), strict=True):
        if number < MOST_NODES:
            trace = Trace()
            next(find(PUZZLES[name], method=method, trace=trace))
            assert trace.nodes == number
