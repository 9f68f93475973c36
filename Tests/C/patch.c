/* patch.c: enfold_patch_apply: a document, a patch and what comes of it; and patches that are taken back. */
#include "check.h"

#define REVERT "{\"revert\":true}", ENFOLD_NUL

static void gives(const char *document, const char *patch, const char *expected) {
  enfold_string out = {0};
  CHECK_OK(enfold_patch_apply(document, ENFOLD_NUL, patch, ENFOLD_NUL, NULL, 0, &out, &problem));
  CHECK_TEXT(out.data, expected);
  CHECK_INT(out.length, strlen(expected));
  enfold_string_free(&out);
}

static void gives_back(const char *document, const char *patch, const char *expected) {
  enfold_string out = {0};
  CHECK_OK(enfold_patch_apply(document, ENFOLD_NUL, patch, ENFOLD_NUL, REVERT, &out, &problem));
  CHECK_TEXT(out.data, expected);
  enfold_string_free(&out);
}

#define REFUSED(document, patch, options, status, message) \
  CHECK_FAILS(enfold_patch_apply(document, ENFOLD_NUL, patch, ENFOLD_NUL, options, ENFOLD_NUL, &out, &problem), status, message)

static void a_patch_makes_a_new_document(void) {
  gives(" { \"a\" : [ 1, 2.50 ] } ", "[]", "{\"a\":[1,2.5]}");
  gives("{\"a\":[1,2]}", "[{\"op\":\"remove\",\"path\":\"/a/0\"},{\"op\":\"add\",\"path\":\"/b\",\"value\":null}]",
        "{\"a\":[2],\"b\":null}");
  gives("18446744073709551615", "[{\"op\":\"test\",\"path\":\"\",\"value\":18446744073709551615}]", "18446744073709551615");
  /* Lengths count. */
  enfold_string out = {0};
  CHECK_OK(enfold_patch_apply("[1]x", 3, "[]x", 2, "{}x", 2, &out, &problem));
  CHECK_TEXT(out.data, "[1]");
  enfold_string_free(&out);
}

static void a_keyed_patch_names_elements(void) {
  const char *items = "[{\"id\":1},{\"id\":2,\"t\":\"x\"},{\"id\":\"a/b\"}]";
  const char *patch =
      "[{\"op\":\"move\",\"path\":\"/id=a~1b\",\"after\":null,\"old\":\"id=2\"},"
      "{\"op\":\"replace\",\"path\":\"/id=2/t\",\"value\":\"y\",\"old\":\"x\"},"
      "{\"op\":\"remove\",\"path\":\"/id=1\",\"old\":{\"id\":1},\"after\":\"id=a~1b\"},"
      "{\"op\":\"add\",\"path\":\"/id=9\",\"after\":\"id=2\",\"value\":{\"id\":9}}]";
  const char *after = "[{\"id\":\"a/b\"},{\"id\":2,\"t\":\"y\"},{\"id\":9}]";
  gives(items, patch, after);
  gives_back(after, patch, items);
}

static void what_cannot_be_done_changes_nothing_and_is_said(void) {
  enfold_string out = {(char *)1, 77};
  REFUSED("{}", "{}", NULL, ENFOLD_INVALID, "patch: a JSON Patch is an array of operations");
  REFUSED("{}", "[1]", NULL, ENFOLD_INVALID, "operation 0: an operation is an object");
  REFUSED("{}", "[{\"op\":\"remove\",\"path\":\"/a\"}]", NULL, ENFOLD_INVALID, "operation 0 (remove): nothing is at \"/a\"");
  CHECK(problem.offset == UINT64_MAX);
  REFUSED("{}", "[{\"op\":\"remove\",\"path\":\"/a\"}]", "{\"revert\":true}", ENFOLD_INVALID, "\"old\" is missing");
  REFUSED("[{\"id\":1}]", "[{\"op\":\"move\",\"path\":\"/id=1\",\"after\":\"id=1\"}]", NULL, ENFOLD_INVALID, "cannot move behind itself");
  REFUSED("{}", "[]", "{\"back\":true}", ENFOLD_INVALID, "unknown key \"back\"");
  REFUSED("{}", "[]", "{\"revert\":1}", ENFOLD_INVALID, "options");
  REFUSED("{,}", "[]", NULL, ENFOLD_BAD_JSON, "document: ");
  CHECK_INT(problem.offset, 1);
  REFUSED("{}", "[", NULL, ENFOLD_BAD_JSON, "patch: ");
  CHECK_INT(problem.offset, 1);
  REFUSED("18446744073709551616", "[]", NULL, ENFOLD_INVALID, "the integer does not fit into 64 bits");
  CHECK_INT(out.length, 77);
}

int main(void) {
  RUN(a_patch_makes_a_new_document);
  RUN(a_keyed_patch_names_elements);
  RUN(what_cannot_be_done_changes_nothing_and_is_said);
  return 0;
}
