#!/usr/bin/env bash
# Makes enfold-VERSION-linux-ARCHITECTURE.tar.gz, which may be unpacked anywhere. The same build gives the same bytes.
# Usage: dist.sh BUILD FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage scripts/install.sh install "$build" /tree
name=enfold-$(sed -n 's/^Version: //p' "$stage/tree/lib/pkgconfig/enfold.pc")-linux-$(uname -m)
mv "$stage/tree" "$stage/$name"
# Modes do not depend on the umask, and times not on the clock.
chmod -R u=rwX,go=rX "$stage/$name"
tar --create --sort=name --mtime="@${SOURCE_DATE_EPOCH:-1577836800}" --owner=0 --group=0 --numeric-owner --format=ustar \
  -C "$stage" "$name" | gzip -9n > "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
