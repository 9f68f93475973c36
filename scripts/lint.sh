#!/usr/bin/env bash
# Rules that no formatter knows. Usage: lint.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "lint: $*" >&2; exit 1; }

# The core loads fast because it needs neither Foundation nor Dispatch.
if git grep -nE '^[[:space:]]*(@_exported )?import (Foundation|Dispatch)' -- Sources/ ':!Sources/EnfoldTesting' ':!Sources/EnfoldFoundation'; then
  fail "Foundation in the core"
fi

# The command is a client of the C API.
if git grep -nE '^[[:space:]]*(@testable )?import Enfold(Plugin|Runtime|Reactor|Testing|Files|Foundation)?$' -- Sources/enfold-cli; then
  fail "the command uses more of Enfold than the C API and EnfoldJSON"
fi

# The headers are valid C11 and C++17.
printf '#include "enfold.h"\n#include "enfold_plugin.h"\n' > /tmp/enfold-headers.$$.c
trap 'rm -f /tmp/enfold-headers.$$.c' EXIT
cc -std=c11 -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude /tmp/enfold-headers.$$.c
c++ -std=c++17 -x c++ -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude /tmp/enfold-headers.$$.c
# That of typed clients is for C alone.
printf '#include "enfold/client.h"\n' > /tmp/enfold-headers.$$.c
cc -std=c11 -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude /tmp/enfold-headers.$$.c

# Each C++ header compiles alone, with exceptions and without.
for header in include/enfold.hpp include/enfold/*.hpp; do
  printf '#include "%s"\n' "${header#include/}" > /tmp/enfold-headers.$$.c
  for flags in "" -fno-exceptions; do
    c++ -std=c++17 -x c++ -Wall -Wextra -pedantic -Werror $flags -fsyntax-only -Iinclude /tmp/enfold-headers.$$.c
  done
  if grep -n '.\{121\}' "$header"; then fail "$header has lines of more than 120 characters"; fi
done

# What `enfold new` writes is formatted and compiles without warnings.
project=$(mktemp -d)
trap 'rm -rf /tmp/enfold-headers.$$.c "$project"' EXIT
for template in $(cd packaging/templates && find . -type f -name '*.*'); do
  mkdir -p "$project/$(dirname "${template//@NAME@/Inbox}")"
  sed 's/@NAME@/Inbox/g' "packaging/templates/$template" > "$project/${template//@NAME@/Inbox}"
done
swift format lint --strict --configuration .swift-format --recursive "$project" packaging/kit
for source in "$project"/c-*/*.c; do cc -std=c11 -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude "$source"; done
c++ -std=c++17 -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude "$project/cpp-app/main.cpp"
if [ -x "$1/venv/bin/ruff" ]; then
  "$1/venv/bin/ruff" check --quiet --target-version py310 --config bindings/python/pyproject.toml "$project"
  "$1/venv/bin/ruff" format --quiet --check --config bindings/python/pyproject.toml "$project"
  for folder in "$project"/python-*; do
    (cd "$folder" && MYPYPATH=$OLDPWD/bindings/python "$OLDPWD/$1/venv/bin/mypy" --strict --no-error-summary ./*.py)
  done
fi

# Every function of the header says where it may be called and since when.
python3 - <<'PYTHON'
import re, sys
text = open("include/enfold.h").read()
for match in re.finditer(r"/\*((?:(?!\*/).)*)\*/\s*ENFOLD_API [^;]*?(enfold_\w+)\s*\(", text, re.S):
    comment, name = match.groups()
    if not re.search(r"\[(any thread|loop thread|not in callbacks)\] \[since \d+\.\d+\]", comment):
        sys.exit(f"lint: {name} has no tag line")
PYTHON

# Every function of the header has tests.
scripts/untested-functions.py

# The numbers in the tests are rows of docs/behaviours.md.
scripts/behaviours.py

# The man pages tell the variables of the environment that the sources read.
python3 scripts/man_environment.py

# The tests that docs/coming-from.md names exist.
scripts/coming-from.py

# The rooms of docs/architecture.md, and the script that checks them.
python3 scripts/check-rooms-test.py
python3 scripts/check-rooms.py

# One function makes every commit.
python3 scripts/check-step-test.py
python3 scripts/check-step.py

# What counts the rooms of an action.
python3 scripts/walk-test.py

# The names in docs/architecture.md are names of the code.
scripts/architecture.py

# docs/errors.md has each status, each diagnostic of the macros and each record of the log.
scripts/errors-page.py
