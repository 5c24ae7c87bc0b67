"""The compiled kernel of the engine. Its functions read from buffers and write to buffers."""

from typing_extensions import Buffer, CapsuleType

def solve(
    puzzles: Buffer,
    size: int,
    stride: int,
    limit: int,
    solutions: Buffer | None,
    counts: Buffer,
    status: Buffer,
    threads: int,
    solution_stride: int = ...,
    zero: int = ...,
    /,
) -> tuple[int, int]: ...
def pencilmarks(
    puzzles: Buffer, size: int, stride: int, masks: Buffer, status: Buffer, threads: int, /
) -> tuple[int, int]: ...
def enumeration(puzzle: Buffer, /) -> CapsuleType: ...
def next_solutions(enumeration: CapsuleType, solutions: Buffer, /) -> int: ...
def maximize(puzzle: Buffer, weights: Buffer, solution: Buffer, /) -> tuple[int, float]: ...
def closure(rows: Buffer, nodes: int, out: Buffer, /) -> None: ...
def propagate(sets: Buffer, number: int, members: int, within: Buffer, left: Buffer, rounds: Buffer, /) -> None: ...
def canonical(
    puzzles: Buffer,
    size: int,
    stride: int,
    forms: Buffer,
    automorphisms: Buffer,
    maps: Buffer | None,
    status: Buffer,
    threads: int,
    /,
) -> None: ...
def explainer_rate(
    puzzles: Buffer,
    size: int,
    stride: int,
    seconds: float,
    wanted: Buffer | None,
    ratings: Buffer,
    status: Buffer,
    threads: int,
    /,
) -> None: ...
def explainer_path(
    puzzle: Buffer, last_producer: int, seconds: float, /
) -> tuple[int, list[tuple[float, int, int, int, tuple[int, ...]]]]: ...
def instruction_set() -> str: ...
def instruction_sets() -> list[str]: ...
