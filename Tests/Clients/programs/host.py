"""The host of page.ts. Arguments: the command of the page, then the plugins."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import enfold

with enfold.Runtime() as runtime:
    for plugin in sys.argv[2:]:
        runtime.load(plugin)
    page = subprocess.Popen(
        shlex.split(sys.argv[1]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert page.stdin is not None and page.stdout is not None
    store = None
    told: list[object] = []
    for line in page.stdout:
        [(verb, argument)] = json.loads(line).items()
        answer: object = None
        if verb == "open":
            store = runtime.open(argument)
            told.clear()
            store.observe("", lambda event: told.extend(event.patch), patch="keyed", value=False)
        elif verb == "send":
            assert store is not None
            store.send(json.dumps(argument).encode())
            answer = store.state
        elif verb == "patch":
            answer, told[:] = told[:], []
        else:
            assert store is not None
            answer = store.get(argument)
        page.stdin.write(json.dumps(answer).encode() + b"\n")
    sys.exit(page.wait())
