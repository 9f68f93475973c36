/* main.c: runs one case: misbehave NAME LOOP. With --list: the cases, one a line, each with its loop. */
#include <sys/resource.h>

#include "cases.h"

static const test_case *const lists[] = {engine_cases, host_cases, reducer_cases, request_cases, trace_cases, table_cases};
static const size_t list_count = sizeof lists / sizeof lists[0];

/* Every fault of the plugin has a case, and every case is one of a fault. */
static void check_all_faults_have_cases(void) {
  enfold_string text = {NULL, 0};
  char name[128];
  int faults = 0, cases = 0;
  CHECK_OK(enfold_runtime_features(the_stage.runtime, &text, &problem));
  for (const char *at = text.data; (at = strstr(at, "{\"name\":\"")) != NULL; faults++) {
    at += 9;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
    bool found = strncmp(name, "good-", 5) == 0;
    for (size_t i = 0; i < list_count; i++)
      for (const test_case *c = lists[i]; c->fault != NULL; c++) found = found || strcmp(c->fault, name) == 0;
    if (!found) fprintf(stderr, "the fault %s has no case\n", name), exit(1);
  }
  for (size_t i = 0; i < list_count; i++)
    for (const test_case *c = lists[i]; c->fault != NULL && lists[i] != table_cases; c++, cases++) {
      snprintf(name, sizeof name, "\"%s\"", c->fault);
      if (strstr(text.data, name) == NULL) fprintf(stderr, "the plugin has no fault %s\n", name), exit(1);
    }
  CHECK_INT(cases, faults - 2);
  enfold_string_free(&text);
}

static void run(const test_case *c, const test_case *list) {
  bool is_table = list == table_cases;
  the_stage.table_only = is_table;
  the_stage.is_traced = list == host_cases || list == trace_cases;
  set_stage();
  c->run(c);
  if (list == host_cases || list == request_cases) CHECK(the_stage.board->met > 0);
  /* The fault may have closed the runtime: the next good stores are opened in another one then. */
  enfold_string text = {NULL, 0};
  enfold_status status = enfold_runtime_stats(the_stage.runtime, &text, begin_call());
  enfold_string_free(&text);
  if (!is_table && status == ENFOLD_OK) check_good_stores();
  strike_stage();
  if (is_table || status == ENFOLD_OK) return;
  set_stage();
  check_good_stores();
  strike_stage();
}

int main(int count, char **arguments) {
  /* A crash is expected of some libraries, and its core is of no use. */
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (count == 2 && strcmp(arguments[1], "--list") == 0) {
    puts("every-fault-has-a-case inline");
    for (size_t i = 0; i < list_count; i++)
      for (const test_case *c = lists[i]; c->fault != NULL; c++) {
        printf("%s inline\n", c->fault);
        if (lists[i] != table_cases) printf("%s host\n", c->fault);
      }
    return 0;
  }
  if (count != 3) return fprintf(stderr, "usage: misbehave NAME inline|host, or misbehave --list\n"), 2;
  the_stage.loop = strcmp(arguments[2], "host") == 0 ? "host" : "inline";
  if (strcmp(arguments[1], "every-fault-has-a-case") == 0) {
    set_stage();
    check_all_faults_have_cases();
    strike_stage();
    return 0;
  }
  for (size_t i = 0; i < list_count; i++)
    for (const test_case *c = lists[i]; c->fault != NULL; c++)
      if (strcmp(c->fault, arguments[1]) == 0) return run(c, lists[i]), 0;
  return fprintf(stderr, "no case %s\n", arguments[1]), 2;
}
