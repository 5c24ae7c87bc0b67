"""A client that another program generates from the OpenAPI description works with the service."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from nonet.web import create_app
from tests.boards import SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.service import Service

PROGRAM = f"""
import sys
from nonet_client import Client
from nonet_client.api.default import check, explain, generate, hint, solve
from nonet_client.models import GenerateRequest, HintRequest, PuzzleRequest

client = Client(sys.argv[1])
assert solve.sync(client=client, body=PuzzleRequest("{WIKIPEDIA}")).solution == "{WIKIPEDIA_SOLUTION}"
assert check.sync(client=client, body=PuzzleRequest("11" + 79 * ".")).conflicts[0].house == "row 1"
assert solve.sync(client=client, body=PuzzleRequest("x")).code == "bad-puzzle"
step = hint.sync(client=client, body=HintRequest("{WIKIPEDIA}")).step
assert step.technique == "hidden-single" and step.blockers[0].cell
steps = explain.sync(client=client, body=HintRequest("{SEVENTEEN}")).steps
assert {{"pointing", "full-house"}} <= {{step.technique for step in steps}}
assert len(generate.sync(client=client, body=GenerateRequest(count=2, seed=1)).puzzles) == 2
print("done")
"""


def test_a_generated_client_works(service: Service, tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(create_app().openapi()), encoding="utf-8")
    (tmp_path / "config.yml").write_text("post_hooks: []\n", encoding="utf-8")
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json"]
    command = [*generator, "--meta", "none", "--config", "config.yml", "--output-path", "nonet_client"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "program.py", service.address]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("done\n", "")
