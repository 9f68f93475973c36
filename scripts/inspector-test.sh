#!/usr/bin/env bash
# Style, types and tests of Tests/Inspector, in a real browser. Usage: inspector-test.sh BUILD [PYTEST ARGUMENT...]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
shift
config=$PWD/bindings/python/pyproject.toml
bin=$build/venv/bin

missing=()
command -v chromium > /dev/null || missing+=(chromium)
command -v chromedriver > /dev/null || missing+=(chromium-driver)
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
  else
    echo "The tests of the inspector need a browser. Type: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi
"$bin/python" -c 'import selenium' 2> /dev/null || "$bin/pip" install -q selenium
# It has axe.min.js in it; what it needs itself is not needed.
"$bin/python" -c 'import importlib.util as u, sys; sys.exit(u.find_spec("axe_playwright_python") is None)' ||
  "$bin/pip" install -q --no-deps axe-playwright-python

cd Tests/Inspector
for folder in api browser; do
  (
    cd $folder
    "$bin/ruff" check --config "$config" .
    "$bin/ruff" format --check --config "$config" .
    MYPYPATH=.:../../../bindings/python "$bin/mypy" --strict --ignore-missing-imports --config-file= ./*.py
  )
done
if command -v tsc > /dev/null; then
  tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 --lib es2022,dom,dom.iterable ../../Sources/enfold-inspect/Page/js/*.js
fi
for folder in api browser; do
  (cd $folder && ENFOLD_BUILD=$build "$bin/python" -m pytest -q -p no:cacheprovider "$@" .)
done
