#!/usr/bin/env python3
"""Takes the pictures of docs/notes-gtk.png and docs/notes-tk.png: one link, opened by two hosts in screens of their own.

Usage: notes-pictures.py BUILD (after `make build`; needs libgtk-4-dev, python3-tk, xvfb, xdotool and openbox)
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from screen_png import png

ROOT = Path(__file__).resolve().parent.parent
SIZE = "640x400"
# Where the windows are, by their titles.
PLACES = {"Notes": (12, 12), "Editor": (300, 96), "Delete all notes?": (60, 240)}
LINK = {
    "folders": [
        {"id": 0, "parent": None, "name": "Notes"},
        {"id": 1, "parent": 0, "name": "Travels"},
    ],
    "notes": [{"id": 2, "folder": 1, "title": "Rome", "text": "By train, in May."}],
    "nextID": 3,
    "path": [
        {"state": {"folder": {"folder": 1}}},
        {
            "state": {
                "note": {
                    "id": 2,
                    "title": "Rome",
                    "text": "By train, in May.",
                    "editor": {"title": "Rome", "text": "By train, in June."},
                }
            }
        },
    ],
    "destination": {
        "alert": {
            "title": "Delete all notes?",
            "message": "It cannot be undone.",
            "buttons": [
                {"role": "destructive", "label": "Delete", "action": "confirmed"},
                {"role": "cancel", "label": "Keep", "action": None},
            ],
        }
    },
}


def xdotool(*command: object) -> str:
    done = subprocess.run(["xdotool", *map(str, command)], check=True, stdout=subprocess.PIPE, timeout=60)
    return done.stdout.decode()


def take(picture: Path, *host: object) -> None:
    with tempfile.TemporaryDirectory() as work:
        read, write = os.pipe()
        screen = ["-screen", "0", f"{SIZE}x24", "-fbdir", work, "-wr"]
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write), *screen, "-nolisten", "tcp"], pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as number:
            os.environ["DISPLAY"] = f":{number.readline().strip()}"
        manager = subprocess.Popen(["openbox"])
        time.sleep(1)  # for the window manager
        program = subprocess.Popen([*host, json.dumps(LINK)])
        try:
            for title, place in PLACES.items():
                find = ["search", "--sync", "--onlyvisible", "--name", f"^{title}$".replace("?", "[?]")]
                window = xdotool(*find).split()[-1]
                xdotool("windowmove", window, *place)
                xdotool("windowraise", window)
            xdotool("mousemove", *SIZE.split("x"))
            time.sleep(2)  # for the last drawing
            picture.write_bytes(png((Path(work) / "Xvfb_screen0").read_bytes()))
        finally:
            for process in (program, manager, server):
                process.terminate()
                process.wait()


def main(build: Path, work: Path) -> None:
    os.environ.update(GTK_A11Y="none", GSK_RENDERER="cairo", GSETTINGS_BACKEND="memory")
    os.environ.update(ENFOLD_LIBRARY=f"{build}/lib/libenfold.so", PYTHONPATH=f"{ROOT}/bindings/python")
    flags = shlex.split(subprocess.check_output(["pkg-config", "--cflags", "--libs", "gtk4"], text=True))
    library = [f"-L{build}/lib", "-lenfold", f"-Wl,-rpath,{build}/lib"]
    source = ROOT / "Examples/Notes/notes_gtk.c"
    subprocess.run(["cc", source, "-o", work / "notes_gtk", f"-I{ROOT}/include", *library, *flags], check=True)
    plugin = build / "plugins/libNotes.so"
    take(ROOT / "docs/notes-gtk.png", work / "notes_gtk", plugin)
    take(ROOT / "docs/notes-tk.png", sys.executable, ROOT / "Examples/Notes/notes_tk.py", plugin)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(sys.argv[1]).resolve(), Path(folder))
