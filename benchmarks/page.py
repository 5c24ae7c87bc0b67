"""Measure the first load of the page in a real browser: bytes over the wire, requests, and the time until it is usable.

    python -m benchmarks.page [--rounds 9]

Each round opens the page in a browser without stored files, as a new visitor does. The board is usable when it shows a
digit that was typed. The bytes include the headers, and exclude what the service worker stores later.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from typing import Any

from playwright.sync_api import Browser
from tests.web.browser import PHONE, browsing
from tests.web.service import running

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TYPED = """() => new Promise((resolve) => {
  const type = () => {
    if (!document.documentElement?.dataset.ready) return requestAnimationFrame(type);
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "4", code: "Digit4", bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const shown = document.querySelector("#board [data-cell='2']").textContent === "4";
      resolve(shown ? performance.now() : NaN);
    }));
  };
  type();
})"""


def first_load(browser: Browser, address: str, options: dict[str, Any]) -> tuple[float, int, int]:
    """Open the page as a new visitor. Return the milliseconds until it is usable, the bytes and the requests."""
    context = browser.new_context(**options, service_workers="block")
    page = context.new_page()
    sizes: list[float] = []
    client = context.new_cdp_session(page)
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    client.send("Network.enable")
    page.goto(f"{address}/#p={PUZZLE}", wait_until="commit")
    usable = page.evaluate(TYPED)
    page.wait_for_load_state("networkidle")
    context.close()
    return usable, int(sum(sizes)), len(sizes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9, help="number of first loads (default: %(default)s)")
    rounds = parser.parse_args().rounds
    with running(workers=1) as service, browsing() as browser:
        for name, options in (("laptop", {"viewport": {"width": 1366, "height": 768}}), ("phone", PHONE)):
            found = [first_load(browser, service.address, options) for _ in range(rounds)]
            times, sizes, requests = zip(*found, strict=True)
            print(
                f"{name}: usable after {statistics.median(times):.0f} ms (fastest {min(times):.0f}, "
                f"slowest {max(times):.0f}); {max(sizes) / 1000:.1f} KB in {max(requests)} requests"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
