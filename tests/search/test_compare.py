"""`compare` runs each method and relates it to the best."""

from __future__ import annotations

from nonet.search import METHODS, compare
from tests.boards import SEVENTEEN, TARGET_3, WIKIPEDIA


def test_ratios_are_relative_to_the_best_method() -> None:
    announced: list[str] = []
    measurements = compare(WIKIPEDIA, progress=announced.append)
    assert announced == [measurement.method for measurement in measurements] == list(METHODS)
    fewest = min(measurement.trace.nodes for measurement in measurements)
    for measurement in measurements:
        assert measurement.solutions == 1
        assert measurement.ratios["nodes"] == measurement.trace.nodes / fewest
        assert min(measurement.ratios.values()) >= 1


def test_the_limit_stops_the_search() -> None:
    assert [compare(TARGET_3, methods=["mrv"], limit=limit)[0].solutions for limit in (1, 2)] == [1, 2]


def test_a_slow_method_is_stopped_and_sets_no_standard() -> None:
    slow, fast = compare(SEVENTEEN, methods=["backtracking", "dlx"], timeout=0.2)
    assert slow.is_stopped
    assert slow.to_dict()["solutions"] is None
    assert slow.seconds >= 0.2
    assert set(fast.ratios.values()) == {1}


def test_without_any_finished_method_each_is_compared_with_itself() -> None:
    (slow,) = compare(SEVENTEEN, methods=["backtracking"], timeout=0.01)
    assert set(slow.ratios.values()) == {1}
