"""A program of somebody who has the wheel and a plugin."""

import sys

import enfold

with enfold.Runtime() as runtime:
    runtime.load(sys.argv[1])
    store = runtime.open("Counter")
    store.send("increment")
    runtime.bind("int abs(int number)", library=None)  # needs libffi
    print(store.get("/count"))
