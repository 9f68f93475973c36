/* calls_plugins.c: loading plugins and asking about them. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "operations.h"
#include "trace.h"

/* The path of a plugin that can be loaded; "" if its directory was not given. */
static const char *usual_path(unsigned index, char *room, size_t size) {
  static const char *const names[USUAL_PLUGINS] = {"counter",  "reducer",       "steps",    "libCounter",
                                                   "libTodos", "libBehaviours", "libPanel", "libFamily",
                                                   "libCounters", "libSessionsA", "libSessionsB", "libAsker", "libBound",
                                                   "libPresented", "libStacked"};
  const char *directory = index < 3 ? settings.plugins : index < 5 ? settings.swift_plugins : settings.twins;
  if (*directory == '\0') return "";
  snprintf(room, size, "%s/%s.so", directory, names[index]);
  return room;
}

static bool load(held runtime, const char *path, random_source *r) {
  static const char *const options[] = {NULL, NULL, NULL, NULL, NULL, "{}", "{\"replace\":true}", "{\"nope\":1}", "[]"};
  call c;
  held made = {.kind = PLUGINS, .origin = OPEN, .runtime = runtime.runtime};
  enfold_plugin out = UNTOUCHED;
  bool has_out = !random_chance(r, 60);
  const char *option = options[random_below(r, 9)];
  text argument = text_argument(option != NULL ? text_fill(option, r) : NULL, SOMETIMES, r);
  made.serial = ledger_serial();
  call_begin(&c, F_enfold_plugin_load, runtime, r);
  c.longest = argument.size;
  if (tracing)
    trace_line("enfold_plugin_load(%s, %s%s%s, %s, %s%s, %s);", trace_handle(runtime), path != NULL ? "\"" : "",
               path != NULL ? path : "NULL", path != NULL ? "\"" : "", text_shown(&argument), has_out ? "&" : "",
               has_out ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_status status = call_end(
      &c, enfold_plugin_load(runtime.handle, path, argument.data, argument.length, has_out ? &out : NULL, c.error));
  call_check_output(&c, has_out ? status : ENFOLD_INVALID, out);
  text_free(&argument);
  if (status < 0) return false;
  made.handle = out;
  pool_put(made, random_below(r, 64));
  return true;
}

void load_usual_plugins(held runtime, random_source *r) {
  char room[4096];
  for (unsigned i = 0; i < USUAL_PLUGINS; i++) {
    const char *path = usual_path(i, room, sizeof room);
    random_source each = {random_bits(r)};
    bool is_left_out = random_chance(&each, 5) || (settings.left_out_plugins & 1u << i) != 0;
    if (*path != '\0' && !is_left_out && load(runtime, path, &each)) atomic_fetch_or(&runtime.runtime->loaded, 1u << i);
  }
  if (!random_chance(r, 3)) register_feature(runtime, r);
}

void op_plugin_load(random_source *r) {
  static const char *const odd[] = {NULL, "", "/nonexistent.so", "/dev/null", "/", "libc.so.6", "\xff\xfe"};
  char room[4096];
  held runtime = pool_pick(RUNTIMES, r);
  unsigned index = random_below(r, USUAL_PLUGINS);
  const char *path = usual_path(index, room, sizeof room);
  if (random_chance(r, 4) || *path == '\0') {
    path = odd[random_below(r, 7)];
    index = 31; /* no feature is there */
  }
  if (load(runtime, path, r)) atomic_fetch_or(&runtime.runtime->loaded, 1u << index);
}

void op_plugin_info(random_source *r) {
  held plugin = pool_pick(PLUGINS, r);
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 50);
  call_begin(&c, F_enfold_plugin_info, plugin, r);
  if (tracing)
    trace_line("enfold_plugin_info(%s, %s, %s);", trace_handle(plugin), has_out ? "&string" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_plugin_info(plugin.handle, has_out ? &out : NULL, c.error));
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, false);
}

void op_runtime_features(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 50);
  call_begin(&c, F_enfold_runtime_features, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_features(%s, %s, %s);", trace_handle(runtime), has_out ? "&string" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_features(runtime.handle, has_out ? &out : NULL, c.error));
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, false);
}
