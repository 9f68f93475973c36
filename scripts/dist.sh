#!/usr/bin/env bash
# Makes enfold-VERSION-linux-ARCHITECTURE.tar.gz, which may be unpacked anywhere. The same build gives the same bytes.
# Usage: dist.sh BUILD FOLDER [--kit]
#   --kit   the plugin kit instead, enfold-kit-VERSION-linux-ARCHITECTURE.tar.gz. It is unpacked over the other one.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
version=$(sed -n 's/^private let version: StaticString = "\(.*\)"/\1/p' Sources/EnfoldRuntime/Face/Library.swift)
if [ "${3:-}" = --kit ]; then
  name=enfold-kit-$version-linux-$(uname -m)
  mkdir -p "$stage/tree/lib/enfold"
  cp -r "$build/kit" "$stage/tree/lib/enfold/kit"
else
  name=enfold-$version-linux-$(uname -m)
  KIT=0 DESTDIR=$stage scripts/install.sh install "$build" /tree
  # An archive does not know which folders it makes.
  rm "$stage/tree/share/enfold/manifest"
fi
mv "$stage/tree" "$stage/$name"
# Modes do not depend on the umask, and times not on the clock.
chmod -R u=rwX,go=rX "$stage/$name"
tar --create --sort=name --mtime="@${SOURCE_DATE_EPOCH:-1577836800}" --owner=0 --group=0 --numeric-owner --format=ustar \
  -C "$stage" "$name" | gzip -9n > "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
