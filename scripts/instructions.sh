#!/usr/bin/env bash
# Counts instructions (by valgrind) and allocations of one action, and compares them with Benchmarks/instructions.txt.
# Unlike times these repeat on a busy machine. Usage: instructions.sh BUILD (after `make build`)
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
bounds=Benchmarks/instructions.txt
few=2000 many=6000

mkdir -p "$build/bin"
for program in instructions allocations; do
  cc -std=c11 -O2 -Wall -Wextra -pedantic -Werror -Iinclude -pthread "Benchmarks/steady/$program.c" Benchmarks/steady/steady.c \
    -o "$build/bin/$program" -L"$build/lib" -lenfold -Wl,-rpath,'$ORIGIN/../lib'
done

has_valgrind=yes
if ! command -v valgrind >/dev/null; then
  if [ "${CI:-}" = true ]; then
    echo "instructions: valgrind is missing, and CI needs it: apt-get install valgrind" >&2
    exit 1
  fi
  has_valgrind=no
  echo "instructions: valgrind is not installed, so that only allocations are counted."
fi

# Swift seeds its hashes anew in each process, unless told otherwise.
export SWIFT_DETERMINISTIC_HASHING=1

# Where the sockets of inspected runtimes are, and what callgrind writes.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_RUNTIME_DIR=$work

# Instructions of the whole program for $2 actions of the path $1; of an inspected one those of the thread that sends: the library's
# own threads do the rest.
instructions_of() {
  local log file=/dev/null
  [ "$1" != inspected ] || file=$work/callgrind
  log=$(valgrind --tool=callgrind --separate-threads="$([ $file = /dev/null ] && echo no || echo yes)" --callgrind-out-file="$file" "$build/bin/instructions" "$build/plugins" "$1" "$2" 2>&1) || {
    echo "instructions: valgrind failed at $1:" >&2
    echo "$log" | tail -n 20 >&2
    return 1
  }
  if [ $file = /dev/null ]; then echo "$log" | sed -n 's/.*Collected : //p'; else sed -n 's/^totals: //p' "$file-01"; fi
}

# Prints a row and tells whether the number is within its bound; "-" is none.
judge() { # path what number bound
  local verdict=ok
  if [ "$4" = - ]; then
    verdict=
  elif awk -v number="$3" -v bound="$4" 'BEGIN { exit !(number > bound) }'; then
    verdict="ABOVE THE BOUND"
  fi
  printf '%-16s %-13s %10s %10s  %s\n' "$1" "$2" "$3" "$4" "$verdict"
  [ "$verdict" != "ABOVE THE BOUND" ]
}

failures=0
printf '%-16s %-13s %10s %10s\n' path "per action" measured bound
while read -r path instruction_bound allocation_bound share; do
  case "$path" in '' | '#'*) continue ;; esac
  share=${share:-1}
  if [ $has_valgrind = yes ]; then
    # Starting up costs the same in both, and goes away in the difference.
    low=$(instructions_of "$path" $((few / share)))
    high=$(instructions_of "$path" $((many / share)))
    judge "$path" instructions $(((high - low) * share / (many - few))) "$instruction_bound" || failures=$((failures + 1))
  fi
  allocations=$("$build/bin/allocations" "$build/plugins" "$path" $((10000 / share)))
  judge "$path" allocations "$allocations" "$allocation_bound" || failures=$((failures + 1))
done < "$bounds"

if [ $failures -gt 0 ]; then
  echo "instructions: $failures above the bounds of $bounds. Make it cheaper, or raise the bound and say why in the commit." >&2
  exit 1
fi
