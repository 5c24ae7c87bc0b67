"""``nonet manual``: the manual page, made from the help of the commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc

import click

from ..version import __version__
from . import GROUPS
from .parameters import sections_of
from .program import program

_END = r"""
.SH EXIT STATUS
.TP
.B 0
Everything is done.
.TP
.B 1
A puzzle has no solution, or more than one.
.TP
.B 2
Something could not be read, or the command was wrong. One line on standard error says what.
.TP
.B 130
The command was stopped by Ctrl\-C.
.SH ENVIRONMENT
.TP
.B NONET_BACKEND
The backend for many puzzles: native, numpy or auto (the default).
.TP
.B NONET_ISA
The instruction set of the compiled kernel, instead of the best one.
.TP
.B NONET_WEB_...
The limits of \fBnonet web\fR, such as \fBNONET_WEB_DEADLINE\fR.
"""


@click.command("manual")
def command() -> None:
    """Print the manual page of nonet with all commands and options, in the format of man.

    \b
      nonet manual | man -l -
      nonet manual > ~/.local/share/man/man1/nonet.1
    """
    click.echo(page(), nl=False)


def page() -> str:
    """Return the manual page in the language of roff."""
    lines = [f'.TH NONET 1 "" "nonet {__version__}" "User Commands"', ".SH NAME"]
    summary, _, description = (program.help or "").partition("\n")
    lines += [rf"nonet \- {summary[0].lower()}{escaped(summary[1:].rstrip('.'))}"]
    lines += [".SH SYNOPSIS", r"\fBnonet\fR \fICOMMAND\fR [\fIOPTIONS\fR] [\fIARGUMENTS\fR]"]
    lines += [".SH DESCRIPTION", *paragraphs(description)]
    with click.Context(program, info_name="nonet", **program.context_settings) as context:
        shared: dict[str, list[tuple[str, str]]] = {}
        for title, commands in GROUPS.items():
            lines.append(f".SH {escaped(title.upper())}")
            for name in commands:
                lines += command_lines(name, context, shared)
        for title, records in shared.items():
            lines += [f".SH {escaped(title.upper())}", *option_lines(records)]
    return "\n".join(lines) + _END


def command_lines(name: str, parent: click.Context, shared: dict[str, list[tuple[str, str]]]) -> Iterator[str]:
    """Yield the usage, the text and the options of a command; sections that commands share are kept for later."""
    command = program.get_command(parent, name)
    if command is None:
        return
    context = click.Context(command, info_name=name, parent=parent)
    yield f'.SS "{escaped(" ".join(["nonet", name, *command.collect_usage_pieces(context)]))}"'
    yield from paragraphs(command.help or "")
    for title, records in sections_of(command, context).items():
        if title == "Options":
            yield from option_lines(records)
        else:
            yield from (".PP", rf"The \fI{escaped(title.lower())}\fR are listed below.")
            shared[title] = records


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; those after a backspace are examples, which keep their lines."""
    for paragraph in filter(None, re.split(r"\n\s*\n", cleandoc(text))):
        if paragraph.startswith("\b"):
            examples = [escaped(line.strip()) for line in paragraph.splitlines()[1:]]
            yield from (".PP", ".RS 4", ".nf", *examples, ".fi", ".RE")
        else:
            yield from (".PP", escaped(" ".join(paragraph.split())))


def option_lines(records: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield options with their help."""
    for names, text in records:
        if not names.startswith("-h,"):
            parts = [rf"\fB{escaped(part)}\fR" if part[:1] == "-" else escaped(part) for part in names.split(" ")]
            yield from (".TP", " ".join(parts), escaped(text))


def escaped(text: str) -> str:
    """Return text that roff prints as it is.

    >>> print(escaped(".. -o"))
    \\&.. \\-o
    """
    text = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    text = re.sub(r"[^\x00-\x7f]", lambda match: f"\\[u{ord(match[0]):04X}]", text)
    return rf"\&{text}" if text.startswith((".", "'")) else text
