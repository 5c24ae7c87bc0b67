"""Films of searches as pages and as SVG files that move; each needs nothing but itself.

Both show the boards of one or two searches side by side, always at the same work; the page has a player, the SVG file
runs by itself, and stands still on its last frame for readers who ask for less motion.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from ..errors import NonetError
from ..geometry import bits
from .layout import Board, board_shapes
from .pages import page
from .picture import BASELINE, Picture, Rect, Shape2D, Text
from .recording import Film, Frame
from .scene import Scene, scene_of
from .vector import number, style_sheet, svg

__all__ = ["fair_words", "film_html", "film_picture", "film_svg", "moments"]

_EDGE = 16.0
_HEAD = 40.0
_FOOT = 66.0
_MOST_SVG_FRAMES = 170
_FRAMES_A_SECOND = 12
_HOLD = 30


def checked(films: Film | Sequence[Film]) -> list[Film]:
    """One film or several of one puzzle."""
    films = [films] if isinstance(films, Film) else list(films)
    if not films or any(film.grid != films[0].grid for film in films):
        raise NonetError("films are shown side by side if they are of one puzzle")
    return films


def moments(films: Sequence[Film], most: int | None = None) -> list[int]:
    """The work at which the frames are shown: those of the longest film, thinned evenly if there are too many."""
    works = sorted({frame.work for film in films for frame in film.frames})
    if most is None or len(works) <= most:
        return works
    return [works[round(index * (len(works) - 1) / (most - 1))] for index in range(most)]


def fair_words(films: Sequence[Film], most: int | None = None) -> str:
    """What a viewer must know to judge fairly.

    >>> from nonet.drawing.recording import record
    >>> fair_words([record("1... .2.. ..3. ...4", "mrv")])
    'Every event is shown: a digit written, a digit taken back, a dead end.'
    """
    both = "Both searches have always done the same work. " if len(films) > 1 else ""
    shown, longest = moments(films, most), max(film.work for film in films)
    if len(shown) > longest:
        return f"{both}Every event is shown: a digit written, a digit taken back, a dead end."
    single = next((index for index, work in enumerate(shown) if work > index), len(shown)) - 1
    if single > 1:
        return (
            f"{both}An event is a digit written, a digit taken back or a dead end. The first {single} are shown one by "
            f"one, then ever longer runs of them: {len(shown) - 1} frames stand for {longest:,} events."
        )
    return (
        f"{both}An event is a digit written, a digit taken back or a dead end. The film speeds up as it goes: "
        f"{len(shown) - 1} frames stand for {longest:,} events."
    )


def scene_at(film: Film, frame: Frame) -> Scene:
    """The board at a moment; the cell at which something happens is coloured."""
    scene = scene_of(film.grid)
    now = ("conflict" if frame.kind == "fail" else "now", 1 << frame.cell) if frame.cell >= 0 else None
    return Scene(
        shape=scene.shape, digits=tuple(frame.digits), given_mask=scene.given_mask, cells=(now,) if now else ()
    )


def film_picture(films: Film | Sequence[Film], work: int, *, most: int | None = None) -> Picture:
    """The boards at one moment, side by side.

    >>> from nonet.drawing.recording import record
    >>> film = record("1... .2.. ..3. ...4", "mrv")
    >>> sum(shape.role == "placed" for shape in film_picture(film, 3).shapes)
    3
    """
    films = checked(films)
    shapes: list[Shape2D] = []
    left = _EDGE
    for film in films:
        frame = film.at(work)
        board = Board(scene_at(film, frame), left, _HEAD)
        shapes += [Text("title", left, 22, 17, film.method, "start"), *board_shapes(board)]
        shapes += counters(film, frame, work, left, _HEAD + board.side + 18)
        left += board.side + 2 * _EDGE
    width, height = left - _EDGE, _HEAD + board.side + _FOOT
    title = "; ".join(film.outcome for film in films)
    paper = Rect("paper", 0, 0, width, height, 6)
    return Picture(width, height, (paper, *shapes), title, fair_words(films, most))


def counters(film: Film, frame: Frame, work: int, left: float, top: float) -> Iterator[Shape2D]:
    """What the search has done so far, under its board."""
    for line, words in enumerate(counter_words(film, frame, work)):
        yield Text("caption" if line else "label", left, top + line * 18, 13, words, "start")


def counter_words(film: Film, frame: Frame, work: int) -> tuple[str, str]:
    """The counters of a moment in two lines."""
    done = f"{min(work, film.work):,} events"
    if work >= film.work:
        done += {"found": ", solved", "none": ", no solution", "stopped": ", stopped unsolved"}[film.ending]
    return done, f"{frame.nodes:,} digits, {frame.guesses:,} guesses, {frame.backtracks:,} dead ends"


# As a page


def film_html(films: Film | Sequence[Film], *, theme: str = "auto") -> str:
    """A page with a player: play, pause, step, speed, counters; one file that asks for nothing else.

    >>> from nonet.drawing.recording import record
    >>> page = film_html(record("1... .2.. ..3. ...4", "mrv"))
    >>> "https://" in page, "<noscript>" in page
    (False, True)
    """
    films = checked(films)
    here = Path(__file__)
    code = here.with_name("film.js").read_text(encoding="utf-8")
    look = here.with_name("film.css").read_text(encoding="utf-8")
    data = json.dumps({"moments": moments(films), "films": [_as_data(film) for film in films]}, separators=(",", ":"))
    title = " against ".join(film.method for film in films)
    shape = films[0].grid.shape
    clues = len(films[0].grid.givens)
    body = (
        f"<header><h1>{escape(title)}</h1>\n<p>{shape} puzzle, {clues} clues: "
        f"<code>{escape(str(films[0].grid))}</code></p></header>\n"
        f'<main class="films">\n{"".join(_player_board(film, theme) for film in films)}</main>\n'
        f"{_CONTROLS}<p class=note>{escape(fair_words(films))}</p>\n"
        f"<ul class=note>{''.join(f'<li>{escape(film.outcome)}.</li>' for film in films)}</ul>\n"
        "<noscript><p class=note>Without scripts the last moment of each search is shown.</p></noscript>\n"
        f'<script type="application/json" id="film">{data}</script>\n<script>\n{code}</script>\n'
    )
    return page(title, body, theme=theme, look=look)


_CONTROLS = """<div class="player" role="group" aria-label="player" hidden>
<button id="first" title="to the start (Home)" aria-label="to the start">|◀</button>
<button id="back" title="one frame back (←)" aria-label="one frame back">◀</button>
<button id="play" title="play or pause (space)" aria-label="play">play</button>
<button id="next" title="one frame on (→)" aria-label="one frame on">▶</button>
<button id="last" title="to the end (End)" aria-label="to the end">▶|</button>
<input id="seek" type="range" min="0" value="0" aria-label="frame">
<label>speed <select id="speed"><option value="4">4 frames/s</option><option value="12">12</option>
<option value="30" selected>30</option><option value="60">60</option></select></label>
</div>
"""


def _player_board(film: Film, theme: str) -> str:
    """A board whose digits the player writes; as it stands in the file, it shows the last frame."""
    scene = scene_of(film.grid)
    board = Board(scene, 3, 3)
    last = film.frames[-1]
    side = board.side + 6
    picture = Picture(
        side, side, (Rect("paper", 0, 0, side, side), *board_shapes(board)), film.outcome, scene.description
    )
    size, symbol = board.cell * 0.58, film.grid.shape.symbol
    x, y = board.corner(0)
    place = f'x="{number(x)}" y="{number(y)}" width="{number(board.cell)}" height="{number(board.cell)}"'
    texts = [f'<rect class="now" {place} visibility="hidden"/>']
    for cell in bits(_blanks(film)):
        mx, my = board.middle(cell)
        digit = symbol(last.digits[cell]) if last.digits[cell] else ""
        texts.append(
            f'<text class="placed" data-cell="{cell}" x="{number(mx)}" y="{number(my + size * BASELINE)}" '
            f'font-size="{number(size)}" text-anchor="middle">{digit}</text>'
        )
    extra = style_sheet([Text("placed", 0, 0, 1, "")], theme)
    counts = "".join(f"<dt>{name}</dt><dd>{getattr(last, key):,}</dd>" for key, name in _COUNTS)
    body = "\n".join(texts) + "\n"
    return (
        f'<section class="film {film.ending}">\n<h2>{escape(film.method)}</h2>\n'
        f"{svg(picture, theme=theme, extra_style=extra, body=body)}<p class=state>{escape(film.outcome)}</p>\n"
        f'<dl>{counts}</dl>\n<svg class="depth" viewBox="0 0 100 30" preserveAspectRatio="none" role="img" '
        'aria-label="digits on the board, frame by frame"></svg>\n<p class=axis>digits on the board</p>\n</section>\n'
    )


_COUNTS = (("work", "events"), ("nodes", "digits written"), ("guesses", "guesses"), ("backtracks", "dead ends"))


def _blanks(film: Film) -> int:
    return ((1 << film.grid.shape.cells) - 1) & ~film.grid.givens.mask


def _as_data(film: Film) -> dict[str, object]:
    """The frames as a script reads them: each with the cells that changed since the one before."""
    frames, before = [], film.frames[0].digits
    for frame in film.frames:
        changed = [cell for cell, (old, new) in enumerate(zip(before, frame.digits, strict=True)) if old != new]
        changes = [value for cell in changed for value in (cell, frame.digits[cell])]
        counts = [frame.work, frame.nodes, frame.guesses, frame.backtracks, frame.standing]
        frames.append([counts, frame.kind, frame.cell, changes])
        before = frame.digits
    return {
        "method": film.method,
        "ending": film.ending,
        "size": film.grid.shape.size,
        "symbols": film.grid.shape.symbols,
        "start": list(film.frames[0].digits),
        "frames": frames,
    }


# As an SVG file that moves


def film_svg(films: Film | Sequence[Film], *, theme: str = "auto", most: int = _MOST_SVG_FRAMES) -> str:
    """An SVG file that runs by itself, by CSS alone; readers who ask for less motion see the last frame.

    >>> from nonet.drawing.recording import record
    >>> "@keyframes" in film_svg(record("1... .2.. ..3. ...4", "mrv"))
    True
    """
    films = checked(films)
    works = moments(films, most)
    slots = len(works) + _HOLD
    still = film_picture(films, works[-1], most=most)
    key = f"film-{_digest(films, works)}"
    fixed, moving, rules, left = list[Shape2D](), list[str](), list[str](), _EDGE
    for index, film in enumerate(films):
        board = Board(scene_of(film.grid), left, _HEAD)
        fixed += [Text("title", left, 22, 17, film.method, "start"), *board_shapes(board)]
        for text, rule in _moving_digits(film, board, works, slots, f"{key}-{index}"):
            moving.append(text)
            rules.append(rule)
        moving += _moving_counters(film, works, left, _HEAD + board.side + 18, slots, key)
        left += board.side + 2 * _EDGE
    texts = [Text("placed", 0, 0, 1, ""), Text("label", 0, 0, 1, ""), Text("caption", 0, 0, 1, "")]
    look = style_sheet(texts, theme) + _motion(key, slots) + "".join(rules)
    picture = Picture(still.width, still.height, (still.shapes[0], *fixed), still.title, still.description)
    body = f'<g class="{key}">\n' + "\n".join(moving) + "\n</g>\n"
    return svg(picture, theme=theme, extra_style=look, body=body)


def _digest(films: Sequence[Film], works: Sequence[int]) -> str:
    """A name for the film's own rules, so that two films on one page keep apart."""
    said = "|".join([str(films[0].grid), *(film.outcome for film in films), str(len(works))])
    return sha256(said.encode()).hexdigest()[:8]


def _motion(key: str, slots: int) -> str:
    """The rules that set everything moving, if the reader does not mind."""
    seconds = number(slots / _FRAMES_A_SECOND)
    return (
        f"@media (prefers-reduced-motion:no-preference){{\n.{key} .placed,.{key} .tick{{animation-duration:{seconds}s;"
        f"animation-timing-function:step-end;animation-iteration-count:infinite}}\n"
        f".{key} .tick{{animation-name:{key}-tick;opacity:0}}\n}}\n"
        f"@keyframes {key}-tick{{0%{{opacity:1}}{number(100 / slots)}%{{opacity:0}}100%{{opacity:0}}}}\n"
        f"@keyframes {key}-end{{0%{{opacity:1}}{number(100 * (_HOLD + 1) / slots)}%{{opacity:0}}100%{{opacity:0}}}}\n"
    )


def _moving_digits(film: Film, board: Board, works: Sequence[int], slots: int, key: str) -> Iterator[tuple[str, str]]:
    """Every digit that a blank ever holds, with the rule that says when it is to be seen."""
    frames = [film.at(work) for work in works]
    size = board.cell * 0.58
    for cell in bits(_blanks(film)):
        x, y = board.middle(cell)
        for digit in sorted({frame.digits[cell] for frame in frames} - {0}):
            name = f"{key}c{cell}d{digit}"
            shown = [frame.digits[cell] == digit for frame in frames]
            text = (
                f'<text class="placed" style="animation-name:{name}" opacity="{int(shown[-1])}" x="{number(x)}" '
                f'y="{number(y + size * BASELINE)}" font-size="{number(size)}" text-anchor="middle">'
                f"{film.grid.shape.symbol(digit)}</text>"
            )
            yield text, _keyframes(name, shown, slots)


def _keyframes(name: str, shown: Sequence[bool], slots: int) -> str:
    """When a digit is to be seen, as parts of the whole."""
    stops, before = [f"0%{{opacity:{int(shown[0])}}}"], shown[0]
    for slot, now in enumerate(shown):
        if now != before:
            stops.append(f"{number(100 * slot / slots)}%{{opacity:{int(now)}}}")
            before = now
    return f"@keyframes {name}{{{''.join(stops)}100%{{opacity:{int(before)}}}}}\n"


def _moving_counters(film: Film, works: Sequence[int], left: float, top: float, slots: int, key: str) -> Iterator[str]:
    """The counters of each moment, each seen for one frame; the last of them for as long as the film is held."""
    for slot, work in enumerate(works):
        last = slot == len(works) - 1
        lines = counter_words(film, film.at(work), work)
        texts = "".join(
            f'<text class="{"caption" if line else "label"}" x="{number(left)}" '
            f'y="{number(top + 18 * line + 13 * BASELINE)}" font-size="13">{words}</text>'
            for line, words in enumerate(lines)
        )
        delay = number((slot - slots) / _FRAMES_A_SECOND)
        name = f";animation-name:{key}-end" if last else ""
        yield f'<g class="tick" opacity="{int(last)}" style="animation-delay:{delay}s{name}">{texts}</g>'
