"""Use the HTTP API of nonet from another program. For programmers.

Start the service, then run the client. The client needs only Python's standard library, not nonet:

    nonet web --no-browser
    python api_client.py
    python api_client.py http://127.0.0.1:8123

docs/api.md describes all requests. The service also describes itself at /api/v1/openapi.json.
"""

import json
import sys
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ADDRESS = sys.argv[1] if sys.argv[1:] else "http://127.0.0.1:8000"


def call(name: str, **fields: object) -> dict:
    """Send a request and return the response."""
    body = json.dumps(fields).encode()
    request = Request(f"{ADDRESS}/api/v1/{name}", body, {"Content-Type": "application/json"})  # noqa: S310
    try:
        with urlopen(request, timeout=30) as response:  # noqa: S310 - the address is the user's own
            return json.load(response)
    except HTTPError:
        raise  # the service has answered: see below
    except URLError as error:
        sys.exit(f"no service at {ADDRESS} ({error.reason}); start it with: nonet web --no-browser")


# Ask for a new puzzle. The same seed gives the same puzzle.
made = call("generate", level="Medium", symmetry="half-turn", seed=3)["puzzles"][0]
print(f"{made['level']}, {made['clues']} clues, needs {made['hardest']}: {made['puzzle']}")

# Solve it. `count` is 1 if the solution is the only one.
solved = call("solve", puzzle=made["puzzle"])
print(f"solution ({solved['count']}): {solved['solution']}")

# Ask for the next step. It comes in stages, from a nudge to the conclusion.
for stage in call("hint", puzzle=made["puzzle"])["stages"]:
    print(f"{stage['name']}: {stage['text']}")

# An error has a status, a code for programs, and a sentence for people.
try:
    call("solve", puzzle="11" + "." * 79)
except HTTPError as error:
    problem = json.load(error)
    print(f"status {error.code}, {problem['code']}: {problem['detail']}")
