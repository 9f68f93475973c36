/* features.c: features that the host registers: names, what is refused, and what they are opened, driven and observed like. */
#include "board.h"

static enfold_runtime runtime;

static void a_registered_feature_is_opened_driven_and_observed(void) {
  world *w = new_world("Board");
  recorder log = {0}, whole = {0};
  CHECK_OK(board_register(runtime, w, &problem));
  CHECK_INT(w->opened, 0);
  enfold_store store = open_store(runtime, "Board");
  observe(store, "/log", "{\"action\":true}", &log);
  observe(store, "", "{\"initial\":false}", &whole);
  CHECK_OK(send(store, "\"hello\""));
  CHECK_TEXT(log.text, "I []|C [\"hello\"] <- \"hello\"");
  CHECK_TEXT(whole.text, "C {\"title\":\"\",\"items\":[0,0],\"log\":[\"hello\"]}");
  CHECK_FAILS(enfold_store_send(store, "[1,\"bad\"]", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "that is bad");
  CHECK_INT(problem.offset, 4);
  CHECK_INT(revision(store), 1);
  CHECK_FAILS(enfold_store_open(runtime, "Board", "{\"state\":{}}", ENFOLD_NUL, &store, &problem), ENFOLD_BAD_STATE,
              "a board needs a title");
  CHECK_FAILS(enfold_store_restore(store, "{\"title\":\"x\",\"items\":[0,\"bad\"]}", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE,
              "/items/1: that is bad");
  CHECK_INT(problem.offset, 24);
  CHECK_OK(enfold_store_restore(store, "{\"title\":\"again\"}", ENFOLD_NUL, &problem));
  CHECK_TEXT(state(store, "/title"), "\"again\"");
  CHECK_INT(w->opened, 2);
  CHECK_INT(log.events, 3);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_INT(w->releases, 0);
}

static void names_and_lists(void) {
  world *board = new_world("Board"), *tally = new_world("Tally");
  enfold_string text = {0};
  enfold_store store = 0;
  CHECK_FAILS(enfold_store_open(runtime, "Board", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND, "no plugin is loaded");
  CHECK_OK(board_register(runtime, board, &problem));
  CHECK_OK(board_register(runtime, tally, &problem));
  CHECK_OK(enfold_store_close(open_store(runtime, "Tally"), &problem));
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(runtime, test_plugin("reducer"), NULL, 0, &plugin, &problem));
  CHECK_FAILS(enfold_store_open(runtime, "Tally", NULL, 0, &store, &problem), ENFOLD_INVALID,
              "ambiguous: org.enfold.tests.tally/Tally, host/Tally");
  store = open_store(runtime, "host/Tally");
  CHECK_TEXT(state(store, "/items"), "[0,0]");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_OK(enfold_store_close(open_store(runtime, "host@0/Board"), &problem));
  store = open_store(runtime, "org.enfold.tests.tally/Tally");
  CHECK_TEXT(state(store, "/total"), "0");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_OK(enfold_runtime_features(runtime, &text, &problem));
  CHECK_CONTAINS(text.data, "{\"name\":\"Board\",\"plugin\":\"host\",\"version\":\"0\",\"state\":true,\"action\":true}");
  enfold_string_free(&text);
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  CHECK_CONTAINS(text.data, "\"plugins\":1,");
  enfold_string_free(&text);
}

static void a_missing_name_among_many(void) {
  enfold_reducer reducer = board_reducer();
  enfold_store store = 0;
  for (int i = 0; i < 100; i++) {
    char name[16];
    snprintf(name, sizeof name, "F%02d", i);
    const enfold_plugin_feature f = {sizeof f, name, NULL, NULL, NULL, &reducer, NULL};
    CHECK_OK(enfold_feature_register(runtime, &f, NULL, NULL, &problem));
  }
  CHECK_FAILS(enfold_store_open(runtime, "host/F50x", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND,
              "no feature \"host/F50x\"; loaded: F50, F51, F49, F52, F48, F53");
}

/* One text in Swift, two names. */
#define COMPOSED "caf\xc3\xa9"
#define DECOMPOSED "cafe\xcc\x81"

static void two_spellings_are_two_names(void) {
  static const char *const names[] = {COMPOSED, DECOMPOSED};
  enfold_reducer reducer = board_reducer();
  world *worlds[2];
  for (int i = 0; i < 2; i++) {
    worlds[i] = new_world(names[i]);
    const enfold_plugin_feature f = {sizeof f, names[i], NULL, NULL, NULL, &reducer, NULL};
    CHECK_OK(enfold_feature_register(runtime, &f, worlds[i], board_released, &problem));
  }
  for (int i = 0; i < 2; i++) {
    CHECK_OK(enfold_store_close(open_store(runtime, names[i]), &problem));
    CHECK_INT(worlds[i]->opened, 1);
  }
}

static char records[4096];

static void keep_record(void *user, int32_t level, const char *record, size_t length) {
  (void)user;
  size_t used = strlen(records);
  snprintf(records + used, sizeof records - used, "%d %.*s\n", level, (int)length, record);
}

static void the_same_name_is_replaced(void) {
  world *first = new_world("Board"), *second = new_world("Board"), *third = new_world("Board");
  *records = '\0';
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_INFO, keep_record, NULL, NULL, &problem));
  CHECK_OK(board_register(runtime, first, &problem));
  enfold_store old = open_store(runtime, "Board");
  CHECK_TEXT(records, "");
  CHECK_OK(board_register(runtime, second, &problem));
  if (options != NULL) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_CONTAINS(records, "3 {\"level\":\"info\",\"message\":\"the feature \\\"Board\\\" was registered again");
  enfold_store new = open_store(runtime, "Board");
  CHECK_INT(first->opened, 1);
  CHECK_INT(second->opened, 1);
  CHECK_OK(send(old, "1")); /* goes on */
  CHECK_OK(enfold_store_restore(old, "{\"title\":\"t\"}", ENFOLD_NUL, &problem));
  CHECK_INT(first->opened, 2);
  CHECK_INT(first->releases, 0);
  CHECK_OK(enfold_store_close(old, &problem));
  if (options != NULL) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(first->releases, 1);
  CHECK_INT(second->releases, 0);
  CHECK_OK(enfold_store_close(new, &problem));
  CHECK_INT(second->releases, 0);
  CHECK_OK(board_register(runtime, third, &problem)); /* nothing uses the second one */
  if (options != NULL) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(second->releases, 1);
}

/* ---- What is refused ---------------------------------------------------------------------------------------------- */

static void refuse(const enfold_plugin_feature *feature, enfold_status status, const char *part) {
  world w = {0};
  CHECK_FAILS(enfold_feature_register(runtime, feature, &w, board_released, &problem), status, part);
  CHECK_INT(w.releases, 1);
  enfold_store store = 0;
  CHECK_FAILS(enfold_store_open(runtime, "Board", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND, "no feature");
}

static void what_does_not_fit_is_refused_by_name(void) {
  enfold_reducer reducer = board_reducer();
  enfold_engine engine = {.struct_size = sizeof engine};
  const enfold_plugin_feature right = {sizeof right, "Board", NULL, NULL, NULL, &reducer, NULL};
  enfold_plugin_feature f = right;
  refuse(NULL, ENFOLD_INVALID, "feature is NULL");
#define BROKEN(member, value, part)              \
  do {                                           \
    f = right;                                   \
    f.member = (value);                          \
    refuse(&f, ENFOLD_BAD_PLUGIN, part);         \
  } while (0)
  BROKEN(struct_size, 3, "feature.struct_size is 3; this libenfold needs an enfold_plugin_feature of at least");
  BROKEN(name, NULL, "feature.name is NULL");
  BROKEN(name, "", "feature.name is empty");
  BROKEN(name, "\xff", "feature.name is not UTF-8");
  BROKEN(name, "a/b", "'/' and '@' separate names");
  BROKEN(state_schema, "{", "feature.state_schema is no JSON");
  BROKEN(action_schema, "", "feature.action_schema is no JSON");
  BROKEN(reducer, NULL, "feature (Board) has neither an engine nor a reducer");
  BROKEN(engine, &engine, "feature (Board) has both an engine and a reducer");
  reducer.struct_size = 8;
  refuse(&right, ENFOLD_BAD_PLUGIN, "feature.reducer.struct_size is 8");
  reducer = board_reducer();
  reducer.state = NULL;
  refuse(&right, ENFOLD_BAD_PLUGIN, "feature.reducer.state is NULL");
  f = right;
  f.reducer = NULL;
  f.engine = &engine;
  refuse(&f, ENFOLD_BAD_PLUGIN, "feature.engine.open is NULL");
}

/* Schemas are for features without `check`; the keywords are tested in Swift. */
static void schemas_check_actions_and_given_states(void) {
  enfold_reducer reducer = board_reducer();
  enfold_plugin_feature f = {sizeof f, "Board", NULL, "{\"items\":{\"pattern\":\"x\"}}", NULL, &reducer, NULL};
  reducer.check = NULL;
  refuse(&f, ENFOLD_BAD_PLUGIN,
         "feature.action_schema cannot be used: /items/pattern: the keyword \"pattern\" cannot be used: regular");
  f.action_schema = "{\"anyOf\":[{\"enum\":[\"hello\"]},{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}]}";
  f.state_schema = "{\"properties\":{\"title\":{\"maxLength\":\"5\"}}}";
  refuse(&f, ENFOLD_BAD_PLUGIN,
         "feature.state_schema cannot be used: /properties/title/maxLength: \"maxLength\" is an integer");
  f.state_schema = "{\"title\":\"Board\",\"type\":\"object\",\"properties\":{\"title\":{\"maxLength\":5}}}";

  world *w = new_world("Board");
  CHECK_OK(enfold_feature_register(runtime, &f, w, board_released, &problem));
  enfold_store store = open_store(runtime, "Board");
  CHECK_OK(send(store, "\"hello\""));
  CHECK_OK(send(store, "[[],\"hello\"]"));
  CHECK_FAILS(enfold_store_send(store, " [[],\"helo\"]", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION,
              "/1: unknown case \"helo\"; known: hello; did you mean \"hello\"?");
  CHECK_INT(problem.offset, 5);
  CHECK_FAILS(enfold_store_send_batch(store, "[\"hello\",[[5]]]", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION,
              "/0/0: a number where an array or a string is expected");
  CHECK_INT(problem.offset, 11);
  CHECK_INT(revision(store), 2);
  enfold_store other = 0;
  CHECK_FAILS(enfold_store_open(runtime, "Board", "{\"state\":{\"title\":\"longer\"}}", ENFOLD_NUL, &other, &problem),
              ENFOLD_BAD_STATE, "/title: a string of 6 characters where one of at most 5 characters is expected");
  CHECK_INT(problem.offset, 18);
  CHECK_FAILS(enfold_store_restore(store, "{\"title\":\"longer\"}", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE,
              "/title: a string");
  CHECK_INT(atomic_load(&w->opened), 1);
  CHECK_OK(enfold_store_restore(store, "{\"title\":\"again\"}", ENFOLD_NUL, &problem));
  CHECK_INT(atomic_load(&w->checks), 0);

  reducer.check = board_reducer().check;
  f.action_schema = "{\"items\":{\"pattern\":\"x\"}}";
  CHECK_OK(enfold_feature_register(runtime, &f, w = new_world("Board"), board_released, &problem));
  CHECK_OK(send(open_store(runtime, "Board"), "[1]"));
  CHECK(atomic_load(&w->checks) > 0);
}

/* Two schemas for each element take twice as long at each level. */
static void checks_end(void) {
  enfold_reducer reducer = board_reducer();
  reducer.check = NULL;
  const char *schema = "{\"allOf\":[{\"items\":{\"$ref\":\"#\"}},{\"items\":{\"$ref\":\"#\"}}]}";
  enfold_plugin_feature f = {sizeof f, "Board", NULL, schema, NULL, &reducer, NULL};
  CHECK_OK(enfold_feature_register(runtime, &f, new_world("Board"), board_released, &problem));
  enfold_store store = open_store(runtime, "Board");
  char action[202];
  memset(action, '[', 100);
  memset(action + 100, ']', 100);
  CHECK_FAILS(enfold_store_send(store, action, 200, NULL, &problem), ENFOLD_LIMIT,
              "so many schemas apply to this value, one inside the other, that checking it takes too long");
  CHECK_OK(send(store, "[[[[1]]]]"));
}

static const enfold_effect_reducer no_reduce = {sizeof(enfold_effect_reducer), NULL};
static const enfold_parts small_parts = {4, board_part};
static enfold_declares declared = {sizeof declared, NULL};

static const void *effects_without_reduce(const char *name, uint32_t version) {
  return version == 1 && strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0 ? &no_reduce : NULL;
}
static const void *parts_too_small(const char *name, uint32_t version) {
  return version == 1 && strcmp(name, ENFOLD_PARTS_EXTENSION) == 0 ? &small_parts : NULL;
}
static const void *declares(const char *name, uint32_t version) {
  return version == 1 && strcmp(name, ENFOLD_DECLARES_EXTENSION) == 0 ? &declared : NULL;
}
static void *declared_for;
static void declare_nothing_right(void *feature, enfold_write_fn write, void *context) {
  declared_for = feature;
  write(context, "{}", 2);
}
static void declare_one(void *feature, enfold_write_fn write, void *context) {
  declared_for = feature;
  write(context, "[{\"name\":\"fact\"}]", 17);
}

static void extensions_are_checked(void) {
  enfold_reducer reducer = board_reducer();
  enfold_plugin_feature f = {sizeof f, "Board", NULL, NULL, NULL, &reducer, effects_without_reduce};
  refuse(&f, ENFOLD_BAD_PLUGIN, "feature (enfold.effects) reduce is NULL");
  f.get_extension = parts_too_small;
  refuse(&f, ENFOLD_BAD_PLUGIN, "feature (enfold.parts) struct_size is 4");
  f.get_extension = declares;
  declared.requests = NULL;
  refuse(&f, ENFOLD_BAD_PLUGIN, "feature (enfold.declares) requests is NULL");
  declared.requests = declare_nothing_right;
  refuse(&f, ENFOLD_BAD_PLUGIN, "feature (enfold.declares) requests is no JSON array");
  declared.requests = declare_one;
  world *w = new_world("Board");
  CHECK_OK(enfold_feature_register(runtime, &f, w, board_released, &problem));
  CHECK(declared_for == w);
  enfold_string text = {0};
  CHECK_OK(enfold_runtime_features(runtime, &text, &problem));
  CHECK_CONTAINS(text.data, "\"requests\":[{\"name\":\"fact\"}]");
  enfold_string_free(&text);
}

/* ---- A feature with an engine of its own -------------------------------------------------------------------------- */

static atomic_int engine_stores, engine_releases;
static char engine_feature;

static enfold_status engine_open(void *feature, const enfold_store_options *given, const enfold_host *host, void *context,
                                 void **store, enfold_error *error) {
  (void)given, (void)error;
  CHECK(feature == &engine_feature);
  void **made = malloc(2 * sizeof *made);
  made[0] = (void *)host;
  made[1] = context;
  *store = made;
  atomic_fetch_add(&engine_stores, 1);
  return ENFOLD_OK;
}
static void engine_close(void *store, uint32_t drain) {
  (void)drain;
  ((const enfold_host *)((void **)store)[0])->closed(((void **)store)[1]);
}
static void engine_release(void *store) {
  CHECK_INT(engine_releases, 0);
  atomic_fetch_sub(&engine_stores, 1);
  free(store);
}
static enfold_status engine_send(void *store, const char *action, size_t length, uint32_t flags, uint64_t token, void **task,
                                 enfold_error *error) {
  (void)store, (void)action, (void)length, (void)flags, (void)token, (void)task, (void)error;
  return ENFOLD_OK;
}
static enfold_status engine_send_batch(void *store, const char *actions, size_t length, uint32_t flags, size_t *accepted,
                                       enfold_error *error) {
  (void)store, (void)actions, (void)length, (void)flags, (void)error;
  *accepted = 0;
  return ENFOLD_OK;
}
static enfold_status engine_drain(void *store, uint32_t max, uint32_t *done) {
  (void)store, (void)max;
  *done = 0;
  return ENFOLD_OK;
}
static enfold_status engine_state(void *store, const char *pointer, size_t length, enfold_write_fn write, void *context,
                                  enfold_error *error) {
  (void)store, (void)pointer, (void)length, (void)error;
  write(context, "\"engine\"", 8);
  return ENFOLD_OK;
}
static uint64_t engine_number(void *store) {
  (void)store;
  return 0;
}
static enfold_status engine_observe(void *store, uint64_t interest, const char *pointer, size_t length, uint32_t flags,
                                    uint32_t drain, enfold_error *error) {
  (void)store, (void)interest, (void)pointer, (void)length, (void)flags, (void)drain, (void)error;
  return ENFOLD_OK;
}
static void engine_unobserve(void *store, uint64_t interest) { (void)store, (void)interest; }
static void engine_watch(void *store, uint32_t on) { (void)store, (void)on; }
static void engine_task(void *task) { (void)task; }
static void engine_released(void *user) {
  CHECK(user == &engine_releases);
  CHECK_INT(engine_stores, 0);
  atomic_fetch_add(&engine_releases, 1);
}

static void an_engine_keeps_its_own_feature(void) {
  enfold_engine engine = {sizeof engine, &engine_feature, engine_open, engine_close, engine_release, engine_send,
                          engine_send_batch, engine_drain, engine_state, engine_number, engine_observe, engine_unobserve,
                          engine_number, engine_watch, engine_task, engine_task, NULL};
  enfold_plugin_feature f = {sizeof f, "Own", NULL, NULL, &engine, NULL, NULL};
  engine_releases = 0;
  CHECK_OK(enfold_feature_register(runtime, &f, (void *)&engine_releases, engine_released, &problem));
  memset(&engine, 0xff, sizeof engine);
  enfold_store store = open_store(runtime, "Own");
  CHECK_TEXT(state(store, ""), "\"engine\"");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(engine_stores, 0);
  CHECK_INT(engine_releases, 1);
  runtime = open_runtime(options);
}

static void no_plugin_is_called_host(void) {
  enfold_plugin plugin = 0;
  CHECK_FAILS(enfold_plugin_load(runtime, test_plugin("counter-host"), NULL, 0, &plugin, &problem), ENFOLD_BAD_PLUGIN,
              "id is \"host\", which stands for the features that the host registers itself");
}

#define RUN_ALONE(test)                                  \
  do {                                                   \
    runtime = open_runtime(options);                     \
    RUN(test);                                           \
    CHECK_OK(enfold_runtime_close(runtime, &problem));   \
  } while (0)

int main(void) {
  static const char *const loops[] = {NULL, "{\"loop\":\"host\"}"};
  for (int i = 0; i < 2; i++) {
    options = loops[i];
    RUN_ALONE(a_registered_feature_is_opened_driven_and_observed);
    RUN_ALONE(names_and_lists);
    RUN_ALONE(a_missing_name_among_many);
    RUN_ALONE(two_spellings_are_two_names);
    RUN_ALONE(the_same_name_is_replaced);
    RUN_ALONE(what_does_not_fit_is_refused_by_name);
    RUN_ALONE(schemas_check_actions_and_given_states);
    RUN_ALONE(checks_end);
    RUN_ALONE(extensions_are_checked);
    RUN_ALONE(an_engine_keeps_its_own_feature);
    RUN_ALONE(no_plugin_is_called_host);
  }
  return 0;
}
