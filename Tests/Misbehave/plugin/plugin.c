/* plugin.c: what faulty functions have in common, and the table: a feature for each fault. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

board misbehave_board;

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

void begin_thread(void *(*function)(void *), void *argument) {
  board *b = &misbehave_board;
  if (b->thread_count == (int)(sizeof b->threads / sizeof b->threads[0])) return;
  if (pthread_create(&b->threads[b->thread_count], NULL, function, argument) == 0) b->thread_count++;
}

void on_other_thread(void *(*function)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, argument) == 0) pthread_join(thread, NULL);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

enfold_status fill_badly(enfold_error *error, int64_t kind, enfold_status status) {
  error->code = status;
  error->offset = UINT64_MAX;
  strcpy(error->message, "as it pleases");
  switch (kind) {
    case OFFSET_INT64_MAX: error->offset = INT64_MAX; break;
    case OFFSET_ALMOST_MAX: error->offset = UINT64_MAX - 1; break;
    case OFFSET_BEYOND: error->offset = 1000000; break;
    case MESSAGE_ENDLESS: memset(error->message, 'x', sizeof error->message); break;
    case MESSAGE_NOT_UTF8: strcpy(error->message, "as it\xff pleases \xc3"); break;
    case MESSAGE_EMPTY: error->message[0] = '\0'; break;
    case ERROR_REWRITTEN: error->struct_size = UINT32_MAX, error->code = ENFOLD_MORE; break;
  }
  return status;
}

/* ---- Calls of the API -------------------------------------------------------------------------------------------- */

static void ignore_event(void *user, const enfold_event *event) { (void)user, (void)event; }
static void ignore_entry(void *user, const char *entry, size_t length) { (void)user, (void)entry, (void)length; }

void call_api(int64_t which) {
  static _Thread_local bool is_inside;
  board *b = &misbehave_board;
  enfold_string text = {NULL, 0};
  enfold_store made = 0;
  uint64_t revision;
  enfold_status status = ENFOLD_OK;
  /* A reducer that sends whenever it reduces would never come to an end. */
  if (is_inside || b->runtime == 0 || b->api_calls == 10) return;
  is_inside = true;
  switch (which) {
    case API_STATE: status = enfold_store_state(b->store, NULL, 0, &text, NULL); break;
    case API_SEND: status = enfold_store_send(b->store, "\"inner\"", ENFOLD_NUL, NULL, NULL); break;
    case API_SET: status = enfold_store_set(b->store, "/count", ENFOLD_NUL, "1", ENFOLD_NUL, NULL, 0, NULL); break;
    case API_OBSERVE:
      status = enfold_store_observe(b->store, NULL, 0, NULL, 0, ignore_event, NULL, NULL, NULL, NULL);
      break;
    case API_SCOPE: status = enfold_store_scope(b->store, "/count", ENFOLD_NUL, NULL, 0, &made, NULL); break;
    case API_REVISION: status = enfold_store_revision(b->store, &revision, NULL); break;
    case API_STATS: status = enfold_runtime_stats(b->runtime, &text, NULL); break;
    case API_OPEN: status = enfold_store_open(b->runtime, "good-engine", NULL, 0, &made, NULL); break;
    case API_CLOSE: status = enfold_store_close(b->store, NULL); break;
    case API_RUNTIME_CLOSE: status = enfold_runtime_close(b->runtime, NULL); break;
    case API_WAIT: status = enfold_store_wait(b->store, 20, NULL); break;
    case API_RUNTIME_WAIT: status = enfold_runtime_wait(b->runtime, 20, NULL); break;
    case API_PUMP: status = enfold_runtime_pump(b->runtime, 0, NULL, NULL); break;
    case API_FLUSH: status = enfold_store_flush(b->store, NULL); break;
    case API_HOLD: status = enfold_store_hold(b->store, 1, NULL); break;
    case API_STEP: status = enfold_store_step(b->store, NULL, NULL); break;
    case API_BREAK: status = enfold_store_break(b->store, "{\"path\":\"/count\"}", ENFOLD_NUL, NULL, NULL); break;
    case API_TRACE: status = enfold_runtime_trace(b->runtime, NULL, 0, ignore_entry, NULL, NULL, NULL, NULL); break;
    case API_END: status = enfold_store_end(b->store, "{\"wait\":20}", ENFOLD_NUL, NULL); break;
    case API_RUNTIME_END: status = enfold_runtime_end(b->runtime, "{\"wait\":20}", ENFOLD_NUL, NULL); break;
  }
  enfold_string_free(&text);
  is_inside = false;
  /* The first call is the one that counts: later ones may find everything closed. */
  if (b->api_calls++ == 0) b->api_status = status;
}

/* ---- Writing states ---------------------------------------------------------------------------------------------- */

static void write_nested(size_t depth, enfold_write_fn write, void *context) {
  char *text = malloc(2 * depth);
  memset(text, '[', depth);
  memset(text + depth, ']', depth);
  write(context, text, 2 * depth);
  free(text);
}

static void write_text(const char *text, enfold_write_fn write, void *context) { write(context, text, strlen(text)); }

enfold_status write_badly(int64_t kind, enfold_write_fn write, void *context, enfold_error *error) {
  static const char good[] = "{\"count\":7}";
  static char block[1 << 20];
  switch (kind) {
    case WRITE_NOTHING: break;
    case WRITE_DEEP: write_nested(1024, write, context); break;
    case WRITE_BYTES:
      for (size_t i = 0; i + 1 < sizeof good; i++) write(context, good + i, 1);
      break;
    case WRITE_HUGE:
      memset(block, 'x', sizeof block);
      write_text("\"", write, context);
      for (int i = 0; i < 20; i++) write(context, block, sizeof block);
      write_text("\"", write, context);
      break;
    case WRITE_EMPTY_PIECES:
      write(context, NULL, 0);
      write_text(good, write, context);
      write(context, good, 0);
      break;
    case WRITE_NULL: write(context, NULL, 7); break;
    case WRITE_SIZE_MAX: write(context, good, SIZE_MAX); break;
    case WRITE_HALF_MAX: write(context, good, SIZE_MAX / 2 + 1); break;
    case WRITE_THEN_FAIL:
      write(context, good, 5);
      strcpy(error->message, "no more of it");
      return ENFOLD_FAILED;
    case WRITE_NO_JSON: write_text("{count:1}", write, context); break;
    case WRITE_NOT_UTF8: write_text("\"\xff\"", write, context); break;
    case WRITE_TWO_VALUES: write_text("1 2", write, context); break;
    case WRITE_CUT: write_text("{\"count\":", write, context); break;
    case WRITE_TOO_DEEP: write_nested(1025, write, context); break;
    case WRITE_ABYSS: write_nested(1 << 20, write, context); break;
  }
  return ENFOLD_OK;
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static const fault good = {"good", 0, NULL, 0, NULL};

/* A copy of a good table, with the function of the fault in it. */
static void *with_fault(const void *table, size_t size, const fault *f) {
  char *copy = malloc(size);
  memcpy(copy, table, size);
  if (f->member != 0) memcpy(copy + f->member, &f->function, sizeof f->function);
  return copy;
}

/* Replacing the state: a fault whose name says so gives its number, or spoils the error. */
static enfold_status restore(void *pointer, const char *state, size_t length, uint32_t flags, enfold_error *error) {
  const fault *f = ((struct store *)pointer)->fault;
  (void)state, (void)length, (void)flags;
  if (strncmp(f->name, "engine-restore-gives", 20) == 0) return (enfold_status)f->number;
  if (strncmp(f->name, "engine-restore-", 15) == 0) return fill_badly(error, f->number, ENFOLD_BAD_STATE);
  return ENFOLD_OK;
}

/* Opening a stub: the same as opening a store. */
static enfold_status open_stub(void *feature, const enfold_store_options *options, const enfold_host *host,
                               void *context, void **out, enfold_error *error) {
  const fault *f = feature;
  if (strcmp(f->name, "engine-stub-gives-no-store") == 0) return ENFOLD_OK;
  if (strncmp(f->name, "engine-stub-gives", 17) == 0) return (enfold_status)f->number;
  return good_engine.open(feature, options, host, context, out, error);
}

/* Opening a store without effects: the same as opening a store. */
static enfold_status open_without_effects(void *feature, const enfold_store_options *options, const enfold_host *host,
                                          void *context, void **out, enfold_error *error) {
  const fault *f = feature;
  if (strcmp(f->name, "engine-no-effects-gives-no-store") == 0) return ENFOLD_OK;
  if (strncmp(f->name, "engine-no-effects-gives", 23) == 0) return (enfold_status)f->number;
  return good_engine.open(feature, options, host, context, out, error);
}

/* Beginning what waits: nothing does. */
static enfold_status flush(void *pointer, uint32_t flags, enfold_error *error) {
  const fault *f = ((struct store *)pointer)->fault;
  (void)flags;
  if (strncmp(f->name, "engine-flush-gives", 18) == 0) return (enfold_status)f->number;
  if (strncmp(f->name, "engine-flush-calls", 18) == 0) call_api(f->number);
  else if (strncmp(f->name, "engine-flush-", 13) == 0) return fill_badly(error, f->number, ENFOLD_STALE);
  return ENFOLD_OK;
}

static void list_running(void *pointer, enfold_write_fn write, void *context) {
  const fault *f = ((struct store *)pointer)->fault;
  enfold_error error = ENFOLD_ERROR_INIT;
  if (strncmp(f->name, "engine-running-calls", 20) == 0) call_api(f->number);
  if (strncmp(f->name, "engine-running-writes", 21) == 0) write_badly(f->number, write, context, &error);
  else write_text("[\"hold\"]", write, context);
}

/* Sending with a tag, which is dropped. */
static enfold_status send_tagged(void *pointer, const char *action, size_t length, const char *tag, size_t tag_length,
                                 uint32_t flags, uint64_t token, void **task, enfold_error *error) {
  const fault *f = ((struct store *)pointer)->fault;
  (void)tag, (void)tag_length;
  if (strncmp(f->name, "engine-tags-gives", 17) == 0) return (enfold_status)f->number;
  if (strncmp(f->name, "engine-tags-", 12) == 0) return fill_badly(error, f->number, ENFOLD_BAD_ACTION);
  return good_engine.send(pointer, action, length, flags, token, task, error);
}

/* Sending with values for dependencies, which nothing asks for. */
static enfold_status send_given(void *pointer, const char *action, size_t length, const char *tag, size_t tag_length,
                                const char *given, size_t given_length, uint32_t flags, uint64_t token, void **task,
                                enfold_error *error) {
  const fault *f = ((struct store *)pointer)->fault;
  (void)tag, (void)tag_length, (void)given, (void)given_length;
  if (strncmp(f->name, "engine-dependencies-gives", 25) == 0) return (enfold_status)f->number;
  if (strncmp(f->name, "engine-dependencies-", 20) == 0) return fill_badly(error, f->number, ENFOLD_BAD_ACTION);
  return good_engine.send(pointer, action, length, flags, token, task, error);
}

/* Writing a property by an action: without one. */
static enfold_status set_binding(void *pointer, const char *before, size_t before_length, const char *behind,
                                 size_t behind_length, const char *path, size_t length, size_t place, const char *value,
                                 size_t value_length, const char *action, size_t action_length, uint32_t flags,
                                 enfold_error *error) {
  const fault *f = ((struct store *)pointer)->fault;
  (void)before, (void)before_length, (void)behind, (void)behind_length, (void)place;
  if (strncmp(f->name, "engine-bindings-gives", 21) == 0) return (enfold_status)f->number;
  if (strncmp(f->name, "engine-bindings-calls", 21) == 0) call_api(f->number);
  else return fill_badly(error, f->number, ENFOLD_BAD_STATE);
  return good_engine.set(pointer, path, length, value, value_length, action, action_length, flags, error);
}

/* ---- Holding ----------------------------------------------------------------------------------------------------- */

static const fault *fault_of(const void *pointer) { return ((const struct store *)pointer)->fault; }
static bool begins(const fault *f, const char *prefix) { return strncmp(f->name, prefix, strlen(prefix)) == 0; }

/* What a store is said to be that goes on. */
static atomic_uint pretended;

static enfold_status hold(void *pointer, uint32_t on, uint32_t flags, enfold_error *error) {
  const fault *f = fault_of(pointer);
  if (begins(f, "engine-hold-gives")) return (enfold_status)f->number;
  if (begins(f, "engine-hold-calls"))
    call_api(f->number);
  else if (begins(f, "engine-hold-"))
    return fill_badly(error, f->number, ENFOLD_STALE);
  if (begins(f, "engine-held-drains")) {
    pretended = on;
    return ENFOLD_OK;
  }
  if (begins(f, "engine-held-for-ever") && on == 0) return ENFOLD_OK;
  return hold_store(pointer, on, flags, error);
}

static uint32_t is_held(void *pointer) {
  const fault *f = fault_of(pointer);
  if (begins(f, "engine-held-calls")) call_api(f->number);
  if (begins(f, "engine-held-drains")) return pretended;
  if (begins(f, "engine-held-gives")) return (uint32_t)f->number;
  return is_store_held(pointer);
}

static enfold_status step(void *pointer, uint32_t flags, uint32_t *done, enfold_error *error) {
  const fault *f = fault_of(pointer);
  if (begins(f, "engine-step-gives")) return (enfold_status)f->number;
  if (begins(f, "engine-step-calls"))
    call_api(f->number);
  else if (begins(f, "engine-step-"))
    return fill_badly(error, f->number, ENFOLD_INVALID);
  enfold_status status = step_store(pointer, flags, done, error);
  if (begins(f, "engine-stepped-tells")) *done = (uint32_t)f->number;
  if (begins(f, "engine-stepped-tells-and-refuses")) return fill_badly(error, MESSAGE_EMPTY, ENFOLD_INVALID);
  if (begins(f, "engine-stepped-all") && status >= 0) {
    hold_store(pointer, 0, flags, error);
    hold_store(pointer, 1, flags, error);
  }
  return status;
}

static void add_break(void *pointer, uint64_t number, const char *action, size_t length) {
  const fault *f = fault_of(pointer);
  if (begins(f, "engine-breakpoint-calls")) call_api(f->number);
  if (begins(f, "engine-breakpoint-stops-at-once")) hold_store(pointer, 1, 0, NULL);
  add_breakpoint(pointer, number, action, length);
}

static void remove_break(void *pointer, uint64_t number) {
  const fault *f = fault_of(pointer);
  if (begins(f, "engine-unbreak-calls")) call_api(f->number);
  remove_breakpoint(pointer, number);
}

/* ---- Tracing ----------------------------------------------------------------------------------------------------- */

static enfold_status trace(void *pointer, uint32_t on, uint32_t flags, enfold_error *error) {
  const fault *f = fault_of(pointer);
  if (begins(f, "engine-trace-gives")) return (enfold_status)f->number;
  if (begins(f, "engine-trace-calls"))
    call_api(f->number);
  else if (begins(f, "engine-trace-"))
    return fill_badly(error, f->number, ENFOLD_STALE);
  if (begins(f, "engine-traced-for-ever")) on = 1;
  if (begins(f, "engine-traced-reports-at-once")) report_good(pointer);
  return trace_store(pointer, on, flags, error);
}

/* ---- The extensions ---------------------------------------------------------------------------------------------- */

static const void *engine_extension(const char *name, uint32_t version) {
  static const enfold_restore restore_table = {sizeof restore_table, restore};
  static const enfold_stub stub_table = {sizeof stub_table, open_stub};
  static const enfold_flush flush_table = {sizeof flush_table, flush, list_running};
  static const enfold_tags tags_table = {sizeof tags_table, send_tagged};
  static const enfold_dependencies dependencies_table = {sizeof dependencies_table, send_given};
  static const enfold_no_effects no_effects_table = {sizeof no_effects_table, open_without_effects};
  static const enfold_hold hold_table = {sizeof hold_table, hold, is_held, step, add_break, remove_break};
  static const enfold_trace trace_table = {sizeof trace_table, trace};
  if (name == NULL || version != 1) return NULL;
  if (strcmp(name, ENFOLD_NO_EFFECTS_EXTENSION) == 0) return &no_effects_table;
  if (strcmp(name, ENFOLD_HOLD_EXTENSION) == 0) return &hold_table;
  if (strcmp(name, ENFOLD_TRACE_EXTENSION) == 0) return &trace_table;
  if (strcmp(name, ENFOLD_RESTORE_EXTENSION) == 0) return &restore_table;
  if (strcmp(name, ENFOLD_FLUSH_EXTENSION) == 0) return &flush_table;
  if (strcmp(name, ENFOLD_TAGS_EXTENSION) == 0) return &tags_table;
  if (strcmp(name, ENFOLD_DEPENDENCIES_EXTENSION) == 0) return &dependencies_table;
  return strcmp(name, ENFOLD_STUB_EXTENSION) == 0 ? &stub_table : NULL;
}

static const void *binding_extension(const char *name, uint32_t version) {
  static const enfold_bindings bindings_table = {sizeof bindings_table, set_binding};
  if (name != NULL && version == 1 && strcmp(name, ENFOLD_BINDINGS_EXTENSION) == 0) return &bindings_table;
  return engine_extension(name, version);
}

static enfold_plugin_feature *engine_feature(const char *name, const fault *f) {
  enfold_engine *engine = with_fault(&good_engine, sizeof good_engine, f);
  enfold_plugin_feature *feature = calloc(1, sizeof *feature);
  engine->feature = (void *)(uintptr_t)f;
  *feature = (enfold_plugin_feature){sizeof *feature, name, NULL, NULL, engine, NULL, engine_extension};
  /* The others are written by the function of their table. */
  if (strncmp(name, "engine-bindings-", 16) == 0) feature->get_extension = binding_extension;
  return feature;
}

static enfold_plugin_feature *reducer_feature(const char *name, const fault *f) {
  enfold_reducer *reducer = with_fault(&good_reducer, sizeof good_reducer, f);
  enfold_plugin_feature *feature = calloc(1, sizeof *feature);
  reducer->user = (void *)(uintptr_t)f;
  *feature = (enfold_plugin_feature){sizeof *feature, name, NULL, NULL, NULL, reducer, NULL};
  return feature;
}

const enfold_plugin_table *enfold_plugin_entry(void) {
  static const enfold_plugin_feature *features[2048];
  static enfold_plugin_table table = {
      sizeof table, ENFOLD_PLUGIN_ABI_INIT, "org.enfold.tests.misbehave", "1.0.0", features, 0, NULL};
  size_t count = 0;
  if (table.feature_count > 0) return &table;
  features[count++] = engine_feature("good-engine", &good);
  features[count++] = reducer_feature("good-reducer", &good);
  for (const fault *f = engine_faults; f->name != NULL; f++) features[count++] = engine_feature(f->name, f);
  for (const fault *f = host_faults; f->name != NULL; f++) features[count++] = engine_feature(f->name, f);
  for (const fault *f = request_faults; f->name != NULL; f++) features[count++] = engine_feature(f->name, f);
  for (const fault *f = trace_faults; f->name != NULL; f++) features[count++] = engine_feature(f->name, f);
  for (const fault *f = reducer_faults; f->name != NULL; f++) features[count++] = reducer_feature(f->name, f);
  table.feature_count = count;
  return &table;
}
