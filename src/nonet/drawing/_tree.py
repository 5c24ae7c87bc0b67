"""Search trees as pictures: a node is a digit that was chosen, with the digits forced by it; a leaf is a dead end or a
solution.

A tree with millions of nodes would be a black square, so only the first leaves are drawn; the caption says how many.
A level has labels if all its labels have room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..geometry import Shape
from ..search import Event
from .film import Film, method_of, outcome_of
from .film_words import phrase
from .picture import Circle, Picture, Polygon, Rect, Shape2D, Text, text_width

__all__ = ["tree", "tree_text"]

_MOST_LEAVES = 160
_WIDTH = 560.0
_EDGE = 20.0
_HEAD = 54.0
_LABEL = 9.5  # the font size of a label
_LABEL_HEIGHT = 15.0
_SIGN = 16.0  # the width of the sign of a leaf beside its label
_WIDEST = 100.0  # the largest distance between leaves
_LEVEL = 32.0
_TALLEST = 800.0


class _Node:
    """A digit written, the number of forced digits directly after it, and what followed."""

    __slots__ = ("cell", "children", "depth", "digit", "ending", "forced", "guess", "x")

    def __init__(self, cell: int = -1, digit: int = 0, guess: bool = False) -> None:
        self.cell, self.digit, self.guess = cell, digit, guess
        self.forced = self.depth = 0
        self.ending = ""
        self.children: list[_Node] = []
        self.x = 0.0

    def label(self, shape: Shape) -> str:
        """Return the digit and the number of forced ones: ``r1c3=4 +11``."""
        written = f"{shape.cell_name(self.cell)}={shape.symbol(self.digit)}" if self.digit else ""
        return " ".join(filter(None, (written, f"+{self.forced}" if self.forced else "")))


def _grow(events: Sequence[Event], most: int) -> tuple[_Node, int]:
    """Return the tree of the first events until it has `most` leaves, and the number of its leaves."""
    root = _Node()
    branch, leaves = [root], 0
    for event in events:
        if event.kind == "place":
            node = _Node(event.cell, event.digit, event.guess)
            branch[-1].children.append(node)
            branch.append(node)
        elif event.kind == "remove":
            branch.pop()
        else:
            branch[-1].ending = event.kind
            leaves += 1
            if leaves >= most:
                break
    _collapse(root)
    return root, leaves


def _collapse(root: _Node) -> None:
    """Join each node with the forced digits that follow it without a branch, and number the levels."""
    for node in _preorder(root):
        while len(node.children) == 1 and not node.children[0].guess:
            (forced,) = node.children
            node.forced += 1
            node.children, node.ending = forced.children, node.ending or forced.ending
        for child in node.children:
            child.depth = node.depth + 1


def _preorder(root: _Node) -> Iterator[_Node]:
    """Yield the nodes, each before its children; trees are too deep for recursion."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def tree(films: Film | Sequence[Film], *, leaves: int = _MOST_LEAVES, language: str = "en") -> Picture:
    """Return the search trees of films side by side, at the same scale, each with its first leaves.

    >>> from nonet.drawing.film import record
    >>> picture = tree(record("1... .2.. ..3. ...4", "mrv"))
    >>> picture.title
    'search tree: mrv found a solution after 13 events'
    >>> "r1c2=3 +11" in picture.texts
    True
    """
    films = [films] if isinstance(films, Film) else list(films)
    trees = [_grow(film.events, leaves) for film in films]
    deepest = max(1, *(node.depth for root, _ in trees for node in _preorder(root)))
    across = min(_WIDEST, _WIDTH / max(1, *(found for _, found in trees)))
    down = min(_LEVEL, _TALLEST / deepest)
    outcomes = [outcome_of(film, language=language) for film in films]
    title_size = min([15.0, *(_WIDTH / text_width(outcome, 1.0, "title") for outcome in outcomes)])
    shapes: list[Shape2D] = []
    captions = []
    for index, (film, (root, found)) in enumerate(zip(films, trees, strict=True)):
        left, caption = index * (_WIDTH + _EDGE) + _EDGE, _caption(film, found, language)
        captions.append(f"{method_of(film, language=language)}: {caption}")
        shapes.append(Text("title", left, 20, title_size, outcomes[index], "start"))
        shapes.append(Text("caption", left, 40, min(11.5, _WIDTH / text_width(caption, 1.0)), caption, "start"))
        shapes += _Layout(root, film.grid.shape, left, across, down).shapes()
    width, bottom = len(films) * (_WIDTH + _EDGE) + _EDGE, _HEAD + 20 + deepest * down + 30
    legend = list(_legend(bottom, width - 2 * _EDGE, language))
    height = max(shape.y for shape in legend if isinstance(shape, Text)) + 20
    title = phrase(language, "tree") + "; ".join(outcomes)
    paper = Rect("paper", 0, 0, width, height, 6)
    return Picture(width, height, (paper, *shapes, *legend), title, "; ".join(captions), language=language)


def _caption(film: Film, found: int, language: str) -> str:
    last = film.frames[-1]
    leaves = last.backtracks + (film.ending == "found")
    key = "first-leaves" if leaves > found else "one-leaf" if found == 1 else "all-leaves"
    drawn = phrase(language, key, found=found, leaves=leaves)
    return phrase(language, "tree-counts", nodes=last.nodes, guesses=last.guesses, leaves=drawn)


class _Layout:
    """The places of a tree: each leaf has its own column, an inner node is above the middle of its children."""

    def __init__(self, root: _Node, shape: Shape, left: float, across: float, down: float) -> None:
        self.root, self.shape, self.left, self.across, self.down = root, shape, left, across, down
        self.nodes = list(_preorder(root))
        leaves = [node for node in self.nodes if not node.children]
        self.indent = max(0.0, (_WIDTH - len(leaves) * across) / 2)
        for column, node in enumerate(leaves):
            node.x = column
        for node in reversed(self.nodes):
            if node.children:
                node.x = (node.children[0].x + node.children[-1].x) / 2

    def place(self, node: _Node) -> tuple[float, float]:
        """Return the middle of a node."""
        return self.left + self.indent + (node.x + 0.5) * self.across, _HEAD + 14 + node.depth * self.down

    def label_box(self, node: _Node) -> Rect:
        """Return the area of a label and of the sign of a leaf beside it, moved into the picture if it is outside."""
        width = text_width(node.label(self.shape), _LABEL) + 6 + (_SIGN if node.ending else 0)
        x, y = self.place(node)
        x = min(max(x - width / 2, self.left), self.left + _WIDTH - width)
        return Rect("node-guess" if node.guess else "node", x, y - _LABEL_HEIGHT / 2, width, _LABEL_HEIGHT, 4)

    def labels(self) -> dict[_Node, Rect]:
        """Return the areas of all labels that have room, level by level from the top down."""
        levels: dict[int, list[_Node]] = {}
        for node in self.nodes:
            levels.setdefault(node.depth, []).append(node)
        placed: dict[_Node, Rect] = {}
        bottom = 0.0
        for _, nodes in sorted(levels.items()):
            boxes = {node: self.label_box(node) for node in nodes if node.label(self.shape)}
            row = sorted(boxes.values(), key=lambda box: box.x)
            if row and row[0].y > bottom and all(one.x + one.width + 2 <= other.x for one, other in pairwise(row)):
                placed |= boxes
                bottom = row[0].y + _LABEL_HEIGHT
        return placed

    def shapes(self) -> Iterator[Shape2D]:
        """Yield the tree, the lowest shapes first."""
        for node in self.nodes:
            for child in node.children:
                yield Polygon("branch", (self.place(node), self.place(child)))
        labels = self.labels()
        size = max(1.3, min(4.0, self.across * 0.42, self.down * 0.4))
        for node in self.nodes:
            x, y = self.place(node)
            if node in labels:
                box = labels[node]
                pill = box._replace(width=box.width - (_SIGN if node.ending else 0))
                yield from (pill, Text("nodetext", pill.x + pill.width / 2, y, _LABEL, node.label(self.shape)))
                if node.ending:
                    yield from _leaf(node.ending, box.x + box.width - _SIGN / 2 + 1, y, 4.0)
            elif node.ending:
                yield from _leaf(node.ending, x, y, size)
            elif node.guess and self.across > 3:
                yield Circle("dot", x, y, min(2.2, size))


def _leaf(ending: str, x: float, y: float, size: float) -> Iterator[Shape2D]:
    """Yield the sign of a solution, a ring, or of a dead end, a cross."""
    if ending == "found":
        yield from (Circle("ring", x, y, 6), Circle("found", x, y, 3))
    else:
        yield Polygon("cross", ((x - size, y - size), (x + size, y + size)))
        yield Polygon("cross", ((x - size, y + size), (x + size, y - size)))


def _legend(top: float, width: float, language: str) -> Iterator[Shape2D]:
    """Yield the signs of a tree and their names."""
    x, y = _EDGE, top
    for key in ("guess", "forced", "run", "fail", "found"):
        name = phrase(language, f"tree-legend-{key}")
        swatch = {"guess": 48.0, "forced": 48.0, "run": 0.0}.get(key, 18.0)
        length = swatch + text_width(name, 11.5)
        if x > _EDGE and x + length > width:
            x, y = _EDGE, y + 20
        if swatch == 48:
            yield Rect("node-guess" if key == "guess" else "node", x, y - _LABEL_HEIGHT / 2, 42, _LABEL_HEIGHT, 4)
            yield Text("nodetext", x + 21, y, _LABEL, "r1c3=4")
        elif swatch:
            yield from _leaf(key, x + 8, y, 4.0)
        yield Text("caption", x + swatch, y, 11.5, name, "start")
        x += length + 16


def tree_text(film: Film, *, lines: int = 200, language: str = "en") -> str:
    """Return the search tree as text: each chosen digit on its own line, alternatives below each other.

    A question mark is a guess, ``+11`` are eleven forced digits after it.

    >>> from nonet.drawing.film import record
    >>> print(tree_text(record("1... ..2. .3.. ...4", "bitmask")))
    bitmask found a solution after 21 events
    r1c2=2?
    ├─ r1c3=3?  dead end
    └─ r1c3=4 +1
       r2c1=3? +2
       ├─ r3c1=2? +1  dead end
       └─ r3c1=4 +5  solution
    """
    shape = film.grid.shape
    root, _ = _grow(film.events, lines)
    written = [outcome_of(film, language=language)]
    if root.forced:
        written.append(phrase(language, "tree-forced", number=root.forced))
    if root.ending:
        written.append(phrase(language, "tree-legend-" + root.ending))
    stack = [(child, *guides) for child, guides in _guided(root, "")][::-1]
    while stack:
        node, first, rest = stack.pop()
        question = node.label(shape).replace(f"={shape.symbol(node.digit)}", f"={shape.symbol(node.digit)}?", 1)
        ending = "  " + phrase(language, "tree-legend-" + node.ending) if node.ending else ""
        written.append(f"{first}{question if node.guess else node.label(shape)}{ending}")
        stack += [(child, *guides) for child, guides in _guided(node, rest)][::-1]
    return "\n".join([*written[:lines], "..."] if len(written) > lines else written)


def _guided(node: _Node, rest: str) -> Iterator[tuple[_Node, tuple[str, str]]]:
    """Yield each child with the start of its line and of the lines below it; an only child is not indented."""
    *others, last = node.children or [node]
    if not node.children:
        return
    yield from ((child, (f"{rest}├─ ", f"{rest}│  ")) for child in others)
    yield (last, (f"{rest}└─ ", f"{rest}   ") if others else (rest, rest))
