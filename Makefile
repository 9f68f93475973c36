# Enfold: `make demo` shows it, `make test` proves it. Results go to build/, what compilers keep to .build/.

SWIFT ?= swift
PYTHON ?= python3
CC ?= cc
CXX ?= c++
CONFIGURATION ?= release

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

BUILD := build
VENV := $(BUILD)/venv
MACRO_TOOL := $(CURDIR)/.build/debug/EnfoldMacros-tool

# The macro tool is compiled once, unoptimised; every other build uses it as it is (see Package.swift).
WITH_MACROS := ENFOLD_MACRO_TOOL=$(MACRO_TOOL)
MACRO_FLAGS := -Xswiftc -load-plugin-executable -Xswiftc $(MACRO_TOOL)\#EnfoldMacros
# lld, because it packs relocations. Each function has a section of its own, so that those that nothing uses are left out: also
# public ones, because an image contains all who may call them. That is a fourth of a plugin.
# Without frame pointers an action takes 6 % fewer instructions. Debuggers use the unwind tables.
SMALL := -use-ld=lld -Xfrontend -function-sections -Xfrontend -internalize-at-link
RELEASE := $(WITH_MACROS) $(SWIFT) build -c release --omit-frame-pointers --scratch-path .build/optimised $(MACRO_FLAGS) \
  $(addprefix -Xswiftc ,$(SMALL)) $(shell scripts/packed-relocations.sh)
# A plugin exports its entry alone.
PLUGIN := -Xlinker --version-script=$(CURDIR)/include/enfold_plugin.map
# It is linked once more, with only what it needs of Enfold.
LINK_PLUGIN = scripts/link-plugin.py .build/optimised/release $(1) .build/optimised/lib$(1).so && \
  $(STRIP) .build/optimised/lib$(1).so -o $(BUILD)/plugins/lib$(1).so

C_FLAGS := -std=c11 -O2 -Wall -Wextra -pedantic -Werror -Iinclude
CXX_FLAGS := -std=c++17 -O2 -Wall -Wextra -pedantic -Werror -Iinclude
C_LINK := -L$(BUILD)/lib -lenfold -Wl,-rpath,'$$ORIGIN/../lib'

ACCELERATOR := bindings/python/accelerator/build.sh $(BUILD)/lib/enfold-accelerator.abi3.so

STRIP := strip --strip-debug

PLUGINS := Counter Todos PrimeTime TextBoard Reactables Board Notes

# Which build the C programs of the tests use.
PLAIN := ENFOLD_LIBRARY=$(BUILD)/lib ENFOLD_TEST_PLUGINS=$(BUILD)/plugins ENFOLD_TWINS=$(BUILD)/test-plugins

.PHONY: setup build command inspector demo test tsan asan tiny fuzz soak trace-soak bench workloads bench-docs instructions walk format lint clean macros \
  test-plugins install uninstall kit kit-folder dist wheel install-test swift-test c-test cpp-test fire-test python-test command-test inspector-test journal-test \
  telemetry-test sleeping-reader checkpoints clients-test clients-golden loops-test readme-test docs docs-test json-test observation-test corpus-test

all: build

## Installs what is missing, or says what to type.
setup:
	@scripts/setup.sh

## A release build: build/lib, build/plugins, build/bin.
build: setup macros
# SwiftPM does not notice that inlined code of an indirect dependency has changed, and would keep old plugins.
	@if [ -n "$$(find Sources -name '*.swift' -newer .build/optimised/release/libenfold.so -print -quit 2>/dev/null)" ]; then \
	  touch Examples/*/*/*.swift Benchmarks/*/*.swift Tests/*Differential/*.swift; fi
	$(RELEASE) --product enfold
	for plugin in $(PLUGINS); do $(RELEASE) $(PLUGIN) --product $$plugin || exit 1; done
	mkdir -p $(BUILD)/lib $(BUILD)/plugins $(BUILD)/bin
	$(STRIP) .build/optimised/release/libenfold.so -o $(BUILD)/lib/libenfold.so.0.1.0
	ln -sf libenfold.so.0.1.0 $(BUILD)/lib/libenfold.so.0
	ln -sf libenfold.so.0 $(BUILD)/lib/libenfold.so
	for plugin in $(PLUGINS); do $(call LINK_PLUGIN,$$plugin) || exit 1; done
	$(MAKE) --no-print-directory command inspector
	@$(ACCELERATOR) || echo "Without the accelerator of Python's package: apt-get install python3-dev"
	$(CC) $(C_FLAGS) -shared -fPIC Examples/CCounter/ccounter.c -o $(BUILD)/plugins/libccounter.so
	$(CC) $(C_FLAGS) Examples/hosts/todos.c -o $(BUILD)/bin/todos $(C_LINK)
	$(CXX) $(CXX_FLAGS) Examples/hosts/todos.cpp -o $(BUILD)/bin/todos-cpp $(C_LINK)
	$(CXX) $(CXX_FLAGS) -pthread Examples/server/pool.cpp -o $(BUILD)/bin/pool $(C_LINK)

## The command `enfold` alone, when libenfold is there.
command:
	@SWIFT="$(SWIFT)" scripts/command.sh $(BUILD)

## The server of `enfold inspect` alone.
inspector:
	@SWIFT="$(SWIFT)" scripts/inspector.sh $(BUILD)

macros: $(MACRO_TOOL)
$(MACRO_TOOL): Package.swift $(wildcard Sources/EnfoldMacros/*.swift)
	$(SWIFT) build --product EnfoldMacros
	@touch $@

## A C program and a Python program drive a Swift plugin: the main job.
demo:
	@scripts/demo.sh $(BUILD)

## Everything that must pass.
test: build swift-test c-test cpp-test fire-test python-test command-test inspector-test journal-test clients-test readme-test docs-test install-test json-test observation-test telemetry-test sleeping-reader instructions

swift-test:
# As in build: SwiftPM keeps tests whose only change is the layout of an indirect dependency.
	@if [ -n "$$(find Sources -name '*.swift' -newer .build/debug/enfoldPackageTests.xctest -print -quit 2>/dev/null)" ]; then \
	  find Sources/EnfoldTesting Sources/EnfoldPlugin Sources/EnfoldReactor Sources/EnfoldFiles Sources/EnfoldFoundation Tests Examples -name '*.swift' -exec touch {} +; fi
	scripts/swift-test.sh $(SWIFT) test
	Tests/CompileFail/check.sh .build/debug

test-plugins:
	$(RELEASE) --target EnfoldReactor
	Tests/Plugins/build.sh .build/optimised/release $(MACRO_TOOL) $(BUILD)/test-plugins

c-test: test-plugins
	ENFOLD_TWINS=$(BUILD)/test-plugins Tests/C/run.sh $(BUILD)/c-tests
	Tests/ABI/check.py $(BUILD)/lib/libenfold.so

cpp-test: test-plugins
	Tests/Cpp/run.sh $(BUILD)/cpp-tests

## The C boundary under fire: plugins that misbehave, calls that fail, random calls. docs/robustness.md tells more.
FIRE_CALLS ?= 200000
# Tests repeat the same calls; `make soak` draws others.
SEED ?= 1
fire-test: test-plugins
	Tests/Misbehave/run.sh $(BUILD)/misbehave | grep -v '^ok'
	$(PLAIN) Tests/Faults/run.sh $(BUILD)/faults system memory 20 | grep -v '^ok'
	$(PLAIN) ENFOLD_SEED=$(SEED) Tests/Fuzz/session.sh $(BUILD)/fuzz $(FIRE_CALLS)
	$(PLAIN) Tests/Fuzz/self-test.sh $(BUILD)/fuzz
	$(PLAIN) Tests/Fuzz/doubling.sh $(BUILD)/fuzz

python-test: test-plugins
	@scripts/python-test.sh $(BUILD)

## Typed clients: generated, compiled strictly in each language, and run. clients-golden writes the expected files anew.
clients-test: test-plugins
	@scripts/clients-test.sh $(BUILD)
clients-golden:
	@scripts/clients-test.sh $(BUILD) --update -k golden

## The inspector: its server attacked, and its page in a real browser.
inspector-test: $(BUILD)/libexec/enfold/enfold-inspect
	@scripts/inspector-test.sh $(BUILD)

## Providers of journals, by the kit that others use, too: kills, power cuts, disks that fail. Stores do not use them yet.
journal-test:
	Tests/Journal/run.sh $(BUILD)/journal

## The command `enfold`: with pipes, with files, and at a terminal.
command-test: test-plugins
	@scripts/command-test.sh $(BUILD)

## The examples of event loops alone; python-test runs them, too.
loops-test:
	cd bindings/python && $(CURDIR)/$(BUILD)/venv/bin/python -m pytest -q tests/test_loops.py

## What the README and the tutorial say: by an installed tree, and in a package of its own.
readme-test: kit-folder $(BUILD)/lib/libenfold.so $(BUILD)/bin/enfold
	@$(BUILD)/venv/bin/python Tests/README/snippets.py
	@$(BUILD)/venv/bin/python Tests/README/run.py $(BUILD)

## The documentation as a site, in build/site. It fails at a link or an anchor that leads nowhere; so docs-test is all of it.
docs: build docs-test
docs-test: setup $(BUILD)/lib/libenfold.so
	@if [ ! -f .build/debug/Modules/EnfoldTesting.swiftmodule ]; then $(SWIFT) build --target EnfoldTesting; fi
	@scripts/site/build.sh $(BUILD)

## EnfoldTelemetry, by a package that asks for its trait.
telemetry-test:
	@scripts/telemetry-test.sh

## A million actions beside a reader of the trace that sleeps for ever: memory, what was dropped, and times.
sleeping-reader: $(BUILD)/lib/libenfold.so
	@mkdir -p $(BUILD)/bin
	$(CC) $(C_FLAGS) -D_DEFAULT_SOURCE -pthread Benchmarks/trace/sleeping_reader.c -o $(BUILD)/bin/sleeping-reader $(C_LINK)
	$(BUILD)/bin/sleeping-reader $(BUILD)/plugins

## What a recording does to a store of 5 MB while its checkpoints are written.
checkpoints: $(BUILD)/lib/libenfold.so
	@mkdir -p $(BUILD)/bin
	$(CC) $(C_FLAGS) -D_DEFAULT_SOURCE Benchmarks/trace/checkpoints.c -o $(BUILD)/bin/checkpoints $(C_LINK)
	$(BUILD)/bin/checkpoints $(BUILD)/plugins $(BUILD)/checkpoints.enfold.jsonl

## EnfoldJSON beside Python's json, on random texts.
json-test:
	$(RELEASE) --product json-differential
	$(PYTHON) Tests/JSONDifferential/differential.py .build/optimised/release/json-differential

## What observers are told beside a naive model, on random edits.
observation-test:
	$(RELEASE) --product observation-differential
# The C library overwrites memory that is freed, so that nothing is read there unnoticed.
	MALLOC_PERTURB_=90 GLIBC_TUNABLES=glibc.malloc.tcache_count=0 \
	  .build/optimised/release/observation-differential 100000

## Tests of what was built with a sanitizer, or with the smallest sizes, so that rare paths run often. With SLICE=n one part
## of them: 1 the API fuzzer on libenfold and plugins, 2 the programs in C, 3 the engine's tests in Swift.
SANITIZED_CALLS ?= 60000
PARTS := $(if $(SLICE),$(word $(SLICE),fuzz c swift),fuzz c swift)
IN_PARTS = $(if $(filter $(1),$(PARTS)),$(2))
ENGINE_TESTS := EnfoldTests|EnfoldTestingTests|EnfoldReactorTests
tsan: macros
	$(call IN_PARTS,fuzz c,PARTS='$(PARTS)' ENFOLD_SEED=$(SEED) Tests/Sanitized/run.sh thread $(BUILD)/thread $(SANITIZED_CALLS))
	$(call IN_PARTS,swift,TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/races.txt ENFOLD_TEST_SCALE=10 $(WITH_MACROS) \
	  scripts/swift-test.sh $(SWIFT) test --sanitize=thread --scratch-path .build/tsan $(MACRO_FLAGS) --filter '$(ENGINE_TESTS)')
asan: macros
	$(call IN_PARTS,fuzz c,PARTS='$(PARTS)' ENFOLD_SEED=$(SEED) Tests/Sanitized/run.sh address $(BUILD)/address $(SANITIZED_CALLS))
	$(call IN_PARTS,swift,LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt ENFOLD_TEST_SCALE=10 $(WITH_MACROS) \
	  scripts/swift-test.sh $(SWIFT) test --sanitize=address --scratch-path .build/asan $(MACRO_FLAGS) --filter '$(ENGINE_TESTS)')
	$(call IN_PARTS,swift,$(WITH_MACROS) \
	  $(SWIFT) build --sanitize=address --scratch-path .build/asan $(MACRO_FLAGS) --product observation-differential)
	$(call IN_PARTS,swift,.build/asan/debug/observation-differential 20000)
tiny: macros
	PARTS='$(PARTS)' ENFOLD_SEED=$(SEED) Tests/Tiny/run.sh $(BUILD)/tiny $(FIRE_CALLS)

## Coverage-guided fuzzing of what parses, so many minutes for each target.
MINUTES ?= 10
fuzz: macros
	Tests/CoverageFuzz/run.sh $(BUILD)/coverage $$(( $(MINUTES) * 60 ))

## Runs each of these fuzzers once over its corpus.
corpus-test: macros
	Tests/CoverageFuzz/run.sh $(BUILD)/coverage 0 --once

## The API fuzzer for so many minutes: on the release build, then under each sanitizer.
soak: test-plugins
	$(PLAIN) Tests/Fuzz/session.sh $(BUILD)/fuzz 1000000 $(MINUTES)
	Tests/Sanitized/run.sh address $(BUILD)/address 300000 $(MINUTES)
	Tests/Sanitized/run.sh thread $(BUILD)/thread 300000 $(MINUTES)

## The trace beside its model: 10,000 random programs. Their number in `make test` is 200.
trace-soak:
	ENFOLD_TEST_TIMES=50 $(SWIFT) test --filter TraceTests

## The workloads of docs/performance.md, side by side.
bench: workloads
	$(RELEASE) --product enfold-benchmarks
	@scripts/bench.sh $(BUILD)

# The features that only benchmarks need.
workloads: build
	$(RELEASE) $(PLUGIN) --product Workloads
	$(call LINK_PLUGIN,Workloads)

## The plugin kit, an archive of its own: what compiles and tests plugins where this checkout is not.
KIT_MODULES := EnfoldPlugin EnfoldReactor EnfoldTesting EnfoldFoundation EnfoldFiles
kit: kit-folder
	@scripts/dist.sh $(BUILD) $(DIST) --kit
kit-folder: macros
	for module in $(KIT_MODULES); do $(RELEASE) --target $$module || exit 1; done
	SWIFT="$(SWIFT)" scripts/kit.sh .build/optimised/release .build/debug $(BUILD)/kit
$(BUILD)/kit/kit.mk:
	$(MAKE) kit-folder

## Puts Enfold below PREFIX, or takes it away again. DESTDIR, BUNDLE_SWIFT=0 and KIT=0: see scripts/install.sh.
PREFIX ?= /usr/local
install: $(BUILD)/lib/libenfold.so $(BUILD)/bin/enfold $(BUILD)/libexec/enfold/enfold-inspect $(if $(filter 0,$(KIT)),,$(BUILD)/kit/kit.mk)
	@scripts/install.sh install $(BUILD) $(PREFIX)
uninstall:
	@scripts/install.sh uninstall $(BUILD) $(PREFIX)

## One archive for this platform. It may be unpacked anywhere.
DIST ?= $(BUILD)/dist
dist: $(BUILD)/lib/libenfold.so $(BUILD)/bin/enfold $(BUILD)/libexec/enfold/enfold-inspect
	@scripts/dist.sh $(BUILD) $(DIST)

## The Python package with libenfold and its Swift runtime in it: for machines without Swift.
wheel: $(BUILD)/lib/libenfold.so $(BUILD)/bin/enfold $(BUILD)/libexec/enfold/enfold-inspect
	@mkdir -p $(DIST)
	@$(PYTHON) bindings/python/_build/enfold_backend.py $(DIST)

# Not `build`: installing is often done as another user than building.
$(BUILD)/lib/libenfold.so:
	$(MAKE) build
$(BUILD)/bin/enfold: | $(BUILD)/lib/libenfold.so
	$(MAKE) command
$(BUILD)/libexec/enfold/enfold-inspect:
	$(MAKE) inspector

## Installs, moves the tree and uses it without Swift.
install-test: $(BUILD)/lib/libenfold.so $(BUILD)/bin/enfold $(BUILD)/libexec/enfold/enfold-inspect kit-folder
	@Tests/Install/run.sh $(BUILD)

## Writes the results of the last `make bench` into docs/performance.md.
bench-docs:
	@$(PYTHON) Benchmarks/report.py --update docs/performance.md < $(BUILD)/bench/rows.tsv

## What an action executes and allocates, and how large plugins are, compared with Benchmarks/instructions.txt and sizes.txt.
instructions: workloads
	@scripts/instructions.sh $(BUILD)
	@scripts/plugin-sizes.sh $(BUILD)

## Through how many files and rooms an action goes; docs/architecture.md has the figures. The ways are written to build/walk.
walk:
	for product in enfold Counter Workloads; do $(SWIFT) build --product $$product || exit 1; done
	@scripts/walk.sh .build/debug $(BUILD)

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Examples Benchmarks

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks
	@scripts/lint.sh $(BUILD)

clean:
	rm -rf .build build
