"""Generate a book of puzzles as a print-ready PDF. For publishers.

    python make_book.py
    python make_book.py 50

The argument is the number of puzzles per level. The book has three levels, a hint for each puzzle that needs more than
singles, and the solutions at the end. It needs the extra nonet[print].
`nonet book --count 24 --level easy --level medium --level hard -o book.pdf` makes such a book on the command line.
"""

import sys
from pathlib import Path

import nonet
from nonet.drawing import Section, book

LEVELS = ("Easy", "Medium", "Hard")
number = int(sys.argv[1]) if sys.argv[1:] else 4

sections = []
known = set()
for level in LEVELS:
    # Newspapers like clues that look the same after half a turn. Each puzzle is proved to have one solution.
    puzzles = []
    for puzzle in nonet.generate(level=level, symmetry="half-turn", seed=2024):
        # No reader should get a rotated or relabeled copy of a puzzle: all copies have the same canonical form.
        form = nonet.canonical(puzzle)
        if form not in known:
            known.add(form)
            puzzles.append(puzzle)
        if len(puzzles) == number:
            break
    # The remark is printed next to the number of the puzzle.
    remarks = [f"{len(puzzle.givens)} clues" for puzzle in puzzles]
    sections.append(Section(level, tuple(puzzles), tuple(remarks)))
    print(f"{level}: {len(puzzles)} puzzles")

path = Path("book.pdf")
path.write_bytes(book(sections, title="Sudoku for the weekend", author="nonet", per_page=6, hints=True))
print(f"{path}: {path.stat().st_size // 1024} KB")

# A text file for the archive: one puzzle per line. With the same seed the same book can be made again next year.
Path("book.txt").write_text("".join(f"{puzzle}\n" for section in sections for puzzle in section.puzzles))
