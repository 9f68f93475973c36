/* calls_library.c: the functions that need no runtime. */
#include <string.h>

#include "call.h"
#include "failure.h"
#include "json.h"
#include "operations.h"
#include "trace.h"

static void check_text(const char *function, const char *result) {
  if (result == NULL || *result == '\0' || !utf8_is_valid(result, strlen(result)))
    failed("call", "%s gave no text", function);
}

void op_library(random_source *r) {
  static const int32_t odd[] = {INT32_MIN, INT32_MAX, 4, -17, -12345};
  int32_t status = random_chance(r, 3) ? odd[random_below(r, 5)] : (int32_t)random_below(r, 20) - 16;
  enfold_string nothing = {NULL, 0};
  switch (random_below(r, 5)) {
    case 0:
      if (tracing) trace_line("enfold_version();");
      call_plain(F_enfold_version);
      check_text("enfold_version", enfold_version());
      break;
    case 1:
      if (tracing) trace_line("enfold_abi_version();");
      call_plain(F_enfold_abi_version);
      if (enfold_abi_version() < ENFOLD_ABI_VERSION) failed("call", "enfold_abi_version is older than the header");
      break;
    case 2:
      if (tracing) trace_line("enfold_status_name(%d);", status);
      call_plain(F_enfold_status_name);
      check_text("enfold_status_name", enfold_status_name(status));
      break;
    case 3:
      if (tracing) trace_line("enfold_status_message(%d);", status);
      call_plain(F_enfold_status_message);
      check_text("enfold_status_message", enfold_status_message(status));
      break;
    default:
      /* Left out: texts that the library did not make, and those that were copied and freed before. */
      if (tracing) trace_line("enfold_string_free(NULL);");
      call_plain(F_enfold_string_free);
      enfold_string_free(random_chance(r, 2) ? NULL : &nothing);
  }
}

void op_json_quote(random_source *r) {
  static const char *const patterns[] = {"", "$", "milk", "say \"$\"", "\\$\n\t#", "gr\xc3\xbc\xc3\x9f@"};
  held none = {0};
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 50);
  text given = text_argument(random_chance(r, 20) ? NULL : text_fill(patterns[random_below(r, 6)], r), SOMETIMES, r);
  call_begin(&c, F_enfold_json_quote, none, r);
  c.longest = given.size;
  if (tracing)
    trace_line("enfold_json_quote(%s, %s, %s);", text_shown(&given), has_out ? "&string" : "NULL", call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_json_quote(given.data, given.length, has_out ? &out : NULL, c.error));
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, false);
  text_free(&given);
}

void op_patch_apply(random_source *r) {
  static const char *const documents[] = {"[{\"id\":1,\"t\":@},{\"id\":2},{\"id\":\"$\"}]",
                                          "{\"a\":[#,#,\"$\"],\"b\":{\"$\":@}}", "@"};
  static const char *const patches[] = {
      "[]",
      "[{\"op\":\"replace\",\"path\":\"/id=#/t\",\"value\":@,\"old\":@}]",
      "[{\"op\":\"remove\",\"path\":\"/id=#\",\"old\":{\"id\":#},\"after\":\"id=#\"},{\"op\":\"add\",\"path\":\"/id=9\","
      "\"after\":null,\"value\":{\"id\":9}}]",
      "[{\"op\":\"move\",\"path\":\"/id=#\",\"after\":\"id=#\",\"old\":null},{\"op\":\"remove\",\"path\":\"/#\",\"old\":@}]",
      "[{\"op\":\"add\",\"path\":\"/a/#\",\"value\":@},{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b/$\"},"
      "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a\"}]",
      "[{\"op\":\"replace\",\"path\":\"\",\"value\":@},{\"op\":\"test\",\"path\":\"\",\"value\":@}]"};
  static const char *const choices[] = {"{\"revert\":true}", "{\"revert\":false}", "{}", "{\"nope\":1}"};
  held none = {0};
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 50);
  text document =
      text_argument(random_chance(r, 30) ? NULL : text_fill(documents[random_below(r, 3)], r), SOMETIMES, r);
  text patch = text_argument(random_chance(r, 30) ? NULL : text_fill(patches[random_below(r, 6)], r), SOMETIMES, r);
  text options =
      text_argument(random_chance(r, 2) ? NULL : text_fill(choices[random_below(r, 4)], r), SOMETIMES, r);
  call_begin(&c, F_enfold_patch_apply, none, r);
  c.longest = document.size > patch.size ? document.size : patch.size;
  if (options.size > c.longest) c.longest = options.size;
  if (tracing)
    trace_line("enfold_patch_apply(%s, %s, %s, %s, %s);", text_shown(&document), text_shown(&patch), text_shown(&options),
               has_out ? "&string" : "NULL", call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_patch_apply(document.data, document.length, patch.data, patch.length, options.data,
                                      options.length, has_out ? &out : NULL, c.error));
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, false);
  text_free(&document);
  text_free(&patch);
  text_free(&options);
}
