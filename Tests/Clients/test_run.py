"""A program in each language is compiled strictly with the clients of all plugins, and drives them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from conftest import (
    C_COMPILERS,
    CPP_COMPILERS,
    FOLDERS,
    INTERPRETER,
    LINK,
    PLUGINS,
    PROGRAMS,
    PYTHON,
    ROOT,
    TOOLS,
    cc,
    mypy,
    mypy_path,
    passes,
    tsc,
)

Clients = dict[str, Path]


def test_python(clients: Clients) -> None:
    folder = clients["python"]
    program = PROGRAMS / "every.py"
    passes(*mypy(folder, program, *folder.glob("*.py")), **mypy_path(folder))
    environment = {**PYTHON, "PYTHONPATH": f"{PYTHON['PYTHONPATH']}:{folder}"}
    out = passes(INTERPRETER, "-W", "error", program, *FOLDERS, **environment)
    assert out.count("ok") == 7


def test_python_style(clients: Clients) -> None:
    folder = clients["python"]
    config = ROOT / "bindings" / "python" / "pyproject.toml"
    passes(TOOLS / "ruff", "check", "--no-cache", "--config", config, folder)
    passes(TOOLS / "ruff", "format", "--no-cache", "--check", "--config", config, folder)
    # With lines as short as ruff's own are, too.
    passes(TOOLS / "ruff", "format", "--no-cache", "--check", "--isolated", folder)


@pytest.mark.parametrize("compiler", C_COMPILERS)
def test_c(clients: Clients, compiler: str) -> None:
    folder = clients["c"]
    program = folder / f"every-{compiler}"
    flags = ["-g", "-fsanitize=undefined", "-fno-sanitize-recover"] if compiler == "cc" else ["-O2"]
    passes(*cc(compiler, PROGRAMS / "every.c", *flags, f"-I{folder}", *LINK, "-o", program))
    assert passes(program, *FOLDERS) == "ok\n"


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_c_touches_only_its_own_memory(clients: Clients) -> None:
    folder = clients["c"]
    source = folder / "memory.c"
    source.write_text(MEMORY)
    program = folder / "memory"
    passes(*cc("cc", source, "-g", f"-I{folder}", *LINK, "-o", program))
    passes("valgrind", "-q", "--error-exitcode=1", program)


MEMORY = r"""
#include <stdlib.h>
#include "forms.h"

int main(void) {
  static const char json[] = "{\"text\":\"a\\u00e4\\ud83d\\ude00\",\"moods\":[{\"hidden\":\"calm\"},{\"moved\":[1,2]}],"
                             "\"counts\":{\"a\":1},\"rows\":[{\"id\":1,\"rows\":[{\"id\":2}]}],\"anything\":[1]}";
  forms_state state;
  /* Each beginning of a text, and each size of memory, in blocks that are exactly so large. */
  for (size_t length = 0; length < sizeof json; ++length) {
    char *text = malloc(length + 1);
    for (size_t index = 0; index < length; ++index) text[index] = json[index];
    ptrdiff_t needed = forms_state_read(&state, NULL, 0, text, length, NULL);
    if ((needed >= 0) != (length == sizeof json - 1)) return 1;
    for (ptrdiff_t size = 0; size <= needed; ++size) {
      char *memory = malloc((size_t)size);
      ptrdiff_t used = forms_state_read(&state, memory, (size_t)size, text, length, NULL);
      if (used > size ? state.text.data != NULL : strcmp(state.text.data, "a\xc3\xa4\xf0\x9f\x98\x80") != 0) return 2;
      free(memory);
    }
    free(text);
  }
  return 0;
}
"""


@pytest.mark.parametrize("compiler", CPP_COMPILERS)
def test_cpp(clients: Clients, compiler: str) -> None:
    folder = clients["cpp"]
    program = folder / f"every-{compiler}"
    passes(*cc(compiler, PROGRAMS / "every.cpp", f"-I{folder}", *LINK, "-o", program))
    assert passes(program, *FOLDERS) == "ok\n"


def test_cpp_without_exceptions(clients: Clients) -> None:
    folder = clients["cpp"]
    source = folder / "plain.cpp"
    source.write_text(
        '#include "todos.hpp"\n'
        "enfold::result<enfold_status> add(const enfold::typed_store<todos::Todos, enfold::detail::returns_results> &store)"
        ' { return store.send(todos::TodosAction::Add{"x"}); }\n'
    )
    passes(*cc("c++", source, f"-I{folder}", "-fno-exceptions", "-fsyntax-only"))


@pytest.mark.skipif(not shutil.which("tsc"), reason="node-typescript is not installed")
def test_typescript(clients: Clients) -> None:
    folder = clients["typescript"]
    page = shutil.copy(PROGRAMS / "page.ts", folder)
    passes(*tsc(folder, page))
    passes(INTERPRETER, PROGRAMS / "host.py", f"node {folder}/out/page.js", *PLUGINS.values(), **PYTHON)


def test_nothing_is_left_out_in_silence() -> None:
    """In CI all compilers are there."""
    import os

    if os.environ.get("CI") != "true":
        pytest.skip("only CI has everything")
    assert shutil.which("tsc") and shutil.which("valgrind")
    assert C_COMPILERS and CPP_COMPILERS and sys.version_info >= (3, 9)
