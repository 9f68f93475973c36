/* options: the options of what is opened, observed, set, sent and ended, and the values that are set. The first line is a word that
 * says which, the others are texts: see LLVMFuzzerTestOneInput. */
#include "fuzz.h"

static enfold_runtime runtime;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  runtime = open_with_kit();
  return 0;
}

static void try_runtime(text options) {
  enfold_runtime opened = 77;
  enfold_error error = no_error();
  enfold_status status = enfold_runtime_open(options.data, options.length, &opened, &error);
  check_status(status, &error, options.length);
  if (status != ENFOLD_OK) {
    REQUIRE(opened == 77, "a runtime that could not be opened");
    return;
  }
  REQUIRE(enfold_runtime_close(opened, NULL) == ENFOLD_OK, "it cannot be closed");
}

/* The state that a store was opened with can be written, and opens another store with the same state. */
static void try_store(text options) {
  enfold_store store = open_kit(runtime, options.data, options.length);
  enfold_string state = {NULL, 0}, again = {NULL, 0};
  enfold_error error = no_error();
  if (store == 0) return;
  REQUIRE(enfold_store_state(store, NULL, 0, &state, &error) == ENFOLD_OK, "%s", error.message);
  text copy = text_of(NULL, 0);
  copy.data = realloc(copy.data, state.length + 16);
  REQUIRE(copy.data != NULL, "out of memory");
  copy.length = (size_t)snprintf(copy.data, state.length + 16, "{\"state\":%s}", state.data);
  enfold_store other = open_kit(runtime, copy.data, copy.length);
  REQUIRE(other != 0, "a state that cannot be opened again: %s", state.data);
  REQUIRE(enfold_store_state(other, NULL, 0, &again, &error) == ENFOLD_OK, "%s", error.message);
  REQUIRE(strcmp(state.data, again.data) == 0, "another state: %s: %s", state.data, again.data);
  enfold_string_free(&state);
  enfold_string_free(&again);
  free(copy.data);
  REQUIRE(enfold_store_close(store, NULL) == ENFOLD_OK && enfold_store_close(other, NULL) == ENFOLD_OK, "close");
}

static void change(enfold_store store) {
  enfold_store_send(store, "{\"renamed\":{\"from\":\"a\",\"to\":\"b\"}}", ENFOLD_NUL, NULL, NULL);
  enfold_store_send(store, "{\"addPart\":{\"id\":\"x\"}}", ENFOLD_NUL, NULL, NULL);
  enfold_store_send(store, "{\"part\":{\"id\":\"x\",\"action\":{\"rename\":\"y\"}}}", ENFOLD_NUL, NULL, NULL);
  enfold_store_send(store, "\"addChild\"", ENFOLD_NUL, NULL, NULL);
  enfold_store_send(store, "\"reset\"", ENFOLD_NUL, NULL, NULL);
}

static void try_observe(text pointer, text options, bool of_actions) {
  enfold_store store = open_kit(runtime, NULL, 0);
  listener ears = {0, 0};
  enfold_subscription subscription = 0;
  enfold_error error = no_error();
  enfold_status status =
      of_actions ? enfold_store_observe_actions(store, options.data, options.length, hear, &ears, stop_hearing,
                                                &subscription, &error)
                 : enfold_store_observe(store, pointer.data, pointer.length, options.data, options.length, hear, &ears,
                                        stop_hearing, &subscription, &error);
  check_status(status, &error, pointer.length > options.length ? pointer.length : options.length);
  REQUIRE((status >= 0) == (subscription != 0), "a subscription of %d", status);
  REQUIRE(ears.releases == (status < 0), "%d releases after %d", ears.releases, status);
  change(store);
  REQUIRE(enfold_store_close(store, NULL) == ENFOLD_OK, "close");
  REQUIRE(ears.releases == 1, "%d releases after %d", ears.releases, status);
  REQUIRE(ears.closes == (status >= 0), "%d ends after %d", ears.closes, status);
}

/* What could be set can be read, unless an action came behind it. */
static void try_set(text pointer, text value, text options) {
  enfold_store store = open_kit(runtime, NULL, 0);
  enfold_error error = no_error();
  size_t longest = pointer.length > value.length ? pointer.length : value.length;
  if (options.length > longest) longest = options.length;
  change(store);
  enfold_store_send(store, "\"addChild\"", ENFOLD_NUL, NULL, NULL);
  enfold_store_send(store, "{\"addPart\":{\"id\":\"x\"}}", ENFOLD_NUL, NULL, NULL);
  enfold_status status = enfold_store_set(store, pointer.data, pointer.length, value.data, value.length, options.data,
                                          options.length, &error);
  check_status(status, &error, longest);
  if (status >= 0) {
    enfold_string state = {NULL, 0};
    status = enfold_store_state(store, pointer.data, pointer.length, &state, &error);
    REQUIRE(status == ENFOLD_OK || options.length > 0, "%s", error.message);
    enfold_string_free(&state);
  }
  REQUIRE(enfold_store_close(store, NULL) == ENFOLD_OK, "close");
}

static void try_send(text options) {
  enfold_store store = open_kit(runtime, NULL, 0);
  enfold_error error = no_error();
  enfold_status status =
      enfold_store_send_with(store, "\"addChild\"", ENFOLD_NUL, options.data, options.length, NULL, &error);
  check_status(status, &error, options.length);
  REQUIRE(enfold_store_close(store, NULL) == ENFOLD_OK, "close");
}

/* Nothing runs: so the wait does not matter. */
static void try_end(text options) {
  enfold_store store = open_kit(runtime, NULL, 0);
  enfold_error error = no_error();
  change(store);
  enfold_status status = enfold_store_end(store, options.data, options.length, &error);
  check_status(status, &error, options.length);
  REQUIRE(status <= 0, "it was cut off");
  enfold_status closed = enfold_store_close(store, NULL);
  REQUIRE(closed == ENFOLD_OK || (status == ENFOLD_OK && closed == ENFOLD_STALE), "close after %d", status);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  text lines[4];
  for (int i = 0; i < 4; i++) lines[i] = next_line(&data, &size);
  char word = lines[0].length == 0 ? '\0' : lines[0].data[0];
  switch (word) {
    case 'r': try_runtime(lines[1]); break;
    case 'o': try_store(lines[1]); break;
    case 'v': try_observe(lines[1], lines[2], false); break;
    case 'a': try_observe(lines[1], lines[2], true); break;
    case 's': try_set(lines[1], lines[2], lines[3]); break;
    case 't': try_send(lines[1]); break;
    case 'e': try_end(lines[1]); break;
    default: break;
  }
  for (int i = 0; i < 4; i++) free(lines[i].data);
  return strchr("rovaste", word) == NULL || word == '\0' ? -1 : 0;
}
