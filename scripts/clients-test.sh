#!/usr/bin/env bash
# Style, types and tests of Tests/Clients. Usage: clients-test.sh BUILD [PYTEST_ARGUMENTS...]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
shift
bindings=$PWD/bindings/python
cd Tests/Clients
"$build/venv/bin/ruff" check --no-cache --config "$bindings/pyproject.toml" ./*.py programs
"$build/venv/bin/ruff" format --no-cache --check --config "$bindings/pyproject.toml" ./*.py programs
MYPYPATH=.:$bindings "$build/venv/bin/mypy" --strict --config-file= ./*.py programs/host.py
ENFOLD_BUILD=$build "$build/venv/bin/python" -m pytest -q -p no:cacheprovider . "$@"
