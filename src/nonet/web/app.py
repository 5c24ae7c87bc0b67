"""The application: the questions as endpoints, and the page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.staticfiles import StaticFiles

from ..kernel import instruction_set
from ..logic import TECHNIQUES
from ..version import __version__
from . import models
from .guard import Guard
from .pool import Busy, Pool, TooLate, WorkerLost
from .problems import ProblemError, documented, problem_response
from .settings import Settings

__all__ = ["create_app"]

_STATIC = Path(__file__).parent / "static"
_CHUNK = 2_000
_ALWAYS = ("bad-question", "bad-method", "slow", "too-large", "bad-type", "too-many", "failed", "busy", "too-late")
_TRACE_SECONDS = 1.5
_READ_AT_MOST = 200

router = APIRouter(prefix="/api/v1", responses=documented(*_ALWAYS))


async def ask(request: Request, question: str, data: dict[str, Any]) -> Any:
    """Ask a worker, and tell what goes wrong as a problem."""
    settings: Settings = request.app.state.settings
    pool: Pool = request.app.state.pool
    try:
        answer = await pool.ask(question, data, settings.deadline)
    except (Busy, WorkerLost):
        raise ProblemError("busy", "all workers are busy; ask again in a moment", 1) from None
    except TooLate:
        raise ProblemError("too-late", f"no answer within {settings.deadline:g} s; the work was stopped") from None
    if answer.code:
        raise ProblemError(answer.code, answer.detail)
    return answer.data


async def answered(request: Request, question: str, data: dict[str, Any]) -> Response:
    """The worker's answer as JSON; it was made by our own code, so it is not validated once more."""
    return JSONResponse(await ask(request, question, data))


@router.post("/solve", response_model=models.SolveAnswer)
async def solve(request: Request, question: models.PuzzleQuestion) -> Response:
    """The solution of a puzzle, proved to be the only one; or two that differ; or none."""
    return await answered(request, "solve", question.model_dump())


@router.post("/count", response_model=models.CountAnswer)
async def count(request: Request, question: models.CountQuestion) -> Response:
    """How many solutions a puzzle has, up to a limit."""
    most = request.app.state.settings.count_limit
    return await answered(request, "count", {**question.model_dump(), "limit": min(question.limit, most)})


@router.post("/check", response_model=models.CheckAnswer)
async def check(request: Request, question: models.PuzzleQuestion) -> Response:
    """Clues, conflicts, number of solutions, and clues that are not needed."""
    return await answered(request, "check", question.model_dump())


@router.post("/hint", response_model=models.HintAnswer)
async def hint(request: Request, question: models.ToldQuestion) -> Response:
    """The next step from a player's position, in stages; a mistake comes first."""
    return await answered(request, "hint", question.model_dump())


@router.post("/explain", response_model=models.ExplainAnswer)
async def explain(request: Request, question: models.ToldQuestion) -> Response:
    """The whole path to the solution, each step with its evidence and its words."""
    most = request.app.state.settings.steps
    return await answered(request, "explain", {**question.model_dump(), "most": most})


@router.post("/steps", response_model=models.StepsAnswer)
async def steps(request: Request, question: models.StepsQuestion) -> Response:
    """Every step that is there now."""
    settings: Settings = request.app.state.settings
    data = {**question.model_dump(), "most": settings.steps, "seconds": 0.5 * settings.deadline}
    return await answered(request, "steps", data)


@router.post("/rate", response_model=models.RateAnswer)
async def rate(request: Request, question: models.PuzzleQuestion) -> Response:
    """How hard a puzzle is."""
    return await answered(request, "rate", question.model_dump())


@router.post("/generate", response_model=models.GenerateAnswer)
async def generate(request: Request, question: models.GenerateQuestion) -> Response:
    """Puzzles to order: a level, a technique, a symmetry, a number of clues."""
    settings: Settings = request.app.state.settings
    data = question.model_dump()
    data |= {"count": min(question.count, settings.puzzles), "seconds": 0.8 * settings.deadline}
    return await answered(request, "generate", data)


_MEDIA = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


@router.post(
    "/draw",
    response_class=Response,
    responses={
        200: {
            "description": "The picture",
            "content": {media: {"schema": {"type": "string"}} for media in _MEDIA.values()},
        },
        **documented("not-here"),
    },
)
async def draw(request: Request, question: models.DrawQuestion) -> Response:
    """A picture of a puzzle or a position: SVG, PNG or PDF."""
    picture = await ask(request, "draw", question.model_dump())
    return Response(picture, media_type=_MEDIA[question.format])


@router.post("/read", response_model=models.ReadAnswer)
async def read(request: Request, question: models.ReadQuestion) -> Response:
    """The puzzles that a text holds, whatever its format, each with its clues and its number of solutions."""
    return await answered(request, "read", {**question.model_dump(), "most": _READ_AT_MOST})


@router.post("/trace", response_model=models.TraceAnswer)
async def trace(request: Request, question: models.TraceQuestion) -> Response:
    """What a search method does on a puzzle, event by event."""
    settings = request.app.state.settings
    data = {**question.model_dump(), "most": settings.events, "seconds": min(_TRACE_SECONDS, settings.deadline / 2)}
    return await answered(request, "trace", data)


@router.post(
    "/batch",
    response_class=StreamingResponse,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}, "example": f"{models.EXAMPLE}\n"}},
        }
    },
    responses={
        200: {"description": "A line of JSON for each line", "content": {"application/x-ndjson": {"schema": {}}}}
    },
)
async def batch(request: Request) -> Response:
    """Solve many 9x9 puzzles, a line each; the answers come back as lines of JSON, in the same order."""
    settings: Settings = request.app.state.settings
    lines = (await request.body()).decode("utf-8", "replace").splitlines()
    if not lines:
        raise ProblemError("bad-question", "no lines, but at least one puzzle was expected")
    if len(lines) > settings.batch_lines:
        raise ProblemError("too-large", f"{len(lines)} lines, but at most {settings.batch_lines} are taken")

    async def answers() -> AsyncIterator[str]:
        for first in range(0, len(lines), _CHUNK):
            data = {"lines": lines[first : first + _CHUNK], "first": first + 1}
            try:
                found = await ask(request, "batch", data)
            except ProblemError as problem:  # the head is long sent: the stream ends with the problem
                yield json.dumps({"line": first + 1, "problem": problem.code, "reason": problem.detail}) + "\n"
                return
            yield "".join(json.dumps(line) + "\n" for line in found)

    return StreamingResponse(answers(), media_type="application/x-ndjson")


@router.get("/techniques", response_model=list[models.TechniqueRow])
async def techniques() -> Response:
    """The techniques, from easy to hard."""
    return JSONResponse(
        [
            {
                "id": row.id,
                "title": row.title,
                "chinese": row.chinese,
                "level": row.level.title,
                "score": row.score,
                "default": row.default,
                "uniqueness": row.uses_uniqueness,
            }
            for row in TECHNIQUES
        ]
    )


def _health(request: Request) -> dict[str, Any]:
    settings: Settings = request.app.state.settings
    waiting = request.app.state.pool.waiting
    return {
        "status": "busy" if waiting >= settings.queue else "ok",
        "version": __version__,
        "kernel": instruction_set() or "none",
        "waiting": waiting,
    }


async def healthz(request: Request) -> Response:
    """The service is alive."""
    return JSONResponse(_health(request))


async def readyz(request: Request) -> Response:
    """The service takes questions; 503 while its queue is full."""
    health = _health(request)
    return JSONResponse(health, 200 if health["status"] == "ok" else 503)


_QUESTIONS = frozenset(
    route.path for route in router.routes if isinstance(route, APIRoute) and "POST" in (route.methods or ())
)


class Page(StaticFiles):
    """The static files, which browsers are to ask about each time, so that a new version is seen at once."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """A file, or a word on why there is none; what the service has can only be asked by POST."""
        if path.startswith("api/") and f"/{path}" in _QUESTIONS:
            raise HTTPException(405, "this is asked by POST", {"Allow": "POST"})
        return await super().get_response(path, scope)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """A file with its tag."""
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application with its workers, which start and stop with it.

    >>> app = create_app()
    >>> sorted(route for route in app.openapi()["paths"])[:2]
    ['/api/v1/batch', '/api/v1/check']
    """
    chosen = settings or Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = app.state.pool = Pool(chosen.workers, chosen.queue)
        await pool.start()
        try:
            yield
        finally:
            await pool.stop()

    app = FastAPI(
        title="nonet",
        summary="Sudoku: solve, explain, rate",
        version=__version__,
        docs_url=None,  # the usual pages fetch scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        root_path=chosen.prefix,
        lifespan=lifespan,
        license_info={"name": "MIT"},
    )
    app.state.settings = chosen
    app.include_router(router)
    app.add_api_route("/healthz", healthz, response_model=models.Health, tags=["health"])
    app.add_api_route(
        "/readyz",
        readyz,
        response_model=models.Health,
        responses={503: {"model": models.Health, "description": "The queue is full"}},
        tags=["health"],
    )
    app.mount("/", Page(directory=_STATIC, html=True), name="page")
    app.openapi = lambda: _description(app)  # type: ignore[method-assign]
    _tell_problems(app)
    if chosen.origins:
        origins = [origin.strip() for origin in chosen.origins.split(",")]
        app.add_middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=["*"])
    if chosen.hosts:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=[host.strip() for host in chosen.hosts.split(",")])
    app.add_middleware(Guard, settings=chosen, questions=_QUESTIONS)
    return app


def _description(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the problems among its schemas."""
    if app.openapi_schema is None:
        FastAPI.openapi(app)
        schema: dict[str, Any] = app.openapi_schema or {}
        schemas = schema.setdefault("components", {}).setdefault("schemas", {})
        schemas["Problem"] = models.Problem.model_json_schema()
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
    return app.openapi_schema or {}


def _tell_problems(app: FastAPI) -> None:
    """Every error becomes a problem."""

    @app.exception_handler(ProblemError)
    async def told(_: Request, problem: ProblemError) -> Response:
        return problem.response()

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return problem_response("bad-question", f"{where or 'the question'}: {first['msg']}"[:500])

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        code = {404: "not-found", 405: "bad-method", 413: "too-large"}.get(error.status_code, "bad-question")
        response = problem_response(code, str(error.detail))
        response.headers.update(error.headers or {})
        return response
