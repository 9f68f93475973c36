"""Does what the README and the tutorial say, with an installed tree: builds, tests and runs what they show. Then a package beside
the checkout.

Usage: run.py BUILD_DIR
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Command"))
from terminal import Terminal  # noqa: E402
from walk import steps_of, walk  # noqa: E402


def run(page: str, *command: str | Path, cwd: Path, **environment: str) -> str:
    """Runs a command; what it printed, or the end of this program with it."""
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, text=True, capture_output=True
    )
    if result.returncode != 0:
        sys.exit(f"{page}: {' '.join(map(str, command))} failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


class Document:
    """A page: its commands, with the files that it shows and what they print."""

    def __init__(self, path: str, commands: int, files: int, outputs: int) -> None:
        self.path = path
        self.text = (ROOT / path).read_text()
        self.steps = steps_of(self.text)
        self.files = [name for step in self.steps for name, _ in step.files]
        self.outputs = [step.output for step in self.steps if step.output]
        found = len([step for step in self.steps if step.command]), len(self.files), len(self.outputs)
        if found != (commands, files, outputs):
            sys.exit(f"{path}: has {found} commands, files and outputs, not {(commands, files, outputs)}")

    def check_project(self, name: str, made: Path) -> None:
        """Whether `enfold new` makes the files that the page writes over, and the line that it shows."""
        line = re.search(r"^#enfoldPlugin.*$", self.text, re.M)
        if not line or line[0] not in (made / f"Sources/{name}/Plugin.swift").read_text():
            sys.exit(f"{self.path}: its line with #enfoldPlugin is not that of enfold new")
        for file in self.files:
            if file.endswith(".swift") and not (made / file).exists():
                sys.exit(f"{self.path}: enfold new makes no {file}")

    def walk(self, folder: Path) -> list[str]:
        outputs = walk(self.path, self.steps, folder)
        print(f"{self.path}: {len(self.files)} files, {len(self.outputs)} outputs, all as it says")
        return outputs


def empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def made(prefix: Path, home: Path, name: str) -> Path:
    """What `enfold new plugin NAME` makes."""
    folder = empty(home / "new")
    run("enfold new", prefix / "bin" / "enfold", "new", "plugin", name, cwd=folder)
    return folder / name


def check_tutorial(prefix: Path, home: Path) -> None:
    page = Document("docs/tutorial.md", commands=5, files=5, outputs=3)
    page.check_project("Chores", made(prefix, home, "Chores"))
    desk = empty(home / "tutorial")
    for step, seen in zip(page.steps, page.walk(desk)):
        if step.command == "make test\n" and "3 tests" not in seen:
            sys.exit(f"{page.path}: its tests did not run:\n{seen[-2000:]}")
    check_exports(desk / "Chores/build/libChores.so")
    check_window(page.path, desk / "Chores", prefix / "share/enfold/python")
    check_trace_chapter(prefix, desk)


def check_trace_chapter(prefix: Path, desk: Path) -> None:
    """The second page of the tutorial goes on with what the first one has left."""
    page = Document("docs/tutorial-trace.md", commands=8, files=4, outputs=5)
    page.walk(desk)
    check_session(page, prefix / "bin/enfold", desk / "Chores")


def check_readme(prefix: Path, home: Path) -> None:
    page = Document("README.md", commands=5, files=3, outputs=2)
    page.check_project("Clicks", made(prefix, home, "Clicks"))
    desk = empty(home / "readme")
    page.walk(desk)
    check_exports(desk / "Clicks/build/libClicks.so")
    check_session(page, prefix / "bin/enfold", desk / "Clicks")


def check_package(prefix: Path, home: Path) -> None:
    """A package of SwiftPM beside the checkout, as docs/writing-plugins.md shows it."""
    page = "docs/writing-plugins.md"
    [package] = re.findall(r"^```swift\n(// swift-tools-version.*?)^```", (ROOT / page).read_text(), re.M | re.S)
    package, count = re.subn(r"\.package\(url: [^)]*\)", '.package(path: "../enfold")', package)
    if count != 1:
        sys.exit(f"{page}: its package has no URL of Enfold")
    beside = home / "beside"
    folder = beside / "Inbox"
    project = made(prefix, home, "Inbox")
    for file in project.rglob("*"):
        if file.is_file():
            write(folder / file.relative_to(project), file.read_text())
    write(folder / "Package.swift", package)
    link = beside / "enfold"
    link.unlink(missing_ok=True)
    link.symlink_to(ROOT)

    script = "../enfold/scripts/plugin.sh"
    tests = run(page, script, "test", cwd=folder)
    if "2 tests " not in tests:
        sys.exit(f"{page}: the tests of the package did not run:\n{tests[-2000:]}")
    plugin = folder / "libInbox.so"
    plugin.touch()
    with plugin.open("rb") as old:
        run(page, script, "build", "Inbox", cwd=folder)
        if os.fstat(old.fileno()).st_nlink != 0:
            sys.exit("plugin.sh writes over the old plugin, which a program may have loaded")
    check_exports(plugin)
    print(f"{page}: a package beside the checkout is tested and built")


def check_exports(plugin: Path) -> None:
    exported = run(plugin.name, "nm", "-D", "--defined-only", plugin, cwd=ROOT).split()[2::3]
    if exported != ["enfold_plugin_entry"]:
        sys.exit(f"{plugin.name} exports {exported[:10]}")


def write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != content:
        path.write_text(content)


def check_window(page: str, folder: Path, python: Path) -> None:
    """Types and clicks in the window of the tutorial, in a screen of its own."""
    server = shutil.which("Xvfb")
    has_tk = subprocess.run([sys.executable, "-c", "import tkinter"], capture_output=True).returncode == 0
    if server is None or not has_tk:
        print(f"{page}: the window is left out: there is no Xvfb, or no tkinter")
        return
    reader, writer = os.pipe()
    arguments = (server, "-displayfd", str(writer), "-screen", "0", "640x480x24", "-nolisten", "tcp")
    screen = subprocess.Popen(arguments, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    guard = threading.Timer(60, screen.kill)
    guard.start()
    try:
        number = os.read(reader, 16).decode().strip()
        driver = Path(__file__).with_name("window_driver.py")
        more = {"DISPLAY": f":{number}", "PYTHONPATH": f"{python}:{folder}", "ENFOLD_LIBRARY": ""}
        run(page, sys.executable, driver, cwd=folder, **more)
    finally:
        guard.cancel()
        screen.kill()
        screen.wait()
        os.close(reader)
    print(f"{page}: the window shows what was typed and clicked")


def check_session(page: Document, command: Path, folder: Path) -> None:
    """Types what a page types into the command."""
    found = re.search(r"^```\n\$ enfold (run build/lib(\w+)\.so)\n(.*?)```", page.text, re.M | re.S)
    if not found:
        sys.exit(f"{page.path}: it does not show the command")
    prompt = re.compile(rf"{found[2]}( \(held\))?> ")
    lines = found[3].splitlines()
    os.chdir(folder)
    with Terminal([str(command), *found[1].split()]) as terminal:
        terminal.wait_for_line(f"{found[2]}>")
        for line in lines:
            if typed := prompt.match(line):
                terminal.type(line[typed.end() :] + "\r")
        terminal.wait_until(lambda shown: shown == [*lines, f"{found[2]}>"])


def main() -> None:
    build = Path(sys.argv[1]).resolve()
    # The pages install into $HOME/enfold.
    home = build / "readme"
    prefix = home / "enfold"
    home.mkdir(parents=True, exist_ok=True)
    run("make install", "scripts/install.sh", "install", build, prefix, cwd=ROOT)
    check_package(prefix, home)
    # Without the variables of the `make` that runs this, and those of a checkout.
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHONPATH", "ENFOLD_LIBRARY", "PKG_CONFIG_PATH"):
        os.environ.pop(name, None)
    os.environ |= {"HOME": str(home), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    check_tutorial(prefix, home)
    check_readme(prefix, home)


if __name__ == "__main__":
    main()
