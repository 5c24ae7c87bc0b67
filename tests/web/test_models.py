"""The OpenAPI description: every field is described, and responses have exactly the fields that it names."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from nonet.web import create_app, models
from nonet.web.operations import run
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION

DESCRIPTION = create_app().openapi()
OPERATIONS = [operation for path in DESCRIPTION["paths"].values() for operation in path.values()]


@pytest.mark.parametrize("name", DESCRIPTION["components"]["schemas"])
def test_every_schema_and_field_is_described(name: str) -> None:
    schema = DESCRIPTION["components"]["schemas"][name]
    assert schema["description"]
    assert [field for field, about in schema["properties"].items() if not about.get("description")] == []


def test_every_operation_has_a_short_name_and_a_description() -> None:
    names = [operation["operationId"] for operation in OPERATIONS]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and len(name) < 20 for name in names)
    assert all(operation["description"] for operation in OPERATIONS)


@pytest.mark.parametrize(
    ("operation", "model", "fields"),
    [
        ("solve", models.SolveResponse, {"puzzle": WIKIPEDIA}),
        ("solve", models.SolveResponse, {"puzzle": 81 * "."}),
        ("count", models.CountResponse, {"puzzle": SEVENTEEN, "limit": 3}),
        ("check", models.CheckResponse, {"puzzle": WITHOUT_SOLUTION, "language": "zh"}),
        ("check", models.CheckResponse, {"puzzle": WIKIPEDIA, "language": "en"}),
        ("hint", models.HintResponse, {"puzzle": WIKIPEDIA}),
        ("practice", models.HintResponse, {"technique": "x-wing", "seed": 1, "language": "zh", "cells": "rc"}),
        ("explain", models.ExplainResponse, {"puzzle": INKALA, "language": "en", "cells": "rc", "limit": 400}),
        (
            "steps",
            models.StepsResponse,
            {"puzzle": SEVENTEEN, "language": "en", "cells": "rc", "limit": 9, "timeout": 9},
        ),
        ("rate", models.RateResponse, {"puzzle": SEVENTEEN, "timeout": 60}),
        ("generate", models.GenerateResponse, {"count": 2, "clues": None, "seed": 1, "language": "en"}),
        ("read", models.ReadResponse, {"text": f"{WIKIPEDIA} # easy", "limit": 9, "language": "en"}),
        ("trace", models.TraceResponse, {"puzzle": WIKIPEDIA, "method": "mrv", "limit": 9, "timeout": 9}),
    ],
)
def test_a_response_has_exactly_the_described_fields(
    operation: str, model: type[BaseModel], fields: dict[str, Any]
) -> None:
    body = run((operation, fields))
    assert isinstance(body, bytes), body
    data = json.loads(body)
    assert model.model_validate(data).model_dump(exclude_unset=True) == data
