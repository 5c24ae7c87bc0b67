"""LeetCode 36 Valid Sudoku 有效的数独.

`board` is 9 lists of 9 one-character strings, "." for a blank; it is valid if no house has a digit twice.
"""


class Solution:
    """The class that LeetCode expects."""

    def isValidSudoku(self, board):
        """Return whether the digits of the board break no rule; the board need not have a solution."""
        used = [0] * 27  # for each house, the digits that it has: rows, columns, boxes
        for row in range(9):
            for column in range(9):
                if board[row][column] != ".":
                    bit = 1 << int(board[row][column])
                    for house in row, 9 + column, 18 + row // 3 * 3 + column // 3:
                        if used[house] & bit:
                            return False
                        used[house] |= bit
        return True
