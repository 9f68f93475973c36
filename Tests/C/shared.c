/* shared.c: values that stores, plugins and hosts share. */
#include "sessions.h"

/* ---- Stores ------------------------------------------------------------------------------------------------------- */

static void stores_of_two_plugins_share_a_value(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), b = open_store(runtime, VISITOR_B);
  recorder name = {0}, whole = {0};
  observe(b, "/session/name", NULL, &name);
  observe(b, "", "{\"initial\":false,\"value\":false,\"patch\":true,\"action\":true}", &whole);
  CHECK_OK(send(a, "{\"rename\":\"Ada\"}"));
  CHECK_TEXT(state(a, "/session"), "{\"name\":\"Ada\",\"visits\":0}");
  CHECK_TEXT(state(b, "/session"), "{\"name\":\"Ada\",\"visits\":0}");
  CHECK_INT(revision(a), 1); /* the action's own commit */
  CHECK_INT(revision(b), 1); /* a commit of its own, without an action */
  CHECK_TEXT(name.text, "I \"\"|C \"Ada\"");
  CHECK_CONTAINS(whole.text, "/session");
  CHECK(strstr(whole.text, "<-") == NULL);
  CHECK_OK(send(b, "\"visit\""));
  CHECK_TEXT(state(a, "/session"), "{\"name\":\"Ada\",\"visits\":1}");
  CHECK_INT(name.events, 2);
  /* An equal value is no change. */
  CHECK_OK(send(a, "{\"rename\":\"Ada\"}"));
  CHECK_INT(revision(b), 2);
  CHECK_TEXT(shared(runtime, "session"), "{\"name\":\"Ada\",\"visits\":1}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void runtimes_share_nothing(void) {
  enfold_runtime one = open_both(NULL), other = open_both(NULL);
  enfold_store a = open_store(one, VISITOR_A), b = open_store(other, VISITOR_A);
  CHECK_OK(send(a, "\"visit\""));
  CHECK_OK(send(a, "\"addOwn\""));
  CHECK_TEXT(state(b, "/session/visits"), "0");
  CHECK_TEXT(state(b, "/own"), "0");
  CHECK_OK(enfold_runtime_close(one, &problem));
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void without_a_key_the_key_is_the_property(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), second = open_store(runtime, VISITOR_A),
               b = open_store(runtime, VISITOR_B);
  CHECK_OK(send(a, "\"addOwn\""));
  CHECK_TEXT(state(second, "/own"), "1");
  CHECK_TEXT(state(b, "/own"), "0");
  CHECK_TEXT(shared(runtime, "org.enfold.tests.sessions/Visitor.State.own"), "1");
  CHECK_TEXT(shared(runtime, "org.enfold.tests.sessions.b/Visitor.State.own"), "0");
  enfold_string features = {0};
  CHECK_OK(enfold_runtime_features(runtime, &features, &problem));
  CHECK_CONTAINS(features.data, "\"x-enfold-shared\":\"session\"");
  CHECK_CONTAINS(features.data, "\"x-enfold-shared\":\"org.enfold.tests.sessions/Visitor.State.own\"");
  enfold_string_free(&features);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void children_come_with_the_newest_value(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), b = open_store(runtime, VISITOR_B);
  CHECK_OK(send(a, "\"visit\""));
  CHECK_OK(send(b, "\"invite\""));
  CHECK_TEXT(state(b, "/guest"), "{\"session\":{\"name\":\"\",\"visits\":1},\"note\":\"\"}");
  CHECK_OK(send(a, "\"visit\""));
  CHECK_TEXT(state(b, "/guest/session/visits"), "2");
  CHECK_TEXT(state(b, "/session/visits"), "2");
  /* What a child writes, its parent sees in a commit of its own. */
  uint64_t before = revision(b);
  CHECK_OK(send(b, "{\"greet\":\"hello\"}"));
  CHECK_TEXT(state(b, "/session/name"), "\"guest\"");
  CHECK_INT(revision(b), before + 2);
  CHECK_OK(send(b, "\"dismiss\""));
  CHECK_OK(send(b, "\"renew\""));
  CHECK_TEXT(state(b, "/session/visits"), "2");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void what_replaces_something_equal_is_connected_too(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A);
  recorder guest = {0};
  CHECK_OK(send(a, "\"invite\""));
  CHECK_OK(send(a, "\"invite\"")); /* an equal one */
  observe(a, "/guest/session/visits", NULL, &guest);
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":9}"));
  CHECK_TEXT(guest.text, "I 0|C 9");
  CHECK_OK(send(a, "\"renew\""));
  CHECK_TEXT(state(a, "/session/visits"), "9");
  for (int i = 1; i < 4; i++) {
    char text[64];
    snprintf(text, sizeof text, "{\"name\":\"\",\"visits\":%d}", i);
    CHECK_OK(set_shared(runtime, "session", text));
    CHECK_TEXT(state(a, "/session"), text);
  }
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void *set_often(void *argument) {
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < 2000; i++)
    CHECK_INT(enfold_shared_set(*(enfold_runtime *)argument, "session", i % 2 ? "{\"visits\":1}" : "{\"visits\":2}",
                                ENFOLD_NUL, &error), ENFOLD_OK);
  return NULL;
}

static void stores_open_while_values_change(void) {
  enfold_runtime runtime = open_both(NULL);
  open_store(runtime, VISITOR_A);
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, set_often, &runtime), 0);
  for (int i = 0; i < 200; i++) CHECK_OK(enfold_store_close(open_store(runtime, VISITOR_B), &problem));
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_value_ends_with_its_last_user(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A);
  CHECK_OK(send(a, "\"visit\""));
  CHECK_OK(send(a, "{\"setTheme\":\"dark\"}"));
  recorder kept = {0};
  CHECK_OK(enfold_store_close(a, &problem));
  CHECK_FAILS(enfold_shared_get(runtime, "session", &(enfold_string){0}, &problem), ENFOLD_NOT_FOUND, "theme");
  a = open_store(runtime, VISITOR_A);
  CHECK_TEXT(state(a, "/session/visits"), "0");
  CHECK_TEXT(state(a, "/theme"), "\"dark\""); /* a singleton */
  /* A subscription is a user, too. */
  CHECK_OK(send(a, "\"visit\""));
  enfold_subscription subscription = observe_shared(runtime, "session", NULL, &kept);
  CHECK_OK(enfold_store_close(a, &problem));
  a = open_store(runtime, VISITOR_B);
  CHECK_TEXT(state(a, "/session/visits"), "1");
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_INT(kept.releases, 1);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void opening_and_restoring_set_only_what_is_seen(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), b = 0;
  CHECK_OK(send(a, "\"visit\""));
  CHECK_OK(enfold_store_open(runtime, VISITOR_B, "{\"state\":{\"session\":{\"name\":\"own\",\"visits\":7}}}", ENFOLD_NUL,
                             &b, &problem));
  CHECK_TEXT(state(b, "/session"), "{\"name\":\"own\",\"visits\":7}");
  CHECK_TEXT(state(a, "/session/visits"), "1");
  CHECK_OK(send(a, "\"visit\""));
  CHECK_TEXT(state(b, "/session"), "{\"name\":\"\",\"visits\":2}");
  CHECK_OK(enfold_store_restore(b, "{\"session\":{\"name\":\"old\"}}", ENFOLD_NUL, &problem));
  CHECK_TEXT(state(b, "/session"), "{\"name\":\"old\",\"visits\":0}");
  CHECK_TEXT(shared(runtime, "session"), "{\"name\":\"\",\"visits\":2}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void what_counts_every_assignment(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), b = open_store(runtime, VISITOR_B);
  recorder own = {0}, foreign = {0};
  observe(a, "/beat", NULL, &own);
  observe(b, "/beat", NULL, &foreign);
  CHECK_OK(send(a, "\"beat\""));
  CHECK_OK(send(a, "\"beat\""));
  CHECK_TEXT(own.text, "I 0|C 0|C 0");
  CHECK_TEXT(foreign.text, "I 0|C 0|C 0");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void another_type_is_an_error(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), b = open_store(runtime, VISITOR_B);
  CHECK_TEXT(state(a, "/mixed"), "0");
  CHECK_TEXT(state(b, "/mixed"), "\"text\"");
  CHECK_OK(send(b, "\"checkMixed\""));
  CHECK_CONTAINS(state(b, "/error"), "is no String");
  CHECK_OK(send(b, "\"mix\""));
  CHECK_TEXT(state(b, "/mixed"), "\"other\"");
  CHECK_TEXT(shared(runtime, "mixed"), "0"); /* nothing was lost */
  CHECK_OK(send(a, "\"mix\""));
  CHECK_TEXT(shared(runtime, "mixed"), "1");
  CHECK_TEXT(state(b, "/mixed"), "\"other\"");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* ---- The host ------------------------------------------------------------------------------------------------------ */

static void a_host_reads_writes_and_observes(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A), b = open_store(runtime, VISITOR_B);
  recorder session = {0}, raw = {0}, state_of_b = {0};
  observe_shared(runtime, "session", NULL, &session);
  observe_shared(runtime, "beat", "{\"filter\":\"raw\",\"initial\":false}", &raw);
  observe(b, "/session/visits", "{\"initial\":false}", &state_of_b);
  CHECK_OK(set_shared(runtime, "session", " { \"name\" : \"a b\" , \"visits\" : 5 } "));
  CHECK_TEXT(shared(runtime, "session"), "{\"name\":\"a b\",\"visits\":5}");
  CHECK_TEXT(state(a, "/session/name"), "\"a b\"");
  CHECK_TEXT(state_of_b.text, "C 5");
  CHECK_OK(set_shared(runtime, "session", "{\"name\":\"a b\",\"visits\":5}"));
  CHECK_TEXT(session.text, "I {\"name\":\"\",\"visits\":0}|C {\"name\":\"a b\",\"visits\":5}");
  CHECK_INT(revision(b), 1);
  CHECK_OK(set_shared(runtime, "beat", "0"));
  CHECK_TEXT(raw.text, " 0");
  /* A bindable property writes the value. */
  CHECK_OK(enfold_store_set(a, "/theme", ENFOLD_NUL, "\"dark\"", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_TEXT(state(b, "/theme"), "\"dark\"");
  CHECK_TEXT(shared(runtime, "theme"), "\"dark\"");
  CHECK_FAILS(enfold_store_set(a, "/session", ENFOLD_NUL, "{}", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_UNSUPPORTED,
              "/session");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(session.closes, 1);
  CHECK_INT(session.releases, 1);
  CHECK_INT(raw.releases, 1);
}

#define ADA "{\"name\":\"Ada\",\"visits\":1}"

static void values_are_compared_not_texts(void) {
  enfold_runtime runtime = open_both(NULL);
  open_store(runtime, VISITOR_A);
  uint32_t done = 9;
  CHECK_OK(enfold_shared_replace(runtime, "session", " { \"visits\": 0, \"name\" : \"\" }", ENFOLD_NUL, ADA, ENFOLD_NUL,
                                 &done, &problem));
  CHECK_INT(done, 1);
  CHECK_OK(enfold_shared_replace(runtime, "session", "{\"visits\":0}", ENFOLD_NUL, "{}", ENFOLD_NUL, &done, &problem));
  CHECK_INT(done, 0);
  CHECK_FAILS(enfold_shared_replace(runtime, "session", "{", 1, "{}", 2, &done, &problem), ENFOLD_BAD_JSON, "expected");
  CHECK_FAILS(enfold_shared_replace(runtime, "session", "5", 1, "{}", 2, &done, &problem), ENFOLD_BAD_STATE, "expected");
  CHECK_FAILS(enfold_shared_replace(runtime, "session", NULL, 0, "{}", 2, &done, &problem), ENFOLD_INVALID, "expected");
  CHECK_FAILS(enfold_shared_replace(runtime, "session", "{}", 2, "{}", 2, NULL, &problem), ENFOLD_INVALID, "done");
  CHECK_TEXT(shared(runtime, "session"), ADA);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void mistakes_change_nothing(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A);
  enfold_string text = {0};
  recorder refused = {0};
  CHECK_FAILS(enfold_shared_get(runtime, "nobody", &text, &problem), ENFOLD_NOT_FOUND, "session");
  CHECK_FAILS(enfold_shared_get(runtime, NULL, &text, &problem), ENFOLD_INVALID, "key is NULL");
  CHECK_FAILS(enfold_shared_get(runtime, "session", NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_shared_get(runtime, "\xff", &text, &problem), ENFOLD_INVALID, "UTF-8");
  CHECK_FAILS(enfold_shared_get(a, "session", &text, &problem), ENFOLD_BAD_HANDLE, "runtime");
  CHECK_FAILS(enfold_shared_set(runtime, "session", "{\"visits\":", ENFOLD_NUL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 10);
  CHECK_FAILS(enfold_shared_set(runtime, "session", "{\"visits\":\"x\"}", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE,
              "visits");
  CHECK_FAILS(enfold_shared_set(runtime, "session", NULL, 0, &problem), ENFOLD_INVALID, "json is NULL");
  CHECK_FAILS(enfold_shared_set(runtime, "nobody", "1", ENFOLD_NUL, &problem), ENFOLD_NOT_FOUND, "nobody");
  CHECK_FAILS(enfold_shared_observe(runtime, "session", NULL, 0, NULL, &refused, released, NULL, &problem),
              ENFOLD_INVALID, "fn is NULL");
  CHECK_INT(refused.releases, 1);
  CHECK_FAILS(enfold_shared_observe(runtime, "nobody", NULL, 0, record_shared, &refused, released, NULL, &problem),
              ENFOLD_NOT_FOUND, "nobody");
  CHECK_INT(refused.releases, 2);
  CHECK_FAILS(enfold_shared_observe(runtime, "session", "{\"patch\":true}", ENFOLD_NUL, record_shared, &refused, released,
                                    NULL, &problem),
              ENFOLD_UNSUPPORTED, "patch");
  CHECK_INT(refused.releases, 3);
  CHECK_INT(revision(a), 0);
  CHECK_TEXT(shared(runtime, "session"), "{\"name\":\"\",\"visits\":0}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_FAILS(enfold_shared_get(runtime, "session", &text, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_runtime_open("{\"shared\":{\"directory\":\"here\"}}", ENFOLD_NUL, &runtime, &problem),
              ENFOLD_INVALID, "absolute");
}

static void end_it(recorder *r, const enfold_event *event) {
  enfold_runtime *runtime = r->context;
  if (event->flags & (ENFOLD_INITIAL | ENFOLD_CLOSED)) return;
  if (runtime != NULL) CHECK_OK(enfold_runtime_close(*runtime, &problem));
  else if (!(event->flags & ENFOLD_CLOSED)) CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
}

static void observers_end_what_calls_them(void) {
  enfold_runtime runtime = open_both(NULL);
  open_store(runtime, VISITOR_A);
  recorder cancels = {.then = end_it}, closes = {.then = end_it, .context = &runtime};
  observe_shared(runtime, "session", NULL, &cancels);
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":1}"));
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":2}"));
  CHECK_INT(cancels.events, 2);
  CHECK_INT(cancels.releases, 1);
  observe_shared(runtime, "session", NULL, &closes);
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":3}"));
  CHECK_INT(closes.closes, 1);
  CHECK_INT(closes.releases, 1);
}

static void write_again(recorder *r, const enfold_event *event) {
  enfold_runtime *runtime = r->context;
  if (event->revision < 6) CHECK_OK(set_shared(*runtime, "beat", event->revision % 2 ? "1" : "2"));
}

static void an_observer_writes(void) {
  enfold_runtime runtime = open_both(NULL);
  open_store(runtime, VISITOR_A);
  recorder r = {.then = write_again, .context = &runtime};
  observe_shared(runtime, "beat", NULL, &r);
  CHECK_TEXT(r.text, "I 0|C 1|C 2|C 1|C 2|C 1");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void the_hosts_loop(void) {
  enfold_runtime runtime = open_both("{\"loop\":\"host\"}");
  enfold_store a = open_store(runtime, VISITOR_A), b = open_store(runtime, VISITOR_B);
  recorder session = {0};
  observe_shared(runtime, "session", NULL, &session);
  CHECK_OK(send(a, "\"visit\""));
  while (enfold_runtime_pump(runtime, 0, NULL, &problem) == ENFOLD_MORE) {
  }
  CHECK_TEXT(state(b, "/session/visits"), "1");
  CHECK_CONTAINS(session.text, "C {\"name\":\"\",\"visits\":1}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(session.closes, 1);
  CHECK_INT(session.releases, 1);
}

int main(void) {
  RUN(stores_of_two_plugins_share_a_value);
  RUN(runtimes_share_nothing);
  RUN(without_a_key_the_key_is_the_property);
  RUN(children_come_with_the_newest_value);
  RUN(what_replaces_something_equal_is_connected_too);
  RUN(stores_open_while_values_change);
  RUN(a_value_ends_with_its_last_user);
  RUN(opening_and_restoring_set_only_what_is_seen);
  RUN(what_counts_every_assignment);
  RUN(another_type_is_an_error);
  RUN(a_host_reads_writes_and_observes);
  RUN(values_are_compared_not_texts);
  RUN(mistakes_change_nothing);
  RUN(observers_end_what_calls_them);
  RUN(an_observer_writes);
  RUN(the_hosts_loop);
  return 0;
}
