"""Types of values, and commands whose help has several lists of options."""

from __future__ import annotations

import math
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..errors import suggestion

__all__ = ["Command", "Names", "Number", "Seconds", "SectionOption", "TextOrFile", "sections_of"]


class Names(click.Choice):  # type: ignore[type-arg]  # generic since click 8.4
    """One of several names; case does not matter. The error for another name has the names that are similar."""

    def __init__(self, names: Any) -> None:
        super().__init__(list(names), case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name as it is written in the list."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            what = param.opts[-1] if isinstance(param, click.Option) else param and param.human_readable_name
            names = [str(name).lower() for name in self.choices]
            message = f"{value!r:.40} is not a value of {what}; {suggestion(value, names)}"
            raise click.UsageError(message, ctx) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names in lower case, since zsh and fish compare the case."""
        names = (str(name).lower() for name in self.choices)
        return [CompletionItem(name) for name in names if name.startswith(incomplete.lower())]


class Number(click.FloatRange):
    """A number with or without decimals; neither nan nor infinity."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r:.40} is not a number that can be used here.", param, ctx)
        return number


class Seconds(Number):
    """A time above 0 seconds."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)


class TextOrFile(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A text, or the name of a file with the text. A shell completes the name."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Let the shell complete the name of a file."""
        return [CompletionItem(incomplete, type="file")]


class SectionOption(click.Option):
    """An option that is listed in its own section of the help."""

    def __init__(self, *names: Any, section: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.section = section


class Command(click.Command):
    """A command whose help lists its own options first, and then those of other sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their sections."""
        for title, records in sections_of(self, ctx).items():
            with formatter.section(title):
                formatter.write_dl(records)


def sections_of(command: click.Command, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
    """Return the options of a command with their help, by section."""
    sections: dict[str, list[tuple[str, str]]] = {"Options": []}
    for param in command.get_params(ctx):
        record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
        if record is not None:
            sections.setdefault(getattr(param, "section", "Options"), []).append(record)
    return sections
