#!/usr/bin/env bash
# symbols.sh LOG [KIND...]: where processes without memory ended, from the log of "faults --memory", as a table.
# A row: how often, how (SIGSEGV, ...), the module and function that did it, and the function of Enfold that called it.
set -euo pipefail
log=$1
shift
kinds=${*:-SIGSEGV stalled}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A process: how it ended, the first frame, the first outside the C library, the first in Enfold.
awk -v kinds=" $kinds " '
  index(kinds, " " $1 " ") {
    top = ""; ours = "- 0"
    for (i = 4; i < NF; i += 2) {
      if (top == "" && $i !~ /\/lib[cm]\.so/) top = $i " " $(i + 1)
      if ($i ~ /\/lib(enfold|Counter|Behaviours|Panel)\.so/) { ours = $i " " $(i + 1); break }
    }
    print $1, (top == "" ? $4 " " $5 : top), ours
  }' "$log" > "$work/ends"

awk '{ print $2, $3; print $4, $5 }' "$work/ends" | sort -u | grep -v '^-' > "$work/places" || true
cut -d' ' -f1 "$work/places" | sort -u | while read -r module; do
  awk -v module="$module" '$1 == module { print "0x" $2 }' "$work/places" > "$work/offsets"
  # One line of the two that addr2line prints is the function.
  addr2line -f -e "$module" < "$work/offsets" | awk 'NR % 2 == 1' > "$work/functions"
  paste -d' ' "$work/offsets" "$work/functions" | sed "s|^0x|$module |"
done > "$work/names"

swift=cat cpp=cat
command -v swift-demangle > /dev/null && swift="swift-demangle --simplified"
command -v c++filt > /dev/null && cpp="c++filt --no-params"
awk 'NR == FNR { name[$1 " " $2] = $3; next }
  { a = $2; b = $4; sub(".*/", "", a); sub(".*/", "", b)
    print $1, a, name[$2 " " $3], (b == "-" ? "" : ", called by " b " " name[$4 " " $5]) }' "$work/names" "$work/ends" |
  $swift | $cpp | sed -E ':again s/<[^<>]*>//g; t again' | sort | uniq -c | sort -rn
