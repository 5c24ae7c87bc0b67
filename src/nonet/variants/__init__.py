"""Rules beyond rows, columns and boxes: killer cages, thermometers, dots, chess moves and many others.

A rule is a frozen dataclass with fields (`fields`) and one method that gives its meaning as primitives; the engines
know only these. `docs/variants.md` has a picture of every rule, and explains how to write one.

| file | contents |
| --- | --- |
| primitives | the kinds of condition that the engines know, and Model |
| expansion | four of them in terms of the others |
| fields | the fields of rules: what each accepts, and how it is written |
| cages, lines, dots, outside, everywhere, custom | the rules, by family |
| build, automata | what the rules use to make primitives |
| expression, patterns | the small languages of pair and regex rules |
| lowering | lower: a puzzle as a model of primitives |
| reference | solutions, count, true_candidates in plain Python |
| engines | the choice between the kernel and the reference |
| native, buffer, sat | the same functions in the compiled kernel, and for hard puzzles in a SAT solver |
| conflicts | broken rules, and which cells see each other |
| forms | puzzles with rules as plain values for JSON, and as readable text |

>>> from nonet import Puzzle
>>> from nonet.variants import AntiKnight, Killer
>>> len(lower(Puzzle("1... .... .... ....", [Killer("r1c2 r1c3", 5), AntiKnight()])).primitives)
39
"""

from __future__ import annotations

from ..puzzle import KNOWN_RULES, Board, Rule
from . import fields, primitives
from .cages import (
    AllDifferent,
    Candidates,
    Clone,
    Contains,
    CountDistinct,
    CountingCircles,
    Equality,
    EqualSum,
    Even,
    ExtraRegion,
    Index,
    Killer,
    LookAndSay,
    Lunchbox,
    Odd,
    Quadruple,
    Rellik,
    SameDigits,
    Sum,
)
from .conflicts import cells_seen as cells_seen, rule_conflicts as rule_conflicts
from .custom import AllOf, AnyOf, Automaton, Pair, Regex
from .dots import Difference, Greater, Maximum, Minimum, Negative, PairSum, Ratio
from .engines import (
    model_candidates as model_candidates,
    model_count as model_count,
    model_solutions as model_solutions,
)
from .everywhere import (
    AntiKing,
    AntiKnight,
    AntiTaxicab,
    Diagonal,
    DisjointGroups,
    DutchFlatmates,
    GlobalEntropy,
    GlobalModular,
    Nonconsecutive,
    Regions,
    Windoku,
)
from .forms import (
    dict_of_puzzle as dict_of_puzzle,
    is_like_rule as is_like_rule,
    model_of_dict,
    parse_puzzle as parse_puzzle,
    parse_rule,
    puzzle_of_dict as puzzle_of_dict,
    rule_of_dict as rule_of_dict,
    text_of_puzzle as text_of_puzzle,
    text_of_rule as text_of_rule,
)
from .lines import (
    Arrow,
    Between,
    DoubleArrow,
    Entropic,
    Lockout,
    Modular,
    Nabner,
    Palindrome,
    RegionSum,
    Renban,
    Slingshot,
    SlowThermo,
    SumLine,
    Thermo,
    Whisper,
    Zipper,
)
from .lowering import lower
from .outside import FullRank, HiddenSkyscraper, LittleKiller, NumberedRoom, Sandwich, Skyscraper, XSum
from .primitives import Model, Primitive as Primitive

RULES: dict[str, type[Rule]] = dict(sorted(KNOWN_RULES.items()))
"""The rules of nonet by name, such as ``anti-knight``."""

__all__ = [
    "RULES",
    "AllDifferent",
    "AllOf",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "AnyOf",
    "Arrow",
    "Automaton",
    "Between",
    "Board",
    "Candidates",
    "Clone",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "Diagonal",
    "Difference",
    "DisjointGroups",
    "DoubleArrow",
    "DutchFlatmates",
    "Entropic",
    "EqualSum",
    "Equality",
    "Even",
    "ExtraRegion",
    "FullRank",
    "GlobalEntropy",
    "GlobalModular",
    "Greater",
    "HiddenSkyscraper",
    "Index",
    "Killer",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lunchbox",
    "Maximum",
    "Minimum",
    "Model",
    "Modular",
    "Nabner",
    "Negative",
    "Nonconsecutive",
    "NumberedRoom",
    "Odd",
    "Pair",
    "PairSum",
    "Palindrome",
    "Quadruple",
    "Ratio",
    "Regex",
    "RegionSum",
    "Regions",
    "Rellik",
    "Renban",
    "Rule",
    "SameDigits",
    "Sandwich",
    "Skyscraper",
    "Slingshot",
    "SlowThermo",
    "Sum",
    "SumLine",
    "Thermo",
    "Whisper",
    "Windoku",
    "XSum",
    "Zipper",
    "fields",
    "lower",
    "model_of_dict",
    "parse_rule",
    "primitives",
]
