"""The sentences in English."""

from __future__ import annotations

CHINESE = False
SPACE = " "
COLON = ". "
COMMA = ", "
SEMICOLON = "; "
CLAUSE = ", "
"""The start of a reason that continues the sentence of the pattern."""
PLACE = "Place {what}."
PLACE_IN = "{digit} in {cell}"
REMOVE = "Remove {what}."
REMOVE_FROM = "{digits} from {cells}"
CANDIDATES = "{digit} in {cells}"
AREA = "Look at {digits} in {houses}."
AREA_SINGLE = "Look at {houses}."
AREA_WIDE = "It spans much of the board; look at {digits}."
AREA_ALL = "It spans much of the board."
HOUSE_HAS = "{house} has {digits}"
REMOVED_DIGITS = "{digits} {was} eliminated before"
BLOCK = "the {digit}{s} in {cells} {blocks} {houses}"
REMOVED_PLACES = "{digit} was eliminated from {cells} before"
AND_ALSO = ", and "
SUPPOSE = "Suppose {statement}."
SUPPOSE_CASE = "Case {number}: suppose {statement}."
THEN = "Then {statement}."
SO = "{clauses}, so {statement}."
ANYWAY = "In any case, {statement}."
SENTENCE = "{statement}."
BECAUSE = "{statement} ({reason})"
LINE = "line {number}"
IT_IS = "it is {digit}"
HAS_IT_IN = "{house} has its {digit} in {cells}"
MUST = {
    "cell": "{cells} must be {digit}, its last candidate",
    "house": "{digit} of {house} must be in {cells}",
    "set": "without {without}, the set {set} has all its other digits: {cells} is {digit}",
}
"""What a node of a chain makes true, by the kind of its reason."""
PART = "{clauses}. Then a smaller step is possible: {title}. {pattern}So {statement}."
INNER_LINES = "{title}, lines {first} to {last}"
VARIANT_TITLES = {
    "aligned-pair-exclusion/triplet": "Aligned Triplet Exclusion",
    "cell-forcing-net/double": "Double Forcing Net",
}
"""The names of variants that differ from those of their techniques."""
NESTED = "Nested {title}"
AFTER = "{title} after {part}"
RATED = "{title} (SE {rating})"
FOLDED = "(Lines {first} to {last} are not shown here. The page and the JSON data have all lines.)"
INNER_FOLDED = "(The lines of smaller steps are not shown here. The page and the JSON data have all lines.)"
SET = "{cells} ({digits})"
PETAL = "for {digit}: {set}"
SHARES_CELL = "{digit} in the same cell ({color})"
SEES = "{digit} in {cell} ({color})"
EXCLUDED = "{target} conflicts with {reasons}"
LINKED = ", linked by {digit}"
THERE_IS = "There is a step here: {technique}."
MISTAKE = "There is a mistake in {cells}."
MISTAKES = "There are mistakes in {cells}."
WRONG_DIGIT = "{digit} in {cell} is wrong."
WRONGLY_REMOVED = "{digit} was removed from {cell}, but it can still go there."
LEFTOVER = "First remove the candidates that a digit in the same house excludes: {what}."
SOLVED = "The puzzle is solved."
RATING = "{rating}"
UNSOLVED = ", not solved"
TECHNIQUES = "Steps by technique:"
SUSPECT = "{digit} in {cell}"
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
_VERBS = {"has": "have", "is": "are", "was": "were", "blocks": "block", "needs": "need", "its": "their"}
_MOST_WITH_BOTH = 2


def verb(name: str, number: int) -> str:
    """Return a verb for one or several things: has, have. For the ending s of a noun, return the ending."""
    if name == "s":
        return "" if number == 1 else "s"
    return name if number == 1 else _VERBS[name]


def spaced(sentence: str) -> str:
    """Return the sentence unchanged: English has spaces between all words."""
    return sentence


def join(parts: list[str]) -> str:
    """Return a list such as "A, B and C"."""
    return _joined(parts, "and")


def any_of(parts: list[str]) -> str:
    """Return a list such as "A, B or C"."""
    return _joined(parts, "or")


def _joined(parts: list[str], word: str) -> str:
    return f" {word} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def plain_list(parts: list[str]) -> str:
    """Return a list such as "A, B, C"."""
    return ", ".join(parts)


def statement(cells: list[str], digit: str, on: bool) -> str:
    """Return that one of some cells has a digit, or that none has it."""
    if on:
        return f"{any_of(cells)} is {digit}"
    if len(cells) == 1:
        return f"{cells[0]} is not {digit}"
    if len(cells) == _MOST_WITH_BOTH:
        return f"neither {cells[0]} nor {cells[1]} is {digit}"
    return f"none of {join(cells)} is {digit}"


def houses(kind: int, numbers: list[int]) -> str:
    """Return a name such as "row 1" or "rows 1 and 2"; the kinds 0, 1 and 2 are rows, columns and boxes."""
    return f"{(_KINDS if len(numbers) == 1 else _PLURALS)[kind]} {join(list(map(str, numbers)))}"


_SWAP = "If all of them were {pair_or}, the two digits could be swapped, and the puzzle would have two solutions.\n"
_ONLY_PAIR = " {floor} {floor_has} only {pair}."
_CORNERS = "{corners} are the corners of a rectangle in two rows, two columns and two boxes." + _ONLY_PAIR
_AVOID = (
    "{corners} are the corners of a rectangle in two rows, two columns and two boxes. None of them is a "
    "given, and {floor} can only be {pair_or}."
)
_LOOP = "{corners} form a loop: each row, column and box with one of them has exactly two." + _ONLY_PAIR
_BUG = (
    "all blanks except {roof} have two candidates. Without the extra candidates of {roof}, each digit has two places or "
    "none in each house."
)
_BUG_SWAP = "If no extra candidate were true, the digits of all blanks could be swapped, and the puzzle would have two solutions.\n"
_ONE_ROOF = "So {roof} is neither {d1} nor {d2}."
_SAME_EXTRA = "So one of {roof} is {d3}, and no cell that sees all of them can be {d3}."
_HAS_EXTRA = " {roof} also {roof_has} {d3}."
_EXTRAS = " The other candidates of {roof} are among {others}. {extra} {extra_has} only candidates from {set1_digits}."
_SUBSET = (
    "So one of {roof} takes one of its other candidates: together they act as one cell. With {extra}, they use up "
    "{set1_digits}. No cell that sees all places of one of these digits there can have it."
)
_LOCKED = " In {house}, {d2} is possible only in {roof}."
_LOCKED_ROOF = "One of {roof} is {d2}. If the other one were {d1}, the pattern would be complete. So neither is {d1}."
_COLORS = (
    "color the places of {digit} along its pairs (houses in which {digit} has two places). Color A: {color1_cells}. "
    "Color B: {color2_cells}. One color is {digit} in all its cells, the other one in none."
)
_TWO_CLUSTERS = (
    "color the places of {digit} along its pairs (houses in which {digit} has two places). First cluster: color A: "
    "{color1_cells}; color B: {color2_cells}. Second cluster: color C: {color3_cells}; color D: {color4_cells}. "
    "In each cluster one color is {digit} in all its cells, the other one in none."
)
_MEDUSA = (
    "color candidates along pairs (two places in a house, or two candidates in a cell). Color A: {color1}. Color B: "
    "{color2}. All candidates of one color are true, all of the other one are false."
)
_SETS = "set A: {set1} with {set1_digits}. Set B: {set2} with {set2_digits}. Each set has one digit more than cells."
_BENT_QUAD = (
    "The places of each digit but {d4} see each other, so these three digits fill at most three of the four cells. One of "
    "the cells is {d4}.\nNo cell that sees all places of {d4} there can be {d4}."
)
_ALL_WAYS = (
    "list all ways to place {digit} once in every row, column and box.\n"
    "Leave out the cells that {rest_digits} {rest_digits_needs} in all of {rest_digits_its} ways."
)
_SAME_RESULT = "Every case leads to the same result, so {goal}."

SENTENCES: dict[str, tuple[str, str]] = {
    "full-house": ("{house} has one blank left, {pattern}.", "It lacks {digit}."),
    "naked-single": (
        "{blocked_digits}. || {pattern} has one candidate left.",
        "Only {digit} is left for {pattern}.",
    ),
    "hidden-single": (
        "{blocked_places}. || In {house}, {digit} has one place left.",
        ", so the {digit} of {house} goes in {pattern}.",
    ),
    "hidden-single/direct": (
        "{part_pattern} {part_why}",
        "That leaves only {pattern} for the {digit} of {house}.",
    ),
    "locked-pair": (
        "{pattern} are in {house}, and have only the candidates {digits}.",
        "They take these digits in some order, so no other cell of these houses can have one of them.",
    ),
    "locked_candidates": (
        "in {base}, {digit} is possible only in {pattern}, which {pattern_is} in {cover}.",
        "So the {digit} of {cover} is in {base}, and no other cell of {cover} can be {digit}.",
    ),
    "subsets": (
        "{pattern} in {house} have only the candidates {digits}.",
        "They take these digits in some order, so no other cell that sees all of them can be {digits_or}.",
    ),
    "hidden-pair": (
        "in {house}, {digits} are possible only in {pattern}.",
        "These digits fill these cells in some order, so no other digit is possible there.",
    ),
    "fish": (
        "in {base}, {digit} is possible only in {cover}: in {pattern}.",
        "Each of {base} needs its own {digit}, and each of {cover} takes only one. So {base} use up {cover}, and no other "
        "cell of {cover} can be {digit}.",
    ),
    "fish/siamese": (
        "two finned fish share the base {base}. There, {digit} is possible only in {cover}, apart from the fins {fins}.",
        "For each fish: if one of its fins is {digit}, no cell that sees all its fins can be {digit}. If not, the base uses "
        "up its cover. Either way, no other cell of the cover that sees all its fins can be {digit}.",
    ),
    "finned-x-wing": (
        "in {base}, {digit} is possible only in {cover}, apart from the fin{fins_s} {fins}.",
        "If {fins_or} is {digit}, no cell that sees {fins} can be {digit}.\n"
        "If not, {base} use up the {digit}s of {cover}, so no other cell of {cover} can be {digit}.\n"
        "Either way, no other cell of {cover} that sees {fins} can be {digit}.",
    ),
    "complex_fish": (
        "take {base} as the base. There, {digit} is possible only in {cover} (the cover).\n"
        "The exception{fins_s} (fin{fins_s}): {fins}.\n"
        "In two houses of the base at once (endo-fin{endo_fins_s}): {endo_fins}.",
        "Each of {base} needs its {digit}, and each of {cover} takes only one.\n"
        "If no fin is {digit}, the base uses up the cover. If {any_fin} is {digit}, no cell that sees all fins can be "
        "{digit}. Either way, no other cell of the cover that sees all fins can be {digit}. || "
        "So the base uses up the cover, and no other cell of {cover} can be {digit}.",
    ),
    "single_digit_patterns": (
        "in {link}, {digit} has only two places each.",
        "So one of {pincers} is {digit}, and no cell that sees both can be {digit}.",
    ),
    "dual-two-string-kite": (
        "two kites share two cells of a box. In {link}, their digits have only two places each.",
        "So in each kite one of the two ends has the digit of the kite, and no cell that sees both ends can have it.",
    ),
    "empty-rectangle": (
        "in {house}, {digit} is possible only in {pattern}: all in {cover}.\n"
        "In {link_house}, {digit} is possible only in {link}.",
        "If {targets} were {digit}, the other end of the pair in {link_house} would be {digit}. Together they would leave no "
        "place for {digit} in {house}.",
    ),
    "w-wing": (
        "{pincers} have only the candidates {pair}.\n"
        "In {link_house}, {d2} is possible only in {link}, and each of these cells sees one of the first two.",
        "So {pincers} are not both {d2}: one of them is {d1}. No cell that sees both can be {d1}.",
    ),
    "xy-wing": (
        "the pivot {pivot} has only {pair}. It sees {set1} with {set1_digits}, and {set2} with {set2_digits}.",
        "If {pivot} is {d1}, {set1} is {d3}. If {pivot} is {d2}, {set2} is {d3}.\n"
        "So no cell that sees both {set1} and {set2} can be {d3}.",
    ),
    "xyz-wing": (
        "the pivot {pivot} has only {digits}. It sees {set1} with {set1_digits}, and {set2} with {set2_digits}.",
        "If {pivot} is {d1}, {set1} is {d3}. If {pivot} is {d2}, {set2} is {d3}. Otherwise {pivot} is {d3}.\n"
        "So no cell that sees all of {pivot}, {set1} and {set2} can be {d3}.",
    ),
    "wxyz-wing": ("the four cells {all_cells} have only the candidates {digits}.", _BENT_QUAD),
    "wxyz-wing/no-pivot": ("the four cells {all_cells} have only the candidates {digits}.", _BENT_QUAD),
    "remote-pair": (
        "{pattern} have only the candidates {pair}, and form a chain in which each cell sees the next one.",
        "So the cells of the chain are {d1} and {d2} in turn. A cell that sees two of them with different digits can be "
        "neither {d1} nor {d2}.",
    ),
    "simple-colors-trap": (_COLORS, "No cell that sees both colors can be {digit}: {seen_colors}."),
    "simple-colors-wrap": (_COLORS, "{twice_cells} of color A see each other, so color A is not {digit}."),
    "multi-colors-1": (
        _TWO_CLUSTERS,
        "Color A sees color C, so they are not both {digit}. So B or D is {digit}, and no cell that sees both B and D can be "
        "{digit}.\n"
        "The same is true of any other two colors of different clusters that see each other.",
    ),
    "multi-colors-2": (
        _TWO_CLUSTERS,
        "Color A sees both C and D, and one of these is {digit}. So color A is not {digit}.",
    ),
    "medusa/cell-twice": (_MEDUSA, "Color A has both {twice_digits} in {twice_in_cell}, so it is false."),
    "medusa/house-twice": (
        _MEDUSA,
        "Color A has {twice_digit} twice in {twice_in_house} ({twice_cells}), so it is false.",
    ),
    "medusa/cell-emptied": (
        _MEDUSA,
        "If color A were true, {extra} would have no candidate left. So color A is false.",
    ),
    "medusa/cell-both": (
        _MEDUSA,
        "A cell with a candidate of each color takes one of the two: {seen_colors}.",
    ),
    "medusa/sees-both": (_MEDUSA, "A candidate that sees its digit in both colors is impossible: {seen_colors}."),
    "medusa/cell-and-house": (
        _MEDUSA,
        "A candidate is impossible if one color is in its cell, and it sees its digit in the other color: {seen_colors}.",
    ),
    "medusa": (_MEDUSA, "A candidate that both colors exclude is impossible."),
    "unique-rectangle-1": (_CORNERS + " {roof} also has {others}.", _SWAP + _ONE_ROOF),
    "unique-rectangle-2": (_CORNERS + _HAS_EXTRA, _SWAP + _SAME_EXTRA),
    "unique-rectangle-3": (_CORNERS + _EXTRAS, _SWAP + _SUBSET),
    "unique-rectangle-4": (_CORNERS + _LOCKED, _SWAP + _LOCKED_ROOF),
    "unique-rectangle-6": (
        _CORNERS + " In {house}, {d1} is possible only in these corners.",
        _SWAP
        + "If one of {roof} were {d1}, the other one would be {d1} too, and {floor} would be {d2}. So neither is {d1}.",
    ),
    "hidden-rectangle": (
        _CORNERS + " In {house}, {d2} is possible only in these corners.",
        _SWAP
        + "If {targets} were {d1}, the two corners next to it would have to be {d2}, and the opposite corner {d1}. So "
        "{targets} is not {d1}.",
    ),
    "avoidable-rectangle-1": (_AVOID, _SWAP + "So {roof} is not {z}, which would complete the pattern."),
    "avoidable-rectangle-2": (_AVOID + _HAS_EXTRA, _SWAP + _SAME_EXTRA),
    "unique-loop-1": (_LOOP + " {roof} also has {others}.", _SWAP + _ONE_ROOF),
    "unique-loop-2": (_LOOP + _HAS_EXTRA, _SWAP + _SAME_EXTRA),
    "unique-loop-3": (_LOOP + _EXTRAS, _SWAP + _SUBSET),
    "unique-loop-4": (_LOOP + _LOCKED, _SWAP + _LOCKED_ROOF),
    "bug-1": (_BUG, _BUG_SWAP + "So {roof} is {digits_or}."),
    "bug-2": (
        _BUG + " The extra candidates are all {digit}.",
        _BUG_SWAP + "So one of {roof} is {digit}, and no cell that sees all of them can be {digit}.",
    ),
    "bug-3": (
        _BUG + " {extra} {extra_has} only candidates from {set1_digits}.",
        _BUG_SWAP
        + "So one of {roof} takes one of its extra candidates: together they act as one cell. With {extra}, they use up "
        "{set1_digits}. No cell that sees all places of one of these digits there can have it.",
    ),
    "bug-4": (
        _BUG + " In {house}, {digit} is possible only in {roof}.",
        _BUG_SWAP + "One of {roof} is {digit}, so the other one takes an extra candidate.",
    ),
    "aic": (
        "",
        "So {first_on}, or {last_on}, or both.\n"
        "No cell that sees {first} and {last} can be {end_digit}. || What is impossible in both cases is eliminated.",
    ),
    "continuous-nice-loop": (
        "",
        "The loop ends where it starts, so it also holds backwards: wherever one candidate excludes the next one, exactly one "
        "of the two is true. What sees both is eliminated.\n"
        "Sets in the loop: {all_sets}. Each lacks one of the two digits that link it, so it has all its others. What sees all "
        "places of one of these is eliminated.",
    ),
    "continuous-nice-loop/cycle": (
        "",
        "The loop ends where it starts, so it also holds backwards: either all candidates that these lines make true are "
        "true, or all that they exclude. What sees one of each is eliminated: {seen_in_cycle}.",
    ),
    "discontinuous-nice-loop/place": ("", "The assumption leads to its opposite, so it is wrong: {not_first}."),
    "discontinuous-nice-loop/eliminate": ("", "The assumption leads to its opposite, so it is wrong: {not_first}."),
    "als-xz": (
        _SETS,
        "All places of {d1} in A see all places of {d1} in B, so {d1} is not in both. The set without {d1} has all its other "
        "digits.\n"
        "So {z} is in A or B, and no cell that sees all its places in both can be {z}. || "
        "So each of {zs} is in A or B, and no cell that sees all its places in both can have it.",
    ),
    "als-xz/doubly linked": (
        _SETS,
        "All places of {d1} in A see all places of {d1} in B, and the same is true of {d2}. So one set has {d1}, the other one "
        "{d2}, and both have all their other digits.\n"
        "No cell that sees all places of such a digit in its set can have it. No cell that sees all places of {d1} or {d2} in "
        "both sets can have that digit.",
    ),
    "als-xy-wing": (
        "set A: {set1} with {set1_digits}. Set C: {set2} with {set2_digits}. Set B: {set3} with {set3_digits}. "
        "Each set has one digit more than cells.",
        "A and C cannot both have {d1}, and C and B cannot both have {d2}, since all places of the digit in one set see all "
        "those in the other.\n"
        "If A lacks {z}, A has {d1}, so C lacks {d1} and has {d2}, so B lacks {d2} and has {z}. || "
        "If A lacks one of {zs}, A has {d1}, so C lacks {d1} and has {d2}, so B lacks {d2} and has that digit.\n"
        "So {zs} {zs_is} in A or B. No cell that sees all places of the digit in both can have it.",
    ),
    "als-chain": (
        "these sets have one digit more than cells each, and of two sets in a row only one can have the digit that links "
        "them: {links}.",
        "If the first set lacks a digit, it has all its others. So the next set lacks the linking digit and has all its "
        "others, and so on to the last set.\n"
        "So {zs} {zs_is} in the first set or the last one. No cell that sees all places of the digit in both can have it.",
    ),
    "death-blossom": (
        "each candidate of the stem {stem} has a set (a petal) in which the stem sees all places of this digit. Each petal has "
        "one digit more than cells: {petal_list}.",
        "Whatever {stem} is, one petal loses this digit and has all its others.\n"
        "So {zs} {zs_is} in one of the petals. No cell that sees all places of the digit in the petals can have it.",
    ),
    "sue-de-coq": (
        "{set1}, where {link} cross, {set1_has} the candidates {set1_digits}.\n"
        "In the rest of {link_line}, {set2} {set2_has} {set2_digits}. In the rest of {link_box}, {set3} {set3_has} "
        "{set3_digits}.",
        "These are as many cells as digits, and no digit can be there twice. So each digit is there exactly once.\n"
        "No other cell that sees all places of a digit there can have it.",
    ),
    "aligned-pair-exclusion": (
        "look at the pair {pattern}. Both cells see all of {all_sets}, and each of these sets has one digit more than "
        "cells.",
        "The two cells cannot take two digits from one set, since the set would have too few left. They cannot take the same "
        "digit if they see each other.\n"
        "A digit that this leaves without a partner in the other cell is impossible.",
    ),
    "aligned-pair-exclusion/triplet": (
        "look at the three cells {pattern}. All of them see each of {all_sets}.",
        "The three cells cannot take all candidates of one of these, since it would have none left. Two of them cannot take "
        "the same digit if they see each other.\n"
        "A digit that this leaves without partners in the other two cells is impossible.",
    ),
    "contradiction-forcing-chain": (
        "",
        "So {extra} has no candidate left. That is impossible, so {not_first}.\n"
        "So {dlast} has no place left in {house}. That is impossible, so {not_first}.",
    ),
    "cell-forcing-chain": ("{pattern} takes one of its candidates.", _SAME_RESULT),
    "cell-forcing-net/double": ("{pattern} is {dlast}, or it is not.", _SAME_RESULT),
    "house-forcing-chain": ("in {house}, {dlast} goes in {pattern_or}.", _SAME_RESULT),
    "template-set": (
        _ALL_WAYS,
        "All of them use {pattern}.",
    ),
    "template-delete": (
        _ALL_WAYS,
        "None of them uses {targets}.",
    ),
    "answer": (
        "no technique in use finds a step here. {pattern} can be {digits_or}.",
        "The digit is copied from the solution: this is the answer, not a deduction.",
    ),
}
