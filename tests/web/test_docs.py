"""The examples in docs/api.md, and the lists in docs/api.md and docs/web.md."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nonet.web import Settings
from nonet.web.problems import PROBLEMS
from tests.web.service import Reply, Service

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = re.compile(
    r"```sh\n(?:printf '(?P<input>.*)' \| )?(?P<curl>curl .*?)\n```\n\n```json\n(?P<response>.*?)\n```", re.DOTALL
)
OMITTED = "…"


def examples() -> list[tuple[str, str, str]]:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    return [(found["curl"], found["input"] or "", found["response"]) for found in EXAMPLE.finditer(text)]


def response_to(service: Service, curl: str, given: str) -> Reply:
    """Send the request of a curl command in the manual."""
    words = shlex.split(curl)
    path = next(word for word in words if word.startswith("localhost:8000")).removeprefix("localhost:8000")
    if "-d" in words:
        body = words[words.index("-d") + 1]
    elif "--data-binary" in words:
        body = given.replace("\\n", "\n")
    else:
        return service.request("GET", path)
    kind = words[words.index("-H") + 1].removeprefix("Content-Type: ")
    return service.request("POST", path, body.encode(), content_type=kind)


def agrees(shown: Any, actual: Any) -> bool:
    """Return whether a response is as shown in the manual, except for what the manual omits."""
    if shown == OMITTED:
        return True
    if isinstance(shown, dict) and isinstance(actual, dict):
        named = {name: value for name, value in shown.items() if name != OMITTED}
        is_complete = OMITTED in shown or named.keys() == actual.keys()
        return is_complete and all(name in actual and agrees(value, actual[name]) for name, value in named.items())
    if isinstance(shown, list) and isinstance(actual, list):
        is_cut = bool(shown) and shown[-1] == OMITTED
        items = shown[:-1] if is_cut else shown
        fits = len(actual) > len(items) if is_cut else len(actual) == len(items)
        return fits and all(agrees(one, other) for one, other in zip(items, actual, strict=False))
    return bool(shown == actual)


@pytest.mark.parametrize(("curl", "given", "response"), examples())
def test_each_example(service: Service, curl: str, given: str, response: str) -> None:
    reply = response_to(service, curl, given)
    if reply.headers["content-type"].startswith("application/x-ndjson"):
        shown, actual = ([json.loads(line) for line in text.splitlines()] for text in (response, reply.body.decode()))
        if OMITTED in shown:  # some lines
            at = shown.index(OMITTED)
            actual[at : len(actual) - (len(shown) - at - 1)] = [OMITTED]
        assert agrees(shown, actual)
    else:
        assert agrees(json.loads(response), reply.data), reply.body.decode()


PROGRAM = re.compile(r"```(?P<tag>py|js)\n(?P<program>.*?)\n```\n\n```text\n(?P<output>.*?)```", re.DOTALL)
COMMANDS = {"py": ("program.py", [sys.executable, "-W", "error"]), "js": ("program.mjs", ["node"])}


@pytest.mark.parametrize("tag", COMMANDS)
def test_each_program(service: Service, tmp_path: Path, tag: str) -> None:
    name, command = COMMANDS[tag]
    if shutil.which(command[0]) is None:
        pytest.skip("Node is not installed")
    (found,) = (found for found in PROGRAM.finditer((DOCS / "api.md").read_text("utf-8")) if found["tag"] == tag)
    program = found["program"].replace("http://localhost:8000", service.address)
    (tmp_path / name).write_text(program, encoding="utf-8")
    done = subprocess.run([*command, name], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (found["output"], "")


def test_all_endpoints_and_problems_are_documented(service: Service) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    paths = service.request("GET", "/api/v1/openapi.json").data["paths"]
    assert [path for path in paths if path not in text] == []
    assert [code for code in PROBLEMS if f"`{code}`" not in text] == []


def test_all_settings_are_documented_with_their_defaults() -> None:
    text = (DOCS / "web.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `NONET_WEB_(\w+)` \| (.*?) \|", text, re.MULTILINE))
    settings = {name.upper(): value for name, value in Settings()._asdict().items()}
    assert documented == {
        name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in settings.items()
    }


def test_only_omitted_parts_may_differ() -> None:
    assert agrees({"a": 1, "…": "…"}, {"a": 1, "b": 2})
    assert agrees([1, "…"], [1, 2])
    assert not agrees({"a": 1}, {"a": 1, "b": 2})
    assert not agrees([1, "…"], [2, 2])
    assert not agrees([1], [1, 2])
