"""Where a link runs: the gentlest arc between two candidates that does not cross a digit on its way.

An arc is a quadratic curve. Of a fan of curves, from straight to strongly bent to either side, the one is taken that
touches the fewest digits, leaves the board nowhere, and lies apart from the arcs that are already there; of equal ones
the straightest. The first and last part of an arc, inside the signs it joins, is cut off.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from .picture import Curve, Polygon

__all__ = ["arrow_head", "route"]

_BENDS = (0.0, 0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.35, -0.35, 0.48, -0.48, 0.65, -0.65, 0.85, -0.85)
_LEANS = (0.5, 0.3, 0.7)
_SAMPLE_EVERY = 4.0
_COST_OF_A_DIGIT = 6.0
_COST_OF_LEAVING = 50.0
_COST_OF_A_NEIGHBOUR = 1.5

Point = tuple[float, float]


def route(
    start: Point,
    end: Point,
    *,
    role: str,
    cut: float,
    clearance: Callable[[float, float], float],
    inside: Callable[[float, float], bool],
    others: list[Curve],
) -> Curve:
    """The arc from one candidate to another.

    `clearance` tells how far a point is from the nearest digit in parts of what a digit needs (below 1 it is too near);
    `cut` is the radius of the signs at the ends.
    """
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    fan = neighbourly(role, start, end, cut) if length < 3 * cut else fan_of(role, start, end, cut)
    laid = [[other.at(step / 8) for step in range(1, 8)] for other in others]

    best, chosen = float("inf"), fan[0][1]
    for bend, curve in fan:
        cost = abs(bend) * (4 + length / 60)
        if cost < best:
            cost += _troubles(curve, length, cut, clearance, inside, laid, best - cost)
        if cost < best:
            best, chosen = cost, curve
    return chosen


def _troubles(
    curve: Curve,
    length: float,
    near: float,
    clearance: Callable[[float, float], float],
    inside: Callable[[float, float], bool],
    laid: list[list[Point]],
    enough: float,
) -> float:
    """What it costs that a curve touches digits, leaves the board or runs along others; counted until it is enough."""
    samples = max(8, int(length / _SAMPLE_EVERY))
    points = [curve.at(step / samples) for step in range(1, samples)]
    cost = 0.0
    for x, y in points:
        if not inside(x, y):
            cost += _COST_OF_LEAVING
        elif (room := clearance(x, y)) < 1:
            cost += _COST_OF_A_DIGIT * (1.15 - room)
        if cost >= enough:
            return cost
    return cost + _COST_OF_A_NEIGHBOUR * sum(_runs_along(points, other, near) for other in laid)


def fan_of(role: str, start: Point, end: Point, cut: float) -> list[tuple[float, Curve]]:
    """Curves from the straight one to strongly bent ones, each with its bend; some lean to one of the ends."""
    (x0, y0), (x1, y1) = start, end
    fan = []
    for bend in _BENDS:
        for lean in _LEANS if bend else _LEANS[:1]:
            middle = x0 + (x1 - x0) * lean, y0 + (y1 - y0) * lean
            control = middle[0] + (y0 - y1) * 2 * bend, middle[1] + (x1 - x0) * 2 * bend
            fan.append((bend + 0.02 * (lean != _LEANS[0]), shortened(Curve(role, start, control, end), cut)))
    return fan


def neighbourly(role: str, start: Point, end: Point, cut: float) -> list[tuple[float, Curve]]:
    """Between signs that all but touch, an arc over the top of both, on one side or the other."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0) or 1.0
    fan = []
    for side in (1, -1):
        ax, ay = side * (y0 - y1) / length, side * (x1 - x0) / length
        ends = [
            (x + ax * cut * 0.9 + (tx - x) * 0.1, y + ay * cut * 0.9 + (ty - y) * 0.1)
            for (x, y), (tx, ty) in ((start, end), (end, start))
        ]
        top = (x0 + x1) / 2 + ax * (cut * 1.9), (y0 + y1) / 2 + ay * (cut * 1.9)
        fan.append((0.1 * (side < 0), Curve(role, ends[0], top, ends[1])))
    return fan


def _runs_along(points: list[Point], laid: list[Point], near: float) -> int:
    """How many points of an arc lie so close to those of another that one cannot tell the two apart."""
    return sum(any(abs(x - ox) + abs(y - oy) < near / 2 for ox, oy in laid) for x, y in points)


def shortened(curve: Curve, cut: float) -> Curve:
    """The curve without what lies within `cut` of its ends."""
    first = next((t for t in _parts() if _apart(curve.at(t), curve.start) >= cut), 0.4)
    last = next((1 - t for t in _parts() if _apart(curve.at(1 - t), curve.end) >= cut), 0.6)
    if last <= first:
        first, last = 0.4, 0.6
    return _piece(curve, first, last)


def _parts() -> list[float]:
    return [step / 64 for step in range(1, 30)]


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _piece(curve: Curve, first: float, last: float) -> Curve:
    """The part of a quadratic curve between two parameters, which is such a curve itself."""
    (x0, y0), (x1, y1), (x2, y2) = curve.start, curve.control, curve.end

    def blossom(s: float, t: float, a: float, b: float, c: float) -> float:
        return (1 - s) * (1 - t) * a + ((1 - s) * t + s * (1 - t)) * b + s * t * c

    control = blossom(first, last, x0, x1, x2), blossom(first, last, y0, y1, y2)
    return Curve(curve.role, curve.at(first), control, curve.at(last))


def arrow_head(curve: Curve, role: str, length: float) -> Polygon:
    """A small triangle at the end of a curve, pointing where it leads."""
    (x, y), (cx, cy) = curve.end, curve.control
    size = hypot(x - cx, y - cy) or 1.0
    ux, uy = (x - cx) / size, (y - cy) / size
    bx, by, half = x - ux * length, y - uy * length, length * 0.45
    return Polygon(role, ((x, y), (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)))
