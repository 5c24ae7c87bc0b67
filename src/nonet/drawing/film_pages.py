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

from ._watch import Frame
from .film import Film, as_films, film_note, method_of, moments, outcome_of
from .film_layout import ROLES, FilmLayout, SearchPlaces, counters, film_title, shading
from .film_words import phrase
from .layout import Board, board_shapes
from .legend import legend_shapes
from .masks import LINES, MaskLine, MaskPanel, event_title, mask_labels, mask_lines
from .picture import Picture, Rect, Shape2D, Text
from .render import element, number, page, scope_of, style_sheet, svg
from .scene import scene_of

__all__ = ["film_html", "film_svg"]

_MOST_SVG_FRAMES = 100
_FRAMES_PER_SECOND = 6
_HOLD = 18  # frames for which the end is shown
_SPEEDS = (1, 2, 4, 12, 30, 60)
_COUNTS = ("work", "nodes", "guesses", "backtracks")
_WORDS = (
    *("guess", "forced", "remove", "fail", "fail-house", "found", "start", "row", "column", "box"),
    *("any-row", "any-column", "any-box"),
    *("lowbit", "digit", "searching", "solved", "no-solution", "stopped", "play", "pause", "work"),
)
"""The phrases that the player needs."""


def film_html(films: Film | Sequence[Film], *, theme: str = "auto", language: str = "en") -> str:
    """Return a page with a player: play, pause, step, speed, counters, and the masks of the active cell.

    >>> from nonet.drawing.film import record
    >>> page = film_html(record("1... .2.. ..3. ...4", "mrv"))
    >>> "https://" in page, "<noscript>" in page
    (False, True)
    """
    films = as_films(films)
    script, css = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("film.js", "film.css"))
    words = {"language": language, "comma": "，" if language == "zh" else ", "}
    words |= {key: phrase(language, key, symbol="{symbol}", number="{number}") for key in _WORDS}
    content = {"moments": moments(films), "words": words, "films": [film.to_dict() for film in films]}
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    title = phrase(language, "against").join(method_of(film, language=language) for film in films)
    grid = films[0].grid
    outcomes = "".join(f"<li>{escape(outcome_of(film, language=language))}</li>" for film in films)
    puzzle = phrase(language, "puzzle", shape=grid.shape, clues=len(grid.givens))
    body = (
        f"<header><h1>{escape(title)}</h1>\n<p>{puzzle}<code>{escape(str(grid))}</code></p></header>\n"
        f'<main class="films count-{len(films)}">\n'
        f"{''.join(_player_section(film, theme, language, named=len(films) > 1) for film in films)}</main>\n"
        f"{_controls(language)}{_legend(theme, language)}"
        f"<p class=note>{escape(film_note(films, language=language))} {phrase(language, 'of-cell')}</p>\n"
        f"<ul class=note>{outcomes}</ul>\n"
        f"<noscript><p class=note>{phrase(language, 'no-scripts')}</p></noscript>\n"
        f'<script type="application/json" id="film">{data}</script>\n<script>\n{script}</script>\n'
    )
    return page(title, body, theme=theme, css=css, language="zh-CN" if language == "zh" else language)


def _controls(language: str) -> str:
    """Return the buttons of the player."""
    buttons = []
    for name, key, shortcut, sign in (
        ("first", "to-start", "Home", "|◀"),
        ("back", "previous", "←", "◀"),
        ("play", "play", phrase(language, "space-key"), phrase(language, "play")),
        ("next", "next-frame", "→", "▶"),
        ("last", "to-end", "End", "▶|"),
    ):
        text = phrase(language, key)
        buttons.append(f'<button id="{name}" title="{text} ({shortcut})" aria-label="{text}">{sign}</button>\n')
    speeds = "".join(
        f'<option value="{speed}"{" selected" * (speed == 4)}>{phrase(language, "per-second", number=speed)}</option>'
        for speed in _SPEEDS
    )
    return (
        f'<div class="player" role="group" aria-label="{phrase(language, "player")}" hidden>\n{"".join(buttons)}'
        f'<input id="seek" type="range" min="0" value="0" aria-label="{phrase(language, "frame")}">\n'
        f'<label>{phrase(language, "speed")} <select id="speed">{speeds}</select></label>\n</div>\n'
    )


def _legend(theme: str, language: str) -> str:
    """Return the legend as a picture that is narrow enough for a phone."""
    shapes, bottom = legend_shapes(ROLES, 0, 0, 340, language)
    return f'<figure class="legend">{svg(Picture(340, bottom, tuple(shapes)), theme=theme)}</figure>\n'


def _player_section(film: Film, theme: str, language: str, *, named: bool) -> str:
    """Return a board and masks that the player changes; without scripts the board shows the last frame."""
    last = film.frames[-1]
    heading = f"<h2>{escape(method_of(film, language=language))}</h2>\n" if named else ""
    outcome = escape(outcome_of(film, language=language))
    counts = "".join(f"<dt>{phrase(language, key)}</dt><dd>{getattr(last, key):,}</dd>" for key in _COUNTS)
    return (
        f'<section class="film {film.ending}">\n{heading}{_player_board(film, theme, language)}'
        f'<div class="facts">\n{_player_panel(film, theme, language)}<p class=state>{outcome}</p>\n'
        f'<dl>{counts}</dl>\n<svg class="depth" viewBox="0 0 100 30" preserveAspectRatio="none" role="img" '
        f'aria-label="{phrase(language, "frame-by-frame")}"></svg>\n'
        f"<p class=axis>{phrase(language, 'on-board')}</p>\n</div>\n</section>\n"
    )


def _player_board(film: Film, theme: str, language: str) -> str:
    """Return the board: the colors of the active cell and its houses are below the lines and the digits."""
    scene = scene_of(film.grid)
    board = Board(scene, 3, 3)
    side = board.side + 6
    paper = Rect("paper", 0, 0, side, side)
    last = film.frames[-1]
    hidden = [element(rect, ' visibility="hidden"') for rect in shading(board, last._replace(cell=0, kind="place"))]
    fixed = board_shapes(board)
    digits = (
        element(board.digit_text(cell, last.digits[cell], _role(last, cell)), f' data-cell="{cell}"')
        for cell in _blanks(film)
    )
    body = "\n".join([*hidden, *map(element, fixed), *digits, ""])
    looks = [Text(role, 0, 0, 1, "") for role in ("placed", "guess")]
    looks += [Rect(f"ground-{role}", 0, 0, 1, 1) for role in ("row", "column", "box", "now", "dead")]  # type: ignore[misc]
    picture = Picture(side, side, (paper,), outcome_of(film, language=language), language=language)
    return svg(picture, theme=theme, extra_style=style_sheet([*fixed, *looks], theme), body=body)


def _player_panel(film: Film, theme: str, language: str) -> str:
    """Return the masks: every bit is a text of its own, so that the player can change it."""
    shape = film.grid.shape
    panel = MaskPanel(shape, 2, 2)
    fixed = list(panel.frame())
    elements = [element(panel.band(1), ' visibility="hidden"'), *map(element, fixed)]
    texts: list[Text] = [panel.title(event_title(film.frames[-1], shape, language=language))]
    elements.append(element(texts[0], ' data-part="title"'))
    for line, name in enumerate(LINES, 2):
        label = panel.label(line, mask_labels([], language=language)[line - 2])
        elements.append(element(label, f' data-part="label" data-line="{name}"'))
        for index in range(shape.size):
            bit = Text("zero", *panel.bit_place(line, index), panel.size, "")
            elements.append(element(bit, f' data-part="bit" data-line="{name}"'))
        elements.append(element(panel.note(line, ""), f' data-part="note" data-line="{name}"'))
    texts += [Text(role, 0, 0, 1, "") for role in ("zero", "one", "lowbit", "caption")]
    width, height = panel.width + 4, panel.height + 4
    style = style_sheet([*fixed, *texts, panel.band(1)], theme)
    masks = svg(Picture(width, height, ()), theme=theme, extra_style=style, body="\n".join([*elements, ""]))
    return f'<figure class="masks">\n{masks}</figure>\n'


def _blanks(film: Film) -> list[int]:
    return [cell for cell, digit in enumerate(film.grid) if not digit]


def _role(frame: Frame, cell: int) -> str:
    return "guess" if frame.guessed >> cell & 1 else "placed"


def film_svg(
    films: Film | Sequence[Film], *, theme: str = "auto", most: int = _MOST_SVG_FRAMES, language: str = "en"
) -> str:
    """Return an SVG file that runs by itself, by CSS alone; readers who prefer less motion see the last frame.

    >>> from nonet.drawing.film import record
    >>> "@keyframes" in film_svg(record("1... .2.. ..3. ...4", "mrv"))
    True
    """
    films = as_films(films)
    works = moments(films, most)
    slots = len(works) + _HOLD
    identity = "|".join([str(films[0].grid), *(outcome_of(film, language=language) for film in films), str(len(works))])
    key = f"film-{sha256(identity.encode()).hexdigest()[:8]}"  # so that two films on one page have different names
    layout = FilmLayout(films[0].grid, len(films), language=language)
    still: list[Shape2D] = [*layout.legend]
    rules, masks = list[str](), _Masks(key)
    below, boards, above = list[str](), list[str](), list[str]()
    for index, (film, places) in enumerate(zip(films, layout.searches, strict=True)):
        fixed = [film_title(film, places, language), *board_shapes(places.board), *places.panel.frame()]
        still += fixed
        boards += map(element, fixed)
        for digit, rule in _moving_digits(film, places.board, works, slots, f"{key}-{index}"):
            boards.append(digit)
            rules.append(rule)
        frames = [film.at(work) for work in works]
        below += _ticks(key, slots, [_shading(places, frame) for frame in frames])
        texts = [
            _moving_texts(film, frame, work, places, masks, language) for frame, work in zip(frames, works, strict=True)
        ]
        above += _ticks(key, slots, texts)
    looks = [Text(role, 0, 0, 1, "") for role in ("placed", "guess", "label", "caption", "title")]
    grounds = [Rect(f"ground-{role}", 0, 0, 1, 1) for role in ("row", "column", "box", "now", "dead")]
    style = (
        style_sheet([*still, *looks, *grounds], theme) + masks.rules(theme) + _animation(key, slots) + "".join(rules)
    )
    groups = "\n".join([*below, *boards, *above, *map(element, layout.legend)])
    body = f'<defs>\n{masks.definitions()}</defs>\n<g class="{key}">\n{groups}\n</g>\n'
    title = "; ".join(outcome_of(film, language=language) for film in films)
    paper = Rect("paper", 0, 0, layout.width, layout.height, 6)
    note = film_note(films, most, language=language)
    picture = Picture(layout.width, layout.height, (paper,), title, note, language=language)
    return svg(picture, theme=theme, extra_style=style, body=body)


class _Masks:
    """The masks of a film: each is defined once, and used wherever a moment shows it."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.found: dict[str, str] = {}

    def use(self, panel: MaskPanel, line: int, mask: MaskLine) -> str:
        """Return an element that shows a mask in a line of a panel."""
        is_lowbit = mask.name == "lowbit"
        name = f"{self.key}-{'t' if is_lowbit else 'm'}{mask.mask:x}"
        if name not in self.found:
            texts = panel.bits(line, mask.bits(panel.shape), is_lowbit=is_lowbit)
            placed = (
                text._replace(role=f"{self.key}-bits {self.key}-{text.role}", x=text.x - panel.bits_left, y=0)
                for text in texts
                if text.letters
            )
            self.found[name] = f'<g id="{name}">{"".join(map(element, placed))}</g>\n'
        return f'<use href="#{name}" x="{number(panel.bits_left)}" y="{number(panel.y(line))}"/>'

    def definitions(self) -> str:
        """Return the masks that are in use."""
        return "".join(self.found.values())

    def rules(self, theme: str) -> str:
        """Return the looks of the bits by class alone: a copy of an element does not know what it is inside of."""
        scope = f".{scope_of(theme)}"
        looks = style_sheet([Text(role, 0, 0, 1, "") for role in ("zero", "one", "lowbit")], theme)
        return looks.replace(f"{scope} text", f".{self.key}-bits").replace(f"{scope} .", f".{self.key}-")


def _shading(places: SearchPlaces, frame: Frame) -> str:
    """Return the colors of one moment: the active cell, its houses, and the digit in the masks."""
    lines = mask_lines(frame, places.board.shape)
    bands = [places.panel.band(lines[-1].mask.bit_length())] if lines and lines[-1].mask else []
    return "".join(map(element, [*shading(places.board, frame), *bands]))


def _moving_texts(film: Film, frame: Frame, work: int, places: SearchPlaces, masks: _Masks, language: str) -> str:
    """Return the masks and the counters of one moment."""
    panel, shape = places.panel, film.grid.shape
    lines = mask_lines(frame, shape, language=language)
    parts: list[str] = []
    texts = [panel.title(event_title(frame, shape, language=language)), *counters(film, work, places, language)]
    texts += [panel.label(line, text) for line, text in enumerate(mask_labels(lines, language=language), 2)]
    for line, mask in enumerate(lines, 2):
        parts.append(masks.use(panel, line, mask))
        texts += [panel.note(line, mask.note)] if mask.note else []
    # "start" is the default, and a film has hundreds of these
    return "".join([*parts, *(element(text).replace(' text-anchor="start"', "") for text in texts)])


def _ticks(key: str, slots: int, contents: Sequence[str]) -> Iterator[str]:
    """Yield what is shown for one frame each; the last content is shown until the film starts again."""
    for slot, content in enumerate(contents):
        is_last = slot == len(contents) - 1
        delay = number((slot - slots) / _FRAMES_PER_SECOND)
        name = f";animation-name:{key}-end" if is_last else ""
        yield f'<g class="tick" opacity="{int(is_last)}" style="animation-delay:{delay}s{name}">{content}</g>'


def _animation(key: str, slots: int) -> str:
    """Return the rules that run the film, unless the reader asks for less motion."""
    seconds = number(slots / _FRAMES_PER_SECOND)
    return (
        f"@media (prefers-reduced-motion:no-preference){{\n.{key} .move,.{key} .tick{{animation-duration:{seconds}s;"
        f"animation-timing-function:step-end;animation-iteration-count:infinite}}\n"
        f".{key} .tick{{animation-name:{key}-tick;opacity:0}}\n}}\n"
        f"@keyframes {key}-tick{{0%{{opacity:1}}{number(100 / slots)}%{{opacity:0}}100%{{opacity:0}}}}\n"
        f"@keyframes {key}-end{{0%{{opacity:1}}{number(100 * (_HOLD + 1) / slots)}%{{opacity:0}}100%{{opacity:0}}}}\n"
    )


def _moving_digits(film: Film, board: Board, works: Sequence[int], slots: int, key: str) -> Iterator[tuple[str, str]]:
    """Yield every digit that a blank ever has, with the rule that shows it at the right moments."""
    frames = [film.at(work) for work in works]
    for cell in _blanks(film):
        looks = [(frame.digits[cell], _role(frame, cell)) for frame in frames]
        for digit, role in sorted(set(looks)):
            if digit:
                name = f"{key}c{cell}d{digit}{role[0]}"
                shown = [look == (digit, role) for look in looks]
                attributes = f' style="animation-name:{name}" opacity="{int(shown[-1])}"'
                text = board.digit_text(cell, digit, f"{role} move")
                yield element(text, attributes), _keyframes(name, shown, slots)


def _keyframes(name: str, shown: Sequence[bool], slots: int) -> str:
    """Return the rule that shows a digit in some slots and hides it in the others."""
    stops, before = [f"0%{{opacity:{int(shown[0])}}}"], shown[0]
    for slot, now in enumerate(shown):
        if now != before:
            stops.append(f"{number(100 * slot / slots)}%{{opacity:{int(now)}}}")
            before = now
    return f"@keyframes {name}{{{''.join(stops)}100%{{opacity:{int(before)}}}}}\n"
