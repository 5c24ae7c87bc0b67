"""Explain the next step from your own position, and draw it. For players.

    python next_step.py
    python next_step.py 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......

The argument is the puzzle. Press Enter for a little more help each time. step.svg is a picture of the step.
`nonet hint PUZZLE` and the Hint button of the page (`nonet web`) do the same.
"""

import sys
from pathlib import Path

import nonet

PUZZLE = "...7.2..6..........5836.....1.8....3.74..92........8.5.21.4..3...3.1..7...6......"
puzzle = nonet.Grid(sys.argv[1] if sys.argv[1:] else PUZZLE)

# A position is the puzzle and what the player has written: digits and candidates. Here we play all the easy steps,
# until singles do not help any more.
easy = nonet.explain(puzzle, techniques=["full-house", "naked-single", "hidden-single"])
position = easy.end
print(nonet.draw(position.grid, to="text"))
print(f"{len(easy.steps)} digits are easy. Now you are stuck.\n")

# A hint reveals more from stage to stage: the technique, where to look, the pattern, the conclusion.
hint = nonet.hint(position)
for stage in hint.stages():
    if sys.stdin.isatty():
        input("Press Enter for help. ")
    print(f"{stage.name:10} {stage.text}")

Path("step.svg").write_text(nonet.draw(hint), encoding="utf-8")
print("\nwritten: step.svg")

# A wrong digit is found before a step is explained. `hint.after` is the position without the mistake.
solution = nonet.solve(puzzle)
cell = next(cell for cell, digit in enumerate(position.grid) if not digit)
wrong = position.place(cell, next(digit for digit in range(1, 10) if digit != solution[cell]))
print("\nWith a wrong digit:", nonet.hint(wrong))
