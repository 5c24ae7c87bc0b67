"""``nonet web``: the page and the service."""

from __future__ import annotations

import click

from ..web import Settings, serve


@click.command("web", short_help="Play, learn and explore on a page in your browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets other machines in.")
@click.option("--port", default=8000, show_default=True, type=int, help="The port; 0 for any that is free.")
@click.option("--browser/--no-browser", default=True, help="Open the page in your browser, or not.")
def command(host: str, port: int, browser: bool) -> int:
    """Serve the page, and the service behind it, until Ctrl-C.

    It listens on this machine only unless told otherwise, and works without any network. The limits of the service can
    be changed by the environment: NONET_WEB_DEADLINE=2, NONET_WEB_RATE=5 and so on; docs/web.md lists them.
    """
    serve(host, port, settings=Settings.from_environment(), open_browser=browser)
    return 0
