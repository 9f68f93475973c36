"""Checks the fragments of the pages that are no whole programs: each is right in its language, and C fits the headers.

A fragment below `<!-- from: FILE -->` stands in that file, with any indentation.

Whole programs are run elsewhere: run.py, Tests/Cpp/guide.py, and test_examples.py, test_loops.py and test_trio.py of the
Python package. Usage: snippets.py [PAGE...]
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Pages whose fragments need generated code: Tests/Clients/test_docs.py compiles and runs them.
ELSEWHERE = {"clients.md"}

# What fragments of C take for granted.
C_BEFORE = """
#include <enfold.h>
#include <enfold_plugin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { enfold_store ui; } window;
typedef struct { int count; } counter;
static enfold_runtime runtime; static enfold_store store; static enfold_error error; static void *user, *button;
static enfold_release_fn release;
extern void show_name(void *, const enfold_event *), show_avatar(void *, const enfold_event *);
extern void print(void *, const enfold_event *);
extern const char *state, *patch;
extern void toolkit_on_click(void *, void (*)(void *, int, int));
extern enfold_status open_counter(void *, const char *, size_t, void **, enfold_error *);
extern void close_counter(void *);
extern enfold_status write_state(void *, enfold_write_fn, void *, enfold_error *);
"""
# Those of a reducer have `error` as a parameter.
C_REDUCER = "static void fragment(const enfold_effects *effects, enfold_error *error)"


class Snippet:
    def __init__(self, place: str, language: str, code: str) -> None:
        self.place, self.language, self.code = place, language, code


def snippets_of(page: Path) -> list[Snippet]:
    """The fences of a page, without those that are compared with a file or are one."""
    found = []
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^( *)```(\w+)\n(.*?)^\1```", text, re.MULTILINE | re.DOTALL):
        before = text[: match.start()].rstrip().split("\n")[-1]
        if not before.startswith(("<!-- from:", "<!-- file:", "<!-- output:")):
            line = text.count("\n", 0, match.start()) + 1
            place = f"{page.relative_to(ROOT)}:{line}"
            found.append(Snippet(place, match[2], textwrap.dedent(match[3])))
    return found


def without_indentation(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def problems_of_copies(page: Path) -> list[str]:
    """The fragments of a page that are not in the file that is named above them."""
    text = page.read_text(encoding="utf-8")
    return [
        f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: {match[1]} does not have this"
        for match in re.finditer(r"^<!-- from: (\S+) -->\n```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        if without_indentation(match[2]) not in without_indentation((ROOT / match[1]).read_text(encoding="utf-8"))
    ]


def run(command: list[str | Path], text: str = "") -> str:
    """What a command complains of; nothing if it is content."""
    done = subprocess.run([str(part) for part in command], input=text, text=True, capture_output=True, check=False)
    return "" if done.returncode == 0 else done.stderr or done.stdout


def python_problem(snippet: Snippet) -> str:
    try:
        ast.parse(snippet.code)
    except SyntaxError as error:
        return str(error)
    return ""


def c_problem(snippet: Snippet) -> str:
    is_whole = "int main(" in snippet.code
    statements: list[str] = []
    functions: list[str] = []
    # Functions and constants stay outside; everything else becomes the body of a function.
    for part in re.split(r"\n(?=\S)", "\n" + snippet.code.strip()):
        outside = re.match(r"\s*(static|const|typedef|#|\}|void \w+\()", part)
        (functions if outside else statements).append(part)
    head = C_REDUCER if "effects->" in snippet.code else "static void fragment(void)"
    body = "\n".join([*functions, head, "{", *statements, "}"])
    source = snippet.code if is_whole else C_BEFORE + body
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-fsyntax-only", f"-I{ROOT / 'include'}"]
    return run([os.environ.get("CC", "cc"), *flags, "-x", "c", "-"], source)


def json_problem(snippet: Snippet) -> str:
    try:
        json.loads(snippet.code)
    except ValueError as error:
        return str(error)
    return ""


def as_swift(snippet: Snippet) -> str:
    """A fragment as a file: cases get a switch, and statements a function."""
    code = re.sub(r"^\s*…$", "", snippet.code, flags=re.MULTILINE).replace("…", "elided")
    if re.match(r"case \.", code):
        code = f"switch action {{\n{code}\n}}"
    is_file = re.search(r"^(import|extension|#enfoldPlugin)\b", code, re.MULTILINE)
    return code if is_file else f"func fragment() async throws {{\n{code}\n}}"


def swift_problems(snippets: list[Snippet]) -> list[tuple[Snippet, str]]:
    """All fragments in one call: what the parser does not understand."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, snippet in enumerate(snippets):
            files.append(Path(folder) / f"snippet{number}.swift")
            files[-1].write_text(as_swift(snippet), encoding="utf-8")
        said = run(["swiftc", "-frontend", "-parse", *files])
    problems: dict[int, str] = {}
    for number, message in re.findall(r"snippet(\d+)\.swift:(\d+:\d+: error: .*)", said):
        problems.setdefault(int(number), message)
    if said and not problems:
        sys.exit(f"snippets: swiftc says\n{said}")
    return [(snippets[number], message) for number, message in problems.items()]


def main() -> None:
    pages = [ROOT / name for name in sys.argv[1:]] or sorted(
        page
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "bindings/python/README.md"]
        if page.name not in ELSEWHERE
    )
    snippets = [snippet for page in pages for snippet in snippets_of(page)]
    checks: dict[str, Callable[[Snippet], str]] = {
        "python": python_problem,
        "c": c_problem,
        "json": json_problem,
        "sh": lambda snippet: run(["bash", "-n"], snippet.code),
    }
    # Tests/Cpp/guide.py compiles C++; the site draws dot; nothing reads the rest.
    elsewhere = {"swift", "cpp", "dot", "cmake"}
    problems = []
    for snippet in snippets:
        if snippet.language in checks:
            if problem := checks[snippet.language](snippet):
                problems.append((snippet, problem))
        elif snippet.language not in elsewhere:
            problems.append((snippet, f"nobody knows the language {snippet.language}"))
    if shutil.which("swiftc"):
        problems += swift_problems([snippet for snippet in snippets if snippet.language == "swift"])
    complaints = [f"{snippet.place}: {problem.strip()[:600]}" for snippet, problem in problems]
    complaints += [complaint for page in pages for complaint in problems_of_copies(page)]
    if complaints:
        sys.exit("\n".join(complaints))
    print(f"snippets: {len(snippets)} fragments on {len(pages)} pages are right in their languages")


if __name__ == "__main__":
    main()
