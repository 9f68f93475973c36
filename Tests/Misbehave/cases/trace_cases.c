/* trace_cases.c: the faults of what an engine reports to a trace. */
#include "drivers.h"

/* The task of the entries that have a fault: see trace_faults.c. */
#define MARKED "\"task\":666"

/* How many of the entries with a fault have c->part, or have not what follows a ! there. */
static int told_as_expected(const test_case *c) {
  const char *part = c->part == NULL ? "" : c->part;
  return *part == '!' ? count_entries(MARKED, "") - count_entries(MARKED, part + 1) : count_entries(MARKED, part);
}

static void live(const test_case *c) {
  the_stage.board->met = 0;
  live_through(open_feature(c->fault));
  catch_up();
}

/* The reader is told of each of them: with c->part, or without it. Everything else in it is as it was reported. */
static void is_told(const test_case *c) {
  live(c);
  int reported = the_stage.board->met, told = count_entries(MARKED, ""), right = told_as_expected(c);
  CHECK(reported > 0);
  CHECK_INT(count_entries("\"kind\":\"dropped\"", ""), 0);
  CHECK_INT(told, reported);
  if (right != told) fprintf(stderr, "%d of %d entries are right\n", right, told);
  CHECK_INT(right, told);
}

/* The same, but it is so long that some may be dropped. */
static void is_told_or_dropped(const test_case *c) {
  live(c);
  CHECK(the_stage.board->met > 0);
  CHECK(count_entries(MARKED, "") > 0);
  CHECK_INT(told_as_expected(c), count_entries(MARKED, ""));
}

/* Nobody hears of it. What is reported well is told. */
static void is_ignored(const test_case *c) {
  live(c);
  CHECK(the_stage.board->met > 0);
  CHECK_INT(count_entries(MARKED, ""), 0);
  CHECK(count_entries("\"action\":\"one\"", "") > 1);
}

static void all_kinds_are_told(const test_case *c) {
  static const char *const kinds[] = {"action", "set", "restore", "shared", "mutation", "effect began", "effect ended", "held",
                                      "released", "dependency"};
  live(c);
  CHECK_INT(count_entries(MARKED, ""), 10 * the_stage.board->met);
  for (int i = 0; i < 10; i++) {
    char part[40];
    snprintf(part, sizeof part, "\"kind\":\"%s\"", kinds[i]);
    CHECK(count_entries(part, "") >= the_stage.board->met);
  }
}

/* A thread reports until its store has ended, and longer. What comes later is ignored. */
static void goes_on(const test_case *c) {
  live(c);
  live(c);
}

/* Nobody reads any more, and then somebody does again. */
static void is_reported_to_nobody(const test_case *c) {
  end_reading();
  enfold_store store = open_feature(c->fault);
  expect_known(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  pump();
  int before = count_entries("", "");
  begin_reading();
  CHECK_INT(count_entries("", ""), before);
  live_through(store);
  catch_up();
  CHECK(count_entries("", "") > before);
}

/* The store's trace cannot be turned on: its commits are not told, and everything else goes on. */
static void is_left_out(const test_case *c) {
  char name[100];
  live(c);
  snprintf(name, sizeof name, "\"name\":\"%s#", c->fault);
  /* The host itself knows when it was opened and closed. */
  CHECK_INT(count_entries(name, ""), count_entries(name, "\"kind\":\"opened\"") + count_entries(name, "\"kind\":\"closed\""));
  CHECK(count_entries("\"action\":\"one\"", "") > 0); /* of the good engine that marks */
  end_reading();
  begin_reading();
}

/* It reports after it was told not to. */
static void reports_for_ever(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  catch_up();
  int before = count_entries("", "");
  end_reading();
  for (int i = 0; i < 10; i++)
    expect_known(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  pump();
  CHECK_INT(count_entries("", ""), before);
  begin_reading();
  live_through(store);
  catch_up();
  CHECK(count_entries("", "") > before);
}

#define TOLD(fault, part) CASE("trace-" fault, is_told, ANY_STATUS, part)
#define IGNORED(fault) CASE("trace-" fault, is_ignored, ANY_STATUS, NULL)
#define NO_ACTION "!\"action\":"

const test_case trace_cases[] = {
    TOLD("good", "\"tag\":\"ada\",\"effect\":\"here:1\",\"action\":\"bad\",\"row\":\"7\",\"outcome\":\"failed\"")
    IGNORED("null")
    IGNORED("size-zero")
    IGNORED("size-short")
    TOLD("size-old", "!\"next\":")
    TOLD("size-max", NULL)
    IGNORED("kind-zero")
    TOLD("kind-10", "\"dependency\":\"here:1\",\"value\":\"bad\"")
    TOLD("kind-10-no-json", "!\"value\":")
    /* Those that the host itself tells: no engine opens a store, or answers a request. */
    TOLD("kind-11", "\"kind\":\"request\"")
    TOLD("kind-12", "\"request\":\"here:1\",\"value\":\"bad\",\"message\":\"7\",\"outcome\":\"failed\"")
    IGNORED("kind-13")
    IGNORED("kind-14")
    IGNORED("kind-16")
    IGNORED("kind-max")
    CASE("trace-all-kinds", all_kinds_are_told, ANY_STATUS, NULL)
    TOLD("outcome-77", "\"outcome\":\"")
    TOLD("depends-max", NULL)
    TOLD("revision-max", "\"revision\":18446744073709551615,\"task\":666")
    TOLD("cause-max", "\"cause\":{\"store\":")
    /* A store that the host does not know is left out. */
    TOLD("cause-store-max", "\"cause\":{\"revision\":5}")
    TOLD("cause-store-1", "\"cause\":{\"revision\":5}")
    TOLD("cause-store-no-context", "\"cause\":{\"revision\":5}")
    TOLD("cause-store-own", "\"cause\":{\"store\":")
    TOLD("cause-store-without-cause", "!\"cause\":")
    TOLD("cause-store-of-all-kinds", "\"cause\":{\"revision\":5}")
    TOLD("times-max", "\"told\":18446744073709551615")
    TOLD("nothing", NO_ACTION)
    TOLD("action-null-with-length", NO_ACTION)
    TOLD("action-length-size-max", NO_ACTION)
    TOLD("action-length-half-max", NO_ACTION)
    TOLD("action-empty", NO_ACTION)
    /* An action that is not JSON is left out. */
    TOLD("action-no-json", NO_ACTION)
    TOLD("action-cut", NO_ACTION)
    TOLD("action-two-values", NO_ACTION)
    TOLD("action-more-members", NO_ACTION)
    TOLD("action-not-utf8", NO_ACTION)
    TOLD("action-control", NO_ACTION)
    TOLD("action-nul", NO_ACTION)
    TOLD("action-spaces", "\"bad\"")
    TOLD("action-deep", "\"action\":[[[")
    TOLD("action-abyss", NO_ACTION)
    CASE("trace-action-huge", is_told_or_dropped, ANY_STATUS, "\"action\":\"xxx")
    TOLD("tag-null-with-length", "!\"tag\":")
    TOLD("tag-length-size-max", "!\"tag\":")
    TOLD("tag-length-half-max", "!\"tag\":")
    TOLD("tag-not-utf8", "\"tag\":\"\xef\xbf\xbd\\\"")
    TOLD("tag-quotes", "\"tag\":\"\\\"\\\\\\n\"")
    TOLD("tag-nul", "\"tag\":\"a\\u0000b\"")
    CASE("trace-tag-long", is_told_or_dropped, ANY_STATUS, NULL)
    TOLD("effect-null-with-length", "!\"effect\":")
    TOLD("effect-length-size-max", "!\"effect\":")
    TOLD("effect-not-utf8", "\"effect\":\"\xef\xbf\xbd\\\"")
    TOLD("row-null-with-length", "!\"row\":")
    TOLD("row-length-size-max", "!\"row\":")
    TOLD("row-not-utf8", "\"row\":\"\xef\xbf\xbd\"")
    TOLD("next", "\"next\":{\"/path\":7}")
    TOLD("next-null-with-length", "!\"next\":")
    TOLD("next-length-size-max", "!\"next\":")
    TOLD("next-no-json", "!\"next\":")
    TOLD("next-more-members", "!\"next\":")
    TOLD("next-not-utf8", "!\"next\":")
    TOLD("next-of-an-effect", "!\"next\":")

    CASE("trace-again-and-again", is_told, ANY_STATUS, NULL)
    CASE("trace-on-threads", is_told, ANY_STATUS, NULL)
    CASE("trace-unread", is_reported_to_nobody, ANY_STATUS, NULL)
    CASE("trace-for-long", goes_on, ANY_STATUS, NULL)
    CASE("trace-in-disorder", survives, ANY_STATUS, NULL)
    CASE("trace-after-closed", survives_silently, ANY_STATUS, NULL)
    CASE("trace-in-release", is_ignored, ANY_STATUS, NULL)
    CASE("trace-in-open", is_ignored, ANY_STATUS, NULL)

    STATUS_CASES("engine-trace", is_left_out)
    ERROR_CASES("engine-trace", is_left_out, ANY_STATUS)
    CASE("engine-trace-gives-more", is_left_out, ANY_STATUS, NULL)
    CASE("engine-trace-gives-queued", is_left_out, ANY_STATUS, NULL)
    CASE("engine-traced-for-ever", reports_for_ever, ANY_STATUS, NULL)
    CASE("engine-traced-reports-at-once", survives, ANY_STATUS, NULL)
    API_CASES("engine-trace", ANY_STATUS, ANY_STATUS)
    {NULL, NULL, 0, NULL}};
