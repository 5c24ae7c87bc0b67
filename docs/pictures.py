"""Writes the pictures of the gallery: ``python docs/pictures.py`` writes docs/pictures/*.svg. A test compares them."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path

import nonet
from nonet.drawing import record, search_moment, svg
from nonet.logic import explain, steps

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVENTEEN = "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2.."
MEAN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SMALL = "1... ..2. .3.. ...4"
SIX = ".2...31..4..........5.3..6..4.3...1."

BEFORE = (
    *("full-house", "naked-single", "hidden-single", "locked-pair", "pointing", "claiming"),
    *("naked-pair", "naked-triple", "hidden-pair"),
)
"""The techniques that are used up before a step is drawn."""

STEPS = {
    "x-wing": "7..1....53.......9.5.93.........5..323..4.6.......6.4..8.5...76.......1...4.1..9.",
    "finned-swordfish": "3.......714...3.....6....5....2..976..1..753..6.........7.19....9..34.6.4..5...9.",
    "xy-wing": "...7.2..6..........5836.....1.8....3.74..92........8.5.21.4..3...3.1..7...6......",
    "unique-rectangle-2": "..7.1628.....9.6...........9....5.2.7..1..3..2.84..1...3..7.86.8.1........23.....",
    "multi-colors-1": "6.9....1......3.5..3.9.2.7.9....7...76.5..1..2..6.47.....2.....1...7.8.2.7....64.",
    "3d-medusa": "..1.2.......9..65...7..3.....64..8....92....78....51..1.53.4.......6......8..1.76",
    "xy-chain": "...7.2..6..........5836.....1.8....3.74..92........8.5.21.4..3...3.1..7...6......",
    "aic": "3.......714...3.....6....5....2..976..1..753..6.........7.19....9..34.6.4..5...9.",
    "grouped-aic": "3.......714...3.....6....5....2..976..1..753..6.........7.19....9..34.6.4..5...9.",
    "sue-de-coq": "...7.2..6..........5836.....1.8....3.74..92........8.5.21.4..3...3.1..7...6......",
    "als-xz": "3.......714...3.....6....5....2..976..1..753..6.........7.19....9..34.6.4..5...9.",
    "death-blossom": "3.......714...3.....6....5....2..976..1..753..6.........7.19....9..34.6.4..5...9.",
    "cell-forcing-chain": "3.......714...3.....6....5....2..976..1..753..6.........7.19....9..34.6.4..5...9.",
}
"""A puzzle for each technique in the gallery."""

MOMENTS = {
    "masks": (HARD, "bitmask", 1),
    "dead-end": (HARD, "backtracking", 10),
    "tried": (HARD, "backtracking", 12),
    "singles": (EASY, "singles", 36),
    "mrv": (HARD, "mrv", 1),
}
"""The moments of searches in docs/algorithms.md: the puzzle, the method and the number of the event."""


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name of each picture and the picture."""
    yield "grid", nonet.draw(nonet.Grid(EASY))
    yield "conflict", nonet.draw(nonet.Grid(EASY).replace({"r1c3": 5}))
    yield "position", nonet.draw(nonet.Position(EASY), labels=True)
    yield "sixteen", nonet.draw(sixteen())
    for technique, puzzle in STEPS.items():
        position = explain(puzzle, techniques=BEFORE).end
        step = next(steps(position, techniques=[technique]))
        yield technique, nonet.draw(step, on=position)
        if technique == "xy-chain":  # for README.zh.md
            yield f"{technique}-zh", nonet.draw(step, on=position, language="zh")
    gallery = runpy.run_path(str(Path(__file__).parent / "variants.py"))
    for kind, puzzle in gallery["kept"]().items():
        yield f"rule-{kind}", nonet.draw(puzzle)
    yield "explanation", nonet.draw(explain(SMALL))
    films = [record(SEVENTEEN, method, most=20_000) for method in ("backtracking", "mrv")]
    yield "film", nonet.draw(films)
    yield "tree", nonet.draw(films, tree=True)
    small = [record(SIX, method) for method in ("backtracking", "mrv")]
    for language, suffix in (("en", ""), ("zh", "-zh")):
        for name, (puzzle, method, event) in MOMENTS.items():
            yield f"lesson-{name}{suffix}", svg(search_moment(puzzle, method, event=event, language=language))
        yield f"lesson-tree{suffix}", nonet.draw(small, tree=True, language=language)
        yield f"lesson-hidden-single{suffix}", nonet.draw(nonet.hint(MEAN), language=language)


def sixteen() -> nonet.Grid:
    """Return a 16x16 board with every third cell blank."""
    size, box = 16, 4
    rows = [[(row % box * box + row // box + column) % size + 1 for column in range(size)] for row in range(size)]
    return nonet.Grid(rows).replace(dict.fromkeys(range(0, size * size, 3), 0))


def main() -> None:
    """Write all pictures."""
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    for name, picture in pictures():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
