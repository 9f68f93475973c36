#!/usr/bin/env bash
# Installs Enfold, moves the tree, and uses it as another user than root, where there is neither Swift nor this checkout. The same with
# the archives. Usage: run.sh BUILD
# The place without Swift is this machine with empty folders over the toolchain and the checkout (unshare).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")")
fail() { echo "not ok  $*" >&2; exit 1; }

# A distributor's way, then another place: that of the README.
(umask 077 && DESTDIR=$work/stage make -s -C "$root" install PREFIX=/opt/enfold BUILD="$build")
prefix=$work/home/enfold
mkdir "$work/home"
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

# The same files give the same archive. The kit's is unpacked over the other one, and then nothing is missing.
for mask in 022 077; do (umask $mask && make -s -C "$root" dist BUILD="$build" DIST="$work/dist$mask") > /dev/null; done
archive=$(cd "$work/dist022" && echo *.tar.gz)
cmp "$work/dist022/$archive" "$work/dist077/$archive" || fail "two archives of the same build differ"
[ "$(tar tzf "$work/dist022/$archive" | sed 's|/.*||' | sort -u)" = "${archive%.tar.gz}" ] || fail "$archive has several folders"
echo "ok      dist: $archive, $(($(stat -c %s "$work/dist022/$archive") / 1000)) KB"
"$root/scripts/kit.sh" "$root/.build/optimised/release" "$root/.build/debug" "$work/kit"
diff -r "$work/kit" "$build/kit" || fail "two kits of the same build differ"
kit=$("$root/scripts/dist.sh" "$build" "$work" --kit)
echo "ok      kit: $(basename "$kit"), $(($(stat -c %s "$kit") / 1000)) KB"
unpacked=$work/user/enfold
mkdir -p "$unpacked"
tar xzf "$work/dist022/$archive" -C "$unpacked" --strip-components=1
[ ! -e "$unpacked/lib/enfold/kit" ] || fail "the kit is in $archive"
tar xzf "$kit" -C "$unpacked" --strip-components=1
diff -r --no-dereference "$unpacked" "$prefix" -x manifest || fail "the archives are not what is installed"
modes() { (cd "$1" && find . ! -path ./share/enfold/manifest -printf '%p %y %m\n' | LC_ALL=C sort); }
diff <(modes "$unpacked") <(modes "$prefix") || fail "the archives have other modes than what is installed"

# Into folders that others use, too.
mkdir -p "$work/shared/share" "$work/manuals"
ln -s ../../manuals "$work/shared/share/man"
chmod 2775 "$work/shared" "$work/shared/share"
(umask 077 && tar xzf "$work/dist022/$archive" -C "$work/shared" --strip-components=1 --no-overwrite-dir --keep-directory-symlink)
[ "$(stat -c %a "$work/shared" "$work/shared/share" | paste -sd ' ')" = '2775 2775' ] || fail "unpacking changes folders that are there"
[ -f "$work/manuals/man1/enfold.1" ] || fail "unpacking does not follow a link to a folder"
rm -r "$work/shared" "$work/manuals"

mkdir "$work/use" "$work/projects"
cp "$here"/* "$root/Tests/README/walk.py" "$work/use"
cp -r "$root/Examples/Counter" "$work/use/Counter"
make -s -C "$root" wheel BUILD="$build" DIST="$work/use" > /dev/null
# pytest, whose files are in the checkout.
mkdir "$work/python"
cp -r "$build"/venv/lib/python3*/site-packages/{pytest,_pytest,py.py,pluggy,iniconfig,packaging,pygments} "$work/python"

# Root becomes another user, who has folders of their own and may only read what is installed.
apart=() somebody=()
if [ "$(id -u)" = 0 ] && unshare -mn true 2> /dev/null; then
  apart=(unshare -mn)
  somebody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chown -R 65534:65534 "$work/use" "$work/projects"
  chown 65534:65534 "$work/home" "$work/user"
elif unshare -rmn true 2> /dev/null; then
  apart=(unshare -rmn)
fi
hiding() { # FOLDERS... -- COMMAND...: where these folders are empty and there is no network but that of the machine itself
  local hide
  hide=$(printf 'python3 %q && ' "$here/loopback.py")
  while [ "$1" != -- ]; do
    hide+=$(printf 'mount -t tmpfs none %q && ' "$1")
    shift
  done
  shift
  (cd / && "${apart[@]}" bash -c "$hide"' exec "$@"' bash "${somebody[@]}" "$@")
}
without_swift() {
  PATH=/usr/local/bin:/usr/bin:/bin hiding "$toolchain" "$root" -- "$@"
}
# What the README says; Enfold is in HOME. Its commands are the environment and enfold new, make, for which Swift is there, and the
# hosts, for which it is not.
readme() { # HOME
  local walk=(env -u PYTHONPATH HOME="$1" python3 "$work/use/walk.py" "$1/enfold/share/doc/enfold/README.md")
  hiding "$root" -- "${walk[@]}" "$1" 0 1 2
  without_swift "${walk[@]}" "$1/Clicks" 0 3 4
  echo "ok      the README, with $2"
}
# Of the `make` that runs this, and of a checkout.
unset MAKEFLAGS MFLAGS MAKELEVEL ENFOLD_LIBRARY PKG_CONFIG_PATH
if [ ${#apart[@]} != 0 ]; then
  export TMPDIR=$work/use
  readme "$work/home" "make install"
  readme "$work/user" "make dist kit"
  without_swift env HOME="$work/home" bash "$work/use/inside.sh" "$prefix" "$work/use"
  hiding "$root" -- env HOME="$work/home" PYTHONPATH="$work/python" bash "$work/use/projects.sh" "$prefix" "$work/projects" "$work/use"
  unset TMPDIR
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

make -s -C "$root" wheel BUILD="$build" DIST="$work/dist022" > /dev/null
cmp "$work/use"/*.whl "$work/dist022"/*.whl || fail "two wheels of the same build differ"
wheel=$(cd "$work/dist022" && echo *.whl)
echo "ok      wheel: $wheel, $(($(stat -c %s "$work/dist022/$wheel") / 1000)) KB"

mkdir "$work/folders"
"$here/folders.sh" "$build" "$work/folders"
