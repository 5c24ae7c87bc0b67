"""``nonet dataset``: puzzles to learn from, in Parquet files for training, validation and test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..bulk import COMPRESSIONS, SPLITS, make_dataset
from ..errors import ArgumentError
from .common import level_option, quiet_option, seed_option, threads_option
from .generate import clues_of
from .parameters import Names
from .progress import Progress


@click.command("dataset")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder to write.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=10_000, show_default=True, metavar="N", help="The number of puzzles."
)
@click.option("--clues", metavar="N|N-M", help="The same number of puzzles for each number of clues.  [default: 24-35]")
@level_option(multiple=True)
@click.option("--ratings/--no-ratings", default=True, help="Add level, score and hardest technique of each puzzle.")
@click.option("--se", is_flag=True, help="Add ER, EP and ED of Sudoku Explainer for each puzzle.")
@click.option("--canonical", is_flag=True, help="With --se: rate the canonical form, the same for equivalent puzzles.")
@click.option(
    "--split",
    metavar="NAME=SHARE,...",
    default=",".join(f"{name}={share}" for name, share in SPLITS.items()),
    show_default=True,
    help="The splits and their shares.",
)
@seed_option
@threads_option
@click.option(
    "--compression", type=Names(COMPRESSIONS), default="zstd", show_default=True, help="The compression of Parquet."
)
@click.option("--force", is_flag=True, help="Replace the files if they exist.")
@quiet_option
def command(
    output: Path, count: int, clues: str | None, level: tuple[str, ...], split: str, quiet: bool, **options: Any
) -> None:
    """Make puzzles with solutions, split so that no solution of one split is equivalent to one in another.

    \b
      nonet dataset -o sudoku --count 100000 --clues 22-32 --seed 1
      nonet dataset -o hard --level hard --level unfair --count 2000

    With --level there are equally many puzzles of each level, and --clues only limits the number of clues. The folder
    gets train.parquet, validation.parquet, test.parquet and a README.md that describes them.
    """
    progress = Progress(count, quiet=quiet)
    with progress:
        make_dataset(
            output,
            count=count,
            clues=clues_of(clues) if clues else None,
            levels=level,
            splits=splits_of(split),
            progress=lambda rows: progress.add(rows, progress.done + rows),
            **options,
        )


def splits_of(text: str) -> dict[str, float]:
    """Return the splits and their shares."""
    splits = {}
    for part in text.split(","):
        name, _, share = part.partition("=")
        try:
            splits[name.strip()] = float(share)
        except ValueError:
            raise ArgumentError(f"--split takes names and shares, such as train=80,test=20, not {part!r:.40}") from None
        if not name.strip().isidentifier():
            raise ArgumentError(f"the name of a split must consist of letters, not {name!r:.40}")
    return splits
