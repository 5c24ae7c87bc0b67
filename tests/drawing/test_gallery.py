"""The gallery shows the pictures that nonet draws now."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_pictures_in_the_gallery_are_up_to_date() -> None:
    made = dict(runpy.run_path(str(DOCS / "pictures.py"))["pictures"]())
    kept = {path.stem: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    assert set(made) == set(kept)
    assert [name for name in made if made[name] != kept[name]] == [], "run python docs/pictures.py"


def test_the_gallery_shows_every_picture_once() -> None:
    shown = re.findall(r"\(pictures/([\w-]+)\.svg\)", (DOCS / "gallery.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(path.stem for path in (DOCS / "pictures").glob("*.svg"))
