"""Formats of puzzles with rules: nonet's text, JSON, f-puzzles, ISS strings, and the killer texts."""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from nonet import ArgumentError, Entry, FormatError, Grid, Puzzle, read, read_many, read_position, write
from nonet.formats import FORMATS, lzstring, sniff
from nonet.formats.fpuzzles import json_of_entry
from nonet.formats.iss import neutral_of_string, string_of_neutral
from nonet.formats.lzstring import compress, decompress
from nonet.puzzle import Rule
from nonet.variants import (
    AllDifferent,
    Automaton,
    Candidates,
    Diagonal,
    ExtraRegion,
    Killer,
    Minimum,
    Negative,
    Nonconsecutive,
    Odd,
    PairSum,
    Regions,
    SameDigits,
    Sum,
    Thermo,
)

from .rules import ALL_RULES, FPUZZLES_RULES, ISS_RULES, JIGSAW, puzzle_with

CAGE = puzzle_with(Killer("r1c1 r1c2 r2c1", 12))
few = settings(max_examples=40)
LINK = "https://www.f-puzzles.com/?load="


def fpuzzles(size: int = 4, **members: Any) -> str:
    """Return an empty board as an f-puzzles text."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    return json.dumps({"size": size, "grid": grid, **members})


# LZString


@few
@given(st.text(max_size=300))
def test_a_compressed_text_is_the_same_again(text: str) -> None:
    assert decompress(compress(text)) == text


def test_long_repetitions_are_short() -> None:
    assert len(compress("killer" * 1000)) < 600


@few
@given(st.text("ABCDEFghijkl0123+/-_=", max_size=80))
def test_any_base64_is_a_text_or_an_error(text: str) -> None:
    with suppress(FormatError):
        decompress(text)


def test_a_text_that_stands_for_a_very_long_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lzstring, "_LONGEST_TEXT", 1000)
    with pytest.raises(FormatError, match="stands for more than 1000 characters"):
        decompress(compress("a" * 1001))


# Round trips


@pytest.mark.parametrize("rule", ALL_RULES, ids=str)
@pytest.mark.parametrize("format", ["nonet", "json", "jsonl"])
def test_our_own_formats_have_all_rules(rule: Rule, format: str) -> None:
    puzzle = puzzle_with(rule)
    assert read(write(puzzle, format=format)) == puzzle


@pytest.mark.parametrize("rule", FPUZZLES_RULES, ids=str)
def test_a_rule_in_an_fpuzzles_link_is_the_same_again(rule: Rule) -> None:
    puzzle = puzzle_with(rule)
    link = write(puzzle, format="fpuzzles").strip()
    assert sniff(link).name == "fpuzzles"
    assert read(link) == puzzle
    assert read(link.replace(LINK, "https://sudokupad.app/fpuz")) == puzzle
    assert read(link.replace(LINK, "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles")) == puzzle
    assert read(link.removeprefix(LINK)) == puzzle


@pytest.mark.parametrize("rule", ISS_RULES, ids=str)
def test_a_rule_in_an_iss_string_is_the_same_again(rule: Rule) -> None:
    puzzle = puzzle_with(rule)
    text = write(puzzle, format="iss")
    again = read(text)
    assert sniff(text).name == "iss"
    assert isinstance(again, Puzzle)
    if rule.type == "pair":  # ISS has the table of a rule that was an expression
        assert [each.type for each in again.rules] == ["pair"]
    else:
        assert again == puzzle


def test_rules_that_iss_lacks_are_written_with_the_same_meaning() -> None:
    puzzle = puzzle_with(Odd("r1c1"), Minimum("r5c5"), ExtraRegion("r1c1-r1c9"))
    again = read(write(puzzle, format="iss"))
    assert isinstance(again, Puzzle)
    assert {rule.type for rule in again.rules} == {"candidates", "greater", "all-different"}


@pytest.mark.parametrize("format", ["nonet", "json", "jsonl", "fpuzzles", "iss"])
def test_irregular_regions_and_boards_without_boxes(format: str) -> None:
    assert read(write(JIGSAW, format=format)) == JIGSAW
    latin = Puzzle(Grid.empty((1, 9)), [Thermo("r1c1-r1c3")])
    assert read(write(latin, format=format)) == latin
    turned = Puzzle(Grid.empty((4, 2)), [Thermo("r1c1-r1c3")])
    assert read(write(turned, format=format)) == turned


def test_a_large_board_in_an_iss_string() -> None:
    puzzle = Puzzle(Grid.empty((4, 4)), [Killer("r16c15 r16c16", 31)])
    assert "RGCF" in write(puzzle, format="iss")
    assert read(write(puzzle, format="iss")) == puzzle


# Entries


def test_the_rules_of_an_entry_are_compared() -> None:
    entry = next(read_many(str(CAGE), rules=True))
    assert entry.puzzle == CAGE
    assert entry != entry._replace(puzzle=None)
    assert hash(entry) != hash(entry._replace(puzzle=None))
    assert entry.to_dict()["constraints"] == [{"type": "killer", "cells": "r1c1 r1c2 r2c1", "sum": 12}]


def test_title_author_rules_and_solution_of_fpuzzles_are_kept() -> None:
    text = fpuzzles(title="Little", author="me", ruleset="Thermos", solution=[1, 2, 3, 4] * 4, antiknight=True)
    (entry,) = read_many(text, rules=True)
    assert entry.fields == {"title": "Little", "author": "me", "ruleset": "Thermos"}
    assert entry.solution == Grid("1234123412341234")
    (again,) = read_many(write(entry, format="fpuzzles"), rules=True)
    assert again == entry


def test_digits_of_a_player_are_no_givens() -> None:
    data = json.loads(fpuzzles())
    data["grid"][0][0] = {"value": 3}
    data["grid"][0][1] = {"value": 4, "given": True}
    (entry,) = read_many(json.dumps(data))
    assert str(entry.grid) == ".4.............."
    assert entry.position is not None
    assert str(entry.position.grid) == "34.............."


@pytest.mark.parametrize("text", [str(CAGE), write(CAGE, format="fpuzzles"), write(CAGE, format="iss")])
def test_rules_are_refused_unless_the_caller_knows_them(text: str) -> None:
    with pytest.raises(FormatError, match=r"the puzzle has rules \(killer\), which are not supported here yet"):
        list(read_many(text))
    with pytest.raises(FormatError, match="the puzzle has rules"):
        read_position(text)
    errors: list[FormatError] = []
    assert list(read_many(text, on_error=errors.append)) == []
    assert len(errors) == 1


@pytest.mark.parametrize("format", [name for name, form in FORMATS.items() if not form.carries_rules])
def test_no_format_drops_rules(format: str) -> None:
    with pytest.raises(ArgumentError, match="has no rules, but the puzzle has"):
        write(CAGE, format=format)


def test_a_link_without_rules_is_a_grid() -> None:
    grid = Grid("1... .2.. ..3. ...4")
    assert read(write(grid, format="fpuzzles")) == grid
    assert read(write(grid, format="iss")) == grid


# What is not understood


@pytest.mark.parametrize(
    ("members", "named"),
    [
        ({"fog": [{"cells": ["R1C1"]}]}, "'fog'"),
        ({"line": [{"lines": [["R1C1", "R1C2"]]}]}, "the drawing 'line', which may stand for a rule"),
        ({"thermometer": [{"lines": []}]}, "thermometer 1 without lines"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "I"}]}, "xv 1 with the value 'I'"),
        ({"negative": ["sum"]}, "negative 'sum'"),
        ({"littlekillersum": [{"cell": "R0C2", "direction": "DR"}]}, "littlekillersum 1 without a value"),
    ],
)
def test_what_fpuzzles_has_and_we_do_not_is_named(members: dict[str, Any], named: str) -> None:
    text = fpuzzles(antiknight=True, **members)
    with pytest.raises(FormatError) as error:
        read(text)
    assert str(error.value) == f"line 1: not understood: {named}; lenient=True reads the rest"
    (entry,) = read_many(text, rules=True, lenient=True)
    assert entry.fields["left out"] == named
    assert [rule.type for rule in entry.puzzle.rules] == ["anti-knight"]  # type: ignore[union-attr]


def test_drawings_that_a_rule_made_are_no_rules() -> None:
    drawing = {"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}
    puzzle = read(fpuzzles(line=[drawing], renban=[{"lines": [["R1C1", "R1C2"]]}]))
    assert isinstance(puzzle, Puzzle)
    assert len(puzzle.rules) == 1


def test_an_unknown_item_of_iss_is_named() -> None:
    with pytest.raises(FormatError, match="not understood: 'Fog'; lenient=True reads the rest"):
        read(".AntiKnight.Fog~R1C1")
    for text in (".Fog~R1C1", ".Fog~3.AntiKnight", ".Fog.Cage~5~R1C1~R1C2"):
        with pytest.raises(FormatError, match="not understood: 'Fog'"):
            read(text)
    (entry,) = read_many(".AntiKnight.Fog~R1C1", rules=True, lenient=True)
    assert entry.fields["left out"] == "'Fog'"


@pytest.mark.parametrize(
    "link",
    [
        "https://sudokupad.app/abc123",
        "https://www.f-puzzles.com/?id=yy4zq7d",
        "https://tinyurl.com/yc32abcd",
        "https://app.crackingthecryptic.com/NpJnBb7H6J",
    ],
)
def test_short_links_are_never_fetched(link: str) -> None:
    with pytest.raises(FormatError, match="nothing is fetched from the network"):
        read(link)


def test_a_link_to_another_site_is_named() -> None:
    with pytest.raises(
        FormatError, match=r"links to f-puzzles, SudokuPad and ISS can be read, but not links to 'example.com'"
    ):
        read("https://example.com/?puzzle=1...........2...")


def test_a_drawing_of_sudokupad_is_refused() -> None:
    with pytest.raises(FormatError, match=r"contains a drawing \(scl\)"):
        read("https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT2")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (LINK, "line 1: there is no puzzle after load= in this link; copy the whole link"),
        (LINK + "N4Ig", "line 1: the compressed text ends too early"),
        (LINK + compress("{"), "line 1: this is not JSON"),
        (LINK + compress("[]"), "line 1: an f-puzzles text must be a JSON object"),
        (LINK + compress("{}"), "line 1: an f-puzzles text must have a size and a grid"),
        (fpuzzles(killercage=[{"cells": ["R1C9"]}]), "line 1: killercage 1 has 'R1C9', which is not a cell"),
        (fpuzzles(killercage=[{"cells": ["R1C1"], "value": 99}]), "line 1: killer at r1c1: "),
        (json.dumps({"size": 4, "grid": [[{}]]}), "line 1: the grid must have 4 rows of 4 cells"),
        (json.dumps({"size": 99, "grid": []}), "line 1: size must be 2 to 25, not 99"),
        (".Cage~12~R1C1.Or", "line 1: the .Or has no .End"),
        (".End.AntiKnight", "line 1: an .End without its .Or, .And or .Replicate"),
        (".Shape~99x99", "line 1: a board must have 1 to 25 rows and columns, not 99 and 99"),
        (".Shape~1", "line 1: the digits of Shape must be such as 9 or 0-8, not '1'"),
        (".Cage~x~R1C1", "line 1: not understood: 'x' in Cage, which is not a number"),
        (".Shape~9x9~0-8.AntiKnight", "line 1: "),
        (".Regex~!~R1C1", "line 1: "),
        (".NFA~A~_~R1C1", "line 1: the text of an automaton ends too early"),
        ("3x3::k:1:2", "line 1: 2 numbers, but a 9x9 board has 81 cells"),
        ("3x3:w:k:" + "0:" * 81, "line 1: not understood: the letters 'w'"),
        ("SumoCueV1=1J0", "line 1: 1 items, but a 9x9 board has 81 cells"),
        ("SumoCueV1" + "=1J0" * 80 + "+99J0", "line 1: item 81 belongs to cell 99, which does not start a cage"),
        ('{"givens": "....", "rows": 2, "columns": 2, "constraints": [{"type": "fog"}]}', "line 1: "),
    ],
)
def test_bad_input_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        read(text)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (Sum("r1c1 r1c2", 5), "f-puzzles has no sum rule"),
        (PairSum("r1c1 r1c2", 7), "f-puzzles has no pair-sum rule with these values"),
        (SameDigits(["r1c1", "r2c2"]), "f-puzzles has no same-digits rule"),
        (Automaton("r1c1 r1c2", [0], [0], [[0, [1, 2], 0]]), "f-puzzles has no automaton rule"),
    ],
)
def test_rules_that_fpuzzles_lacks_are_refused(rule: Rule, reason: str) -> None:
    with pytest.raises(ArgumentError, match=reason):
        write(puzzle_with(rule), format="fpuzzles")


def test_fpuzzles_has_one_nonconsecutive_rule_for_two_meanings() -> None:
    dots = [rule for rule in FPUZZLES_RULES if rule.type == "difference"][:1]
    assert read(write(puzzle_with(*dots, Negative("difference")), format="fpuzzles")) == puzzle_with(
        *dots, Negative("difference")
    )
    with pytest.raises(ArgumentError, match="also holds for pairs with a dot"):
        write(puzzle_with(*dots, Nonconsecutive()), format="fpuzzles")


def test_several_minimum_rules_do_not_become_one() -> None:
    with pytest.raises(ArgumentError, match="one minimum rule for all its cells"):
        write(puzzle_with(Minimum("r1c1"), Minimum("r5c5")), format="fpuzzles")


# Single forms


def test_an_iss_link_and_repeated_cells() -> None:
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7E20%7ER4C2%7ER4C3%7ER4C3&mode=all"
    assert read(link) == Puzzle(Grid.empty(), [AllDifferent("r4c2 r4c3"), Sum("r4c2 r4c3", 20, [1, 2])])


def test_replicate_moves_rules() -> None:
    data, _ = neutral_of_string(".Replicate~DA.Thermo~R1C1~R2C1.End")  # the bits 0 and 1
    assert [rule["cells"] for rule in data["constraints"]] == ["r1c1 r2c1", "r1c2 r2c2"]


def test_a_jigsaw_of_iss_keeps_the_boxes_unless_they_are_switched_off() -> None:
    regions = "AAABACBBCCDBCDDD"
    both = read(f".Shape~4x4.Jigsaw~{regions}")
    assert isinstance(both, Puzzle)
    assert [rule.type for rule in both.rules] == ["extra-region"] * 4
    assert read(f".Shape~4x4.NoBoxes.Jigsaw~{regions}") == JIGSAW


def test_diagonals_of_iss_start_at_either_end() -> None:
    for rule in (".LittleKiller~9~R1C1", ".LittleKiller~9~R1C9", ".LittleKiller~9~R9C9", ".LittleKiller~9~R9C1"):
        data, _ = neutral_of_string(rule)
        assert string_of_neutral(data) == rule


def test_killer_texts() -> None:
    numbers = [10 * 256 + 1] * 2 + [0] * 79
    puzzle = read("3x3:d:k:" + ":".join(map(str, numbers)) + ":")
    assert puzzle == Puzzle(Grid.empty(), [Killer("r1c1 r1c2", 10), Diagonal("/"), Diagonal("\\")])
    assert read("SumoCueV1=10J0+0J0" + "=0J0" * 79) == Puzzle(Grid.empty(), [Killer("r1c1 r1c2", 10)])


def test_sumocue_with_regions_and_givens() -> None:
    regions = "AAABACBBCCDBCDDD"
    text = "SumoCueV1" + "".join(f"={int(cell == 5) * 3}J{'ABCD'.index(letter)}" for cell, letter in enumerate(regions))
    assert read(text) == Puzzle(Grid.empty((1, 4)).replace({5: 3}), [Regions(regions)])


def test_nonet_text_in_a_block_in_a_file_and_in_a_stream(tmp_path: Path) -> None:
    text = "# by hand\n\n1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\nkiller 5: r1c2 r1c3\nanti-knight\n"
    puzzle = read(text)
    assert isinstance(puzzle, Puzzle)
    assert len(puzzle.rules) == 2
    path = tmp_path / "puzzle.nonet"
    write(puzzle, path)
    assert read(path) == puzzle
    assert read(io.StringIO(path.read_text()), format="nonet") == puzzle
    (entry,) = read_many(text, rules=True)
    assert entry.fields["heading"] == "# by hand"


def test_a_pipe_that_already_has_the_rules_is_read_with_them() -> None:
    assert read(io.BufferedReader(io.BytesIO(str(CAGE).encode()))) == CAGE


def test_a_stream_with_rules_below_a_board_is_not_read_without_them() -> None:
    with pytest.raises(FormatError, match="this is a rule of the puzzle above it; name the format nonet"):
        list(read_many(io.StringIO(str(CAGE))))


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("kiler 5: r1c2 r1c3", "unknown rule 'kiler'; did you mean killer?"),
        ("Killer 5: r1c2 r1c3", "unknown rule 'Killer'; did you mean killer?"),
        ("fog: r1c1-r1c4 r2c2", "unknown rule 'fog'; the manual lists all rules"),
        ("arow: r1c1 = r1c2 r1c3", "unknown rule 'arow'; did you mean arrow?"),
        ("little-kiler 5: r1c3 dl", "unknown rule 'little-kiler'; did you mean little-killer?"),
        ("kiler 5: r1c2, r1c3", "unknown rule 'kiler'; did you mean killer?"),
        ("kiler 5: r1c2 r1c3  # mine", "unknown rule 'kiler'; did you mean killer?"),
        ("antiknight", "unknown rule 'antiknight'; did you mean anti-knight?"),
        ("anti-kinght # everywhere", "unknown rule 'anti-kinght'; did you mean anti-knight or anti-king?"),
        ("negativ kropki", "unknown rule 'negativ'; did you mean negative?"),
    ],
)
@pytest.mark.parametrize("board", ["1...............", "1...\n....\n....\n...."], ids=["line", "block"])
def test_a_board_above_a_misspelled_rule_is_not_read_without_it(board: str, rule: str, reason: str) -> None:
    errors: list[FormatError] = []
    assert not list(read_many(f"{board}\n{rule}\n", rules=True, on_error=errors.append))
    assert [error.reason for error in errors] == [reason]


@pytest.mark.parametrize(
    "heading",
    ["easy", "Medium", "very hard", "expert", "extreme", "diabolical", "Puzzle 2", "solution", "hidden single"],
)
def test_a_heading_between_boards_is_no_rule(heading: str) -> None:
    errors: list[FormatError] = []
    entries = read_many(f"1...............\n{heading}\n.2..............\n", rules=True, on_error=errors.append)
    assert [str(entry.grid) for entry in entries] == ["1...............", ".2.............."]
    assert [error.line for error in errors] == [2]


@pytest.mark.parametrize("board", ["1...............", "1...\n....\n....\n...."], ids=["line", "block"])
def test_all_lines_below_the_board_in_a_nonet_file_are_rules(board: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.nonet"
    path.write_text(f"{board}\nanti knight\n")
    with pytest.raises(FormatError):
        next(read_many(path, rules=True))
    path.write_text(f"{board}\n")
    assert read(path) == read(board)


def test_one_nonet_text_has_one_puzzle() -> None:
    with pytest.raises(ArgumentError, match="has one puzzle; write several as jsonl"):
        write([CAGE, CAGE], format="nonet")
    assert [entry.puzzle for entry in read_many(write([CAGE, JIGSAW], format="jsonl"), rules=True)] == [CAGE, JIGSAW]


@pytest.mark.parametrize(
    ("members", "same"),
    [
        ({"regions": "AABB ACBB ACCD CDDD"}, Puzzle(Grid.empty((1, 4)), [Regions("AABBACBBACCDCDDD")])),
        ({"candidates": {"r1c1": [1, 2]}}, Puzzle(Grid.empty((2, 2)), [Candidates("r1c1", [1, 2])])),
        ({"boxes": None}, Grid.empty((1, 4))),
        ({"steps": [{"type": "hidden-single"}], "rules": "as usual"}, Grid.empty((2, 2))),
    ],
)
def test_a_json_object_may_describe_its_board_without_constraints(members: dict[str, Any], same: Puzzle | Grid) -> None:
    assert read(json.dumps({"puzzle": "." * 16, **members})) == same


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"rules": [{"type": "killer", "cells": "r1c1 r1c2", "sum": 5}]}, "there are rules in 'rules', but"),
        ({"constraints": [], "more": [{"type": "anti-knight"}]}, "there are rules in 'more', but"),
        ({"regions": "AABBACBBACCDCDD"}, "regions must be a text with one letter per cell"),
        ({"regions": 5}, "regions must be a text with one letter per cell"),
        ({"boxes": [7, 7]}, "boxes of 7x7 do not fit a 4x4 board"),
    ],
)
def test_no_member_of_a_json_object_with_rules_is_dropped(members: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError, match=re.escape(reason)):
        read(json.dumps({"puzzle": "." * 16, **members}))


def test_json_in_the_form_of_a_dict() -> None:
    data = {**CAGE.to_dict(), "comment": "easy", "level": 3}
    (entry,) = read_many(json.dumps(data), rules=True)
    assert (entry.puzzle, entry.comment, dict(entry.fields)) == (CAGE, "easy", {"level": "3"})


@given(st.recursive(st.none() | st.integers(-3, 30) | st.sampled_from(["R1C1", "R0C2", "5", "", "X", "DR"]),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
                        st.sampled_from(["cell", "cells", "lines", "value", "values", "direction", "cloneCells"]), inner, max_size=4),
                    max_leaves=12),
       st.sampled_from(["killercage", "arrow", "thermometer", "clone", "quadruple", "xv", "odd", "littlekillersum",
                        "sandwichsum", "difference", "extraregion", "negative", "grid", "size", "solution", "title"]))  # fmt: skip
def test_damaged_fpuzzles_are_errors(value: Any, name: str) -> None:
    data = json.loads(fpuzzles())
    data[name] = value
    for lenient in (False, True):
        with suppress(FormatError):
            read(json.dumps(data), lenient=lenient, format="fpuzzles")


@few
@given(st.text(".~RC123456789_=-OrAndEnd", max_size=40), st.sampled_from(["Cage", "Sum", "Or", "Pair", "NFA", "Quad"]))
def test_damaged_iss_strings_are_errors(rest: str, name: str) -> None:
    for lenient in (False, True):
        with suppress(FormatError):
            read(f".{name}~{rest}", lenient=lenient, format="iss")


def test_an_arrow_starts_at_the_nearest_cell_of_its_pill() -> None:
    entry = Entry(Grid.empty(), puzzle=puzzle_with(*(rule for rule in FPUZZLES_RULES if rule.type == "arrow")))
    starts = [item["lines"][0][0] for item in json_of_entry(entry)["arrow"]]
    assert starts == ["R1C1", "R1C1"]
