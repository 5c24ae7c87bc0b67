"""The fields of requests and responses, which also make up the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Literal

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
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

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


class ExplainRequest(HintRequest):
    """A position, and the order of the steps."""

    order: Literal["teacher", "explainer"] = Field(
        default="teacher",
        description="teacher: the easiest step first; explainer: the steps of Sudoku Explainer, with its ratings.",
    )


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
    """A text in any format that nonet reads, with one puzzle or several."""


class VariantRequest(_Request):
    """A puzzle with rules beyond rows, columns and boxes."""

    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=_MAX_TEXT,
            description="A link to f-puzzles or SudokuPad, a string of ISS, or nonet's own text.",
            examples=[f"{EXAMPLE}\nanti-knight"],
        ),
    ]


class VariantReadRequest(VariantRequest):
    """A puzzle with rules, and what to do with parts that are not understood."""

    lenient: bool = Field(default=False, description="Whether to leave out what is not understood.")


class VariantConflictsRequest(VariantRequest):
    """A puzzle with rules, and the digits on its board."""

    digits: str = Field(max_length=2_000, description="All digits, including the givens, as one line of cells.")


class TraceRequest(PuzzleRequest):
    """A puzzle and a search method."""

    method: Literal[tuple(METHODS)] = "mrv"  # type: ignore[valid-type]
    """The name of a search method."""


_Ratings = Annotated[list[float], Field(min_length=2, max_length=2)] | None


class GenerateRequest(_Request):
    """The properties of the puzzles to generate. They are 9x9 and have exactly one solution."""

    level: Literal["Easy", "Medium", "Hard", "Unfair", "Extreme"] | None = None
    """The level of the puzzles; by default any."""
    technique: str | None = Field(
        default=None, max_length=60, description="The hardest technique that the puzzle needs.", examples=["x-wing"]
    )
    symmetry: Literal[tuple(SYMMETRIES)] = "none"  # type: ignore[valid-type]
    """The symmetry of the clues."""
    clues: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="The minimum and the maximum number of clues.", examples=[[24, 28]]
    )
    se: _Ratings = Field(
        default=None, description="The lowest and the highest ER of Sudoku Explainer.", examples=[[7.0, 7.5]]
    )
    ep: _Ratings = Field(default=None, description="The same for EP.")
    ed: _Ratings = Field(default=None, description="The same for ED.")
    diamond: bool = Field(default=False, description="Whether ED must equal ER.")
    pearl: bool = Field(default=False, description="Whether EP must equal ER.")
    count: int = Field(default=1, ge=1, description="The number of puzzles. The service has its own limit.")
    seed: int | None = Field(default=None, ge=0, lt=2**63, description="The same seed gives the same puzzles.")


class DrawRequest(PositionRequest):
    """A position, and the format of the picture."""

    format: Literal["svg", "png", "pdf"] = "svg"
    """The format of the picture."""


class _Response(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)


class ExplainerData(_Response):
    """The ratings of Sudoku Explainer."""

    er: float
    """The rating of the hardest step."""
    ep: float
    """The rating of the hardest step up to the first digit placed."""
    ed: float
    """The rating of the first step."""
    version: str
    """The program and the version of the scale."""


class GeneratedPuzzle(_Response):
    """One generated puzzle."""

    puzzle: str
    """The puzzle as one line of cells."""
    clues: int
    """The number of clues."""
    level: str
    """The level of the hardest technique."""
    hardest: str
    """The identifier of the hardest technique that the puzzle needs."""
    score: int
    """HoDoKu's score."""
    se: ExplainerData | None = None
    """The ratings of Sudoku Explainer, if they were requested."""


class GenerateResponse(_Response):
    """The generated puzzles. If some are missing, `sentence` says why."""

    puzzles: list[GeneratedPuzzle]
    """The puzzles that were found in time."""
    complete: bool
    """Whether all requested puzzles were found."""
    sentence: str
    """Why some puzzles are missing; otherwise empty."""


class CandidateData(_Response):
    """A digit in a cell."""

    cell: str
    """The name of the cell, such as r1c2."""
    digit: str
    """The digit; on large boards, a letter from 10 on."""


class PositionData(_Response):
    """A position."""

    board: str
    """The size of the board, such as 9x9."""
    givens: str
    """The clues as one line of cells."""
    digits: str
    """All digits on the board, including the clues, as one line of cells."""
    candidates: list[str]
    """The candidates of each cell, in reading order; empty for a cell with a digit."""


class SolveResponse(_Response):
    """The solution if it is unique; otherwise two different solutions, or none."""

    puzzle: str
    """The puzzle as one line of cells."""
    count: int = Field(description="0, 1, or 2 if there are several.")
    solution: str | None
    """The solution, if there is exactly one."""
    examples: list[str]
    """Two different solutions, if there are several."""


class CountResponse(_Response):
    """The number of solutions."""

    puzzle: str
    """The puzzle as one line of cells."""
    count: int
    """The number of solutions, at most the limit."""
    limit: int
    """The number at which counting stopped or would have stopped."""
    exact: bool = Field(description="False if the limit was reached and there may be more.")


class Conflict(_Response):
    """A digit that is given twice in a house."""

    house: str
    """The name of the house, such as row 1."""
    digit: str
    """The digit that is given twice."""
    cells: list[str]
    """The cells with this digit."""


class CheckResponse(_Response):
    """Whether a puzzle is valid, and why."""

    puzzle: str
    """The puzzle as one line of cells."""
    board: str
    """The size of the board, such as 9x9."""
    clues: int
    """The number of clues."""
    valid: bool
    """Whether the puzzle has exactly one solution."""
    solutions: Solutions
    """Whether the puzzle has no solution, one or several."""
    minimal: bool
    """Whether no clue can be removed without more solutions."""
    conflicts: list[Conflict]
    """Digits that are given twice in a house."""
    redundant: list[str] | None
    """The cells whose clue can be removed alone; null if the puzzle is not valid."""
    sentence: str
    """The result in one sentence."""


class Mistake(CandidateData):
    """A wrong digit or candidate in a position."""

    kind: Literal["digit", "candidate"]
    """Whether a digit is wrong, or a correct candidate is missing."""


class BlockerData(CandidateData):
    """A digit on the board that excludes itself from the other cells of a house."""

    house: str
    """The house that the digit blocks."""


class PlaceData(_Response):
    """A digit that must have a place in a house."""

    house: str
    """The name of the house."""
    digit: str
    """The digit."""


class PremisesData(_Response):
    """The facts that prove a step, besides the rule that a house has each digit at most once."""

    cells: list[str]
    """Cells that take one of their candidates."""
    places: list[PlaceData]
    """Digits that take one of their places in a house."""
    deadly: list[CandidateData]
    """A pattern that a puzzle with only one solution cannot contain."""


class NodeData(_Response):
    """One statement of a chain: one of the cells has the digit (on), or none has it (off)."""

    digit: str
    """The digit."""
    cells: list[str]
    """The cells."""
    on: bool
    """Whether one of the cells has the digit."""
    reason: str
    """assumed, or what makes it follow from its parents: the cell, a house, a set or a part."""
    house: str | None = None
    """The house, if it is the reason."""
    set: int | None = None
    """The index of the set in `sets`, if it is the reason."""
    part: int | None = None
    """The index of the smaller step in `parts`, if it is the reason."""
    parents: list[int]
    """The indices of the nodes in the same chain from which this one follows."""


class ChainData(_Response):
    """A sequence of implications."""

    kind: str
    """chain, loop, branch (one case of several) or net."""
    nodes: list[NodeData]
    """The statements, each after those from which it follows."""


class SetData(_Response):
    """Cells of one house and all their candidates."""

    cells: list[str]
    """The cells."""
    digits: list[str]
    """All candidates of these cells."""


class LineData(_Response):
    """One line of an explanation."""

    kind: str
    """pattern, case (the start of a chain), link, end (what a chain excludes), folded, why or conclusion."""
    number: int | None = None
    """The number of the line, if it has one."""
    label: str | None = None
    """The number of a line inside a smaller step, with the number of that step."""
    text: str
    """The sentence."""
    lines: list[LineData] | None = None
    """The lines of a smaller step."""


class StepRating(_Response):
    """The rating of a step by Sudoku Explainer."""

    rating: float
    """The rating."""
    name: str
    """The name of the rule."""


class StepData(_Response):
    """One step with its evidence. Fields that do not apply to the technique are left out."""

    technique: str
    """The identifier of the technique."""
    title: str
    """The English name of the technique."""
    level: str
    """The level of puzzles that need the technique."""
    score: int
    """HoDoKu's score of the step."""
    uniqueness: bool
    """Whether the step assumes that the puzzle has only one solution."""
    placements: list[CandidateData]
    """The digits that the step places."""
    eliminations: list[CandidateData]
    """The candidates that the step removes."""
    notation: str
    """The step in one line, in HoDoKu's notation."""
    digits: list[str]
    """The digits of the pattern."""
    cells: dict[str, list[str]]
    """The cells of the pattern by role, such as pivot, pincers or fins."""
    houses: dict[str, list[str]]
    """The houses of the pattern by role, such as base or cover."""
    premises: PremisesData
    """The facts that prove the step."""
    variant: str | None = None
    """The variant of the technique."""
    sets: list[SetData] | None = None
    """Almost locked sets and similar sets, in the order in which they are linked."""
    colors: list[list[CandidateData]] | None = None
    """Groups of candidates that are all true or all false."""
    chains: list[ChainData] | None = None
    """The chains of implications."""
    blockers: list[BlockerData] | None = None
    """Of a single: the digits on the board that leave no other digit or no other place."""
    removed: list[CandidateData] | None = None
    """Of a single: the candidates that earlier steps have removed."""
    parts: list[StepData] | None = None
    """Smaller steps inside the chains: what they conclude is used there."""
    se: StepRating | None = None
    """The rating of Sudoku Explainer, if this is one of its steps."""
    text: str | None = None
    """The whole explanation as text."""
    lines: list[LineData] | None = None
    """The explanation, line by line."""


class Stage(_Response):
    """One stage of a hint."""

    name: str
    """The name of the stage."""
    text: str
    """The text of the stage."""


class HintResponse(_Response):
    """The next step, in stages."""

    mistakes: list[Mistake]
    """The mistakes in the position. If there are any, there is no step."""
    leftovers: list[CandidateData]
    """Candidates that the digits on the board exclude."""
    stages: list[Stage]
    """The hint in stages, each with more help than the one before."""
    step: StepData | None
    """The step with its evidence; null if there is a mistake or nothing left to do."""
    position: PositionData
    """The position for which the hint is."""
    after: PositionData
    """The position after the step."""


class ScaleData(_Response):
    """A rating on one scale."""

    name: str
    """The name of the scale."""
    score: float
    """The score on the scale."""
    level: str
    """The level that belongs to the score."""
    version: str
    """The program and the version of the scale."""


class RatingData(_Response):
    """The difficulty of a puzzle."""

    level: str
    """The level of the puzzle."""
    hardest: str
    """The identifier of the hardest technique."""
    logical: bool
    """Whether every step has a reason; false if a step is copied from the solution."""
    steps: int
    """The number of steps."""
    techniques: dict[str, int] = Field(description="The number of steps of each technique, from easy to hard.")
    scales: dict[str, ScaleData]
    """The rating on each scale, by its name."""
    se: ExplainerData | None = None
    """The ratings of Sudoku Explainer, if the steps are in its order."""


class RateResponse(_Response):
    """The difficulty of a puzzle. A scale that was not computed is left out."""

    puzzle: str
    """The puzzle as one line of cells."""
    level: str | None = None
    """The level of the puzzle."""
    hardest: str | None = None
    """The identifier of the hardest technique."""
    logical: bool | None = None
    """Whether every step has a reason."""
    steps: int | None = None
    """The number of steps."""
    techniques: dict[str, int] | None = None
    """The number of steps of each technique, from easy to hard."""
    scales: dict[str, ScaleData] | None = None
    """The rating on each scale, by its name."""
    se: ExplainerData | None = None
    """The ratings of Sudoku Explainer."""


class ExplainResponse(_Response):
    """All steps from the puzzle to the solution."""

    puzzle: str
    """The puzzle as one line of cells."""
    start: str
    """The digits on the board before the first step."""
    solved: bool
    """Whether the steps lead to the solution."""
    logical: bool
    """Whether every step has a reason."""
    rating: RatingData
    """The difficulty of the puzzle."""
    steps: list[StepData]
    """The steps, in order."""
    positions: list[PositionData]
    """The position before each step, and the last one."""
    end: str
    """The digits on the board after the last step."""
    note: str = ""
    """Why the explanation uses the answer or is not complete."""


class ExplanationEnd(_Response):
    """What is known at the end of an explanation."""

    puzzle: str
    """The puzzle as one line of cells."""
    start: str
    """The digits on the board before the first step."""
    solved: bool
    """Whether the steps lead to the solution."""
    logical: bool
    """Whether every step has a reason."""
    rating: RatingData
    """The difficulty of the puzzle."""
    end: str
    """The digits on the board after the last step."""
    note: str = ""
    """Why the explanation uses the answer or is not complete."""
    position: PositionData
    """The position after the last step."""
    complete: bool
    """False if there are more steps than the service sends."""


class _Line(_Response):
    problem: str | None = None
    """The code of the problem that ended the stream."""
    reason: str | None = None
    """The problem in one sentence."""


class ExplainLine(_Line):
    """One line of an explanation: a step, the end, or a problem."""

    step: StepData | None = None
    """The next step."""
    position: PositionData | None = None
    """The position before the step."""
    end: ExplanationEnd | None = None
    """In the last line: the rating, and the position after the last step."""


class BatchLine(_Line):
    """The result for one line of a batch."""

    line: int | None = None
    """The number of the line, from 1."""
    status: Literal["unique", "none", "several", "conflict", "bad"] | None = None
    """Whether the solution is unique; conflict if a digit is given twice in a house; bad if it is not a puzzle."""
    count: int | None = None
    """The number of solutions, at most 2."""
    solution: str | None = None
    """The solution, if it is unique."""


class StepsResponse(_Response):
    """The steps that a position allows."""

    steps: list[StepData]
    """The steps, from easy to hard."""
    complete: bool = Field(description="False if there are too many steps, or if finding them all takes too long.")


class ReadPuzzle(CheckResponse):
    """One puzzle in a text."""

    box: list[int]
    """The height and the width of a box."""
    comment: str
    """The text that stands next to the puzzle."""
    position: PositionData | None
    """The player's digits and candidates, if the format has them."""


class ReadResponse(_Response):
    """The puzzles in a text."""

    puzzles: list[ReadPuzzle]
    """The puzzles, in order."""
    complete: bool
    """False if the text has more puzzles than the service reads."""


class TraceResponse(_Response):
    """The events of a search, each as [kind, cell, digit, is a guess]."""

    puzzle: str
    """The puzzle as one line of cells."""
    method: str
    """The name of the search method."""
    ended: Literal["solved", "no solution", "out of time"]
    """How the search ended."""
    counters: dict[str, int]
    """The number of guesses, dead ends and so on."""
    complete: bool
    """False if the search had more events than the response."""
    events: list[list[str | int | bool]]
    """The events, each as [kind, cell, digit, is a guess]."""


class TechniqueData(_Response):
    """One technique."""

    id: str
    """The identifier."""
    title: str
    """The English name."""
    chinese: str
    """The Chinese name."""
    level: str
    """The level of puzzles that need the technique."""
    score: int
    """HoDoKu's score of one step."""
    default: bool
    """Whether explanations use the technique."""
    uniqueness: bool
    """Whether the technique assumes that the puzzle has only one solution."""
    practice: bool
    """Whether there are positions to practice it."""


class Health(_Response):
    """The state of the service."""

    status: Literal["ok", "busy"]
    """busy if the queue is full."""
    version: str
    """The version of nonet."""
    kernel: str
    """The instruction set of the compiled kernel, or none."""
    waiting: int
    """The number of requests in the queue."""


class Problem(_Response):
    """Problem details (RFC 9457)."""

    type: str = "about:blank"
    """Always about:blank."""
    title: str
    """The kind of problem in one sentence."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong with this request."""
    code: str = Field(description="A stable name of the kind of problem.")


class VariantRule(_Response):
    """A rule of a puzzle."""

    type: str
    """The kind of rule, such as killer."""
    name: str
    """The name of the kind, as players call it."""
    words: str
    """The rule in one sentence."""


class VariantPicture(_Response):
    """The marks of the rules as SVG elements in two layers, and the place of the board."""

    width: float
    """The width of the picture."""
    height: float
    """The height of the picture."""
    left: float
    """The left edge of the board in the picture."""
    top: float
    """The upper edge of the board in the picture."""
    side: float
    """The width and height of the board."""
    below: str
    """The elements under the digits."""
    above: str
    """The elements over the digits."""


class VariantReadResponse(_Response):
    """A puzzle with rules."""

    text: str
    """The puzzle in nonet's own text, for further requests."""
    puzzle: str
    """The givens as one line of cells."""
    box: list[int]
    """The height and width of the boxes; a height of 1 means that there are none."""
    clues: int
    """The number of givens."""
    solutions: Literal["none", "unique", "several", "unknown"]
    """The number of solutions; unknown if counting takes too long."""
    rules: list[VariantRule]
    """The rules, in words."""
    left_out: str
    """What was not understood, if the request was lenient."""
    title: str
    """The title that the source states."""
    author: str
    """The author that the source states."""
    ruleset: str
    """The rules as the source states them."""
    link: str
    """The link to the puzzle in f-puzzles; empty if f-puzzles does not have its rules."""
    picture: VariantPicture
    """The marks of the rules."""


class VariantConflict(_Response):
    """A rule or a house that the digits break."""

    rule: int | None
    """The number of the rule, counted from 0; null for a row, column or box."""
    cells: list[str]
    """The cells that break it."""
    words: str
    """The conflict in one sentence or two."""


class VariantConflictsResponse(_Response):
    """All conflicts on a board."""

    conflicts: list[VariantConflict]
    """The conflicts."""


class VariantSolveResponse(_Response):
    """The solution of a puzzle with rules."""

    count: int
    """The number of solutions, up to 2."""
    solution: str | None
    """The solution if it is the only one."""
