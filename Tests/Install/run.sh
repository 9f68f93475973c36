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
for file in "$prefix"/bin/enfold "$prefix"/lib/*.so.* "$prefix"/lib/enfold/*.so* "$prefix"/lib/enfold/plugins/*.so; do
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
masked=$(printf 'mount -t tmpfs none %q && ' "$toolchain" "$root")
if unshare -rm true 2> /dev/null; then
  (cd / && PATH=/usr/local/bin:/usr/bin:/bin unshare -rm bash -c "$masked exec bash $work/use/inside.sh $prefix $work/use")
elif [ "$(id -u)" = 0 ] && unshare -m true 2> /dev/null; then
  (cd / && PATH=/usr/local/bin:/usr/bin:/bin unshare -m bash -c "$masked exec bash $work/use/inside.sh $prefix $work/use")
else
  echo "left out: this system has no unshare, so there is no place without Swift"
fi

# Without the Swift runtime, and gone again.
BUNDLE_SWIFT=0 make -s -C "$root" install PREFIX="$work/bare" BUILD="$build"
[ ! -e "$work/bare/lib/enfold/libswiftCore.so" ] || fail "BUNDLE_SWIFT=0 has installed the Swift runtime"
touch "$work/bare/lib/not-ours"
make -s -C "$root" uninstall PREFIX="$work/bare" BUILD="$build"
[ "$(cd "$work/bare" && find . ! -type d)" = ./lib/not-ours ] || fail "uninstall has left: $(find "$work/bare" ! -type d)"
echo "ok      uninstall"

# The same files give the same archive.
for number in 1 2; do make -s -C "$root" dist BUILD="$build" DIST="$work/dist$number"; done
archive=$(cd "$work/dist1" && echo *.tar.gz)
cmp "$work/dist1/$archive" "$work/dist2/$archive" || fail "two archives of the same build differ"
[ "$(tar tzf "$work/dist1/$archive" | sed 's|/.*||' | sort -u)" = "${archive%.tar.gz}" ] || fail "$archive has several folders"
make -s -C "$root" wheel BUILD="$build" DIST="$work/dist1" > /dev/null
cmp "$work/use"/*.whl "$work/dist1"/*.whl || fail "two wheels of the same build differ"
wheel=$(cd "$work/dist1" && echo *.whl)
echo "ok      wheel: $wheel, $(($(stat -c %s "$work/dist1/$wheel") / 1000)) KB"
echo "ok      dist: $archive, $(($(stat -c %s "$work/dist1/$archive") / 1000)) KB"
