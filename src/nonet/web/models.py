"""The fields of requests and responses, which also make up the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..create import SYMMETRIES
from ..logic import LANGUAGES
from ..search import METHODS

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_MAX_TEXT = 60_000

Solutions = Literal["none", "unique", "several"]
Puzzle = Annotated[
    str,
    Field(
        min_length=1,
        max_length=_MAX_TEXT,
        description="A puzzle in any text format: one line of 81 characters, a grid, pencil marks, ...",
        examples=[EXAMPLE],
    ),
]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")

    language: Literal[LANGUAGES] | None = Field(  # type: ignore[valid-type]
        default=None, description="The language of sentences and errors; by default that of Accept-Language."
    )


class PuzzleRequest(_Request):
    """A puzzle."""

    puzzle: Puzzle


class PositionRequest(PuzzleRequest):
    """A puzzle, with the digits and candidates that the player has entered."""

    digits: str | None = Field(
        default=None,
        max_length=2_000,
        description="All digits on the board, including the givens, as one line of cells.",
    )
    candidates: list[Annotated[str, Field(max_length=25)]] | None = Field(
        default=None, max_length=625, description="The player's candidates for each cell, in reading order."
    )


class HintRequest(PositionRequest):
    """A position, and the cell names of the explanation."""

    cells: Literal["rc", "a1", "sheet"] = Field(default="rc", description="How cells are named: r1c2, A2 or B1.")


class PracticeRequest(_Request):
    """The technique to practice."""

    technique: str = Field(max_length=60, description="The identifier of a technique.", examples=["xy-wing"])
    seed: int | None = Field(default=None, ge=0, lt=2**63, description="The same seed gives the same position.")
    cells: Literal["rc", "a1", "sheet"] = Field(default="rc", description="How cells are named: r1c2, A2 or B1.")


class StepsRequest(HintRequest):
    """A position, and the techniques to search for."""

    techniques: list[Annotated[str, Field(max_length=60)]] | None = Field(
        default=None,
        max_length=100,
        description="Identifiers of techniques; by default, the usual ones.",
        examples=[["naked-pair", "x-wing"]],
    )
    without: list[Annotated[str, Field(max_length=60)]] = Field(
        default=[], max_length=100, description="Identifiers of techniques to leave out.", examples=[["x-wing"]]
    )
    uniqueness: bool = Field(
        default=True, description="Whether to use techniques that assume that the puzzle has only one solution."
    )


class CountRequest(PuzzleRequest):
    """A puzzle, and the limit of the count."""

    limit: int = Field(default=2, ge=1, description="Stop counting at this number. The service has its own limit.")


class RateRequest(PuzzleRequest):
    """A puzzle, and the scales on which to rate it."""

    scale: Literal["all", "hodoku", "se"] | None = Field(
        default=None,
        description="hodoku: level, hardest technique and HoDoKu's score; se: ER, EP and ED of Sudoku Explainer. "
        "By default all, without se if it takes too long.",
    )
    canonical: bool = Field(
        default=False, description="Whether Sudoku Explainer rates the canonical form instead of the grid as given."
    )


class ReadRequest(_Request):
    """A text with puzzles."""

    text: Annotated[str, Field(min_length=1, max_length=_MAX_TEXT, examples=[EXAMPLE])]


class TraceRequest(PuzzleRequest):
    """A puzzle and a search method."""

    method: Literal[tuple(METHODS)] = "mrv"  # type: ignore[valid-type]


class GenerateRequest(_Request):
    """The properties of the puzzles to generate. They are 9x9 and have exactly one solution."""

    level: Literal["Easy", "Medium", "Hard", "Unfair", "Extreme"] | None = None
    technique: str | None = Field(
        default=None, max_length=60, description="The hardest technique that the puzzle needs.", examples=["x-wing"]
    )
    symmetry: Literal[tuple(SYMMETRIES)] = "none"  # type: ignore[valid-type]
    clues: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="The minimum and the maximum number of clues.", examples=[[24, 28]]
    )
    count: int = Field(default=1, ge=1, description="The number of puzzles. The service has its own limit.")
    seed: int | None = Field(default=None, ge=0, lt=2**63, description="The same seed gives the same puzzles.")


class DrawRequest(PositionRequest):
    """A position, and the format of the picture."""

    format: Literal["svg", "png", "pdf"] = "svg"


class GeneratedPuzzle(BaseModel):
    """One generated puzzle."""

    puzzle: str
    clues: int
    level: str
    hardest: str
    score: int


class GenerateResponse(BaseModel):
    """The generated puzzles. If some are missing, `sentence` says why."""

    puzzles: list[GeneratedPuzzle]
    complete: bool
    sentence: str


class CandidateData(BaseModel):
    """A digit in a cell."""

    cell: str
    digit: str


class PositionData(BaseModel):
    """A position."""

    board: str
    givens: str
    digits: str
    candidates: list[str]


class SolveResponse(BaseModel):
    """The solution if it is unique; otherwise two different solutions, or none."""

    puzzle: str
    count: int = Field(description="0, 1, or 2 if there are several.")
    solution: str | None
    examples: list[str]


class CountResponse(BaseModel):
    """The number of solutions."""

    puzzle: str
    count: int
    limit: int
    exact: bool = Field(description="False if the limit was reached and there may be more.")


class Conflict(BaseModel):
    """A digit that is given twice in a house."""

    house: str
    digit: str
    cells: list[str]


class CheckResponse(BaseModel):
    """Whether a puzzle is valid, and why."""

    puzzle: str
    board: str
    clues: int
    valid: bool
    solutions: Solutions
    minimal: bool
    conflicts: list[Conflict]
    redundant: list[str] | None
    sentence: str


class Mistake(CandidateData):
    """A wrong digit or candidate in a position."""

    kind: Literal["digit", "candidate"]


class Stage(BaseModel):
    """One stage of a hint."""

    name: str
    text: str


class HintResponse(BaseModel):
    """The next step, in stages."""

    mistakes: list[Mistake]
    leftovers: list[CandidateData]
    stages: list[Stage]
    step: dict[str, Any] | None = Field(description="The step with its evidence.")
    position: PositionData
    after: PositionData


class ScaleData(BaseModel):
    """A rating on one scale."""

    name: str
    score: float
    level: str
    version: str


class RatingData(BaseModel):
    """The difficulty of a puzzle."""

    level: str
    hardest: str
    logical: bool
    steps: int
    techniques: dict[str, int] = Field(description="The number of steps of each technique, from easy to hard.")
    scales: dict[str, ScaleData]


class ExplainerData(BaseModel):
    """The ratings of Sudoku Explainer."""

    er: float = Field(description="The rating of the hardest step.")
    ep: float = Field(description="The rating of the hardest step up to the first digit placed.")
    ed: float = Field(description="The rating of the first step.")
    version: str


class RateResponse(BaseModel):
    """The difficulty of a puzzle. A scale that was not computed is left out."""

    puzzle: str
    level: str | None = None
    hardest: str | None = None
    logical: bool | None = None
    steps: int | None = None
    techniques: dict[str, int] | None = None
    scales: dict[str, ScaleData] | None = None
    se: ExplainerData | None = None


class ExplainResponse(BaseModel):
    """All steps from the puzzle to the solution."""

    puzzle: str
    start: str
    solved: bool
    logical: bool
    rating: RatingData
    steps: list[dict[str, Any]]
    positions: list[PositionData]
    end: str


class StepsResponse(BaseModel):
    """The steps that a position allows."""

    steps: list[dict[str, Any]]
    complete: bool = Field(description="False if there are too many steps, or if finding them all takes too long.")


class ReadPuzzle(CheckResponse):
    """One puzzle in a text."""

    box: list[int]
    comment: str
    position: PositionData | None


class ReadResponse(BaseModel):
    """The puzzles in a text."""

    puzzles: list[ReadPuzzle]
    complete: bool = Field(description="False if the text has more puzzles than the service reads.")


class TraceResponse(BaseModel):
    """The events of a search, each as [kind, cell, digit, is a guess]."""

    puzzle: str
    method: str
    ended: Literal["solved", "no solution", "out of time"]
    counters: dict[str, int]
    complete: bool
    events: list[list[str | int | bool]]


class TechniqueData(BaseModel):
    """One technique."""

    id: str
    title: str
    chinese: str
    level: str
    score: int
    default: bool
    uniqueness: bool
    practice: bool = Field(description="Whether there are positions to practice it.")


class Health(BaseModel):
    """The state of the service."""

    status: Literal["ok", "busy"]
    version: str
    kernel: str
    waiting: int


class Problem(BaseModel):
    """Problem details (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str = Field(description="A stable name of the kind of problem.")
