"""The service: its responses, its error responses, its limits and its worker processes."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

import nonet
from nonet.extras import install_command
from nonet.kernel import kernel
from nonet.web import Settings
from nonet.web.operations import OPERATIONS, run, run_now
from nonet.web.problems import PROBLEMS
from nonet.web.server import listen
from tests.backends import needs_kernel
from tests.boards import SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION
from tests.web.service import Service, run_apart, running

EMPTY = 81 * "."
HEAD = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


class TestResponses:
    def test_solve_distinguishes_one_none_and_several_solutions(self, service: Service) -> None:
        one, none, several = (service.post("solve", puzzle=text) for text in (WIKIPEDIA, WITHOUT_SOLUTION, EMPTY))
        assert (one.data["count"], one.data["solution"]) == (1, WIKIPEDIA_SOLUTION)
        assert (none.data["count"], none.data["solution"]) == (0, None)
        first, second = several.data["examples"]
        assert nonet.Grid(first).is_solved
        assert first != second

    def test_count_reports_whether_it_is_exact(self, service: Service) -> None:
        assert service.post("count", puzzle=WIKIPEDIA, limit=10).data["exact"]
        many = service.post("count", puzzle=EMPTY, limit=1000).data
        assert (many["count"], many["exact"]) == (1000, False)

    def test_check_reads_any_format(self, service: Service) -> None:
        board = nonet.write(nonet.Grid(WIKIPEDIA), format="grid")
        data = service.post("check", puzzle=board).data
        assert (data["puzzle"], data["clues"], data["valid"], data["solutions"]) == (WIKIPEDIA, 30, True, "unique")

    def test_a_hint_is_for_the_position_of_the_player(self, service: Service) -> None:
        digits = WIKIPEDIA[:2] + "2" + WIKIPEDIA[3:]
        wrong = service.post("hint", puzzle=WIKIPEDIA, digits=digits).data
        assert wrong["mistakes"] == [{"kind": "digit", "cell": "r1c3", "digit": "2"}]
        right = service.post("hint", puzzle=WIKIPEDIA, language="zh").data
        assert [stage["name"] for stage in right["stages"]] == ["technique", "area", "pattern", "conclusion"]
        assert right["after"] != right["position"]

    def test_a_hint_uses_the_candidates_of_the_player(self, service: Service) -> None:
        position = nonet.Position(WIKIPEDIA).eliminate("r1c3", 4)
        candidates = ["".join(map(str, sorted(position.candidates(cell)))) for cell in range(81)]
        data = service.post("hint", puzzle=WIKIPEDIA, candidates=candidates).data
        assert data["mistakes"] == [{"kind": "candidate", "cell": "r1c3", "digit": "4"}]

    def test_explain_rate_and_steps_agree_with_the_library(self, service: Service) -> None:
        explained = service.post("explain", puzzle=SEVENTEEN).data
        expected = [step.technique for step in nonet.explain(SEVENTEEN).steps]
        assert [step["technique"] for step in explained["steps"]] == expected
        assert explained["end"] == str(nonet.solve(SEVENTEEN))
        in_order = service.post("explain", puzzle=SEVENTEEN, order="explainer").data
        path = nonet.explain(SEVENTEEN, order="explainer")
        assert [step["se"]["rating"] for step in in_order["steps"]] == [step.shown_rating for step in path.steps]
        assert in_order["rating"] == path.rating.to_dict()
        assert service.post("rate", puzzle=SEVENTEEN).data["level"] == nonet.rate(SEVENTEEN).level.title
        rated = service.post("rate", puzzle=SEVENTEEN, scale="se").data
        assert rated == {"puzzle": SEVENTEEN, **nonet.rate(SEVENTEEN, scale="se").to_dict()}
        found = service.post("steps", puzzle=SEVENTEEN, techniques=["hidden-single"]).data["steps"]
        assert {step["technique"] for step in found} == {"hidden-single"}
        names = ["hidden-single", "naked-single", "unique-rectangle-1"]
        selection = {"techniques": names, "without": ["naked-single"], "uniqueness": False}
        assert service.post("steps", puzzle=SEVENTEEN, **selection).data["steps"] == found

    def test_read_returns_each_puzzle_with_its_number_of_solutions(self, service: Service) -> None:
        puzzles = service.post("read", text=f"{WIKIPEDIA}\n{EMPTY}\n").data["puzzles"]
        assert [(each["clues"], each["solutions"]) for each in puzzles] == [(30, "unique"), (0, "several")]

    def test_trace_returns_the_events_of_a_search(self, service: Service) -> None:
        data = service.post("trace", puzzle=WIKIPEDIA, method="mrv").data
        assert (data["ended"], data["complete"], data["counters"]["nodes"]) == ("solved", True, 51)
        assert sum(kind == "place" for kind, *_ in data["events"]) == 51

    def test_a_batch_returns_results_in_order_and_continues_after_bad_lines(self, service: Service) -> None:
        lines = [WIKIPEDIA, "abc", SEVENTEEN] * 2000
        body = "\n".join(lines).encode()
        reply = service.request("POST", "/api/v1/batch", body, content_type="text/plain")
        results = [json.loads(line) for line in reply.body.splitlines()]
        assert [result["line"] for result in results] == list(range(1, len(lines) + 1))
        assert [result["status"] for result in results] == ["unique", "bad", "unique"] * 2000
        assert [result["count"] for result in results] == [1, 0, 1] * 2000
        assert results[1]["reason"] == "3 cells, but a 9x9 board has 81"

    def test_health_techniques_and_openapi(self, service: Service) -> None:
        assert service.request("GET", "/healthz").data["status"] == "ok"
        assert service.request("GET", "/readyz").status == 200
        assert "x-wing" in {row["id"] for row in service.request("GET", "/api/v1/techniques").data}
        assert "/api/v1/solve" in service.request("GET", "/api/v1/openapi.json").data["paths"]


class TestProblems:
    @pytest.mark.parametrize(
        ("endpoint", "fields", "code"),
        [
            ("solve", {"puzzle": "abc"}, "bad-puzzle"),
            ("solve", {"puzzle": "11" + 79 * "."}, "contradiction"),
            ("solve", {"puzzle": 5}, "invalid-request"),
            ("solve", {}, "invalid-request"),
            ("solve", {"puzzle": WIKIPEDIA, "more": 1}, "invalid-request"),
            ("rate", {"puzzle": EMPTY}, "not-unique"),
            ("hint", {"puzzle": WITHOUT_SOLUTION}, "no-solution"),
            ("hint", {"puzzle": WIKIPEDIA, "candidates": ["x"] * 81}, "invalid-request"),
            ("hint", {"puzzle": WIKIPEDIA, "digits": EMPTY}, "bad-puzzle"),
            ("count", {"puzzle": WIKIPEDIA, "limit": 0}, "invalid-request"),
            ("steps", {"puzzle": WIKIPEDIA, "techniques": ["magic"]}, "invalid-request"),
            ("steps", {"puzzle": WIKIPEDIA, "without": ["magic"]}, "invalid-request"),
            ("solve", {"puzzle": 70_000 * "."}, "too-large"),
        ],
    )
    def test_a_problem_has_a_code_and_one_sentence(
        self, service: Service, endpoint: str, fields: dict[str, Any], code: str
    ) -> None:
        reply = service.post(endpoint, **fields)
        assert (reply.data["code"], reply.status) == (code, PROBLEMS[code][0])
        assert reply.headers["content-type"] == "application/problem+json"
        assert "\n" not in reply.data["detail"].strip()
        assert "Traceback" not in reply.body.decode()

    def test_a_contradiction_names_its_cells(self, service: Service) -> None:
        assert "r1" in service.post("solve", puzzle="11" + 79 * ".").data["detail"]

    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [("GET", "/api/v1/solve", 405), ("GET", "/api/v1/nothing", 404), ("GET", "/../../etc/passwd", 404)],
    )
    def test_unknown_paths_and_methods(self, service: Service, method: str, path: str, status: int) -> None:
        assert service.request(method, path).status == status

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (b'{"puzzle": 5}', '"puzzle" must be a string'),
            (b"{}", '"puzzle" is required'),
            (b'{"puzzle": "1", "more": 1}', '"more" is not a field of this request'),
            (b'{"puzzle": ""}', '"puzzle" must have at least 1 character'),
            (b'{"puzzle": "1", "language": "de"}', "\"language\" must be 'en' or 'zh'"),
            (b'{"puzzle": "1", "digits": null, "candidates": [1]}', '"candidates.0" must be a string'),
            (b"[]", "the body must be a JSON object"),
            (b"{", "the body is not valid JSON"),
        ],
    )
    def test_an_invalid_request_names_the_field_and_what_is_expected(
        self, service: Service, body: bytes, reason: str
    ) -> None:
        reply = service.request("POST", "/api/v1/hint", body, content_type="application/json")
        assert (reply.status, reply.data["detail"]) == (422, f"Invalid request: {reason}.")

    def test_a_wrong_content_type_and_invalid_json(self, service: Service) -> None:
        assert service.request("POST", "/api/v1/solve", b"{}", content_type="text/html").status == 415
        assert service.request("POST", "/api/v1/solve", b"{", content_type="application/json").status == 422

    def test_an_endless_body_is_rejected(self, service: Service) -> None:
        with socket.create_connection((service.host, service.port), timeout=10) as connection:
            connection.sendall(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode())
            chunk = b"8000\r\n" + 0x8000 * b"x" + b"\r\n"
            response = b""
            try:
                for _ in range(10):
                    connection.sendall(chunk)
                    time.sleep(0.02)
                response = connection.recv(4096)
            except OSError:
                response = response or connection.recv(4096)
        assert b"413" in response.split(b"\r\n")[0]


class TestLanguage:
    """A request names its language in a field or in Accept-Language; errors and sentences are in it."""

    @pytest.mark.parametrize(
        ("endpoint", "fields", "detail"),
        [
            ("solve", {"puzzle": "123"}, "第 1 行：有 3 格，但 4x4 盘面应有 16 格"),
            ("solve", {"puzzle": "11" + 79 * "."}, "r1c1、r1c2 都是 1，但第 1 行中每个数字只能出现一次（另有 1 处）"),
            ("rate", {"puzzle": WITHOUT_SOLUTION}, "题目无解"),
            ("rate", {"puzzle": EMPTY}, "题目多解，其中两个解从 r"),
            ("count", {"puzzle": 5}, '请求无效："puzzle" 必须是字符串。'),
            ("count", {"puzzle": "1", "more": 1}, '请求无效："more" 不是这个请求的字段。'),
            ("count", {"puzzle": WIKIPEDIA, "limit": 0}, '请求无效："limit" 不能小于 1。'),
            ("steps", {"puzzle": WIKIPEDIA, "techniques": ["x-wng"]}, "没有名为 'x-wng' 的技巧，是不是 x-wing、"),
        ],
    )
    def test_an_error_is_in_the_language_of_the_field(
        self, service: Service, endpoint: str, fields: dict[str, Any], detail: str
    ) -> None:
        reply = service.post(endpoint, **fields, language="zh")
        assert reply.data["detail"].startswith(detail)
        assert reply.headers["content-language"] == "zh"
        assert not re.search("[a-z]", reply.data["title"])
        assert service.post(endpoint, **fields).headers["content-language"] == "en"

    @pytest.mark.parametrize(
        ("accepted", "language"),
        [("zh-CN,zh;q=0.9,en;q=0.8", "zh"), ("en-US,en;q=0.9,zh;q=0.5", "en"), ("de", "en"), ("zh;q=x, *", "en")],
    )
    def test_without_a_field_the_header_decides(self, service: Service, accepted: str, language: str) -> None:
        body = b'{"puzzle": "123"}'
        reply = service.request(
            "POST", "/api/v1/solve", body, content_type="application/json", accept_language=accepted
        )
        assert reply.headers["content-language"] == language

    def test_the_field_comes_before_the_header(self, service: Service) -> None:
        body = b'{"puzzle": "123", "language": "en"}'
        reply = service.request("POST", "/api/v1/solve", body, content_type="application/json", accept_language="zh")
        assert reply.data["detail"] == "line 1: 3 cells, but a 4x4 board has 16"

    @pytest.mark.parametrize(
        ("method", "path", "body", "kind", "detail"),
        [
            ("POST", "/api/v1/solve", b"{", "application/json", "请求无效：正文不是有效的 JSON。"),
            ("POST", "/api/v1/solve", b"{}", "text/html", "内容类型必须是 application/json，而不是 'text/html'"),
            (
                "POST",
                "/api/v1/solve",
                70_000 * b" ",
                "application/json",
                "请求至少有 70000 个字节，但最多允许 65536 个",
            ),
            ("GET", "/api/v1/solve", None, "", "请用 POST"),
            ("GET", "/api/v1/nothing", None, "", "没有这个地址"),
        ],
    )
    def test_a_request_that_cannot_be_read_has_the_language_of_its_header(
        self, service: Service, method: str, path: str, body: bytes | None, kind: str, detail: str
    ) -> None:
        reply = service.request(method, path, body, content_type=kind, accept_language="zh")
        assert reply.data["detail"] == detail

    def test_sentences_are_in_chinese(self, service: Service) -> None:
        checked = service.post("check", puzzle=WIKIPEDIA, language="zh").data["sentence"]
        read = service.post("read", text=WIKIPEDIA, language="zh").data["puzzles"][0]["sentence"]
        assert checked == read
        assert checked.startswith("9x9，30 个已知数，唯一解")
        assert (
            "<title>9x9 数独，30 个已知数</title>"
            in service.post("draw", puzzle=WIKIPEDIA, language="zh").body.decode()
        )

    def test_the_reasons_in_a_batch_are_in_chinese(self, service: Service) -> None:
        lines = f"123\n{EMPTY}\n{WITHOUT_SOLUTION}\n".encode()
        reply = service.request("POST", "/api/v1/batch", lines, content_type="text/plain", accept_language="zh")
        reasons = [json.loads(line)["reason"] for line in reply.body.splitlines()]
        assert reasons == ["有 3 格，但 9x9 盘面应有 81 格", "题目多解", "题目无解"]

    def test_a_request_that_takes_too_long_is_stopped_in_its_language(self, hurried: Service) -> None:
        reply = hurried.post("count", puzzle=256 * ".", limit=10**6, language="zh")
        assert reply.data["detail"] == "1 秒内没有结果"


class TestHeaders:
    def test_the_page_may_load_nothing_from_other_hosts(self, service: Service) -> None:
        headers = service.request("GET", "/").headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert (
            "access-control-allow-origin" not in service.request("GET", "/", origin="http://elsewhere.example").headers
        )

    def test_static_files_have_an_etag(self, service: Service) -> None:
        tag = service.request("GET", "/").headers["etag"]
        assert service.request("GET", "/", if_none_match=tag).status == 304

    def test_large_responses_are_compressed(self, service: Service) -> None:
        plain = service.request("GET", "/")
        packed = service.request("GET", "/", accept_encoding="gzip")
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert 3 * len(packed.body) < len(plain.body)

    def test_a_compressed_batch_arrives_line_by_line(self, service: Service) -> None:
        body = f"{WIKIPEDIA}\n{WITHOUT_SOLUTION}\n".encode()
        reply = service.request("POST", "/api/v1/batch", body, content_type="text/plain", accept_encoding="gzip")
        lines = [json.loads(line) for line in gzip.decompress(reply.body).splitlines()]
        assert [line["status"] for line in lines] == ["unique", "none"]


@pytest.fixture(scope="module")
def impatient() -> Iterator[Service]:
    """A service that closes slow connections soon, and has few of them."""
    with running(workers=1, reading=0.5, connections=8, deadline=30) as service:
        yield service


class TestLimits:
    def test_a_request_is_stopped_at_its_deadline_and_the_next_ones_work(self, hurried: Service) -> None:
        """A count that would take minutes gets 504, and the worker is replaced."""
        began = time.monotonic()
        reply = hurried.post("count", puzzle=256 * ".", limit=10**6)
        assert (reply.status, reply.data["code"]) == (504, "timeout")
        assert time.monotonic() - began < 5
        assert [hurried.status_when_free() for _ in range(3)] == [200, 200, 200]

    def test_a_full_queue_rejects_requests_with_retry_after(self, hurried: Service) -> None:
        with ThreadPoolExecutor(12) as threads:
            replies = list(threads.map(lambda _: hurried.post("count", puzzle=256 * ".", limit=10**6), range(12)))
        assert {reply.status for reply in replies} == {503, 504}
        rejected = [reply for reply in replies if reply.status == 503]
        assert all(int(reply.headers["retry-after"]) >= 1 for reply in rejected)
        assert hurried.request("GET", "/healthz").status == 200

    def test_a_hundred_clients_get_results_or_documented_errors(self) -> None:
        requests: list[tuple[str, dict[str, Any]]] = [
            ("solve", {"puzzle": WIKIPEDIA}),
            ("solve", {"puzzle": f"{WIKIPEDIA} for a worker"}),
            ("hint", {"puzzle": WIKIPEDIA}),
            ("count", {"puzzle": 256 * ".", "limit": 10**6}),
            ("explain/stream", {"puzzle": SEVENTEEN}),
        ]
        with running(workers=2, deadline=2, queue=30) as crowded, ThreadPoolExecutor(100) as threads:

            def ask(number: int) -> tuple[int, float]:
                endpoint, fields = requests[number % len(requests)]
                began = time.monotonic()
                return crowded.post(endpoint, **fields).status, time.monotonic() - began

            replies = list(threads.map(ask, range(200)))
            statuses = {status for status, _ in replies}
            assert {200, 503} <= statuses <= {200, 429, 503, 504}
            assert max(seconds for _, seconds in replies) < 20
            assert crowded.status_when_free() == 200

    def test_a_client_that_sends_too_many_requests_gets_429(self) -> None:
        """The limits apply whether or not a proxy removes the prefix."""
        with running(workers=1, prefix="/sudoku", rate=0.5, burst=7) as service:
            statuses = []
            for path in ("/sudoku/api/v1/solve", "/api/v1/solve"):
                for kind, body in (("text/html", b"{}"), ("application/json", 70_000 * b" ")):
                    statuses.append(service.request("POST", path, body, content_type=kind).status)
            assert statuses == [415, 413, 415, 413]
            statuses = [service.post("solve", puzzle=WIKIPEDIA).status for _ in range(5)]
            assert statuses == [200, 200, 200, 429, 429]
            rejected = service.request("POST", "/sudoku/api/v1/solve", b"{}", content_type="application/json")
            assert rejected.status == 429
            assert int(rejected.headers["retry-after"]) >= 1

    def test_a_slow_client_is_disconnected(self, impatient: Service) -> None:
        with _connect(impatient) as silent:
            assert silent.recv(100) == b""
        with _connect(impatient) as slow:
            slow.sendall(f"{HEAD}Content-Length: 50\r\n\r\n{{".encode())
            assert b"408" in slow.recv(4096).split(b"\r\n")[0]

    def test_a_slow_second_request_is_disconnected(self, impatient: Service) -> None:
        with _connect(impatient) as slow:
            slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200 OK" in slow.recv(4096)
            assert _seconds_until_closed(slow, b"GET /healthz HTTP/1.1\r\nHo") < 5

    def test_a_slow_body_that_nobody_waits_for_is_disconnected(self, impatient: Service) -> None:
        with _connect(impatient) as slow:
            slow.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
            assert b"405" in slow.recv(4096)
            assert _seconds_until_closed(slow, b"x") < 5

    def test_a_client_that_does_not_read_is_disconnected(self, impatient: Service) -> None:
        """The response of a batch is larger than what the sockets of both sides can hold."""
        before = _open_files(impatient)
        with _connect(impatient) as greedy:
            body = 60_000 * f"{WIKIPEDIA}\n".encode()
            head = f"POST /api/v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            greedy.sendall(f"{head}Content-Type: text/plain\r\n\r\n".encode() + body)
            until = time.monotonic() + 30
            assert _open_files(impatient) > before
            while _open_files(impatient) > before and time.monotonic() < until:
                time.sleep(0.1)
            assert _open_files(impatient) == before

    def test_idle_connections_do_not_lock_others_out(self, impatient: Service) -> None:
        with ExitStack() as stack:
            for _ in range(8):
                stack.enter_context(_connect(impatient))
            reply = impatient.request("GET", "/healthz")
            assert (reply.status, reply.data["code"]) == (503, "busy")
            assert reply.headers["content-type"] == "application/problem+json"
            assert reply.headers["connection"] == "close"
            assert "content-security-policy" in reply.headers
            assert int(reply.headers["retry-after"]) >= 1
            until = time.monotonic() + 10
            while impatient.request("GET", "/healthz").status != 200 and time.monotonic() < until:
                time.sleep(0.1)
            assert impatient.request("GET", "/healthz").status == 200

    def test_what_is_not_http_gets_a_problem(self, service: Service) -> None:
        with _connect(service) as client:
            client.sendall(b"\x00\x01 nonsense\r\n\r\n")
            reply = client.makefile("rb").read()
            head, _, body = reply.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 400 ")
            assert b"content-security-policy" in head
            assert json.loads(body)["code"] == "bad-http"

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_a_signal_stops_the_service_and_its_workers_during_a_request(self, number: signal.Signals) -> None:
        with running(workers=1, deadline=30, stopping=2) as service, ThreadPoolExecutor(1) as threads:
            threads.submit(self._post_slow_count, service)
            time.sleep(0.5)
            workers = service.workers
            began = time.monotonic()
            service.process.send_signal(number)
            service.process.wait(10)
            assert time.monotonic() - began < 5
            assert len(workers) == 1
            assert not any(map(_is_running, workers))

    @staticmethod
    def _post_slow_count(service: Service) -> None:
        with suppress(OSError):
            service.post("count", puzzle=256 * ".", limit=10**6)

    def test_a_bug_gives_a_problem_and_a_traceback_in_the_log(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(OPERATIONS, "solve", lambda: [][0])
        assert run(("solve", {}))[0] == "failed"
        assert "IndexError" in capsys.readouterr().err


class TestOrigin:
    @pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "LOCALHOST", "[::1]:8000", "[::1]"])
    def test_names_of_this_machine_are_accepted(self, service: Service, host: str) -> None:
        assert service.request("GET", "/healthz", host=host).status == 200

    @pytest.mark.parametrize("host", ["puzzles.example", "localhost.puzzles.example:8000", "", "[::2]"])
    def test_other_host_names_are_rejected(self, service: Service, host: str) -> None:
        for path in ("/", "/healthz", "/api/v1/techniques"):
            reply = service.request("GET", path, host=host)
            assert (reply.status, reply.data["code"]) == (421, "bad-host")

    @pytest.mark.parametrize(
        "headers",
        [
            {"sec_fetch_site": "cross-site", "origin": "https://puzzles.example"},
            {"sec_fetch_site": "same-site", "origin": "http://127.0.0.1:1"},
            {"sec_fetch_site": "cross-site"},
            {"origin": "https://puzzles.example"},
            {"origin": "null"},
        ],
    )
    def test_a_page_of_another_site_cannot_send_a_batch(self, service: Service, headers: dict[str, Any]) -> None:
        body = f"{WIKIPEDIA}\n".encode()
        reply = service.request("POST", "/api/v1/batch", body, content_type="text/plain", **headers)
        assert (reply.status, reply.data["code"]) == (403, "cross-site")

    def test_the_page_itself_and_programs_can_send_a_batch(self, service: Service) -> None:
        own: dict[str, Any] = {"origin": service.address}
        for headers in ({**own, "sec_fetch_site": "same-origin"}, own, {}):
            reply = service.request("POST", "/api/v1/batch", WIKIPEDIA.encode(), content_type="text/plain", **headers)
            assert reply.status == 200

    def test_settings_name_the_hosts_and_admit_other_pages(self) -> None:
        with running(workers=1, hosts="puzzles.example, other.example", origins="https://puzzles.example") as service:
            statuses = [
                service.request("GET", "/healthz", host=host).status for host in ("other.example:80", "localhost")
            ]
            assert statuses == [200, 421]
            sent: dict[str, Any] = {"sec_fetch_site": "cross-site", "origin": "https://puzzles.example"}
            known: dict[str, Any] = {"host": "other.example", "content_type": "text/plain", **sent}
            reply = service.request("POST", "/api/v1/batch", WIKIPEDIA.encode(), **known)
            assert reply.status == 200
            assert reply.headers["access-control-allow-origin"] == "https://puzzles.example"


class TestWithoutWorkers:
    @pytest.mark.parametrize("puzzle", [WIKIPEDIA, SEVENTEEN, WITHOUT_SOLUTION, EMPTY, "55" + 79 * "0"])
    def test_a_board_has_the_same_result_as_in_a_worker(self, puzzle: str) -> None:
        request = ("solve", {"puzzle": puzzle})
        assert run_now(request) == (None if kernel() is None else run(request))

    @pytest.mark.parametrize("puzzle", ["", 16 * ".", 80 * "." + "x", 82 * ".", 256 * ".", f"{WIKIPEDIA}\n{WIKIPEDIA}"])
    def test_other_texts_are_for_a_worker(self, puzzle: str) -> None:
        assert run_now(("solve", {"puzzle": puzzle})) is None

    @needs_kernel
    def test_a_board_that_takes_long_is_for_a_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def search(puzzle: str, timeout: float) -> dict[str, Any]:
            return {"count": len(list(nonet.solutions(puzzle, timeout=timeout)))}

        monkeypatch.setitem(OPERATIONS, "solve", search)
        began = time.process_time()
        assert run_now(("solve", {"puzzle": EMPTY})) is None
        assert time.process_time() - began < 1

    def test_boards_are_solved_while_all_workers_are_busy(self) -> None:
        with running(workers=1, queue=1, deadline=20) as service, ThreadPoolExecutor(2) as threads:
            slow = [threads.submit(service.post, "count", puzzle=256 * ".", limit=10**6) for _ in range(2)]
            while service.request("GET", "/readyz").status == 200:
                time.sleep(0.05)
            status = service.post("solve", puzzle=WIKIPEDIA).status
            service.process.terminate()
            for each in slow:
                with suppress(OSError, http.client.HTTPException):
                    each.result()
        assert status == (503 if kernel() is None else 200)


class TestWorkers:
    def test_the_service_is_ready_when_its_worker_is_and_replaces_one_that_dies(self, tmp_path: Path) -> None:
        """By then a worker has imported all that it needs, so no request has to wait for that."""
        (tmp_path / "json.py").write_text("raise SystemExit('a file of the working directory')", encoding="utf-8")
        with running(workers=1, deadline=30, cwd=tmp_path) as service:
            (worker,) = service.workers
            assert "numpy" in Path(f"/proc/{worker}/maps").read_text(encoding="utf-8")
            assert service.post("count", puzzle=WIKIPEDIA).status == 200
            os.kill(worker, signal.SIGKILL)
            assert service.status_when_free() == 200
            assert service.workers not in ([], [worker])

    def test_workers_end_if_the_service_is_killed(self) -> None:
        with running(workers=2, deadline=30) as service, ThreadPoolExecutor(1) as threads:
            threads.submit(TestLimits._post_slow_count, service)
            time.sleep(0.5)
            workers = service.workers
            assert len(workers) == 2
            service.process.kill()
            service.process.wait(10)
            until = time.monotonic() + 10
            while any(map(_is_running, workers)) and time.monotonic() < until:
                time.sleep(0.05)
            assert not any(map(_is_running, workers))

    @pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux lets a process choose its CPUs")
    def test_there_is_one_worker_for_each_cpu_that_the_service_may_use(self) -> None:
        cpu = min(os.sched_getaffinity(0))
        on_one_cpu = f"import os, sys; os.sched_setaffinity(0, {{{cpu}}}); os.execv(sys.argv[1], sys.argv[1:])"
        with running(prefix_command=[sys.executable, "-c", on_one_cpu]) as service:
            assert len(service.workers) == 1


def test_nonet_web_can_be_imported_without_fastapi() -> None:
    code = """
import sys
sys.modules["fastapi"] = sys.modules["uvicorn"] = None
import nonet.web
for function in (nonet.web.create_app, nonet.web.serve):
    try:
        function()
    except nonet.MissingExtra as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"this needs {library}, which is not installed: {install_command('web')}" for library in ("fastapi", "uvicorn")
    ]


def test_requests_from_other_machines_are_logged_without_the_puzzle() -> None:
    with running(host="0.0.0.0", workers=1) as service:
        service.post("solve", puzzle=WIKIPEDIA)
        service.process.terminate()
        assert service.process.stderr is not None
        log = service.process.stderr.read()
    assert "POST /api/v1/solve 200" in log
    assert WIKIPEDIA not in log


def _connect(service: Service) -> socket.socket:
    return socket.create_connection((service.host, service.port), timeout=10)


def _seconds_until_closed(client: socket.socket, first: bytes) -> float:
    """Send bytes and then one byte at a time; return the seconds until the service closes the connection."""
    began = time.monotonic()
    client.sendall(first)
    client.settimeout(0.1)
    while time.monotonic() - began < 8:
        try:
            if client.recv(4096) == b"":
                break
        except TimeoutError:
            with suppress(OSError):
                client.sendall(b"x")
        except OSError:
            break
    return time.monotonic() - began


def _open_files(service: Service) -> int:
    return len(list(Path(f"/proc/{service.process.pid}/fd").iterdir()))


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_settings_from_the_environment() -> None:
    assert Settings.from_environment({"NONET_WEB_DEADLINE": "2.5"}).deadline == 2.5
    for text in ("x", "-1"):
        message = f"NONET_WEB_QUEUE must be a whole number of at least 0, not '{text}'"
        with pytest.raises(nonet.errors.SettingError, match=message):
            Settings.from_environment({"NONET_WEB_QUEUE": text})
    for text in ("inf", "nan", "1e400", "-1"):
        with pytest.raises(nonet.errors.SettingError, match="NONET_WEB_STOPPING must be a number of at least 0"):
            Settings.from_environment({"NONET_WEB_STOPPING": text})


def test_small_responses_are_sent_without_delay() -> None:
    """Otherwise each response on a kept connection waits 40 ms for an acknowledgment."""

    async def is_without_delay() -> bool:
        accepted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                option = transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                accepted.set_result(bool(option))

        with listen("127.0.0.1", 0) as listener:
            server = await asyncio.get_running_loop().create_server(Protocol, sock=listener)
            _, writer = await asyncio.open_connection(*listener.getsockname())
            writer.close()
            async with server:
                return await accepted

    assert run_apart(is_without_delay)


def test_a_port_in_use_gives_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr == f"nonet: cannot listen on 127.0.0.1 port {port}: Address already in use\n"
