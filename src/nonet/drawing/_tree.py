"""Search trees as pictures: each digit written is one level further down, a dead end is a cross, a solution a ring.

A tree with millions of nodes would be a black square, so only the first leaves are drawn; the caption says how many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import counted
from ..search import Event
from .film import Film
from .picture import Circle, Picture, Polygon, Rect, Shape2D, Text, text_width

__all__ = ["tree", "tree_text"]

_MOST_LEAVES = 160
_WIDTH = 560.0
_HEIGHT = 330.0
_EDGE = 20.0
_HEAD = 54.0


class _Node:
    """A digit written, and what followed."""

    __slots__ = ("cell", "children", "depth", "digit", "ending", "guess", "x")

    def __init__(self, depth: int, cell: int = -1, digit: int = 0, guess: bool = False) -> None:
        self.depth, self.cell, self.digit, self.guess = depth, cell, digit, guess
        self.ending = ""
        self.children: list[_Node] = []
        self.x = 0.0


def _grow(events: Sequence[Event], most: int) -> tuple[_Node, int]:
    """Return the tree of the first events until it has `most` leaves, and the number of its leaves."""
    root = _Node(0)
    branch, leaves = [root], 0
    for event in events:
        if event.kind == "place":
            node = _Node(len(branch), event.cell, event.digit, event.guess)
            branch[-1].children.append(node)
            branch.append(node)
        elif event.kind == "remove":
            branch.pop()
        else:
            branch[-1].ending = event.kind
            leaves += 1
            if leaves >= most:
                break
    return root, leaves


def _preorder(root: _Node) -> Iterator[_Node]:
    """Yield the nodes, each before its children; trees are too deep for recursion."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def tree(films: Film | Sequence[Film], *, leaves: int = _MOST_LEAVES) -> Picture:
    """Return the search trees of films side by side, at the same scale, each with its first leaves.

    >>> from nonet.drawing.film import record
    >>> picture = tree(record("1... .2.. ..3. ...4", "mrv"))
    >>> picture.title
    'search tree: mrv found a solution after 13 events'
    """
    films = [films] if isinstance(films, Film) else list(films)
    trees = [_grow(film.events, leaves) for film in films]
    across = _WIDTH / max(8, *(found for _, found in trees))
    down = (_HEIGHT - 30) / max(1, *(node.depth for root, _ in trees for node in _preorder(root)))
    title_size = min([15.0, *(_WIDTH / text_width(film.outcome, 1.0, "title") for film in films)])
    shapes: list[Shape2D] = []
    captions = []
    for index, (film, (root, found)) in enumerate(zip(films, trees, strict=True)):
        left, caption = index * (_WIDTH + _EDGE) + _EDGE, _caption(film, found)
        captions.append(f"{film.method}: {caption}")
        shapes.append(Text("title", left, 20, title_size, film.outcome, "start"))
        shapes.append(Text("caption", left, 40, min(11.5, _WIDTH / text_width(caption, 1.0)), caption, "start"))
        shapes += _tree_shapes(root, left, across, down)
    width, height = len(films) * (_WIDTH + _EDGE) + _EDGE, _HEAD + _HEIGHT + _EDGE
    title = "search tree: " + "; ".join(film.outcome for film in films)
    return Picture(width, height, (Rect("paper", 0, 0, width, height, 6), *shapes), title, "; ".join(captions))


def _caption(film: Film, found: int) -> str:
    last = film.frames[-1]
    leaves = last.backtracks + (film.ending == "found")
    drawn = f"all {found:,} leaves" if found != 1 else "one leaf"
    if leaves > found:
        drawn = f"the first {found:,} of {leaves:,} leaves"
    return f"{last.nodes:,} digits written, {last.guesses:,} guesses; {drawn} drawn"


def _tree_shapes(root: _Node, left: float, across: float, down: float) -> Iterator[Shape2D]:
    """Yield a tree from the top: each leaf has its own column, an inner node is above the middle of its children."""
    nodes = list(_preorder(root))
    for column, node in enumerate(node for node in nodes if not node.children):
        node.x = column
    for node in reversed(nodes):
        if node.children:
            node.x = (node.children[0].x + node.children[-1].x) / 2

    def place(node: _Node) -> tuple[float, float]:
        return left + (node.x + 0.5) * across, _HEAD + 10 + node.depth * down

    size = max(1.3, min(4.0, across * 0.42, down))
    tops: list[Shape2D] = []
    for node in nodes:
        x, y = place(node)
        for child in node.children if len(node.children) != 1 or node is root else ():
            end = child
            while len(end.children) == 1:  # digits without a branch between them are one line down
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
    """Return the search tree as text: each guess on its own line, indented by the guesses above it.

    >>> from nonet.drawing.film import record
    >>> print(tree_text(record("1... .2.. ..3. ...4", "mrv")))
    mrv found a solution after 13 events
    r1c2 = 3? then 11 more
      solution
    """
    shape = film.grid.shape
    root, _ = _grow(film.events, lines)
    written = [film.outcome]
    for node, indent, forced in _guesses(root):
        if node.guess:
            more = f" then {forced} more" if forced else ""
            written.append(f"{'  ' * indent}{shape.cell_name(node.cell)} = {shape.symbol(node.digit)}?{more}")
        elif node is root and forced:
            written.append(f"{counted(forced, 'digit')} without a guess")
        if node.ending:
            written.append("  " * (indent + node.guess) + {"fail": "dead end", "found": "solution"}[node.ending])
    return "\n".join([*written[:lines], "..."] if len(written) > lines else written)


def _guesses(root: _Node) -> Iterator[tuple[_Node, int, int]]:
    """Yield each node with the number of guesses above it and the number of forced digits directly below it."""
    stack = [(root, 0)]
    while stack:
        node, above = stack.pop()
        forced, run = 0, node
        while len(run.children) == 1 and not run.children[0].guess:
            run, forced = run.children[0], forced + 1
        yield node, above, forced
        stack += [(child, above + node.guess) for child in reversed(node.children)]
