# Builds and tests Swift code with the plugin kit of Enfold: no checkout, no network, no swift-syntax.
# A Makefile says what it makes, and includes this file:
#   PLUGIN := Inbox    build/libInbox.so, of the files below Sources/Inbox; or
#   PROGRAM := Desk    build/Desk, a program that has Enfold in it
# Targets: build (the first one), test (builds, too, and runs what is below Tests/NAMETests), clean.
# May be set: SWIFTC, SWIFT_FLAGS (for every call of the compiler), TEST_FLAGS (--filter NAME), OUT (build).

KIT := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
MODULE := $(or $(PLUGIN),$(PROGRAM),$(error kit.mk: set PLUGIN or PROGRAM to a name before the include))
SWIFTC ?= swiftc
OUT ?= build
SOURCES := $(shell find Sources/$(MODULE) -name '*.swift' 2> /dev/null)
TESTS := $(shell find Tests/$(MODULE)Tests -name '*.swift' 2> /dev/null)
$(if $(SOURCES),,$(error kit.mk: there are no Swift files below Sources/$(MODULE)))

KIT_FLAGS := -swift-version 6 -parse-as-library -wmo -I $(KIT)/modules \
  -load-plugin-executable $(KIT)/EnfoldMacros-tool\#EnfoldMacros $(SWIFT_FLAGS)

# The libraries of what the code imports. Of libEnfold.a the linker takes the files that are needed: what Swift finds at run time is
# in the files of its types, or in libKept.a. The other libraries are taken whole. Functions that nothing uses are left out of all of
# them. A program keeps the files of its shared values itself (EnfoldFiles); those of a plugin its host keeps.
imports = $(shell grep -hE '^[^/]*\bimport +([a-z]+ +)?$(1)\b' $(2) /dev/null)
libraries = Kept $(if $(PROGRAM),EnfoldFiles) \
  $(foreach name,$(if $(PROGRAM),,EnfoldFiles) EnfoldFoundation EnfoldReactor EnfoldTesting,$(if $(call imports,$(name),$(1)),$(name)))
linked = -use-ld=lld -Xlinker --gc-sections -Xlinker --whole-archive \
  $(foreach name,$(call libraries,$(1)),-Xlinker $(KIT)/libraries/lib$(name).a) -Xlinker --no-whole-archive \
  -Xlinker $(KIT)/libraries/libEnfold.a \
  $(if $(filter EnfoldReactor,$(call libraries,$(1))),-lstdc++)

# Optimised and small: functions get sections of their own, so that those that nothing uses are left out, also public
# ones. lld packs relocations. Frame pointers cost time.
RELEASE_FLAGS := -O -Xfrontend -function-sections -Xfrontend -internalize-at-link -Xcc -fomit-frame-pointer \
  $(shell $(KIT)/packed-relocations.sh)
DEBUG_FLAGS := -Onone -gline-tables-only -enable-testing

.PHONY: build test clean same-compiler force

ifdef PLUGIN
build: $(OUT)/lib$(PLUGIN).so
# A plugin exports its entry alone. It is renamed into place: a program may have loaded the old one.
$(OUT)/lib$(PLUGIN).so: $(SOURCES) $(OUT)/sources $(KIT)/kit.mk | same-compiler
	@mkdir -p $(OUT)
	$(SWIFTC) $(KIT_FLAGS) $(RELEASE_FLAGS) -module-name $(MODULE) -emit-library $(SOURCES) $(call linked,$(SOURCES)) \
	  -Xlinker -s -Xlinker --version-script=$(KIT)/enfold_plugin.map -o $@.new
	@mv $@.new $@
else
build: $(OUT)/$(PROGRAM)
$(OUT)/$(PROGRAM): $(SOURCES) $(OUT)/sources $(KIT)/kit.mk | same-compiler
	@mkdir -p $(OUT)
	$(SWIFTC) $(KIT_FLAGS) $(RELEASE_FLAGS) -module-name $(MODULE) -emit-executable $(SOURCES) $(call linked,$(SOURCES)) \
	  -Xlinker -s -o $@.new
	@mv $@.new $@
# Its `main` is not that of the tests.
DEBUG_FLAGS += $(if $(PROGRAM),-Xfrontend -entry-point-function-name -Xfrontend $(PROGRAM)_main)
endif

test: build $(OUT)/tests/$(MODULE)Tests
	$(OUT)/tests/$(MODULE)Tests $(TEST_FLAGS)

$(OUT)/tests/$(MODULE).o: $(SOURCES) $(OUT)/sources $(KIT)/kit.mk | same-compiler
	@mkdir -p $(OUT)/tests
	$(SWIFTC) $(KIT_FLAGS) $(DEBUG_FLAGS) -module-name $(MODULE) \
	  -emit-module -emit-module-path $(OUT)/tests/$(MODULE).swiftmodule -c $(SOURCES) -o $@

$(OUT)/tests/$(MODULE)Tests: $(OUT)/tests/$(MODULE).o $(TESTS) $(OUT)/tests/sources
	$(if $(TESTS),,$(error kit.mk: there are no Swift files below Tests/$(MODULE)Tests))
	$(SWIFTC) $(KIT_FLAGS) -Onone -gline-tables-only -module-name $(MODULE)Tests -I $(OUT)/tests \
	  -emit-executable $(TESTS) $(KIT)/TestMain.swift $< $(call linked,$(SOURCES) $(TESTS)) -o $@

# The names of the files. A list is newer than what was built of it when a file was added or removed.
$(OUT)/sources: LIST = $(SOURCES)
$(OUT)/tests/sources: LIST = $(TESTS)
$(OUT)/sources $(OUT)/tests/sources: force
	@mkdir -p $(@D)
	@printf '%s\n' '$(sort $(LIST))' | cmp -s - $@ || printf '%s\n' '$(sort $(LIST))' > $@

same-compiler:
	@$(KIT)/same-compiler.sh $(SWIFTC)

clean:
	rm -rf $(OUT)
