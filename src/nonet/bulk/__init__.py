"""Many puzzles in one pipeline: source -> compute -> sink.

From text to text, or from table files (CSV, Parquet, Arrow) to table files, with bounded memory, on threads, worker
processes, Ray or Dask. Also data sets to learn from, and puzzles to measure with.

| file | contents |
| --- | --- |
| source | where puzzles come from: text in any format, table files |
| columns | what can be computed for each puzzle: `COLUMNS` |
| others | boards of other sizes than 9x9 |
| lines | results as lines of text |
| sink | where results go: text, Parquet, Arrow, CSV |
| pipeline | `process_files`, and runs from text to text |
| clusters | Ray and Dask |
| canonical | the canonical forms of any boards, as a stream |
| dataset | `make_dataset`: train, validation and test files |
| bench | how many puzzles per second are solved, here and by other solvers |
| bench_sets | puzzles to measure with |
"""

from __future__ import annotations

from .bench import PEERS, Measurement, bench_plot, measure, time_engine as time_engine, time_peer as time_peer
from .bench_sets import SETS, bench_set
from .canonical import canonical_forms as canonical_forms, form_key as form_key
from .columns import (
    ADDED,
    COLUMNS,
    Answers,
    Column,
    added_columns as added_columns,
    check_not_numbers as check_not_numbers,
    column,
    compute_columns as compute_columns,
    new_fields as new_fields,
    puzzle_column as puzzle_column,
    stated_column as stated_column,
)
from .dataset import SPLITS, make_dataset
from .lines import LINE_FORMATS, QUESTIONS, LineFormat as LineFormat
from .pipeline import (
    ENGINES,
    FileReport,
    Request as Request,
    TextRun as TextRun,
    plan as plan,
    process_files,
    process_jobs as process_jobs,
)
from .sink import COMPRESSIONS, TextSink as TextSink
from .source import (
    TABLE_SUFFIXES as TABLE_SUFFIXES,
    Puzzles as Puzzles,
    TextSource as TextSource,
    table_kind as table_kind,
)

__all__ = [
    "ADDED",
    "COLUMNS",
    "COMPRESSIONS",
    "ENGINES",
    "LINE_FORMATS",
    "PEERS",
    "QUESTIONS",
    "SETS",
    "SPLITS",
    "Answers",
    "Column",
    "FileReport",
    "Measurement",
    "bench_plot",
    "bench_set",
    "column",
    "make_dataset",
    "measure",
    "process_files",
]
