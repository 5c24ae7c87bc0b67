"""Error responses: problem details (RFC 9457) with a stable code and one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse

__all__ = ["PROBLEMS", "ProblemError", "documented", "invalid_request", "problem_response"]

PROBLEMS: dict[str, tuple[int, str]] = {
    "bad-puzzle": (422, "The puzzle cannot be read or used."),
    "contradiction": (422, "Two givens contradict each other."),
    "no-solution": (422, "The puzzle has no solution."),
    "not-unique": (422, "The puzzle has several solutions."),
    "invalid-request": (422, "The request is invalid."),
    "not-found": (404, "This path does not exist."),
    "bad-method": (405, "The path does not support this method."),
    "slow": (408, "The request did not arrive in time."),
    "too-large": (413, "The request is too large."),
    "bad-type": (415, "The content type is not supported."),
    "too-many": (429, "Too many requests."),
    "failed": (500, "The service failed."),
    "not-installed": (501, "The service lacks an optional library."),
    "busy": (503, "All workers are busy."),
    "timeout": (504, "The request took too long and was stopped."),
}
"""The codes, each with its HTTP status and title."""


class ProblemError(Exception):
    """An error that becomes a response."""

    def __init__(self, code: str, detail: str, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.retry_after = code, detail, retry_after

    def response(self) -> JSONResponse:
        """Return the error as a response."""
        return problem_response(self.code, self.detail, self.retry_after)


def problem_response(code: str, detail: str, retry_after: float | None = None) -> JSONResponse:
    """Return a problem as a response.

    >>> problem_response("too-large", "the body has 70000 bytes, but at most 65536 are allowed").status_code
    413
    """
    status, title = PROBLEMS[code]
    headers = {"Retry-After": str(max(1, round(retry_after)))} if retry_after is not None else None
    body: dict[str, Any] = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    return JSONResponse(body, status, headers, media_type="application/problem+json")


def invalid_request(errors: Sequence[Any]) -> str:
    """Return the first error that pydantic found in a request as a sentence.

    >>> invalid_request([{"type": "string_type", "loc": ("body", "puzzle"), "msg": "Input should be a valid string"}])
    'Invalid request: "puzzle" must be a string.'
    """
    kind, message = errors[0]["type"], errors[0]["msg"]
    field = ".".join(str(part) for part in errors[0]["loc"] if part != "body")
    subject = f'"{field}"' if field and kind != "json_invalid" else "the body"
    reasons = {
        "extra_forbidden": "is not a field of this request",
        "json_invalid": "is not valid JSON",
        "missing": "is required",
        "model_attributes_type": "must be a JSON object",
    }
    expected = message.partition(" should ")[2].partition(", unable")[0]
    expected = expected.replace("a valid integer", "an integer").replace("a valid ", "a ")
    reason = reasons.get(kind) or (f"must {expected}" if expected else f"is not valid: {message}")
    return f"Invalid request: {subject[:100]} {reason[:400]}."


def documented(*codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of these problems for OpenAPI."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {"application/problem+json": schema}}
        for status in (PROBLEMS[code][0] for code in codes)
    }
