"""Error responses: problem details (RFC 9457) with a stable code and one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse

from ..display import LANGUAGES
from ..messages import in_language

__all__ = ["PROBLEMS", "ProblemError", "accepted_language", "documented", "invalid_request", "problem_response"]

PROBLEMS: dict[str, tuple[int, str]] = {
    "bad-puzzle": (422, "The puzzle cannot be read or used."),
    "contradiction": (422, "Two givens contradict each other."),
    "no-solution": (422, "The puzzle has no solution."),
    "not-unique": (422, "The puzzle has several solutions."),
    "invalid-request": (422, "The request is invalid."),
    "bad-http": (400, "The request is not valid HTTP."),
    "cross-site": (403, "Another site sent the request."),
    "not-found": (404, "This path does not exist."),
    "bad-method": (405, "The path does not support this method."),
    "slow": (408, "The request did not arrive in time."),
    "too-large": (413, "The request is too large."),
    "bad-type": (415, "The content type is not supported."),
    "bad-host": (421, "The host name is not accepted."),
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

    def response(self, language: str) -> JSONResponse:
        """Return the error as a response in a language."""
        return problem_response(self.code, self.detail, language, self.retry_after)


def problem_response(code: str, detail: str, language: str = "en", retry_after: float | None = None) -> JSONResponse:
    """Return a problem as a response in a language.

    >>> problem_response("busy", "all workers are busy; try again in a moment", "zh").headers["content-language"]
    'zh'
    """
    status, title = PROBLEMS[code]
    headers = {"Content-Language": language}
    if retry_after is not None:
        headers["Retry-After"] = str(max(1, round(retry_after)))
    texts = {"title": in_language(title, language), "status": status, "detail": in_language(detail, language)}
    return JSONResponse(
        {"type": "about:blank", **texts, "code": code}, status, headers, media_type="application/problem+json"
    )


def accepted_language(header: str) -> str:
    """Return the language that a header ``Accept-Language`` prefers; English if it names none that nonet has.

    >>> accepted_language("zh-CN,zh;q=0.9,en;q=0.8"), accepted_language("de, en;q=0.5, zh;q=0.2"), accepted_language("")
    ('zh', 'en', 'en')
    """
    found = {"en": 0.0}
    for item in header.lower().split(","):
        tag, _, quality = item.partition(";")
        name = tag.strip().partition("-")[0]
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if name in LANGUAGES:
            found[name] = max(weight, found.get(name, 0.0))
    return max(found, key=found.__getitem__)


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
