#!/usr/bin/env bash
# Style, types and tests of Tests/Command. Usage: command-test.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
config=$PWD/bindings/python/pyproject.toml
cd Tests/Command
"$build/venv/bin/ruff" check --config "$config" .
"$build/venv/bin/ruff" format --check --config "$config" .
MYPYPATH=. "$build/venv/bin/mypy" --strict --ignore-missing-imports --config-file= ./*.py
ENFOLD_BUILD=$build "$build/venv/bin/python" -m pytest -q -p no:cacheprovider .
