"""What people and window managers do with windows of X."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def do(display: str, *command: str) -> str:
    """Moves the mouse, clicks or types by xdotool."""
    done = subprocess.run(
        ["xdotool", *command],
        env={**os.environ, "DISPLAY": display},
        check=True,
        timeout=60,
        stdout=subprocess.PIPE,
    )
    return done.stdout.decode()


def load_example(path: Path) -> Any:
    """The module of an example."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None and specification.loader is not None
    example = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(example)
    return example


class TkPerson:
    """Sits in front of windows of Tk."""

    def __init__(self, display: str) -> None:
        import tkinter

        self.display = display
        self.root: Any = tkinter.Tk(screenName=display)

    def until(self, condition: Callable[[], object]) -> None:
        """Lets the windows work until something is so."""
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "this does not become so"
            self.root.update()

    def do(self, *command: str) -> None:
        do(self.display, *command)

    def click_middle(self, widget: Any) -> None:
        x = widget.winfo_rootx() + widget.winfo_width() // 2
        y = widget.winfo_rooty() + widget.winfo_height() // 2
        self.do("mousemove", str(x), str(y), "click", "1")


def find(display: str, title: str) -> int:
    """Waits for the window with a title that can be seen. Its number."""
    pattern = re.sub(r"([][(){}.*+?^$|\\])", r"\\\1", title)
    found = do(display, "search", "--sync", "--onlyvisible", "--name", f"^{pattern}$")
    return int(found.split()[0])


def close(display: str, window: int, manager: bool = False) -> None:
    """What the close button of a window's frame does. With a window manager that one is asked."""
    run(display, "ask" if manager else "tell", str(window))


def wait_for_manager(display: str) -> None:
    """Waits until a window manager has come up."""
    run(display, "wait")


def run(*command: str) -> None:
    """Runs this file: Xlib ends its process at an error, such as a window that has just gone."""
    subprocess.run([sys.executable, __file__, *command], check=True, timeout=60)


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent of Xlib.h, as large as an XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 17),
    )


def main(display: str, deed: str, window: int) -> None:
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    for function in (x.XInternAtom, x.XDefaultRootWindow, x.XGetSelectionOwner):
        function.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x.XOpenDisplay(display.encode()))

    def atom(name: str) -> ctypes.c_ulong:
        return ctypes.c_ulong(x.XInternAtom(server, name.encode(), 0))

    if deed == "wait":
        while not x.XGetSelectionOwner(server, atom("WM_S0")):
            time.sleep(0.01)
        return
    message = ClientMessage(type=33, window=window, format=32)  # 33: ClientMessage
    receiver, mask = window, 0
    if deed == "ask":
        receiver, mask = x.XDefaultRootWindow(server), 3 << 19  # what window managers listen to
        message.message_type = atom("_NET_CLOSE_WINDOW").value
        message.data[1] = 2  # a person asks
    else:
        message.message_type = atom("WM_PROTOCOLS").value
        message.data[0] = atom("WM_DELETE_WINDOW").value
    x.XSendEvent(server, ctypes.c_ulong(receiver), 0, ctypes.c_long(mask), ctypes.byref(message))
    x.XSync(server, 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
