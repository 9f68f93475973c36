/* scopes: templates of scopes, actions for them, and what is set through them. One text in each line: pointer,
 * template, inner pointer, inner template, action, array of actions, and the pointer, value and options of set. */
#include "fuzz.h"

static enfold_runtime runtime;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  runtime = open_with_kit();
  return 0;
}

/* The action in its template, if that is plain: the place stands there once and nothing is escaped. */
static bool wrap(text template, text action, text *wrapped) {
  static const char place[] = "\"$action\"";
  size_t length = sizeof place - 1;
  if (template.length < length || memchr(template.data, '\\', template.length) != NULL) return false;
  const char *found = memmem(template.data, template.length, place, length);
  if (found == NULL) return false;
  size_t head = (size_t)(found - template.data), tail = template.length - head - length;
  if (memmem(found + 1, tail + length - 1, place, length) != NULL) return false;
  *wrapped = text_of(NULL, 0);
  wrapped->length = head + action.length + tail;
  wrapped->data = realloc(wrapped->data, wrapped->length + 1);
  REQUIRE(wrapped->data != NULL, "out of memory");
  memcpy(wrapped->data, template.data, head);
  if (action.length > 0) memcpy(wrapped->data + head, action.data, action.length);
  memcpy(wrapped->data + head + action.length, found + length, tail);
  return true;
}

static enfold_store scope_of(enfold_store store, text pointer, text template) {
  enfold_store scope = 0;
  enfold_error error = no_error();
  const char *given = template.length == 0 ? NULL : template.data;
  enfold_status status =
      enfold_store_scope(store, pointer.data, pointer.length, given, template.length, &scope, &error);
  check_status(status, &error, pointer.length > template.length ? pointer.length : template.length);
  REQUIRE((status == ENFOLD_OK) == (scope != 0), "a scope of %d", status);
  return scope;
}

static void same_states(enfold_store store, enfold_store other) {
  enfold_string state = {NULL, 0}, expected = {NULL, 0};
  enfold_error error = no_error();
  REQUIRE(enfold_store_state(store, NULL, 0, &state, &error) == ENFOLD_OK, "%s", error.message);
  REQUIRE(enfold_store_state(other, NULL, 0, &expected, &error) == ENFOLD_OK, "%s", error.message);
  REQUIRE(strcmp(state.data, expected.data) == 0, "%s, not %s", state.data, expected.data);
  enfold_string_free(&state);
  enfold_string_free(&expected);
}

/* An action that is sent to the scope does what the same action in the template does, sent to the store itself. */
static void try_send(enfold_store scope, enfold_store other, text template, text action) {
  enfold_error error = no_error(), expected = no_error();
  enfold_status status = enfold_store_send(scope, action.data, action.length, NULL, &error);
  check_status(status, &error, action.length);
  if (template.length == 0) {
    enfold_store_send(other, action.data, action.length, NULL, NULL);
    return;
  }
  text wrapped;
  if (!is_json(action.data, action.length)) {
    REQUIRE(status == ENFOLD_BAD_JSON || status == ENFOLD_INVALID || status == ENFOLD_LIMIT, "%d, no JSON", status);
  } else if (wrap(template, action, &wrapped)) {
    enfold_status plain = enfold_store_send(other, wrapped.data, wrapped.length, NULL, &expected);
    REQUIRE(status == plain || status == ENFOLD_LIMIT || plain == ENFOLD_LIMIT,
            "%d through the scope (%s), %d in the store (%s)", status, error.message, plain, expected.message);
    free(wrapped.data);
  }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  enum { POINTER, TEMPLATE, INNER_POINTER, INNER_TEMPLATE, ACTION, ACTIONS, SET_POINTER, SET_VALUE, SET_OPTIONS };
  enum { LINES = SET_OPTIONS + 1 };
  text lines[LINES];
  for (int i = 0; i < LINES; i++) lines[i] = next_line(&data, &size);
  enfold_store store = open_kit(runtime, NULL, 0), other = open_kit(runtime, NULL, 0);
  const enfold_store both[] = {store, other};
  for (int i = 0; i < 2; i++) {
    enfold_store_send(both[i], "\"addChild\"", ENFOLD_NUL, NULL, NULL);
    enfold_store_send(both[i], "{\"addPart\":{\"id\":\"x\"}}", ENFOLD_NUL, NULL, NULL);
  }
  enfold_store scope = scope_of(store, lines[POINTER], lines[TEMPLATE]);
  if (scope != 0) {
    listener ears = {0, 0};
    enfold_error error = no_error();
    enfold_status status = enfold_store_observe(scope, NULL, 0, "{\"patch\":true,\"action\":true}", ENFOLD_NUL, hear,
                                                &ears, stop_hearing, NULL, &error);
    check_status(status, &error, 0);
    try_send(scope, other, lines[TEMPLATE], lines[ACTION]);
    if (memchr(lines[TEMPLATE].data, '\\', lines[TEMPLATE].length) == NULL) same_states(store, other);

    size_t accepted = 0;
    error = no_error();
    status = enfold_store_send_batch(scope, lines[ACTIONS].data, lines[ACTIONS].length, &accepted, &error);
    check_status(status, &error, lines[ACTIONS].length);
    REQUIRE(status >= 0 || accepted == 0, "%zu accepted of an array that was refused", accepted);

    enfold_store inner = scope_of(scope, lines[INNER_POINTER], lines[INNER_TEMPLATE]);
    enfold_store target = inner != 0 ? inner : scope;
    error = no_error();
    status = enfold_store_send(target, lines[ACTION].data, lines[ACTION].length, NULL, &error);
    check_status(status, &error, lines[ACTION].length);
    size_t longest = lines[SET_POINTER].length + lines[SET_VALUE].length + lines[SET_OPTIONS].length;
    error = no_error();
    status = enfold_store_set(target, lines[SET_POINTER].data, lines[SET_POINTER].length, lines[SET_VALUE].data,
                              lines[SET_VALUE].length, lines[SET_OPTIONS].data, lines[SET_OPTIONS].length, &error);
    check_status(status, &error, longest);
    enfold_string state = {NULL, 0};
    error = no_error();
    status = enfold_store_state(target, lines[SET_POINTER].data, lines[SET_POINTER].length, &state, &error);
    check_status(status, &error, lines[SET_POINTER].length);
    if (status >= 0) REQUIRE(is_json(state.data, state.length), "%s", state.data);
    enfold_string_free(&state);
    REQUIRE(enfold_store_close(scope, NULL) == ENFOLD_OK, "close");
    REQUIRE(ears.releases == 1, "%d releases", ears.releases);
    if (inner != 0) REQUIRE(enfold_store_close(inner, NULL) == ENFOLD_OK, "an inner scope goes on");
  }
  enfold_store_close(store, NULL);
  enfold_store_close(other, NULL);
  for (int i = 0; i < LINES; i++) free(lines[i].data);
  return 0;
}
