"""English."""

from __future__ import annotations

CHINESE = False
SPACE = " "
COLON = ". "
SEMICOLON = "; "
DIGIT_IN = "{digit} in {cells}"
GOES_INTO = "{digit} goes into {cell}"
PLACE = "So {what}."
STRIKE = "So these candidates fall: {what}."
AREA = "Look at {digits} in {houses}."
AREA_SINGLE = "Look at {houses}."
AREA_WIDE = "It spans much of the board; look at {digits}."
AREA_ALL = "It spans much of the board."
CASE = "({number})"
SUPPOSE_ON = "Suppose {cells} is {digit}."
SUPPOSE_OFF = "Suppose {cells} is not {digit}."
ON = "{cells} is {digit}"
OFF = "{cells} is not {digit}"
THEN = "Then {statement} ({reason})."
SINCE = "Since {given}, {statement} ({reason})."
REASONS = {
    "cell-on": "the only candidate left there",
    "cell-off": "a cell takes one digit",
    "house-on": "the only place left for {digit} in {house}",
    "house-off": "{house} takes one {digit}",
    "set-on": "{set} then share just as many digits as cells",
    "set-off": "{set} need {digit} themselves",
    "assumed-on": "assumed",
    "assumed-off": "assumed",
}
THERE_IS = "There is a step here: {technique}."
MISTAKE = "There is a mistake in {cells}."
WRONG_DIGIT = "{digit} in {cell} is wrong."
WRONGLY_STRUCK = "{digit} was struck out of {cell}, but it can still go there."
LEFTOVER = "These candidates can be struck out at once, since a house has the digit already: {what}."
SOLVED = "Nothing is left to do: the puzzle is solved."
_KINDS = ("row", "column", "box")
_PLURALS = ("rows", "columns", "boxes")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def join(parts: list[str]) -> str:
    """One, two and three."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def either(parts: list[str]) -> str:
    """One or another."""
    return parts[0] if len(parts) == 1 else f"one of {join(parts)}"


def houses(kind: int, numbers: list[int]) -> str:
    """Row 1, or rows 1 and 2."""
    return f"{(_KINDS if len(numbers) == 1 else _PLURALS)[kind]} {join(list(map(str, numbers)))}"


def number(count: int) -> str:
    """A small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


_FISH_WHY = (
    "Each of {base} needs its {digit}, and takes it from one of {cover}: there are as many of these as of those, so every {digit} of {cover} stands in {base}, and none elsewhere.",
)
_FIN_WHY = (
    "If none of the fins is {digit}, {base} fill {cover} as in a fish without fins, and {digit} falls from the rest of {cover}. If a fin is {digit}, the cells that see it lose {digit}.",
    "A candidate that falls in each of these cases falls for certain.",
)
_RECTANGLE = "{floor} and {roof} would form a rectangle of two rows, two columns and two boxes with just {d1} and {d2}"
_DEADLY = "then the two digits could be swapped, and the puzzle would have two solutions."

SENTENCES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "full-house": (("{house} has one blank left: {pattern}.",), ("{digit} is the only digit missing there.",)),
    "naked-single": (
        ("{pattern} has one candidate left: {digit}.",),
        ("The rules leave no other digit for this cell.",),
    ),
    "hidden-single": (
        ("in {house}, {digit} has one place left: {pattern}.",),
        ("Every house needs each digit, and no other blank of {house} can take {digit}.",),
    ),
    "locked-pair": (
        ("{pattern} lie in {house}, and have only the candidates {digits} between them.",),
        ("These digits take these cells in one order or another, so the rest of both houses loses them.",),
    ),
    "pointing": (
        ("in {base}, {digit} has places only in {pattern}, and all of these lie in {cover}.",),
        ("One of them is {digit}, so {cover} has its {digit} there, and nowhere else.",),
    ),
    "subsets": (
        ("{pattern} in {house} have only the candidates {digits} between them.",),
        (
            "As many cells as digits: each of these digits goes into one of these cells, so no cell that sees them all can hold one.",
        ),
    ),
    "hidden": (
        ("in {house}, the digits {digits} have places only in {pattern}.",),
        ("As many digits as cells: they fill these cells between them, so every other candidate there falls.",),
    ),
    "fish": (("in {base}, {digit} has places only in {cover}.",), _FISH_WHY),
    "finned": (("in {base}, {digit} has places only in {cover}, but for the fins {fins}.",), _FIN_WHY),
    "mixed_fish": (
        (
            "take {base} as the base for {digit}, and {cover} as the cover.",
            "Outside the cover stand the fins {fins}.",
            "In two base houses at once stand the endo fins {endo_fins}.",
        ),
        (
            "Each of {base} needs its {digit}; without fins they would take up every {digit} of {cover}.",
            "Whichever fin is {digit}, the cells that see all fins lose it as well.",
        ),
    ),
    "answer": (
        ("no technique helps here; {pattern} can be {digits}.",),
        ("The only solution of the puzzle has this digit here; this is the answer, not a deduction.",),
    ),
}
SENTENCES["locked-triple"] = SENTENCES["locked-pair"]
SENTENCES["claiming"] = SENTENCES["pointing"]
for _size in ("pair", "triple", "quad"):
    SENTENCES[f"hidden-{_size}"] = SENTENCES["hidden"]
for _fish in ("x-wing", "swordfish", "jellyfish"):
    SENTENCES[f"finned-{_fish}"] = SENTENCES[f"sashimi-{_fish}"] = SENTENCES["finned"]
