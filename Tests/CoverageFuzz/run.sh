#!/usr/bin/env bash
# Coverage-guided fuzzing of what parses (libFuzzer, with AddressSanitizer): see the first line of each target's file.
# Usage: run.sh BUILD_DIR SECONDS [--once] [--merge] [TARGET...]
#   SECONDS    for each target
#   --once     only runs the corpus once through each target; SECONDS does not matter
#   --merge    adds what was found to Tests/CoverageFuzz/corpus, as few and as small files as cover the same
# What covers more goes to BUILD_DIR/found/TARGET. The first input that breaks something ends its target: it goes to
# BUILD_DIR/broken/TARGET, is printed, and the script fails.
#
#   ENFOLD_MACRO_TOOL  the macro tool (default: what `make macros` made)
#   SCRATCH            where SwiftPM builds (default: .build/coverage)
#   FUZZ_FLAGS         more flags for libFuzzer
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
targets=(json pointers patches schemas options tables scopes prototypes)
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"/{bin,found,broken}
build=$(cd "$1" && pwd)
seconds=$2
shift 2
once=false merge=false wanted=()
for argument in "$@"; do
  case $argument in
    --once) once=true ;;
    --merge) merge=true ;;
    *) wanted+=("$argument") ;;
  esac
done
[ ${#wanted[@]} -gt 0 ] || wanted=("${targets[@]}")

scratch=${SCRATCH:-$root/.build/coverage}
tool=${ENFOLD_MACRO_TOOL:-$root/.build/debug/EnfoldMacros-tool}
[ -x "$tool" ] || { echo "$tool is missing: make macros" >&2; exit 1; }
runtime=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
clang=$(cd "$runtime/../.." && pwd)/bin/clang
release=$scratch/release

quietly() { # COMMAND...
  "$@" >> "$build/build.log" 2>&1 || { tail -n 50 "$build/build.log" >&2; exit 1; }
}

# The checks of a debug build stay on, those of the standard library's pointers above all. SwiftPM hands one sanitizer
# after the other to the compiler, which keeps only the last: -Xswiftc names both again.
build_library() {
  ENFOLD_MACRO_TOOL=$tool quietly swift build --package-path "$root" -c release --sanitize=address --sanitize=fuzzer \
    --scratch-path "$scratch" -Xswiftc -sanitize=address,fuzzer -Xswiftc -assert-config -Xswiftc Debug \
    -Xswiftc -load-plugin-executable -Xswiftc "$tool#EnfoldMacros" --product enfold
  ln -sf libenfold.so "$release/libenfold.so.0"
  mapfile -t objects < <("$root/scripts/objects.sh" "$release")
}

compile_swift() { # OUTPUT FLAGS AND SOURCES...
  local output=$1
  shift
  quietly swiftc -O -assert-config Debug -swift-version 6 -parse-as-library "$@" "${objects[@]}" -I "$release/Modules" \
    -Xcc -fmodule-map-file="$release/CEnfoldSupport.build/module.modulemap" \
    -Xcc -I -Xcc "$root/Sources/CEnfoldSupport/include" -Xcc -I -Xcc "$root/include" \
    -load-plugin-executable "$tool#EnfoldMacros" -use-ld=lld -sanitize=address,fuzzer -o "$output"
}

c_flags=(-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror -O1 -g -I"$root/include")

# Whether a file is newer than everything that it is made of.
is_current() { # FILE
  [ -e "$1" ] && [ -z "$(find "$here" "$release/Modules" "$release/libenfold.so" -maxdepth 1 -type f \
    -newer "$1" -print -quit)" ]
}

build_target() { # TARGET
  is_current "$build/bin/$1" && return
  case $1 in
    json | pointers)
      compile_swift "$build/bin/$1" -module-name Fuzz "$here/$1.swift" "$here/Support.swift" "$here/Kit.swift"
      ;;
    patches) compile_swift "$build/bin/$1" -module-name Fuzz "$here/$1.swift" "$here/Support.swift" ;;
    schemas)
      # What it calls is there for the package alone. SwiftPM gives the package a name of its own for this, which only the
      # compiler is told.
      local package
      package=$(sed -n '/"-module-name","EnfoldJSON"/s/.*"-package-name","\([^"]*\)".*/\1/p' "$scratch/release.yaml")
      compile_swift "$build/bin/$1" -package-name "$package" -module-name Fuzz "$here/$1.swift" "$here/Support.swift"
      ;;
    *)
      [ "$1" = tables ] && quietly "$clang" "${c_flags[@]}" -fsanitize=address -fPIC -shared "$here/table_plugin.c" \
        -o "$build/bin/table_plugin.so"
      is_current "$build/bin/libKit.so" ||
        compile_swift "$build/bin/libKit.so" -emit-library -module-name Kit "$here"/Kit{,Plugin}.swift
      local sources=("$here/$1.c")
      [ "$1" = tables ] && sources+=("$here/table.c" "$here/engine_stub.c")
      # -rdynamic: the plugin takes its table from the program.
      quietly "$clang" "${c_flags[@]}" -fsanitize=address,fuzzer "${sources[@]}" -L"$release" -lenfold \
        -L"$runtime/linux" -ldispatch -lBlocksRuntime -Wl,-rpath,"$release" -Wl,-rpath,"$runtime/linux" \
        -fuse-ld=lld -rdynamic -o "$build/bin/$1"
      ;;
  esac
}

# Swift's own report of a crash would come before libFuzzer saves the input.
export SWIFT_BACKTRACE=enable=no
export ENFOLD_FUZZ_PLUGINS=$build/bin
export LSAN_OPTIONS=suppressions=$root/Tests/leaks.txt:print_suppressions=0

longest() { # TARGET
  case $1 in tables) echo 512 ;; json) echo 8192 ;; *) echo 4096 ;; esac
}

run_target() { # TARGET
  local target=$1 corpus=$here/corpus/$1 found=$build/found/$1 broken=$build/broken/$1
  local log=$build/$target.log status=0
  mkdir -p "$found" "$broken" "$corpus"
  local flags=(-max_len="$(longest "$target")" -rss_limit_mb=3000 -malloc_limit_mb=1000 -timeout=10
    -artifact_prefix="$broken/")
  [ -e "$here/$target.dict" ] && flags+=(-dict="$here/$target.dict")
  local inputs=("$found" "$corpus")
  if $once; then
    flags+=(-runs=0)
    inputs=("$corpus")
  else
    flags+=(-max_total_time="$seconds" -print_final_stats=1)
  fi
  # shellcheck disable=SC2086
  "$build/bin/$target" "${flags[@]}" ${FUZZ_FLAGS:-} "${inputs[@]}" > "$log" 2>&1 || status=$?
  if [ $status -ne 0 ]; then
    echo "FAILED  $target (exit $status); the log is $log"
    grep -v '^#[0-9]' "$log" | tail -n 60
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    if [ -n "$input" ]; then
      echo "the input, in the form of cat -v:"
      head -c 2000 "$input" | cat -v
      echo
      echo "again:   ENFOLD_FUZZ_PLUGINS=$ENFOLD_FUZZ_PLUGINS SWIFT_BACKTRACE=enable=no $build/bin/$target $input"
      echo "smaller: the same with -minimize_crash=1 -max_total_time=60 -artifact_prefix=$broken/small-"
    fi
    return 1
  fi
  echo "ok      $target: $(grep -E '^#[0-9]+' "$log" | tail -n 1 | tr -s '\t ' ' ')"
  if $merge; then merge_target "$target"; fi
}

# Keeps few files that reach every place which was reached; how often they reach it does not count.
merge_target() { # TARGET
  local target=$1 corpus=$here/corpus/$1 merged=$build/merged/$1
  rm -rf "$merged" && mkdir -p "$merged"
  "$build/bin/$target" -set_cover_merge=1 -use_counters=0 -max_len="$(longest "$target")" "$merged" "$corpus" \
    "$build/found/$target" > "$build/$target-merge.log" 2>&1
  "$here/choose.sh" "$merged" "$corpus"
}

: > "$build/build.log"
build_library
failed=0
for target in "${wanted[@]}"; do
  build_target "$target"
  run_target "$target" || failed=$((failed + 1))
done
[ $failed -eq 0 ]
