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
"$bin/python" -m pytest -q tests
# What goes through JSON, once more without orjson.
ENFOLD_TEST_WITHOUT_ORJSON=1 "$bin/python" -m pytest -q tests/test_{store,observe,actions,set,deep,codecs,unencodable,features,features_tree,features_twins,small_stacks}.py
# What the accelerator does, once more without it.
ENFOLD_ACCELERATOR=0 "$bin/python" -m pytest -q \
  tests/test_{accelerator,actions,aio,aio_events,aio_exit,aio_wait,arguments,asyncio,callbacks,clock,codecs,deep,errors}.py \
  tests/test_{features,filters,interrupt,lifetime,mirror,model,observe,requests,requests_life,restore,runtime,scope,set}.py \
  tests/test_{shared,small_stacks,store,task,threads,unencodable}.py
