"""A host in Python for the tests of the page: it does what lines of JSON on stdin say.

host.py FOLDER_OF_THE_PLUGINS
"""

from __future__ import annotations

import json
import sys
from typing import Any

import enfold

ODD: dict[str, Any] = {
    "big": 9007199254740993,
    "one": 1.0,
    "minus": -0.0,
    "text": "a\u0000b",
    "__proto__": {"x": 1},
    "got": None,
}


def numbers(state: dict[str, Any], action: Any) -> None:
    """Keeps what was put, as it is."""
    if isinstance(action, dict) and "put" in action:
        state["got"] = action["put"]["value"]


def main(plugins: str) -> None:
    with enfold.Runtime(loop="inline") as runtime:
        runtime.feature("Numbers", state=ODD)(numbers)
        stores = {"Numbers": runtime.open("Numbers")}
        for name in ("Todos", "PrimeTime", "TextBoard"):
            runtime.load(f"{plugins}/lib{name}.so")
            stores[name] = runtime.open(name)
        print("ready", flush=True)
        for line in sys.stdin:
            told = json.loads(line)
            store = stores.get(told.get("store", ""))
            answer: Any = None
            if "mark" in told:
                runtime.mark(told["mark"])
            elif store is None:
                break
            elif "many" in told:
                store.send_batch([told["action"]] * told["many"])
            elif "action" in told:
                sender = store.tagged(told["tag"]) if "tag" in told else store
                sender.send(told["action"])
            elif "raw" in told:
                answer = store.raw(told["raw"]).decode()
            else:
                answer = store.state
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
