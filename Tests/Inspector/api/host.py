"""A program that is inspected: does the lines of Python that come, and says "done" after each."""

from __future__ import annotations

import sys

import enfold

plugin, *options = sys.argv[1:]
with enfold.Runtime(loop="inline", redact=["/error"] if "redact" in options else []) as runtime:
    runtime.inspect(control="control" in options)
    runtime.load(plugin)
    store = runtime.open("Todos")
    print("done", flush=True)
    for line in sys.stdin:
        exec(line)
        print("done", flush=True)
