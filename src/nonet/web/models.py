"""What goes in and what comes out, as the service's own description (OpenAPI) tells it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..create import SYMMETRIES
from ..logic import LANGUAGES
from ..search import METHODS

__all__ = [
    "BatchLine",
    "CheckAnswer",
    "CountAnswer",
    "CountQuestion",
    "DrawQuestion",
    "ExplainAnswer",
    "GenerateAnswer",
    "GenerateQuestion",
    "Health",
    "HintAnswer",
    "PositionQuestion",
    "Problem",
    "PuzzleQuestion",
    "RateAnswer",
    "ReadAnswer",
    "ReadQuestion",
    "SolveAnswer",
    "StepsAnswer",
    "StepsQuestion",
    "TechniqueRow",
    "ToldQuestion",
    "TraceAnswer",
    "TraceQuestion",
]

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_MOST_TEXT = 60_000

Puzzle = Annotated[
    str,
    Field(
        min_length=1,
        max_length=_MOST_TEXT,
        description="A puzzle in any text format: a line of 81 characters, a grid, pencil marks, ...",
        examples=[EXAMPLE],
    ),
]


class _Question(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=False)


class PuzzleQuestion(_Question):
    """A puzzle."""

    puzzle: Puzzle


class PositionQuestion(PuzzleQuestion):
    """A puzzle, with what the player has filled in so far."""

    digits: str | None = Field(
        default=None, max_length=2_000, description="All digits that stand now, givens included, as a line of cells."
    )
    candidates: list[Annotated[str, Field(max_length=25)]] | None = Field(
        default=None, max_length=625, description="The player's candidates of each cell in reading order."
    )


class ToldQuestion(PositionQuestion):
    """A position, and how the answer is to be worded."""

    language: Literal[LANGUAGES] = "en"  # type: ignore[valid-type]
    cells: Literal["rc", "a1", "sheet"] = Field(default="rc", description="How cells are called: r1c2, A2 or B1.")


class StepsQuestion(ToldQuestion):
    """A position, and the techniques to look for."""

    techniques: list[Annotated[str, Field(max_length=60)]] | None = Field(
        default=None,
        max_length=100,
        description="Identifiers of techniques; the default set if left out.",
        examples=[["naked-pair", "x-wing"]],
    )


class CountQuestion(PuzzleQuestion):
    """A puzzle, and up to how many solutions are to be counted."""

    limit: int = Field(default=2, ge=1, description="Stop at so many; a service has a limit of its own.")


class ReadQuestion(_Question):
    """A text that holds puzzles."""

    text: Annotated[str, Field(min_length=1, max_length=_MOST_TEXT, examples=[EXAMPLE])]


class TraceQuestion(PuzzleQuestion):
    """A puzzle and a search method."""

    method: Literal[tuple(METHODS)] = "mrv"  # type: ignore[valid-type]


class GenerateQuestion(_Question):
    """What puzzles are ordered; 9x9, each with exactly one solution."""

    level: Literal["Easy", "Medium", "Hard", "Unfair", "Extreme"] | None = None
    technique: str | None = Field(
        default=None, max_length=60, description="The hardest technique that is needed.", examples=["x-wing"]
    )
    symmetry: Literal[tuple(SYMMETRIES)] = "none"  # type: ignore[valid-type]
    clues: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="The least and the most clues.", examples=[[24, 28]]
    )
    count: int = Field(default=1, ge=1, description="How many; a service has a limit of its own.")
    seed: int | None = Field(default=None, ge=0, lt=2**63, description="The same seed gives the same puzzles.")


class DrawQuestion(PositionQuestion):
    """A position, and the kind of picture."""

    format: Literal["svg", "png", "pdf"] = "svg"


class Generated(BaseModel):
    """One puzzle that was made."""

    puzzle: str
    clues: int
    level: str
    hardest: str
    score: int


class GenerateAnswer(BaseModel):
    """The puzzles, and if they are fewer than ordered a sentence why."""

    puzzles: list[Generated]
    complete: bool
    sentence: str


class CandidateData(BaseModel):
    """A digit in a cell."""

    cell: str
    digit: str


class PositionData(BaseModel):
    """A position cell by cell."""

    givens: str
    digits: str
    candidates: list[str]


class SolveAnswer(BaseModel):
    """The solution, if there is exactly one; else two that differ, or none."""

    puzzle: str
    count: int = Field(description="0, 1, or 2 for several.")
    solution: str | None
    examples: list[str]


class CountAnswer(BaseModel):
    """How many solutions there are."""

    puzzle: str
    count: int
    limit: int
    exact: bool = Field(description="Whether that is all of them; else there may be more.")


class Conflict(BaseModel):
    """A digit that stands twice in a house."""

    house: str
    digit: str
    cells: list[str]


class CheckAnswer(BaseModel):
    """Whether a puzzle is a good one."""

    puzzle: str
    board: str
    clues: int
    valid: bool
    solutions: Literal["none", "one", "several"]
    conflicts: list[Conflict]
    redundant: list[str] | None
    sentence: str


class Mistake(CandidateData):
    """What is wrong in a position."""

    kind: Literal["digit", "candidate"]


class Stage(BaseModel):
    """One stage of a hint."""

    name: str
    text: str


class HintAnswer(BaseModel):
    """The next step, in stages."""

    mistakes: list[Mistake]
    leftovers: list[CandidateData]
    stages: list[Stage]
    step: dict[str, Any] | None = Field(description="The step with all its evidence.")
    position: PositionData
    after: PositionData


class ScaleData(BaseModel):
    """A rating on one scale."""

    name: str
    score: float
    level: str
    version: str


class RatingData(BaseModel):
    """How hard a puzzle is."""

    level: str
    hardest: str
    logical: bool
    steps: int
    scales: dict[str, ScaleData]


class RateAnswer(RatingData):
    """How hard a puzzle is."""

    puzzle: str


class ExplainAnswer(BaseModel):
    """The path to the solution."""

    puzzle: str
    start: str
    solved: bool
    logical: bool
    rating: RatingData
    steps: list[dict[str, Any]]
    positions: list[PositionData]
    end: str


class StepsAnswer(BaseModel):
    """Every step that is there now."""

    steps: list[dict[str, Any]]
    complete: bool = Field(
        description="Whether these are all; the rest is left out if it is too much or takes too long."
    )


class ReadPuzzle(BaseModel):
    """One puzzle that was read."""

    puzzle: str
    clues: int
    board: str
    box: list[int]
    solutions: Literal["none", "one", "several"]
    sentence: str
    comment: str
    position: PositionData | None


class ReadAnswer(BaseModel):
    """What a text holds."""

    puzzles: list[ReadPuzzle]


class TraceAnswer(BaseModel):
    """What a search did: its events as [kind, cell, digit, is a guess]."""

    puzzle: str
    method: str
    ended: Literal["solved", "no solution", "out of time"]
    counters: dict[str, int]
    complete: bool
    events: list[list[str | int | bool]]


class BatchLine(BaseModel):
    """The answer to one line of a batch."""

    line: int
    count: int
    solution: str | None
    reason: str | None


class TechniqueRow(BaseModel):
    """One technique."""

    id: str
    title: str
    chinese: str
    level: str
    score: int
    default: bool
    uniqueness: bool


class Health(BaseModel):
    """How the service is."""

    status: Literal["ok", "busy"]
    version: str
    kernel: str
    waiting: int


class Problem(BaseModel):
    """What is wrong (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str = Field(description="A stable name for the kind of problem.")
