/* engine_stub.h: an engine and a reducer that keep the contract and do nothing. */
#ifndef ENFOLD_FUZZ_ENGINE_STUB_H
#define ENFOLD_FUZZ_ENGINE_STUB_H

#include <enfold_plugin.h>

/* An engine of which no store can be opened. */
extern const enfold_engine stub_engine;

/* A reducer whose state is always null. */
extern const enfold_reducer stub_reducer;

#endif
