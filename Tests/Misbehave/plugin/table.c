/* table.c: a plugin whose table has one mistake. Which one is said by MISBEHAVE_TABLE when it is loaded.
 *
 * It stands beside Tests/C/plugins/broken.c, which has the plain mistakes, each of them as a file of its own. */
#include <stdlib.h>
#include <string.h>

#include "misbehave.h"

board misbehave_board;
void begin_thread(void *(*function)(void *), void *argument) { (void)function, (void)argument; }

static const fault good = {"good", 0, NULL, 0, NULL};
static enfold_engine engine;
static enfold_reducer reducer;
static enfold_plugin_feature feature = {sizeof feature, "Engine", "{}", "{}", &engine, NULL, NULL};
static enfold_plugin_feature second = {sizeof second, "Reducer", "{}", "{}", NULL, &reducer, NULL};
static const enfold_plugin_feature *features[70000] = {&feature, &second};
static enfold_plugin_table table = {
    sizeof table, ENFOLD_PLUGIN_ABI_INIT, "org.enfold.tests.table", "1.0.0", features, 2, NULL};

static const char not_utf8[] = "not\xff utf8 \xc3";
static char long_text[100001], deep_text[4001];

/* ---- Mistakes ---------------------------------------------------------------------------------------------------- */

static void id_not_utf8(void) { table.id = not_utf8; }
static void id_at(void) { table.id = "a@b"; }
static void id_long(void) { table.id = long_text; }
static void version_not_utf8(void) { table.version = not_utf8; }
static void version_empty(void) { table.version = ""; }
static void version_slash(void) { table.version = "1/0"; }
static void name_not_utf8(void) { second.name = not_utf8; }
static void name_at(void) { second.name = "a@b"; }
static void name_long(void) { second.name = long_text; }
static void compiler_not_utf8(void) { table.abi.compiler = not_utf8; }
static void compiler_empty(void) { table.abi.compiler = ""; }

static void state_schema_no_json(void) { feature.state_schema = "{type:object}"; }
static void state_schema_empty(void) { feature.state_schema = ""; }
static void state_schema_not_utf8(void) { feature.state_schema = "{\"title\":\"\xff\"}"; }
static void state_schema_two(void) { feature.state_schema = "{} {}"; }
static void state_schema_deep(void) { feature.state_schema = deep_text; }
static void action_schema_no_json(void) { second.action_schema = "nothing"; }
static void action_schema_empty(void) { second.action_schema = ""; }
static void action_schema_not_utf8(void) { second.action_schema = "{\"title\":\"\xff\"}"; }
static void action_schema_two(void) { second.action_schema = "true false"; }
static void action_schema_deep(void) { second.action_schema = deep_text; }
static void schemas_null(void) { feature.state_schema = feature.action_schema = second.state_schema = NULL; }

static void features_null(void) { table.features = NULL; }
static void count_65537(void) {
  for (int i = 0; i < 65537; i++) features[i] = &feature;
  table.feature_count = 65537;
}
static void count_size_max(void) { table.feature_count = SIZE_MAX; }
static void count_half_max(void) { table.feature_count = SIZE_MAX / 2 + 1; }
static void same_feature_twice(void) { features[1] = &feature; }

static void table_size_max(void) { table.struct_size = UINT32_MAX; }
static void table_size_short(void) { table.struct_size = offsetof(enfold_plugin_table, get_extension) - 1; }
static void table_size_smallest(void) { table.struct_size = offsetof(enfold_plugin_table, get_extension); }
static void table_size_zero(void) { table.struct_size = 0; }
static void feature_size_max(void) { feature.struct_size = UINT32_MAX; }
static void feature_size_short(void) { second.struct_size = offsetof(enfold_plugin_feature, get_extension) - 1; }
static void feature_size_smallest(void) { second.struct_size = offsetof(enfold_plugin_feature, get_extension); }
static void feature_size_zero(void) { second.struct_size = 0; }
static void engine_size_max(void) { engine.struct_size = UINT32_MAX; }
static void engine_size_short(void) { engine.struct_size = offsetof(enfold_engine, set) - 1; }
static void engine_size_smallest(void) { engine.struct_size = offsetof(enfold_engine, set); }
/* Half of the last member is there: it is absent. */
static void engine_size_half(void) { engine.struct_size = offsetof(enfold_engine, set) + sizeof engine.set / 2; }
static void reducer_size_short(void) { reducer.struct_size = sizeof reducer - 1; }
static void reducer_size_max(void) { reducer.struct_size = UINT32_MAX; }
static void abi_size_max(void) { table.abi.struct_size = UINT32_MAX; }
static void abi_size_greater(void) { table.abi.struct_size += 8; }
static void abi_number_zero(void) { table.abi.abi = 0; }
static void abi_pointer_max(void) { table.abi.pointer_size = UINT32_MAX; }
static void abi_change_max(void) { table.abi.change_size = UINT32_MAX; }
static void abi_commit_max(void) { table.abi.commit_size = UINT32_MAX; }
static void abi_host_max(void) { table.abi.host_size = UINT32_MAX; }
static void abi_change_greater(void) { table.abi.change_size += 8; }
static void abi_commit_short(void) { table.abi.commit_size = offsetof(enfold_commit, tag) - 1; }
static void abi_host_short(void) { table.abi.host_size = offsetof(enfold_host, get_extension) - 1; }
static void abi_host_smallest(void) { table.abi.host_size = offsetof(enfold_host, get_extension); }
static void abi_engine_short(void) { table.abi.engine_size = offsetof(enfold_engine, set) - 1; }
static void abi_reducer_short(void) { table.abi.reducer_size = sizeof(enfold_reducer) - 1; }
static void abi_engine_max(void) { table.abi.engine_size = UINT32_MAX; }
static void abi_reducer_max(void) { table.abi.reducer_size = UINT32_MAX; }

static void engine_open(void) { engine.open = NULL; }
static void engine_close(void) { engine.close = NULL; }
static void engine_release(void) { engine.release = NULL; }
static void engine_send(void) { engine.send = NULL; }
static void engine_send_batch(void) { engine.send_batch = NULL; }
static void engine_drain(void) { engine.drain = NULL; }
static void engine_state(void) { engine.state = NULL; }
static void engine_revision(void) { engine.revision = NULL; }
static void engine_observe(void) { engine.observe = NULL; }
static void engine_pending(void) { engine.pending = NULL; }
static void engine_watch_idle(void) { engine.watch_idle = NULL; }
static void engine_task_cancel(void) { engine.task_cancel = NULL; }
static void engine_task_release(void) { engine.task_release = NULL; }
static void engine_set(void) { engine.set = NULL; }
/* Extensions that are not what the header says. */
static enfold_restore restore_table = {sizeof restore_table, NULL};
static enfold_stub stub_table = {sizeof stub_table, NULL};
static const void *extension(const char *name, uint32_t version) {
  if (name == NULL || version != 1) return NULL;
  if (strcmp(name, ENFOLD_RESTORE_EXTENSION) == 0) return &restore_table;
  return strcmp(name, ENFOLD_STUB_EXTENSION) == 0 ? &stub_table : NULL;
}
static enfold_status no_restore(void *store, const char *state, size_t length, uint32_t flags, enfold_error *error) {
  (void)store, (void)state, (void)length, (void)flags, (void)error;
  return ENFOLD_FAILED;
}
static void restore_null(void) { feature.get_extension = extension; }
static void restore_size_short(void) {
  feature.get_extension = extension;
  restore_table.struct_size = sizeof restore_table - 1;
}
static void stub_null(void) {
  feature.get_extension = extension;
  restore_table.restore = no_restore;
}
static void stub_size_zero(void) {
  stub_null();
  stub_table.struct_size = 0;
}
/* One extension alone. */
static const char *only;
static const void *only_table;
static const void *only_extension(const char *name, uint32_t version) {
  return name != NULL && version == 1 && strcmp(name, only) == 0 ? only_table : NULL;
}
static void offer(const char *name, const void *alone) {
  only = name, only_table = alone;
  feature.get_extension = only_extension;
}
static enfold_status no_flush(void *store, uint32_t flags, enfold_error *error) {
  (void)store, (void)flags, (void)error;
  return ENFOLD_OK;
}
static enfold_flush flush_table = {sizeof flush_table, no_flush, NULL};
static enfold_tags tags_table = {sizeof tags_table, NULL};
static void flush_running_null(void) { offer(ENFOLD_FLUSH_EXTENSION, &flush_table); }
static void flush_null(void) {
  flush_running_null();
  flush_table.flush = NULL;
}
static void flush_size_short(void) {
  flush_running_null();
  flush_table.struct_size = sizeof flush_table - 1;
}
static void tags_null(void) { offer(ENFOLD_TAGS_EXTENSION, &tags_table); }
static void tags_size_zero(void) {
  tags_null();
  tags_table.struct_size = 0;
}
static enfold_status no_send(void *store, const char *action, size_t length, const char *tag, size_t tag_length, const char *given,
                             size_t given_length, uint32_t flags, uint64_t token, void **task, enfold_error *error) {
  (void)store, (void)action, (void)length, (void)tag, (void)tag_length, (void)given, (void)given_length;
  (void)flags, (void)token, (void)task, (void)error;
  return ENFOLD_INVALID;
}
static enfold_dependencies dependencies_table = {sizeof dependencies_table, no_send};
static void dependencies_good(void) { offer(ENFOLD_DEPENDENCIES_EXTENSION, &dependencies_table); }
static void dependencies_null(void) { dependencies_good(), dependencies_table.send = NULL; }
static void dependencies_size_short(void) { dependencies_good(), dependencies_table.struct_size = sizeof dependencies_table - 1; }
static void dependencies_size_zero(void) { dependencies_good(), dependencies_table.struct_size = 0; }
static void dependencies_size_max(void) { dependencies_good(), dependencies_table.struct_size = UINT32_MAX; }
static enfold_status no_binding(void *store, const char *before, size_t before_length, const char *behind, size_t behind_length,
                                const char *pointer, size_t length, size_t place, const char *value, size_t value_length,
                                const char *action, size_t action_length, uint32_t flags, enfold_error *error) {
  (void)store, (void)before, (void)before_length, (void)behind, (void)behind_length, (void)pointer, (void)length, (void)place;
  (void)value, (void)value_length, (void)action, (void)action_length, (void)flags, (void)error;
  return ENFOLD_INVALID;
}
static enfold_bindings bindings_table = {sizeof bindings_table, no_binding};
static void bindings_good(void) { offer(ENFOLD_BINDINGS_EXTENSION, &bindings_table); }
static void bindings_null(void) { bindings_good(), bindings_table.set = NULL; }
static void bindings_size_short(void) { bindings_good(), bindings_table.struct_size = sizeof bindings_table - 1; }
static void bindings_size_zero(void) { bindings_good(), bindings_table.struct_size = 0; }
static void bindings_size_max(void) { bindings_good(), bindings_table.struct_size = UINT32_MAX; }
static enfold_status no_hold(void *store, uint32_t on, uint32_t flags, enfold_error *error) {
  (void)store, (void)on, (void)flags, (void)error;
  return ENFOLD_OK;
}
static uint32_t not_held(void *store) {
  (void)store;
  return 0;
}
static enfold_status no_step(void *store, uint32_t flags, uint32_t *done, enfold_error *error) {
  (void)store, (void)flags, (void)done, (void)error;
  return ENFOLD_INVALID;
}
static void no_breakpoint(void *store, uint64_t number, const char *action, size_t length) {
  (void)store, (void)number, (void)action, (void)length;
}
static void no_removal(void *store, uint64_t number) { (void)store, (void)number; }
static enfold_hold hold_table = {sizeof hold_table, no_hold, not_held, no_step, no_breakpoint, no_removal};
static enfold_no_effects no_effects_table = {sizeof no_effects_table, NULL};
static void hold_good(void) { offer(ENFOLD_HOLD_EXTENSION, &hold_table); }
static void hold_null(void) { hold_good(), hold_table.hold = NULL; }
static void hold_is_held_null(void) { hold_good(), hold_table.is_held = NULL; }
static void hold_step_null(void) { hold_good(), hold_table.step = NULL; }
static void hold_add_null(void) { hold_good(), hold_table.add_breakpoint = NULL; }
static void hold_remove_null(void) { hold_good(), hold_table.remove_breakpoint = NULL; }
static void hold_size_short(void) { hold_good(), hold_table.struct_size = sizeof hold_table - 1; }
static void hold_size_zero(void) { hold_good(), hold_table.struct_size = 0; }
static void hold_size_max(void) { hold_good(), hold_table.struct_size = UINT32_MAX; }
static void no_effects_null(void) { offer(ENFOLD_NO_EFFECTS_EXTENSION, &no_effects_table); }
static void no_effects_size_short(void) { no_effects_null(), no_effects_table.struct_size = sizeof no_effects_table - 1; }
static enfold_status no_trace(void *store, uint32_t on, uint32_t flags, enfold_error *error) {
  (void)store, (void)on, (void)flags, (void)error;
  return ENFOLD_OK;
}
static enfold_trace trace_table = {sizeof trace_table, no_trace};
static void trace_good(void) { offer(ENFOLD_TRACE_EXTENSION, &trace_table); }
static void trace_null(void) { trace_good(), trace_table.trace = NULL; }
static void trace_size_short(void) { trace_good(), trace_table.struct_size = sizeof trace_table - 1; }
static void trace_size_zero(void) { trace_good(), trace_table.struct_size = 0; }
static void trace_size_max(void) { trace_good(), trace_table.struct_size = UINT32_MAX; }
static enfold_effect_reducer effects_table = {sizeof effects_table, NULL};
static enfold_parts parts_table = {sizeof parts_table, NULL};
static const void *effects_extension(const char *name, uint32_t version) {
  return name != NULL && version == 1 && strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0 ? &effects_table : NULL;
}
static const void *parts_extension(const char *name, uint32_t version) {
  return name != NULL && version == 1 && strcmp(name, ENFOLD_PARTS_EXTENSION) == 0 ? &parts_table : NULL;
}
static void effects_null(void) { second.get_extension = effects_extension; }
static void effects_size_short(void) {
  effects_null();
  effects_table.struct_size = sizeof effects_table - 1;
}
static void parts_null(void) { second.get_extension = parts_extension; }
static void parts_size_zero(void) {
  parts_null();
  parts_table.struct_size = 0;
}
static void reducer_open(void) { reducer.open = NULL; }
static void reducer_close(void) { reducer.close = NULL; }
static void reducer_check(void) { reducer.check = NULL; }
static void reducer_reduce(void) { reducer.reduce = NULL; }
static void reducer_state(void) { reducer.state = NULL; }

/* Loading is in progress: nothing is known of this plugin yet. */
static void entry_opens(void) {
  enfold_runtime runtime;
  enfold_runtime_open(NULL, 0, &runtime, NULL);
  enfold_runtime_close(runtime, NULL);
}
static void entry_closes(void) {
  const char *handle = getenv("MISBEHAVE_RUNTIME");
  if (handle != NULL) enfold_runtime_close(strtoull(handle, NULL, 10), NULL);
}
static void nothing(void) {}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

#define ROW(name) {#name, name}
static const struct {
  const char *name;
  void (*make)(void);
} mistakes[] = {
    ROW(effects_null), ROW(effects_size_short), ROW(parts_null), ROW(parts_size_zero),
    ROW(nothing), ROW(id_not_utf8), ROW(id_at), ROW(id_long), ROW(version_not_utf8), ROW(version_empty),
    ROW(version_slash), ROW(name_not_utf8), ROW(name_at), ROW(name_long), ROW(compiler_not_utf8), ROW(compiler_empty),
    ROW(state_schema_no_json), ROW(state_schema_empty), ROW(state_schema_not_utf8), ROW(state_schema_two),
    ROW(state_schema_deep), ROW(action_schema_no_json), ROW(action_schema_empty), ROW(action_schema_not_utf8),
    ROW(action_schema_two), ROW(action_schema_deep), ROW(schemas_null), ROW(features_null), ROW(count_65537),
    ROW(count_size_max), ROW(count_half_max), ROW(same_feature_twice), ROW(table_size_max), ROW(table_size_zero),
    ROW(feature_size_max), ROW(feature_size_zero), ROW(engine_size_max), ROW(reducer_size_max), ROW(abi_size_max),
    ROW(abi_number_zero), ROW(abi_pointer_max), ROW(abi_change_max), ROW(abi_commit_max), ROW(abi_host_max),
    ROW(abi_engine_max), ROW(abi_reducer_max), ROW(engine_open), ROW(engine_close), ROW(engine_release),
    ROW(engine_send), ROW(engine_send_batch), ROW(engine_drain), ROW(engine_state), ROW(engine_revision),
    ROW(engine_observe), ROW(engine_pending), ROW(engine_watch_idle), ROW(engine_task_cancel),
    ROW(engine_task_release), ROW(engine_set), ROW(reducer_open), ROW(reducer_close), ROW(reducer_check),
    ROW(reducer_reduce), ROW(reducer_state), ROW(entry_opens), ROW(entry_closes), ROW(table_size_short), ROW(table_size_smallest),
    ROW(feature_size_short), ROW(feature_size_smallest), ROW(engine_size_short), ROW(engine_size_smallest),
    ROW(engine_size_half), ROW(restore_null), ROW(restore_size_short), ROW(stub_null), ROW(stub_size_zero), ROW(flush_null),
    ROW(flush_running_null), ROW(flush_size_short), ROW(tags_null), ROW(tags_size_zero),
    ROW(dependencies_good), ROW(dependencies_null), ROW(dependencies_size_short), ROW(dependencies_size_zero),
    ROW(dependencies_size_max), ROW(bindings_good), ROW(bindings_null), ROW(bindings_size_short), ROW(bindings_size_zero),
    ROW(bindings_size_max),
    ROW(hold_good), ROW(hold_null), ROW(hold_is_held_null), ROW(hold_step_null), ROW(hold_add_null), ROW(hold_remove_null),
    ROW(hold_size_short), ROW(hold_size_zero), ROW(hold_size_max), ROW(no_effects_null), ROW(no_effects_size_short),
    ROW(trace_good), ROW(trace_null), ROW(trace_size_short), ROW(trace_size_zero), ROW(trace_size_max),
    ROW(reducer_size_short), ROW(abi_size_greater), ROW(abi_change_greater),
    ROW(abi_commit_short), ROW(abi_host_short), ROW(abi_host_smallest), ROW(abi_engine_short), ROW(abi_reducer_short)};

const enfold_plugin_table *enfold_plugin_entry(void) {
  const char *wanted = getenv("MISBEHAVE_TABLE");
  engine = good_engine;
  reducer = good_reducer;
  engine.feature = reducer.user = (void *)(uintptr_t)&good;
  memset(long_text, 'x', sizeof long_text - 1);
  memset(deep_text, '[', 2000);
  memset(deep_text + 2000, ']', 2000);
  for (size_t i = 0; wanted != NULL && i < sizeof mistakes / sizeof mistakes[0]; i++) {
    if (strcmp(mistakes[i].name, wanted) != 0) continue;
    mistakes[i].make();
    return &table;
  }
  return NULL;
}
