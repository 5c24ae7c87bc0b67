"""The finders: one file per family of techniques. A finder is a function from marks to an iterator of steps.

| file | techniques |
| --- | --- |
| singles | full house, hidden single, naked single |
| locked_candidates | pointing, claiming, locked pair and triple |
| subsets | naked and hidden pair, triple and quad |
| fish | X-Wing, swordfish, jellyfish, also finned, sashimi and Siamese |
| complex_fish | Franken and mutant fish |
| single_digit_patterns | skyscraper, 2-string kite, turbot fish, empty rectangle |
| templates | template set and delete; which digits can have patterns at all |
| wings | W-, XY-, XYZ- and WXYZ-Wing, remote pair |
| coloring | simple colors, multi-colors |
| medusa | 3D Medusa |
| deadly_patterns | the four types that the next three share |
| unique_rectangles | unique, hidden and avoidable rectangles |
| unique_loops | unique loops |
| bug | bivalue universal grave |
| sue_de_coq | Sue de Coq |
| als | ALS-XZ, ALS-XY-Wing, ALS chain, death blossom |
| aligned_pair_exclusion | aligned pair exclusion |
| chains | X-Chain, XY-Chain, nice loops, alternating inference chains |
| grouped_chains | the same with groups and almost locked sets |
| forcing_chains | Nishio, contradiction, cell and house forcing chains |
| forcing_nets | contradiction, cell and house forcing nets |
| answer | a digit copied from the solution |
"""

from __future__ import annotations

from .aligned_pair_exclusion import aligned_pair_exclusions as aligned_pair_exclusions
from .als import (
    als_chains as als_chains,
    als_xy_wings as als_xy_wings,
    als_xz as als_xz,
    death_blossoms as death_blossoms,
)
from .answer import answers as answers
from .bug import bug_1 as bug_1, bug_2 as bug_2, bug_3 as bug_3, bug_4 as bug_4
from .chains import (
    aics as aics,
    continuous_nice_loops as continuous_nice_loops,
    discontinuous_nice_loops as discontinuous_nice_loops,
    x_chains as x_chains,
    xy_chains as xy_chains,
)
from .coloring import (
    multi_colors_1 as multi_colors_1,
    multi_colors_2 as multi_colors_2,
    simple_color_traps as simple_color_traps,
    simple_color_wraps as simple_color_wraps,
)
from .complex_fish import (
    finned_franken_jellyfish as finned_franken_jellyfish,
    finned_franken_swordfish as finned_franken_swordfish,
    finned_franken_x_wings as finned_franken_x_wings,
    finned_mutant_jellyfish as finned_mutant_jellyfish,
    finned_mutant_squirmbags as finned_mutant_squirmbags,
    finned_mutant_whales as finned_mutant_whales,
    franken_jellyfish as franken_jellyfish,
    franken_swordfish as franken_swordfish,
    franken_x_wings as franken_x_wings,
)
from .deadly_patterns import deadly_step as deadly_step
from .fish import (
    finned_jellyfish as finned_jellyfish,
    finned_swordfish as finned_swordfish,
    finned_x_wings as finned_x_wings,
    jellyfish as jellyfish,
    sashimi_jellyfish as sashimi_jellyfish,
    sashimi_swordfish as sashimi_swordfish,
    sashimi_x_wings as sashimi_x_wings,
    swordfish as swordfish,
    x_wings as x_wings,
)
from .forcing_chains import (
    cell_forcing_chains as cell_forcing_chains,
    contradiction_forcing_chains as contradiction_forcing_chains,
    house_forcing_chains as house_forcing_chains,
    nishio as nishio,
)
from .forcing_nets import (
    cell_forcing_nets as cell_forcing_nets,
    contradiction_forcing_nets as contradiction_forcing_nets,
    house_forcing_nets as house_forcing_nets,
)
from .grouped_chains import (
    grouped_aics as grouped_aics,
    grouped_continuous_nice_loops as grouped_continuous_nice_loops,
    grouped_discontinuous_nice_loops as grouped_discontinuous_nice_loops,
    with_groups as with_groups,
    with_sets as with_sets,
)
from .locked_candidates import (
    claiming as claiming,
    locked_pairs as locked_pairs,
    locked_triples as locked_triples,
    pointing as pointing,
)
from .medusa import medusas as medusas
from .single_digit_patterns import (
    dual_empty_rectangles as dual_empty_rectangles,
    dual_two_string_kites as dual_two_string_kites,
    empty_rectangles as empty_rectangles,
    skyscrapers as skyscrapers,
    turbot_fish as turbot_fish,
    two_string_kites as two_string_kites,
)
from .singles import (
    SINGLES as SINGLES,
    full_houses as full_houses,
    hidden_after_naked as hidden_after_naked,
    hidden_singles as hidden_singles,
    naked_singles as naked_singles,
    run_of_singles as run_of_singles,
    with_blockers as with_blockers,
)
from .subsets import (
    hidden_pairs as hidden_pairs,
    hidden_quads as hidden_quads,
    hidden_triples as hidden_triples,
    naked_pairs as naked_pairs,
    naked_quads as naked_quads,
    naked_triples as naked_triples,
)
from .sue_de_coq import sue_de_coqs as sue_de_coqs
from .templates import template_delete as template_delete, template_set as template_set
from .unique_loops import (
    unique_loop_1 as unique_loop_1,
    unique_loop_2 as unique_loop_2,
    unique_loop_3 as unique_loop_3,
    unique_loop_4 as unique_loop_4,
)
from .unique_rectangles import (
    avoidable_rectangle_1 as avoidable_rectangle_1,
    avoidable_rectangle_2 as avoidable_rectangle_2,
    hidden_rectangles as hidden_rectangles,
    unique_rectangle_1 as unique_rectangle_1,
    unique_rectangle_2 as unique_rectangle_2,
    unique_rectangle_3 as unique_rectangle_3,
    unique_rectangle_4 as unique_rectangle_4,
    unique_rectangle_5 as unique_rectangle_5,
    unique_rectangle_6 as unique_rectangle_6,
)
from .wings import (
    remote_pairs as remote_pairs,
    w_wings as w_wings,
    wxyz_wings as wxyz_wings,
    xy_wings as xy_wings,
    xyz_wings as xyz_wings,
)
