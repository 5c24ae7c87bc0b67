"""Every view and dialog on every screen: nothing is cut off, messages are in view, and all text can be read.

The English page is light and the Chinese one is dark, since colors do not depend on the language.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import PHONE, Player, needs_browser
from tests.web.service import Service
from tests.web.states import STATES
from tests.web.test_page_layout import LAPTOP, SIDEWAYS, painted_contrast, picture

pytestmark = needs_browser

SCALE = 2
"""Pixels of the screen for one of CSS. With one, the thin strokes of small text have no pixel of their full color."""
PARTS = """() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const name = (each) => each.id || `${each.closest("[id]")?.id} ${each.localName}.${each.getAttribute("class")}`;
  const isShown = (each) => each.checkVisibility() && !each.closest(".visually-hidden, :disabled");
  const edge = top.getBoundingClientRect();
  const isAt = (each, x, y) => {
    const found = document.elementFromPoint(x, y);  // beside an open dialog, this is the dialog, too
    const isInside = x > edge.left && x < edge.right && y > edge.top && y < edge.bottom;
    return found && isInside && (each.contains(found) || found.contains(each));
  };
  const inView = (each, { left, right, top, bottom }) =>
    isAt(each, left + 1, top + 1) && isAt(each, right - 1, bottom - 1) && isAt(each, (left + right) / 2, (top + bottom) / 2);
  const plain = ({ x, y, width, height }) => ({ x, y, width, height });
  const found = { wide: [], cut: [], hidden: [], texts: [], lines: [] };
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


def contrasts(page: Page, parts: list[tuple[str, dict[str, float]]]) -> dict[str, float]:
    """Return the contrast of each part of the window, in the colors that are painted."""
    image = picture(page.screenshot())
    found = {}
    for name, box in parts:
        left, top = max(0, int(SCALE * box["x"])), max(0, int(SCALE * box["y"]))
        right, bottom = int(SCALE * (box["x"] + box["width"])) + 1, int(SCALE * (box["y"] + box["height"])) + 1
        found[name] = painted_contrast(image.crop((left, top, min(image.width, right), min(image.height, bottom))))
    return found


def faults(page: Page) -> list[str]:
    """Return what is wrong with the page as it is shown."""
    found = page.evaluate(PARTS)
    ratios = contrasts(page, found["texts"] + found["lines"])
    least = {name: 4.5 for name, _ in found["texts"]} | {name: 3.0 for name, _ in found["lines"]}
    return [f"{kind}: {name}" for kind in ("wide", "cut", "hidden") for name in found[kind]] + [
        f"contrast {ratios[name]:.1f}: {name}" for name in ratios if ratios[name] < least[name]
    ]


@pytest.mark.parametrize("screen", [LAPTOP, PHONE, SIDEWAYS], ids=["laptop", "phone", "sideways"])
@pytest.mark.parametrize(("language", "scheme"), [("en-US", "light"), ("zh-CN", "dark")])
def test_nothing_is_cut_off_and_all_can_be_read(
    browser: Browser, page_service: Service, screen: dict[str, Any], language: str, scheme: str
) -> None:
    options = {**screen, "locale": language, "color_scheme": scheme, "device_scale_factor": SCALE}
    player = Player(browser, page_service.address, reduced_motion="reduce", **options)
    client = player.context.new_cdp_session(player.page)
    wrong = {}
    for name, show in STATES.items():
        player.page.goto("about:blank")
        client.send("Storage.clearDataForOrigin", {"origin": player.address, "storageTypes": "local_storage"})
        show(player)
        player.page.mouse.move(0, 0)
        if found := faults(player.page):
            wrong[name] = found
    player.leave()
    assert wrong == {}
