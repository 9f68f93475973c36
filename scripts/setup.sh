#!/usr/bin/env bash
# Installs what Enfold needs beyond a Swift toolchain, or says exactly what to type.
set -euo pipefail
cd "$(dirname "$0")/.."

has_nlohmann_json() { echo '#include <nlohmann/json.hpp>' | c++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; }

has_python_h() { [ -f "$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]; }

missing=()
command -v cc >/dev/null || missing+=(gcc libc6-dev)
command -v c++ >/dev/null || missing+=(g++)
command -v python3 >/dev/null || missing+=(python3)
command -v git >/dev/null || missing+=(git)
echo '#include <ffi.h>' | cc -fsyntax-only -x c - 2>/dev/null || missing+=(libffi-dev)
command -v patchelf >/dev/null || missing+=(patchelf)
command -v pkg-config >/dev/null || missing+=(pkg-config)
if command -v python3 >/dev/null && ! python3 -c 'import venv, ensurepip' 2>/dev/null; then missing+=(python3-venv); fi
# What tests leave out where it is missing.
if [ "${CI:-}" = true ]; then
  ldconfig -p | grep -q 'libsqlite3\.so\.0 ' || missing+=(libsqlite3-0)
  command -v valgrind >/dev/null || missing+=(valgrind)
  command -v Xvfb >/dev/null || missing+=(xvfb)
  command -v xdotool >/dev/null || missing+=(xdotool)
  if command -v python3 >/dev/null && ! python3 -c 'import tkinter' 2>/dev/null; then missing+=(python3-tk); fi
  has_python_h || missing+=(python3-dev)
  command -v dot >/dev/null || missing+=(graphviz)
  command -v cmake >/dev/null || missing+=(cmake)
  pkg-config --exists libuv 2>/dev/null || missing+=(libuv1-dev)
  pkg-config --exists glib-2.0 2>/dev/null || missing+=(libglib2.0-dev)
  pkg-config --exists gtk4 2>/dev/null || missing+=(libgtk-4-dev)
  has_nlohmann_json || missing+=(nlohmann-json3-dev)
  command -v tsc >/dev/null || missing+=(node-typescript)
  command -v node >/dev/null || missing+=(nodejs)
fi

if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
  else
    echo "Missing: ${missing[*]}. Type: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
fi

if ! command -v swift >/dev/null; then
  echo "No Swift toolchain in PATH. Install Swift 6.3 or later: https://www.swift.org/install/linux" >&2
  exit 1
fi
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
case "$version" in
  6.[3-9] | 6.[1-9][0-9] | [7-9].* | [1-9][0-9].*) ;;
  *) echo "Swift $version is too old: Enfold needs 6.3 or later. https://www.swift.org/install/linux" >&2; exit 1 ;;
esac

# The tools of the tests, in a place of their own.
stamp=build/venv/.installed
if [ ! -f "$stamp" ] || [ scripts/requirements.txt -nt "$stamp" ]; then
  mkdir -p build
  python3 -m venv build/venv
  build/venv/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements.txt
  # Nothing but measurements needs these, so they are only named, once.
  command -v valgrind >/dev/null || echo "Optional: apt-get install valgrind, and make instructions counts instructions."
  has_python_h || echo "Optional: apt-get install python3-dev, and Python's package has its accelerator."
  command -v xdotool >/dev/null || echo "Optional: apt-get install xvfb xdotool openbox python3-tk, and make test clicks in a real window."
  pkg-config --exists libuv gtk4 2>/dev/null ||
    echo "Optional: apt-get install libuv1-dev libgtk-4-dev, and make test runs the loops of libuv and GTK."
  command -v dot >/dev/null || echo "Optional: apt-get install graphviz, and make docs draws its pictures."
  has_nlohmann_json || echo "Optional: apt-get install nlohmann-json3-dev, and make test gives its values to the C++ layer."
  command -v tsc >/dev/null || echo "Optional: apt-get install nodejs node-typescript, and make test compiles clients in TypeScript."
  if ! echo '#include <simdjson.h>' | c++ -std=c++17 -fsyntax-only -x c++ - 2>/dev/null; then
    echo "Optional: apt-get install libsimdjson-dev, and make bench compares P9 with simdjson."
  fi
  touch "$stamp"
fi
