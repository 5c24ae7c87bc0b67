"""Measure the paths of explanations: ``python benchmarks/paths.py FILE... [--limit N]``, next to HoDoKu's paths.

A FILE with one puzzle per line is explained by nonet. A FILE ``*.jsonl.gz`` has HoDoKu's paths, one per line: the
puzzle, the score, and the steps with their text in HoDoKu's notation. Its puzzles are explained by nonet as well. Both
programs write chains in the same notation, so the length of a chain is the number of cells and groups in its text.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from nonet import explain
from nonet.logic import TECHNIQUES, Level

SINGLES = tuple(row.title for row in TECHNIQUES if row.level is Level.EASY)
CHAIN = re.compile(r"(X-Chain|XY-Chain|(Grouped )?(AIC|(Disc|C)ontinuous Nice Loop)):")
CELLS = re.compile(r"r[1-9]+c[1-9]+(?:,r[1-9]+c[1-9]+)*")
GUESS = "Brute Force", "The Answer"


class Steps(NamedTuple):
    """The steps of one puzzle in HoDoKu's notation, and their score."""

    texts: list[str]
    score: int

    @property
    def titles(self) -> list[str]:
        """The technique of each step; the notation of some techniques has no colon."""
        return [re.split(r":| => | in [rcb]\d| \|", text)[0] for text in self.texts]


def by_nonet(puzzle: str) -> Steps:
    explanation = explain(puzzle)
    return Steps([str(step) for step in explanation.steps], explanation.rating.score)


def read(path: Path, limit: int) -> Iterator[tuple[str, Steps | None]]:
    """Yield some puzzles, spread over the file, with HoDoKu's steps if the file has them."""
    if path.name.endswith(".jsonl.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines[:: max(1, len(lines) // limit)][:limit]:
            yield line["puzzle"], Steps([step["text"] for step in line["steps"]], line["score"])
    else:
        puzzles = path.read_text(encoding="ascii").split()
        yield from ((puzzle, None) for puzzle in puzzles[:: max(1, len(puzzles) // limit)][:limit])


def mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0


def facts(paths: list[Steps]) -> dict[str, float]:
    """Return what the table shows about some paths."""
    chains = [text.partition("=>")[0] for path in paths for text in path.texts if CHAIN.match(text)]
    others = [[title for title in path.titles if title not in SINGLES] for path in paths]
    return {
        "puzzles": len(paths),
        "steps": mean(len(path.texts) for path in paths),
        "full houses": mean(path.titles.count("Full House") for path in paths),
        "hidden singles": mean(path.titles.count("Hidden Single") for path in paths),
        "naked singles": mean(path.titles.count("Naked Single") for path in paths),
        "other steps": mean(map(len, others)),
        "techniques": mean(len(set(path.titles)) for path in paths),
        "different": len({title for path in paths for title in path.titles}),
        "chains": len(chains) / len(paths),
        "chain length": mean(len(CELLS.findall(chain)) for chain in chains),
        "longest": max((len(CELLS.findall(chain)) for chain in chains), default=0),
        "score": mean(path.score for path in paths),
        "copied": sum(title in GUESS for path in paths for title in path.titles) / len(paths),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--limit", type=int, default=1000, help="puzzles per file, spread over the file")
    arguments = parser.parse_args()
    columns: dict[str, dict[str, float]] = {}
    for path in arguments.paths:
        pairs = list(read(path, arguments.limit))
        name = path.name.partition(".")[0]
        columns[f"nonet: {name}"] = facts([by_nonet(puzzle) for puzzle, _ in pairs])
        if known := [steps for _, steps in pairs if steps is not None]:
            columns[f"HoDoKu: {name}"] = facts(known)
    print(" | ".join(["per puzzle", *columns]))
    for fact in next(iter(columns.values())):
        print(" | ".join([f"{fact:14}", *(f"{column[fact]:{len(name)}.2f}" for name, column in columns.items())]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
