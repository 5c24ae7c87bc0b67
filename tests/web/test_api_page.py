"""The examples of docs/api.md and docs/web.md are true."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nonet.web import Settings
from nonet.web.problems import PROBLEMS
from tests.web.service import Reply, Service, running

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = re.compile(
    r"```sh\n(?:printf '(?P<input>.*)' \| )?(?P<curl>curl .*?)\n```\n\n```json\n(?P<answer>.*?)\n```", re.DOTALL
)
LEFT_OUT = "…"


def examples() -> list[tuple[str, str, str]]:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    return [(found["curl"], found["input"] or "", found["answer"]) for found in EXAMPLE.finditer(text)]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(workers=1, deadline=30) as service:
        yield service


def asked(service: Service, curl: str, given: str) -> Reply:
    """What the service answers to a call of curl as the manual has it."""
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


def agrees(told: Any, answer: Any) -> bool:
    """Whether an answer is as told, but for what is left out."""
    if told == LEFT_OUT:
        return True
    if isinstance(told, dict) and isinstance(answer, dict):
        named = {name: value for name, value in told.items() if name != LEFT_OUT}
        whole = LEFT_OUT in told or named.keys() == answer.keys()
        return whole and all(name in answer and agrees(value, answer[name]) for name, value in named.items())
    if isinstance(told, list) and isinstance(answer, list):
        cut = bool(told) and told[-1] == LEFT_OUT
        shown = told[:-1] if cut else told
        fits = len(answer) > len(shown) if cut else len(answer) == len(shown)
        return fits and all(agrees(one, other) for one, other in zip(shown, answer, strict=False))
    return bool(told == answer)


@pytest.mark.parametrize(("curl", "given", "answer"), examples())
def test_each_example(service: Service, curl: str, given: str, answer: str) -> None:
    reply = asked(service, curl, given)
    if reply.headers["content-type"].startswith("application/x-ndjson"):
        assert [json.loads(line) for line in answer.splitlines()] == [
            json.loads(line) for line in reply.body.decode().splitlines()
        ]
    else:
        assert agrees(json.loads(answer), reply.data), reply.body.decode()


def test_every_question_and_every_problem_is_told(service: Service) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    paths = service.request("GET", "/api/v1/openapi.json").data["paths"]
    assert [path for path in paths if path not in text] == []
    assert [code for code in PROBLEMS if f"`{code}`" not in text] == []


def test_every_setting_is_told_with_its_default() -> None:
    text = (DOCS / "web.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `NONET_WEB_(\w+)` \| (.*?) \|", text, re.MULTILINE))
    settings = {name.upper(): value for name, value in Settings()._asdict().items()}
    assert told == {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in settings.items()}


def test_what_is_left_out_is_all_that_may_differ() -> None:
    assert agrees({"a": 1, "…": "…"}, {"a": 1, "b": 2})
    assert agrees([1, "…"], [1, 2])
    assert not agrees({"a": 1}, {"a": 1, "b": 2})
    assert not agrees([1, "…"], [2, 2])
    assert not agrees([1], [1, 2])
