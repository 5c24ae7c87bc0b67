"""`nonet.draw` is the function, whatever was imported before; the room's names are imported from it all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import nonet
import nonet.draw as room_or_function

CALL = "print(nonet.draw('1... .2.. ..3. ...4', to='text').count('│'))"


@pytest.mark.parametrize(
    "before",
    [
        "import nonet",
        "import nonet.draw",
        "import nonet.draw.vector, nonet.draw.layout",
        "from nonet.draw import svg",
        "from nonet.draw import *\nimport nonet",
        "import nonet\nnonet.Grid.empty()._repr_svg_()",
        "import nonet.cli.solve",
        "import nonet\nfrom importlib import import_module\nimport_module('nonet.draw').svg",
    ],
)
def test_draw_is_the_function_whatever_was_imported_before(before: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"{before}\nimport nonet\n{CALL}"], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("12\n", "")


def test_both_ways_to_name_it_mean_the_function() -> None:
    from nonet import draw

    everyone: list[object] = [nonet.draw, room_or_function, sys.modules["nonet.draw"].draw]
    assert all(one is draw for one in everyone)


def test_no_public_name_is_also_a_file() -> None:
    """Otherwise importing the file would hide the name."""
    room = sys.modules["nonet.draw"]
    files = {path.stem for path in Path(room.__file__ or "").parent.glob("*.py")}
    assert files & set(room.__all__) == set()
