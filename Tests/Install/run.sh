#!/usr/bin/env bash
# Installs Enfold, moves the tree, and uses it where there is neither Swift nor this checkout. Usage: run.sh BUILD
# The place without Swift is this machine with empty folders over the toolchain and the checkout (unshare).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")")
fail() { echo "not ok  $*" >&2; exit 1; }

# A distributor's way, then another place.
DESTDIR=$work/stage make -s -C "$root" install PREFIX=/opt/enfold BUILD="$build"
prefix=$work/moved
mv "$work/stage/opt/enfold" "$prefix"

# Nothing in it knows the machine that built it.
for file in "$prefix"/bin/enfold "$prefix"/lib/*.so.* "$prefix"/lib/enfold/*.so* "$prefix"/lib/enfold/plugins/*.so \
  "$prefix/lib/enfold/kit/EnfoldMacros-tool"; do
  case $(readelf -d "$file" | sed -n 's/.*R.*PATH.*\[\(.*\)\]/\1/p') in
    '' | '$ORIGIN' | '$ORIGIN/enfold' | '$ORIGIN/..' | '$ORIGIN/../lib:$ORIGIN/../lib/enfold') ;;
    *) fail "$file has a library path of this machine" ;;
  esac
done
if grep -rlF -e "$root" -e "$toolchain" "$prefix"; then fail "a path of this machine is in the files above"; fi
for name in libFoundation libicu lib_FoundationICU; do
  [ -z "$(find "$prefix" -name "$name*")" ] || fail "$name is in the bundle"
done
echo "ok      no paths of this machine, no Foundation"

mkdir "$work/use"
cp "$here"/* "$work/use"
make -s -C "$root" wheel BUILD="$build" DIST="$work/use" > /dev/null
apart=()
if unshare -rmn true 2> /dev/null; then
  apart=(unshare -rmn)
elif [ "$(id -u)" = 0 ] && unshare -mn true 2> /dev/null; then
  apart=(unshare -mn)
fi
hiding() { # FOLDERS... -- COMMAND...: where these folders are empty and there is no network
  local hide=
  while [ "$1" != -- ]; do
    hide+=$(printf 'mount -t tmpfs none %q && ' "$1")
    shift
  done
  shift
  (cd / && "${apart[@]}" bash -c "$hide"' exec "$@"' bash "$@")
}
if [ ${#apart[@]} != 0 ]; then
  PATH=/usr/local/bin:/usr/bin:/bin hiding "$toolchain" "$root" -- bash "$work/use/inside.sh" "$prefix" "$work/use"
  # New projects need the compiler, and pytest, whose files are in the checkout.
  mkdir "$work/projects" "$work/python"
  cp -r "$build"/venv/lib/python3*/site-packages/{pytest,_pytest,pluggy,iniconfig,packaging,pygments} "$work/python"
  cp -r "$root/Examples/Counter" "$work/use/Counter"
  hiding "$root" -- env PYTHONPATH="$work/python" bash "$work/use/projects.sh" "$prefix" "$work/projects" "$work/use"
else
  echo "left out: this system has no unshare, so there is no place without Swift and the checkout"
fi

# Without the Swift runtime, and gone again.
BUNDLE_SWIFT=0 make -s -C "$root" install PREFIX="$work/bare" BUILD="$build"
[ ! -e "$work/bare/lib/enfold/libswiftCore.so" ] || fail "BUNDLE_SWIFT=0 has installed the Swift runtime"
touch "$work/bare/lib/not-ours"
make -s -C "$root" uninstall PREFIX="$work/bare" BUILD="$build"
[ "$(cd "$work/bare" && find . ! -type d)" = ./lib/not-ours ] || fail "uninstall has left: $(find "$work/bare" ! -type d)"
echo "ok      uninstall"

# The same files give the same archive. The kit's is unpacked over the other one, and then nothing is missing.
for number in 1 2; do make -s -C "$root" dist BUILD="$build" DIST="$work/dist$number"; done
archive=$(cd "$work/dist1" && echo *.tar.gz)
"$root/scripts/kit.sh" "$root/.build/optimised/release" "$root/.build/debug" "$work/kit"
diff -r "$work/kit" "$build/kit" || fail "two kits of the same build differ"
kit=$("$root/scripts/dist.sh" "$build" "$work" --kit)
mkdir "$work/unpacked"
tar xzf "$work/dist1/$archive" -C "$work/unpacked" --strip-components=1
[ ! -e "$work/unpacked/lib/enfold/kit" ] || fail "the kit is in $archive"
tar xzf "$kit" -C "$work/unpacked" --strip-components=1
diff -r --no-dereference "$work/unpacked" "$prefix" -x manifest || fail "the archives are not what is installed"
echo "ok      kit: $(basename "$kit"), $(($(stat -c %s "$kit") / 1000)) KB"
cmp "$work/dist1/$archive" "$work/dist2/$archive" || fail "two archives of the same build differ"
[ "$(tar tzf "$work/dist1/$archive" | sed 's|/.*||' | sort -u)" = "${archive%.tar.gz}" ] || fail "$archive has several folders"
make -s -C "$root" wheel BUILD="$build" DIST="$work/dist1" > /dev/null
cmp "$work/use"/*.whl "$work/dist1"/*.whl || fail "two wheels of the same build differ"
wheel=$(cd "$work/dist1" && echo *.whl)
echo "ok      wheel: $wheel, $(($(stat -c %s "$work/dist1/$wheel") / 1000)) KB"
echo "ok      dist: $archive, $(($(stat -c %s "$work/dist1/$archive") / 1000)) KB"
