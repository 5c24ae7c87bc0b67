"""Dancing links: a table of x's as circular linked lists.

Each x is linked to its neighbors left, right, up and down. A node that is removed from a list keeps its own links, so
it can be put back without any other information: ``left[right[x]] = right[left[x]] = x``. Columns and rows are removed,
and put back in reverse order: the links dance. (The name and the idea are Donald Knuth's.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence


class Links:
    """The table. Node 0 is the root, then each column has a head, then come the x's.

    >>> links = Links("abc", ["ab", "c", "bc"])
    >>> links.smallest(), links.size[1:], list(links.column(1))
    (1, [1, 2, 2], [4])
    """

    def __init__(self, columns: Sequence[Hashable], rows: Iterable[Iterable[Hashable]]) -> None:
        heads = {column: head for head, column in enumerate(columns, start=1)}
        count = len(heads) + 1
        self.left, self.right = ([(node + step) % count for node in range(count)] for step in (-1, 1))
        self.up, self.down, self.head = list(range(count)), list(range(count)), list(range(count))
        self.size = [0] * count
        """The number of x's in the column of each head."""
        self.row_of = [-1] * count
        """The number of the row of each x."""
        for number, row in enumerate(rows):
            first = len(self.head)
            for column in row:
                self._append(heads[column], number)
            last = len(self.head) - 1
            self.left += [last, *range(first, last)]
            self.right += [*range(first + 1, last + 1), first]

    def _append(self, head: int, row: int) -> None:
        """Add an x at the bottom of a column."""
        node, above = len(self.head), self.up[head]
        self.up.append(above)
        self.down.append(head)
        self.down[above] = self.up[head] = node
        self.head.append(head)
        self.row_of.append(row)
        self.size[head] += 1

    def smallest(self) -> int:
        """Return the head of the column with the fewest x's; 0 if no column is left."""
        right, size = self.right, self.size
        best, head = 0, right[0]
        while head:
            if not best or size[head] < size[best]:
                best = head
            head = right[head]
        return best

    def column(self, head: int) -> Iterator[int]:
        """Yield the x's of a column from top to bottom."""
        node = self.down[head]
        while node != head:
            yield node
            node = self.down[node]

    def cover(self, head: int) -> None:
        """Remove a column, and all rows that have an x in it."""
        left, right, up, down = self.left, self.right, self.up, self.down
        left[right[head]], right[left[head]] = left[head], right[head]
        row = down[head]
        while row != head:
            node = right[row]
            while node != row:
                up[down[node]], down[up[node]] = up[node], down[node]
                self.size[self.head[node]] -= 1
                node = right[node]
            row = down[row]

    def uncover(self, head: int) -> None:
        """Put a column back: all steps of `cover` in reverse."""
        left, right, up, down = self.left, self.right, self.up, self.down
        row = up[head]
        while row != head:
            node = left[row]
            while node != row:
                self.size[self.head[node]] += 1
                up[down[node]] = down[up[node]] = node
                node = left[node]
            row = up[row]
        left[right[head]] = right[left[head]] = head

    def choose(self, node: int) -> None:
        """Cover the other columns of the row of an x."""
        other = self.right[node]
        while other != node:
            self.cover(self.head[other])
            other = self.right[other]

    def undo(self, node: int) -> None:
        """Uncover the columns that `choose` covered, the last first."""
        other = self.left[node]
        while other != node:
            self.uncover(self.head[other])
            other = self.left[other]
