#!/usr/bin/env bash
# What installing does to folders: modes, owners, links, what is there before and afterwards. Run by run.sh.
# Usage: folders.sh BUILD WORK
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd) work=$2
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
fail() { echo "not ok  $*" >&2; exit 1; }

snapshot() { # FOLDER: each entry with its kind, mode, owner, group and target
  (cd "$1" && find . -printf '%p %y %m %U:%G %l\n' | LC_ALL=C sort)
}

same() { # WHAT BEFORE AFTER: two files with snapshots
  diff "$2" "$3" > "$work/difference" || { cat "$work/difference" >&2; fail "$1"; }
}

right_modes() { # FOLDER BEFORE: what is new has the modes of an installation, and its owner
  local wrong
  wrong=$(snapshot "$1" | LC_ALL=C comm -23 - "$2" | awk -v owner="$(id -u)" '
    { split($4, who, ":"); mode = $2 == "d" ? "755" : $2 == "l" ? "777" : $3 == "755" ? "755" : "644" }
    $3 != mode || who[1] != owner')
  [ -z "$wrong" ] || fail "these modes or owners are wrong:"$'\n'"$wrong"
}

enfold() { # MAKE'S TARGET AND VARIABLES: the parts that folders need
  make -s "$@" BUILD="$build" KIT=0
}

# Folders of a system, as somebody has arranged them.
prefix=$work/system
mkdir -p "$prefix"/{lib/cmake,share/zsh/site-functions,manuals/man3,include,bin}
ln -s ../manuals "$prefix/share/man"
ln -s lib "$prefix/lib64"
echo theirs > "$prefix/lib/theirs"
chmod 2775 "$prefix" "$prefix/lib"
chmod 1777 "$prefix/share"
chmod 2711 "$prefix/share/zsh/site-functions"
chmod 751 "$prefix/bin"
chmod 750 "$prefix/manuals"
if [ "$(id -u)" = 0 ]; then
  chgrp 50 "$prefix" "$prefix/lib"
  chown 2:3 "$prefix/lib" "$prefix/share/zsh"
  # chown takes the bit away.
  chmod 2775 "$prefix/lib"
fi
snapshot "$prefix" > "$work/before"

for mask in 022 077; do
  (umask $mask && enfold install PREFIX="$prefix") 2> "$work/log"
  said=$(cat "$work/log")
  [ "$(id -u)" != 0 ] || [ "$said" = "note: not everybody may enter these folders, which were there before: $prefix/share/man" ] ||
    fail "installing into a closed folder says: $said"
  snapshot "$prefix" > "$work/installed-$mask"
  [ "$(LC_ALL=C comm -23 "$work/before" "$work/installed-$mask")" = '' ] ||
    fail "umask $mask: installing has changed what was there: $(LC_ALL=C comm -23 "$work/before" "$work/installed-$mask")"
  right_modes "$prefix" "$work/before"
  [ -f "$prefix/manuals/man3/enfold.3" ] || fail "a link to a folder was not followed"
  PYTHONPATH=$prefix/share/enfold/python python3 -c 'import enfold' || fail "umask $mask: Python does not find what is installed"
  [ $mask = 077 ] || enfold uninstall PREFIX="$prefix"
done
same "the umask makes a difference" "$work/installed-022" "$work/installed-077"
echo "ok      folders that are there stay as they are, new ones have mode 755"

# A prefix in another spelling is the same one.
mkdir "$work/spelled"
enfold install PREFIX="$work/spelled/./x/..//y/"
enfold uninstall PREFIX="$work/spelled//y/."
[ -z "$(ls -A "$work/spelled")" ] || fail "a prefix with .. is not uninstalled without a trace: $(find "$work/spelled")"
if KIT=0 scripts/install.sh install "$build" "$work/two"$'\n'lines 2> "$work/log"; then fail "a prefix of two lines was accepted"; fi
echo "ok      a prefix may be spelled in several ways"

# An earlier version had a file and a folder more.
mkdir "$prefix/share/old" "$prefix/share/kept"
touch "$prefix/share/old/gone" "$prefix/share/kept/theirs"
printf '%s\n' share/old/ share/old/gone share/kept/ >> "$prefix/share/enfold/manifest"
enfold install PREFIX="$prefix" 2> /dev/null
[ ! -e "$prefix/share/old" ] || fail "what an earlier version had is there still"
grep -qx share/kept/ "$prefix/share/enfold/manifest" || fail "a folder that could not be removed yet is forgotten"
echo "ok      installed over another one: what that had more is gone"

# The shims stand for a full disk and for a machine that stops.
stopping() { # COMMAND WHAT: the 40th call of this command does it
  mkdir -p "$work/shims"
  printf '#!/bin/sh\necho >> %q\n[ "$(wc -l < %q)" != 40 ] || %s\nexec %q "$@"\n' \
    "$work/calls" "$work/calls" "$2" "$(command -v "$1")" > "$work/shims/$1"
  chmod +x "$work/shims/$1"
  : > "$work/calls"
  ! PATH=$work/shims:$PATH enfold install PREFIX="$prefix" > "$work/log" 2>&1 || fail "$1 stops, and the installation succeeds"
  [ "$(wc -l < "$work/calls")" -ge 40 ] || { cat "$work/log"; fail "$1 was called less than 40 times"; }
  rm "$work/shims/$1"
}
snapshot "$prefix" > "$work/whole"
stopping cp 'exit 1'
snapshot "$prefix" > "$work/after"
same "an installation that fails changes something" "$work/whole" "$work/after"
stopping cp 'kill -9 $PPID'
"$prefix/bin/enfold" explain noType > /dev/null || fail "an installation that was killed breaks the one that is there"
stopping mv 'kill -9 $PPID'
enfold install PREFIX="$prefix" 2> /dev/null
[ -z "$(find "$prefix" -name '*.enfold-new')" ] || fail "these are left over: $(find "$prefix" -name '*.enfold-new')"
snapshot "$prefix" | grep -v __pycache__ > "$work/after"
same "an installation that was killed is not mended by the next" <(grep -v __pycache__ "$work/whole") "$work/after"
echo "ok      an installation that breaks off changes nothing, or the next one completes it"

mkdir "$work/way"
touch "$work/way/share"
mkdir -p "$work/other/bin/enfold"
! enfold install PREFIX="$work/way" > "$work/log" 2>&1 || fail "a file in the place of a folder is no error"
grep -qxF "$work/way/share is in the way: a folder is needed there" "$work/log" || { cat "$work/log"; fail "a file in the way"; }
! enfold install PREFIX="$work/other" > "$work/log" 2>&1 || fail "a folder in the place of a file is no error"
grep -qxF "the folder $work/other/bin/enfold is in the way: a file is needed there" "$work/log" || { cat "$work/log"; fail "a folder in the way"; }
[ "$(find "$work/way" "$work/other" | wc -l)" = 5 ] || fail "what is refused leaves something"
echo "ok      what is in the way is named"

stopping mv 'kill -9 $PPID'
rm "$prefix/share/kept/theirs"
enfold uninstall PREFIX="$prefix"
snapshot "$prefix" > "$work/after"
same "uninstall leaves something, or takes what was there before" "$work/before" "$work/after"
(umask 077 && enfold install DESTDIR="$work/stage" PREFIX=/opt/enfold/)
: > "$work/nothing"
right_modes "$work/stage" "$work/nothing"
enfold uninstall DESTDIR="$work/stage" PREFIX=/opt/enfold
[ ! -e "$work/stage" ] || fail "uninstall leaves: $(find "$work/stage")"
echo "ok      uninstalled without a trace, and nothing else"
