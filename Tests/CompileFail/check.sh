#!/bin/sh
# Checks that each program beside this script is refused with exactly the errors that its "// error:" comments quote, in
# their lines. An error inside of a macro's code has no line: "// error in" quotes where it is and what it says.
#
#   Tests/CompileFail/check.sh [BUILD]     BUILD: a debug build, by default .build/debug
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../../.build/debug}
tool=${ENFOLD_MACRO_TOOL:-$build/EnfoldMacros-tool}
maps="-Xcc -fmodule-map-file=$here/../../include/module.modulemap"
for map in "$build"/*.build/module.modulemap; do
  case $map in *-tool.build/*) continue ;; esac  # the same modules, built for the compiler plugin
  [ -f "$map" ] && maps="$maps -Xcc -fmodule-map-file=$map"
done
failures=0
for program in "$here"/*.swift; do
  # "LINE MESSAGE" for each comment. One behind code means its own line, one alone the next line that has code.
  expected=$(awk '
    /^ *\/\/ error in / { sub(/^ *\/\/ error in /, ""); print; next }
    /^ *\/\/ error: / { sub(/^ *\/\/ error: /, ""); waiting[++count] = $0; next }
    /^ *\/\// { next }
    { for (i = 1; i <= count; i++) print NR, waiting[i]; count = 0 }
    / \/\/ error: / { sub(/.* \/\/ error: /, ""); print NR, $0 }' "$program" | sort)
  # "LINE MESSAGE" for each error: the compiler prints "file:line:column: error: message". The code below it repeats the message.
  actual=$(swiftc -swift-version 6 -typecheck -I "$build/Modules" $maps \
    -load-plugin-executable "$tool#EnfoldMacros" "$program" 2>&1 |
    sed -n -e "s|^$program:\([0-9]*\):[0-9]*: error: |\1 |p;t" -e 's|^\([^ `].*\):[0-9]*:[0-9]*: error: |\1: |p' | sort)
  unexpected=$(printf '%s\n' "$actual" | while read -r line; do
    found=no
    while read -r part; do
      case $line in "$part"*) found=yes ;; esac
    done <<EOF
$expected
EOF
    [ $found = yes ] || echo "$line"
  done)
  if [ -z "$actual" ] || [ -n "$unexpected" ] ||
    [ "$(printf '%s\n' "$actual" | wc -l)" != "$(printf '%s\n' "$expected" | wc -l)" ]; then
    echo "$(basename "$program"): expected"
    printf '  %s\n' "$expected"
    echo "but got"
    printf '  %s\n' "$actual"
    failures=$((failures + 1))
  fi
done
[ $failures = 0 ] && echo "compile-fail: all programs are refused as expected"
exit $failures
