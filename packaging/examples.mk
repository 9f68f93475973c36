# Builds and runs the C and C++ examples of an installed Enfold: make todos todos-cpp. It builds the server's pool of threads, too:
# make pool.
# The results go to OUT, because this folder may be read-only.
HERE := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
PKG := PKG_CONFIG_PATH=$(HERE)/../../../lib/pkgconfig:$$PKG_CONFIG_PATH pkg-config
LIB := $(shell $(PKG) --variable=libdir enfold)
FLAGS := $(shell $(PKG) --cflags --libs enfold) -Wl,-rpath,$(LIB)
OUT ?= /tmp/enfold-examples

todos: $(OUT)/todos
	$(OUT)/todos $(LIB)/enfold/plugins/libTodos.so $(HERE)/hosts/session.jsonl

$(OUT)/todos: $(HERE)/hosts/todos.c
	mkdir -p $(OUT)
	$(CC) -O2 $< -o $@ $(FLAGS)

todos-cpp: $(OUT)/todos-cpp
	$(OUT)/todos-cpp $(LIB)/enfold/plugins/libTodos.so $(HERE)/hosts/session.jsonl

$(OUT)/todos-cpp: $(HERE)/hosts/todos.cpp
	mkdir -p $(OUT)
	$(CXX) -std=c++17 -O2 $< -o $@ $(FLAGS)

pool: $(OUT)/pool

$(OUT)/pool: $(HERE)/server/pool.cpp
	mkdir -p $(OUT)
	$(CXX) -std=c++17 -O2 -pthread $< -o $@ $(FLAGS)

.PHONY: todos todos-cpp pool
