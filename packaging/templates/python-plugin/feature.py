"""@NAME@: a feature in Python. A program registers it, and then opens it like any other."""

from typing import Any

import enfold


def register(runtime: enfold.Runtime) -> None:
    """Makes `@NAME@` known to a runtime."""

    @runtime.feature("@NAME@", state={"titles": []})
    def reduce(state: dict[str, Any], action: Any) -> Any:
        match action:
            case {"add": {"title": title}}:
                state["titles"].append(title)
            case {"look": {"name": name}}:
                # Asks the program, which answers when it can. The answer comes as an action.
                return enfold.Ask("titleOf", name, answer={"add": {"title": "$answer"}})
            case "clear":
                state["titles"].clear()
            case _:
                raise ValueError(f"{action!r} is no action of @NAME@")
        return None
