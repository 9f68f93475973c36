#!/usr/bin/env bash
# Builds the documentation into BUILD/site, and checks its links. Usage: build.sh BUILD
# Needs the modules of a release build, and EnfoldTesting's of a debug build.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1 venv=$1/docs-venv requirements=scripts/site/requirements.txt

if [ ! -f "$venv/.installed" ] || [ "$requirements" -nt "$venv/.installed" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
  touch "$venv/.installed"
fi

if ! command -v dot > /dev/null; then
  echo "There is no Graphviz, so pictures are left out: apt-get install graphviz" >&2
  [ "${CI:-}" != true ] || exit 1
fi

# What the compiler knows of the public names of each module.
graphs=$PWD/$build/symbol-graphs
rm -rf "$graphs"
mkdir -p "$graphs"
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)
graph() { # FOLDER MODULE
  local maps=() map
  for map in "$1"/{CEnfoldSupport,COpenCombineHelpers}.build/module.modulemap; do
    [ ! -f "$map" ] || maps+=(-Xcc "-fmodule-map-file=$map")
  done
  swift symbolgraph-extract -module-name "$2" -I "$1/Modules" -target "$target" "${maps[@]}" \
    -Xcc -ISources/CEnfoldSupport/include -Xcc -Iinclude -minimum-access-level public \
    -skip-synthesized-members -skip-inherited-docs -output-dir "$graphs"
}
for module in Enfold EnfoldReactor EnfoldPlugin EnfoldJSON; do graph "$PWD/.build/optimised/release" "$module"; done
graph "$PWD/.build/debug" EnfoldTesting

# Not --quiet: with it MkDocs does not count the warnings that --strict is to refuse.
if ! ENFOLD_SYMBOL_GRAPHS=$graphs NO_MKDOCS_2_WARNING=1 "$venv/bin/mkdocs" build --strict --clean --site-dir "$build/site" \
  > "$build/site.log" 2>&1; then
  grep -v '^INFO' "$build/site.log" >&2
  exit 1
fi
"$venv/bin/python" scripts/site/check.py "$build/site"
