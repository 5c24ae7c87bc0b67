"""Completion in a shell, messages about misspelled names, help and the manual page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from inspect import cleandoc
from pathlib import Path

import click
import pytest

from nonet.cli import COMMANDS, GROUPS, main
from nonet.cli.completion import answer_to, table_text
from nonet.cli.manual import page
from nonet.cli.parameters import sections_of
from nonet.cli.program import program
from nonet.display import LANGUAGES
from nonet.drawing import THEMES
from nonet.formats import FORMATS
from nonet.judge import JUDGES
from nonet.logic import TECHNIQUES, Level
from nonet.search import METHODS
from tests.boards import WIKIPEDIA
from tests.cli.forks import ROOT
from tests.cli.test_commands import NONET, answer, run

CONTEXT = click.Context(program, info_name="nonet", **program.context_settings)


def command(name: str) -> click.Command:
    found = program.get_command(CONTEXT, name)
    assert found is not None
    return found


def completed(line: str, shell: str = "bash") -> list[str]:
    """Return the completions of the last word of a line, as the script of a shell asks for them."""
    words = line.split(" ")
    request = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_NONET_COMPLETE": f"{shell}_complete"}
    if shell == "fish":
        request["COMP_CWORD"] = words[-1]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in request.items():
            patch.setenv(name, value)
        rows = answer_to(request["_NONET_COMPLETE"]).splitlines()
    if shell == "zsh":  # three lines for each: type, value, help
        return rows[1::3]
    return [row.partition(",")[2].partition("\t")[0] or row.partition(",")[0] for row in rows]


class TestCompletion:
    def test_the_table_has_the_options_of_all_commands(self) -> None:
        table = (ROOT / "src" / "nonet" / "cli" / "options.json").read_text(encoding="utf-8")
        assert table == table_text(), "an option has changed; run: python -m nonet.cli.completion"

    def test_commands(self) -> None:
        assert completed("nonet ") == list(COMMANDS)
        assert completed("nonet co") == ["count", "compare", "convert", "completion"]
        assert completed("nonet --") == ["--version", "--help"]

    def test_options(self) -> None:
        assert completed("nonet solve --me") == ["--method"]
        assert completed("nonet solve --l") == ["--lenient", "--limit", "--line", "--language"]
        assert {"--count", "--level", "--help"} < set(completed("nonet generate --"))

    def test_an_option_is_offered_again_only_if_it_can_be_repeated(self) -> None:
        assert completed("nonet solve --method dlx --me") == []
        assert completed("nonet compare --method dlx --me") == ["--method"]

    @pytest.mark.parametrize(
        ("line", "values"),
        [
            ("nonet solve --method ", METHODS),
            ("nonet convert puzzle.sdk --to ", FORMATS),
            ("nonet check --format ", FORMATS),
            ("nonet hint --technique ", [technique.id for technique in TECHNIQUES]),
            ("nonet generate --level ", [level.title.lower() for level in Level]),
            ("nonet draw --theme ", ["auto", *THEMES]),
            ("nonet trace --language ", LANGUAGES),
            ("nonet judge ", JUDGES),
            ("nonet completion ", ["bash", "zsh", "fish"]),
        ],
    )
    def test_values(self, line: str, values: list[str]) -> None:
        assert completed(line) == list(values)

    @pytest.mark.parametrize(
        ("line", "kind"),
        [
            ("nonet solve pu", "pu"),
            ("nonet generate --pattern pa", "pa"),
            ("nonet draw x -o ", "file"),
            ("nonet batch a.txt b", "b"),
            ("nonet dataset -o ", "dir"),
        ],
    )
    def test_the_shell_completes_files(self, line: str, kind: str) -> None:
        assert completed(line) == [kind]

    def test_all_shells_complete_a_value_after_an_equals_sign(self) -> None:
        assert completed("nonet solve --method = d") == ["dlx"]  # bash makes the sign a word
        assert completed("nonet solve --method =")[0] == "backtracking"
        for shell in ("zsh", "fish"):
            assert completed("nonet solve --method=d", shell) == ["--method=dlx"]

    def test_unknown_commands_have_no_completions(self) -> None:
        assert completed("nonet slove --me") == []

    def test_needs_no_numpy_and_no_command(self) -> None:
        code = "import sys; from nonet.cli import main\ntry: main([])\nfinally: print(*sorted(sys.modules))"
        request = {"COMP_WORDS": "nonet batch --wh", "COMP_CWORD": "2", "_NONET_COMPLETE": "bash_complete"}
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | request, capture_output=True, text=True, timeout=60
        )
        found, modules = done.stdout.splitlines()
        assert found == "plain,--what"
        loaded = {name.removeprefix("nonet.cli.") for name in modules.split() if name.startswith("nonet.cli.")}
        assert loaded == {"completion", "parameters", "program"}
        assert not {"numpy", "rich", "nonet.search", "nonet.formats", "nonet.logic"} & set(modules.split())

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_the_script_is_valid(self, shell: str) -> None:
        script = answer("completion", shell)
        assert run(env=os.environ | {"_NONET_COMPLETE": f"{shell}_source"}).stdout == script
        if shutil.which(shell) is None:
            pytest.skip(f"{shell} is not installed")
        done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")

    def test_bash_completes_with_the_script(self, tmp_path: Path) -> None:
        (tmp_path / "nonet").write_text(f'#!/bin/sh\nexec {shlex.join(NONET)} "$@"\n')
        (tmp_path / "nonet").chmod(0o755)
        script = """eval "$(nonet completion bash)"; complete -p nonet
                    COMP_WORDS=(nonet solve --method d); COMP_CWORD=3; _nonet_completion nonet; echo "${COMPREPLY[@]}" """
        path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", script], env=os.environ | {"PATH": path}, capture_output=True, text=True, timeout=60
        )
        assert done.stderr == ""
        assert done.stdout.splitlines()[-1] == "dlx"

    def test_a_wrong_request_is_reported(self) -> None:
        done = run(env=os.environ | {"_NONET_COMPLETE": "tcsh_source"})
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


class TestSpelling:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["slove", WIKIPEDIA], "No such command 'slove'; did you mean solve?"),
            (["gen"], "No such command 'gen'; did you mean generate?"),
            (["solve", "--metod", "dlx"], "No such option '--metod'; did you mean --method?"),
            (["solve", "--nothing"], "No such option '--nothing'; see nonet solve --help"),
            (["solve", "--method", "dxl", WIKIPEDIA], "'dxl' is not a value of --method; did you mean dlx?"),
            (
                ["check", "--format", "sdz", WIKIPEDIA],
                "'sdz' is not a value of --format; did you mean sdx, sdm or sdk?",
            ),
            (["generate", "--level", "hrad"], "'hrad' is not a value of --level; did you mean hard?"),
            (
                ["generate", "--symmetry", "halfturn"],
                "'halfturn' is not a value of --symmetry; did you mean half-turn?",
            ),
            (["draw", "--theme", "drak", WIKIPEDIA], "'drak' is not a value of --theme; did you mean dark?"),
            (
                ["draw", "--theme", "pink", WIKIPEDIA],
                "'pink' is not a value of --theme; expected one of auto, light, dark, gray; see nonet draw --help",
            ),
            (["hint", "--technique", "xwing", WIKIPEDIA], "unknown technique 'xwing'; did you mean x-wing?"),
            (["generate", "--technique", "swordfsh"], "unknown technique 'swordfsh'; did you mean swordfish?"),
            (["hint", "--technique", "magic", WIKIPEDIA], "unknown technique 'magic'; nonet hint --list lists all"),
            (["judge", "luogu-p1748"], "unknown judge 'luogu-p1748'; did you mean luogu-p1784 or luogu-p1074?"),
            (["completion", "bsh"], "'bsh' is not a value of SHELL; did you mean bash or zsh?"),
            (["completion"], "Missing argument 'SHELL'. Choose from: bash, zsh, fish; see nonet completion --help"),
            (
                ["puzzle.sdk"],
                "No such command 'puzzle.sdk'; to solve a puzzle, write nonet solve PUZZLE; see nonet --help",
            ),
        ],
    )
    def test_a_misspelled_name_gives_one_sentence_with_similar_names(
        self, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert end.value.code == 2
        assert capsys.readouterr() == ("", f"nonet: {message}\n")

    def test_case_does_not_matter_in_names(self) -> None:
        assert answer("solve", "--method", "DLX", WIKIPEDIA) == answer("solve", WIKIPEDIA)


def examples() -> list[str]:
    """Return the lines of the help texts that start with nonet: the examples."""
    texts = [program.help, *(command(name).help for name in COMMANDS)]
    return re.findall(r"^  (nonet .*)", "\n".join(cleandoc(text or "") for text in texts), re.MULTILINE)


class TestHelp:
    def test_lists_all_commands_in_groups(self) -> None:
        text = answer("--help")
        for title, commands in GROUPS.items():
            part = text.partition(f"{title}:\n")[2].partition("\n\n")[0]
            assert dict(line.split(maxsplit=1) for line in part.splitlines()) == commands

    def test_a_file_is_a_command_with_a_help_text(self) -> None:
        for name in COMMANDS:
            assert command(name).help, name

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_has_an_example(self, name: str) -> None:
        assert any(f"nonet {name}" in example for example in [*examples(), "nonet completion"])

    @pytest.mark.parametrize("example", examples())
    def test_examples_use_existing_options_and_values(
        self, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "puzzles.txt").write_text(WIKIPEDIA)
        for part in re.split(r" \| ", re.sub(r" [<>].*", "", example)):
            words = shlex.split(part)
            if words[0] == "nonet" and words[1] in COMMANDS and "--list" not in words:
                command(words[1]).make_context(words[1], words[2:], parent=CONTEXT)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_fits_80_columns(self, name: str) -> None:
        text = command(name).get_help(click.Context(command(name), info_name=f"nonet {name}", terminal_width=80))
        assert [line for line in text.splitlines() if len(line) > 80] == []

    def test_every_option_has_a_help_text(self) -> None:
        for name in COMMANDS:
            for records in sections_of(command(name), CONTEXT).values():
                assert all(text.strip() and not text.startswith("[") for _, text in records), name

    def test_an_option_is_described_the_same_way_in_all_commands(self) -> None:
        for option in ("--language", "--seed", "--quiet", "--threads", "--format", "--box", "--symbols", "--encoding"):
            texts = {
                param.help
                for name in COMMANDS
                for param in command(name).params
                if option in param.opts and isinstance(param, click.Option)
                if (name, option) not in {("bench", "--threads"), ("generate", "--box")}  # of another meaning
            }
            assert len(texts) == 1, option


class TestManual:
    def test_has_all_commands_and_options(self) -> None:
        text = page().replace("\\-", "-")
        for name in COMMANDS:
            assert f'.SS "nonet {name} [OPTIONS]' in text
            for param in command(name).params:
                for option in param.opts if isinstance(param, click.Option) else []:
                    assert rf"\fB{option}" in text

    def test_is_ascii_without_lines_that_roff_takes_for_requests(self) -> None:
        requests = {"TH", "SH", "SS", "PP", "TP", "B", "RS", "RE", "nf", "fi"}
        assert page().isascii()
        assert {line[1:].split()[0] for line in page().splitlines() if line.startswith(".")} == requests
        assert not any(line.startswith("'") for line in page().splitlines())

    @pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
    def test_groff_renders_it_without_a_warning(self) -> None:
        done = subprocess.run(
            ["groff", "-man", "-ww", "-Tutf8"], input=answer("manual"), capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "nonet solve" in done.stdout
