"""A program with the feature @NAME@: sends it the actions that it reads, prints each new state."""

import sys

import enfold
from feature import register

with enfold.Runtime() as runtime:
    register(runtime)
    runtime.handle("titleOf", lambda name: name.title())
    store = runtime.open("@NAME@")
    store.observe("", lambda event: print(event.value, flush=True))
    for line in sys.stdin:
        try:
            store.send(line.strip().encode())
        except enfold.Error as error:
            print(error, flush=True)
        store.wait()
