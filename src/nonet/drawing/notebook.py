"""Hints, steps, explanations and ratings as a notebook and rich show them: sentences, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ..logic import Explanation, Hint, Rating, Step, Words, technique
from ._draw import draw, scene_for
from .render import rich_text
from .scene import conclusion

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["notebook_html", "rich_view"]


def notebook_html(value: Hint | Step | Explanation | Rating) -> str:
    """Return what a notebook shows of a value.

    A hint shows its first stage; a click shows the next one. An explanation lists its steps; a click shows the picture.

    >>> from nonet.logic import hint, rate
    >>> notebook_html(hint("1... ..2. .3.. ...4").step).splitlines()[0]
    '<p><b>Hidden Single</b>: r1c2 = 2</p>'
    >>> notebook_html(rate("1... ..2. .3.. ...4")).count("<tr>")
    6
    """
    if isinstance(value, Hint):
        return _hint_html(value)
    if isinstance(value, Step):
        return f"<p><b>{escape(_title(value))}</b>: {_conclusion(value)}</p>\n{_paragraph(value.sentence())}"
    if isinstance(value, Rating):
        return _table_html(_rating_rows(value))
    return _explanation_html(value)


def _title(step: Step) -> str:
    return technique(step.technique).title


def _conclusion(step: Step) -> str:
    return escape(conclusion(step, step.shape))


def _paragraph(text: str) -> str:
    return f"<p>{'<br>'.join(map(escape, text.splitlines()))}</p>"


def _folded(summary: str, content: str) -> str:
    return f"<details><summary>{summary}</summary>\n{content}\n</details>"


def _table_html(rows: Iterable[tuple[str, str]]) -> str:
    lines = (f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
    return "\n".join(["<table>", *lines, "</table>"])


def _hint_html(hint: Hint) -> str:
    """Return the stages of a hint, each inside the one before, and the picture in the last one."""
    *first, last = [_paragraph(stage.text) for stage in hint.stages()]
    content = f"{last}\n{draw(hint)}"
    if hint.step is None:
        return "\n".join([*first, content])
    for stage in reversed(first):
        content = f"{stage}\n{_folded('More', content)}"
    return content


def _explanation_html(explanation: Explanation) -> str:
    """Return the rating of an explanation, and its steps."""
    steps = []
    for number, (step, position) in enumerate(zip(explanation.steps, explanation.positions(), strict=False), 1):
        content = f"{_paragraph(step.sentence())}\n{draw(step, on=position)}"
        steps.append(_folded(f"{number}. {escape(_title(step))}: {_conclusion(step)}", content))
    end = draw(explanation.end if not explanation.is_solved else explanation.end.grid)
    ending = "Solution" if explanation.is_solved else "Last position, not solved"
    return "\n".join([_table_html(_rating_rows(explanation.rating)), *steps, _folded(ending, end)])


def _rating_rows(rating: Rating) -> list[tuple[str, str]]:
    """Return a rating as a table: the level, the hardest technique, the scales, then the steps of each technique."""
    return [
        ("Level", rating.level.title),
        ("Hardest technique", technique(rating.hardest).title),
        *((f"Scale {name}", f"{scale.score:g} ({scale.level})") for name, scale in rating.scales.items()),
        ("Steps", str(rating.steps)),
        *((technique(name).title, str(number)) for name, number in rating.techniques.items()),
    ]


# With rich


def rich_view(value: Hint | Step | Explanation | Rating) -> RenderableType:
    """Return what rich prints of a value.

    >>> from nonet.logic import hint
    >>> rich_view(hint("1... ..2. .3.. ...4").step).plain.splitlines()[0]
    'Hidden Single: r1c2=2'
    """
    from rich.console import Group
    from rich.text import Text

    if isinstance(value, Hint):
        scene = scene_for(value, candidates=True)
        return Group(rich_text(scene, labels="rc"), Text(str(value)))
    if isinstance(value, Step):
        return Text.assemble((str(value), "bold"), "\n", value.sentence())
    if isinstance(value, Rating):
        return _rich_table(_rating_rows(value))
    steps = (
        (f"{number:3}. {_title(step)}", conclusion(step, step.shape)) for number, step in enumerate(value.steps, 1)
    )
    words = Words(value.start.grid.shape)
    ending = [words.rating(value.rating, solved=value.is_solved), *words.techniques(value.rating)]
    return Group(_rich_table(steps), Text("\n".join(ending)))


def _rich_table(rows: Iterable[tuple[str, str]]) -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(*row)
    return table
