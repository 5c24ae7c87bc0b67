"""``nonet completion``: the script that lets a shell complete commands, options and values.

The script calls nonet at each Tab. To answer at once, nonet reads a table of all options, ``options.json``, instead of
importing a command, which may load NumPy. After a change of an option, ``python -m nonet.cli.completion`` writes the
table again; a test compares it with the commands.
"""

from __future__ import annotations

import json
import os
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

from ..errors import SettingError
from . import COMMANDS
from .parameters import Names
from .program import Program, program

_TABLE = f"{os.path.dirname(__file__)}/options.json"  # noqa: PTH120  # pathlib takes longer


@click.command("completion")
@click.argument("shell", metavar="SHELL", type=Names(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the script for a shell, bash, zsh or fish, that completes commands, options, values and files with Tab.

    Add one line to the start file of your shell:

    \b
      ~/.bashrc                   eval "$(nonet completion bash)"
      ~/.zshrc, after compinit    eval "$(nonet completion zsh)"
      ~/.config/fish/config.fish  nonet completion fish | source
    """
    return answer_shell(f"{shell}_source")


def answer_shell(request: str) -> int:
    """Print the answer to a request of a shell, and return the exit status."""
    click.echo(answer_to(request).encode())  # bytes keep LF on Windows
    return 0


def answer_to(request: str) -> str:
    """Return the answer to a request of a shell: a script (bash_source), or completions (bash_complete).

    >>> print(answer_to("fish_source").splitlines()[0])
    function _nonet_completion;
    """
    shell, _, what = request.partition("_")
    if shell not in _SHELLS or what not in ("source", "complete"):
        raise SettingError(f"_NONET_COMPLETE must be a request such as bash_source, not {request!r:.40}")
    with open(_TABLE, encoding="utf-8") as file:  # noqa: PTH123
        answer = _SHELLS[shell](Sketch(json.load(file)), {}, "nonet", "_NONET_COMPLETE")
    return answer.source() if what == "source" else answer.complete()


class _WithEqualsSign(ShellComplete):
    """Complete the value after an equals sign, as in --method=d; click by itself replaces the whole word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return the completions: in bash of the part after the sign, in the other shells of the whole word."""
        found = super().get_completions([word for word in args if word != "="], incomplete)
        option, sign, _ = incomplete.partition("=")
        if sign and option.startswith("--"):
            found = [CompletionItem(f"{option}={item.value}", item.type, item.help) for item in found]
        return found


class _Bash(_WithEqualsSign, BashComplete):
    pass


class _Zsh(_WithEqualsSign, ZshComplete):
    pass


class _Fish(_WithEqualsSign, FishComplete):
    # click's script cuts a description at its first comma
    source_template = FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


_SHELLS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}


class Sketch(Program):
    """The program with commands that can be completed, but not called."""

    def __init__(self, table: dict[str, list[dict[str, Any]]]) -> None:
        super().__init__("nonet", params=program.params)
        self.table = table

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command with the parameters of the table."""
        if cmd_name not in COMMANDS:
            return None
        parameters = [parameter_of(**row) for row in self.table[cmd_name]]
        return click.Command(cmd_name, params=parameters, short_help=COMMANDS[cmd_name], add_help_option=False)


class Values(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """The values of a parameter with their descriptions, or the kind of path, file or dir."""

    name = "value"

    def __init__(self, values: dict[str, str] | str) -> None:
        self.values = values

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the values that start with the incomplete one; the shell itself completes paths."""
        if isinstance(self.values, str):
            return [CompletionItem(incomplete, type=self.values)]
        return [CompletionItem(value, help=text) for value, text in self.values.items() if value.startswith(incomplete)]


def parameter_of(
    names: list[str], values: dict[str, str] | str, *, help: str = "", flag: bool = False, many: bool = False
) -> click.Parameter:
    """Return the parameter that a row of the table describes."""
    if names[0].startswith("-"):
        return click.Option(names, help=help, is_flag=flag, multiple=many, type=None if flag else Values(values))
    return click.Argument(names, nargs=-1 if many else 1, required=False, type=Values(values))


def row_of(parameter: click.Parameter, context: click.Context) -> dict[str, Any]:
    """Return the row of the table for a parameter of a command."""
    if isinstance(parameter, click.Option):
        names = ["/".join(pair) for pair in zip(parameter.opts, parameter.secondary_opts, strict=False)]
        row: dict[str, Any] = {"names": names or parameter.opts, "help": (parameter.help or "").partition("  [")[0]}
        row |= {"flag": parameter.is_flag, "many": parameter.multiple}
    else:
        row = {"names": [parameter.name], "many": parameter.nargs == -1}
    found = [] if row.get("flag") else parameter.shell_complete(context, "")
    paths = [item.type for item in found if item.type != "plain"]
    values = paths[0] if paths else {item.value: item.help or "" for item in found}
    return {name: value for name, value in (row | {"values": values}).items() if name == "values" or value}


def table() -> dict[str, list[dict[str, Any]]]:
    """Return the parameters of all commands."""
    rows = {}
    for name in COMMANDS:
        context = click.Context(program, info_name="nonet", **program.context_settings)
        command = program.get_command(context, name)
        if command is not None:
            rows[name] = [row_of(parameter, context) for parameter in command.get_params(context)]
    return rows


def table_text() -> str:
    """Return the table as JSON, with one parameter per line."""
    commands = []
    for name, rows in table().items():
        lines = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
        commands.append(f' "{name}": [\n{lines}\n ]')
    return "{\n" + ",\n".join(commands) + "\n}\n"


if __name__ == "__main__":
    with open(_TABLE, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(table_text())
