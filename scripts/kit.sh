#!/usr/bin/env bash
# Makes the plugin kit: a folder with everything that compiles and tests a plugin without this checkout. It may be moved.
# Usage: kit.sh RELEASE DEBUG FOLDER
#   RELEASE  the folder of an optimised build that has all modules;  DEBUG  the one of the macro tool (`make macros`)
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 3 ] || { sed -n '3,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
release=$1 debug=$2 folder=$3
swiftc=${SWIFT:-swift}c
runtime=$("$swiftc" -print-target-info -static-stdlib | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
[ -f "$runtime/linux/libswiftCore.a" ] || {
  echo "this Swift toolchain has no static libraries ($runtime/linux/libswiftCore.a), and the macro tool needs them" >&2
  exit 1
}
rm -rf "$folder"
mkdir -p "$folder"/{modules,libraries}

archive() { # NAME: one archive of the objects whose names are read
  local name=$1 objects
  mapfile -t objects
  # Files of equal names are kept apart by q.
  ar qcD "$folder/libraries/lib$name.a" "${objects[@]}"
  strip --strip-debug --enable-deterministic-archives "$folder/libraries/lib$name.a"
  ranlib -D "$folder/libraries/lib$name.a"
}
library() { # NAME MODULES...: one archive of their objects
  local name=$1 module
  shift
  for module in "$@"; do
    [ ! -e "$release/Modules/$module.swiftmodule" ] || cp "$release/Modules/$module.swiftmodule" "$folder/modules"
  done
  scripts/objects.sh "$release" "$@" | grep -vFf scripts/kept-files.txt | archive "$name"
}
# What several files have is taken from the first of them, so what all need comes first.
library Enfold CEnfoldSupport InternalCollectionsUtilities ContainersPreview OrderedCollections EnfoldJSON Enfold EnfoldPlugin
scripts/objects.sh "$release" OrderedCollections | grep -Ff scripts/kept-files.txt | archive Kept
library EnfoldFiles EnfoldFiles
library EnfoldFoundation EnfoldFoundation
library EnfoldReactor EnfoldReactor OpenCombine COpenCombineHelpers
library EnfoldTesting EnfoldTesting EnfoldSessions CustomDump IssueReporting DequeModule

c_module() { # NAME HEADERS...: the first one is the module's
  local name=$1
  shift
  mkdir "$folder/modules/$name"
  cp "$@" "$folder/modules/$name"
  printf 'module %s {\n  umbrella header "%s"\n  export *\n}\n' "$name" "$(basename "$1")" > "$folder/modules/$name/module.modulemap"
}
c_module CEnfold include/enfold_plugin.h include/enfold.h
c_module CEnfoldSupport Sources/CEnfoldSupport/include/{CEnfoldSupport.h,enfold_*.h}
sed -i 's|"../../../include/|"../CEnfold/|' "$folder"/modules/CEnfoldSupport/*.h
c_module COpenCombineHelpers "$(dirname "$release")"/../checkouts/OpenCombine/Sources/COpenCombineHelpers/include/COpenCombineHelpers.h

# The macro tool once more, with its Swift runtime inside and without names: it needs nothing of the toolchain. No command of
# SwiftPM prints what it is linked of, so this reads the list that SwiftPM writes for the linker.
objects=$(mktemp)
trap 'rm -f "$objects"' EXIT
grep -v '\.swiftmodule\.o$' "$debug/EnfoldMacros-tool.product/Objects.LinkFileList" > "$objects"
"$swiftc" -static-stdlib -use-ld=lld -emit-executable "@$objects" -o "$folder/EnfoldMacros-tool" \
  -Xlinker --defsym=main=EnfoldMacros_main -Xlinker --gc-sections -Xlinker --icf=all -Xlinker -s

# OpenCombine and swift-syntax are compiled in the Swift 5 mode, where `#file` is the whole path, and fatalError keeps it.
# -file-prefix-map does not change `#file`. ConciseMagicFile would be a flag for all modules, and those in the Swift 6 mode warn
# of it. Slashes are as long, and say nothing of this machine.
grep -rlZF "$PWD" "$folder" | LC_ALL=C xargs -0 -r sed -i "s|$PWD|$(printf '%*s' ${#PWD} '' | tr ' ' '/')|g"

for name in swift-syntax swift-collections swift-custom-dump xctest-dynamic-overlay OpenCombine; do
  install -D -m 644 "$(find ".build/checkouts/$name" -maxdepth 1 -iname 'LICENSE*' | head -n 1)" "$folder/licences/$name"
done

cp packaging/kit/* scripts/packed-relocations.sh include/enfold_plugin.map "$folder"
"$swiftc" --version 2> /dev/null | grep -o -m 1 'Swift version .*' > "$folder/swift-version"
