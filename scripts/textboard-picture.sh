#!/usr/bin/env bash
# Takes the picture of docs/textboard.png: runs the example in a screen of its own, types and clicks. Usage:
# textboard-picture.sh BUILD (after `make build`; needs xvfb, xdotool and imagemagick)
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT

mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 400x500x24 -wr -nolisten tcp 3> "$work/display" 2> /dev/null &
read -r number < "$work/display"
export DISPLAY=:$number
ENFOLD_LIBRARY=$build/lib/libenfold.so PYTHONPATH=bindings/python \
  python3 Examples/hosts/textboard.py "$build/plugins/libTextBoard.so" &

# Waits for a window, and clicks into it. Coordinates are those of the window.
click() { # title x y
  local window
  window=$(xdotool search --sync --onlyvisible --name "^$1\$" | head -n 1)
  xdotool mousemove --window "$window" "$2" "$3" click 1
}
click TextBoard 160 105
xdotool type --delay 20 "unidirectional"
click TextBoard 160 148
click Settings 160 80
sleep 1  # for the last drawing
import -window root docs/textboard.png
