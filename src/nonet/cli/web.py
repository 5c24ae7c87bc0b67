"""``nonet web``: the web page and its service."""

from __future__ import annotations

import click

from ..web import Settings, serve


@click.command("web")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; 0.0.0.0 admits other machines.",
)
@click.option("--port", default=8000, show_default=True, type=int, metavar="N", help="The port; 0 means any free port.")
@click.option("--browser/--no-browser", default=True, help="Open the page in your browser, or not.")
def command(host: str, port: int, browser: bool) -> None:
    """Serve the web page and its service until Ctrl-C.

    \b
      nonet web
      nonet web --port 9000 --no-browser

    By default the service listens on this machine only. It needs no network. Environment variables set its limits:
    NONET_WEB_DEADLINE=2, NONET_WEB_RATE=5 and so on; docs/web.md lists them.
    """
    serve(host, port, settings=Settings.from_environment(), open_browser=browser)
