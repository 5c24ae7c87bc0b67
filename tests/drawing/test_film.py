"""Films: they show what the search did, two searches are always at the same work, and a file loads nothing."""

from __future__ import annotations

import json
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

import nonet
from nonet import ArgumentError, Grid
from nonet.drawing import Film, film_html, film_svg, gif, record, tree
from nonet.drawing.film import EVENTS_KEPT, film_note, moments
from nonet.drawing.picture import Polygon
from nonet.search import METHODS, Trace, find
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION, puzzles

SMALL = "1... ..2. .3.. ...4"


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


def test_a_tree_has_a_cross_for_each_dead_end() -> None:
    for puzzle, method in ((INKALA, "propagation"), (WIKIPEDIA, "mrv"), (SMALL, "backtracking")):
        film = record(puzzle, method)
        picture = tree(film, leaves=10_000)
        roles = [shape.role for shape in picture.shapes]
        assert roles.count("cross") == 2 * film.frames[-1].backtracks
        assert roles.count("found") == 1
        lines = [s.points for s in picture.shapes if isinstance(s, Polygon) and s.role == "branch"]
        level = min(bottom[1] - top[1] for top, bottom in lines)
        assert sum(round((bottom[1] - top[1]) / level) for top, bottom in lines) == film.frames[-1].nodes


def test_a_cut_tree_says_how_much_it_shows() -> None:
    film = record(SEVENTEEN, "mrv")
    picture = tree(film)
    assert "the first 160 of 822 leaves drawn" in picture.description
    assert sum(shape.role == "cross" for shape in picture.shapes) == 320


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
