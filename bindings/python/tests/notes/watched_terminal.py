"""Runs an example in a terminal of its own, prints each state to a descriptor, and sends actions.

Usage: watched_terminal.py STATES ACTIONS PROGRAM ARGUMENT...
"""

from __future__ import annotations

import fcntl
import json
import os
import runpy
import sys
import termios
import threading
from typing import Any

import enfold

states = os.fdopen(int(sys.argv[1]), "w")
actions = os.fdopen(int(sys.argv[2]))
open_store = enfold.Runtime.open


def print_state(event: enfold.Event) -> None:
    if event.value is not None:
        print(json.dumps(event.value), file=states, flush=True)


def send_actions(store: enfold.Store) -> None:
    for line in actions:
        store.send(json.loads(line))


def open_watched(runtime: enfold.Runtime, *arguments: Any, **options: Any) -> enfold.Store:
    store = open_store(runtime, *arguments, **options)
    store.observe("", print_state)
    threading.Thread(target=send_actions, args=[store], daemon=True).start()
    return store


fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Control-C goes to this process
enfold.Runtime.open = open_watched  # type: ignore[method-assign,assignment]
sys.argv = sys.argv[3:]
runpy.run_path(sys.argv[0], run_name="__main__")
