"""Where a link runs: the straightest arc between two candidates that does not cross a digit on its way.

An arc is a quadratic curve. The candidates for an arc are a fan of curves, from straight to strongly bent to either
side. The cheapest is used: it touches few digits, stays on the board, keeps away from earlier arcs, and bends little.
The ends of an arc are cut off where the signs cover them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from .picture import Curve, Point, Polygon

__all__ = ["arrow_head", "distance", "route"]

_BENDS = (0.0, 0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.35, -0.35, 0.48, -0.48, 0.65, -0.65, 0.85, -0.85)
_LEANS = (0.5, 0.3, 0.7)
_SAMPLE_DISTANCE = 4.0
_DIGIT_COST = 6.0
_OUTSIDE_COST = 50.0
_NEAR_ARC_COST = 1.5
_CUTS = [step / 64 for step in range(1, 30)]


def distance(one: Point, other: Point) -> float:
    """Return the distance of two points.

    >>> distance((0, 0), (3, 4))
    5.0
    """
    return hypot(one[0] - other[0], one[1] - other[1])


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
    """Return the arc from one candidate to another.

    `cut` is the radius of the signs at the ends. `clearance` returns the distance of a point from the nearest digit,
    divided by the distance that this digit needs, so below 1 the point is too near. `others` are the earlier arcs.
    """
    length = distance(start, end) or 1.0
    fan = _arcs_over(role, start, end, cut) if length < 3 * cut else _fan(role, start, end, cut)
    earlier = [[other.at(step / 8) for step in range(1, 8)] for other in others]

    def cost_of(curve: Curve, bound: float) -> float:
        """Return what a curve costs besides its bend; the count may stop at the bound."""
        samples = max(8, int(length / _SAMPLE_DISTANCE))
        points = [curve.at(step / samples) for step in range(1, samples)]
        cost = 0.0
        for x, y in points:
            if not inside(x, y):
                cost += _OUTSIDE_COST
            elif (free := clearance(x, y)) < 1:
                cost += _DIGIT_COST * (1.15 - free)
            if cost >= bound:
                return cost
        return cost + _NEAR_ARC_COST * sum(_near_points(points, other, cut) for other in earlier)

    best, chosen = float("inf"), fan[0][1]
    for bend, curve in fan:
        cost = abs(bend) * (4 + length / 60)
        if cost < best:
            cost += cost_of(curve, best - cost)
        if cost < best:
            best, chosen = cost, curve
    return chosen


def _fan(role: str, start: Point, end: Point, cut: float) -> list[tuple[float, Curve]]:
    """Return curves from straight to strongly bent, each with its bend; some lean to one of the ends."""
    (x0, y0), (x1, y1) = start, end
    fan = []
    for bend in _BENDS:
        for lean in _LEANS if bend else _LEANS[:1]:
            middle = x0 + (x1 - x0) * lean, y0 + (y1 - y0) * lean
            control = middle[0] + (y0 - y1) * 2 * bend, middle[1] + (x1 - x0) * 2 * bend
            fan.append((bend + 0.02 * (lean != _LEANS[0]), _shortened(Curve(role, (start, control, end)), cut)))
    return fan


def _arcs_over(role: str, start: Point, end: Point, cut: float) -> list[tuple[float, Curve]]:
    """Return the two arcs around signs that almost touch, each with its bend: over the top of both, on either side."""
    (x0, y0), (x1, y1) = start, end
    length = distance(start, end) or 1.0
    fan = []
    for side in (1, -1):
        ax, ay = side * (y0 - y1) / length, side * (x1 - x0) / length
        first, last = (
            (x + ax * cut * 0.9 + (tx - x) * 0.1, y + ay * cut * 0.9 + (ty - y) * 0.1)
            for (x, y), (tx, ty) in ((start, end), (end, start))
        )
        top = (x0 + x1) / 2 + ax * (cut * 1.9), (y0 + y1) / 2 + ay * (cut * 1.9)
        fan.append((0.1 * (side < 0), Curve(role, (first, top, last))))
    return fan


def _near_points(points: list[Point], other: list[Point], near: float) -> int:
    """Return how many points of an arc are so close to another arc that a reader would confuse the two."""
    return sum(any(abs(x - ox) + abs(y - oy) < near / 2 for ox, oy in other) for x, y in points)


def _shortened(curve: Curve, cut: float) -> Curve:
    """Return the curve without the parts within `cut` of its ends."""
    start, _, end = curve.points
    first = next((t for t in _CUTS if distance(curve.at(t), start) >= cut), 0.4)
    last = next((1 - t for t in _CUTS if distance(curve.at(1 - t), end) >= cut), 0.6)
    return _piece(curve, first, last) if first < last else _piece(curve, 0.4, 0.6)


def _piece(curve: Curve, first: float, last: float) -> Curve:
    """Return the part of a curve between two parameters; it is a quadratic curve, too."""

    def blossom(a: float, b: float, c: float) -> float:
        return (1 - first) * (1 - last) * a + ((1 - first) * last + first * (1 - last)) * b + first * last * c

    xs, ys = zip(*curve.points, strict=True)
    return Curve(curve.role, (curve.at(first), (blossom(*xs), blossom(*ys)), curve.at(last)))


def arrow_head(curve: Curve, role: str, length: float) -> Polygon:
    """Return a small triangle at the end of a curve, in its direction."""
    _, (cx, cy), (x, y) = curve.points
    size = hypot(x - cx, y - cy) or 1.0
    ux, uy = (x - cx) / size, (y - cy) / size
    bx, by, half = x - ux * length, y - uy * length, length * 0.45
    return Polygon(role, ((x, y), (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)))
