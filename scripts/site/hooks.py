"""Hooks of MkDocs: pages that are generated, pictures, and links that work in the repository and on the site.

Needs ENFOLD_SYMBOL_GRAPHS, the folder of the symbol graphs of the Swift modules; see build.sh.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import c_reference
import cpp_reference
import pictures
import swift_reference

ROOT = Path(__file__).resolve().parents[2]

# Files elsewhere in the repository that are pages, too; and what stands for others.
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "bindings/python/README.md": "python.md",
}
STAND_INS = {
    "include/enfold.h": "reference/c.md",
    "include/enfold_plugin.h": "reference/plugin.md",
    "include/enfold.hpp": "reference/cpp.md",
}
PYTHON = {
    "python": ("enfold", "What `import enfold` brings."),
    "python-aio": ("enfold.aio", "How it is used: [asyncio and trio](../asyncio.md)."),
    "python-testing": ("enfold.testing", "How it is used: [Testing](../testing.md)."),
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    # Its links begin at the root of a server, and the site may lie anywhere.
    config.theme.static_templates.discard("404.html")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    def add(name: str, content: str) -> None:
        if name.startswith("reference/"):
            # The search shows pages that explain first.
            content = f"---\nsearch:\n  boost: 0.3\n---\n{content}"
        files.append(File.generated(config, name, content=content))

    for name, page in ELSEWHERE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        add(page, with_links_of_site(text, Path(name).parent))

    headers = [
        c_reference.Header(ROOT / "include/enfold.h", "c"),
        c_reference.Header(ROOT / "include/enfold_plugin.h", "plugin"),
    ]
    places = {name: f"{header.page}.html#{name}" for header in reversed(headers) for name in header.names}
    header_text = (ROOT / "include/enfold.h").read_text(encoding="utf-8")
    statuses = set(re.findall(r"XX\((ENFOLD_\w+), ", header_text))

    def link(name: str) -> str | None:
        return f"../errors.html#{name.lower()}" if name in statuses else places.get(name)

    for header in headers:
        add(f"reference/{header.page}.md", header.markdown(link))
    add("reference/cpp.md", cpp_reference.markdown(ROOT / "include", link))
    for page, (module, about) in PYTHON.items():
        add(f"reference/{page}.md", f"# {module}\n\n{about}\n\n" + python_names(module))
    graphs = Path(os.environ["ENFOLD_SYMBOL_GRAPHS"])
    for module in swift_reference.FILES:
        add(f"reference/swift-{module.lower()}.md", swift_reference.markdown(module, graphs))
    return files


def with_links_of_site(markdown: str, folder: Path) -> str:
    """The links of a file in a folder of the repository, as links between pages."""

    def link(match: re.Match[str]) -> str:
        address, anchor = match[1], match[2] or ""
        path = os.path.normpath(folder / address)
        page = ELSEWHERE.get(path) or STAND_INS.get(path) or (path[5:] if path.startswith("docs/") else address)
        return f"]({page}{anchor})"

    return re.sub(r"\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)", link, markdown)


def python_names(module: str) -> str:
    """What a module exports, as mkdocstrings shows it."""
    text = (ROOT / "bindings/python" / module.replace(".", "/") / "__init__.py").read_text(encoding="utf-8")
    names = re.findall(r'"(\w+)"', text[text.index("__all__") :].split("]")[0])
    shown = [name for name in names if not name.startswith("_") and name not in ("aio", "testing")]
    return "\n\n".join(f"::: {module}.{name}" for name in shown) + "\n"


PLOTS: dict[str, tuple[str, list[tuple[str, str, str]]]] = {
    "one action": (
        "One action and one observer: a counter, median of seven runs",
        [
            ("floor, by hand in C", "W1 counter", "floor"),
            ("C", "W1 counter", "C API"),
            ("C, with a host's loop", "W1 counter", "C API, host's loop"),
            ("Swift, typed", "W1 typed", "Swift typed"),
            ("Python, ready bytes", "W7 ready bytes, one observer", "Python"),
            ("Python, JSON both ways", "W7 JSON both ways, one observer", "Python with json"),
            ("a dict reducer in Python", "W7 JSON both ways, one observer", "dict reducer with json"),
        ],
    ),
    "growth": (
        "One item of a list is changed and observed: the list grows a thousandfold",
        [
            (f"{size} items, {name}", f"W2 one item, N = {number}", what)
            for number, size in ((100, "100"), (10000, "10,000"), (100000, "100,000"))
            for name, what in (("floor", "floor"), ("C", "C API"))
        ],
    ),
    "json": (
        "Reading 10 KB of records, and one action",
        [
            ("Foundation, 10 KB", "P9 decode 10 KB of records", "Foundation"),
            ("EnfoldJSON, 10 KB", "P9 decode 10 KB of records", "EnfoldJSON"),
            ("Foundation, an action", 'P9 decode {"increment":{}}', "Foundation"),
            ("EnfoldJSON, an action", 'P9 decode {"increment":{}}', "EnfoldJSON"),
        ],
    ),
}


def with_nested_blocks(text: str) -> str:
    """CommonMark as Python-Markdown wants it: 4 spaces before the blocks of lists, and a blank line after them."""
    lines: list[str] = []
    fence = ""
    more = 0
    is_second = False  # whether the lines belong to a block of a list item that is not its first one
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if fence:
            lines.append(" " * more + line if line.strip() else line)
            if line.strip() == fence:
                fence, is_second = "", more > 0
            continue
        mark = re.match(r" *(`{3,}|~{3,})", line)
        more = indent if mark or indent % 2 == 0 else 1
        if mark:
            fence = mark[1]
        if line.strip() and lines and not lines[-1].strip():
            is_second = indent > 0
        elif is_second and re.match(r" *([-*]|\d+\.) ", line):
            lines.append("")
            is_second = False
        lines.append(" " * more + line if indent and line.strip() else line)
    return "\n".join(lines)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    source = page.file.src_uri
    if source.startswith("reference/"):
        return markdown
    if not page.file.generated_by:
        markdown = with_links_of_site(markdown, Path("docs"))
    if shutil.which("dot"):  # build.sh says so if it is missing
        markdown = re.sub(
            r"^```dot\n(.*?)^```$", lambda match: pictures.of_graph(match[1]), markdown, flags=re.M | re.S
        )
    markdown = re.sub(
        r"^<!-- plot: (.+?) -->$", lambda match: pictures.of_results(results(), *PLOTS[match[1]]), markdown, flags=re.M
    )
    return with_nested_blocks(markdown)


def results() -> str:
    return (ROOT / "docs/performance.md").read_text(encoding="utf-8")
