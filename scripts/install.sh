#!/usr/bin/env bash
# Installs what `make build` has built, or removes it. `make install` calls this.
# Usage: install.sh install|uninstall BUILD PREFIX
#   DESTDIR=DIR       put everything below DIR; PREFIX is where it will be
#   BUNDLE_SWIFT=0    without the Swift runtime and libffi: for systems that have them
#   KIT=0             without the plugin kit (scripts/kit.sh)
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 3 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
command=$1 build=$2 prefix=$3
case $prefix in /*) ;; *) echo "PREFIX is $prefix; an absolute path is needed" >&2; exit 2 ;; esac
root=${DESTDIR:-}$prefix
manifest=$root/share/enfold/manifest

# Removes the files that the manifest names, and the folders that are empty then.
uninstall() {
  local file folders=()
  [ -f "$manifest" ] || { echo "there is no Enfold in $root: $manifest is missing" >&2; exit 1; }
  while read -r file; do
    rm -f "$root/$file"
    while [ "$file" != "${file%/*}" ]; do
      file=${file%/*}
      folders+=("$root/$file")
    done
  done < "$manifest"
  printf '%s\n' "${folders[@]}" | sort -ru | while read -r file; do rmdir "$file" 2> /dev/null || true; done
}

put() { # MODE FILE... FOLDER
  install -D -m "$1" -t "$root/${!#}" "${@:2:$#-2}"
}

fill_in() { # FILE: with the version in it
  sed "s/@VERSION@/$version/g; s/@SERIES@/${version%.*}/g" "$1"
}

installing() {
  local bare=()
  [ "${BUNDLE_SWIFT:-1}" != 0 ] || bare=(--bare)
  scripts/bundle.sh "$(readlink -f "$build/lib/libenfold.so")" "$root/lib" "${bare[@]}"
  ln -sf "libenfold.so.$version" "$root/lib/libenfold.so.0"
  ln -sf libenfold.so.0 "$root/lib/libenfold.so"

  put 644 include/*.h include
  for header in include/*.hpp; do [ ! -f "$header" ] || put 644 "$header" include; done
  if [ -d include/enfold ]; then put 644 include/enfold/* include/enfold; fi

  install_command

  mkdir -p "$root"/lib/{pkgconfig,cmake/enfold} "$root/share/man/man3"
  fill_in packaging/enfold.pc.in > "$root/lib/pkgconfig/enfold.pc"
  fill_in packaging/enfoldConfigVersion.cmake.in > "$root/lib/cmake/enfold/enfoldConfigVersion.cmake"
  put 644 packaging/enfoldConfig.cmake lib/cmake/enfold
  scripts/man-page.py include/enfold.h "$version" > "$root/share/man/man3/enfold.3"

  put 644 README.md LICENSE CHANGELOG.md SECURITY.md docs/*.md docs/*.png share/doc/enfold
  scripts/licences.sh "$build/lib/libenfold.so" "$root/share/doc/enfold/licences" "${bare[@]}"
  put 644 Examples/hosts/* share/enfold/examples/hosts
  put 644 Examples/loops/* share/enfold/examples/loops
  put 644 packaging/examples.mk share/enfold/examples
  mv "$root/share/enfold/examples/examples.mk" "$root/share/enfold/examples/Makefile"
  mkdir -p "$root"/share/enfold/{templates,python}
  cp -r packaging/templates/. "$root/share/enfold/templates"
  # For machines where no wheel is: Python finds it with PYTHONPATH.
  (cd bindings/python && find enfold -name '*.py' -exec cp --parents -t "$root/share/enfold/python" {} +)
  put 644 bindings/python/enfold/py.typed share/enfold/python/enfold
  put 644 "$build"/plugins/lib{Counter,Todos,ccounter}.so lib/enfold/plugins
  strip "$root"/lib/enfold/plugins/*.so
  for plugin in "$root"/lib/enfold/plugins/*.so; do
    [ -z "$(patchelf --print-rpath "$plugin")" ] || patchelf --set-rpath '$ORIGIN/..' "$plugin"
  done

  if [ "${KIT:-1}" != 0 ]; then cp -r "$build/kit" "$root/lib/enfold/kit"; fi
  chmod -R u=rwX,go=rX "$root"/share/enfold "$root"/lib/enfold
}

# The command, its completions and its man page.
install_command() {
  local shares=("$root"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,man/man1})
  mkdir -p "$root/bin" "${shares[@]}"
  strip "$build/bin/enfold" -o "$root/bin/enfold"
  chmod 755 "$root/bin/enfold"
  patchelf --set-rpath '$ORIGIN/../lib:$ORIGIN/../lib/enfold' "$root/bin/enfold"
  "$build/bin/enfold" --generate-completion-script bash > "${shares[0]}/enfold"
  "$build/bin/enfold" --generate-completion-script zsh > "${shares[1]}/_enfold"
  "$build/bin/enfold" --generate-completion-script fish > "${shares[2]}/enfold.fish"
  "$build/bin/enfold" --experimental-dump-help | scripts/command-man-page.py "$version" > "${shares[3]}/enfold.1"
}

case $command in
  uninstall) uninstall ;;
  install)
    version=$(sed -n 's/^private let version: StaticString = "\(.*\)"/\1/p' Sources/EnfoldRuntime/Face/Library.swift)
    [ ! -f "$manifest" ] || uninstall
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    # Put together elsewhere, so that the manifest has what is Enfold's, and nothing that was there before.
    target=$root root=$stage
    installing
    mkdir -p "$stage/share/enfold"
    (cd "$stage" && find . ! -type d ! -path ./share/enfold/manifest -printf '%P\n'; echo share/enfold/manifest) |
      LC_ALL=C sort > "$stage/share/enfold/manifest.new"
    mv "$stage/share/enfold/manifest.new" "$stage/share/enfold/manifest"
    mkdir -p "$target"
    cp -a --no-preserve=ownership "$stage/." "$target/"
    [ -n "${DESTDIR:-}" ] || [ "$(id -u)" != 0 ] || ! command -v ldconfig > /dev/null || ldconfig
    ;;
  *) echo "install.sh: $command is neither install nor uninstall" >&2; exit 2 ;;
esac
