"""Renderers: SVG, PNG, PDF and text show the same picture and give the same bytes each time."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest
from hypothesis import given, settings
from rich.console import Console

import nonet
from nonet import ArgumentError, FileError, Grid, Position
from nonet.drawing import FORMATS, Picture, lay_out, pdf, png, rich_text, scene_of, scene_of_step, svg, text
from nonet.drawing.fonts import chinese_font
from nonet.drawing.picture import Text
from nonet.drawing.render._text import sign_of
from nonet.extras import install_command
from nonet.logic import Candidate, Step
from tests.boards import INKALA, WIKIPEDIA, boards
from tests.drawing.samples import MADE, explanation, made_steps, real_steps

SVG = "{http://www.w3.org/2000/svg}"
STEPS = [*made_steps(), *real_steps()]


def elements(document: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(document).iter())


@pytest.mark.parametrize("case", STEPS, ids=lambda case: case[1].technique)
def test_an_svg_has_a_title_and_a_description(case: tuple[Position, Step]) -> None:
    position, step = case
    document = nonet.draw(step, on=position)
    root, title, description, *rest = elements(document)
    assert root.get("role") == "img"
    assert title.tag == f"{SVG}title"
    assert title.text == nonet.logic.technique(step.technique).title
    assert description.tag == f"{SVG}desc"
    assert all(nonet.Shape(3, 3).cell_name(c.cell) in (description.text or "") for c in step.eliminations)
    style = next(element.text or "" for element in rest if element.tag == f"{SVG}style")
    for element in rest:
        if element.tag != f"{SVG}style":
            assert f".nonet-auto .{element.get('class')}{{" in style


def test_an_svg_has_light_and_dark_or_one_theme() -> None:
    both, light, dark = (nonet.draw(WIKIPEDIA, theme=theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in both
    assert "prefers-color-scheme" not in light + dark
    assert "#14171b" in both
    assert "#14171b" in dark
    assert "#14171b" not in light
    with pytest.raises(ArgumentError, match="unknown theme 'pink'; expected one of auto, light, dark, gray"):
        nonet.draw(WIKIPEDIA, theme="pink")


def test_titles_are_escaped() -> None:
    nasty = "</title><script>alert(1)</script> & \"'"
    root = ElementTree.fromstring(nonet.draw(WIKIPEDIA, title=nasty))
    assert root[0].text == nasty
    assert "<script>alert" not in nonet.draw(WIKIPEDIA, title=nasty, to="html")


@given(boards())
@settings(max_examples=25)
def test_svg_and_text_show_the_digits_of_the_board(grid: Grid) -> None:
    symbols = [grid.shape.symbol(digit) for digit in grid]
    drawn = [e.text for e in elements(nonet.draw(grid, legend=False)) if e.get("class") == "given"]
    assert drawn == [symbol for symbol in symbols if symbol != "."]
    assert re.findall(r"[\w.]", nonet.draw(grid, to="text", legend=False).replace("x", " ")) == symbols


@pytest.mark.parametrize("case", STEPS, ids=lambda case: case[1].technique)
def test_text_has_a_sign_for_each_candidate_of_a_step(case: tuple[Position, Step]) -> None:
    position, step = case
    scene = scene_of_step(step, position)
    lines = text(scene, legend=False).splitlines()
    for candidate in {*scene.signs, *scene.eliminations, *scene.placements}:
        row, column = divmod(candidate.cell, 9)
        line = 1 + row * 4 + (candidate.digit - 1) // 3
        at = 1 + column * 7 + column // 3 + 2 * ((candidate.digit - 1) % 3)
        assert lines[line][at : at + 2] == f"{sign_of(scene.candidate_role(candidate))}{candidate.digit}"
    assert {len(line) for line in lines} == {67}


def test_text_shows_chains_under_the_board() -> None:
    position, step = made_steps()[0]
    assert "4r1c2 = 4r1c3 - 4r3c1 = 4r2c12 - 4r2c8 = 5r2c8" in nonet.draw(step, on=position, to="text")


def test_rich_without_colors_prints_the_plain_text() -> None:
    for value in (Grid(WIKIPEDIA), Position(INKALA)):
        out = StringIO()
        Console(file=out, width=120, color_system=None).print(value)
        assert [line.rstrip() for line in out.getvalue().splitlines()] == nonet.draw(value, to="text").splitlines()
    assert rich_text(scene_of_step(MADE["fish"], Position(INKALA))).spans


def test_notebooks_show_grids_and_positions() -> None:
    assert Grid(WIKIPEDIA)._repr_svg_() == nonet.draw(Grid(WIKIPEDIA))
    assert Position(INKALA)._repr_svg_() == nonet.draw(Position(INKALA))


def test_a_png_has_the_requested_width() -> None:
    picture = lay_out(scene_of(Grid(WIKIPEDIA)))
    for width in (300, 777):
        data = png(picture, width=width)
        assert struct.unpack(">I", data[16:20]) == (width,)
    assert png(picture, theme="dark") != png(picture, theme="light") == png(picture, theme="auto")
    with pytest.raises(ArgumentError, match="too large"):
        png(picture, width=30_000)


def test_a_png_shows_digits() -> None:
    picture = lay_out(scene_of(Grid(WIKIPEDIA)))
    bare = picture._replace(shapes=tuple(shape for shape in picture.shapes if not isinstance(shape, Text)))
    assert len(png(picture)) > 1.5 * len(png(bare))


def test_a_pdf_has_embedded_fonts_and_searchable_text() -> None:
    position, step = made_steps()[0]
    reader = pypdf.PdfReader(BytesIO(nonet.draw(step, on=position, to="pdf")))
    assert "Alternating Inference Chain" in reader.pages[0].extract_text()
    fonts = fonts_of(reader)
    assert fonts
    assert all("/FontFile2" in font for font in fonts.values())


def fonts_of(reader: pypdf.PdfReader) -> dict[str, list[str]]:
    found = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            found[font.get_object()["/BaseFont"]] = list(font.get_object()["/FontDescriptor"])
    return found


def test_a_pdf_has_an_embedded_chinese_font() -> None:
    picture = Picture(100, 30, (Text("title", 50, 15, 12, "数独"),), "数独")
    reader = pypdf.PdfReader(BytesIO(pdf([picture])))
    assert "数独" in reader.pages[0].extract_text()
    assert all("/FontFile2" in font for font in fonts_of(reader).values())
    assert len(pdf([picture])) < 100_000
    assert png(picture) != png(Picture(100, 30, ()))


def test_a_missing_or_bad_font_is_reported(tmp_path: Path) -> None:
    picture = Picture(100, 30, (Text("title", 50, 15, 12, "数独"),))
    with pytest.raises(FileError, match="there is no font file"):
        pdf([picture], font=tmp_path / "none.ttf")
    wrong = tmp_path / "wrong.ttf"
    wrong.write_bytes(b"this is no font")
    with pytest.raises(FileError, match="a TrueType font is needed"):
        pdf([picture], font=wrong)
    assert chinese_font(wrong) == wrong


def test_the_same_value_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import sys, hashlib, nonet\n"
        "from tests.drawing.samples import MADE, INKALA\n"
        "for name, to in zip(MADE, ('svg', 'text', 'html', 'png', 'pdf', 'svg')):\n"
        "        step = MADE[name]\n"
        "        data = nonet.draw(step, on=nonet.Position(INKALA), to=to)\n"
        "        print(hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_hint_is_drawn_as_its_step() -> None:
    position = Position(WIKIPEDIA)
    hint = nonet.hint(position)
    assert hint.step
    assert nonet.draw(hint) == hint._repr_svg_() == nonet.draw(hint.step, on=position)
    assert nonet.draw(hint, to="text") == nonet.draw(hint.step, on=position, to="text")


def test_a_hint_with_mistakes_is_drawn_as_the_position_with_the_mistakes_marked() -> None:
    hint = nonet.hint(Position(WIKIPEDIA).place("r1c3", 2))
    marked = [element for element in elements(nonet.draw(hint)) if element.get("class") == "ground-mistake"]
    assert len(marked) == 2  # one on the board and one in the legend
    assert nonet.draw(hint, to="text").splitlines()[-1] == "x mistake"
    assert "x2x" in nonet.draw(hint, to="text")
    removed = nonet.hint(Position(WIKIPEDIA).eliminate("r1c3", 4))
    assert nonet.draw(removed, to="text").splitlines()[-1] == "mistake: r1c3"
    solved = nonet.hint(nonet.solve(WIKIPEDIA))
    assert nonet.draw(solved) == nonet.draw(solved.position)


@pytest.mark.parametrize("to", [to for to in FORMATS if to != "gif"])
def test_explanations_in_every_format(to: str) -> None:
    steps = explanation("1... ..2. .3.. ...4")
    drawn = nonet.draw(steps, to=to)  # type: ignore[call-overload]
    if to in ("svg", "html"):
        assert drawn.count("Full House") >= 5
    if to == "text":
        assert len(drawn.splitlines()) == len(steps.steps)
    if to == "pdf":
        pages = pypdf.PdfReader(BytesIO(drawn)).pages
        assert len(pages) == -(-(len(steps.steps) + 1) // 3)


def test_the_page_of_an_explanation_shows_every_step() -> None:
    page = nonet.draw(explanation(WIKIPEDIA), to="html")
    assert re.findall(r'(?:src|href)="', page) == []
    assert "default-src 'none'" in page
    assert page.count("<svg") == len(explanation(WIKIPEDIA).steps) + 1


def test_bad_arguments_are_reported() -> None:
    step = MADE["chain"]
    with pytest.raises(ArgumentError, match="a step is drawn on the position in which it was found"):
        nonet.draw(step)
    with pytest.raises(ArgumentError, match="the step does not fit this position"):
        nonet.draw(step, on=WIKIPEDIA)
    with pytest.raises(ArgumentError, match="the step does not fit this position"):
        nonet.draw(Step("naked-single", placements=(Candidate(80, 1),)), on="1... .... .... ....")
    with pytest.raises(ArgumentError, match="a GIF shows a search"):
        nonet.draw(WIKIPEDIA, to="gif")
    with pytest.raises(ArgumentError, match="value must be a Grid, .*, not int"):
        nonet.draw(5)  # type: ignore[call-overload]
    with pytest.raises(ArgumentError, match="a PDF needs at least one picture"):
        pdf([])


def test_a_missing_library_is_reported_with_its_extra() -> None:
    code = "import sys; sys.modules['reportlab'] = None\nimport nonet\nnonet.draw('1... .... .... ....', to='png')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert install_command("print") in done.stderr.splitlines()[-1]


def test_pictures_of_different_scale_have_different_style_rules() -> None:
    picture = lay_out(scene_of(Grid(WIKIPEDIA)))
    rules = [
        set(re.findall(r"(\.nonet[\w-]+) \.frame{", svg(one, theme="light"))) for one in (picture, picture.scaled(0.5))
    ]
    assert rules[0] & rules[1] == set()


def test_an_svg_without_text_has_no_font() -> None:
    assert "font-family" not in svg(Picture(1, 1, ()))
