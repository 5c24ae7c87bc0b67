"""The finders: one file per family of techniques. Each finder is a function from marks to an iterator of steps."""

from __future__ import annotations

from .aligned_pair_exclusion import aligned_pairs
from .als import als_chains, als_xy_wings, als_xz, death_blossoms
from .answer import answer
from .bug import bug_1, bug_2, bug_3, bug_4
from .chains import aics, continuous_loops, discontinuous_loops, x_chains, xy_chains
from .coloring import multi_colors_1, multi_colors_2, simple_color_traps, simple_color_wraps
from .complex_fish import (
    finned_franken_jellyfish,
    finned_franken_swordfish,
    finned_franken_x_wings,
    finned_mutant_jellyfish,
    finned_mutant_squirmbags,
    finned_mutant_whales,
    franken_jellyfish,
    franken_swordfish,
    franken_x_wings,
)
from .fish import (
    finned_jellyfish,
    finned_swordfish,
    finned_x_wings,
    jellyfish,
    sashimi_jellyfish,
    sashimi_swordfish,
    sashimi_x_wings,
    swordfish,
    x_wings,
)
from .forcing_chains import cell_chains, contradiction_chains, house_chains, nishio
from .forcing_nets import cell_nets, contradiction_nets, house_nets
from .grouped_chains import grouped_aics, grouped_continuous_loops, grouped_discontinuous_loops
from .locked_candidates import claiming, locked_pairs, locked_triples, pointing
from .medusa import medusa
from .single_digit_patterns import (
    dual_empty_rectangles,
    dual_two_string_kites,
    empty_rectangles,
    skyscrapers,
    turbot_fish,
    two_string_kites,
)
from .singles import full_houses, hidden_singles, naked_singles
from .subsets import hidden_pairs, hidden_quads, hidden_triples, naked_pairs, naked_quads, naked_triples
from .sue_de_coq import sue_de_coqs
from .templates import template_delete, template_set
from .unique_loops import unique_loop_1, unique_loop_2, unique_loop_3, unique_loop_4
from .unique_rectangles import (
    avoidable_rectangle_1,
    avoidable_rectangle_2,
    hidden_rectangles,
    unique_rectangle_1,
    unique_rectangle_2,
    unique_rectangle_3,
    unique_rectangle_4,
    unique_rectangle_5,
    unique_rectangle_6,
)
from .wings import remote_pairs, w_wings, wxyz_wings, xy_wings, xyz_wings

__all__ = [
    "aics",
    "aligned_pairs",
    "als_chains",
    "als_xy_wings",
    "als_xz",
    "answer",
    "avoidable_rectangle_1",
    "avoidable_rectangle_2",
    "bug_1",
    "bug_2",
    "bug_3",
    "bug_4",
    "cell_chains",
    "cell_nets",
    "claiming",
    "continuous_loops",
    "contradiction_chains",
    "contradiction_nets",
    "death_blossoms",
    "discontinuous_loops",
    "dual_empty_rectangles",
    "dual_two_string_kites",
    "empty_rectangles",
    "finned_franken_jellyfish",
    "finned_franken_swordfish",
    "finned_franken_x_wings",
    "finned_jellyfish",
    "finned_mutant_jellyfish",
    "finned_mutant_squirmbags",
    "finned_mutant_whales",
    "finned_swordfish",
    "finned_x_wings",
    "franken_jellyfish",
    "franken_swordfish",
    "franken_x_wings",
    "full_houses",
    "grouped_aics",
    "grouped_continuous_loops",
    "grouped_discontinuous_loops",
    "hidden_pairs",
    "hidden_quads",
    "hidden_rectangles",
    "hidden_singles",
    "hidden_triples",
    "house_chains",
    "house_nets",
    "jellyfish",
    "locked_pairs",
    "locked_triples",
    "medusa",
    "multi_colors_1",
    "multi_colors_2",
    "naked_pairs",
    "naked_quads",
    "naked_singles",
    "naked_triples",
    "nishio",
    "pointing",
    "remote_pairs",
    "sashimi_jellyfish",
    "sashimi_swordfish",
    "sashimi_x_wings",
    "simple_color_traps",
    "simple_color_wraps",
    "skyscrapers",
    "sue_de_coqs",
    "swordfish",
    "template_delete",
    "template_set",
    "turbot_fish",
    "two_string_kites",
    "unique_loop_1",
    "unique_loop_2",
    "unique_loop_3",
    "unique_loop_4",
    "unique_rectangle_1",
    "unique_rectangle_2",
    "unique_rectangle_3",
    "unique_rectangle_4",
    "unique_rectangle_5",
    "unique_rectangle_6",
    "w_wings",
    "wxyz_wings",
    "x_chains",
    "x_wings",
    "xy_chains",
    "xy_wings",
    "xyz_wings",
]
