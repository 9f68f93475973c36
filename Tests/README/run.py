"""Does what the README says, in a package of its own outside this one: builds and tests its feature, runs its hosts.

Usage: run.py BUILD_DIR MACRO_TOOL
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Runs a command; what it printed, or the end of this program with it."""
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, text=True, capture_output=True
    )
    if result.returncode != 0:
        sys.exit(f"README: {' '.join(map(str, command))} failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


def main() -> None:
    build, tool = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    text = (ROOT / "README.md").read_text()
    files = re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, re.S)
    outputs = dict(re.findall(r"<!-- output: (\S+) -->\n```\w*\n(.*?)```", text, re.S))
    if len(files) != 5 or len(outputs) != 2:
        sys.exit(f"README: found {len(files)} files and {len(outputs)} outputs, not 5 and 2")

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

    # The flags of a release are tried on the debug build, which is here anyway.
    release = re.search(r"<!-- release -->\n```sh\nswift build -c release --product Basket(.*?)\nstrip ", text, re.S)
    if release is None:
        sys.exit("README: found no build of a release")
    flags = shlex.split(release[1].replace("\\\n", " "))
    compiling = [flag for pair in zip(flags[::2], flags[1::2]) if pair[0] == "-Xswiftc" for flag in pair]
    linking = [flag for pair in zip(flags[::2], flags[1::2]) if pair[0] == "-Xlinker" for flag in pair]
    if not compiling or not linking or len(compiling + linking) != len(flags):
        sys.exit(f"README: not only pairs of -Xswiftc and -Xlinker: {flags}")

    macros = ["-Xswiftc", "-load-plugin-executable", "-Xswiftc", f"{tool}#EnfoldMacros", *compiling]
    swift = {"ENFOLD_MACRO_TOOL": str(tool)}
    tests = run("swift", "test", *macros, cwd=package, **swift)
    if "2 tests" not in tests:
        sys.exit(f"README: its tests did not run:\n{tests[-2000:]}")
    run("swift", "build", "--product", "Basket", *macros, *linking, cwd=package, **swift)
    shutil.copy(package / ".build/debug/libBasket.so", package / "libBasket.so")

    exported = run("nm", "-D", "--defined-only", "libBasket.so", cwd=package).split()[2::3]
    if exported != ["enfold_plugin_entry"]:
        sys.exit(f"README: a release exports {exported[:10]}")

    library = build / "lib"
    compiler = os.environ.get("CC", "cc")
    run(
        *(compiler, "-Wall", "-Wextra", "-Werror", "host.c", f"-I{ROOT / 'include'}"),
        *(f"-L{library}", "-lenfold", f"-Wl,-rpath,{library}", "-o", "host"),
        cwd=package,
    )
    seen = {
        "host.c": run("./host", cwd=package),
        "host.py": run(
            sys.executable,
            "host.py",
            cwd=package,
            PYTHONPATH=str(ROOT / "bindings/python"),
            ENFOLD_LIBRARY=str(library / "libenfold.so"),
        ),
    }
    for name, expected in outputs.items():
        if seen[name] != expected:
            sys.exit(f"README: {name} printed\n{seen[name]}instead of\n{expected}")
    print(f"README: {len(files)} files, {len(outputs)} outputs, all as it says")


if __name__ == "__main__":
    main()
