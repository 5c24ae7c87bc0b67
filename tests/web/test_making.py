"""New puzzles and pictures from the service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import nonet
from tests.boards import WIKIPEDIA, WITHOUT_SOLUTION
from tests.web.service import Service, running


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(workers=1, deadline=4, puzzles=5) as service:
        service.ask("solve", puzzle=WIKIPEDIA)  # the worker is there
        yield service


class TestGenerate:
    @pytest.mark.parametrize("level", ["Easy", "Medium"])
    def test_puzzles_of_a_level_are_those_of_the_library(self, service: Service, level: str) -> None:
        data = service.ask("generate", level=level, count=3, seed=7, symmetry="half-turn").data
        assert (data["complete"], data["sentence"]) == (True, "3 puzzles")
        wanted = nonet.generate(level=level, count=3, seed=7, symmetry="half-turn")
        assert [each["puzzle"] for each in data["puzzles"]] == [str(puzzle) for puzzle in wanted]
        for each in data["puzzles"]:
            rating = nonet.rate(each["puzzle"])
            assert (each["level"], each["hardest"], each["score"]) == (level, rating.hardest, rating.score)
            assert each["clues"] == len(nonet.Grid(each["puzzle"]).givens)

    def test_a_technique_and_clues(self, service: Service) -> None:
        data = service.ask("generate", technique="naked-pair", clues=[24, 30], seed=1).data
        assert [each["hardest"] for each in data["puzzles"]] == ["naked-pair"]
        assert 24 <= data["puzzles"][0]["clues"] <= 30

    def test_what_is_too_rare_is_answered_in_time_with_the_reason(self, service: Service) -> None:
        reply = service.ask("generate", technique="jellyfish", clues=[17, 19], count=5, seed=1)
        assert (reply.status, reply.data["complete"]) == (200, False)
        assert reply.data["sentence"].startswith(f"found {len(reply.data['puzzles'])} of 5 puzzles in 3.2 s")

    @pytest.mark.parametrize(
        ("order", "code", "words"),
        [
            ({"count": 6}, "bad-question", "6 puzzles, but at most 5 are made at once"),
            ({"count": 0}, "bad-question", "count"),
            ({"level": "Fiendish"}, "bad-question", "level"),
            ({"technique": "magic"}, "bad-puzzle", "there is no technique 'magic'"),
            ({"technique": "answer"}, "bad-puzzle", "the answer is no technique"),
            ({"level": "Easy", "technique": "x-wing"}, "bad-puzzle", "a puzzle that needs X-Wing is Hard, not Easy"),
            ({"clues": 9}, "bad-puzzle", "no 9x9 puzzle has fewer than 17 clues"),
        ],
    )
    def test_a_bad_order_is_one_sentence(self, service: Service, order: dict[str, Any], code: str, words: str) -> None:
        reply = service.ask("generate", **order)
        assert (reply.status, reply.data["code"]) == (422, code)
        assert words in reply.data["detail"]


class TestDraw:
    @pytest.mark.parametrize(
        ("kind", "media_type", "start"),
        [("svg", "image/svg+xml", b"<svg"), ("png", "image/png", b"\x89PNG"), ("pdf", "application/pdf", b"%PDF-")],
    )
    def test_a_file_of_each_kind(self, service: Service, kind: str, media_type: str, start: bytes) -> None:
        reply = service.ask("draw", puzzle=WIKIPEDIA, format=kind)
        assert reply.status == 200
        assert reply.headers["content-type"].partition(";")[0] == media_type
        assert reply.body.startswith(start)

    def test_the_players_digits_are_drawn(self, service: Service) -> None:
        digits = WIKIPEDIA[:2] + "4" + WIKIPEDIA[3:]
        position = nonet.Position(WIKIPEDIA, digits)
        assert service.ask("draw", puzzle=WIKIPEDIA, digits=digits).body.decode() == nonet.draw(position)
        assert service.ask("draw", puzzle=WIKIPEDIA).body.decode() != nonet.draw(position)

    def test_even_a_puzzle_without_a_solution_can_be_drawn_but_no_nonsense(self, service: Service) -> None:
        assert service.ask("draw", puzzle=WITHOUT_SOLUTION).status == 200
        assert service.ask("draw", puzzle="abc").data["code"] == "bad-puzzle"
        assert service.ask("draw", puzzle=WIKIPEDIA, format="gif").data["code"] == "bad-question"


def test_both_are_described(service: Service) -> None:
    paths = service.request("GET", "/api/v1/openapi.json").data["paths"]
    assert set(paths["/api/v1/draw"]["post"]["responses"]["200"]["content"]) >= {"image/svg+xml", "image/png"}
    for name in ("draw", "generate"):
        problem = paths[f"/api/v1/{name}"]["post"]["responses"]["422"]["content"]
        assert list(problem) == ["application/problem+json"]
