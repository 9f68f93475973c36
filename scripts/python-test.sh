#!/usr/bin/env bash
# Types, style and tests of the Python package. Usage: python-test.sh BUILD
set -euo pipefail
cd "$(dirname "$0")/.."
bin="$PWD/$1/venv/bin"
if ! bindings/python/accelerator/build.sh "$1/lib/enfold-accelerator.abi3.so"; then
  [ "${CI:-}" != true ] || exit 1
  echo "Without the accelerator of Python's package: apt-get install python3-dev"
  rm -f "$1/lib/enfold-accelerator.abi3.so"
  export ENFOLD_ACCELERATOR=0
fi
cd bindings/python
"$bin/ruff" check .
"$bin/ruff" format --check .
"$bin/mypy" --strict enfold
for example in server Notes; do
  "$bin/ruff" check --config pyproject.toml "../../Examples/$example"
  "$bin/ruff" format --check --config pyproject.toml "../../Examples/$example"
  (cd "../../Examples/$example" && MYPYPATH=$OLDPWD "$bin/mypy" --strict ./*.py)
done
"$bin/python" -m pytest -q tests
# What goes through JSON, once more without orjson.
ENFOLD_TEST_WITHOUT_ORJSON=1 "$bin/python" -m pytest -q tests/test_{store,observe,actions,set,deep,codecs,unencodable,features,features_tree,features_twins,small_stacks}.py
# All once more without the accelerator. Left out are those that start processes in both ways themselves, and the wheel, which is
# built and tried with the accelerator and without.
if [ "${ENFOLD_ACCELERATOR:-}" != 0 ]; then
  ENFOLD_ACCELERATOR=0 "$bin/python" -m pytest -q --ignore=tests/test_{accelerator_fork,accelerator_signals,accelerator_threads,packaging,two_ways}.py tests
fi
