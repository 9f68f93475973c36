#!/usr/bin/env python3
"""Takes the picture of docs/gtk.png: runs Examples/loops/gtk.c in a screen of its own, clicks and types.

Usage: gtk-picture.py BUILD (after `make build`; needs libgtk-4-dev, xvfb and xdotool)
"""

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from screen_png import png

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 360, 248


def main(build: Path, work: Path) -> None:
    flags = shlex.split(subprocess.check_output(["pkg-config", "--cflags", "--libs", "gtk4"], text=True))
    library = [f"-L{build}/lib", "-lenfold", f"-Wl,-rpath,{build}/lib"]
    source = ROOT / "Examples/loops/gtk.c"
    subprocess.run(["cc", source, "-o", work / "gtk", f"-I{ROOT}/include", *library, *flags], check=True)

    read, write = os.pipe()
    screen = ["-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", str(work)]
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), *screen, "-nolisten", "tcp"], pass_fds=[write])
    with os.fdopen(read) as number:
        os.environ.update(DISPLAY=f":{number.readline().strip()}", GTK_A11Y="none", GSK_RENDERER="cairo")
    host = subprocess.Popen([work / "gtk", build / "plugins/libTodos.so", ROOT / "Examples/hosts/todos.json"])
    try:
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Todos$"]
        subprocess.run(find, check=True, stdout=subprocess.DEVNULL, timeout=60)
        time.sleep(1)  # for the first drawing
        for command in (
            "mousemove 180 70 click 1",
            "mousemove 180 30 click 1",
            "type --delay 20 'Draw this window'",
            "key Return",
            "type --delay 20 'Show it'",
        ):
            subprocess.run(["xdotool", *shlex.split(command)], check=True)
            time.sleep(0.5)  # for what it has caused
        time.sleep(1)  # for the last drawing
        (ROOT / "docs/gtk.png").write_bytes(png((work / "Xvfb_screen0").read_bytes()))
    finally:
        host.kill()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(sys.argv[1]).resolve(), Path(folder))
