"""``nonet dataset``: puzzles to learn from, in Parquet files for training, validation and test."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import NonetError
from .common import level_option
from .generate import clues_of
from .progress import Progress


@click.command("dataset", short_help="Train, validation and test sets as Parquet.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder to write.")
@click.option(
    "--count", type=click.IntRange(min=1), default=10_000, show_default=True, metavar="N", help="How many puzzles."
)
@click.option("--clues", metavar="N|N-M", help="As many puzzles of each number; 24-35 if no level is given.")
@level_option(multiple=True)
@click.option("--ratings/--no-ratings", default=True, help="Level, score and hardest technique of each puzzle.")
@click.option("--split", metavar="NAME=SHARE,...", default="train=80,validation=10,test=10", show_default=True)
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same rows; without one, fresh chance.")
@click.option("--threads", type=click.IntRange(min=1), metavar="N", help="All processors if not given.")
@click.option("--compression", type=click.Choice(["none", "zstd", "lz4", "snappy"]), default="zstd", show_default=True)
@click.option("--force", is_flag=True, help="Replace the files if they exist.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def command(
    output: Path,
    count: int,
    clues: str | None,
    level: tuple[str, ...],
    ratings: bool,
    split: str,
    seed: int | None,
    threads: int | None,
    compression: str,
    force: bool,
    quiet: bool,
) -> None:
    """Make puzzles with solutions, split so that no split knows a disguise of another's solution.

    \b
      nonet dataset -o sudoku --count 100000 --clues 22-32 --seed 1
      nonet dataset -o hard --level Hard --level Unfair --count 2000

    With levels there are as many puzzles of each level, and --clues only bounds them. The folder gets train.parquet,
    validation.parquet, test.parquet and a README.md that says how they were made.
    """
    from ..tables.dataset import make_dataset

    number = clues_of(clues) if clues else None
    bounds = (number, number) if isinstance(number, int) else (min(number), max(number)) if number else None
    progress = Progress(count, quiet=quiet)
    with progress:
        make_dataset(
            output,
            count=count,
            clues=bounds,
            levels=level,
            ratings=ratings,
            seed=seed,
            splits=splits_of(split),
            compression=compression,
            force=force,
            threads=threads,
            progress=lambda rows: progress.add(rows, progress.done + rows),
        )


def splits_of(text: str) -> dict[str, float]:
    """The splits and their shares."""
    splits = {}
    for part in text.split(","):
        name, _, share = part.partition("=")
        try:
            splits[name.strip()] = float(share)
        except ValueError:
            raise NonetError(f"{part!r:.40} is not a split, which is written like train=80") from None
        if not name.strip().isidentifier():
            raise NonetError(f"{name!r:.40} is not the name of a split, which is made of letters")
    return splits
