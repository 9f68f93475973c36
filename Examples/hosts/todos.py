"""A Python host: plays recorded actions to the Todos plugin and prints what changes.

    python3 Examples/hosts/todos.py PLUGIN SESSION

todos.c does the same and prints the same.
"""

import sys

import enfold

POINTERS = ("/items", "/filter", "/error")


def main(plugin: str, session: str) -> None:
    actions = events = 0

    def show(event: enfold.Event) -> None:
        nonlocal events
        events += 1
        value = "-" if event.raw_value is None else event.raw_value.decode()
        print(event.revision, event.flags, event.pointer, value)

    with enfold.Runtime() as runtime, open(session, "rb") as lines:
        runtime.load(plugin)
        store = runtime.open("Todos")
        for pointer in POINTERS:
            store.observe(pointer, show, closed=True)
        for line in lines:
            action = line.rstrip(b"\n")
            store.send(action)
            actions += 1
            if action.startswith(b'{"load"'):
                store.wait()  # it reads a file meanwhile
        revision = store.revision
        store.close()
    print(f"{actions} actions, {events} events, revision {revision}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: todos.py PLUGIN SESSION")
    main(sys.argv[1], sys.argv[2])
