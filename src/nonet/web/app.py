"""The service as a FastAPI application: the endpoints, the page, and errors as problem responses."""

from __future__ import annotations

import gzip
import json
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ..extras import require

require("fastapi")  # before it is imported below, so that the error names the extra

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, Response, StreamingResponse

from ..create import practice_techniques
from ..errors import OutOfTime, WorkerError
from ..kernel import instruction_set
from ..logic import LANGUAGES, TECHNIQUES
from ..messages import in_language
from ..version import __version__
from . import models
from .limits import RequestLimits
from .operations import run_now
from .page import Page, accepts_gzip
from .pool import Busy, Part, Pool
from .problems import ProblemError, accepted_language, documented, invalid_request, problem_response
from .settings import Settings, split_list

__all__ = ["build_app"]

_LINES_PER_CALL = 2_000
_MIN_COMPRESSED = 1_000
"""Bytes from which a response is compressed: a smaller one fits into one packet anyway."""
_GZIP_LEVEL = 6
_COMPRESSED_TYPES = frozenset({"image/png", "application/pdf"})
"""The types of responses that are compressed already."""
_TRACE_SECONDS = 1.5
_MAX_READ = 200
_MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
_WITH_SENTENCES = frozenset(
    {"check", "hint", "practice", "explain", "steps", "generate", "draw", "read", "variant_read", "variant_conflicts"}
)
"""The operations whose results have sentences, and so a language."""
_LINE_MODELS = (models.BatchLine, models.ExplainLine)
"""The lines of the streams. FastAPI does not add them to its description."""
_COMMON_PROBLEMS = "bad-host cross-site invalid-request bad-method slow too-large bad-type too-many failed busy timeout"


def _name(route: APIRoute) -> str:
    return route.name


health = APIRouter(tags=["health"], generate_unique_id_function=_name)
router = APIRouter(prefix="/api/v1", responses=documented(*_COMMON_PROBLEMS.split()), generate_unique_id_function=_name)


def _lines(model: str) -> dict[str, Any]:
    """Return the description of a stream whose lines are of a model."""
    return {"content": {"application/x-ndjson": {"schema": {"$ref": f"#/components/schemas/{model}"}}}}


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def _language(request: Request, body: object = None) -> str:
    """Return the language of a request: that in its body, or else that in its header Accept-Language.

    The language in the body is kept, because an error is handled without the body.
    """
    named = body.get("language") if isinstance(body, dict) else getattr(request.state, "language", None)
    if named in LANGUAGES:
        request.state.language = named
        return str(named)
    return accepted_language(request.headers.get("accept-language", ""))


async def _run(request: Request, operation: str, fields: dict[str, Any]) -> Any:
    """Run an operation, in a worker process if it can take long. Return its result, or raise `ProblemError`."""
    pool: Pool = request.app.state.pool
    deadline = _settings(request).deadline
    call = (operation, fields)
    try:
        result = run_now(call) or await pool.call(call, deadline)
    except (Busy, WorkerError):
        raise ProblemError("busy", "all workers are busy; try again in a moment", 1) from None
    except OutOfTime:
        raise ProblemError("timeout", f"there was no result within {deadline:g} s") from None
    if isinstance(result, bytes | Part):
        return result
    raise ProblemError(*result)


def _fields(request: Request, operation: str, body: BaseModel, limits: dict[str, object]) -> dict[str, Any]:
    """Return what an operation needs: the fields of a request, its language, and the limits of the service."""
    fields = body.model_dump() | limits
    language = _language(request, fields)
    del fields["language"]
    return {**fields, "language": language} if operation in _WITH_SENTENCES else fields


async def _respond(
    request: Request, operation: str, body: BaseModel, media_type: str = "application/json", **limits: object
) -> Response:
    """Run an operation and return its result as the response.

    The result is JSON of our own code, so FastAPI need not check it against the response model.
    """
    data: bytes = await _run(request, operation, _fields(request, operation, body, limits))
    return _response(request, data, media_type)


def _response(request: Request, data: bytes, media_type: str) -> Response:
    """Return data as a response, compressed if it is large and the client accepts that."""
    if len(data) < _MIN_COMPRESSED or media_type in _COMPRESSED_TYPES:
        return Response(data, media_type=media_type)
    headers = {"Vary": "Accept-Encoding"}
    if accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
        data = gzip.compress(data, _GZIP_LEVEL, mtime=0)
    return Response(data, headers=headers, media_type=media_type)


def _stream(request: Request, parts: AsyncIterator[bytes]) -> Response:
    """Return lines of JSON as a response that is sent part by part. If a problem ends it, the last line names it."""

    async def until_problem() -> AsyncIterator[bytes]:
        try:
            async for part in parts:
                yield part
        except ProblemError as problem:  # the status is already sent
            line = {"problem": problem.code, "reason": in_language(problem.detail, _language(request))}
            yield f"{json.dumps(line, ensure_ascii=False)}\n".encode()

    headers, stream = {"Vary": "Accept-Encoding"}, until_problem()
    if accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
        stream = _compressed(stream)
    return StreamingResponse(stream, headers=headers, media_type="application/x-ndjson")


async def _compressed(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Compress parts so that each can be read when it arrives."""
    compressor = zlib.compressobj(_GZIP_LEVEL, wbits=zlib.MAX_WBITS | 16)
    async for part in parts:
        yield compressor.compress(part) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()


@router.post("/solve", response_model=models.SolveResponse)
async def solve(request: Request, body: models.PuzzleRequest) -> Response:
    """Return the solution of a puzzle if it is unique; otherwise two different solutions, or none."""
    return await _respond(request, "solve", body)


@router.post("/count", response_model=models.CountResponse)
async def count(request: Request, body: models.CountRequest) -> Response:
    """Count the solutions of a puzzle, up to a limit."""
    return await _respond(request, "count", body, limit=min(body.limit, _settings(request).count_limit))


@router.post("/check", response_model=models.CheckResponse)
async def check(request: Request, body: models.PuzzleRequest) -> Response:
    """Check a puzzle: clues, conflicts, number of solutions, and clues that are not needed."""
    return await _respond(request, "check", body)


@router.post("/hint", response_model=models.HintResponse)
async def hint(request: Request, body: models.HintRequest) -> Response:
    """Return the next step from a player's position in stages, or the mistakes in it."""
    return await _respond(request, "hint", body, timeout=0.8 * _settings(request).deadline)


@router.post("/practice", response_model=models.HintResponse)
async def practice(request: Request, body: models.PracticeRequest) -> Response:
    """Return a position in which a technique is the next step, with the step in stages."""
    return await _respond(request, "practice", body)


@router.post("/explain", response_model=models.ExplainResponse)
async def explain(request: Request, body: models.ExplainRequest) -> Response:
    """Return all steps to the solution, each with its evidence and an explanation."""
    settings = _settings(request)
    return await _respond(request, "explain", body, limit=settings.steps, timeout=0.8 * settings.deadline)


@router.post(
    "/explain/stream",
    response_class=StreamingResponse,
    responses={200: {"description": "One line of JSON for each step, then one for the end", **_lines("ExplainLine")}},
)
async def explain_stream(request: Request, body: models.ExplainRequest) -> Response:
    """Return the steps to the solution as they are found. The last line has the rating, or a problem."""
    settings = _settings(request)
    until = time.monotonic() + settings.stream
    fields = _fields(request, "explain", body, {"limit": settings.steps, "timeout": 0.8 * settings.deadline})
    first: Part = await _run(request, "explain-part", fields)  # a problem with the puzzle has a status of its own

    async def parts() -> AsyncIterator[bytes]:
        part = first
        yield part.data
        while part.rest is not None:
            if time.monotonic() > until:
                raise ProblemError("timeout", f"not all steps were found within {settings.stream:g} s")
            part = await _run(request, "explain-part", {**fields, "rest": part.rest})
            yield part.data

    return _stream(request, parts())


@router.post("/steps", response_model=models.StepsResponse)
async def steps(request: Request, body: models.StepsRequest) -> Response:
    """Return every step that a position allows."""
    settings = _settings(request)
    return await _respond(request, "steps", body, limit=settings.steps, timeout=0.5 * settings.deadline)


@router.post("/rate", response_model=models.RateResponse)
async def rate(request: Request, body: models.RateRequest) -> Response:
    """Rate the difficulty of a puzzle on HoDoKu's scale and on that of Sudoku Explainer."""
    return await _respond(request, "rate", body, timeout=0.5 * _settings(request).deadline)


@router.post("/generate", response_model=models.GenerateResponse)
async def generate(request: Request, body: models.GenerateRequest) -> Response:
    """Generate puzzles of a level, with a technique, a symmetry or a number of clues."""
    settings = _settings(request)
    number = min(body.count, settings.puzzles)
    return await _respond(request, "generate", body, count=number, timeout=0.8 * settings.deadline)


@router.post(
    "/draw",
    response_class=Response,
    responses={
        200: {
            "description": "The picture",
            "content": {media: {"schema": {"type": "string"}} for media in _MEDIA_TYPES.values()},
        },
        **documented("not-installed"),
    },
)
async def draw(request: Request, body: models.DrawRequest) -> Response:
    """Draw a puzzle or a position as SVG, PNG or PDF."""
    return await _respond(request, "draw", body, media_type=_MEDIA_TYPES[body.format])


@router.post("/read", response_model=models.ReadResponse)
async def read(request: Request, body: models.ReadRequest) -> Response:
    """Read the puzzles in a text of any format, and check each."""
    return await _respond(request, "read", body, limit=_MAX_READ)


@router.post("/variant/read", response_model=models.VariantReadResponse)
async def variant_read(request: Request, body: models.VariantReadRequest) -> Response:
    """Read a puzzle with rules such as killer cages; return its rules in words and its marks."""
    return await _respond(request, "variant_read", body, timeout=0.4 * _settings(request).deadline)


@router.post("/variant/conflicts", response_model=models.VariantConflictsResponse)
async def variant_conflicts(request: Request, body: models.VariantConflictsRequest) -> Response:
    """Return the rules that digits on the board of a puzzle with rules break."""
    return await _respond(request, "variant_conflicts", body)


@router.post("/variant/solve", response_model=models.VariantSolveResponse)
async def variant_solve(request: Request, body: models.VariantRequest) -> Response:
    """Return the solution of a puzzle with rules, if it is unique."""
    return await _respond(request, "variant_solve", body, timeout=0.6 * _settings(request).deadline)


@router.post("/trace", response_model=models.TraceResponse)
async def trace(request: Request, body: models.TraceRequest) -> Response:
    """Run a search method on a puzzle and return its events."""
    settings = _settings(request)
    timeout = min(_TRACE_SECONDS, 0.5 * settings.deadline)
    return await _respond(request, "trace", body, limit=settings.events, timeout=timeout)


@router.post(
    "/batch",
    response_class=StreamingResponse,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}, "example": f"{models.EXAMPLE}\n"}},
        }
    },
    responses={200: {"description": "One line of JSON for each line", **_lines("BatchLine")}},
)
async def batch(request: Request) -> Response:
    """Solve many 9x9 puzzles, one per line. The response has one line of JSON for each, in the same order."""
    lines = (await request.body()).decode("utf-8", "replace").splitlines()
    limit, language = _settings(request).batch_lines, _language(request)
    if not lines:
        raise ProblemError("invalid-request", "Invalid request: the body must have at least one line.")
    if len(lines) > limit:
        raise ProblemError("too-large", f"the batch has {len(lines)} lines, but at most {limit} are allowed")

    async def results() -> AsyncIterator[bytes]:
        for start in range(0, len(lines), _LINES_PER_CALL):
            some = lines[start : start + _LINES_PER_CALL]
            yield await _run(request, "batch", {"lines": some, "first": start + 1, "language": language})

    return _stream(request, results())


@router.get("/techniques", response_model=list[models.TechniqueData])
async def techniques(request: Request) -> Response:
    """Return the techniques, from easy to hard."""
    practiced = {technique.id for technique in practice_techniques()}
    rows = [{**row.to_dict(), "practice": row.id in practiced} for row in TECHNIQUES]
    return _response(request, json.dumps(rows, ensure_ascii=False).encode(), "application/json")


def _health(request: Request) -> dict[str, Any]:
    waiting = request.app.state.pool.waiting
    status = "busy" if waiting >= _settings(request).queue else "ok"
    return {"status": status, "version": __version__, "kernel": instruction_set() or "none", "waiting": waiting}


@health.get("/healthz", response_model=models.Health)
async def healthz(request: Request) -> Response:
    """Return the state of the service, which is alive."""
    return JSONResponse(_health(request))


@health.get(
    "/readyz",
    response_model=models.Health,
    responses={503: {"model": models.Health, "description": "The queue is full"}},
)
async def readyz(request: Request) -> Response:
    """Return the state of the service, with status 503 if its queue is full."""
    health = _health(request)
    return JSONResponse(health, 200 if health["status"] == "ok" else 503)


_POST_PATHS = frozenset(
    route.path for route in router.routes if isinstance(route, APIRoute) and "POST" in (route.methods or ())
)


async def _problem(request: Request, error: Exception) -> Response:
    """Return an exception as a problem response."""
    if isinstance(error, ProblemError):
        return error.response(_language(request))
    if isinstance(error, RequestValidationError):
        return problem_response("invalid-request", invalid_request(error.errors()), _language(request, error.body))
    assert isinstance(error, HTTPException)  # noqa: S101
    code = {404: "not-found", 405: "bad-method", 413: "too-large"}.get(error.status_code, "invalid-request")
    response = problem_response(code, str(error.detail), _language(request))
    response.headers.update(error.headers or {})
    return response


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Start the workers, report that the service is ready, and stop the workers at the end."""
    settings: Settings = app.state.settings
    pool = app.state.pool = Pool(settings.workers, settings.queue)
    try:
        await pool.start()
        app.state.on_ready()
        yield
    finally:
        pool.stop()


class _App(FastAPI):
    """An application whose OpenAPI description includes the error responses."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI description."""
        description = super().openapi()
        for model in (models.Problem, *_LINE_MODELS):
            schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
            description["components"]["schemas"] |= {**schema.pop("$defs", {}), model.__name__: schema}
        return description


def build_app(settings: Settings) -> FastAPI:
    """Return the application. It calls ``app.state.on_ready`` when the workers are ready."""
    app = _App(
        title="nonet",
        summary="Solve, explain and rate Sudoku puzzles",
        version=__version__,
        docs_url=None,  # FastAPI's pages load scripts from other hosts
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=_lifespan,
        license_info={"name": "MIT"},
        routes=[*health.routes, *router.routes],  # faster than include_router: each path is compared only once
        exception_handlers=dict.fromkeys((ProblemError, RequestValidationError, HTTPException), _problem),
    )
    app.state.settings = settings
    app.state.on_ready = lambda: None
    app.add_route("/{path:path}", Page(_POST_PATHS).respond, include_in_schema=False)
    if settings.origins:
        origins = split_list(settings.origins)
        app.add_middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=["*"])
    app.add_middleware(RequestLimits, settings=settings, paths=_POST_PATHS)
    return app
