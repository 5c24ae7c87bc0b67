"""A worker process: it takes questions from a pipe, and sends back an answer or what is wrong with the question."""

from __future__ import annotations

import signal
import traceback
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ..errors import Contradiction, MissingExtra, NonetError, NoSolution, NotUnique
from .questions import QUESTIONS

__all__ = ["Answer", "work"]


class Answer(NamedTuple):
    """What comes back: data, or the code and the sentence of a problem."""

    data: Any = None
    code: str = ""
    detail: str = ""


def work(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then stops its workers
    while True:
        try:
            question, data = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(answer(question, data))


def answer(question: str, data: dict[str, Any]) -> Answer:
    """The answer to one question.

    >>> answer("count", {"puzzle": "1... ..2. .3.. ...4", "limit": 2}).data["count"]
    1
    >>> answer("rate", {"puzzle": 81 * "."}).code
    'not-unique'
    """
    try:
        return Answer(QUESTIONS[question](data))
    except NonetError as error:
        return Answer(code=_code(error), detail=str(error))
    except RecursionError:
        return Answer(code="too-large", detail="the question is too deep to be answered")
    except Exception:  # whatever it is, the next question must find a worker
        traceback.print_exc()
        return Answer(
            code="failed", detail="nonet could not answer this question, and the fault is its own; please report it"
        )


def _code(error: NonetError) -> str:
    """A stable name for the kind of problem."""
    if isinstance(error, MissingExtra):
        return "not-here"
    if isinstance(error, Contradiction):
        return "contradiction"
    if isinstance(error, NoSolution):
        return "no-solution"
    return "not-unique" if isinstance(error, NotUnique) else "bad-puzzle"
