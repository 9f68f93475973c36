/* An engine and a reducer that keep the contract and do nothing: what tables are about is not what features do. */
#include "engine_stub.h"

static enfold_status engine_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                                 void *context, void **store, enfold_error *error) {
  (void)feature, (void)options, (void)host, (void)context, (void)store, (void)error;
  return ENFOLD_UNSUPPORTED;
}
static void engine_close(void *store, uint32_t drain) { (void)store, (void)drain; }
static void engine_release(void *store) { (void)store; }
static enfold_status engine_send(void *store, const char *action, size_t length, uint32_t flags, uint64_t token,
                                 void **task, enfold_error *error) {
  (void)store, (void)action, (void)length, (void)flags, (void)token, (void)task, (void)error;
  return ENFOLD_UNSUPPORTED;
}
static enfold_status engine_send_batch(void *store, const char *actions, size_t length, uint32_t flags,
                                       size_t *accepted, enfold_error *error) {
  (void)store, (void)actions, (void)length, (void)flags, (void)accepted, (void)error;
  return ENFOLD_UNSUPPORTED;
}
static enfold_status engine_drain(void *store, uint32_t max, uint32_t *done) {
  (void)store, (void)max, (void)done;
  return ENFOLD_OK;
}
static enfold_status engine_state(void *store, const char *pointer, size_t length, enfold_write_fn write, void *context,
                                  enfold_error *error) {
  (void)store, (void)pointer, (void)length, (void)write, (void)context, (void)error;
  return ENFOLD_UNSUPPORTED;
}
static uint64_t engine_revision(void *store) { return store == NULL; }
static enfold_status engine_observe(void *store, uint64_t interest, const char *pointer, size_t length, uint32_t flags,
                                    uint32_t drain, enfold_error *error) {
  (void)store, (void)interest, (void)pointer, (void)length, (void)flags, (void)drain, (void)error;
  return ENFOLD_UNSUPPORTED;
}
static void engine_unobserve(void *store, uint64_t interest) { (void)store, (void)interest; }
static uint64_t engine_pending(void *store) { return store == NULL; }
static void engine_watch_idle(void *store, uint32_t on) { (void)store, (void)on; }
static void engine_task_cancel(void *task) { (void)task; }
static void engine_task_release(void *task) { (void)task; }
static enfold_status engine_set(void *store, const char *pointer, size_t length, const char *value, size_t value_length,
                                const char *action, size_t action_length, uint32_t flags, enfold_error *error) {
  (void)store, (void)pointer, (void)length, (void)value, (void)value_length, (void)action, (void)action_length;
  (void)flags, (void)error;
  return ENFOLD_UNSUPPORTED;
}

const enfold_engine stub_engine = {sizeof stub_engine, NULL,           engine_open,       engine_close,
                                   engine_release,     engine_send,    engine_send_batch, engine_drain,
                                   engine_state,       engine_revision, engine_observe,   engine_unobserve,
                                   engine_pending,     engine_watch_idle, engine_task_cancel, engine_task_release,
                                   engine_set};

static enfold_status reducer_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)state, (void)length, (void)error;
  *instance = NULL;
  return ENFOLD_OK;
}
static void reducer_close(void *instance) { (void)instance; }
static enfold_status reducer_check(void *user, const char *action, size_t length, enfold_error *error) {
  (void)user, (void)action, (void)length, (void)error;
  return ENFOLD_OK;
}
static enfold_status reducer_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                    enfold_error *error) {
  (void)instance, (void)action, (void)length, (void)error;
  changes->changed(changes, "");
  return ENFOLD_OK;
}
static enfold_status reducer_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  (void)instance, (void)error;
  write(context, "null", 4);
  return ENFOLD_OK;
}

const enfold_reducer stub_reducer = {sizeof stub_reducer, NULL,           reducer_open, reducer_close,
                                     reducer_check,       reducer_reduce, reducer_state};
