"""A trace reports what the search really did."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, OutOfTime
from nonet.search import METHODS, Trace, find
from tests.boards import WITHOUT_SOLUTION, boards

EVERY_METHOD = pytest.mark.parametrize("method", METHODS)


@EVERY_METHOD
@settings(max_examples=60)
@given(grid=boards(most_blanks=0.6), most=st.integers(1, 10))
def test_replaying_the_events_gives_the_solutions(method: str, grid: Grid, most: int) -> None:
    trace = Trace(record=True)
    found = list(islice(find(grid, method=method, trace=trace), most))
    board, written, replayed = list(grid), [], []
    for event in trace:
        if event.kind == "place":
            assert board[event.cell] == 0
            board[event.cell] = event.digit
            written.append(event.cell)
        elif event.kind == "remove":
            assert written.pop() == event.cell
            board[event.cell] = 0
        elif event.kind == "found":
            replayed.append(Grid(board, grid.shape))
        elif event.cell >= 0:
            assert board[event.cell] == 0
    assert replayed == found
    if len(found) < most:
        assert not written


@EVERY_METHOD
@settings(max_examples=40)
@given(grid=boards(most_blanks=0.6))
def test_the_counters_count_the_events(method: str, grid: Grid) -> None:
    trace = Trace(record=True)
    found = list(islice(find(grid, method=method, trace=trace), 10))
    kinds = [event.kind for event in trace]
    assert trace.nodes == kinds.count("place")
    assert trace.guesses == sum(event.guess for event in trace)
    assert trace.backtracks == kinds.count("fail")
    assert trace.solutions == kinds.count("found") == len(found)
    assert trace.deepest <= trace.guesses <= trace.nodes


@EVERY_METHOD
@settings(max_examples=40)
@given(grid=boards(most_blanks=0.6))
def test_a_complete_search_has_one_dead_end_or_solution_per_branch(method: str, grid: Grid) -> None:
    """Each branch ends in a solution or a dead end, and each guess adds one branch."""
    trace = Trace()
    solutions = sum(1 for _ in islice(find(grid, method=method, trace=trace), 200))
    if solutions < 200:
        assert solutions + trace.backtracks == trace.guesses + 1


@EVERY_METHOD
@settings(max_examples=20)
@given(grid=boards(most_blanks=0.5))
def test_recording_changes_nothing(method: str, grid: Grid) -> None:
    silent, recorded = Trace(), Trace(record=True)
    assert list(islice(find(grid, method=method, trace=silent), 5)) == list(
        islice(find(grid, method=method, trace=recorded), 5)
    )
    assert silent.counters() == recorded.counters()
    assert list(silent) == []


@pytest.mark.parametrize("method", ["backtracking", "bitmask", "singles", "mrv"])
def test_a_timeout_stops_the_search_and_keeps_the_counters(method: str) -> None:
    trace = Trace(timeout=0.02)
    with pytest.raises(OutOfTime, match=r"^stopped after 0.02 s without an answer$"):
        list(find(WITHOUT_SOLUTION, method=method, trace=trace))
    assert trace.nodes > 0


def test_an_event_of_the_whole_board_has_no_cell() -> None:
    trace = Trace(record=True)
    trace.found()
    trace.fail()
    assert [(event.kind, event.cell, event.digit) for event in trace.events or ()] == [
        ("found", -1, 0),
        ("fail", -1, 0),
    ]


def test_the_repr_has_the_counters() -> None:
    assert repr(Trace()) == "Trace(nodes=0, guesses=0, backtracks=0, deepest=0, solutions=0)"


def test_to_dict_has_the_counters_and_the_recorded_events() -> None:
    trace = Trace(record=True)
    list(find("1... .2.. ..3. ...4", method="mrv", trace=trace))
    data = trace.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["nodes"] == trace.nodes
    assert data["events"][0] == {"kind": "place", "cell": 1, "digit": 3, "guess": True}
    assert Trace().to_dict() == Trace().counters()
