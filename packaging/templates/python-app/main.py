"""@NAME@: loads a plugin, sends a feature the actions that it reads, prints each new state.

python3 main.py PLUGIN FEATURE
"""

import json
import sys
from collections.abc import Iterable, Iterator

import enfold


def play(plugin: str, feature: str, actions: Iterable[str]) -> Iterator[str]:
    """Sends actions, each a line of JSON; gives each new state, or what is wrong with an action."""
    seen: list[str] = []
    with enfold.Runtime() as runtime:
        runtime.load(plugin)
        store = runtime.open(feature)
        store.observe("", lambda event: seen.append(json.dumps(event.value)))
        for action in actions:
            try:
                store.send(action.strip().encode())
            except enfold.Error as error:
                seen.append(str(error))
            store.wait()  # for effects
            yield from seen
            seen.clear()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: main.py PLUGIN FEATURE")
    try:
        for line in play(sys.argv[1], sys.argv[2], sys.stdin):
            print(line, flush=True)
    except enfold.Error as error:
        sys.exit(str(error))
