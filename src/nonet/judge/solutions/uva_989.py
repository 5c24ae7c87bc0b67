"""UVa 989 Su Doku.

Input: boards up to the end of the input, each n (1 to 3) and then n*n rows of n*n numbers, 0 for a blank. Output: the
lexicographically first solutions, or NO SOLUTION, an empty line between two.
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


# The problem: reading and printing.


def first_solution(digits):
    """Return the first solution in lexicographic order, None if there is none.

    Each blank in turn gets the lowest digit that leaves a solution; a digit is tried only if it is lower than in the
    solution that is known already.
    """
    digits = list(digits)
    first = next(solutions(digits), None)
    if first is None:
        return None
    for cell, given in enumerate(digits):
        if not given:
            for digit in range(1, first[cell]):
                digits[cell] = digit
                lower = next(solutions(digits), None)
                if lower is not None:
                    first = lower
                    break
            digits[cell] = first[cell]
    return first


def main():
    """Read the boards and print their first solutions."""
    numbers = [int(word) for word in sys.stdin.read().split()]
    start = 0
    while start < len(numbers):
        if start:
            print()
        size = numbers[start] ** 2
        solution = first_solution(numbers[start + 1 : start + 1 + size * size])
        if solution is None:
            print("NO SOLUTION")
        else:
            for row in range(size):
                print(*solution[row * size : (row + 1) * size])
        start += 1 + size * size


if __name__ == "__main__":
    main()
