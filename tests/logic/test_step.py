"""Steps as values: data for JSON, notation, equality."""

from __future__ import annotations

import json

from nonet import Shape
from nonet.logic import Candidate, Chain, LockedSet, Node, Premises, Reason, Step

STEP = Step(
    "als-xz",
    eliminations=(Candidate(4, 2),),
    premises=Premises(cells=0b11, places=((0, 5),), deadly=(Candidate(3, 1),)),
    digits=(1, 2),
    cells={"pattern": 0b11},
    houses={"house": (0, 19)},
    sets=(LockedSet(0b1, 0b11), LockedSet(0b10, 0b11)),
    colors=((Candidate(0, 1),), (Candidate(1, 1),)),
    chains=(
        Chain(
            "chain",
            (
                Node(1, 0b1, True),
                Node(1, 0b10, False, Reason("house", 0), (0,)),
                Node(2, 0b10, True, Reason("set", 1), (1,)),
            ),
        ),
    ),
    variant="doubly linked",
)


def test_a_step_as_data() -> None:
    data = json.loads(json.dumps(STEP.to_dict(language="en")))
    assert data.pop("text").startswith("ALS-XZ. ")
    lines = data.pop("lines")
    assert [line["kind"] for line in lines] == ["pattern", "case", "link", "why", "conclusion"]
    assert [line.get("number") for line in lines] == [None, 1, 2, None, None]
    assert data == {
        "technique": "als-xz",
        "title": "ALS-XZ",
        "level": "Unfair",
        "score": 300,
        "uniqueness": False,
        "placements": [],
        "eliminations": [{"cell": "r1c5", "digit": "2"}],
        "notation": str(STEP),
        "digits": ["1", "2"],
        "cells": {"pattern": ["r1c1", "r1c2"]},
        "houses": {"house": ["row 1", "box 2"]},
        "premises": {
            "cells": ["r1c1", "r1c2"],
            "places": [{"house": "row 1", "digit": "5"}],
            "deadly": [{"cell": "r1c4", "digit": "1"}],
        },
        "variant": "doubly linked",
        "sets": [{"cells": ["r1c1"], "digits": ["1", "2"]}, {"cells": ["r1c2"], "digits": ["1", "2"]}],
        "colors": [[{"cell": "r1c1", "digit": "1"}], [{"cell": "r1c2", "digit": "1"}]],
        "chains": [
            {
                "kind": "chain",
                "nodes": [
                    {"digit": "1", "cells": ["r1c1"], "on": True, "reason": "assumed", "parents": []},
                    {
                        "digit": "1",
                        "cells": ["r1c2"],
                        "on": False,
                        "reason": "house",
                        "house": "row 1",
                        "parents": [0],
                    },
                    {"digit": "2", "cells": ["r1c2"], "on": True, "reason": "set", "set": 1, "parents": [1]},
                ],
            }
        ],
    }


def test_parts_that_a_step_lacks_are_not_in_its_data() -> None:
    data = Step("naked-single", placements=(Candidate(0, 5),)).to_dict()
    assert {"variant", "sets", "colors", "chains", "text"} & data.keys() == set()


def test_a_step_names_the_cells_of_its_board() -> None:
    single = Step("naked-single", placements=(Candidate(5, 4),))
    assert str(single) == "Naked Single: r1c6=4"
    assert str(single._replace(shape=Shape(2, 2))) == "Naked Single: r2c2=4"


def test_equal_steps_have_equal_hashes() -> None:
    assert hash(STEP) == hash(STEP._replace())
    assert STEP._replace() == STEP
    assert len({STEP, STEP._replace(), STEP._replace(digits=(2, 1))}) == 2


def test_the_conclusion_does_not_depend_on_the_order() -> None:
    removed = (Candidate(4, 2), Candidate(3, 2))
    one, other = (Step("x-wing", eliminations=order) for order in (removed, removed[::-1]))
    assert one != other
    assert one.conclusion == other.conclusion
