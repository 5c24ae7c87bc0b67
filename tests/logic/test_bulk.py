"""Ratings on several processes: the same as on one, and nobody waits for those who are gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from threading import Timer

import pytest

from nonet import rate, rate_many
from nonet.errors import NonetError
from nonet.logic._rate import Raters

from .positions_core import made_puzzles


@pytest.fixture
def raters() -> Iterator[Raters]:
    with Raters(2) as two:
        next(two.rate(made_puzzles()[:1]))
        yield two


def test_processes_change_nothing() -> None:
    puzzles = [*made_puzzles(), "11", "." * 81]
    alone, shared = (list(rate_many(puzzles, threads=number)) for number in (1, 2))
    assert alone == shared
    assert [rated.rating for rated in alone[:-2]] == [rate(puzzle) for puzzle in made_puzzles()]
    assert [rated.status for rated in alone[-2:]] == ["bad", "several"]


def test_who_waits_for_dismissed_raters_is_told(raters: Raters) -> None:
    many = list(made_puzzles()) * 1000
    Timer(0.3, raters.close).start()
    with pytest.raises(NonetError, match="the raters were dismissed"):
        list(raters.rate(many))


def test_dismissed_raters_take_no_more() -> None:
    for number in (1, 2):
        raters = Raters(number)
        results = raters.rate(made_puzzles() * 100)
        next(results)
        raters.close()
        with pytest.raises(NonetError, match="the raters were dismissed"):
            list(results)
        with pytest.raises(NonetError, match="the raters were dismissed"):
            next(raters.rate(made_puzzles()))


def test_who_waits_for_a_dead_process_is_told(raters: Raters) -> None:
    many = list(made_puzzles()) * 1000
    results = raters.rate(many)
    next(results)
    for child in multiprocessing.active_children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(NonetError, match="a process that rated puzzles has died"):
        list(results)
