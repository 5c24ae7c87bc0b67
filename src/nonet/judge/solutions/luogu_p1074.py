"""Luogu P1074 [NOIP 2009 提高组] 靶形数独 (Target Sudoku).

Input: 9 rows of 9 digits with spaces between, 0 for a blank. Output: the highest score of a solution, or
-1.
"""

import sys

# The solver: the same in every file.

COUNT = [0]  # COUNT[mask] is the number of bits in a mask; `solutions` makes the table long enough


def bits(mask):
    """Yield the bits of a mask, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def fewest_choices(blanks, candidates, missing, board):
    """Return as few choices (index of a blank, bit of a digit) as possible, one of which must be right.

    These are the candidates of a blank, or the places of a digit in a house. A single choice is certain, no choice is a
    dead end.
    """
    fewest = min(candidates, key=COUNT.__getitem__)
    index = candidates.index(fewest)
    choices = [(index, bit) for bit in bits(fewest)]
    if len(choices) < 2:
        return choices
    # The other view: the digits that have a place in a house, that have two places or more, three or more.
    once, twice, thrice = [0] * len(missing), [0] * len(missing), [0] * len(missing)
    for cell, mask in zip(blanks, candidates):
        for house in cell:
            thrice[house] |= twice[house] & mask
            twice[house] |= once[house] & mask
            once[house] |= mask
    if once != missing:  # a digit is missing in a house, but has no place there
        return []
    for number, more in (1, twice), (2, thrice):
        if number < len(choices):
            for house, digits in enumerate(missing):
                few = digits & ~more[house]  # the digits with this number of places in the house
                if few:
                    bit = few & -few
                    return [(i, bit) for i, cell in enumerate(blanks) if house in cell and candidates[i] & bit]
    return choices


def solutions(digits, choose=fewest_choices):
    """Yield every solution of a board as a list of digits; `digits` are the cells in reading order, 0 for a blank."""
    n = round(len(digits) ** 0.25)  # the height and width of a box
    size = n * n
    while len(COUNT) < 1 << size:
        COUNT.extend([count + 1 for count in COUNT])
    # A house is a number: first the rows, then the columns, then the boxes. A cell is the tuple of its three houses.
    cells = [
        (row, size + column, 2 * size + row // n * n + column // n) for row in range(size) for column in range(size)
    ]
    missing = [(1 << size) - 1] * (3 * size)  # for each house, the digits not placed yet: bit d - 1 is digit d
    board = dict(zip(cells, digits))
    blanks = [cell for cell in cells if not board[cell]]

    def flip(cell, bit):
        """Place a digit, or take it back: XOR does both."""
        for house in cell:
            missing[house] ^= bit

    def search():
        if not blanks:
            yield [board[cell] for cell in cells]
            return
        candidates = [missing[row] & missing[column] & missing[box] for row, column, box in blanks]
        for index, bit in choose(blanks, candidates, missing, board):
            cell = blanks.pop(index)
            board[cell] = bit.bit_length()
            flip(cell, bit)
            yield from search()
            flip(cell, bit)
            blanks.insert(index, cell)

    for cell in cells:
        if board[cell]:
            bit = 1 << board[cell] - 1
            if not all(missing[house] & bit for house in cell):
                return  # the digit is given twice in a house
            flip(cell, bit)
    yield from search()


# The problem: reading, scoring and printing.

# A cell has the weight 10 in the center, then 9, 8, 7 and 6 on the rings around it; the score is the sum of digit times
# weight. In other words: the digits of the whole board count six times, and those of the inner squares of 7x7, 5x5, 3x3
# and 1x1 cells once more each. Rows, columns and boxes have the sum 45, so most of this is known before the search:
#
#   9x9   9 * 45 = 405
#   7x7   405 without 2 rows and 2 columns, whose crossings are subtracted twice: 405 - 4 * 45 + corners = 225 + corners
#   5x5   405 without 4 rows and 4 columns, likewise: 405 - 8 * 45 + crossings = 45 + crossings
#   3x3   the middle box: 45
#   1x1   the center
#
# The score is 6 * 405 + 225 + 45 + 45 = 2745, plus the 4 corners, plus the 16 crossings of rows 1, 2, 8 and 9 with
# columns 1, 2, 8 and 9 (which include the corners), plus the center. Only 17 cells count.
WEIGHT = [0] * 81
for crossing in [9 * row + column for row in (0, 1, 7, 8) for column in (0, 1, 7, 8)]:
    WEIGHT[crossing] += 1
for corner_or_center in (0, 8, 72, 80, 40):
    WEIGHT[corner_or_center] += 1


def score(digits):
    """Return the score of a solved board."""
    return 2745 + sum(weight * digit for weight, digit in zip(WEIGHT, digits))


def best_score(digits):
    """Return the highest score of a solution, or -1 if there is none, by branch and bound."""
    first = next(solutions(digits), None)  # the fastest way to see that there is no solution
    if first is None:
        return -1
    best = score(first)

    def choose(blanks, candidates, missing, board):
        """Guess in the cells that count, high digits first; leave the branch if it cannot beat the best score."""
        choices = fewest_choices(blanks, candidates, missing, board)
        if len(choices) < 2:
            return choices
        places = [9 * row + column - 9 for row, column, _ in blanks]
        highest = list(board.values())
        for place, mask in zip(places, candidates):
            highest[place] = mask.bit_length()  # the highest candidate
        if score(highest) <= best:  # no solution in this branch scores more than that
            return []
        counting = [index for index, place in enumerate(places) if WEIGHT[place]]
        if not counting:
            return choices
        index = min(counting, key=lambda index: (-WEIGHT[places[index]], COUNT[candidates[index]]))
        return [(index, bit) for bit in bits(candidates[index])][::-1]

    for solution in solutions(digits, choose):
        best = max(best, score(solution))
    return best


def main():
    """Read the board and print the highest score."""
    print(best_score([int(symbol) for symbol in sys.stdin.read() if symbol.isdigit()]))


if __name__ == "__main__":
    main()
