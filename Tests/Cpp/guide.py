"""Does what docs/cpp.md says: runs its program, compiles and runs its fragments.

Compiles the program that enfold.hpp begins with, too.

Usage: guide.py COMPILER LIBRARY_DIR BUILD_DIR
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NLOHMANN = "#include <nlohmann/json.hpp>\n"


def run(*command: str | Path) -> str:
    """Runs a command; what it printed, or the end of this program with it."""
    result = subprocess.run([str(part) for part in command], cwd=ROOT, text=True, capture_output=True, check=False)
    if result.returncode != 0:
        sys.exit(f"guide: {' '.join(map(str, command))} failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


def main() -> None:
    compiler, library, build = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()

    def compile(name: str, code: str) -> Path:
        source, program = build / f"{name}.cpp", build / name
        source.write_text(code)
        flags = ("-std=c++20", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{ROOT / 'include'}")
        run(compiler, *flags, source, f"-L{library}", "-lenfold", f"-Wl,-rpath,{library}", "-o", program)
        return program

    page = (ROOT / "docs/cpp.md").read_text()
    [(whole, output)] = re.findall(r"^```cpp\n(.*?)^```\n\n```\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    fragments = [
        textwrap.dedent(code) for code in re.findall(r"^  ```cpp\n(.*?)^  ```", page, re.MULTILINE | re.DOTALL)
    ]
    if len(fragments) != 8:
        sys.exit(f"guide: found {len(fragments)} fragments of C++, not 8")

    seen = run(compile("guide", whole))
    if seen != output:
        sys.exit(f"guide: the program printed\n{seen}instead of\n{output}")

    asking = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    has_nlohmann = subprocess.run(asking, input=NLOHMANN, text=True, capture_output=True, check=False).returncode == 0
    if not has_nlohmann:
        fragments = [code for code in fragments if "nlohmann" not in code]
    functions = [f"{{\n{code}}}\n" for code in fragments]
    before, after = whole.split('  store.send("increment");\n')[0], "  store.wait();\n}\n"
    include = "#include <utility>\n#include <vector>\n" + (NLOHMANN if has_nlohmann else "")
    # What a fragment declares and does not use is no mistake there.
    unused = '#pragma GCC diagnostic ignored "-Wunused-variable"\n'
    run(compile("guide-fragments", unused + include + before + "".join(functions) + after))

    header = (ROOT / "include/enfold.hpp").read_text()
    # What is indented by 4 in the comment that the header begins with.
    example = "\n".join(re.findall(r"^///     (.*)|^///$", header.split("#ifndef")[0], re.MULTILINE))
    if "int main()" not in example:
        sys.exit("guide: enfold.hpp does not begin with a program")
    compile("guide-header", example + "\n")
    print(f"ok      the guide: a program and {len(fragments)} fragments")


if __name__ == "__main__":
    main()
