"""The engine's search as plain Python: sets of digits, one rule after the other, one board at a time.

It shares no code with the engine, not even the geometry, so the same mistake in both is unlikely. It has the rules and
the choice of guesses that every backend must follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

Board = list[set[int]]

ROWS = [[9 * r + c for c in range(9)] for r in range(9)]
COLUMNS = [[9 * r + c for r in range(9)] for c in range(9)]
BOXES = [[9 * (3 * b + r) + 3 * s + c for r in range(3) for c in range(3)] for b in range(3) for s in range(3)]
HOUSES = ROWS + COLUMNS + BOXES
PEERS = [sorted({p for house in HOUSES if cell in house for p in house} - {cell}) for cell in range(81)]
WEIGHTS = {1: 0, 2: 6, 3: 2}
OVERLAPS = [
    (box, line, sorted(set(box) & set(line)))
    for box in BOXES
    for line in ROWS + COLUMNS
    if len(set(box) & set(line)) == 3
]


class ContradictionFound(Exception):
    pass


def board_of(puzzle: str) -> Board:
    return [{int(symbol)} if symbol in "123456789" else set(range(1, 10)) for symbol in puzzle]


def pencilmarks(puzzle: str) -> Board | None:
    """Return the candidates that the rules leave; None after a contradiction."""
    board = board_of(puzzle)
    try:
        propagate(board)
    except ContradictionFound:
        return None
    return board


def solutions(puzzle: str, limit: int) -> list[str]:
    """Return the first solutions, in the order in which the engine must find them."""
    return list(islice(search(board_of(puzzle), []), limit))


def guesses(puzzle: str) -> int:
    """Return the number of guesses needed to find all solutions."""
    made: list[tuple[int, int]] = []
    for _ in search(board_of(puzzle), made):
        pass
    return len(made)


def search(board: Board, made: list[tuple[int, int]], *, is_first: bool = True, is_easy: bool = False) -> Iterator[str]:
    """Yield every solution, and note the guesses.

    A board is the first if no guess was undone before it, and then easy if a guess was made.
    """
    try:
        propagate(board)
    except ContradictionFound:
        return
    if all(len(candidates) == 1 for candidates in board):
        yield "".join(str(*candidates) for candidates in board)
        return
    cell, digit = branch(board, is_easy=is_easy)
    made.append((cell, digit))
    guess = [set(candidates) for candidates in board]
    guess[cell] = {digit}
    yield from search(guess, made, is_first=is_first, is_easy=is_first)
    board[cell].discard(digit)
    yield from search(board, made, is_first=False)


def propagate(board: Board) -> None:
    before = -1
    while before != (before := sum(map(len, board))):
        for cell in range(81):
            if len(board[cell]) == 1:
                for peer in PEERS[cell]:
                    board[peer] -= board[cell]
        for house in HOUSES:
            for digit in range(1, 10):
                places = [cell for cell in house if digit in board[cell]]
                if len(places) == 1:
                    board[places[0]] &= {digit}
        for box, line, overlap in OVERLAPS:
            here = set().union(*(board[cell] for cell in overlap))
            for inside, outside in ((box, line), (line, box)):
                for digit in here - set().union(*(board[cell] for cell in inside if cell not in overlap)):
                    for cell in outside:
                        if cell not in overlap:
                            board[cell].discard(digit)
        if not all(board) or any(len(set().union(*(board[cell] for cell in house))) < 9 for house in HOUSES):
            raise ContradictionFound


def branch(board: Board, *, is_easy: bool) -> tuple[int, int]:
    def score(cell: int) -> int:
        return sum(WEIGHTS.get(len(board[p]), 1) * len(board[p] & board[cell]) for p in PEERS[cell])

    pairs = [cell for cell in range(81) if len(board[cell]) == 2]
    if pairs and is_easy and 4 * len(pairs) >= sum(len(candidates) > 1 for candidates in board):
        return pairs[0], min(board[pairs[0]])
    if pairs:
        cell = max(pairs, key=lambda cell: (score(cell), -cell))
        return cell, min(board[cell])
    two_places = [
        (places, digit)
        for house in HOUSES
        for digit in range(1, 10)
        if len(places := [cell for cell in house if digit in board[cell]]) == 2
    ]
    if two_places:
        places, digit = max(two_places, key=lambda option: seen_by(board, *option))  # the first of equals
        return places[0], digit
    fewest = min(len(candidates) for candidates in board if len(candidates) > 1)
    cell = max((cell for cell in range(81) if len(board[cell]) == fewest), key=lambda cell: (score(cell), -cell))
    return cell, min(board[cell])


def seen_by(board: Board, places: list[int], digit: int) -> int:
    return sum(WEIGHTS.get(len(board[p]), 1) for cell in places for p in PEERS[cell] if digit in board[p])
