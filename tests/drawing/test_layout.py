"""Layout: nothing overlaps or is cut off, digits are inside their cells, arcs do not cross digits."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, Position, Shape
from nonet.drawing import THEMES, Picture, lay_out, record, scene_of, scene_of_step, sheet, tree
from nonet.drawing.layout import Board
from nonet.drawing.picture import Circle, Curve, Polygon, Text
from nonet.drawing.signs import sign_shape
from nonet.drawing.theme import HUE_OF, style
from nonet.geometry import digits_of
from nonet.logic import Candidate, Step
from tests.boards import LARGER_SHAPES, SHAPES, WIKIPEDIA, boards, pattern
from tests.drawing.boxes import Box, bounds
from tests.drawing.samples import explanation, made_steps, real_steps

STEPS = [*made_steps(), *real_steps()]
BOARD_TEXTS = {"given", "placed", "mark", "marked"}


def name(case: object) -> str:
    return case[1].technique if isinstance(case, tuple) and isinstance(case[1], Step) else ""


def texts(picture: Picture) -> list[Text]:
    return [shape for shape in picture.shapes if isinstance(shape, Text)]


def check_legible(picture: Picture) -> None:
    paper = Box(0, 0, picture.width, picture.height)
    for shape in picture.shapes:
        assert paper.contains(bounds(shape)), shape
    written = sorted((bounds(text), text.text) for text in texts(picture))
    for number, (box, words) in enumerate(written):
        for other, others in written[number + 1 :]:
            if other.left >= box.right:
                break
            assert not box.overlaps(other), (words, others)


@pytest.mark.parametrize("shape", [*SHAPES, *LARGER_SHAPES], ids=str)
@pytest.mark.parametrize("candidates", [False, True])
def test_boards_of_every_shape_are_legible(shape: Shape, candidates: bool) -> None:
    full = pattern(shape)
    scene = scene_of(full.replace(dict.fromkeys(range(0, shape.cells, 3), 0)), candidates=candidates)
    picture = lay_out(scene, labels=True, title=True, legend=True)
    check_legible(picture)
    assert sum(text.role in BOARD_TEXTS - {"mark"} for text in texts(picture)) == sum(map(bool, scene.digits))
    marks = sum(mask.bit_count() for mask in scene.candidates)
    assert sum(text.role == "mark" for text in texts(picture)) == marks


@given(boards())
@settings(max_examples=25)
def test_every_digit_is_inside_its_cell(grid: Grid) -> None:
    scene = scene_of(grid, candidates=True)
    board = Board(scene, 10, 20)
    for cell, mask in enumerate(scene.candidates):
        x, y = board.corner(cell)
        inside = Box(x, y, x + board.cell, y + board.cell)
        for digit in digits_of(mask):
            fx, fy = board.field(Candidate(cell, digit))
            assert inside.contains(bounds(Circle("", fx, fy, board.reach)))
        assert inside.contains(bounds(Text("given", *board.middle(cell), board.cell * 0.58, "8")))


@pytest.mark.parametrize("case", STEPS, ids=name)
def test_steps_are_legible(case: tuple[Position, Step]) -> None:
    position, step = case
    check_legible(lay_out(scene_of_step(step, position), labels=True, legend=True, title=True))


@pytest.mark.parametrize("case", STEPS, ids=name)
def test_a_step_shows_its_placements_and_eliminations(case: tuple[Position, Step]) -> None:
    position, step = case
    picture = lay_out(scene_of_step(step, position))
    roles = [shape.role for shape in picture.shapes]
    assert roles.count("strike") == len(step.eliminations)
    assert roles.count("ring") == len(step.placements)
    placed = lay_out(scene_of(position)).shapes
    assert sorted(t.text for t in texts(picture)) == sorted(s.text for s in placed if isinstance(s, Text))


@pytest.mark.parametrize("case", STEPS, ids=name)
def test_signs_do_not_overlap(case: tuple[Position, Step]) -> None:
    position, step = case
    picture = lay_out(scene_of_step(step, position))
    signs = [s for s in picture.shapes if s.role.startswith(("sign-", "hollow-")) and not isinstance(s, Text)]
    discs = [s for s in signs if isinstance(s, Circle)]
    for one, other in combinations(discs, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius) ** 2
    for box, other_box in combinations([bounds(s) for s in signs], 2):
        assert not box.overlaps(other_box)


def test_arcs_avoid_digits() -> None:
    position, step = made_steps()[0]
    scene = scene_of_step(step, position)
    board = Board(scene, 8, 8)
    arcs = [shape for shape in lay_out(scene).shapes if isinstance(shape, Curve)]
    assert [arc.role for arc in arcs] == ["strong", "weak", "strong", "weak", "strong"]
    for arc in arcs:
        points = [arc.at(part / 40) for part in range(1, 40)]
        assert all(board.inside(*point) for point in points)
        assert sum(board.clearance(*point) < 0.6 for point in points) <= 1


@given(st.sampled_from(STEPS), st.sampled_from(THEMES))
@settings(max_examples=10)
def test_every_role_has_a_style(case: tuple[Position, Step], theme: str) -> None:
    position, step = case
    for shape in lay_out(scene_of_step(step, position), labels=True, legend=True, title=True).shapes:
        look = style(shape.role, theme)
        assert look.fill or look.stroke


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_every_background(theme: str) -> None:
    paper = style("paper", theme).fill
    for role in ("given", "placed", "mark", "label", "caption"):
        assert contrast(style(role, theme).fill, paper) >= 4.5
    for role in HUE_OF:
        assert contrast(style("marked", theme).fill, style(f"sign-{role}", theme).fill) >= 4.5
        text = "placed" if role in ("now", "dead") else "mark"  # films have no candidates
        assert contrast(style(text, theme).fill, style(f"ground-{role}", theme).fill) >= 3.5


def test_signs_differ_in_more_than_their_hue() -> None:
    kinds = ["pattern", "pivot", "fins", "endo_fins", "off"]
    forms = [
        type(shape).__name__ + str(len(getattr(shape, "points", ())))
        for shape in (sign_shape(kind, 0, 0, 8) for kind in kinds)
    ]
    assert len(set(forms[:4])) == 4
    filled, hollow = (sign_shape(sign, 0, 0, 8).role for sign in ("color-0", "color-1"))
    assert style(filled, "gray") != style(hollow, "gray")
    assert style("strong", "gray").dash != style("weak", "gray").dash
    assert style("house-base", "gray").dash != style("house-cover", "gray").dash
    assert len({style(f"set-{number}", "gray").dash for number in range(4)}) == 4


def test_scaling_a_picture_scales_every_shape() -> None:
    position, step = made_steps()[0]
    picture = lay_out(scene_of_step(step, position))
    twice = picture.scaled(2)
    assert (twice.width, twice.height) == (2 * picture.width, 2 * picture.height)
    for one, other in zip(picture.shapes, twice.shapes, strict=True):
        assert tuple(value * 2 for value in bounds(one)) == pytest.approx(bounds(other))


def test_sheets_and_trees_are_legible() -> None:
    check_legible(sheet(explanation(WIKIPEDIA)))
    check_legible(tree([record(WIKIPEDIA, "backtracking"), record(WIKIPEDIA, "mrv")]))


def test_conflicting_digits_are_marked() -> None:
    picture = lay_out(scene_of(Grid("1..1 .... .... ....")))
    assert [shape.role for shape in picture.shapes].count("ground-conflict") == 2


def test_a_latin_square_has_no_boxes() -> None:
    roles = [s.role for s in lay_out(scene_of(Grid.empty((1, 5)))).shapes if isinstance(s, Polygon)]
    assert set(roles) == {"rule"}
    assert len(roles) == 8
