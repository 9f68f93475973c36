#!/usr/bin/env bash
# Types, style and tests of the Python package. Usage: python-test.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
bin="$PWD/$1/venv/bin"
cd bindings/python
"$bin/ruff" check .
"$bin/ruff" format --check .
"$bin/mypy" --strict enfold
"$bin/python" -m pytest -q tests
# What goes through JSON, once more without orjson.
ENFOLD_TEST_WITHOUT_ORJSON=1 "$bin/python" -m pytest -q tests/test_{store,observe,actions,set,deep,codecs,unencodable,features,features_tree,features_twins,small_stacks}.py
