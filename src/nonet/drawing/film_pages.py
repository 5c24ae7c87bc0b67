"""Films as pages with a player, and as SVG files that move; each is one file that loads nothing.

Both show one or two searches side by side, always at the same work. The SVG file runs by itself; readers who prefer
less motion see its last frame.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from .film import Film, as_films, counters, film_boards, film_note, film_picture, moments
from .layout import Board, board_shapes
from .picture import Picture, Rect, Text
from .render import element, number, page, style_sheet, svg
from .scene import scene_of

__all__ = ["film_html", "film_svg"]

_MOST_SVG_FRAMES = 170
_FRAMES_PER_SECOND = 12
_HOLD = 30  # frames for which the end is shown
_COUNTS = (("work", "events"), ("nodes", "digits written"), ("guesses", "guesses"), ("backtracks", "dead ends"))
_CONTROLS = """<div class="player" role="group" aria-label="player" hidden>
<button id="first" title="to the start (Home)" aria-label="to the start">|◀</button>
<button id="back" title="previous frame (←)" aria-label="previous frame">◀</button>
<button id="play" title="play or pause (space)" aria-label="play">play</button>
<button id="next" title="next frame (→)" aria-label="next frame">▶</button>
<button id="last" title="to the end (End)" aria-label="to the end">▶|</button>
<input id="seek" type="range" min="0" value="0" aria-label="frame">
<label>speed <select id="speed"><option value="4">4 frames/s</option><option value="12">12</option>
<option value="30" selected>30</option><option value="60">60</option></select></label>
</div>
"""


def film_html(films: Film | Sequence[Film], *, theme: str = "auto") -> str:
    """Return a page with a player: play, pause, step, speed, counters.

    >>> from nonet.drawing.film import record
    >>> page = film_html(record("1... .2.. ..3. ...4", "mrv"))
    >>> "https://" in page, "<noscript>" in page
    (False, True)
    """
    films = as_films(films)
    script, css = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("film.js", "film.css"))
    data = json.dumps({"moments": moments(films), "films": [film.to_dict() for film in films]}, separators=(",", ":"))
    title = " against ".join(film.method for film in films)
    grid = films[0].grid
    body = (
        f"<header><h1>{escape(title)}</h1>\n<p>{grid.shape} puzzle, {len(grid.givens)} clues: "
        f"<code>{escape(str(grid))}</code></p></header>\n"
        f'<main class="films">\n{"".join(_player_board(film, theme) for film in films)}</main>\n'
        f"{_CONTROLS}<p class=note>{escape(film_note(films))}</p>\n"
        f"<ul class=note>{''.join(f'<li>{escape(film.outcome)}.</li>' for film in films)}</ul>\n"
        "<noscript><p class=note>Without scripts, this page shows only the last frame of each search.</p></noscript>\n"
        f'<script type="application/json" id="film">{data}</script>\n<script>\n{script}</script>\n'
    )
    return page(title, body, theme=theme, css=css)


def _player_board(film: Film, theme: str) -> str:
    """Return a board whose digits the player changes; without scripts it shows the last frame."""
    scene = scene_of(film.grid)
    board = Board(scene, 3, 3)
    side = board.side + 6
    paper = Rect("paper", 0, 0, side, side)
    picture = Picture(side, side, (paper, *board_shapes(board)), film.outcome, scene.description)
    last = film.frames[-1]
    active = Rect("now", *board.corner(0), board.cell, board.cell)
    digits = (
        element(board.digit_text(cell, last.digits[cell], "placed"), f' data-cell="{cell}"') for cell in _blanks(film)
    )
    body = "\n".join([element(active, ' visibility="hidden"'), *digits, ""])
    extra = style_sheet([Text("placed", 0, 0, 1, "")], theme)
    counts = "".join(f"<dt>{name}</dt><dd>{getattr(last, key):,}</dd>" for key, name in _COUNTS)
    return (
        f'<section class="film {film.ending}">\n<h2>{escape(film.method)}</h2>\n'
        f"{svg(picture, theme=theme, extra_style=extra, body=body)}<p class=state>{escape(film.outcome)}</p>\n"
        f'<dl>{counts}</dl>\n<svg class="depth" viewBox="0 0 100 30" preserveAspectRatio="none" role="img" '
        'aria-label="digits on the board, frame by frame"></svg>\n<p class=axis>digits on the board</p>\n</section>\n'
    )


def _blanks(film: Film) -> list[int]:
    return [cell for cell, digit in enumerate(film.grid) if not digit]


def film_svg(films: Film | Sequence[Film], *, theme: str = "auto", most: int = _MOST_SVG_FRAMES) -> str:
    """Return an SVG file that runs by itself, by CSS alone; readers who prefer less motion see the last frame.

    >>> from nonet.drawing.film import record
    >>> "@keyframes" in film_svg(record("1... .2.. ..3. ...4", "mrv"))
    True
    """
    films = as_films(films)
    works = moments(films, most)
    slots = len(works) + _HOLD
    identity = "|".join([str(films[0].grid), *(film.outcome for film in films), str(len(works))])
    key = f"film-{sha256(identity.encode()).hexdigest()[:8]}"  # so that two films on one page have different names
    elements, rules = list[str](), list[str]()
    for index, (film, board) in enumerate(zip(films, film_boards(films), strict=True)):
        for digit, rule in _moving_digits(film, board, works, slots, f"{key}-{index}"):
            elements.append(digit)
            rules.append(rule)
        elements += _moving_counters(film, board, works, slots, key)
    texts = [Text(role, 0, 0, 1, "") for role in ("placed", "label", "caption")]
    style = style_sheet(texts, theme) + _animation(key, slots) + "".join(rules)
    body = f'<g class="{key}">\n' + "\n".join(elements) + "\n</g>\n"
    return svg(film_picture(films, None, most=most), theme=theme, extra_style=style, body=body)


def _animation(key: str, slots: int) -> str:
    """Return the rules that run the film, unless the reader asks for less motion."""
    seconds = number(slots / _FRAMES_PER_SECOND)
    return (
        f"@media (prefers-reduced-motion:no-preference){{\n.{key} .placed,.{key} .tick{{animation-duration:{seconds}s;"
        f"animation-timing-function:step-end;animation-iteration-count:infinite}}\n"
        f".{key} .tick{{animation-name:{key}-tick;opacity:0}}\n}}\n"
        f"@keyframes {key}-tick{{0%{{opacity:1}}{number(100 / slots)}%{{opacity:0}}100%{{opacity:0}}}}\n"
        f"@keyframes {key}-end{{0%{{opacity:1}}{number(100 * (_HOLD + 1) / slots)}%{{opacity:0}}100%{{opacity:0}}}}\n"
    )


def _moving_digits(film: Film, board: Board, works: Sequence[int], slots: int, key: str) -> Iterator[tuple[str, str]]:
    """Yield every digit that a blank ever has, with the rule that shows it at the right moments."""
    frames = [film.at(work) for work in works]
    for cell in _blanks(film):
        for digit in sorted({frame.digits[cell] for frame in frames} - {0}):
            name = f"{key}c{cell}d{digit}"
            shown = [frame.digits[cell] == digit for frame in frames]
            attributes = f' style="animation-name:{name}" opacity="{int(shown[-1])}"'
            yield element(board.digit_text(cell, digit, "placed"), attributes), _keyframes(name, shown, slots)


def _keyframes(name: str, shown: Sequence[bool], slots: int) -> str:
    """Return the rule that shows a digit in some slots and hides it in the others."""
    stops, before = [f"0%{{opacity:{int(shown[0])}}}"], shown[0]
    for slot, now in enumerate(shown):
        if now != before:
            stops.append(f"{number(100 * slot / slots)}%{{opacity:{int(now)}}}")
            before = now
    return f"@keyframes {name}{{{''.join(stops)}100%{{opacity:{int(before)}}}}}\n"


def _moving_counters(film: Film, board: Board, works: Sequence[int], slots: int, key: str) -> Iterator[str]:
    """Yield the counters of each moment; each is shown for one frame, the last until the film starts again."""
    for slot, work in enumerate(works):
        is_last = slot == len(works) - 1
        # "start" is the default, and a film has hundreds of these
        texts = "".join(element(text).replace(' text-anchor="start"', "") for text in counters(film, work, board))
        delay = number((slot - slots) / _FRAMES_PER_SECOND)
        name = f";animation-name:{key}-end" if is_last else ""
        yield f'<g class="tick" opacity="{int(is_last)}" style="animation-delay:{delay}s{name}">{texts}</g>'
