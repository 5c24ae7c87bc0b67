"""Steps, paths, hints and ratings as plain data, ready for JSON: cells by name, digits by symbol, houses by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..geometry import Shape, bits, digits_of
from ._explain import Path
from ._hint import Hint
from .scales import Rating
from .step import Candidate, Chain, Step
from .techniques import technique
from .words import Words, hodoku_text

__all__ = ["hint_data", "path_data", "rating_data", "step_data"]


def step_data(step: Step, shape: Shape, words: Words | None = None) -> dict[str, Any]:
    """A step with all its evidence, and its words if wanted.

    >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
    >>> data = step_data(step, Shape(3, 3))
    >>> data["technique"], data["placements"], data["cells"]
    ('naked-single', [{'cell': 'r1c1', 'digit': '5'}], {'pattern': ['r1c1']})
    """
    row = technique(step.technique)
    premises = step.premises
    data: dict[str, Any] = {
        "technique": step.technique,
        "title": row.title,
        "level": row.level.title,
        "score": row.score,
        "uniqueness": row.uses_uniqueness,
        "placements": _candidates(step.placements, shape),
        "eliminations": _candidates(step.eliminations, shape),
        "notation": hodoku_text(step, shape),
        "digits": [shape.symbol(digit) for digit in step.digits],
        "cells": {role: _cells(mask, shape) for role, mask in step.cells.items()},
        "houses": {role: [shape.house_names[house] for house in houses] for role, houses in step.houses.items()},
        "premises": {
            "cells": _cells(premises.cells, shape),
            "places": [
                {"house": shape.house_names[house], "digit": shape.symbol(digit)} for house, digit in premises.places
            ],
            "deadly": _candidates(premises.deadly, shape),
        },
    }
    if step.variant:
        data["variant"] = step.variant
    if step.sets:
        data["sets"] = [
            {"cells": _cells(each.cells, shape), "digits": [shape.symbol(d) for d in digits_of(each.digits)]}
            for each in step.sets
        ]
    if step.colours:
        data["colours"] = [_candidates(group, shape) for group in step.colours]
    if step.chains:
        data["chains"] = [_chain(chain, shape) for chain in step.chains]
    if words:
        data["text"] = words.tell(step)
    return data


def path_data(path: Path, words: Words | None = None) -> dict[str, Any]:
    """A path: where it starts, every step, where it ends, and its rating."""
    shape = path.start.grid.shape
    return {
        "puzzle": str(path.start.givens),
        "start": str(path.start.grid),
        "solved": path.is_solved,
        "logical": path.is_logical,
        "rating": rating_data(path.rating),
        "steps": [step_data(step, shape, words) for step in path.steps],
        "end": str(path.end.grid),
    }


def rating_data(rating: Rating) -> dict[str, Any]:
    """A rating with its scales.

    >>> from .scales import rating_of
    >>> rating_data(rating_of([Step("x-wing")]))["level"]
    'Hard'
    """
    return {
        "level": rating.level.title,
        "hardest": rating.hardest,
        "logical": rating.is_logical,
        "steps": rating.steps,
        "scales": {name: scale._asdict() for name, scale in rating.scales.items()},
    }


def hint_data(hint: Hint, language: str = "en", cells: str = "rc") -> dict[str, Any]:
    """A hint: mistakes, the step, and the words of each stage."""
    shape = hint.position.grid.shape
    words = Words(shape, language, cells)
    return {
        "mistakes": [{"kind": mistake.kind, **_candidate(mistake.candidate, shape)} for mistake in hint.mistakes],
        "leftovers": _candidates(hint.leftovers, shape),
        "stages": [stage._asdict() for stage in hint.stages(language, cells)],
        "step": step_data(hint.step, shape, words) if hint.step else None,
    }


def _candidate(candidate: Candidate, shape: Shape) -> dict[str, str]:
    return {"cell": shape.cell_name(candidate.cell), "digit": shape.symbol(candidate.digit)}


def _candidates(candidates: Iterable[Candidate], shape: Shape) -> list[dict[str, str]]:
    return [_candidate(candidate, shape) for candidate in candidates]


def _cells(mask: int, shape: Shape) -> list[str]:
    return [shape.cell_name(cell) for cell in bits(mask)]


def _chain(chain: Chain, shape: Shape) -> dict[str, Any]:
    return {
        "kind": chain.kind,
        "nodes": [
            {
                "digit": shape.symbol(node.digit),
                "cells": _cells(node.cells, shape),
                "on": node.on,
                "reason": node.reason.kind,
                **({"house": shape.house_names[node.reason.where]} if node.reason.kind == "house" else {}),
                **({"set": node.reason.where} if node.reason.kind == "set" else {}),
                "parents": list(node.parents),
            }
            for node in chain.nodes
        ],
    }
