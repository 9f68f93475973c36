#!/usr/bin/env python3
"""Links a plugin once more, with only those files of Enfold that it needs, as a linker takes them from an archive.

SwiftPM gives the linker all files of all modules, and what is in them for Swift to find at run time is never left out. It writes the
command of each product into a manifest; this runs that command with Enfold's files between --start-lib and --end-lib. Each conformance
is found all the same: see check-conformances.py. Usage: link-plugin.py RELEASE PRODUCT OUTPUT [ARGUMENTS OF swiftc]
  RELEASE  the folder of a finished release build: swift build --show-bin-path
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

# The modules whose files may be left out. What several files have is taken from the first of them, so what all need comes first.
MODULES = [
    "CEnfoldSupport",
    "InternalCollectionsUtilities",
    "OrderedCollections",
    "EnfoldJSON",
    "Enfold",
    "EnfoldPlugin",
    "EnfoldReactor",
]
KEPT = set(Path(__file__).with_name("kept-files.txt").read_text().splitlines())


def command_of(product: str, release: Path) -> list[str]:
    """The command with which SwiftPM links a product."""
    manifest = release.resolve().parent.parent / f"{release.name}.yaml"
    marker = f"{product}.product/Objects.LinkFileList"
    for line in manifest.read_text().splitlines():
        key, _, value = line.strip().partition(": ")
        if key == "args" and marker in value:
            return json.loads(value)
    raise SystemExit(f"link-plugin: {manifest} has no command that links {product}: build it first")


def module_of(path: str) -> str:
    return Path(path).parent.name.removesuffix(".build")


def main() -> int:
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    release, product, output, *more = sys.argv[1:]
    command = command_of(product, Path(release))
    command[command.index("-o") + 1] = output
    position = next(place for place, word in enumerate(command) if word.startswith("@"))
    # Each line is a path, in quotes if there is a blank in it.
    objects = [line.strip("'\"") for line in Path(command[position][1:]).read_text().splitlines()]
    library = [path for path in objects if module_of(path) in MODULES and Path(path).name not in KEPT]
    library.sort(key=lambda path: MODULES.index(module_of(path)))
    words = [path for path in objects if path not in set(library)]
    words += [part for path in ["--start-lib", *library, "--end-lib"] for part in ("-Xlinker", path)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"\n' for word in words)
        file.flush()
        command[position] = "@" + file.name
        return subprocess.run([*command, *more], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
