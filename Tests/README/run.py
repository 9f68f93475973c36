"""Does what the README says, in a package of its own outside this one: builds and tests its feature, runs its hosts.

Usage: run.py BUILD_DIR
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Command"))
from terminal import Terminal  # noqa: E402


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Runs a command; what it printed, or the end of this program with it."""
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, text=True, capture_output=True
    )
    if result.returncode != 0:
        sys.exit(f"README: {' '.join(map(str, command))} failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


def main() -> None:
    build = Path(sys.argv[1]).resolve()
    text = (ROOT / "README.md").read_text()
    files = re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, re.S)
    outputs = dict(re.findall(r"<!-- output: (\S+) -->\n```\w*\n(.*?)```", text, re.S))
    if len(files) != 6 or len(outputs) != 3:
        sys.exit(f"README: found {len(files)} files and {len(outputs)} outputs, not 6 and 3")

    # The package depends on "../enfold", as a user's would.
    home = build / "readme"
    home.mkdir(parents=True, exist_ok=True)
    link = home / "enfold"
    link.unlink(missing_ok=True)
    link.symlink_to(ROOT)
    package = home / "Basket"
    for name, content in files:
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != content:
            path.write_text(content)

    commands = [shlex.split(line, comments=True) for line in re.findall(r"^\.\./enfold/scripts/plugin.*", text, re.M)]
    if [command[1] for command in commands] != ["test", "build"]:
        sys.exit(f"README: found these commands for the package: {commands}")
    plugin = package / "libBasket.so"
    plugin.touch()
    with plugin.open("rb") as old:
        tests, _ = (run(*command, cwd=package) for command in commands)
        if os.fstat(old.fileno()).st_nlink != 0:
            sys.exit("README: plugin.sh writes over the old plugin, which a program may have loaded")
    if "2 tests" not in tests:
        sys.exit(f"README: its tests did not run:\n{tests[-2000:]}")

    exported = run("nm", "-D", "--defined-only", "libBasket.so", cwd=package).split()[2::3]
    if exported != ["enfold_plugin_entry"]:
        sys.exit(f"README: the plugin exports {exported[:10]}")

    library = build / "lib"
    compiler = os.environ.get("CC", "cc")
    for name in ("host", "loop"):
        run(
            *(compiler, "-Wall", "-Wextra", "-Werror", f"{name}.c", f"-I{ROOT / 'include'}"),
            *(f"-L{library}", "-lenfold", f"-Wl,-rpath,{library}", "-o", name),
            cwd=package,
        )
    seen = {
        "host.c": run("./host", cwd=package),
        "loop.c": run("./loop", cwd=package),
        "host.py": run(
            sys.executable,
            "host.py",
            cwd=package,
            PYTHONPATH=str(ROOT / "bindings/python"),
            ENFOLD_LIBRARY=str(library / "libenfold.so"),
        ),
    }
    check_session(text, build / "bin" / "enfold", package)
    for name, expected in outputs.items():
        if seen[name] != expected:
            sys.exit(f"README: {name} printed\n{seen[name]}instead of\n{expected}")
    print(f"README: {len(files)} files, {len(outputs)} outputs, all as it says")


def check_session(text: str, command: Path, package: Path) -> None:
    """Types what the README types into the command."""
    found = re.search(r"^```\n\$ \.\./enfold/build/bin/enfold (run \w+\.so)\n(.*?)```", text, re.M | re.S)
    if not found:
        sys.exit("README: it does not show the command")
    lines = found[2].splitlines()
    os.chdir(package)
    with Terminal([str(command), *found[1].split()]) as terminal:
        terminal.wait_for_line("Basket>")
        for line in lines:
            if line.startswith("Basket> "):
                terminal.type(line.removeprefix("Basket> ") + "\r")
        terminal.wait_until(lambda shown: shown == [*lines, "Basket>"])


if __name__ == "__main__":
    main()
