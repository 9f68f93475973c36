"""Starts `enfold inspect` with a program beside it, and asks its page for the program. Usage: inspected.py COMMAND..."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request

with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "XDG_RUNTIME_DIR": folder, "ENFOLD_INSPECT": "1"}
    server = subprocess.Popen([*sys.argv[1:], "inspect"], stdout=subprocess.PIPE, text=True, env=environment)
    host = subprocess.Popen(
        [*sys.argv[1:], "run", os.environ["PLUGIN"], "Counter", "--quiet"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert server.stdout is not None and host.stdin is not None
    address, token = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)#t=(\w+)", server.stdout.readline().strip()).groups()

    def ask(path: str) -> bytes:
        request = urllib.request.Request(address + path, headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return bytes(answer.read())

    assert b"<html" in ask("")
    host.stdin.write('"increment"\n')
    host.stdin.flush()
    while True:
        sources = json.loads(ask("api/sources"))["sources"]
        if sources and sources[0]["count"] >= 2:
            break
    print(sources[0]["stores"][0]["feature"])
    host.stdin.close()
    host.wait(20)
    server.terminate()
    sys.exit(server.wait(20))
