#!/usr/bin/env bash
# Installs what `make build` has built, or removes it. `make install` calls this.
# Usage: install.sh install|uninstall BUILD PREFIX
#   DESTDIR=DIR       put everything below DIR; PREFIX is where it will be
#   BUNDLE_SWIFT=0    without the Swift runtime and libffi: for systems that have them
#   KIT=0             without the plugin kit (scripts/kit.sh)
#
# A folder that is there stays as it is, also one that is a link to another. A folder that is made has mode 755, whatever the umask.
# share/enfold/manifest names the files, and the folders that were made: "lib/enfold/", "./" for PREFIX, "/opt/" for one above it.
# uninstall removes these files, and of these folders those that are empty then.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."
[ $# = 3 ] || { sed -n '3,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
command=$1 build=$2 prefix=$3
fail() { printf '%s\n' "$@" >&2; exit 1; }
case $prefix in /*) ;; *) echo "PREFIX is $prefix; an absolute path is needed" >&2; exit 2 ;; esac
case $prefix${DESTDIR:-} in *$'\n'*) echo "PREFIX and DESTDIR must be on one line" >&2; exit 2 ;; esac
# Without "..", "." and double slashes, as the manifest has it.
prefix=$(realpath -ms -- "$prefix")
prefix=${prefix%/}
root=${DESTDIR:-}$prefix
manifest=$root/share/enfold/manifest

# Where a folder of the manifest is.
place() {
  case $1 in
    /*) echo "${DESTDIR:-}$1" ;;
    ./) echo "$root/" ;;
    *) echo "$root/$1" ;;
  esac
}

files_of() { # MANIFEST
  grep -v '/$' "$1"
}

folders_of() { # MANIFEST: those above PREFIX only if this is the PREFIX that they are above of
  # A manifest of earlier versions has no folders: all that its files are in were made.
  { grep '/$' "$1" || awk -F / '{ path = ""; for (i = 1; i < NF; i++) print path = path $i "/" }' "$1"; } |
    awk -v prefix="$prefix/" '!/^\// || index(prefix, $0) == 1' | LC_ALL=C sort -u
}

# Removes the files that are named, what an installation that broke off left beside them, and what Python compiled of them.
remove_files() {
  local file name paths=()
  while IFS= read -r file; do
    # A folder in its place is somebody else's.
    [ -d "$root/$file" ] && [ ! -L "$root/$file" ] || paths+=("$root/$file")
    paths+=("$root/$file$unfinished")
    name=${file##*/}
    case $file in *.py) paths+=("$root/${file%/*}/__pycache__/${name%.py}".*.pyc) ;; esac
  done
  [ ${#paths[@]} = 0 ] || rm -f -- "${paths[@]}"
}

# Removes the folders that are named, if they are empty: the inner ones first.
remove_folders() {
  local folder
  while IFS= read -r folder; do place "$folder"; done | LC_ALL=C sort -r | while IFS= read -r folder; do
    rmdir -- "$folder/__pycache__" "$folder" 2> /dev/null || true
  done
}

uninstall() {
  local folders
  [ -f "$manifest" ] || fail "there is no Enfold in $root: $manifest is missing"
  check_rights
  folders=$(folders_of "$manifest")
  # The manifest is the last file: what breaks off can be begun again.
  files_of "$manifest" | grep -vx share/enfold/manifest | remove_files
  remove_folders <<< "$folders"
  rm -f "$manifest"
  remove_folders <<< "$folders"
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
  install_inspector

  mkdir -p "$root"/lib/{pkgconfig,cmake/enfold} "$root/share/man/man3"
  fill_in packaging/enfold.pc.in > "$root/lib/pkgconfig/enfold.pc"
  fill_in packaging/enfoldConfigVersion.cmake.in > "$root/lib/cmake/enfold/enfoldConfigVersion.cmake"
  put 644 packaging/enfoldConfig.cmake lib/cmake/enfold
  scripts/man-page.py include/enfold.h "$version" > "$root/share/man/man3/enfold.3"

  put 644 README.md LICENSE CHANGELOG.md SECURITY.md docs/*.md docs/*.png share/doc/enfold
  scripts/licences.sh "$build/lib/libenfold.so" "$root/share/doc/enfold/licences" "${bare[@]}"
  put 644 Examples/hosts/* share/enfold/examples/hosts
  put 644 Examples/loops/* share/enfold/examples/loops
  # Not what Python has compiled beside them.
  put 644 Examples/server/*.{py,cpp} share/enfold/examples/server
  put 644 packaging/examples.mk share/enfold/examples
  mv "$root/share/enfold/examples/examples.mk" "$root/share/enfold/examples/Makefile"
  mkdir -p "$root"/share/enfold/{templates,python}
  cp -r packaging/templates/. "$root/share/enfold/templates"
  # For machines where no wheel is: Python finds it with PYTHONPATH.
  (cd bindings/python && find enfold -name '*.py' -exec cp --parents -t "$root/share/enfold/python" {} +)
  put 644 bindings/python/enfold/py.typed share/enfold/python/enfold
  if [ -f "$build/lib/enfold-accelerator.abi3.so" ]; then
    strip "$build/lib/enfold-accelerator.abi3.so" -o "$root/lib/enfold-accelerator.abi3.so"
  fi
  put 644 "$build"/plugins/lib{Counter,Todos,Board,ccounter}.so lib/enfold/plugins
  strip "$root"/lib/enfold/plugins/*.so
  for plugin in "$root"/lib/enfold/plugins/*.so; do
    [ -z "$(patchelf --print-rpath "$plugin")" ] || patchelf --set-rpath '$ORIGIN/..' "$plugin"
  done

  if [ "${KIT:-1}" != 0 ]; then cp -r "$build/kit" "$root/lib/enfold/kit"; fi
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

# The server of `enfold inspect`, and the page that it serves.
install_inspector() {
  put 755 "$build/libexec/enfold/enfold-inspect" libexec/enfold
  mkdir -p "$root/share/enfold/inspector"
  cp -r Sources/enfold-inspect/Page/. "$root/share/enfold/inspector"
}

# Puts the tree in $work/tree below $root. Each file is copied beside its place first, and all are renamed when all are there: what
# breaks off before changes nothing, and a program that runs keeps the files that it has mapped.
place_tree() {
  local folder file
  (cd "$work/tree" && find . ! -type d -printf '%P\n'; echo share/enfold/manifest) | LC_ALL=C sort -u > "$work/files"
  (cd "$work/tree" && find . -mindepth 1 -type d -printf '%P/\n') | LC_ALL=C sort > "$work/needed"
  missing_folders > "$work/made"
  : > "$work/old"
  [ ! -f "$manifest" ] || cp "$manifest" "$work/old"
  check_places

  trap take_back EXIT
  while IFS= read -r folder; do
    folder=$(place "$folder")
    mkdir -p -- "$folder"
    # Five digits: without the set-group-ID bit of the folder around it.
    chmod 00755 -- "$folder"
  done < "$work/made"
  { if [ -s "$work/old" ]; then folders_of "$work/old"; fi; cat "$work/made"; } | LC_ALL=C sort -u > "$work/folders"
  write_manifest "$work/files" "$work/folders" "$work/old"
  while IFS= read -r file; do
    cp -P --preserve=mode -- "$work/tree/$file" "$root/$file$unfinished"
  done < <(grep -vx share/enfold/manifest "$work/files")

  trap '' INT TERM HUP
  trap 'rm -rf "$work"' EXIT
  while IFS= read -r file; do
    mv -fT -- "$root/$file$unfinished" "$root/$file"
  done < <(grep -vx share/enfold/manifest "$work/files")
  # What an earlier version had and this one has not.
  if [ -s "$work/old" ]; then
    files_of "$work/old" | LC_ALL=C sort | LC_ALL=C comm -23 - "$work/files" | remove_files
    LC_ALL=C comm -23 "$work/folders" "$work/needed" | remove_folders
  fi
  while IFS= read -r folder; do
    [ ! -d "$(place "$folder")" ] || echo "$folder"
  done < "$work/folders" > "$work/there"
  write_manifest "$work/files" "$work/there"
  warn_of_closed
}

# The folders that are not there, the outer ones first.
missing_folders() {
  local name above=/ folder
  while read -r name; do
    [ -d "${DESTDIR:-}$above" ] || echo "$above"
    above+=$name/
  done < <(tr '/' '\n' <<< "${prefix#/}")
  [ -d "$root/" ] || echo ./
  while IFS= read -r folder; do [ -d "$root/$folder" ] || echo "$folder"; done < "$work/needed"
}

# Says what is in the way, before anything is changed.
check_places() {
  local folder file
  while IFS= read -r folder; do
    folder=$(place "$folder")
    folder=${folder%/}
    [ ! -e "$folder" ] && [ ! -L "$folder" ] || fail "$folder is in the way: a folder is needed there"
  done < "$work/made"
  while IFS= read -r file; do
    [ ! -d "$root/$file" ] || [ -L "$root/$file" ] || fail "the folder $root/$file is in the way: a file is needed there"
  done < "$work/files"
}

# Says who may, before anything is changed.
check_rights() {
  local folder=$root/share/enfold
  while [ ! -d "$folder/" ]; do folder=$(dirname "$folder"); done
  [ -w "$folder/" ] || fail "you may not write to $folder: sudo make $command PREFIX=$prefix, or a PREFIX of your own: \$HOME/enfold"
}

# Folders that were there before stay closed, if they were.
warn_of_closed() {
  local folder closed=()
  [ "$(id -u)" = 0 ] && [ -z "${DESTDIR:-}" ] || return 0
  while IFS= read -r folder; do
    folder=$root/$folder
    # With its slash find follows a link.
    [ -n "$(find "$folder" -maxdepth 0 -perm -o=x)" ] || closed+=("${folder%/}")
  done < <(echo; cat "$work/needed")
  [ ${#closed[@]} = 0 ] || echo "note: not everybody may enter these folders, which were there before: ${closed[*]}" >&2
}

# Before anything was renamed: what is new is taken away again.
take_back() {
  local file
  trap - EXIT
  while IFS= read -r file; do rm -f -- "$root/$file$unfinished"; done < "$work/files"
  if [ -s "$work/old" ]; then cp "$work/old" "$manifest"; else rm -f "$manifest"; fi
  remove_folders < "$work/made"
  rm -rf "$work"
}

write_manifest() { # LISTS...
  LC_ALL=C sort -u "$@" > "$manifest$unfinished"
  mv -fT "$manifest$unfinished" "$manifest"
}

# Where the system looks for libraries.
tell_system() {
  [ -n "${DESTDIR:-}" ] || [ "$(id -u)" != 0 ] || ! command -v ldconfig > /dev/null || ldconfig
}

# The end of the names of files that are not in their place yet.
unfinished=.enfold-new
case $command in
  uninstall) uninstall ;;
  install)
    check_rights
    version=$(sed -n 's/^private let version: StaticString = "\(.*\)"/\1/p' Sources/EnfoldRuntime/Face/Library.swift)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # Put together elsewhere, so that the manifest has what is Enfold's, and nothing that was there before.
    target=$root root=$work/tree
    installing
    chmod -R u=rwX,go=rX "$root"
    root=$target
    place_tree
    ;;
  *) echo "install.sh: $command is neither install nor uninstall" >&2; exit 2 ;;
esac
tell_system
