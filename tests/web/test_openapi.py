"""The OpenAPI description: responses to generated requests match it."""

from __future__ import annotations

import subprocess
import sys

from tests.web.service import Service

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def test_generated_requests_get_documented_responses(service: Service) -> None:
    program = [sys.executable, "-m", "schemathesis.cli", "run"]
    command = [*program, f"{service.address}/api/v1/openapi.json", "--url", service.address]
    options = ["--checks", CHECKS, "--max-examples", "6", "--seed", "7", "--no-color", "--request-timeout", "60"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=480, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
