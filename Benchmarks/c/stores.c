/* stores.c: the runtime, its stores and what their observers hear. */
#include "bench.h"

enfold_runtime runtime;
const char *plugin_directory;
int is_hashing;
uint64_t heard_hash, heard_bytes;

void must(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", enfold_status_name(status), error->message);
  exit(1);
}

void load_plugin(enfold_runtime into, const char *file) {
  char path[4096];
  enfold_plugin plugin;
  snprintf(path, sizeof path, "%s/%s", plugin_directory, file);
  MUST(enfold_plugin_load(into, path, NULL, 0, &plugin, &error));
}

enfold_store open_store(const char *feature, const char *options) {
  enfold_store store;
  MUST(enfold_store_open(runtime, feature, options, options ? ENFOLD_NUL : 0, &store, &error));
  return store;
}

void close_store(enfold_store store) { MUST(enfold_store_close(store, &error)); }

void observe(enfold_store store, const char *pointer, const char *options) {
  MUST(enfold_store_observe(store, pointer, ENFOLD_NUL, options, options ? ENFOLD_NUL : 0, heard_event, NULL, NULL, NULL,
                            &error));
}

void hash_bytes(const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) heard_hash = (heard_hash ^ (unsigned char)bytes[i]) * 0x100000001B3u;
}

void heard(void *user, const char *bytes, size_t length) {
  (void)user;
  heard_bytes += length;
  if (is_hashing) hash_bytes(bytes, length);
}

void heard_event(void *user, const enfold_event *event) {
  if (event->value) heard(user, event->value, event->value_length);
  if (event->patch) heard(user, event->patch, event->patch_length);
}

void write_actions(actions *actions, const char *format, size_t ids, size_t stride) {
  actions->list = malloc(ACTIONS * sizeof *actions->list);
  actions->next[0] = actions->next[1] = 0;
  uint64_t random = 42;
  for (size_t i = 0; i < ACTIONS; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    size_t id = (size_t)(random >> 33) % ids * stride;
    int length = snprintf(actions->list[i].text, sizeof actions->list[i].text, format, id, i);
    if (length < 0 || (size_t)length >= sizeof actions->list[i].text) abort();
    actions->list[i].length = (uint8_t)length;
  }
}

void free_actions(actions *actions) { free(actions->list); }
