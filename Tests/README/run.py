"""Does what the README and the tutorial say: builds, tests and runs what they show. The tutorial goes by an installed tree, the
README's plugin by a package beside the checkout.

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


def run(page: str, *command: str | Path, cwd: Path, **environment: str) -> str:
    """Runs a command; what it printed, or the end of this program with it."""
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, text=True, capture_output=True
    )
    if result.returncode != 0:
        sys.exit(f"{page}: {' '.join(map(str, command))} failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


class Document:
    """A page: the files that it shows, what they print, and its commands."""

    def __init__(self, path: str, files: int, outputs: int) -> None:
        self.path = path
        self.text = (ROOT / path).read_text()
        self.files: list[tuple[str, str]] = re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", self.text, re.S)
        found = re.findall(r"<!-- output: (\S+) -->\n```\w*\n(.*?)```", self.text, re.S)
        self.outputs: dict[str, str] = dict(found)
        if (len(self.files), len(self.outputs)) != (files, outputs):
            sys.exit(f"{path}: has {len(self.files)} files and {len(self.outputs)} outputs, not {files} and {outputs}")

    def done(self) -> None:
        print(f"{self.path}: {len(self.files)} files, {len(self.outputs)} outputs, all as it says")


def check_tutorial(build: Path, home: Path) -> None:
    """Installs Enfold, and types the blocks of commands that are marked, in their order. The checkout has no part in it."""
    page = Document("docs/tutorial.md", files=5, outputs=3)
    prefix = home / "installed"
    run(page.path, "scripts/install.sh", "install", build, prefix, cwd=ROOT)
    first, *blocks = re.findall(
        r"<!-- do -->\n```sh\n(.*?)```(?:\n\n<!-- output: \S+ -->\n```\w*\n(.*?)```)?", page.text, re.S
    )
    if len(blocks) != 4 or [bool(output) for _, output in blocks] != [False, True, True, True]:
        sys.exit(f"{page.path}: found these commands: {[first, *blocks]}")
    begin = first[0].replace("$HOME/enfold", str(prefix))
    exports = "".join(re.findall(r"^export .*\n", begin, re.M))
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": "",
        "ENFOLD_LIBRARY": "",
    }
    # Of the `make` that runs this.
    environment |= {"MAKEFLAGS": "", "MFLAGS": "", "MAKELEVEL": ""}

    def shell(commands: str, cwd: Path) -> str:
        # Swift Testing writes to the standard error.
        return run(
            page.path, "bash", "-euo", "pipefail", "-c", "exec 2>&1\n" + exports + commands, cwd=cwd, **environment
        )

    desk = home / "tutorial"
    shutil.rmtree(desk, ignore_errors=True)
    desk.mkdir()
    shell(begin, desk)
    folder = desk / "Chores"
    plugin_line = re.search(r"^#enfoldPlugin.*$", page.text, re.M)
    if not plugin_line or plugin_line[0] not in (folder / "Sources/Chores/Plugin.swift").read_text():
        sys.exit(f"{page.path}: its line with #enfoldPlugin is not that of enfold new")
    for name, content in page.files:
        if name.endswith(".swift") and not (folder / name).exists():
            sys.exit(f"{page.path}: enfold new makes no {name}")
        write(folder / name, content)
    for commands, output in blocks:
        seen = shell(commands, folder)
        if not seen.endswith(output):
            sys.exit(f"{page.path}: {commands}printed\n{seen}instead of\n{output}")
        if commands == "make test\n" and "3 tests" not in seen:
            sys.exit(f"{page.path}: its tests did not run:\n{seen[-2000:]}")
    check_exports(folder / "build" / "libChores.so")
    page.done()
    check_window(page.path, folder, prefix / "share/enfold/python")


def check_readme(build: Path, home: Path) -> None:
    """Builds the README's plugin as a package beside the checkout, and runs its hosts."""
    page = Document("README.md", files=3, outputs=2)
    [(feature, code)] = [file for file in page.files if file[0].endswith(".swift")]
    name = Path(feature).stem
    # The package depends on "../enfold", as a user's would.
    link = home / "enfold"
    link.unlink(missing_ok=True)
    link.symlink_to(ROOT)
    package = home / name
    write(package / "Package.swift", package_of(name))
    write(package / feature, code)
    write(package / "Tests" / f"{name}Tests" / f"{name}Tests.swift", TEST)
    script = "../enfold/scripts/plugin.sh"
    tests = run(page.path, script, "test", cwd=package)
    if "1 test " not in tests:
        sys.exit(f"{page.path}: the test of the package did not run:\n{tests[-2000:]}")
    plugin = package / f"lib{name}.so"
    plugin.touch()
    with plugin.open("rb") as old:
        run(page.path, script, "build", name, cwd=package)
        if os.fstat(old.fileno()).st_nlink != 0:
            sys.exit("plugin.sh writes over the old plugin, which a program may have loaded")
    check_exports(plugin)

    hosts = home / "hosts"
    for file, content in page.files:
        if not file.endswith(".swift"):
            write(hosts / file, content)
    shutil.copy(plugin, hosts)
    library, include = build / "lib", ROOT / "include"
    compiler = (os.environ.get("CC", "cc"), "-Wall", "-Wextra", "-Werror", f"-I{include}")
    run(page.path, *compiler, "host.c", f"-L{library}", "-lenfold", f"-Wl,-rpath,{library}", "-o", "host", cwd=hosts)
    python = {"PYTHONPATH": str(ROOT / "bindings/python"), "ENFOLD_LIBRARY": str(library / "libenfold.so")}
    printed = {
        "host.c": run(page.path, "./host", cwd=hosts),
        "host.py": run(page.path, sys.executable, "host.py", cwd=hosts, **python),
    }
    for file, seen in printed.items():
        if seen != page.outputs[file]:
            sys.exit(f"{page.path}: {file} printed\n{seen}instead of\n{page.outputs[file]}")
    page.done()
    check_session(page, build / "bin" / "enfold", hosts)


TEST = """import Testing

@testable import Clicks

@Test func incrementingAddsOne() {
  var state = Clicks.State()
  _ = Clicks().reduce(into: &state, action: .increment)
  #expect(state.count == 1)
}
"""


def package_of(name: str) -> str:
    """The package that docs/writing-plugins.md shows, with another name and beside the checkout."""
    text = (ROOT / "docs/writing-plugins.md").read_text()
    [package] = re.findall(r"^```swift\n(// swift-tools-version.*?)^```", text, re.M | re.S)
    changed, count = re.subn(r"\.package\(url: [^)]*\)", '.package(path: "../enfold")', package)
    if count != 1:
        sys.exit("docs/writing-plugins.md: its package has no URL of Enfold")
    return changed.replace("Inbox", name)


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
    """Types what the README types into the command."""
    found = re.search(r"^```\n\$ enfold (run lib(\w+)\.so)\n(.*?)```", page.text, re.M | re.S)
    if not found:
        sys.exit(f"{page.path}: it does not show the command")
    prompt = f"{found[2]}> "
    lines = found[3].splitlines()
    os.chdir(folder)
    with Terminal([str(command), *found[1].split()]) as terminal:
        terminal.wait_for_line(prompt.strip())
        for line in lines:
            if line.startswith(prompt):
                terminal.type(line.removeprefix(prompt) + "\r")
        terminal.wait_until(lambda shown: shown == [*lines, prompt.strip()])


def main() -> None:
    build = Path(sys.argv[1]).resolve()
    home = build / "readme"
    home.mkdir(parents=True, exist_ok=True)
    check_tutorial(build, home)
    check_readme(build, home)


if __name__ == "__main__":
    main()
