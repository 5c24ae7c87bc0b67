"""Branches with the reasons of all their nodes: by the reference up to dynamic chains, above by the kernel."""

from __future__ import annotations

from array import array
from typing import TypeAlias

from ....errors import ArgumentError, MissingKernel
from ....kernel import Status, kernel
from .board import Board, Rule
from .forcing import Branch, BranchNode, Cause
from .measure import NEEDS_KERNEL, OUT_OF_TIME, kernel_seconds, out_of_time

__all__ = ["DeducedBranch", "deduced"]


class KernelBranch:
    """What follows from one assumption with patterns and chains inside, as in `Branch`."""

    def __init__(self, board: Board, candidate: int, is_on: bool, level: int, timeout: float | None) -> None:
        native = kernel()
        if native is None:
            raise MissingKernel(NEEDS_KERNEL)
        state = 2 * candidate + is_on
        masks = array("H", board.units[:81])
        status, nodes, causes, contradiction = native.explainer_deduce(
            bytes(board.values), masks, state, level, kernel_seconds(timeout)
        )
        if status == OUT_OF_TIME:
            raise out_of_time(timeout)
        if status != Status.SOLVED:
            raise ArgumentError(f"the board does not have candidate {candidate}")
        reasons = [
            Cause(
                Rule(rule), own, source, target, bool(on), before, tuple(zip(grounds[::2], grounds[1::2], strict=True))
            )
            for rule, own, source, target, on, before, grounds in causes
        ]
        self.on: dict[int, BranchNode] = {}
        self.off: dict[int, BranchNode] = {}
        self.order: list[BranchNode] = []
        for state, unit, cause, parents in nodes:
            node = BranchNode(state // 2, bool(state % 2), [self.order[parent] for parent in parents], unit)
            node.cause = reasons[cause] if cause >= 0 else None
            self.order.append(node)
            (self.on if node.is_on else self.off).setdefault(node.candidate, node)
        one, other = contradiction
        self.contradiction = (self.order[one], self.order[other]) if one >= 0 else None


DeducedBranch: TypeAlias = Branch | KernelBranch


def deduced(
    board: Board, candidate: int, is_on: bool, level: int, *, nishio: bool = False, timeout: float | None = None
) -> DeducedBranch:
    """Return what follows from an assumption.

    Level -1 is that of static chains, 0 of dynamic ones; 1 to 5 have patterns and chains inside and need the kernel.
    """
    if level > 0:
        return KernelBranch(board, candidate, is_on, level, timeout)
    return Branch(board.units, candidate, is_on, dynamic=level == 0, nishio=nishio)
