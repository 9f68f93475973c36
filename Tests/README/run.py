"""Does what the README and the tutorial say, in a package outside this one: builds, tests and runs what they show.

Usage: run.py BUILD_DIR
"""

from __future__ import annotations

import os
import re
import shlex
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

    def write(self, folder: Path, more: str) -> None:
        """Writes the files; the package gets a target `more`."""
        for name, content in self.files:
            write(folder / name, with_target(content, more) if name == "Package.swift" else content)

    def check(self, build: Path, folder: Path) -> None:
        """Compiles and runs the hosts in `folder`, which has the plugin."""
        library = build / "lib"
        include = str(ROOT / "include")
        for name in self.outputs:
            if name.endswith(".c"):
                program = name.removesuffix(".c")
                run(
                    self.path,
                    *(os.environ.get("CC", "cc"), "-Wall", "-Wextra", "-Werror", name, f"-I{include}"),
                    *(f"-L{library}", "-lenfold", f"-Wl,-rpath,{library}", "-o", program),
                    cwd=folder,
                )
                seen = run(self.path, f"./{program}", cwd=folder)
            elif name == "enfold":
                commands = re.findall(r"^(?:echo .*)?\.\./installed/bin/enfold .*$", self.text, re.M)
                *others, last = [command.replace("../installed/bin", str(build / "bin")) for command in commands]
                for command in others:
                    run(self.path, "bash", "-c", command, cwd=folder)
                seen = run(self.path, "bash", "-c", last, cwd=folder)
            else:
                seen = run(self.path, sys.executable, name, cwd=folder, **for_python(build))
            if seen != self.outputs[name]:
                sys.exit(f"{self.path}: {name} printed\n{seen}instead of\n{self.outputs[name]}")
        print(f"{self.path}: {len(self.files)} files, {len(self.outputs)} outputs, all as it says")


def for_python(build: Path) -> dict[str, str]:
    return {"PYTHONPATH": str(ROOT / "bindings/python"), "ENFOLD_LIBRARY": str(build / "lib/libenfold.so")}


def write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != content:
        path.write_text(content)


def with_target(package: str, name: str) -> str:
    """The package with one target more, which makes a plugin. So Enfold is compiled once for both pages."""
    product = f'.library(name: "{name}", type: .dynamic, targets: ["{name}"])'
    parts = ", ".join(f'.product(name: "{part}", package: "enfold")' for part in ("Enfold", "EnfoldPlugin"))
    changed = package.replace("products: [", f"products: [{product}, ", 1)
    return changed.replace("targets: [\n", f'targets: [\n    .target(name: "{name}", dependencies: [{parts}]),\n', 1)


def check_window(page: str, folder: Path, build: Path) -> None:
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
        more = {**for_python(build), "DISPLAY": f":{number}"}
        more["PYTHONPATH"] += os.pathsep + str(folder)
        run(page, sys.executable, driver, cwd=folder, **more)
    finally:
        guard.cancel()
        screen.kill()
        screen.wait()
        os.close(reader)
    print(f"{page}: the window shows what was typed and clicked")


def main() -> None:
    build = Path(sys.argv[1]).resolve()
    readme = Document("README.md", files=3, outputs=2)
    tutorial = Document("docs/tutorial.md", files=6, outputs=3)

    # The package depends on "../enfold", as a user's would.
    home = build / "readme"
    home.mkdir(parents=True, exist_ok=True)
    link = home / "enfold"
    link.unlink(missing_ok=True)
    link.symlink_to(ROOT)
    package = home / "Chores"
    [(feature, code)] = [file for file in readme.files if file[0].endswith(".swift")]
    name = Path(feature).stem
    tutorial.write(package, name)
    write(package / "Sources" / name / f"{name}.swift", code)

    commands = [
        shlex.split(line, comments=True) for line in re.findall(r"^\.\./enfold/scripts/plugin.*", tutorial.text, re.M)
    ]
    if commands != [["../enfold/scripts/plugin.sh", "test"], ["../enfold/scripts/plugin.sh", "build", "Chores"]]:
        sys.exit(f"{tutorial.path}: found these commands for the package: {commands}")
    plugin = package / "libChores.so"
    plugin.touch()
    with plugin.open("rb") as old:
        tests, _ = (run(tutorial.path, *command, cwd=package) for command in commands)
        if os.fstat(old.fileno()).st_nlink != 0:
            sys.exit("plugin.sh writes over the old plugin, which a program may have loaded")
    if "3 tests" not in tests:
        sys.exit(f"{tutorial.path}: its tests did not run:\n{tests[-2000:]}")
    run(readme.path, "../enfold/scripts/plugin.sh", "build", name, cwd=package)

    for made in (plugin, package / f"lib{name}.so"):
        exported = run(tutorial.path, "nm", "-D", "--defined-only", made, cwd=package).split()[2::3]
        if exported != ["enfold_plugin_entry"]:
            sys.exit(f"{made.name} exports {exported[:10]}")

    tutorial.check(build, package)
    check_window(tutorial.path, package, build)
    hosts = home / "hosts"
    for file, content in readme.files:
        if not file.endswith(".swift"):
            write(hosts / file, content)
    shutil.copy(package / f"lib{name}.so", hosts)
    readme.check(build, hosts)
    check_session(readme, build / "bin" / "enfold", hosts)


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


if __name__ == "__main__":
    main()
