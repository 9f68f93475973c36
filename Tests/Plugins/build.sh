#!/usr/bin/env bash
# Builds the Swift plugins of the C and Python tests, straight with the compiler, against the modules of a release build.
# Usage: build.sh RELEASE_DIR MACRO_TOOL OUTPUT_DIR
#   ENFOLD_SANITIZE  thread or address, if RELEASE_DIR was built with that sanitizer
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
release=$1 tool=$2 output=$3
mkdir -p "$output"
mapfile -t objects < <("$here/../../scripts/objects.sh" "$release")
# What only plugins with reactors contain.
mapfile -t reactors < <("$here/../../scripts/objects.sh" "$release" EnfoldReactor OpenCombine COpenCombineHelpers)

# As `make build` makes plugins. With a sanitizer everything stays visible to it.
small=()
libraries=("${objects[@]}")
if [ -z "${ENFOLD_SANITIZE:-}" ]; then
  read -ra packed <<< "$("$here/../../scripts/packed-relocations.sh")"
  small=(-use-ld=lld -Xfrontend -function-sections "${packed[@]}" -Xlinker --gc-sections
    -Xlinker "--version-script=$here/../../include/enfold_plugin.map")
  kept=$here/../../scripts/kept-files.txt
  mapfile -t libraries < <(printf '%s\n' "${objects[@]}" | grep -Ff "$kept")
  libraries+=(-Xlinker --start-lib)
  while read -r object; do libraries+=(-Xlinker "$object"); done < <(printf '%s\n' "${objects[@]}" | grep -vFf "$kept")
  libraries+=(-Xlinker --end-lib)
fi

is_stale() { # PLUGIN SOURCE FLAGS...: whether something that the plugin is made of is newer
  local plugin=$1 parts=("$2") part
  for part in "${@:3}"; do [[ $part != *.o && $part != *.swift ]] || parts+=("$part"); done
  [ ! -e "$plugin" ] || [ -n "$(find "${parts[@]}" "$here/build.sh" "$here/../../include" "$tool" "${objects[@]}" \
    -newer "$plugin" -print -quit)" ]
}

plugin() { # NAME MODULE FLAGS...
  local name=$1 module=$2
  shift 2
  is_stale "$output/lib$name.so" "$here/$module.swift" "$@" || return 0
  swiftc -O -wmo ${ENFOLD_SANITIZE:+"-sanitize=$ENFOLD_SANITIZE"} -swift-version 6 -module-name "$module" -emit-library "${small[@]}" "$@" "$here/$module.swift" "${libraries[@]}" \
    -I "$release/Modules" -Xcc -fmodule-map-file="$release/CEnfoldSupport.build/module.modulemap" \
    -Xcc -I -Xcc "$here/../../Sources/CEnfoldSupport/include" -Xcc -I -Xcc "$here/../../include" \
    -load-plugin-executable "$tool#EnfoldMacros" -o "$output/lib$name.so"
}

# As many at a time as there are processors.
begun=()
begin() { # as plugin
  if [ ${#begun[@]} -ge "$(nproc)" ]; then
    wait "${begun[0]}"
    begun=("${begun[@]:1}")
  fi
  plugin "$@" &
  begun+=($!)
}

for twin in A 2 B; do begin "Twin$twin" Twin "-DTWIN_$twin"; done
begin Behaviours Behaviours "$here/Suspension.swift"
begin Bound Bound
begin Presented Presented
begin Stacked Stacked
begin Neighbours Neighbours
begin Panel Panel "$here/Suspension.swift"
begin Thermometer Thermometer
begin Family Family
begin Outline Outline
begin Alike Alike
begin Asker Asker
begin Forms Forms
begin Lottery Lottery
begin Prices Prices
reacting=("${reactors[@]}" -lstdc++ -Xcc "-fmodule-map-file=$release/COpenCombineHelpers.build/module.modulemap")
begin Counters Counters "$here/Suspension.swift" "${reacting[@]}"
begin Timers Timers "${reacting[@]}"
begin SessionsA Sessions
begin SessionsB Sessions -DSESSIONS_B
for job in "${begun[@]}"; do wait "$job"; done
