"""A checker for DRAT proofs, written from the definition of the format.

Each line of a proof adds a clause that must have one of two properties, or deletes one. RUP: if all its literals are
false, unit propagation leads to a contradiction. RAT: the resolvent on its first literal, the pivot,
with each clause that contains the opposite literal has the property RUP. A proof ends with the empty clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Clause = tuple[int, ...]


def clauses_of(cnf: str) -> list[Clause]:
    """The clauses of a formula in the format DIMACS; its header must have the right numbers."""
    lines = [line for line in cnf.splitlines() if line and not line.startswith("c")]
    kind, form, variables, number = lines[0].split()
    clauses = [_numbers(line) for line in lines[1:]]
    assert (kind, form, int(number)) == ("p", "cnf", len(clauses))
    assert max((abs(literal) for clause in clauses for literal in clause), default=0) <= int(variables)
    return clauses


def is_proof(cnf: str, proof: str) -> bool:
    """Whether a proof shows that no assignment satisfies a formula."""
    known = _Clauses(clauses_of(cnf))
    for line in proof.splitlines():
        if line.startswith("d "):
            known.remove(_numbers(line[2:]))
            continue
        clause = _numbers(line)
        if not known.implies(clause) and not known.allows(clause):
            return False
        if not clause:
            return True
        known.add(clause)
    return False


def _numbers(line: str) -> Clause:
    *literals, end = map(int, line.split())
    assert end == 0
    assert 0 not in literals
    return tuple(literals)


class _Clauses:
    """Clauses, indexed by their literals. A clause may be there several times."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.number: Counter[frozenset[int]] = Counter()
        self.containing: dict[int, set[frozenset[int]]] = {}
        self.true: set[int] | None = set()  # what unit propagation fixes; None after a contradiction
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        key = frozenset(clause)
        self.number[key] += 1
        for literal in key:
            self.containing.setdefault(literal, set()).add(key)
        if self.true is not None and self.true.isdisjoint(key):
            left = [literal for literal in key if -literal not in self.true]
            if len(left) < 2:
                self.true = self._propagate(self.true, left) if left else None

    def remove(self, clause: Clause) -> None:
        """Delete a clause. What it fixed stays fixed, as in the usual checkers."""
        key = frozenset(clause)
        if len(key) == 1:
            return
        assert self.number[key] > 0, f"{clause} is not there"
        self.number[key] -= 1
        if not self.number[key]:
            for literal in key:
                self.containing[literal].discard(key)

    def implies(self, clause: Iterable[int]) -> bool:
        """Whether unit propagation leads to a contradiction if all literals of the clause are false."""
        return self.true is None or self._propagate(self.true, [-literal for literal in clause]) is None

    def _propagate(self, known: set[int], more: Iterable[int]) -> set[int] | None:
        """The literals that are true if the known ones and some more are; None after a contradiction."""
        true, waiting = set(known), list(more)
        while waiting:
            literal = waiting.pop()
            if literal in true:
                continue
            if -literal in true:
                return None
            true.add(literal)
            for other in self.containing.get(-literal, ()):
                if not true.isdisjoint(other):
                    continue
                left = [each for each in other if -each not in true]
                if not left:
                    return None
                if len(left) == 1:
                    waiting.append(left[0])
        return true

    def allows(self, clause: Clause) -> bool:
        """Whether the clause has the property RAT on its first literal."""
        if not clause:
            return False
        pivot = clause[0]
        for other in list(self.containing.get(-pivot, ())):
            rest = other - {-pivot}
            if any(-literal in clause for literal in rest):
                continue
            if not self.implies({*clause, *rest}):
                return False
        return True
