"""Every view and dialog on every screen: nothing is cut off, messages are in view, and all text can be read and is
in the language of the page.

The English page is light and the Chinese one is dark, since colors do not depend on the language.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession

from tests.web.browser import PHONE, Player, needs_browser
from tests.web.service import Service
from tests.web.states import STATES
from tests.web.test_page_layout import LAPTOP, SIDEWAYS, SMALL_PHONE, painted_contrast, picture

pytestmark = needs_browser

Part = tuple[str, dict[str, float]]
"""A name and a place in the window."""

SCALE = 2
"""Pixels of the screen for one of CSS. With one, the thin strokes of small text have no pixel of their full color."""
PARTS = """() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const name = (each) => each.id || `${each.closest("[id]")?.id} ${each.localName}.${each.getAttribute("class")}`;
  const isShown = (each) => each.checkVisibility() && !each.closest(".visually-hidden, :disabled, [inert]");
  const edge = top.getBoundingClientRect();
  const isAt = (each, x, y) => {
    const found = document.elementFromPoint(x, y);  // beside an open dialog, this is the dialog, too
    const isInside = x > edge.left && x < edge.right && y > edge.top && y < edge.bottom;
    return found && isInside && (each.contains(found) || found.contains(each));
  };
  const inView = (each, { left, right, top, bottom }) =>
    isAt(each, left + 1, top + 1) && isAt(each, right - 1, bottom - 1) && isAt(each, (left + right) / 2, (top + bottom) / 2);
  const plain = ({ x, y, width, height }) => ({ x, y, width, height });
  const found = { at: { x: scrollX, y: scrollY }, wide: [], cut: [], hidden: [], foreign: [], texts: [], lines: [] };
  const isForeign = (text) => document.documentElement.lang !== "en" && /[A-Za-z]{3,} [a-z]{2,}/.test(text);
  if (document.documentElement.scrollWidth > innerWidth) found.wide.push("the page");
  for (const each of [...top.querySelectorAll("*")].filter(isShown)) {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    const scroller = each.parentElement.closest(".tabs, .steps");
    if (!each.closest("svg") && !scroller && (box.right > innerWidth + 1 || box.left < -1)) found.wide.push(name(each));
    const isMessage = each.matches(".message, dialog[open] .dialog-head button");
    const round = { left: box.left + 8, right: box.right - 8, top: box.top + 8, bottom: box.bottom - 8 };
    if (isMessage && !inView(each, round)) found.hidden.push(name(each));
    const text = [...each.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
    const cuts = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
    if (text && cuts && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1) found.cut.push(name(each));
    const said = ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name) ?? "");
    found.foreign.push(...[text?.data ?? "", ...said].filter(isForeign));
    if (text) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const line = [...range.getClientRects()].find((one) => one.width > 2 && one.height > 2);
      const label = `${name(each)}: ${text.data.trim().slice(0, 20)}`;
      if (line && inView(each, line)) found.texts.push([label, plain(line)]);
    }
    const middle = { x: box.x - 4, y: box.y + box.height / 2 - 2, width: 8, height: 4 };
    const isField = each.matches("input:not([type=file], [type=range], :checked), select, textarea");
    if (isField && inView(each, box)) found.lines.push([name(each), middle]);
    if (each.matches("button > svg") && inView(each, box)) found.lines.push([name(each), plain(box)]);
  }
  return found;
}"""


def contrasts(client: CDPSession, window: dict[str, float], parts: list[Part]) -> dict[str, float]:
    """Return the contrast of each part of the window, in the colors that are painted."""
    clip = {**window, "scale": SCALE}
    shot = client.send("Page.captureScreenshot", {"clip": clip, "optimizeForSpeed": True})
    image = picture(base64.b64decode(shot["data"]))
    found = {}
    for name, box in parts:
        left, top = max(0, int(SCALE * box["x"])), max(0, int(SCALE * box["y"]))
        right, bottom = int(SCALE * (box["x"] + box["width"])) + 1, int(SCALE * (box["y"] + box["height"])) + 1
        found[name] = painted_contrast(image.crop((left, top, min(image.width, right), min(image.height, bottom))))
    return found


def faults(player: Player, client: CDPSession, size: dict[str, float]) -> list[str]:
    """Return what is wrong with the page as it is shown in a window of this size."""
    found = player.page.evaluate(PARTS)
    while True:  # an answer of the service may move the parts of a dialog before the picture is taken
        parts = found["texts"] + found["lines"]
        ratios = contrasts(client, {**found["at"], **size}, parts)
        found = player.page.evaluate(PARTS)
        if [box for _, box in parts] == [box for _, box in found["texts"] + found["lines"]]:
            break
    least = dict.fromkeys((name for name, _ in parts), 4.5) | {name: 3.0 for name, _ in found["lines"]}
    return [f"{kind}: {name}" for kind in ("wide", "cut", "hidden", "foreign") for name in found[kind]] + [
        f"contrast {ratios[name]:.1f}: {name}" for name in ratios if ratios[name] < least[name]
    ]


@pytest.mark.parametrize("screens", [[LAPTOP], [SIDEWAYS, PHONE, SMALL_PHONE]], ids=["laptop", "phones"])
@pytest.mark.parametrize(("language", "scheme"), [("en-US", "light"), ("zh-CN", "dark")])
def test_nothing_is_cut_off_and_all_can_be_read(
    new_context: Callable[..., BrowserContext],
    service: Service,
    screens: list[dict[str, Any]],
    language: str,
    scheme: str,
) -> None:
    """Each state is reached on the first screen. Then the window gets the size of the others: the phone is turned."""
    look = {"locale": language, "color_scheme": scheme, "device_scale_factor": SCALE, "reduced_motion": "reduce"}
    wrong = {}
    with new_context(**screens[0], **look) as context:
        player = Player(context, service.address)
        client = context.new_cdp_session(player.page)
        for name, show in STATES.items():
            player.page.set_viewport_size(screens[0]["viewport"])
            show(player)
            player.page.mouse.move(0, 0)
            for screen in screens:
                size = screen["viewport"]
                player.page.set_viewport_size(size)
                if found := faults(player, client, size):
                    wrong[name, size["width"]] = found
        player.leave()
    assert wrong == {}
