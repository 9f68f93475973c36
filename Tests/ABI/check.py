#!/usr/bin/env python3
"""Compares what libenfold exports, and how its structs lie in memory, with abi.txt.

Usage: check.py LIBENFOLD [--update]

The promise (CONTRIBUTING.md, "The ABI"): a program or a plugin that was compiled once works with every later 0.x. So nothing that
is in abi.txt may go away or change. What is new is added with --update.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "include"
KNOWN = HERE / "abi.txt"


def structs(header: str) -> dict[str, list[str]]:
    """The structs of a header, with the names of their members."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*|^#[^\n]*", " ", header, flags=re.DOTALL | re.MULTILINE)
    found = {}
    for body, name in re.findall(r"typedef struct \w+ \{(.*?)\}\s*(\w+)\s*;", text, re.DOTALL):
        found[name] = [member for each in body.split(";") if each.strip() for member in members(each)]
    return found


def members(declaration: str) -> list[str]:
    function = re.search(r"\(\s*\*(?:\s*(?:_Nonnull|_Nullable))?\s*(\w+)\s*\)\s*\(", declaration)
    if function:
        return [function[1]]
    return [re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", each))[-1] for each in declaration.split(",")]


def layouts() -> list[str]:
    """A C program, line by line, that prints how structs and their members lie, and the values of the statuses."""
    found = {}
    for name in ("enfold.h", "enfold_plugin.h"):
        found.update(structs((INCLUDE / name).read_text()))
    lines = [f"#include <{each}>" for each in ("stddef.h", "stdio.h", "string.h", "enfold.h", "enfold_plugin.h")]
    lines.append("int main(void) {")
    for struct, names in found.items():
        # What says its own size may grow at its end.
        if "struct_size" not in names:
            lines.append(f'printf("struct {struct}: %zu bytes\\n", sizeof({struct}));')
        lines += [
            f'printf("member {struct}.{name}: %zu bytes at %zu\\n", sizeof((({struct} *)0)->{name}), offsetof({struct}, {name}));'
            for name in names
        ]
    lines.append("for (int status = -64; status < 64; status++)")
    lines.append('  if (strcmp(enfold_status_name(status), "ENFOLD_UNKNOWN") != 0)')
    lines.append('    printf("status %s: %d\\n", enfold_status_name(status), status);')
    lines += ["return 0;", "}"]
    return lines


def current(library: Path) -> list[str]:
    """What the library and the headers promise now, a line each."""
    symbols = subprocess.run(
        ["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    # The line of a version itself has the type A.
    lines = [f"function {each.split()[2]}" for each in symbols if each.split()[1] != "A"]
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "layout.c"), Path(folder, "layout")
        source.write_text("\n".join(layouts()))
        subprocess.run(
            [*os.environ.get("CC", "cc").split(), "-std=c11", f"-I{INCLUDE}", source, "-o", program, library],
            check=True,
        )
        environment = {**os.environ, "LD_LIBRARY_PATH": f"{library.parent}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
        lines += subprocess.run(
            [program], capture_output=True, text=True, check=True, env=environment
        ).stdout.splitlines()
    return sorted(lines)


def main() -> int:
    library = Path(sys.argv[1]).resolve()
    now = current(library)
    if "--update" in sys.argv:
        KNOWN.write_text("".join(f"{line}\n" for line in now))
        return 0
    known = KNOWN.read_text().splitlines()
    gone, new = sorted(set(known) - set(now)), sorted(set(now) - set(known))
    for line in gone:
        print(f"not ok  gone or changed: {line}")
    for line in new:
        print(f"not ok  not in abi.txt: {line}")
    if gone:
        print("        Programs and plugins that exist would break. Put it back, or add what is new beside it.")
    elif new:
        print(f"        If it is meant to stay for ever: {sys.argv[0]} LIBENFOLD --update")
    else:
        print(f"ok      {len(now)} lines of the ABI are as they were")
    return 1 if gone or new else 0


if __name__ == "__main__":
    sys.exit(main())
