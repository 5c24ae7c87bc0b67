"""The service: right answers, one clear problem for what is wrong, and no question that can hold it up."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import nonet
from nonet.web import Settings, worker
from nonet.web.problems import PROBLEMS
from nonet.web.questions import QUESTIONS
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION
from tests.web.service import Service, running

EMPTY = 81 * "."
HEAD = "POST /api/v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(workers=2, deadline=3) as service:
        yield service


class TestAnswers:
    def test_solve_tells_one_none_and_several_apart(self, service: Service) -> None:
        one, none, several = (service.ask("solve", puzzle=text) for text in (WIKIPEDIA, WITHOUT_SOLUTION, EMPTY))
        assert (one.data["count"], one.data["solution"]) == (1, WIKIPEDIA_SOLUTION)
        assert (none.data["count"], none.data["solution"]) == (0, None)
        first, second = several.data["examples"]
        assert nonet.Grid(first).is_solved
        assert first != second

    def test_count_is_exact_or_says_that_it_is_not(self, service: Service) -> None:
        assert service.ask("count", puzzle=WIKIPEDIA, limit=10).data["exact"]
        many = service.ask("count", puzzle=EMPTY, limit=1000).data
        assert (many["count"], many["exact"]) == (1000, False)

    def test_check_reads_any_format(self, service: Service) -> None:
        board = nonet.write(nonet.Grid(WIKIPEDIA), format="grid")
        data = service.ask("check", puzzle=board).data
        assert (data["puzzle"], data["clues"], data["valid"], data["solutions"]) == (WIKIPEDIA, 30, True, "one")

    def test_a_hint_is_about_the_players_own_position(self, service: Service) -> None:
        digits = WIKIPEDIA[:2] + "2" + WIKIPEDIA[3:]
        wrong = service.ask("hint", puzzle=WIKIPEDIA, digits=digits).data
        assert wrong["mistakes"] == [{"kind": "digit", "cell": "r1c3", "digit": "2"}]
        right = service.ask("hint", puzzle=WIKIPEDIA, language="zh").data
        assert [stage["name"] for stage in right["stages"]] == ["technique", "area", "pattern", "conclusion"]
        assert right["after"] != right["position"]

    def test_candidates_of_the_players_own(self, service: Service) -> None:
        position = nonet.Position(WIKIPEDIA).eliminate("r1c3", 4)
        candidates = ["".join(map(str, sorted(position.candidates(cell)))) for cell in range(81)]
        data = service.ask("hint", puzzle=WIKIPEDIA, candidates=candidates).data
        assert data["mistakes"] == [{"kind": "candidate", "cell": "r1c3", "digit": "4"}]

    def test_explain_rate_and_steps_agree_with_the_library(self, service: Service) -> None:
        path = service.ask("explain", puzzle=SEVENTEEN).data
        assert [step["technique"] for step in path["steps"]] == [s.technique for s in nonet.explain(SEVENTEEN).steps]
        assert path["end"] == str(nonet.solve(SEVENTEEN))
        assert service.ask("rate", puzzle=SEVENTEEN).data["level"] == nonet.rate(SEVENTEEN).level.title
        found = service.ask("steps", puzzle=SEVENTEEN, techniques=["hidden-single"]).data["steps"]
        assert {step["technique"] for step in found} == {"hidden-single"}

    def test_read_shows_back_what_was_read(self, service: Service) -> None:
        puzzles = service.ask("read", text=f"{WIKIPEDIA}\n{EMPTY}\n").data["puzzles"]
        assert [(each["clues"], each["solutions"]) for each in puzzles] == [(30, "one"), (0, "several")]

    def test_trace_tells_what_a_method_does(self, service: Service) -> None:
        data = service.ask("trace", puzzle=WIKIPEDIA, method="mrv").data
        assert (data["ended"], data["complete"], data["counters"]["nodes"]) == ("solved", True, 51)
        assert sum(kind == "place" for kind, *_ in data["events"]) == 51

    def test_a_batch_streams_answers_in_order_past_bad_lines(self, service: Service) -> None:
        lines = [WIKIPEDIA, "abc", SEVENTEEN] * 2000
        body = "\n".join(lines).encode()
        reply = service.request("POST", "/api/v1/batch", body, content_type="text/plain")
        answers = [json.loads(line) for line in reply.body.splitlines()]
        assert [answer["line"] for answer in answers] == list(range(1, len(lines) + 1))
        assert [answer["count"] for answer in answers] == [1, 0, 1] * 2000
        assert answers[1]["reason"] == "3 cells, but a 9x9 board has 81"

    def test_health_techniques_and_the_description(self, service: Service) -> None:
        assert service.request("GET", "/healthz").data["status"] == "ok"
        assert service.request("GET", "/readyz").status == 200
        assert "x-wing" in {row["id"] for row in service.request("GET", "/api/v1/techniques").data}
        assert "/api/v1/solve" in service.request("GET", "/api/v1/openapi.json").data["paths"]


class TestProblems:
    @pytest.mark.parametrize(
        ("question", "data", "code"),
        [
            ("solve", {"puzzle": "abc"}, "bad-puzzle"),
            ("solve", {"puzzle": "11" + 79 * "."}, "contradiction"),
            ("solve", {"puzzle": 5}, "bad-question"),
            ("solve", {}, "bad-question"),
            ("solve", {"puzzle": WIKIPEDIA, "more": 1}, "bad-question"),
            ("rate", {"puzzle": EMPTY}, "not-unique"),
            ("hint", {"puzzle": WITHOUT_SOLUTION}, "no-solution"),
            ("hint", {"puzzle": WIKIPEDIA, "candidates": ["x"] * 81}, "bad-puzzle"),
            ("hint", {"puzzle": WIKIPEDIA, "digits": EMPTY}, "bad-puzzle"),
            ("count", {"puzzle": WIKIPEDIA, "limit": 0}, "bad-question"),
            ("steps", {"puzzle": WIKIPEDIA, "techniques": ["magic"]}, "bad-puzzle"),
            ("solve", {"puzzle": 70_000 * "."}, "too-large"),
        ],
    )
    def test_each_is_one_sentence_with_a_code(self, service: Service, question: str, data: dict, code: str) -> None:  # type: ignore[type-arg]
        reply = service.ask(question, **data)
        assert (reply.data["code"], reply.status) == (code, PROBLEMS[code][0])
        assert reply.headers["content-type"] == "application/problem+json"
        assert "\n" not in reply.data["detail"].strip()
        assert "Traceback" not in reply.body.decode()

    def test_a_cell_is_named(self, service: Service) -> None:
        assert "r1" in service.ask("solve", puzzle="11" + 79 * ".").data["detail"]

    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [("GET", "/api/v1/solve", 405), ("GET", "/api/v1/nothing", 404), ("GET", "/../../etc/passwd", 404)],
    )
    def test_what_is_not_there(self, service: Service, method: str, path: str, status: int) -> None:
        assert service.request(method, path).status == status

    def test_another_content_type_and_broken_json(self, service: Service) -> None:
        assert service.request("POST", "/api/v1/solve", b"{}", content_type="text/html").status == 415
        assert service.request("POST", "/api/v1/solve", b"{", content_type="application/json").status == 422

    def test_a_body_without_end_is_cut_off(self, service: Service) -> None:
        with socket.create_connection((service.host, service.port), timeout=10) as connection:
            connection.sendall(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode())
            chunk = b"8000\r\n" + 0x8000 * b"x" + b"\r\n"
            answer = b""
            try:
                for _ in range(10):
                    connection.sendall(chunk)
                    time.sleep(0.02)
                answer = connection.recv(4096)
            except OSError:
                answer = answer or connection.recv(4096)
        assert b"413" in answer.split(b"\r\n")[0]


class TestHeaders:
    def test_the_page_may_fetch_nothing_from_elsewhere(self, service: Service) -> None:
        headers = service.request("GET", "/").headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert (
            "access-control-allow-origin" not in service.request("GET", "/", origin="http://elsewhere.example").headers
        )

    def test_static_files_have_a_tag(self, service: Service) -> None:
        tag = service.request("GET", "/").headers["etag"]
        assert service.request("GET", "/", if_none_match=tag).status == 304


class TestLimits:
    def test_work_that_takes_too_long_is_stopped_for_certain(self) -> None:
        """A question that would run for minutes ends at its deadline, and the worker serves the next one at once."""
        with running(workers=1, deadline=0.7) as service:
            service.ask("solve", puzzle=WIKIPEDIA)
            board = 256 * "."
            began = time.monotonic()
            reply = service.ask("count", puzzle=board, limit=10**6)
            assert (reply.status, reply.data["code"]) == (504, "too-late")
            assert time.monotonic() - began < 3
            assert service.ask("solve", puzzle=WIKIPEDIA).status in (200, 504)
            assert service.ask("solve", puzzle=WIKIPEDIA).data["count"] == 1

    def test_a_full_queue_turns_questions_away_and_says_when_to_come_back(self) -> None:
        with running(workers=1, queue=2, deadline=1.5) as service, ThreadPoolExecutor(12) as threads:
            replies = list(threads.map(lambda _: service.ask("count", puzzle=256 * ".", limit=10**6), range(12)))
            assert {reply.status for reply in replies} == {503, 504}
            turned_away = [reply for reply in replies if reply.status == 503]
            assert all(int(reply.headers["retry-after"]) >= 1 for reply in turned_away)
            assert service.request("GET", "/healthz").status == 200

    def test_limits_hold_whether_or_not_a_proxy_takes_the_prefix_off(self) -> None:
        with running(workers=1, prefix="/sudoku", rate=0.5, burst=4) as service:
            statuses = []
            for path in ("/sudoku/api/v1/solve", "/api/v1/solve"):
                for kind, body in (("text/html", b"{}"), ("application/json", 70_000 * b" ")):
                    statuses.append(service.request("POST", path, body, content_type=kind).status)
            assert statuses == [415, 413, 415, 413]
            assert service.request("POST", "/api/v1/solve", b"{}", content_type="application/json").status == 429

    def test_a_client_that_asks_too_often_is_told_to_wait(self) -> None:
        with running(rate=0.5, burst=3) as service:
            statuses = [service.ask("solve", puzzle=WIKIPEDIA).status for _ in range(5)]
            assert statuses == [200, 200, 200, 429, 429]
            assert int(service.ask("solve", puzzle=WIKIPEDIA).headers["retry-after"]) >= 1

    def test_a_slow_client_is_sent_away(self) -> None:
        with running(reading=0.5) as service:
            with socket.create_connection((service.host, service.port), timeout=10) as silent:
                assert silent.recv(100) == b""
            with socket.create_connection((service.host, service.port), timeout=10) as slow:
                slow.sendall(f"{HEAD}Content-Length: 50\r\n\r\n{{".encode())
                assert b"408" in slow.recv(4096).split(b"\r\n")[0]

    def test_sigterm_stops_it_within_five_seconds_even_with_work_under_way(self) -> None:
        with running(workers=1, deadline=30, stopping=2) as service, ThreadPoolExecutor(1) as threads:
            threads.submit(self._ask_and_lose, service)
            time.sleep(0.5)
            began = time.monotonic()
            service.process.send_signal(signal.SIGTERM)
            service.process.wait(10)
            assert time.monotonic() - began < 5

    @staticmethod
    def _ask_and_lose(service: Service) -> None:
        with contextlib.suppress(OSError):
            service.ask("count", puzzle=256 * ".", limit=10**6)

    def test_a_mistake_in_an_answer_is_told_and_logged(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(QUESTIONS, "solve", lambda data: data["nothing"])
        assert worker.answer("solve", {}).code == "failed"
        assert "KeyError: 'nothing'" in capsys.readouterr().err

    def test_a_worker_that_dies_is_replaced(self) -> None:
        with running(workers=1) as service:
            assert service.ask("solve", puzzle=WIKIPEDIA).status == 200
            children = subprocess.run(
                ["pgrep", "-f", "from multiprocessing.forkserver"], capture_output=True, text=True, check=False
            ).stdout.split()
            own = [pid for pid in children if _is_descendant(int(pid), service.process.pid)]
            for pid in own[1:]:
                os.kill(int(pid), signal.SIGKILL)
            statuses = [service.ask("solve", puzzle=INKALA).status for _ in range(3)]
            assert statuses[-1] == 200


def _is_descendant(pid: int, ancestor: int) -> bool:
    try:
        while pid > 1:
            if pid == ancestor:
                return True
            pid = int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[1])
    except OSError:
        return False
    return False


def test_settings_from_the_environment() -> None:
    assert Settings.from_environment({"NONET_WEB_DEADLINE": "2.5"}).deadline == 2.5
    with pytest.raises(nonet.NonetError, match="NONET_WEB_QUEUE is 'x', but a whole number was expected"):
        Settings.from_environment({"NONET_WEB_QUEUE": "x"})


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr == f"nonet: cannot listen on 127.0.0.1 port {port}: Address already in use\n"
