"""The steps of Sudoku Explainer as steps of nonet: with evidence, so that they can be proved, explained and drawn.

| file | contents |
| --- | --- |
| explainer_walk | explainer_steps: all steps to the solution; next_explainer_step: the next one by chains |
| patterns | hints without chains |
| chains | cycles and forcing chains along one path |
| nets | forcing chains with branches, and what is nested in them |
| parts | patterns inside a branch |
| conclusion | Conclusion: what a chain states, and from where it starts |
| facts | the units of Sudoku Explainer's board as cells, houses and premises |
"""

from __future__ import annotations

from .explainer_walk import STEPS_NEED_KERNEL, explainer_steps, next_explainer_step

__all__ = ["STEPS_NEED_KERNEL", "explainer_steps", "next_explainer_step"]
