"""Films: they show what the search did, two searches are always at the same work, and a file loads nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from io import BytesIO
from itertools import combinations, product
from string import Formatter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

import nonet
from nonet import ArgumentError, Grid
from nonet.drawing import (
    Film,
    Frame,
    Picture,
    Watcher,
    film_html,
    film_svg,
    film_words,
    gif,
    record,
    search_moment,
    tree,
    watch,
)
from nonet.drawing.film import EVENTS_KEPT, film_note, moments
from nonet.drawing.film_layout import film_picture
from nonet.drawing.masks import mask_lines
from nonet.drawing.picture import Rect, Text
from nonet.position import possible_masks
from nonet.search import METHODS, Trace, find
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION, puzzles
from tests.drawing.boxes import bounds

SMALL = "1... ..2. .3.. ...4"
SIX = ".2...31..4..........5.3..6..4.3...1."
EMPTY = 81 * "."


def pair(work: int = 30_000) -> list[Film]:
    return [record(SEVENTEEN, method, most=work) for method in ("backtracking", "mrv")]


@given(puzzles(), st.sampled_from(list(METHODS)))
@settings(max_examples=25)
def test_a_film_agrees_with_the_events_of_the_search(grid: Grid, method: str) -> None:
    trace = Trace(record=True)
    solution = next(find(grid, method=method, trace=trace))
    film = record(grid, method)
    board = list(grid)
    boards = [bytes(board)]
    for event in trace:
        if event.kind in ("place", "remove"):
            board[event.cell] = event.digit
        boards.append(bytes(board))
    assert film.ending == "found"
    assert film.frames[-1].digits == bytes(solution)
    assert all(frame.digits == boards[frame.work] for frame in film.frames)
    assert film.work == len(trace.events or ())
    last = film.frames[-1]
    assert (last.nodes, last.guesses, last.backtracks) == (trace.nodes, trace.guesses, trace.backtracks)
    assert list(film.events) == list(trace)[:EVENTS_KEPT]


def test_two_films_have_the_same_timetable() -> None:
    one, other = pair()
    shared = min(one.work, other.work)
    works = [[frame.work for frame in film.frames if frame.work < shared] for film in (one, other)]
    assert works[0] == works[1]
    assert works[0][:201] == list(range(201))
    for work in (0, 1, 57, 200, 5_000, 10**9):
        for film in (one, other):
            frame = film.at(work)
            assert frame.work <= work
            assert not any(frame.work < later.work <= work for later in film.frames)


def test_a_long_search_has_few_frames() -> None:
    film = record(SEVENTEEN, "backtracking", most=50_000)
    assert film.ending == "stopped"
    assert film.work == 50_000
    assert len(film.frames) < 800
    assert film.outcome == "backtracking was stopped after 50,000 events without an answer"


def test_a_trace_is_drawn_on_its_puzzle() -> None:
    trace = Trace(record=True)
    next(find(SMALL, method="mrv", trace=trace))
    assert "@keyframes" in nonet.draw(trace, on=SMALL)
    assert nonet.draw(trace, on=SMALL, to="text").endswith("┘")
    with pytest.raises(ArgumentError, match="a trace is drawn on its puzzle"):
        nonet.draw(trace)
    with pytest.raises(ArgumentError, match="the trace has no events"):
        nonet.draw(Trace(), on=SMALL)


def frames_in(page: str) -> dict[str, object]:
    data = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert data
    loaded: dict[str, object] = json.loads(data[1])
    return loaded


def test_the_page_contains_the_whole_film_and_loads_nothing() -> None:
    films = pair()
    page = film_html(films)
    assert len(page.encode()) < 2_000_000
    assert re.findall(r"(?:src|href)=|@import|url\(|https?://(?!www\.w3\.org)", page) == []
    assert page.count("<noscript>") == 1
    assert "prefers-reduced-motion" in page
    assert "Both searches have always done the same work" in page
    data = frames_in(page)
    assert data["moments"] == moments(films)
    for film, shown in zip(films, data["films"], strict=True):  # type: ignore[call-overload]
        board = list(shown["start"])
        for frame, (counts, kind, cell, changes) in zip(film.frames, shown["frames"], strict=True):
            for index in range(0, len(changes), 2):
                board[changes[index]] = changes[index + 1]
            assert bytes(board) == frame.digits
            assert (counts[0], kind, cell) == (frame.work, frame.kind, frame.cell)


def test_without_scripts_the_page_shows_the_last_frame() -> None:
    film = record(WIKIPEDIA, "mrv")
    digits = re.findall(r'<text class="placed" data-cell="\d+"[^>]*>(.)</text>', film_html(film))
    blanks = [cell for cell, digit in enumerate(film.grid) if not digit]
    assert digits == [str(film.frames[-1].digits[cell]) for cell in blanks]


def test_an_svg_film_moves_or_shows_its_last_frame() -> None:
    films = pair()
    document = film_svg(films)
    assert len(document) < 500_000
    root = ElementTree.fromstring(document)
    shown = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text") if e.get("opacity") == "1"]
    last = [film.frames[-1] for film in films]
    blanks = [cell for cell, digit in enumerate(films[0].grid) if not digit]
    assert shown == [str(frame.digits[cell]) for frame in last for cell in blanks if frame.digits[cell]]
    assert document.index("prefers-reduced-motion:no-preference") < document.index("animation-duration")


def test_two_films_on_one_page_have_different_names() -> None:
    one, other = (film_svg(record(puzzle, "mrv")) for puzzle in (SMALL, WIKIPEDIA))
    names = [set(re.findall(r"@keyframes ([\w-]+)", document)) for document in (one, other)]
    assert names[0]
    assert names[0] & names[1] == set()


def test_a_gif_has_many_frames_and_the_same_bytes() -> None:
    data = gif(pair(1_000), most=30)
    image = Image.open(BytesIO(data))
    assert getattr(image, "n_frames", 1) > 20
    assert gif(pair(1_000), most=30) == data
    with pytest.raises(ArgumentError, match="must be from 100 to 2000 pixels, not 5000"):
        gif(pair(100), width=5000)


LEGEND = {"cross": 2, "found": 1, "ring": 1}
"""The signs in the legend of a tree."""


def in_tree(picture: Picture, role: str) -> int:
    """Return how many shapes of a role a tree has without its legend."""
    return sum(shape.role == role for shape in picture.shapes) - LEGEND.get(role, 0)


def labels_in(picture: Picture) -> list[str]:
    """Return the labels of the nodes of one tree; the last two are in the legend."""
    return [shape.text for shape in picture.shapes if shape.role == "nodetext" and isinstance(shape, Text)][:-2]


def test_a_tree_has_a_cross_for_each_dead_end() -> None:
    for puzzle, method in ((INKALA, "propagation"), (WIKIPEDIA, "mrv"), (SMALL, "backtracking"), (SIX, "backtracking")):
        film = record(puzzle, method)
        picture = tree(film, leaves=10_000)
        assert in_tree(picture, "cross") == 2 * film.frames[-1].backtracks
        assert in_tree(picture, "found") == 1


def test_the_labels_of_a_small_tree_name_every_digit_once() -> None:
    for puzzle, method in ((WIKIPEDIA, "mrv"), (SMALL, "backtracking"), (SIX, "backtracking"), (SIX, "mrv")):
        film = record(puzzle, method)
        labels = labels_in(tree(film))
        named = [label.split(" ")[0] for label in labels if "=" in label]
        forced = sum(int(label.rpartition("+")[2]) for label in labels if "+" in label)
        assert len(named) + forced == film.frames[-1].nodes
        written = {f"{film.grid.shape.cell_name(event.cell)}={event.digit}" for event in film.events if event.digit}
        assert set(named) <= written


@pytest.mark.parametrize(("puzzle", "method"), [*product((SIX, INKALA, SEVENTEEN, EMPTY), ("bitmask", "mrv", "dlx"))])
def test_labels_of_a_tree_do_not_overlap(puzzle: str, method: str) -> None:
    film = record(puzzle, method, most=5_000)
    picture = tree([film, film])
    boxes = [bounds(shape) for shape in picture.shapes if shape.role in ("node", "node-guess")]
    signs = [bounds(shape) for shape in picture.shapes if shape.role in ("cross", "ring")]
    assert labels_in(picture)
    assert [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])] == []
    assert [(box, sign) for box in boxes for sign in signs if box.overlaps(sign)] == []
    paper = bounds(picture.shapes[0])
    assert all(paper.contains(box) for box in boxes)


def test_a_cut_tree_says_how_much_it_shows() -> None:
    film = record(SEVENTEEN, "mrv")
    picture = tree(film)
    assert "the first 160 of 822 leaves drawn" in picture.description
    assert in_tree(picture, "cross") == 320


def test_the_tree_in_a_terminal_has_a_line_for_each_node() -> None:
    film = record(SIX, "backtracking")
    lines = str(nonet.draw(film, tree=True, to="text")).splitlines()
    assert lines[0] == film.outcome
    assert [line.lstrip("├└│─ ").split("  ")[0].replace("?", "") for line in lines[1:]] == labels_in(tree(film))
    assert sum(line.endswith("dead end") for line in lines) == film.frames[-1].backtracks


# Masks


@given(puzzles(), st.sampled_from(["backtracking", "bitmask", "singles", "mrv"]))
@settings(max_examples=25)
def test_the_lowest_bit_left_is_the_digit_that_a_search_by_cells_writes(grid: Grid, method: str) -> None:
    frames: list[Frame] = []
    watch(grid, method, lambda watcher: frames.append(watcher.frame()), most=2_000)
    for frame in frames:
        masks = frame.masks(grid.shape)
        if frame.kind == "place":
            assert masks
            assert frame.takes_lowbit(masks)
            assert (masks.candidates & ~frame.tried).bit_count() == 1 or frame.is_guess
            assert masks.candidates & frame.tried == frame.tried
        elif frame.kind == "fail" and masks:
            assert masks.candidates == 0


@given(puzzles(), st.sampled_from(list(METHODS)))
@settings(max_examples=25)
def test_the_masks_of_every_event_are_those_of_the_rules(grid: Grid, method: str) -> None:
    def see(watcher: Watcher) -> None:
        lines = {line.name: line for line in mask_lines(watcher.frame(), grid.shape)}
        if watcher.cell >= 0:
            board = Grid.of_digits(bytes(watcher.board), grid.shape).replace({watcher.cell: 0})
            assert lines["candidates"].mask == possible_masks(board)[watcher.cell]
            row, column, box = (int(lines[name].bits(grid.shape), 2) for name in ("row", "column", "box"))
            assert row & column & box == lines["candidates"].mask
        if watcher.kind == "place":
            assert lines["lowbit"].mask == 1 << watcher.digit - 1

    watch(grid, method, see, most=300)


def test_a_moment_of_a_search_shows_the_masks_of_its_cell() -> None:
    picture = search_moment(INKALA)
    ones = [shape for shape in picture.shapes if shape.role in ("one", "lowbit") and isinstance(shape, Text)]
    row, column, box, candidates, lowbit = ("".join("1" if bit == "1" else "0" for bit in line.text) for line in ones)
    assert int(candidates, 2) == int(row, 2) & int(column, 2) & int(box, 2)
    assert int(lowbit, 2) == 1
    assert {"row 1", "column 2", "box 1", "row & column & box", "1 2 4 6"} <= set(picture.texts)
    grounds = [shape.role for shape in picture.shapes if isinstance(shape, Rect) and shape.width == 40]
    assert Counter(grounds) == {"ground-now": 1, "ground-row": 8, "ground-column": 8, "ground-box": 4}
    assert picture.title == "bitmask, event 1: r1c2 = 1, guess"
    with pytest.raises(ArgumentError, match="event must be at most 13, the last event of mrv, not 14"):
        search_moment(SMALL, "mrv", event=14)
    with pytest.raises(ArgumentError, match="event must be at least 1, not 0"):
        search_moment(SMALL, event=0)


def test_nothing_overlaps_in_the_picture_of_a_moment() -> None:
    for films in (
        record(INKALA, "bitmask", most=40),
        pair(40),
        record(SMALL, "mrv"),
        record(16 * 16 * ".", "bitmask", most=30),
    ):
        for work, language in ((3, "en"), (12, "zh")):
            picture = film_picture(films, work, language=language)
            texts = [bounds(shape) for shape in picture.shapes if isinstance(shape, Text)]
            rows = [bounds(shape) for shape in picture.shapes if isinstance(shape, Text) and not shape.pitch]
            assert [pair for pair in combinations(rows, 2) if pair[0].overlaps(pair[1])] == []
            assert all(bounds(picture.shapes[0]).contains(text) for text in texts)


# Languages


ENGLISH = re.compile(r"[A-Za-z]{2,}")
NAMES = {*METHODS, "lowbit", "Home", "End"}


def english_words(texts: list[str]) -> set[str]:
    """Return the English words in texts, apart from names of methods and cells, and lowbit."""
    return {word for text in texts for word in ENGLISH.findall(re.sub(r"r\d+c\d+", "", text))} - NAMES


def test_chinese_films_and_trees_have_no_english_words() -> None:
    for films in (pair(300), record(SMALL, "bitmask"), record(WITHOUT_SOLUTION, "dlx")):
        for picture in (film_picture(films, 25, language="zh"), tree(films, language="zh")):
            assert english_words([*picture.texts, picture.title, picture.description]) == set()
        assert english_words(str(nonet.draw(films, tree=True, to="text", language="zh")).splitlines()) == set()
        document = ElementTree.fromstring(film_svg(films, language="zh"))
        texts = [e.text or "" for e in document.iter() if not e.tag.endswith("style")]
        assert english_words(texts) == set()
        page = film_html(films, language="zh")
        attributes = re.findall(r'(?:title|aria-label)="([^"]*)"', page)
        body = re.sub(r"<(script|style)\b.*?</\1>|<code>.*?</code>", "", page[page.index("<body") :], flags=re.DOTALL)
        assert english_words([unescape(re.sub(r"<[^>]*>", " ", body)), *attributes]) == set()
        words = frames_in(page)["words"]
        assert isinstance(words, dict)
        assert (
            english_words([re.sub(r"\{\w+\}", "", text) for name, text in words.items() if name != "language"]) == set()
        )
        assert '<html lang="zh-CN">' in page


def test_both_languages_have_the_same_phrases() -> None:
    english, chinese = film_words._ENGLISH, film_words._CHINESE
    assert list(english) == list(chinese)
    for key, text in english.items():
        fields = [{name for _, name, _, _ in Formatter().parse(one) if name} for one in (text, chinese[key])]
        assert fields[0] == fields[1], key
    with pytest.raises(ArgumentError, match="unknown language 'fr'; expected one of en, zh"):
        film_html(record(SMALL, "mrv"), language="fr")


def test_a_puzzle_without_solution_has_a_film() -> None:
    film = record(WITHOUT_SOLUTION, "propagation")
    assert film.ending == "none"
    assert "proved that there is no solution" in film.outcome
    assert "no solution" in film_html(film)


def test_films_and_pictures_are_shown_in_notebooks_and_written_as_json() -> None:
    film = record(SMALL, "mrv")
    assert film._repr_svg_() == film_svg(film)
    assert json.loads(json.dumps(film.to_dict()))["frames"][0] == [[0, 0, 0, 0, 0], "start", -1, []]
    picture = tree(film)
    assert picture._repr_svg_() == nonet.draw(film, tree=True)
    assert len(json.loads(json.dumps(picture.to_dict()))["shapes"]) == len(picture.shapes)


def test_a_short_search_is_shown_event_by_event() -> None:
    film = record(WIKIPEDIA, "mrv")
    assert film_note([film]).startswith("Every event is shown")
    assert moments([film]) == list(range(film.work + 1))
    assert len(moments(pair(), 40)) == 40


def test_bad_arguments_are_reported() -> None:
    with pytest.raises(ArgumentError, match="only if they are of one puzzle"):
        film_html([record(SMALL, "mrv"), record(WIKIPEDIA, "mrv")])
    with pytest.raises(ArgumentError, match="most must be at least 1, not 0"):
        record(SMALL, "mrv", most=0)
