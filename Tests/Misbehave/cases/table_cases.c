/* table_cases.c: mistakes of a plugin's table. */
#include <dlfcn.h>

#include "drivers.h"

static enfold_status load(const test_case *c, enfold_plugin *plugin) {
  char handle[32];
  snprintf(handle, sizeof handle, "%" PRIu64, the_stage.runtime);
  setenv("MISBEHAVE_RUNTIME", handle, 1);
  setenv("MISBEHAVE_TABLE", c->fault, 1);
  return enfold_plugin_load(the_stage.runtime, test_plugin("table"), NULL, 0, plugin, begin_call());
}

static void check_the_rest_works(void) {
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(the_stage.runtime, test_plugin("misbehave"), NULL, 0, &plugin, begin_call()));
  check_good_stores();
}

static int releases;
static void count_release(void *user) { *(int *)user += 1; }

/* What is wrong with one feature is as wrong if the host registers it. The message names the same field. */
static void register_gives(const test_case *c) {
  int at = 0, skipped = 0;
  if (c->part == NULL || sscanf(c->part, "features[%d]%n", &at, &skipped) < 1 || skipped == 0) return;
  void *image = dlopen(test_plugin("table"), RTLD_NOW | RTLD_LOCAL);
  CHECK(image != NULL);
  enfold_plugin_entry_fn entry;
  *(void **)&entry = dlsym(image, "enfold_plugin_entry");
  const enfold_plugin_feature *feature = entry()->features[at];
  char part[256];
  snprintf(part, sizeof part, "feature%s", c->part + skipped);
  const test_case registered = {c->fault, c->run, c->status, part};
  releases = 0;
  expect(&registered, enfold_feature_register(the_stage.runtime, feature, &releases, count_release, begin_call()),
         "enfold_feature_register");
  CHECK_INT(releases, 1);
}

/* Loading refuses the plugin, and names the field. */
static void load_gives(const test_case *c) {
  enfold_plugin plugin = 12;
  expect(c, load(c, &plugin), "enfold_plugin_load");
  CHECK_INT(plugin, 12);
  if (strcmp(c->fault, "same_feature_twice") != 0) register_gives(c);
  check_the_rest_works();
}

static void find(const char *part) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_features(the_stage.runtime, &text, begin_call()));
  CHECK_CONTAINS(text.data, part);
  enfold_string_free(&text);
}

/* It is no mistake, and the features work. */
static void load_works(const test_case *c) {
  enfold_plugin plugin = 0;
  enfold_string text = {NULL, 0};
  expect(c, load(c, &plugin), "enfold_plugin_load");
  CHECK_OK(enfold_plugin_info(plugin, &text, begin_call()));
  enfold_string_free(&text);
  find("\"plugin\":");
  static const char *const names[] = {"Engine", "Reducer"};
  for (int i = 0; i < 2; i++) {
    enfold_store store = 0;
    enfold_status status = enfold_store_open(the_stage.runtime, names[i], NULL, 0, &store, begin_call());
    if (status == ENFOLD_OK) live_through(store);
    if (c->part == NULL) CHECK_INT(status, ENFOLD_OK);
  }
  check_the_rest_works();
}

static void writing_is_unsupported(const test_case *c) {
  load_works(c);
  enfold_store store = open_feature("Engine");
  CHECK_FAILS(enfold_store_set(store, "/count", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_UNSUPPORTED,
              "Engine");
}

static void runtime_is_gone(const test_case *c) {
  enfold_plugin plugin = 12;
  expect(c, load(c, &plugin), "enfold_plugin_load");
  CHECK_INT(plugin, 12);
}

#define REFUSED(name, part) {name, load_gives, ENFOLD_BAD_PLUGIN, part}
#define FINE(name) {name, load_works, ENFOLD_OK, NULL}

const test_case table_cases[] = {
    FINE("nothing"),
    REFUSED("id_not_utf8", "id"),
    REFUSED("id_at", "id"),
    FINE("id_long"),
    REFUSED("version_not_utf8", "version"),
    REFUSED("version_empty", "version"),
    REFUSED("version_slash", "version"),
    REFUSED("name_not_utf8", "features[1].name"),
    REFUSED("name_at", "features[1].name"),
    {"name_long", load_works, ENFOLD_OK, "the second feature has another name"},
    REFUSED("compiler_not_utf8", "abi.compiler"),
    REFUSED("compiler_empty", "abi.compiler"),
    REFUSED("state_schema_no_json", "features[0].state_schema"),
    REFUSED("state_schema_empty", "features[0].state_schema"),
    REFUSED("state_schema_not_utf8", "features[0].state_schema"),
    REFUSED("state_schema_two", "features[0].state_schema"),
    REFUSED("state_schema_deep", "features[0].state_schema"),
    REFUSED("action_schema_no_json", "features[1].action_schema"),
    REFUSED("action_schema_empty", "features[1].action_schema"),
    REFUSED("action_schema_not_utf8", "features[1].action_schema"),
    REFUSED("action_schema_two", "features[1].action_schema"),
    REFUSED("action_schema_deep", "features[1].action_schema"),
    FINE("schemas_null"),
    REFUSED("features_null", "features"),
    REFUSED("count_65537", "feature_count"),
    REFUSED("count_size_max", "feature_count"),
    REFUSED("count_half_max", "feature_count"),
    REFUSED("same_feature_twice", "features[1].name"),
    FINE("table_size_max"),
    REFUSED("table_size_zero", "struct_size is 0; this libenfold needs an enfold_plugin_table of at least 80 bytes"),
    REFUSED("table_size_short", "struct_size is 79"),
    FINE("table_size_smallest"),
    FINE("feature_size_max"),
    REFUSED("feature_size_zero", "features[1].struct_size is 0; this libenfold needs an enfold_plugin_feature"),
    REFUSED("feature_size_short", "features[1].struct_size is 47"),
    FINE("feature_size_smallest"),
    FINE("engine_size_max"),
    REFUSED("engine_size_short", "features[0].engine.struct_size is 127; this libenfold needs an enfold_engine"),
    {"engine_size_smallest", writing_is_unsupported, ENFOLD_OK, NULL},
    {"engine_size_half", writing_is_unsupported, ENFOLD_OK, NULL},
    FINE("reducer_size_max"),
    REFUSED("reducer_size_short", "features[1].reducer.struct_size is 55; this libenfold needs an enfold_reducer"),
    REFUSED("effects_null", "features[1] (enfold.effects) reduce is NULL"),
    REFUSED("effects_size_short", "features[1] (enfold.effects) struct_size is 15; this libenfold needs an enfold_effect"),
    REFUSED("parts_null", "features[1] (enfold.parts) part is NULL"),
    REFUSED("parts_size_zero", "features[1] (enfold.parts) struct_size is 0; this libenfold needs an enfold_parts"),
    REFUSED("abi_size_max", "abi.struct_size"),
    REFUSED("abi_size_greater", "abi.struct_size is 48; this libenfold needs 40"),
    REFUSED("abi_number_zero", "abi.abi"),
    REFUSED("abi_pointer_max", "abi.pointer_size"),
    REFUSED("abi_change_max", "abi.change_size"),
    REFUSED("abi_change_greater", "abi.change_size is 56; this libenfold needs 48"),
    FINE("abi_commit_max"),
    REFUSED("abi_commit_short", "abi.commit_size is 47"),
    FINE("abi_host_max"),
    REFUSED("abi_host_short", "abi.host_size is 63"),
    FINE("abi_host_smallest"),
    FINE("abi_engine_max"),
    REFUSED("abi_engine_short", "abi.engine_size is 127"),
    FINE("abi_reducer_max"),
    REFUSED("abi_reducer_short", "abi.reducer_size is 55"),
    REFUSED("engine_open", "features[0].engine.open"),
    REFUSED("engine_close", "features[0].engine.close"),
    REFUSED("engine_release", "features[0].engine.release"),
    REFUSED("engine_send", "features[0].engine.send"),
    REFUSED("engine_send_batch", "features[0].engine.send_batch"),
    REFUSED("engine_drain", "features[0].engine.drain"),
    REFUSED("engine_state", "features[0].engine.state"),
    REFUSED("engine_revision", "features[0].engine.revision"),
    REFUSED("engine_observe", "features[0].engine.observe"),
    REFUSED("engine_pending", "features[0].engine.pending"),
    REFUSED("engine_watch_idle", "features[0].engine.watch_idle"),
    REFUSED("engine_task_cancel", "features[0].engine.task_cancel"),
    REFUSED("engine_task_release", "features[0].engine.task_release"),
    {"engine_set", writing_is_unsupported, ENFOLD_OK, NULL},
    REFUSED("restore_null", "features[0] (enfold.restore) restore is NULL"),
    REFUSED("restore_size_short", "features[0] (enfold.restore) struct_size is 15"),
    REFUSED("stub_null", "features[0] (enfold.stub) open is NULL"),
    REFUSED("flush_null", "features[0] (enfold.flush) flush is NULL"),
    REFUSED("flush_running_null", "features[0] (enfold.flush) running is NULL"),
    REFUSED("flush_size_short", "features[0] (enfold.flush) struct_size is 23"),
    REFUSED("tags_null", "features[0] (enfold.tags) send is NULL"),
    REFUSED("tags_size_zero", "features[0] (enfold.tags) struct_size is 0"),
    FINE("dependencies_good"),
    REFUSED("dependencies_null", "features[0] (enfold.dependencies) send is NULL"),
    REFUSED("dependencies_size_short",
            "features[0] (enfold.dependencies) struct_size is 15; this libenfold needs an enfold_dependencies"),
    REFUSED("dependencies_size_zero", "features[0] (enfold.dependencies) struct_size is 0"),
    FINE("dependencies_size_max"),
    FINE("bindings_good"),
    REFUSED("bindings_null", "features[0] (enfold.bindings) set is NULL"),
    REFUSED("bindings_size_short", "features[0] (enfold.bindings) struct_size is 15; this libenfold needs an enfold_bindings"),
    REFUSED("bindings_size_zero", "features[0] (enfold.bindings) struct_size is 0"),
    FINE("bindings_size_max"),
    FINE("hold_good"),
    REFUSED("hold_null", "features[0] (enfold.hold) hold is NULL"),
    REFUSED("hold_is_held_null", "features[0] (enfold.hold) is_held is NULL"),
    REFUSED("hold_step_null", "features[0] (enfold.hold) step is NULL"),
    REFUSED("hold_add_null", "features[0] (enfold.hold) add_breakpoint is NULL"),
    REFUSED("hold_remove_null", "features[0] (enfold.hold) remove_breakpoint is NULL"),
    REFUSED("hold_size_short", "features[0] (enfold.hold) struct_size is 47; this libenfold needs an enfold_hold"),
    REFUSED("hold_size_zero", "features[0] (enfold.hold) struct_size is 0"),
    FINE("hold_size_max"),
    REFUSED("no_effects_null", "features[0] (enfold.no_effects) open is NULL"),
    REFUSED("no_effects_size_short", "features[0] (enfold.no_effects) struct_size is 15; this libenfold needs an enfold_no_effects"),
    FINE("trace_good"),
    REFUSED("trace_null", "features[0] (enfold.trace) trace is NULL"),
    REFUSED("trace_size_short", "features[0] (enfold.trace) struct_size is 15; this libenfold needs an enfold_trace"),
    REFUSED("trace_size_zero", "features[0] (enfold.trace) struct_size is 0"),
    FINE("trace_size_max"),
    REFUSED("stub_size_zero", "features[0] (enfold.stub) struct_size is 0"),
    REFUSED("reducer_open", "features[1].reducer.open"),
    REFUSED("reducer_close", "features[1].reducer.close"),
    FINE("reducer_check"),
    REFUSED("reducer_reduce", "features[1].reducer.reduce"),
    REFUSED("reducer_state", "features[1].reducer.state"),
    FINE("entry_opens"),
    {"entry_closes", runtime_is_gone, ENFOLD_STALE, NULL},
    {NULL, NULL, 0, NULL}};
