/* broken.c: a plugin with one mistake; which one is said by a macro, see broken.list. */
#include <enfold_plugin.h>
#include <stddef.h>

#ifdef NO_ENTRY
const int not_an_entry = 1;
#else

/* Never called: whatever is wrong is noticed before. */
static enfold_status open_store(void *feature, const enfold_store_options *options, const enfold_host *host,
                                void *context, void **store, enfold_error *error) {
  (void)feature, (void)options, (void)host, (void)context, (void)store, (void)error;
  return ENFOLD_FAILED;
}
static void close_store(void *store, uint32_t drain) { (void)store, (void)drain; }
static void release_store(void *store) { (void)store; }
static enfold_status send_action(void *store, const char *action, size_t length, uint32_t flags, uint64_t token,
                                 void **task, enfold_error *error) {
  (void)store, (void)action, (void)length, (void)flags, (void)token, (void)task, (void)error;
  return ENFOLD_FAILED;
}
static enfold_status send_batch(void *store, const char *actions, size_t length, uint32_t flags, size_t *accepted,
                                enfold_error *error) {
  (void)store, (void)actions, (void)length, (void)flags, (void)accepted, (void)error;
  return ENFOLD_FAILED;
}
static enfold_status drain(void *store, uint32_t max, uint32_t *done) {
  (void)store, (void)max, (void)done;
  return ENFOLD_OK;
}
static enfold_status read_state(void *store, const char *pointer, size_t length, enfold_write_fn write, void *context,
                                enfold_error *error) {
  (void)store, (void)pointer, (void)length, (void)write, (void)context, (void)error;
  return ENFOLD_FAILED;
}
static uint64_t number(void *store) {
  (void)store;
  return 0;
}
static enfold_status observe(void *store, uint64_t interest, const char *pointer, size_t length, uint32_t flags,
                             uint32_t drain_now, enfold_error *error) {
  (void)store, (void)interest, (void)pointer, (void)length, (void)flags, (void)drain_now, (void)error;
  return ENFOLD_FAILED;
}
static void unobserve(void *store, uint64_t interest) { (void)store, (void)interest; }
static void watch_idle(void *store, uint32_t on) { (void)store, (void)on; }

static enfold_engine engine = {
    sizeof engine, NULL,    open_store, close_store, release_store, send_action, send_batch,    drain,
    read_state,    number,  observe,    unobserve,   number,        watch_idle,  release_store, release_store,
    NULL};
static enfold_reducer reducer = {sizeof reducer, NULL, NULL, NULL, NULL, NULL, NULL};
static enfold_plugin_feature feature = {sizeof feature, "Thing", NULL, NULL, &engine, NULL, NULL};
static const enfold_plugin_feature *features[] = {&feature, &feature};
static enfold_plugin_table table = {
    sizeof table, ENFOLD_PLUGIN_ABI_INIT, "org.enfold.tests.broken", "1.0.0", features, 1, NULL};

const enfold_plugin_table *enfold_plugin_entry(void) {
  (void)reducer;
#if defined(REFUSES)
  return NULL;
#elif defined(TABLE_SIZE)
  table.struct_size = 8;
#elif defined(ABI_SIZE)
  table.abi.struct_size = 4;
#elif defined(ABI_NUMBER)
  table.abi.abi = 99;
#elif defined(ABI_1)
  table.abi.abi = 1;
#elif defined(POINTER_SIZE)
  table.abi.pointer_size = 4;
#elif defined(CHANGE_SIZE)
  table.abi.change_size = 1;
#elif defined(COMMIT_SIZE)
  table.abi.commit_size = 1;
#elif defined(HOST_SIZE)
  table.abi.host_size = 1;
#elif defined(ENGINE_SIZE)
  table.abi.engine_size = 1;
#elif defined(REDUCER_SIZE)
  table.abi.reducer_size = 1;
#elif defined(COMPILER)
  table.abi.compiler = "swift 1.0 of long ago";
#elif defined(NO_ID)
  table.id = NULL;
#elif defined(EMPTY_ID)
  table.id = "";
#elif defined(SLASH_ID)
  table.id = "a/b";
#elif defined(NO_VERSION)
  table.version = NULL;
#elif defined(NO_FEATURES)
  table.feature_count = 0;
#elif defined(NULL_FEATURE)
  features[0] = NULL;
#elif defined(FEATURE_SIZE)
  feature.struct_size = 4;
#elif defined(NO_NAME)
  feature.name = NULL;
#elif defined(EMPTY_NAME)
  feature.name = "";
#elif defined(SAME_NAMES)
  table.feature_count = 2;
#elif defined(NEITHER)
  feature.engine = NULL;
#elif defined(BOTH)
  feature.reducer = &reducer;
#elif defined(NULL_FUNCTION)
  engine.unobserve = NULL;
#elif defined(ENGINE_STRUCT_SIZE)
  engine.struct_size = 8;
#elif defined(REDUCER_STRUCT_SIZE)
  reducer.struct_size = 8;
  feature.engine = NULL;
  feature.reducer = &reducer;
#endif
  return &table;
}

#endif
