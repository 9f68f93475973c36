#!/usr/bin/env bash
# Builds the accelerator. Usage: build.sh FILE [FLAG...], for the Python of $PYTHON; CC is the compiler.
# One file is for all versions of CPython from 3.10 on.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
"${CC:-cc}" -std=c11 -O2 -Wall -Wextra -pedantic -Werror -shared -fPIC -fvisibility=hidden "${@:2}" \
  -I"$here/../../../include" -isystem "$headers" "$here"/*.c -o "$1"
