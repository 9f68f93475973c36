/* limits.c: how deep pointers, scopes, values and states may be, and that nothing costs more than its length. */
#include "check.h"

/* `part`, so many times. To be freed. */
static char *repeated(const char *part, size_t count) {
  size_t length = strlen(part);
  char *text = malloc(length * count + 1);
  for (size_t i = 0; i < count; i++) memcpy(text + i * length, part, length);
  text[length * count] = '\0';
  return text;
}

/* `count` arrays around 1. To be freed. */
static char *nested(size_t count) {
  char *text = malloc(2 * count + 2);
  memset(text, '[', count);
  text[count] = '1';
  memset(text + count + 1, ']', count);
  text[2 * count + 1] = '\0';
  return text;
}

static enfold_runtime runtime;

static void a_pointer_has_at_most_as_many_tokens_as_the_depth_limit(void) {
  enfold_store store = open_store(runtime, "Anything"), out = 77;
  enfold_string text = {0};
  char *deepest = repeated("/value", 128), *deeper = repeated("/value", 129), *endless = repeated("/", 1 << 20);
  CHECK_FAILS(enfold_store_state(store, deepest, ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "");
  recorder deep = {0};
  observe(store, deepest, NULL, &deep);
  CHECK_TEXT(deep.text, "IR");
  const char *pointers[] = {deeper, endless};
  for (int i = 0; i < 2; i++) {
    recorder r = {0};
    CHECK_FAILS(enfold_store_state(store, pointers[i], ENFOLD_NUL, &text, &problem), ENFOLD_LIMIT, "at most 128");
    CHECK_FAILS(enfold_store_observe(store, pointers[i], ENFOLD_NUL, NULL, 0, record, &r, released, NULL, &problem),
                ENFOLD_LIMIT, "tokens");
    CHECK_INT(r.releases, 1);
    CHECK_FAILS(enfold_store_set(store, pointers[i], ENFOLD_NUL, "1", 1, NULL, 0, &problem), ENFOLD_LIMIT, "tokens");
    CHECK_FAILS(enfold_store_scope(store, pointers[i], ENFOLD_NUL, NULL, 0, &out, &problem), ENFOLD_LIMIT, "tokens");
  }
  CHECK_INT(out, 77);
  free(deepest);
  free(deeper);
  free(endless);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void scopes_in_scopes_are_as_deep_as_pointers_and_actions(void) {
  enfold_store root = open_store(runtime, "Anything"), inner = root, outer;
  for (int i = 0; i < 128; i++) CHECK_OK(enfold_store_scope(outer = inner, "/value", 6, NULL, 0, &inner, &problem));
  CHECK_FAILS(enfold_store_scope(inner, "/value", 6, NULL, 0, &outer, &problem), ENFOLD_LIMIT,
              "from the store to this place has 129 tokens");
  inner = root;
  for (int i = 0; i < 128; i++) CHECK_OK(enfold_store_scope(outer = inner, "", 0, "[\"$action\"]", 11, &inner, &problem));
  CHECK_FAILS(enfold_store_scope(inner, "", 0, "[\"$action\"]", 11, &outer, &problem), ENFOLD_LIMIT, "deeper than 128");
  CHECK_OK(enfold_store_close(root, &problem));
}

static void what_is_set_can_be_opened_again(void) {
  enfold_store store = open_store(runtime, "Anything"), copy = 0;
  char *fits = nested(127), *deeper = nested(128);
  CHECK_OK(enfold_store_set(store, "/value", 6, fits, ENFOLD_NUL, NULL, 0, &problem));
  CHECK_FAILS(enfold_store_set(store, "/value", 6, deeper, ENFOLD_NUL, NULL, 0, &problem), ENFOLD_LIMIT, "deeper than 127");
  CHECK_INT(revision(store), 1);
  /* Reducers build deeper states; those can be opened, too. */
  CHECK_OK(send(store, "{\"wrap\":896}"));
  char *options = malloc(4096);
  snprintf(options, 4096, "{\"state\":%s}", state(store, ""));
  CHECK_OK(enfold_store_open(runtime, "Anything", options, ENFOLD_NUL, &copy, &problem));
  CHECK_TEXT(state(copy, ""), state(store, ""));
  CHECK_OK(send(store, "{\"wrap\":1}"));
  snprintf(options, 4096, "{\"state\":%s}", state(store, ""));
  CHECK_FAILS(enfold_store_open(runtime, "Anything", options, ENFOLD_NUL, &copy, &problem), ENFOLD_LIMIT, "deeper");
  free(options);
  free(fits);
  free(deeper);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void numbers_that_would_lose_digits_are_refused(void) {
  enfold_store store = open_store(runtime, "Anything");
  CHECK_OK(send(store, "{\"set\":18446744073709551615}"));
  CHECK_TEXT(state(store, "/value"), "18446744073709551615");
  CHECK_FAILS(enfold_store_send(store, "{\"set\":[18446744073709551616]}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION,
              "does not fit into 64 bits");
  CHECK_INT(problem.offset, 8);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_no_json_is_named(void) {
  enfold_store store = open_store(runtime, "Anything");
  CHECK_FAILS(enfold_store_send(store, "{\"set\":\"\\uDFAA\"}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON,
              "a low surrogate without a high one before it");
  CHECK_FAILS(enfold_store_send(store, "{\"set\":01}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "a leading zero");
  CHECK_FAILS(enfold_store_send(store, "\xEF\xBB\xBF{\"set\":1}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON,
              "a byte order mark");
  CHECK_INT(problem.offset, 0);
  enfold_runtime other;
  CHECK_FAILS(enfold_runtime_open("{\"limits\":{\"queue\":-1}}", ENFOLD_NUL, &other, &problem), ENFOLD_INVALID, "\"queue\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Behaviours"));
  RUN(a_pointer_has_at_most_as_many_tokens_as_the_depth_limit);
  RUN(scopes_in_scopes_are_as_deep_as_pointers_and_actions);
  RUN(what_is_set_can_be_opened_again);
  RUN(numbers_that_would_lose_digits_are_refused);
  RUN(what_is_no_json_is_named);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
