"""Renderers: SVG, PNG, PDF and text show the same picture, the same bytes each time."""

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
from nonet import Grid, NonetError, Position
from nonet.drawing import FORMATS, laid_out, pdf, png, scene_of, scene_of_step, svg, text
from nonet.drawing.fonts import chinese_font
from nonet.drawing.picture import Picture, Text
from nonet.drawing.textual import rich_text, role_of, sign_of
from nonet.logic import Candidate, Step
from tests.boards import INKALA, WIKIPEDIA, boards
from tests.drawing.samples import MADE, made_steps, path, real_steps

SVG = "{http://www.w3.org/2000/svg}"
STEPS = [*made_steps(), *real_steps()]


def elements(document: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(document).iter())


@pytest.mark.parametrize("case", STEPS, ids=lambda case: case[1].technique)
def test_an_svg_says_what_it_shows(case: tuple[Position, Step]) -> None:
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


def test_light_and_dark_are_in_one_file_and_can_be_chosen() -> None:
    both, light, dark = (nonet.draw(WIKIPEDIA, theme=theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in both
    assert "prefers-color-scheme" not in light + dark
    assert "#14171b" in both
    assert "#14171b" in dark
    assert "#14171b" not in light
    with pytest.raises(NonetError, match="there is no theme 'pink'; the themes are auto, light, dark, grey"):
        nonet.draw(WIKIPEDIA, theme="pink")


def test_titles_cannot_break_out_of_an_svg_or_a_page() -> None:
    nasty = "</title><script>alert(1)</script> & \"'"
    root = ElementTree.fromstring(nonet.draw(WIKIPEDIA, title=nasty))
    assert root[0].text == nasty
    assert "<script>alert" not in nonet.draw(WIKIPEDIA, title=nasty, to="html")


@given(boards())
@settings(max_examples=25)
def test_svg_and_text_hold_the_digits_of_the_board(grid: Grid) -> None:
    symbols = [grid.shape.symbol(digit) for digit in grid]
    drawn = [e.text for e in elements(nonet.draw(grid, legend=False)) if e.get("class") == "given"]
    assert drawn == [symbol for symbol in symbols if symbol != "."]
    assert re.findall(r"[\w.]", nonet.draw(grid, to="text", legend=False).replace("x", " ")) == symbols


@pytest.mark.parametrize("case", STEPS, ids=lambda case: case[1].technique)
def test_text_tells_each_candidate_by_a_sign(case: tuple[Position, Step]) -> None:
    position, step = case
    scene = scene_of_step(step, position)
    lines = text(scene, legend=False).splitlines()
    for candidate in {*scene.signs, *scene.struck, *scene.ringed}:
        row, column = divmod(candidate.cell, 9)
        line = 1 + row * 4 + (candidate.digit - 1) // 3
        at = 1 + column * 7 + column // 3 + 2 * ((candidate.digit - 1) % 3)
        assert lines[line][at : at + 2] == f"{sign_of(role_of(scene, candidate))}{candidate.digit}"
    assert {len(line) for line in lines} == {67}


def test_chains_are_written_under_a_text() -> None:
    position, step = made_steps()[0]
    assert "4r1c2 = 4r1c3 - 4r3c1 = 4r2c12 - 4r2c8 = 5r2c8" in nonet.draw(step, on=position, to="text")


def test_rich_prints_boards_without_colours_as_the_plain_text() -> None:
    for value in (Grid(WIKIPEDIA), Position(INKALA)):
        out = StringIO()
        Console(file=out, width=120, color_system=None).print(value)
        assert [line.rstrip() for line in out.getvalue().splitlines()] == nonet.draw(value, to="text").splitlines()
    assert rich_text(scene_of_step(MADE["fish"], Position(INKALA))).spans


def test_notebooks_show_grids_and_positions() -> None:
    assert Grid(WIKIPEDIA)._repr_svg_() == nonet.draw(Grid(WIKIPEDIA))
    assert Position(INKALA)._repr_svg_() == nonet.draw(Position(INKALA))


def test_a_png_is_as_wide_as_asked() -> None:
    picture = laid_out(scene_of(Grid(WIKIPEDIA)))
    for width in (300, 777):
        data = png(picture, width=width)
        assert struct.unpack(">I", data[16:20]) == (width,)
    assert png(picture, theme="dark") != png(picture, theme="light") == png(picture, theme="auto")
    with pytest.raises(NonetError, match="too large"):
        png(picture, width=30_000)


def test_a_png_without_its_digits_is_another() -> None:
    """Digits are really painted, by a font that is always there."""
    picture = laid_out(scene_of(Grid(WIKIPEDIA)))
    bare = picture.with_shapes(shape for shape in picture.shapes if not isinstance(shape, Text))
    assert len(png(picture)) > 1.5 * len(png(bare))


def test_a_pdf_has_its_fonts_inside_and_its_text_can_be_found() -> None:
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


def test_chinese_is_embedded_too() -> None:
    picture = Picture(100, 30, (Text("title", 50, 15, 12, "数独"),), "数独")
    reader = pypdf.PdfReader(BytesIO(pdf([picture])))
    assert "数独" in reader.pages[0].extract_text()
    assert all("/FontFile2" in font for font in fonts_of(reader).values())
    assert len(pdf([picture])) < 100_000
    assert png(picture) != png(Picture(100, 30, ()))


def test_a_font_that_is_not_there_or_no_font(tmp_path: Path) -> None:
    picture = Picture(100, 30, (Text("title", 50, 15, 12, "数独"),))
    with pytest.raises(NonetError, match="there is no font file"):
        pdf([picture], font=tmp_path / "none.ttf")
    wrong = tmp_path / "wrong.ttf"
    wrong.write_bytes(b"this is no font")
    with pytest.raises(NonetError, match="a TrueType font is needed"):
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


@pytest.mark.parametrize("to", [to for to in FORMATS if to != "gif"])
def test_paths_in_every_format(to: str) -> None:
    way = path("1... ..2. .3.. ...4")
    drawn = nonet.draw(way, to=to)  # type: ignore[call-overload]
    if to in ("svg", "html"):
        assert drawn.count("Naked Single") >= 5
    if to == "text":
        assert len(drawn.splitlines()) == len(way.steps)
    if to == "pdf":
        pages = pypdf.PdfReader(BytesIO(drawn)).pages
        assert len(pages) == -(-(len(way.steps) + 1) // 3)


def test_a_page_of_steps_tells_each() -> None:
    page = nonet.draw(path(WIKIPEDIA), to="html")
    assert re.findall(r'(?:src|href)="', page) == []
    assert "default-src 'none'" in page
    assert page.count("<svg") == len(path(WIKIPEDIA).steps) + 1


def test_what_cannot_be_drawn_says_so() -> None:
    step = MADE["chain"]
    with pytest.raises(NonetError, match="a step is drawn on the position in which it was found"):
        nonet.draw(step)
    with pytest.raises(NonetError, match="the step is not one of this position"):
        nonet.draw(step, on=WIKIPEDIA)
    with pytest.raises(NonetError, match="the step is not one of this position"):
        nonet.draw(Step("naked-single", placements=(Candidate(80, 1),)), on="1... .... .... ....")
    with pytest.raises(NonetError, match="a GIF shows a search at work"):
        nonet.draw(WIKIPEDIA, to="gif")
    with pytest.raises(TypeError, match="can be drawn, not int"):
        nonet.draw(5)  # type: ignore[call-overload]
    with pytest.raises(NonetError, match="there is nothing to draw"):
        pdf([])


def test_a_missing_library_says_what_brings_it() -> None:
    code = "import sys; sys.modules['reportlab'] = None\nimport nonet\nnonet.draw('1... .... .... ....', to='png')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install 'nonet[print]'" in done.stderr.splitlines()[-1]


def test_pictures_of_different_scale_on_one_page_keep_their_strokes() -> None:
    picture = laid_out(scene_of(Grid(WIKIPEDIA)))
    rules = [
        set(re.findall(r"(\.nonet[\w-]+) \.frame{", svg(one, theme="light"))) for one in (picture, picture.scaled(0.5))
    ]
    assert rules[0] & rules[1] == set()


def test_svg_of_a_bare_picture_needs_no_text_rules() -> None:
    assert "font-family" not in svg(Picture(1, 1, ()))
