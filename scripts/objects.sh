#!/usr/bin/env bash
# Prints the object files of modules. Usage: objects.sh BUILD [MODULES...]   without MODULES: of those that each plugin contains
#   BUILD  a folder of SwiftPM that has them, such as .build/optimised/release
set -euo pipefail
build=$1
shift
[ $# -gt 0 ] ||
  set -- Enfold EnfoldJSON EnfoldPlugin CEnfoldSupport OrderedCollections InternalCollectionsUtilities ContainersPreview
for module in "$@"; do
  # Objects of sources that were removed stay where they are. What belongs to a module in Swift only its file map says, which
  # SwiftPM writes for the compiler: no command of SwiftPM prints the objects, or the sources of other packages.
  map=$build/$module.build/output-file-map.json
  for object in "$build/$module.build"/*.o; do
    [ -e "$object" ] || continue
    if [ ! -e "$map" ] || grep -q "/$(basename "$object")\"" "$map"; then echo "$object"; fi
  done
done
