"""The sentences in English."""

from __future__ import annotations

CHINESE = False
SPACE = " "
COLON = ". "
SEMICOLON = "; "
DIGIT_IN = "{digit} in {cells}"
GOES_INTO = "{digit} goes into {cell}"
PLACE = "So {what}."
REMOVE = "So these candidates fall: {what}."
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
SET = "{cells} ({digits})"
LINKED = ", linked by {digit}"
THERE_IS = "There is a step here: {technique}."
MISTAKE = "There is a mistake in {cells}."
MISTAKES = "There are mistakes in {cells}."
WRONG_DIGIT = "{digit} in {cell} is wrong."
WRONGLY_REMOVED = "{digit} was struck out of {cell}, but it can still go there."
LEFTOVER = "These candidates can be struck out at once, since a house has the digit already: {what}."
SOLVED = "Nothing is left to do: the puzzle is solved."
RATING = "{rating}"
UNSOLVED = ", not solved"
TECHNIQUES = "Steps by technique:"
HAS_SOLUTION = "These digits have a solution. None of them must be wrong."
ONE_WRONG = "These digits have no solution. At least one of them is wrong."
SOME_WRONG = "These digits have no solution. At least {number} of them are wrong."
TWICE = "{cells} are both {digit}, but {house} needs each digit once."
OFTEN = "{cells} are all {digit}, but {house} needs each digit once."
IF_ONE = "If only one digit is wrong, it is {what}."
IF_ONE_OF = "If only one digit is wrong, it is one of these: {what}."
IF_SET = "If only {number} digits are wrong, they are {what}."
IF_ONE_SET_OF = "If only {number} digits are wrong, they are one of these sets:"
MORE_SETS = "and {number} more sets"
NOT_ALL_SETS = "The time was not enough to find all such sets."
NOT_SMALLEST = "Without these digits there is a solution, but perhaps fewer are wrong: {what}."
NO_SET = "The time was not enough to find them."
_KINDS = ("row", "column", "box")
_PLURALS = ("rows", "columns", "boxes")


def join(parts: list[str]) -> str:
    """Return a list such as "A, B and C"."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def either(parts: list[str]) -> str:
    """Return one item, or "one of" several."""
    return parts[0] if len(parts) == 1 else f"one of {join(parts)}"


def houses(kind: int, numbers: list[int]) -> str:
    """Return a name such as "row 1" or "rows 1 and 2"; the kinds 0, 1 and 2 are rows, columns and boxes."""
    return f"{(_KINDS if len(numbers) == 1 else _PLURALS)[kind]} {join(list(map(str, numbers)))}"


_SWAP = "If all of these cells held only {d1} and {d2}, the two could be swapped all around, and the puzzle would have two solutions.\n"
_CORNERS = (
    "the corners {floor} and {roof}, in two rows, two columns and two boxes, could all be filled with {d1} and {d2}."
)
_AVOID = "the corners {floor} and {roof}, in two rows, two columns and two boxes, none of them given, could all hold {d1} and {d2}."
_LOOP = "{floor} and {roof} form a loop, two of them in each row, column and box that it touches, and could all be filled with {d1} and {d2}."
_BUG = "every blank but {roof} has two candidates left, and every digit would have two places in each house."
_BUG_SWAP = "If the other candidates of {roof} were all false, all blanks could be swapped, and the puzzle would have two solutions.\n"
_ONE_ROOF = "So {roof} takes another digit: both {d1} and {d2} fall there."
_SAME_EXTRA = "All that {roof} have besides is {d3}, so one of them is {d3}, and no cell that sees them all can be."
_SUBSET = "So one of {roof} takes one of its other candidates; together they act like one cell, which forms a naked subset of {others} with {extra}."
_LOCKED_ROOF = (
    "In {house}, {d2} must be in one of {roof}; so the other cannot take {d1}, or the pattern would be complete."
)
_ENDS = "Either {first} is {first_digit} or, if it is not, {last} is {last_digit}: one of the two ends is true. What both of them rule out falls."
_COLORS = "color the places of {digit} along its conjugate pairs: either {color1} are all true, or {color2}."
_TWO_CLUSTERS = "color the places of {digit} along its conjugate pairs in two clusters: {color1} against {color2}, and {color3} against {color4}."
_MEDUSA = "color candidates along conjugate pairs and cells with two candidates: either all of these are true: {color1}; or all of these: {color2}."
_SETS = "each of these sets has one candidate more than cells: {set1} ({set1_digits}) and {set2} ({set2_digits})."
_CASES = "one of the following cases must hold."

_BENT_QUAD = (
    "Four cells, four digits, and each of them but {d4} can stand there at most once: so {d4} must stand there.\n"
    "A cell that sees all places of {d4} there cannot be {d4}."
)

SENTENCES: dict[str, tuple[str, str]] = {
    "full-house": ("{house} has one blank left: {pattern}.", "{digit} is the only digit missing there."),
    "naked-single": ("{pattern} has one candidate left: {digit}.", "The rules leave no other digit for this cell."),
    "hidden-single": (
        "in {house}, {digit} has one place left: {pattern}.",
        "Every house needs each digit, and no other blank of {house} can take {digit}.",
    ),
    "locked-pair": (
        "{pattern} lie in {house}, and have only the candidates {digits} between them.",
        "These digits take these cells in one order or another, so the rest of both houses loses them.",
    ),
    "locked_candidates": (
        "in {base}, {digit} has places only in {pattern}, and all of these lie in {cover}.",
        "One of them is {digit}, so {cover} has its {digit} there, and nowhere else.",
    ),
    "subsets": (
        "{pattern} in {house} have only the candidates {digits} between them.",
        "As many cells as digits: each of these digits goes into one of these cells, so no cell that sees them all can hold one.",
    ),
    "hidden-pair": (
        "in {house}, the digits {digits} have places only in {pattern}.",
        "As many digits as cells: they fill these cells between them, so every other candidate there falls.",
    ),
    "fish": (
        "in {base}, {digit} has places only in {cover}.",
        "Each of {base} needs its {digit}, and can take it only from {cover}.\n"
        "There are as many of these as of those, so every {digit} of {cover} stands in {base}, and none elsewhere.",
    ),
    "fish/siamese": (
        "two finned fish share the base {base} for {digit}; their covers together are {cover}, and their fins {fins}.",
        "Each of the two strikes out what both its cover and its fins allow: without its fins the base would fill the cover, and what sees all its fins falls in any case.",
    ),
    "finned-x-wing": (
        "in {base}, {digit} has places only in {cover}, except in {fins}, where it has fins.",
        "If none of the fins is {digit}, {base} fill {cover} as in a fish without fins, and {digit} falls from the rest of {cover}.\n"
        "If a fin is {digit}, the cells that see it lose {digit}.\n"
        "A candidate that falls in each of these cases falls for certain.",
    ),
    "complex_fish": (
        "take {base} as the base for {digit}, and {cover} as the cover.\n"
        "Outside the cover stand the fins {fins}.\n"
        "In two base houses at once stand the endo-fins {endo_fins}.",
        "Each of {base} needs its {digit}; if no fin is {digit}, they take up every {digit} of {cover}, and the rest of {cover} loses it.\n"
        "If a fin is {digit}, the cells that see all fins {fins} lose it as well.",
    ),
    "single_digit_patterns": (
        "in {link}, {digit} has just two places each.",
        "One of the ends {pincers} is {digit}. A cell that sees both cannot be.",
    ),
    "empty-rectangle": (
        "in {house}, {digit} has places only in {pattern}, all on {cover}.\n"
        "In {link_house}, {digit} has just the two places {link}.",
        "If the end of that pair on one of these lines is {digit}, {house} has its {digit} on the other line; if not, the other end of the pair is {digit}.\n"
        "Where that other end and the other line cross, {digit} falls in both cases.",
    ),
    "w-wing": (
        "{pincers} have the same two candidates, {d1} and {d2}.\n"
        "In {link_house}, {d2} has only the places {link}, each of which sees one of them.",
        "So they are not both {d2}, and one of them is {d1}. A cell that sees both cannot be {d1}.",
    ),
    "xy-wing": (
        "the pivot {pivot} has the candidates {d1} and {d2}; of the pincers {pincers}, one has {d1} and {d3}, the other {d2} and {d3}.",
        "If the pivot is {d1}, the one pincer is {d3}; if it is {d2}, the other is. A cell that sees both pincers cannot be {d3}.",
    ),
    "xyz-wing": (
        "the pivot {pivot} has the candidates {d1}, {d2} and {d3}; of the pincers {pincers}, one has {d1} and {d3}, the other {d2} and {d3}.",
        "Whatever the pivot is, it or one of the pincers is {d3}. A cell that sees all three cannot be {d3}.",
    ),
    "wxyz-wing": ("{pivot} and {pincers} have only the candidates {digits} between them.", _BENT_QUAD),
    "wxyz-wing/no-pivot": ("{pincers} have only the candidates {digits} between them.", _BENT_QUAD),
    "remote-pair": (
        "{pattern} all have just the candidates {d1} and {d2}.",
        "Along the chain they hold {d1} and {d2} by turns. A cell that sees two of opposite kind can hold neither.",
    ),
    "simple-colors-trap": (_COLORS, "One color is true, so a cell that sees both colors cannot be {digit}."),
    "simple-colors-wrap": (_COLORS, "Two cells of the first color see each other, so that color is false."),
    "multi-colors-1": (
        _TWO_CLUSTERS,
        "A color of the one cluster sees a color of the other, so they are not both true, and one of their opposites is.\n"
        "A cell that sees both of these opposites cannot be {digit}.",
    ),
    "multi-colors-2": (
        _TWO_CLUSTERS,
        "The first color sees both colors of the other cluster, of which one is true; so it is false.",
    ),
    "medusa/cell-twice": (_MEDUSA, "One color has two candidates of the same cell, so it is false."),
    "medusa/house-twice": (_MEDUSA, "One color has a digit twice in a house, so it is false."),
    "medusa/cell-emptied": (_MEDUSA, "If one color were true, {extra} would have no candidate left; so it is false."),
    "medusa/cell-both": (_MEDUSA, "A cell with candidates of both colors takes one of these, so its others fall."),
    "medusa/sees-both": (_MEDUSA, "A candidate that sees its digit in both colors falls."),
    "medusa/cell-and-house": (
        _MEDUSA,
        "A candidate falls if its cell has a candidate of one color, and it sees its digit in the other: one of the two is true.",
    ),
    "medusa": (_MEDUSA, "What either color rules out falls."),
    "unique-rectangle-1": (_CORNERS, _SWAP + _ONE_ROOF),
    "unique-rectangle-2": (_CORNERS, _SWAP + _SAME_EXTRA),
    "unique-rectangle-3": (_CORNERS, _SWAP + _SUBSET),
    "unique-rectangle-4": (_CORNERS, _SWAP + _LOCKED_ROOF),
    "unique-rectangle-6": (
        _CORNERS + "\nIn {house}, {d1} has no other places than these corners.",
        _SWAP
        + "If one of {roof} were {d1}, so would be the one opposite, and {d2} would fill the others. So {d1} falls in both.",
    ),
    "hidden-rectangle": (
        _CORNERS + "\nIn {house}, {d2} has no other places than these corners.",
        _SWAP
        + "If the corner where these two houses cross were {d1}, its neighbors would have to be {d2}, and the rectangle would be complete.",
    ),
    "avoidable-rectangle-1": (_AVOID, _SWAP + "So {roof} does not complete the pattern."),
    "avoidable-rectangle-2": (_AVOID, _SWAP + _SAME_EXTRA),
    "unique-loop-1": (_LOOP, _SWAP + _ONE_ROOF),
    "unique-loop-2": (_LOOP, _SWAP + _SAME_EXTRA),
    "unique-loop-3": (_LOOP, _SWAP + _SUBSET),
    "unique-loop-4": (_LOOP, _SWAP + _LOCKED_ROOF),
    "bug-1": (_BUG, _BUG_SWAP + "So {roof} takes {digits}."),
    "bug-2": (
        _BUG,
        _BUG_SWAP + "All of them are {digit}, so one of {roof} is {digit}, and no cell that sees them all can be.",
    ),
    "bug-3": (
        _BUG,
        _BUG_SWAP
        + "So {roof} act like one cell with these candidates, which forms a naked subset of {digits} with {extra}.",
    ),
    "bug-4": (
        _BUG,
        _BUG_SWAP + "In {house}, {digit} must be in one of {roof}; so the other takes one of its extra candidates.",
    ),
    "aic": ("", _ENDS),
    "continuous-nice-loop": (
        "",
        "The loop closes, and holds the other way round as well: of the two sides of each weak link exactly one is true. What sees both sides of one falls.",
    ),
    "discontinuous-nice-loop/place": (
        "",
        "If it were not so, it would be so: {first} is {first_digit}, and its other candidates fall.",
    ),
    "discontinuous-nice-loop/eliminate": ("", "If it were so, it would not be so: {first} cannot be {first_digit}."),
    "als-xz": (
        _SETS,
        "{d1} can be in only one of them, since all its places in the one see all its places in the other.\n"
        "The other set then holds all the rest of its digits: what the two have in common besides {d1} is in one of them, and falls where it sees all its places in both.",
    ),
    "als-xz/doubly linked": (
        _SETS,
        "{d1} can be in only one of them, and so can {d2}: so each set has one of the two, and holds all the rest of its digits.\n"
        "Whatever sees all places of such a digit in its set falls; so does what sees all places of {d1} or {d2} in both.",
    ),
    "als-xy-wing": (
        "each of these sets has one candidate more than cells: {set1} ({set1_digits}), {set2} ({set2_digits}) and {set3} ({set3_digits}).",
        "The first and the second cannot both have {d1}, nor the second and the third {d2}.\n"
        "If a digit that both ends have is not in the first, {d1} is; then it is not in the second, which has {d2}; then the third has not {d2}, and has that digit.\n"
        "So that digit falls where it sees all its places in both ends.",
    ),
    "als-chain": (
        "each of these sets has one candidate more than cells, and each has with the next a digit that only one of the two can have: {links}.",
        "If a digit that both ends have is not in the first, the first has all the rest of its digits; so the next lacks its linking digit, and has all the rest, and so on to the last, which has that digit.\n"
        "So it falls where it sees all its places in both ends.",
    ),
    "death-blossom": (
        "whatever the stem {stem} takes, it takes it away from one of the petals: {links}.",
        "That petal then holds all the rest of its digits. A digit that all petals have is in one of them, and falls where it sees all its places there.",
    ),
    "sue-de-coq": (
        "the cells {pattern}, where a box and a line cross, have the candidates {digits}.\n"
        "In the line, {set2} have {set2_digits}; in the box, {set3} have {set3_digits}.",
        "Together these cells have as many digits as cells, and no digit can stand twice: so every digit has its place among them.\n"
        "Each falls from the other cells that see all its places there.",
    ),
    "aligned-pair-exclusion": (
        "take {pattern} together.\nEach pair of digits for them is checked against the cells that both see: {extra}.",
        "A digit that is left in no pair that works falls.",
    ),
    "contradiction-forcing-chain": (
        "",
        "Then {extra} would have no candidate left, which cannot be; so what was supposed is not so.\n"
        "Then {dlast} would have no place left in {house}, which cannot be; so what was supposed is not so.",
    ),
    "cell-forcing-chain": (
        "{pattern} takes one of its candidates: " + _CASES,
        "Every case leads to the same, so it is true.",
    ),
    "house-forcing-chain": (
        "{dlast} has its place in {house}: " + _CASES,
        "Every case leads to the same, so it is true.",
    ),
    "templates": (
        "lay out all ways to place {digit} in every row, column and box at once.",
        "What all of these ways have is true, and what none of them has falls.",
    ),
    "answer": (
        "no technique helps here; {pattern} can be {digits}.",
        "The only solution of the puzzle has this digit here; this is the answer, not a deduction.",
    ),
}
