/* messages.c: what errors say to somebody who tries things: what is there, and what would be right. */
#include "check.h"

static enfold_runtime runtime;
static enfold_store store;

static void a_pointer_that_leads_nowhere_lists_what_is_there(void) {
  recorder r = {0};
  enfold_string text = {0};
  CHECK_FAILS(enfold_store_state(store, "/nubmer", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER,
              "\"/nubmer\" leads nowhere: this state has ");
  CHECK_CONTAINS(problem.message, "text, number, ");
  CHECK_CONTAINS(problem.message, "; did you mean \"/number\"?");
  CHECK_FAILS(enfold_store_observe(store, "/txt", ENFOLD_NUL, NULL, 0, record, &r, released, NULL, &problem),
              ENFOLD_BAD_POINTER, "did you mean \"/text\"?");
  CHECK_FAILS(enfold_store_set(store, "/elsewhere", ENFOLD_NUL, "1", 1, NULL, 0, &problem), ENFOLD_BAD_POINTER,
              "this state has ");
  CHECK(strstr(problem.message, "did you mean") == NULL);
  CHECK_FAILS(enfold_store_state(store, "/text/x", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER,
              "\"/text\" is as far as it leads");
}

static void a_payload_that_does_not_fit_names_action_and_keys(void) {
  static const struct {
    const char *action, *message;
  } each[] = {
      {"{\"fail\":{\"message\":7,\"isLate\":true}}", "fail: message: a number where a string is expected; it has: message, isLate"},
      {"{\"fail\":{\"message\":\"x\"}}", "missing key \"isLate\" of fail; it has: message, isLate"},
      {"{\"fail\":{\"mesage\":\"x\"}}", "fail has no key \"mesage\"; it has: message, isLate"},
      {"{\"fail\":3}", "fail: a number where an object is expected; it has: message, isLate"},
      {"\"fail\"", "fail needs a payload; it has: message, isLate"},
  };
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    char batch[128];
    CHECK_FAILS(enfold_store_send(store, each[i].action, ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION,
                each[i].message);
    snprintf(batch, sizeof batch, "[\"never\",%s]", each[i].action);
    CHECK_FAILS(enfold_store_send_batch(store, batch, ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, each[i].message);
  }
}

static void a_bare_name_is_to_be_put_in_quotes(void) {
  CHECK_FAILS(enfold_store_send(store, "appeared", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON,
              "put it in quotes: \"appeared\"");
  CHECK_INT(problem.offset, 0);
  CHECK_FAILS(enfold_store_send(store, "never", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON,
              "put it in quotes: \"never\"");
  CHECK_FAILS(enfold_store_send(store, "{fail:{}}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON,
              "put it in quotes: \"fail\"");
  CHECK_FAILS(enfold_store_send(store, "01", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "");
  CHECK(strstr(problem.message, "quotes") == NULL);
}

static void empty_options_are_not_given(void) {
  recorder r = {0}, actions = {0};
  enfold_runtime other = 0;
  enfold_store made = 0;
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_runtime_open("", 0, &other, &problem));
  CHECK_OK(enfold_plugin_load(other, swift_plugin("Behaviours"), "", ENFOLD_NUL, &plugin, &problem));
  CHECK_OK(enfold_store_open(other, "Responses", "", ENFOLD_NUL, &made, &problem));
  CHECK_OK(enfold_store_observe(made, "/text", ENFOLD_NUL, "", 0, record, &r, released, NULL, &problem));
  CHECK_OK(enfold_store_observe_actions(made, "", ENFOLD_NUL, record, &actions, released, NULL, &problem));
  CHECK_FAILS(enfold_store_open(other, "Responses", " ", ENFOLD_NUL, &made, &problem), ENFOLD_BAD_JSON, "options");
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void a_plugin_without_an_entry_hears_how_to_get_one(void) {
  enfold_plugin plugin = 0;
  char path[4096];
  snprintf(path, sizeof path, "%s/../lib/libenfold.so", environment("ENFOLD_C_PLUGINS", "plugins"));
  CHECK_FAILS(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &problem), ENFOLD_BAD_PLUGIN, "#enfoldPlugin(");
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Behaviours"));
  store = open_store(runtime, "Responses");
  RUN(a_pointer_that_leads_nowhere_lists_what_is_there);
  RUN(a_payload_that_does_not_fit_names_action_and_keys);
  RUN(a_bare_name_is_to_be_put_in_quotes);
  RUN(empty_options_are_not_given);
  RUN(a_plugin_without_an_entry_hears_how_to_get_one);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
