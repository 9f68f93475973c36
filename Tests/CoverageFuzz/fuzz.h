/* fuzz.h: what the targets in C share: conditions that no input may break, and the lines of an input. */
#ifndef ENFOLD_FUZZ_H
#define ENFOLD_FUZZ_H

#include <enfold.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* A condition that no input may break. */
#define REQUIRE(condition, ...)                                       \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: not true: %s: ", __FILE__, __LINE__, #condition); \
      fprintf(stderr, __VA_ARGS__);                                   \
      fprintf(stderr, "\n");                                          \
      abort();                                                        \
    }                                                                 \
  } while (0)

/* A text in memory of its own length: AddressSanitizer sees who reads behind it. */
typedef struct text {
  char *data;
  size_t length;
} text;

static inline text text_of(const void *data, size_t length) {
  text copy = {malloc(length == 0 ? 1 : length), length};
  REQUIRE(copy.data != NULL, "out of memory");
  if (length > 0) memcpy(copy.data, data, length);
  return copy;
}

/* The next line of an input, without its newline. Free it. */
static inline text next_line(const unsigned char **data, size_t *size) {
  const unsigned char *end = *size == 0 ? NULL : memchr(*data, '\n', *size);
  size_t length = end == NULL ? *size : (size_t)(end - *data);
  size_t used = end == NULL ? length : length + 1;
  text line = text_of(*data, length);
  *data += used;
  *size -= used;
  return line;
}

static inline enfold_error no_error(void) { return (enfold_error)ENFOLD_ERROR_INIT; }

/* What a call says about a failure: a status with a name, a message, and an offset inside the text that it is about. */
static inline void check_status(enfold_status status, const enfold_error *error, size_t longest) {
  REQUIRE(strcmp(enfold_status_name(status), "ENFOLD_UNKNOWN") != 0, "status %d", status);
  if (status >= 0) return;
  REQUIRE(error->code == status, "the error says %d, the call %d", error->code, status);
  REQUIRE(memchr(error->message, '\0', sizeof error->message) != NULL, "a message without an end");
  REQUIRE(strncmp(error->message, "enfold_", 7) == 0, "a message without the function: %s", error->message);
  REQUIRE(error->offset == UINT64_MAX || error->offset <= longest, "offset %llu of %zu bytes: %s",
          (unsigned long long)error->offset, longest, error->message);
}

/* Whether a text is JSON, as the options of a runtime see it: what is JSON, but no options, is another error. */
static inline bool is_json(const char *data, size_t length) {
  enfold_runtime runtime = 0;
  enfold_status status = enfold_runtime_open(data, length, &runtime, NULL);
  if (status == ENFOLD_OK) enfold_runtime_close(runtime, NULL);
  return status != ENFOLD_BAD_JSON && length > 0;
}

/* A runtime with the plugin of Kit. */
static inline enfold_runtime open_with_kit(void) {
  char path[4096];
  const char *directory = getenv("ENFOLD_FUZZ_PLUGINS");
  enfold_runtime runtime = 0;
  enfold_plugin plugin = 0;
  enfold_error error = no_error();
  snprintf(path, sizeof path, "%s/libKit.so", directory == NULL ? "." : directory);
  REQUIRE(enfold_runtime_open(NULL, 0, &runtime, &error) == ENFOLD_OK, "%s", error.message);
  REQUIRE(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &error) == ENFOLD_OK, "%s", error.message);
  return runtime;
}

/* A store of Kit, or 0 if `options` are none. */
static inline enfold_store open_kit(enfold_runtime runtime, const char *options, size_t length) {
  enfold_store store = 0;
  enfold_error error = no_error();
  enfold_status status = enfold_store_open(runtime, "Kit", options, length, &store, &error);
  check_status(status, &error, length);
  REQUIRE((status == ENFOLD_OK) == (store != 0), "a store of %d", status);
  return store;
}

/* How often a subscription's release ran; its events must be JSON. */
typedef struct listener {
  int releases, closes;
} listener;

static inline void hear(void *user, const enfold_event *event) {
  listener *l = user;
  REQUIRE(l->releases == 0 && l->closes == 0, "an event after the last one");
  if (event->flags & ENFOLD_CLOSED) l->closes++;
  if (event->value != NULL) REQUIRE(is_json(event->value, event->value_length), "the value %s", event->value);
  if (event->patch != NULL) REQUIRE(is_json(event->patch, event->patch_length), "the patch %s", event->patch);
  if (event->action != NULL) REQUIRE(is_json(event->action, event->action_length), "the action %s", event->action);
}

static inline void stop_hearing(void *user) {
  listener *l = user;
  l->releases++;
}

#endif
