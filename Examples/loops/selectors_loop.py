"""selectors watches a runtime and standard input: lines are actions, new states are printed.

    ENFOLD_LIBRARY=build/lib/libenfold.so PYTHONPATH=bindings/python \
        python3 Examples/loops/selectors_loop.py build/plugins/libCounter.so

Type "increment" or "factTapped", with the quotes, and Control-D at the end.
"""

from __future__ import annotations

import os
import selectors
import sys

import enfold


def read_actions(store: enfold.Store, text: bytearray) -> None:
    """Sends the lines that have arrived. At the end of the input it closes the runtime."""
    arrived = os.read(sys.stdin.fileno(), 4096)
    if not arrived:
        store.runtime.close()
        return
    *lines, text[:] = (text + arrived).split(b"\n")  # what is left is a part of a line
    for line in lines:
        if store.is_closed:
            return
        try:
            store.send(bytes(line))
        except enfold.ActionError as error:
            print(error, file=sys.stderr)


def main(plugin: str) -> None:
    with enfold.Runtime() as runtime, selectors.DefaultSelector() as selector:
        runtime.load(plugin)
        store = runtime.open("Counter")
        store.observe("", lambda event: print(event.value, flush=True))
        text = bytearray()
        selector.register(runtime, selectors.EVENT_READ, lambda: runtime.pump(1000))
        selector.register(sys.stdin, selectors.EVENT_READ, lambda: read_actions(store, text))
        while not runtime.is_closed:
            for key, _ in selector.select():
                if not runtime.is_closed:
                    key.data()  # what a pump leaves is done in the next round


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: selectors_loop.py PLUGIN")
    main(sys.argv[1])
