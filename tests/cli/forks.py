"""Run ``nonet`` in forks of a process that has imported it: importing it takes longer than most commands.

A fork has its own streams, directory and environment, like a process that starts with ``python -m nonet``. Only what
Python itself does at its start and at its end is left out.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from nonet.cli import COMMANDS, main

ROOT = Path(__file__).parents[2]
TIME_LIMIT = 60


def run(arguments: list[str], data: bytes, directory: Path | None) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a fork of the server, as `subprocess.run` does in a new process."""
    (stdin, to_stdin), (from_stdout, stdout), (from_stderr, stderr) = (os.pipe() for _ in range(3))
    connection, process = server()
    socket.send_fds(connection, [b"."], [stdin, stdout, stderr])
    connection.sendall(json.dumps([arguments, str(directory or Path.cwd()), dict(os.environ)]).encode() + b"\n")
    for end in (stdin, stdout, stderr):
        os.close(end)
    with ThreadPoolExecutor() as pool:
        pool.submit(_write, to_stdin, data)
        output, errors = pool.submit(_read, from_stdout), pool.submit(_read, from_stderr)
        try:
            status = int(connection.recv(16))
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            server.cache_clear()
            raise
        return subprocess.CompletedProcess(arguments, status, output.result(), errors.result())


def _write(descriptor: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb") as stream:  # a command need not read all of it
        stream.write(data)


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as stream:
        return stream.read()


@cache
def server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Return the connection to the server and its process. The first call starts it; it ends with this process."""
    here, there = socket.socketpair()
    pipe = subprocess.PIPE  # as in a fork, since Python looks at its streams when it starts
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(there.fileno())],
        pass_fds=[there.fileno()],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        cwd=ROOT,
        start_new_session=True,
    )
    there.close()
    here.settimeout(TIME_LIMIT)

    def stop() -> None:
        here.close()
        process.kill()
        process.communicate()

    atexit.register(stop)
    return here, process


def serve(connection: socket.socket) -> bool:
    """Answer requests until there are no more. In a fork, return true: it has to run the command in `sys.argv`."""
    while True:
        message, streams, _, _ = socket.recv_fds(connection, 1, 3)
        if not message:
            return False
        with connection.makefile() as lines:
            arguments, directory, environment = json.loads(lines.readline())
        if not (fork := os.fork()):
            for own, given in enumerate(streams):
                os.dup2(given, own)
                os.close(given)
            os.chdir(directory)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv[1:] = arguments
            return True
        for given in streams:
            os.close(given)
        connection.sendall(b"%d" % os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]))


if __name__ == "__main__":
    for name in COMMANDS:
        import_module(f"nonet.cli.{name}")
    if serve(socket.socket(fileno=int(sys.argv[1]))):
        try:
            main()
        except SystemExit as end:
            threading._shutdown()  # type: ignore[attr-defined]  # waits for threads
            atexit._run_exitfuncs()
            sys.stdout.flush()
            os._exit(int(end.code or 0))  # removing all modules, as Python does, takes ten times as long as the fork
