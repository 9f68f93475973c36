/* folding.c: identical code that was folded by the linker leaves key paths distinct. Uses the Swift plugin
 * Tests/Plugins/Alike.swift, which is linked as `make build` links plugins. */
#include "check.h"

static enfold_runtime runtime;

static void key_paths_and_scopes_of_alike_properties_stay_distinct(void) {
  enfold_store store = open_store(runtime, "Alike");
  CHECK_OK(send(store, "\"compare\""));
  CHECK_TEXT(state(store, "/confused"), "[]");
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Alike"));
  RUN(key_paths_and_scopes_of_alike_properties_stay_distinct);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
