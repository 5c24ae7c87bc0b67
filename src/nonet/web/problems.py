"""Problems: every error of the service is one sentence in application/problem+json, with a stable code."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse

__all__ = ["PROBLEMS", "ProblemError", "problem_response"]

PROBLEMS: dict[str, tuple[int, str]] = {
    "bad-puzzle": (422, "The puzzle cannot be read or used."),
    "contradiction": (422, "Two givens clash."),
    "no-solution": (422, "The puzzle has no solution."),
    "not-unique": (422, "The puzzle has several solutions."),
    "bad-question": (422, "The question is not as it should be."),
    "not-found": (404, "There is no such thing here."),
    "bad-method": (405, "This cannot be asked in this way."),
    "slow": (408, "The question did not arrive in time."),
    "too-large": (413, "The question is too large."),
    "bad-type": (415, "The question is not in a form that is understood."),
    "bad-host": (400, "The service does not answer to this name."),
    "too-many": (429, "Too many questions in a short time."),
    "failed": (500, "The service made a mistake."),
    "not-here": (501, "This service lacks what that needs."),
    "busy": (503, "All workers are busy."),
    "too-late": (504, "The answer took too long, and the work was stopped."),
}
"""The codes, each with its status and title."""


class ProblemError(Exception):
    """A problem on its way to the client."""

    def __init__(self, code: str, detail: str, retry_after: float | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.retry_after = code, detail, retry_after

    def response(self) -> JSONResponse:
        """The answer that tells it."""
        return problem_response(self.code, self.detail, self.retry_after)


def problem_response(code: str, detail: str, retry_after: float | None = None) -> JSONResponse:
    """One problem as an answer.

    >>> problem_response("too-large", "70000 bytes, but at most 65536 are taken").status_code
    413
    """
    status, title = PROBLEMS[code]
    headers = {"Retry-After": str(max(1, round(retry_after)))} if retry_after is not None else None
    body: dict[str, Any] = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code}
    return JSONResponse(body, status, headers, media_type="application/problem+json")


def documented(*codes: str) -> dict[int | str, dict[str, Any]]:
    """What the description of an endpoint says about its problems."""
    responses: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status, _ = PROBLEMS[code]
        responses[status] = {
            "description": HTTPStatus(status).phrase,
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return responses
