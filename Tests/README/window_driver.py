"""Types and clicks in the window of the tutorial, and looks at what it shows. Run in the folder of window.py."""

from __future__ import annotations

import tkinter as tk
from typing import Any

import enfold
import window


def main() -> None:
    windows: list[window.Window] = []
    begin = window.Window.__init__

    def init(self: window.Window, root: tk.Tk, store: enfold.Store) -> None:
        begin(self, root, store)
        windows.append(self)

    def drive(root: tk.Tk, _: int = 0) -> None:
        """Stands in for the loop of Tk, which would never end."""
        [shown] = windows
        lines: list[Any] = []

        def now() -> tuple[Any, ...]:
            lines[:] = shown.list.get(0, tk.END)
            return (*lines, shown.count["text"])

        def click(index: int) -> None:
            shown.list.selection_set(index)
            shown.list.event_generate("<<ListboxSelect>>")
            root.update()

        root.update()
        assert now() == ("0 to do",), now()
        for title in ("sweep", "dust"):
            shown.field.insert(0, title)
            shown.add()
        assert now() == ("  sweep", "  dust", "2 to do"), now()
        click(0)
        assert now() == ("✓ sweep", "  dust", "1 to do"), now()
        shown.remove.invoke()
        assert now() == ("  dust", "1 to do"), now()
        shown.suggest.invoke()
        while len(now()) < 3:  # what the host answers comes through the descriptor
            root.tk.dooneevent()
        assert now() == ("  dust", "  idea 2", "2 to do"), now()
        root.destroy()

    window.Window.__init__ = init  # type: ignore[method-assign]
    tk.Misc.mainloop = drive  # type: ignore[method-assign,assignment]
    window.main()


if __name__ == "__main__":
    main()
