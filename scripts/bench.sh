#!/usr/bin/env bash
# Runs the benchmarks and prints one table, then each target. Usage: bench.sh BUILD [WORKLOAD...] (after `make build`),
# as in "bench.sh build W1 P9". Rows are kept in BUILD/bench/rows.tsv.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift
optimised=${ENFOLD_OPTIMISED:-.build/optimised/release}
mkdir -p "$build/bench" "$build/bin"
link=(-L"$build/lib" -lenfold -Wl,-rpath,'$ORIGIN/../lib')
c=(cc -std=c11 -D_DEFAULT_SOURCE -O2 -Wall -Wextra -pedantic -Werror -Iinclude)

# Sides in C and in C++ are measured in turn, so they are one program.
c++ -std=c++17 -O2 -Wall -Wextra -pedantic -Werror -Iinclude -c Benchmarks/cpp/w1_cpp.cpp -o "$build/bench/w1_cpp.o"
"${c[@]}" Benchmarks/c/*.c "$build/bench/w1_cpp.o" -o "$build/bin/bench" "${link[@]}" -lpthread -lstdc++
"${c[@]}" Benchmarks/steady/allocations.c Benchmarks/steady/steady.c -o "$build/bin/allocations" "${link[@]}"

is_wanted() { # workload of the others; without others everything is
  local wanted
  for wanted in "${@:2}"; do [ "$wanted" = "$1" ] && return 0; done
  [ $# = 1 ]
}

# Facts say under which circumstances: no names of hosts or paths.
facts() {
  printf 'fact\tdate\t%s\n' "$(date +%F)"
  printf 'fact\tmachine\t%s, %s cores, %s\n' \
    "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(uname -sm)"
  printf 'fact\tcompilers\tSwift %s, %s\n' \
    "$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)" \
    "$(cc --version | head -n 1 | sed 's/ (.*) / /')"
  printf 'fact\tPython\t%s\n' "$("$build/venv/bin/python" -c 'import platform; print(platform.python_version())')"
  printf 'fact\tload when it began\t%s\n' "$(cut -d ' ' -f 1 /proc/loadavg)"
}

row() { printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "$3" "$3"; } # of something measured once

sizes() {
  local file size
  for file in "$build/lib/libenfold.so" "$build/plugins/libCounter.so" "$build/plugins/libTodos.so"; do
    strip "$file" -o "$build/bench/stripped.so"
    size=$(stat -c %s "$build/bench/stripped.so")
    row "W8 size of $(basename "$file")" stripped "$((size / 1024))" KB
  done
  rm -f "$build/bench/stripped.so"
}

# What a host ships: libenfold, its Swift runtime and libffi. The plugin kit, where it was built, is not part of it.
bundle() {
  local folder=$build/bench/bundle
  rm -rf "$folder"
  scripts/bundle.sh "$(readlink -f "$build/lib/libenfold.so")" "$folder"
  row "W8 size of the bundle" files "$(megabytes "$folder")" MB
  row "W8 size of the bundle" "tar.gz" "$(tar --create --sort=name -C "$folder" . | gzip -9n | wc -c | in_millions)" MB
  if [ -d "$build/kit" ]; then row "W8 size of the plugin kit" files "$(megabytes "$build/kit")" MB; fi
  "${c[@]}" Benchmarks/load/load.c -o "$build/bin/load" -ldl
  "$build/bin/load" "$folder/$(basename "$(readlink -f "$build/lib/libenfold.so")")" "$build/plugins/libCounter.so"
}
megabytes() { find "$1" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }' | in_millions; }
in_millions() { awk '{ printf "%.2f", $1 / 1e6 }'; }

# Another parser beside P9, where it is installed.
simdjson() {
  if ! echo '#include <simdjson.h>' | c++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; then
    printf 'note\tP9: not compared with simdjson, which is not installed: apt-get install g++ libsimdjson-dev\n'
    return
  fi
  c++ -std=c++17 -O2 Benchmarks/simdjson/parse.cpp -o "$build/bin/simdjson" -lsimdjson
  "$build/bin/simdjson"
}

{
  facts
  if [ $# -gt 0 ]; then printf 'fact\tworkloads\t%s\n' "$*"; fi
  "$build/bin/bench" "$build/plugins" "$@"
  if is_wanted W1 "$@"; then
    row "W1 no observer" allocations "$("$build/bin/allocations" "$build/plugins" W1-no-observer 10000)" each
  fi
  if is_wanted W8 "$@"; then sizes; bundle; fi
  "$optimised/enfold-benchmarks" "$@"
  if is_wanted P9 "$@"; then simdjson; fi
  for accelerator in 1 0; do
    ENFOLD_ACCELERATOR=$accelerator ENFOLD_LIBRARY="$build/lib/libenfold.so" PYTHONPATH=bindings/python \
      "$build/venv/bin/python" Benchmarks/python/bench.py "$build/plugins" "$@"
  done
} > "$build/bench/rows.tsv"
"${PYTHON:-python3}" Benchmarks/report.py < "$build/bench/rows.tsv" | tee "$build/bench/table.txt"
