#!/usr/bin/env bash
# What somebody does who writes plugins and programs with an installed Enfold: run by run.sh, where there is Swift, but neither the
# checkout nor a network. Usage: projects.sh PREFIX WORK FILES   (FILES has Counter, the example)
set -euo pipefail
prefix=$1 work=$2 files=$3
export PATH=$prefix/bin:$PATH
cd "$work"
fail() { echo "not ok  $*" >&2; exit 1; }

refused() { # MESSAGE COMMAND...: it fails, says this, and leaves nothing
  local message=$1 before after
  shift
  before=$(ls -A)
  ! "$@" > output.log 2>&1 || fail "$* succeeds"
  grep -qF -e "$message" output.log || { cat output.log; fail "$* does not say: $message"; }
  rm output.log
  after=$(ls -A)
  [ "$before" = "$after" ] || fail "$* leaves something: $after"
}

made() { # NAME ARGUMENTS OF enfold new...: a project whose tests pass
  local name=$1 begun=$SECONDS
  shift
  enfold new "$@" > next.txt
  make -s -C "$name" test > test.log 2>&1 || { cat test.log; fail "make test after enfold new $*"; }
  echo "ok      enfold new $*: tested after $((SECONDS - begun)) seconds"
}

is_small_plugin() { # PLUGIN: it is stripped, and exports its entry alone
  [ "$(nm -D --defined-only "$1" | awk '{ print $3 }')" = enfold_plugin_entry ] || fail "$1 exports more than its entry"
  ! readelf -S "$1" | grep -q '\.symtab\|\.debug' || fail "$1 is not stripped"
}

refused 'Try: MyInbox' enfold new plugin my-inbox
refused 'Try: MyState' enfold new plugin State
refused '--lang cpp' enfold new plugin Inbox --lang cpp
refused "'ruby' is invalid" enfold new plugin Inbox --lang ruby
refused '--dialect is for' enfold new app Desk --lang c --dialect reactor
mv "$prefix/share/enfold/templates/swift-reducer" "$prefix/hidden"
refused 'cannot read' enfold new plugin Inbox
mv "$prefix/hidden" "$prefix/share/enfold/templates/swift-reducer"
mkdir There
refused 'there is something at There already' enfold new plugin There
rmdir There
echo "ok      what is refused leaves nothing behind"

# The commands that it says, as they are.
begun=$SECONDS
enfold new plugin Inbox > next.txt
while read -r line; do
  case $line in
    cd*) cd Inbox ;;
    make*) $line > ../test.log 2>&1 || { cat ../test.log; fail "$line"; } ;;
    enfold*) echo '{"add":{"title":"milk"}}' | $line > ../run.log || fail "$line" ;;
  esac
done < <(sed -n 's/^  //p' next.txt)
cd ..
grep -q '"titles":\["milk"\]' run.log || { cat next.txt run.log; fail "enfold run shows no milk"; }
grep -q 'Test run with 2 tests in .* passed' test.log || { cat test.log; fail "not 2 tests"; }
echo "ok      enfold new plugin Inbox, tested and run after $((SECONDS - begun)) seconds"
is_small_plugin Inbox/build/libInbox.so
sed -i 's/\["milk", "bread"\]/["milk", "bred"]/' Inbox/Tests/InboxTests/InboxTests.swift
! make -s -C Inbox test > test.log 2>&1 || fail "a wrong test passes"
grep -q 'bred' test.log || { cat test.log; fail "a wrong test does not say what is wrong"; }

made Board plugin Board --dialect reactor
is_small_plugin Board/build/libBoard.so
made Swan app Swan
[ "$(echo milk | make -s -C Swan run | tail -n 1)" = '["milk"]' ] || fail "the program in Swift"
# What it is to keep it keeps, without another import.
sed -i 's/^  struct State: Equatable {/&\n    @Shared(.file(), key: "lines") var lines = 0/; s/state\.titles\.append/state.lines += 1\n      &/' \
  Swan/Sources/Swan/Swan.swift
for lines in 1 2; do
  echo milk | XDG_STATE_HOME=$work/kept make -s -C Swan run > /dev/null || fail "a program with a shared value"
  [ "$(cat kept/enfold/lines.json)" = $lines ] || fail "a program of enfold new app keeps no files"
done
made Tally plugin Tally --lang c
is_small_plugin Tally/build/libTally.so
made Desk app Desk --lang c
made Wing app Wing --lang cpp
[ "$(echo '{"add":{"title":"tea"}}' | make -s -C Desk run PLUGIN=../Inbox/build/libInbox.so FEATURE=Inbox | tail -n 1)" \
  = '{"titles":["tea"],"isWaiting":false}' ] || fail "a program in C and a plugin in Swift"
[ "$(echo '{"add":5}' | make -s -C Wing run PLUGIN=../Tally/build/libTally.so FEATURE=Tally | tail -n 1)" = '{"count":5}' ] ||
  fail "a program in C++ and a plugin in C"
made Snake plugin Snake --lang python
made Nest app Nest --lang python
[ "$(echo '{"add":{"title":"tea"}}' | make -s -C Nest run PLUGIN=../Board/build/libBoard.so FEATURE=Board | tail -n 1)" \
  = '{"titles": ["tea"], "isWaiting": false}' ] || fail "a program in Python and a reactor"
echo "ok      programs of one kind run plugins of another"

# The same feature, built by the kit and in the checkout.
mkdir -p Counter/Sources/Counter
cp "$files"/Counter/{Feature,Plugin}/*.swift Counter/Sources/Counter
sed -i '/^import CounterFeature$/d' Counter/Sources/Counter/*.swift
printf 'PLUGIN := Counter\ninclude %s/lib/enfold/kit/kit.mk\n' "$prefix" > Counter/Makefile
make -s -C Counter
by_kit=$(stat -c %s Counter/build/libCounter.so) in_checkout=$(stat -c %s "$prefix/lib/enfold/plugins/libCounter.so")
[ "$by_kit" -le $((in_checkout * 102 / 100)) ] || fail "libCounter.so has $by_kit bytes with the kit, $in_checkout in the checkout"
echo "ok      libCounter.so has $by_kit bytes with the kit, $in_checkout in the checkout"

# A file that is removed is gone from the plugin, too.
echo 'func leave() {}' > Board/Sources/Board/Gone.swift
make -s -C Board
built=$(stat -c %Y.%i Board/build/libBoard.so)
make -s -C Board
[ "$(stat -c %Y.%i Board/build/libBoard.so)" = "$built" ] || fail "make builds again what is up to date"
rm Board/Sources/Board/Gone.swift
make -s -C Board
[ "$(stat -c %Y.%i Board/build/libBoard.so)" != "$built" ] || fail "make does not notice that a file was removed"
echo "ok      a removed file is noticed"

# Another compiler, and no kit.
printf '#!/bin/sh\necho "Swift version 6.2.9 (swift-6.2.9-RELEASE)"\n' > swiftc
chmod +x swiftc
touch Inbox/Sources/Inbox/Inbox.swift
refused 'is:   Swift version 6.2.9' make -s -C Inbox SWIFTC="$work/swiftc"
refused 'the kit needs: Swift version' make -s -C Inbox SWIFTC="$work/swiftc"
refused 'no-swiftc is not in the PATH' make -s -C Inbox SWIFTC=no-swiftc
refused 'is:   no compiler of Swift' make -s -C Inbox SWIFTC=cc
refused 'the command enfold is not in the PATH' make -s -C Inbox ENFOLD=
refused 'the command enfold is not in the PATH' make -s -C Snake ENFOLD=
refused '/nowhere/lib/enfold/kit/kit.mk is missing' make -s -C Inbox ENFOLD=/nowhere
refused 'make ENFOLD=' make -s -C Desk ENFOLD=/nowhere
refused 'make ENFOLD=' make -s -C Snake ENFOLD=/nowhere
echo "ok      another compiler is refused by name"
