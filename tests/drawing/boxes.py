"""The area that a shape covers, for tests of overlaps."""

from __future__ import annotations

from typing import NamedTuple

from nonet.drawing.picture import Circle, Curve, Group, Rect, Shape2D, Text, text_width

LETTER_HEIGHT = 0.73


class Box(NamedTuple):
    """An area: left, top, right and bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Return whether the two boxes share more than an edge."""
        horizontal = self.left < other.right and other.left < self.right
        return horizontal and self.top < other.bottom and other.top < self.bottom

    def contains(self, other: Box) -> bool:
        """Return whether the other box is inside this one."""
        horizontal = self.left <= other.left and other.right <= self.right
        return horizontal and self.top <= other.top and other.bottom <= self.bottom


def bounds(shape: Shape2D) -> Box:
    """Return the box around a shape."""
    if isinstance(shape, Rect):
        return Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    if isinstance(shape, Circle):
        r = shape.radius
        return Box(shape.x - r, shape.y - r, shape.x + r, shape.y + r)
    if isinstance(shape, Text):
        if shape.pitch:
            boxes = [bounds(letter) for letter in shape.letters]
            return Box(boxes[0].left, boxes[0].top, boxes[-1].right, boxes[-1].bottom)
        width, half = text_width(shape.text, shape.size, shape.role), shape.size * LETTER_HEIGHT / 2
        left = {"middle": shape.x - width / 2, "start": shape.x, "end": shape.x - width}[shape.anchor]
        return Box(left, shape.y - half, left + width, shape.y + half)
    if isinstance(shape, Group):
        boxes = [bounds(each) for each in shape.shapes]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return Box(min(lefts), min(tops), max(rights), max(bottoms))
    points = [shape.at(step / 16) for step in range(17)] if isinstance(shape, Curve) else shape.points
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))
