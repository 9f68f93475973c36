#!/usr/bin/env bash
# every-function.sh: fails when a function of enfold.h is missing from the fuzzer's table, or is called nowhere in it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
header=$(grep -o 'ENFOLD_API [^(]*(' "$here/../../include/enfold.h" | grep -o 'enfold_[a-z_]*(' | tr -d '(' | sort)
table=$(grep -o 'XX(enfold_[a-z_]*' "$here/functions.h" | sed 's/XX(//' | sort)
[[ -n $header ]] || { echo "no function was found in enfold.h"; exit 1; }
if ! diff <(echo "$header") <(echo "$table") > /dev/null; then
  echo "enfold.h (<) and Tests/Fuzz/functions.h (>) do not agree:"
  diff <(echo "$header") <(echo "$table") | grep '^[<>]'
  exit 1
fi
for function in $header; do
  # Twice: where the call is announced, F_enfold_…, and where it is made.
  if ! grep -q "F_$function\b" "$here"/call{,s_*}.c || ! grep -q "[^_\"]$function(" "$here"/call{,s_*}.c; then
    echo "the fuzzer never calls $function"
    exit 1
  fi
done
