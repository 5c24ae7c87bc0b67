"""The progress bar of long runs."""

from __future__ import annotations

import sys
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import rich.progress

__all__ = ["Progress"]


class Progress:
    """A bar on standard error if that is a terminal: the number done, the number per second, and the time left."""

    def __init__(self, total: int | None, *, noun: str = "puzzles", quiet: bool = False) -> None:
        self.done = 0
        """The number of items that are done."""
        self.note = ""
        """A text to show after the numbers."""
        self._total = total
        self._noun = noun
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None
        self._is_shown = not quiet and sys.stderr.isatty()
        self._start = perf_counter()

    def __enter__(self) -> Progress:
        if self._is_shown:
            from rich import progress
            from rich.console import Console

            self._bar = progress.Progress(
                progress.BarColumn(),
                progress.TextColumn("{task.fields[text]}"),
                progress.TimeRemainingColumn() if self._total else progress.TimeElapsedColumn(),
                console=Console(stderr=True),
                redirect_stdout=False,
                transient=True,
            )
            self._task = self._bar.add_task("", total=self._total or None, text="")
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            if error is None:
                print(f"nonet: {self}", file=sys.stderr)

    def add(self, done: int, position: float) -> None:
        """Note that more items are done, and that the work is at this position of the total."""
        self.done += done
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=position if self._total else self.done, text=self._text())

    def _text(self) -> str:
        rate = self.done / max(perf_counter() - self._start, 1e-9)
        return f"{self.done:,} {self._noun}, {rate:,.0f} per second{self.note}"

    def __str__(self) -> str:
        return f"{self._text()}, {perf_counter() - self._start:.1f} s"
