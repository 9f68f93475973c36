/* answers.c: a request whose answer has no value, answered with the client of Asker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <enfold.h>

#include "asker.h"

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                  \
    }                                                                           \
  } while (0)

static void save(void *user, enfold_request request, const char *payload, size_t length) {
  char memory[256], answer[16];
  asker_document document;
  (void)user;
  CHECK(asker_save_payload_read(&document, memory, sizeof memory, payload, length, NULL) >= 0);
  CHECK(document.name.length == 4 && memcmp(document.name.data, "page", 4) == 0);
  CHECK(asker_save_answer_write(NULL, 0) == 4);
  length = asker_save_answer_write(answer, sizeof answer);
  CHECK(length == 4 && strcmp(answer, "null") == 0);
  CHECK(enfold_request_resolve(request, answer, length, NULL) == ENFOLD_OK);
}

int main(int count, char **arguments) {
  enfold_runtime runtime;
  enfold_plugin plugin;
  enfold_store store;
  enfold_string saved;
  CHECK(count == 2 && enfold_runtime_open(NULL, 0, &runtime, NULL) == ENFOLD_OK);
  CHECK(enfold_plugin_load(runtime, arguments[1], NULL, 0, &plugin, NULL) == ENFOLD_OK);
  CHECK(enfold_runtime_handle(runtime, ASKER_REQUEST_SAVE, save, NULL, NULL, NULL, NULL) == ENFOLD_OK);
  CHECK(enfold_store_open(runtime, ASKER_FEATURE, NULL, 0, &store, NULL) == ENFOLD_OK);
  const char *action = "{\"save\":{\"name\":\"page\",\"pages\":[]}}";
  CHECK(enfold_store_send(store, action, ENFOLD_NUL, NULL, NULL) == ENFOLD_OK);
  CHECK(enfold_store_wait(store, -1, NULL) == ENFOLD_OK);
  CHECK(enfold_store_state(store, "/hasSaved", ENFOLD_NUL, &saved, NULL) == ENFOLD_OK);
  CHECK(strcmp(saved.data, "true") == 0);
  enfold_string_free(&saved);
  CHECK(enfold_runtime_close(runtime, NULL) == ENFOLD_OK);
  puts("ok");
  return 0;
}
