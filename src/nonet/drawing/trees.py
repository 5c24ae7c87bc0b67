"""Search trees as pictures: a digit written is a level further down, a dead end a cross, a solution a dot in a ring.

A tree of millions of nodes would be a black square, so only the first leaves are drawn, and the caption says how many
of how many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..geometry import Shape
from ..search import Event
from .picture import Circle, Picture, Polygon, Rect, Shape2D, Text, text_width
from .recording import Film

__all__ = ["tree", "tree_text"]

MOST_LEAVES = 160
_WIDTH = 560.0
_HEIGHT = 330.0
_EDGE = 20.0
_HEAD = 54.0


@dataclass(slots=True)
class _Node:
    """A digit written, and what came of it."""

    depth: int
    cell: int = -1
    digit: int = 0
    guess: bool = False
    ending: str = ""
    children: list[_Node] = field(default_factory=list)
    x: float = 0.0


def grown(events: Sequence[Event], leaves: int = MOST_LEAVES) -> tuple[_Node, int]:
    """The tree of the first events, until it has so many leaves, and how many it has."""
    root = _Node(0)
    standing, found = [root], 0
    for event in events:
        if event.kind == "place":
            node = _Node(len(standing), event.cell, event.digit, event.guess)
            standing[-1].children.append(node)
            standing.append(node)
        elif event.kind == "remove":
            standing.pop()
        else:
            standing[-1].ending = event.kind
            found += 1
            if found >= leaves:
                break
    return root, found


def preorder(root: _Node) -> Iterator[_Node]:
    """The nodes from the root down, without recursion, since trees are deep."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def tree(films: Film | Sequence[Film], *, leaves: int = MOST_LEAVES) -> Picture:
    """The search trees of one or more films on one picture, at the same scale.

    >>> from nonet.drawing.recording import record
    >>> picture = tree(record("1... .2.. ..3. ...4", "mrv"))
    >>> picture.title
    'search tree: mrv found a solution after 13 events'
    """
    films = [films] if isinstance(films, Film) else list(films)
    parts = [grown(film.events, leaves) for film in films]
    widest = max(found for _, found in parts)
    deepest = max(node.depth for root, _ in parts for node in preorder(root))
    shapes: list[Shape2D] = []
    said = [_said(film, found) for film, (_, found) in zip(films, parts, strict=True)]
    title_size = min([15.0, *(_WIDTH / text_width(film.outcome, 1.0, "title") for film in films)])
    for number, (film, (root, _)) in enumerate(zip(films, parts, strict=True)):
        left = number * (_WIDTH + _EDGE)
        shapes += _heading(film.outcome, said[number], left + _EDGE, title_size)
        shapes += _drawn(root, left, _WIDTH / max(8, widest), (_HEIGHT - 30) / max(1, deepest))
    width = len(films) * (_WIDTH + _EDGE) + _EDGE
    height = _HEAD + _HEIGHT + _EDGE
    title = "search tree: " + "; ".join(film.outcome for film in films)
    description = "; ".join(f"{film.method}: {words}" for film, words in zip(films, said, strict=True))
    return Picture(width, height, (Rect("paper", 0, 0, width, height, 6), *shapes), title, description)


def _said(film: Film, found: int) -> str:
    ends = film.frames[-1].backtracks + (film.ending == "found")
    whole = (
        f"the first {found:,} of {ends:,} ends" if ends > found else f"all {found:,} ends" if found != 1 else "one end"
    )
    return f"{film.frames[-1].nodes:,} digits written, {film.frames[-1].guesses:,} guesses; {whole} drawn"


def _heading(outcome: str, said: str, left: float, size: float) -> Iterator[Shape2D]:
    yield Text("title", left, 20, size, outcome, "start")
    yield Text("caption", left, 40, min(11.5, _WIDTH / text_width(said, 1.0)), said, "start")


def _drawn(root: _Node, left: float, across: float, down: float) -> Iterator[Shape2D]:
    """The tree from the top: a leaf a column, an inner node above the middle of its children."""
    nodes = list(preorder(root))
    column = 0
    for node in nodes:
        if not node.children:
            node.x = column
            column += 1
    for node in reversed(nodes):
        if node.children:
            node.x = (node.children[0].x + node.children[-1].x) / 2

    def place(node: _Node) -> tuple[float, float]:
        return left + _EDGE + (node.x + 0.5) * across, _HEAD + 10 + node.depth * down

    size = max(1.3, min(4.0, across * 0.42, down))
    tops: list[Shape2D] = []
    for node in nodes:
        x, y = place(node)
        for child in node.children if len(node.children) != 1 or node is root else ():
            end = child
            while len(end.children) == 1:  # digits that follow one another without a branch are one line down
                end = end.children[0]
            yield Polygon("branch", ((x, y), place(child)))
            if end is not child:
                yield Polygon("branch", (place(child), place(end)))
        if node.ending == "found":
            tops += [Circle("ring", x, y, 6), Circle("found", x, y, 3)]
        elif node.ending == "fail":
            tops += [
                Polygon("cross", ((x - size, y - size), (x + size, y + size))),
                Polygon("cross", ((x - size, y + size), (x + size, y - size))),
            ]
        elif node.guess and across > 3:
            tops.append(Circle("dot", x, y, min(2.2, size)))
    yield from tops


def tree_text(film: Film, *, lines: int = 200) -> str:
    """The search tree in words: each guess on a line, further in the more guesses stand.

    >>> from nonet.drawing.recording import record
    >>> print(tree_text(record("1... .2.. ..3. ...4", "mrv")))
    mrv found a solution after 13 events
    r1c2 = 3? then 11 more
      solution
    """
    root, _ = grown(film.events, lines)
    written = [film.outcome]
    for node, indent, forced in _guesses(root):
        if node.guess or node is root:
            more = f" then {forced} more" if forced else ""
            words = (
                f"{_name(film.grid.shape, node)}?{more}"
                if node is not root
                else f"{forced} digits without a guess" * bool(forced)
            )
            if words:
                written.append("  " * indent + words)
        if node.ending:
            written.append("  " * (indent + node.guess) + {"fail": "dead end", "found": "solution"}[node.ending])
    if len(written) > lines:
        written = [*written[:lines], "..."]
    return "\n".join(written)


def _name(shape: Shape, node: _Node) -> str:
    return f"{shape.cell_name(node.cell)} = {shape.symbol(node.digit)}"


def _guesses(root: _Node) -> Iterator[tuple[_Node, int, int]]:
    """Each node with the guesses above it, and how many forced digits follow it without a branch."""
    stack = [(root, 0)]
    while stack:
        node, above = stack.pop()
        forced, run = 0, node
        while len(run.children) == 1 and not run.children[0].guess:
            run, forced = run.children[0], forced + 1
        yield node, above, forced
        stack += [(child, above + node.guess) for child in reversed(node.children)]
