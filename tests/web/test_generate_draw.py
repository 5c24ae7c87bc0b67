"""The endpoints that generate puzzles, draw pictures, and find positions for practice."""

from __future__ import annotations

import pytest

import nonet
from nonet.create import practice_techniques
from nonet.kernel import kernel
from tests.boards import WIKIPEDIA
from tests.web.service import Service


def test_a_puzzle_of_a_level_with_a_symmetry(service: Service) -> None:
    data = service.post("generate", level="Medium", symmetry="half-turn", seed=3, count=2).data
    assert data["complete"]
    for generated in data["puzzles"]:
        puzzle = nonet.Grid(generated["puzzle"])
        assert nonet.rate(puzzle).level is nonet.Level.MEDIUM
        assert {(8 - cell.row, 8 - cell.column) for cell in puzzle.givens} == set(puzzle.givens)
    assert data == service.post("generate", level="Medium", symmetry="half-turn", seed=3, count=2).data


def test_puzzles_with_ratings_of_sudoku_explainer(service: Service) -> None:
    data = service.post("generate", se=[1.5, 2.5], ep=[1.2, 1.5], seed=3).data
    assert data["complete"]
    for generated in data["puzzles"]:
        rating = nonet.rate(generated["puzzle"], scale="se").se
        assert rating is not None
        assert rating.ep <= 1.5 <= rating.er <= 2.5
        if kernel() is not None:
            assert generated["se"] == rating.to_dict()


def test_without_a_seed_puzzles_differ(service: Service) -> None:
    one, two = (service.post("generate").data["puzzles"][0]["puzzle"] for _ in range(2))
    assert one != two


def test_a_search_without_success_says_why(hurried: Service) -> None:
    data = hurried.post("generate", clues=[17, 17], seed=1).data
    assert (data["puzzles"], data["complete"]) == ([], False)
    assert "17 clues" in data["sentence"]


@pytest.mark.parametrize("fields", [{"clues": [10, 12]}, {"technique": "magic"}, {"se": [3.0, 2.0]}])
def test_an_impossible_request_gets_422(service: Service, fields: dict[str, object]) -> None:
    assert service.post("generate", **fields).status == 422


@pytest.mark.parametrize(
    ("kind", "media", "head"),
    [("svg", "image/svg+xml", b"<svg "), ("png", "image/png", b"\x89PNG"), ("pdf", "application/pdf", b"%PDF")],
)
def test_pictures_in_each_format(service: Service, kind: str, media: str, head: bytes) -> None:
    reply = service.post("draw", puzzle=WIKIPEDIA, format=kind)
    assert reply.status == 200
    assert reply.headers["content-type"].startswith(media)
    assert reply.body.startswith(head)


class TestPractice:
    def test_the_technique_is_the_next_step(self, service: Service) -> None:
        task = next(nonet.practice("xy-wing", seed=5))
        data = service.post("practice", technique="xy-wing", seed=5).data
        assert data["position"] == task.position.to_dict()
        assert task.step
        assert data["step"]["notation"] == task.step.to_dict()["notation"]
        assert data["stages"][0]["text"] == "There is a step here: XY-Wing."

    def test_an_unknown_technique_is_an_error(self, service: Service) -> None:
        reply = service.post("practice", technique="swordfsh")
        assert (reply.status, reply.data["code"]) == (422, "invalid-request")
        assert "did you mean swordfish?" in reply.data["detail"]

    def test_the_techniques_say_whether_they_can_be_practiced(self, service: Service) -> None:
        rows = service.request("GET", "/api/v1/techniques").data
        assert {row["id"] for row in rows if row["practice"]} == {row.id for row in practice_techniques()}


def test_a_text_with_more_puzzles_than_are_read(service: Service) -> None:
    puzzle = "1.....2..3.....4"
    for count, complete in ((200, True), (201, False)):
        data = service.post("read", text=f"{puzzle}\n" * count).data
        assert (len(data["puzzles"]), data["complete"]) == (200, complete)
