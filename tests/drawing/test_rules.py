"""Drawings of puzzles with rules: every rule has a mark, a class and a title, and nothing leaves the picture."""

from __future__ import annotations

import runpy
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as XmlTree

import pytest

from nonet import Grid, Puzzle, draw
from nonet.drawing import THEMES, layers_of, mark_styles
from nonet.drawing.layout import lay_out
from nonet.drawing.picture import Group, Text, flattened
from nonet.drawing.rule_names import rule_name, rule_swatch
from nonet.drawing.rules import OUTSIDE_FORMS, Plane, outline
from nonet.drawing.scene import scene_of
from nonet.drawing.theme import mark_roles, style
from nonet.geometry import Cell
from nonet.puzzle import STEPS
from nonet.variants import (
    RULES,
    AntiKnight,
    Arrow,
    Candidates,
    Killer,
    LittleKiller,
    Regions,
    Renban,
    Sandwich,
    Skyscraper,
    Thermo,
    Whisper,
)
from tests.drawing.boxes import Box, bounds
from tests.drawing.test_layout import contrast

GALLERY: dict[str, Puzzle] = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "variants.py"))["kept"]()
WITHOUT_MARKS = {
    *("anti-king", "anti-knight", "anti-taxicab", "disjoint-groups", "dutch-flatmates", "global-entropy"),
    *("global-modular", "negative", "nonconsecutive", "regions", "all-of"),
}
"""Rules about the whole board, which the legend names; regions are lines, and all-of is drawn as its parts."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("kind", RULES)
def test_every_rule_is_drawn_with_a_class_and_a_title_in_words(kind: str) -> None:
    puzzle = GALLERY[kind]
    svg = draw(puzzle)
    groups = [group for group in XmlTree.fromstring(svg).iter(f"{SVG}g") if f"rule-{kind}" in group.get("class", "")]
    if kind in WITHOUT_MARKS:
        assert groups == []
        assert kind == "regions" or kind == "all-of" or rule_name(kind) in svg
    else:
        titles = {group.findtext(f"{SVG}title") for group in groups}
        assert titles == {rule.words() for rule in puzzle.rules if rule.type == kind}


@pytest.mark.parametrize("kind", sorted(set(RULES) - WITHOUT_MARKS))
def test_the_sample_in_a_legend_looks_like_the_marks(kind: str) -> None:
    shapes = lay_out(scene_of(GALLERY[kind])).shapes
    marks = [shape for shape in shapes if isinstance(shape, Group) and f"rule-{kind}" in shape.role]
    assert {shape.role for shape in rule_swatch(kind, 0, 0)} <= {shape.role for shape in flattened(marks)}


@pytest.mark.parametrize("kind", OUTSIDE_FORMS)
def test_the_sample_of_a_clue_outside_has_its_form(kind: str) -> None:
    shapes = lay_out(scene_of(GALLERY[kind])).shapes
    marks = [shape for shape in shapes if isinstance(shape, Group) and f"rule-{kind}" in shape.role]
    roles = {shape.role for shape in flattened(marks)} - {"mark-arrow"}
    assert {shape.role for shape in rule_swatch(kind, 0, 0)} == roles


def test_digits_that_a_cell_may_have_are_above_lines() -> None:
    puzzle = Puzzle(Grid.empty(), [Candidates("r1c1", [1, 2]), Arrow("r1c1", "r1c2"), Thermo("r2c1 r1c1")])
    roles = [shape.role for shape in lay_out(scene_of(puzzle)).shapes if isinstance(shape, Group)]
    assert ["candidates" in role for role in roles] == [False, False, True]


@pytest.mark.parametrize("kind", RULES)
def test_no_mark_leaves_the_picture(kind: str) -> None:
    picture = lay_out(scene_of(GALLERY[kind]))
    for shape in picture.shapes:
        box = bounds(shape)
        assert box.left >= -0.5
        assert box.top >= -0.5
        assert box.right <= picture.width + 0.5
        assert box.bottom <= picture.height + 0.5


def clues_outside(size: int) -> list[LittleKiller | Skyscraper]:
    """Return all clues that a board can have outside: at both ends of each row, column and diagonal."""
    board = Puzzle(Grid.empty((1, size))).board
    clues: list[LittleKiller | Skyscraper] = []
    for index in range(board.cells):
        row, column = start = Cell(*divmod(index, size))
        for direction, (down, right) in STEPS.items():
            if not (0 <= row - down < size and 0 <= column - right < size):
                length = len(board.line(start, direction))
                clues.append(
                    LittleKiller(start, direction, length) if down and right else Skyscraper(start, direction, 2)
                )
    return clues


@pytest.mark.parametrize("size", [4, 9])
def test_no_clue_outside_leaves_the_picture(size: int) -> None:
    clues = clues_outside(size)
    assert len(clues) == 4 * size + 4 * (2 * size - 1)
    for clue in clues:
        picture = lay_out(scene_of(Puzzle(Grid.empty((1, size)), [clue])))
        (mark,) = [shape for shape in picture.shapes if isinstance(shape, Group)]
        assert Box(0, 0, picture.width, picture.height).contains(bounds(mark)), clue


@pytest.mark.parametrize("size", [4, 9])
def test_two_clues_outside_do_not_cover_each_other(size: int) -> None:
    for pair in combinations(clues_outside(size), 2):
        picture = lay_out(scene_of(Puzzle(Grid.empty((1, size)), pair)))
        first, second = [bounds(text) for text in flattened(picture.shapes) if isinstance(text, Text)]
        assert not first.overlaps(second), pair


@pytest.mark.parametrize("theme", THEMES)
def test_all_roles_have_a_style_in_every_theme(theme: str) -> None:
    for puzzle in GALLERY.values():
        for shape in flattened(lay_out(scene_of(puzzle)).shapes):
            style(shape.role, theme)
    for role in mark_roles():
        style(role, theme)


@pytest.mark.parametrize("theme", THEMES)
def test_every_mark_can_be_seen_on_paper(theme: str) -> None:
    """The inside of a line may be light, since it has an edge; the paper inside a line or a cell is no mark."""
    paper = style("paper", theme).fill
    inside = ("mark-line-", "mark-core-", "mark-fill-", "mark-tint")
    for role in mark_roles():
        look = style(role, theme)
        colors = {look.fill, look.stroke} - {"", paper}
        if colors and (role == "mark-tint-edge" or not role.startswith(inside)):
            assert max(contrast(color, paper) for color in colors) >= 3, role


@pytest.mark.parametrize("kind", RULES)
def test_every_line_has_an_edge_below_it(kind: str) -> None:
    roles = [shape.role for shape in flattened(lay_out(scene_of(GALLERY[kind])).shapes)]
    for role in {role for role in roles if role.startswith("mark-line-")}:
        assert roles.count(role) == roles.count(role.replace("line", "edge", 1))
        assert roles.index(role.replace("line", "edge", 1)) < roles.index(role)


def test_lines_differ_without_colors() -> None:
    cells = "r1c1-r1c4"
    forms = set()
    for rule in (Renban(cells), Whisper(cells, 5), Whisper(cells, 4), Thermo(cells)):
        picture = lay_out(scene_of(Puzzle(Grid.empty(), [rule])))
        (group,) = (shape for shape in picture.shapes if isinstance(shape, Group))
        looks = [style(shape.role, "gray") for shape in flattened(group.shapes)]
        forms.add(tuple((look.width, look.dash, bool(look.fill)) for look in looks))
    assert len(forms) == 4


def test_png_and_pdf_have_the_marks() -> None:
    puzzle = Puzzle(Grid.empty((2, 2)), [Killer("r1c1 r1c2", 5), Thermo("r4c1-r4c4"), Sandwich("r1c1", "d", 3)])
    assert draw(puzzle, to="png", width=200)[:4] == b"\x89PNG"
    assert draw(puzzle, to="pdf")[:5] == b"%PDF-"
    assert draw(puzzle, to="png", width=200) != draw(puzzle.grid, to="png", width=200)


def test_a_terminal_shows_regions_and_lists_rules() -> None:
    puzzle = Puzzle(Grid.empty((1, 4)).replace({"r1c1": 1}), [Regions("AABBACCBACCBDDDD"), AntiKnight()])
    assert draw(puzzle, to="text").splitlines() == [
        "┌───────┬───────┐",
        "│ 1   . │ .   . │",
        "│   ┌───┴───┐   │",
        "│ . │ .   . │ . │",
        "│   │       │   │",
        "│ . │ .   . │ . │",
        "├───┴───────┴───┤",
        "│ .   .   .   . │",
        "└───────────────┘",
        "anti-knight",
    ]


def test_words_of_a_picture_are_in_its_language() -> None:
    puzzle = Puzzle(Grid.empty(), [Killer("r1c1 r1c2", 5)])
    assert puzzle.rules[0].words("zh") in draw(puzzle, language="zh")
    assert "杀手笼" in draw(puzzle, language="zh")


def test_broken_rules_are_marked() -> None:
    puzzle = Puzzle("12.. .... .... ....", [Killer("r1c1 r1c2", 5)])
    assert "ground-conflict" in draw(puzzle)


def test_the_outline_of_cells_has_inner_corners() -> None:
    ell = [Cell(0, 0), Cell(1, 0), Cell(1, 1)]
    (points,) = outline(Plane(0, 0, 10, 9), ell, 1)
    assert set(points) == {(1, 1), (9, 1), (9, 11), (19, 11), (19, 19), (1, 19)}
    ring = [Cell(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    assert len(list(outline(Plane(0, 0, 10, 9), ring, 1))) == 2


def test_layers_of_a_page_have_all_marks_and_styles() -> None:
    for puzzle in GALLERY.values():
        layers = layers_of(puzzle)
        whole = XmlTree.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{layers.below}{layers.above}</svg>")
        roles = {each.get("class", "") for each in whole.iter() if not each.tag.endswith(("svg", "title", "}g"))}
        assert [role for role in roles if f".layer .{role} " not in mark_styles()] == []
