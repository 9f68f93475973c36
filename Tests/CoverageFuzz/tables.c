/* tables: a plugin's table, made of the input's bytes, is loaded; if it can be, its features are listed and opened. */
#include "fuzz.h"
#include "table.h"

/* What table_plugin.c returns. */
const enfold_plugin_table *fuzzed_table;

static char path[4096];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  const char *directory = getenv("ENFOLD_FUZZ_PLUGINS");
  (void)argc, (void)argv;
  snprintf(path, sizeof path, "%s/table_plugin.so", directory == NULL ? "." : directory);
  return 0;
}

static void check_json(enfold_status status, enfold_string *string, const enfold_error *error) {
  REQUIRE(status == ENFOLD_OK, "%s", error->message);
  REQUIRE(is_json(string->data, string->length), "%s", string->data);
  enfold_string_free(string);
}

/* A feature that was listed has a store, or a reason for having none. */
static void open_and_send(enfold_runtime runtime, const char *name) {
  enfold_store store = 0;
  enfold_error error = no_error();
  enfold_status status = enfold_store_open(runtime, name, NULL, 0, &store, &error);
  check_status(status, &error, 0);
  if (status < 0) return;
  enfold_string state = {NULL, 0};
  REQUIRE(enfold_store_send(store, "1", 1, NULL, &error) >= 0, "%s", error.message);
  check_json(enfold_store_state(store, NULL, 0, &state, &error), &state, &error);
  REQUIRE(enfold_store_close(store, NULL) == ENFOLD_OK, "close");
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  enfold_runtime runtime = 0;
  enfold_plugin plugin = 0;
  enfold_error error = no_error();
  fuzzed_table = make_table(data, size);
  REQUIRE(enfold_runtime_open(NULL, 0, &runtime, &error) == ENFOLD_OK, "%s", error.message);
  enfold_status status = enfold_plugin_load(runtime, path, NULL, 0, &plugin, &error);
  check_status(status, &error, 0);
  REQUIRE(status == ENFOLD_OK || status == ENFOLD_BAD_PLUGIN, "%d: %s", status, error.message);
  REQUIRE((status == ENFOLD_OK) == (plugin != 0), "a plugin of %d", status);
  if (status == ENFOLD_OK) {
    enfold_string text = {NULL, 0};
    check_json(enfold_plugin_info(plugin, &text, &error), &text, &error);
    check_json(enfold_runtime_features(runtime, &text, &error), &text, &error);
    for (size_t i = 0; i < fuzzed_table->feature_count; i++) open_and_send(runtime, fuzzed_table->features[i]->name);
  }
  REQUIRE(enfold_runtime_close(runtime, NULL) == ENFOLD_OK, "close");
  free_table();
  return 0;
}
