/* quote.c: enfold_json_quote: a text as a JSON string, and an action that is put together with it. */
#include "check.h"

static void quotes(const char *text, size_t length, const char *expected) {
  enfold_string out = {0};
  CHECK_OK(enfold_json_quote(text, length, &out, &problem));
  CHECK_TEXT(out.data, expected);
  CHECK_INT(out.length, strlen(expected));
  enfold_string_free(&out);
}

static void texts_get_quotes_and_the_escapes_that_json_needs(void) {
  quotes("", ENFOLD_NUL, "\"\"");
  quotes("", 0, "\"\"");
  quotes("milk", ENFOLD_NUL, "\"milk\"");
  quotes("milk", 2, "\"mi\"");
  quotes("say \"hi\"\\\n\t\r\b\f", ENFOLD_NUL, "\"say \\\"hi\\\"\\\\\\n\\t\\r\\b\\f\"");
  quotes("\x01\x1f\x7f/", ENFOLD_NUL, "\"\\u0001\\u001f\x7f/\"");
  quotes("a\0b", 3, "\"a\\u0000b\"");
  quotes("gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80", ENFOLD_NUL, "\"gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80\"");
}

static void what_is_not_utf8_is_refused_with_its_place(void) {
  static const struct {
    const char *text;
    unsigned offset;
  } bad[] = {{"\xff", 0}, {"ab\xc3", 2}, {"ab\xc3(", 2}, {"\xed\xa0\x80", 0}, {"abcdefgh\xf0\x9f\x98", 8}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    enfold_string out = {(char *)1, 77};
    CHECK_FAILS(enfold_json_quote(bad[i].text, ENFOLD_NUL, &out, &problem), ENFOLD_INVALID, "text is not UTF-8");
    CHECK_INT(problem.offset, bad[i].offset);
    CHECK_INT(out.length, 77);
  }
}

static void a_quoted_text_is_part_of_an_action(void) {
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("counter"));
  enfold_store store = open_store(runtime, "Counter");
  enfold_string fact = {0};
  char action[128];
  CHECK_OK(enfold_json_quote("7 \"is\" odd\n", ENFOLD_NUL, &fact, &problem));
  snprintf(action, sizeof action, "{\"setFact\":%s}", fact.data);
  CHECK_OK(send(store, action));
  CHECK_TEXT(state(store, "/fact"), fact.data);
  enfold_string_free(&fact);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(texts_get_quotes_and_the_escapes_that_json_needs);
  RUN(what_is_not_utf8_is_refused_with_its_place);
  RUN(a_quoted_text_is_part_of_an_action);
  return 0;
}
