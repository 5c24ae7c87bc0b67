"""Every view and dialog of the page, each as a player sees it: the states that the tests of the layout go through."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

import nonet
from nonet import Puzzle
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.browser import Player

UNFAIR = "..81....662.....13.5...39.....7.....49.2.1.67.....9.....53...9.86.....323....46.."
RULES = """
.................................................................................
killer 9: r1c1 r1c2 r2c1
killer 15: r8c8 r8c9 r9c9
thermo: r4c4 r4c5 r4c6 r5c6
arrow: r5c2 = r4c2 r3c2
difference: r7c1 r7c2
even: r9c1
"""
"""A board with several rules. It has many solutions, which the list of rules does not depend on."""
FINISHED = f"{WIKIPEDIA_SOLUTION[:80]}."

State = Callable[[Player], object]


def _click(page: Page, selector: str) -> None:
    """Click a button even if it is only in the settings of this screen."""
    page.eval_on_selector(selector, "button => button.click()")


def _open(player: Player, fragment: str) -> Page:
    """Open the page for a player who has not used it before."""
    player.forget()
    return player.open(fragment)


def _game(player: Player) -> Page:
    """Show a game in which nothing is entered. If the last state was a dialog over this game, close only the dialog."""
    page = player.page
    if not page.url.endswith(f"#p={UNFAIR}") or not page.is_disabled("#undo"):
        return _open(player, f"#p={UNFAIR}")
    player.press("Escape")
    return page


def _view(fragment: str, *ready: str) -> State:
    """Return a state that is a view, which is complete when some elements are there."""

    def show(player: Player) -> None:
        page = _open(player, fragment)
        for selector in ready:
            page.wait_for_selector(selector, state="attached")

    return show


def _dialog(button: str, *more: str) -> State:
    """Return a state that is a dialog, opened by a button. `more` are clicked in it."""

    def show(player: Player) -> None:
        page = _game(player)
        for selector in (button, *more):
            _click(page, selector)
        page.wait_for_selector("dialog[open]")

    return show


def _home_of_a_player(player: Player) -> None:
    page = _open(player, f"#p={FINISHED}")
    page.click("#board .cell[data-cell='80']")
    player.press("9")
    page.wait_for_selector("#solved[open]")
    page.wait_for_function("() => localStorage.getItem('nonet.results').includes('Easy')")  # the service has rated it
    player.open(f"#p={UNFAIR}")
    player.press("4")
    page = player.open("")
    page.wait_for_selector("#home-continue:not([hidden])")
    page.wait_for_selector("#home-statistics-part:not([hidden])")


def _entered(player: Player) -> None:
    page = _open(player, f"#p={WIKIPEDIA}")
    for index, key in ((2, "4"), (3, "Shift+Digit2"), (5, "Control+Digit4"), (6, "Alt+Digit1"), (8, "5")):
        page.click(f"#board .cell[data-cell='{index}']")
        player.press(key)
    page.click("#check")
    page.wait_for_selector("#message:not([hidden])")


def _paused(player: Player) -> None:
    _open(player, f"#p={UNFAIR}").click("#timer")


def _typing(player: Player) -> None:
    page = _game(player)
    page.click("#import")
    page.click("#import-sizes button >> nth=1")
    page.wait_for_selector("#setting:not([hidden])")


def _hint(player: Player) -> None:
    _game(player)
    player.show_hint(stages=4)


def _question(player: Player) -> None:
    _game(player)
    player.press("4")
    player.open(f"#p={UNFAIR}").wait_for_selector("#message button")


def _large(player: Player) -> None:
    page = _open(player, f"#p={256 * '.'}")
    page.click("#board .cell[data-cell='0']")
    player.press("1", "Shift+Digit2")


def _explain(player: Player) -> None:
    page = _open(player, f"#p={UNFAIR}")
    player.explain()
    page.eval_on_selector_all("#steps button", "all => all.find(each => each.className.includes('unfair')).click()")


def _batch(player: Player) -> None:
    page = _open(player, "#batch")
    page.fill("#batch-text", f"{WIKIPEDIA}\nabc\n55{WIKIPEDIA[2:]}\n{81 * '.'}")
    page.click("#batch-start")
    page.wait_for_selector("#batch-save:not([hidden])")


def _import(player: Player, text: str) -> None:
    page = _game(player)
    _click(page, "#import")
    page.fill("#import-input", text)
    page.wait_for_selector("#import-found > *, #import-message.bad")


def _import_rules(player: Player) -> None:
    _import(player, nonet.write(Puzzle.parse(RULES.strip()), format="fpuzzles"))
    player.page.wait_for_selector("#import-found svg, #import-found nonet-board", state="attached")
    player.page.wait_for_selector("#import-found button.primary")


def _variant(player: Player) -> None:
    _import_rules(player)
    page = player.page
    page.click("#import-found button.primary")
    page.wait_for_selector("#variant-rules li")
    for index, digit in ((0, 4), (1, 4)):
        page.click(f"#variant-board .cell[data-cell='{index}']")
        player.press(str(digit))
    page.wait_for_selector("#variant-rules .broken")


def _new(player: Player) -> None:
    page = _game(player)
    _click(page, "#new")
    page.fill("#new-seed", "-5")
    page.click("#new-create")
    page.wait_for_selector("#new-message:not([hidden])")


def _share(player: Player) -> None:
    page = _game(player)
    player.press("4")
    _click(page, "#share")
    page.check("#share-own")


def _solved(player: Player) -> None:
    page = _open(player, f"#p={FINISHED}")
    page.click("#board .cell[data-cell='80']")
    player.press("9")
    page.wait_for_selector("#solved[open]")


STATES: dict[str, State] = {
    "home": _view("", "#home-levels button"),
    "home of a player": _home_of_a_player,
    "play": _view(f"#p={UNFAIR}"),
    "hint": _hint,
    "print": _dialog("#print"),
    "settings": _dialog("#open-settings"),
    "help": _dialog("#open-help"),
    "new": _new,
    "import": _dialog("#import"),
    "import: found": lambda player: _import(player, f"{WIKIPEDIA}\n{81 * '.'}"),
    "import: not found": lambda player: _import(player, "not a puzzle"),
    "import: rules": _import_rules,
    "variant": _variant,
    "typing a puzzle": _typing,
    "share": _share,
    "question": _question,
    "paused": _paused,
    "digits, marks and a message": _entered,
    "16x16": _large,
    "explain": _explain,
    "learn": _view("#learn/xy-chain", "#learn-points li"),
    "lab": _view("#lab", ".lane[data-lane=A][aria-busy=false]", ".lane[data-lane=B][aria-busy=false]"),
    "batch": _batch,
    "solved": _solved,
}
"""The states by name. Each function brings the page into the state, from any other state."""
