/* tags.c: what a sender calls an action comes back wherever it leads to; and who asks. For both loops. */
#include "asker.h"

static enfold_runtime runtime;
static char records[4096];

static void receive(void *user, int32_t level, const char *line, size_t length) {
  (void)user, (void)level, (void)length;
  strncat(records, line, sizeof records - strlen(records) - 1);
}

static void load(const char *plugin) {
  enfold_plugin loaded = 0;
  CHECK_OK(enfold_plugin_load(runtime, plugin, NULL, 0, &loaded, &problem));
}

static void set(void) {
  runtime = open_runtime(options);
  records[0] = '\0';
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
}

static enfold_store open_of(const char *plugin, const char *feature) {
  load(swift_plugin(plugin));
  return open_store(runtime, feature);
}

static void say_as(enfold_store store, const char *tag, const char *action) {
  CHECK_OK(task_end(begin_as(store, tag, action)));
}

static void observe_actions(enfold_store store, const char *given, recorder *r) {
  CHECK_OK(enfold_store_observe_actions(store, given, given == NULL ? 0 : ENFOLD_NUL, record, r, released, NULL, &problem));
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static void events_have_the_tag(void) {
  enfold_store store = open_of("Panel", "Panel");
  recorder *level = fresh((recorder){.name = "level"}), *actions = fresh((recorder){0}), *finished = fresh((recorder){0});
  recorder *raw = fresh((recorder){0});
  say_as(store, "before", "\"nothing\"");
  observe(store, "/level", "{\"action\":true}", level);
  observe(store, "/level", "{\"filter\":\"raw\",\"value\":false}", raw);
  observe_actions(store, NULL, actions);
  observe_actions(store, "{\"phase\":\"finished\",\"state\":\"/level\"}", finished);
  say_as(store, "ada", "{\"setLevel\":1}");
  say(store, "{\"setLevel\":2}");
  say_as(store, "bob", "{\"setLevel\":3}");
  CHECK_TEXT(level->text, "level:I 0|level:C 1 <- {\"setLevel\":1} by ada|level:C 2 <- {\"setLevel\":2}|"
                         "level:C 3 <- {\"setLevel\":3} by bob");
  CHECK_TEXT(actions->text, "C <- {\"setLevel\":1} by ada|C <- {\"setLevel\":2}|C <- {\"setLevel\":3} by bob");
  CHECK_TEXT(finished->text, "C 1 <- {\"setLevel\":1} by ada|C 2 <- {\"setLevel\":2}|C 3 <- {\"setLevel\":3} by bob");
  CHECK_TEXT(raw->text, "I|C by ada|C|C by bob");
}

/* The last action of a coalesced event. Writes and restored states have none. */
static void commits_without_an_action_have_none(void) {
  enfold_store store = open_of("Panel", "Panel");
  recorder *all = fresh((recorder){0});
  observe(store, "", "{\"filter\":\"raw\",\"value\":false,\"initial\":false}", all);
  say_as(store, "ada", "\"nothing\"");
  in_call++;
  CHECK_OK(enfold_store_set(store, "/volume", ENFOLD_NUL, "7", 1, NULL, 0, &problem));
  say_as(store, "ada", "\"nothing\"");
  CHECK_OK(enfold_store_restore(store, state(store, ""), ENFOLD_NUL, &problem));
  say_as(store, "ada", "\"nothing\"");
  CHECK_OK(enfold_store_set(store, "/name", ENFOLD_NUL, "\"x\"", ENFOLD_NUL,
                            "{\"action\":{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}}", ENFOLD_NUL, &problem));
  in_call--;
  CHECK_TEXT(all->text, " by ada|C| by ada|C| by ada|C|C");
}

static void everything_that_follows_has_it(void) {
  enfold_store responses = open_of("Behaviours", "Responses"), many = open_store(runtime, "Many");
  recorder *actions = fresh((recorder){0}), *climbing = fresh((recorder){0});
  observe_actions(responses, NULL, actions);
  observe_actions(many, NULL, climbing);
  say_as(responses, "ada", "{\"run\":\"a\"}");
  say_as(responses, "bob", "{\"runCatch\":\"b\"}");
  say(responses, "{\"respond\":\"c\"}");
  CHECK_TEXT(actions->text, " <- {\"run\":\"a\"} by ada|C <- {\"respond\":\"a\"} by ada| <- {\"runCatch\":\"b\"} by bob|"
                           "C <- {\"respond\":\"caught: b\"} by bob|C <- {\"respond\":\"c\"}");
  say_as(many, "ada", "{\"climb\":3}");
  say_as(many, "bob", "{\"twice\":\"tasks\"}");
  CHECK_TEXT(climbing->text, "C <- {\"climb\":3} by ada|C <- {\"climb\":3} by ada|C <- {\"climb\":3} by ada|"
                            " <- {\"twice\":\"tasks\"} by bob|C <- {\"increment\":{}} by bob|C <- {\"increment\":{}} by bob");
}

/* A restarted debounce has the tag of the action that restarted it. */
static void what_is_debounced_has_it(void) {
  enfold_store store = open_of("Timers", "Timers");
  recorder *searches = fresh((recorder){0});
  observe(store, "/searches", NULL, searches);
  CHECK_OK(enfold_task_release(begin_as(store, "ada", "{\"type\":\"a\"}"), &problem));
  CHECK_OK(enfold_task_release(begin_as(store, "bob", "{\"type\":\"b\"}"), &problem));
  in_call++;
  CHECK_OK(enfold_store_flush(store, &problem));
  in_call--;
  CHECK_TEXT(searches->text, "I []|C [\"b\"] by bob");
}

static void mutations_have_it(void) {
  enfold_store store = open_of("Counters", "ReactorCounter");
  recorder *all = fresh((recorder){0});
  observe_actions(store, "{\"mutations\":true}", all);
  say_as(store, "ada", "\"increment\"");
  say(store, "\"increment\"");
  CHECK_TEXT(all->text, "CM <- {\"add\":1} by ada|C <- {\"increment\":{}} by ada|CM <- {\"add\":1}|C <- {\"increment\":{}}");
}

static void stubs_and_scopes_have_it(void) {
  load(swift_plugin("Panel"));
  enfold_store stub = 0, store = open_store(runtime, "Panel"), scope = 0;
  recorder *seen = fresh((recorder){0}), *child = fresh((recorder){0});
  CHECK_OK(enfold_store_open(runtime, "Panel", "{\"stub\":true}", ENFOLD_NUL, &stub, &problem));
  observe_actions(stub, NULL, seen);
  say_as(stub, "ada", "\"reset\"");
  say(stub, "\"reset\"");
  CHECK_TEXT(seen->text, " <- {\"reset\":{}} by ada| <- {\"reset\":{}}");
  say(store, "\"addChild\"");
  CHECK_OK(enfold_store_scope(store, "/child", ENFOLD_NUL, "{\"child\":\"$action\"}", ENFOLD_NUL, &scope, &problem));
  observe(scope, "/count", "{\"action\":true}", child);
  say_as(scope, "ada", "\"increment\"");
  CHECK_TEXT(child->text, "I 0|C 1 <- {\"child\":{\"increment\":{}}} by ada");
}

static void send_inside(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_INITIAL) || r->context != NULL) return;
  r->context = r;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_send_with(event->store, "\"increment\"", ENFOLD_NUL, "{\"tag\":\"inside\"}", ENFOLD_NUL, NULL, &error),
            ENFOLD_QUEUED);
}

static void what_waits_in_the_queue_has_it(void) {
  enfold_store store = open_of("Behaviours", "Many");
  recorder *r = fresh((recorder){.then = send_inside});
  observe(store, "/count", NULL, r);
  pump(runtime);
  CHECK_TEXT(r->text, "I 0|C 1 by inside");
}

static size_t tag_length;
static char tag_text[300];

static void note_tag(void *user, const enfold_event *event) {
  (void)user;
  tag_length = event->tag_length;
  CHECK(tag_length < sizeof tag_text);
  if (event->tag != NULL) memcpy(tag_text, event->tag, tag_length + 1);
  else CHECK_INT(tag_length, 0);
}

static void any_text_is_a_tag(void) {
  enfold_store store = open_of("Behaviours", "Many");
  char longest[257];
  memset(longest, 'x', 256);
  longest[256] = '\0';
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, note_tag, NULL, NULL, NULL, &problem));
  say_as(store, longest, "\"increment\"");
  CHECK_TEXT(tag_text, longest);
  say_as(store, "Malm\xc3\xb6 \\\"\\n", "\"increment\"");
  CHECK_TEXT(tag_text, "Malm\xc3\xb6 \"\n");
  say_as(store, "a\\u0000b", "\"increment\"");
  CHECK_INT(tag_length, 3);
  CHECK_INT(memcmp(tag_text, "a\0b", 4), 0);
  say_as(store, "", "\"increment\"");
  CHECK_INT(tag_length, 0);
  in_call++;
  CHECK_OK(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, NULL, 0, NULL, &problem));
  CHECK_OK(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, "{}", ENFOLD_NUL, NULL, &problem));
  in_call--;
  CHECK_INT(tag_length, 0);
  CHECK_TEXT(state(store, "/count"), "6");
}

static void log_records_have_it(void) {
  enfold_store store = open_of("Behaviours", "Responses"), panel = open_of("Panel", "Panel");
  CHECK_STATUS(task_end(begin_as(store, "ada", "{\"fail\":{\"message\":\"no\",\"isLate\":true}}")), ENFOLD_FAILED);
  pump(runtime);
  CHECK_CONTAINS(records, "\"tag\":\"ada\"");
  CHECK_CONTAINS(records, "an-effect-failed");
  records[0] = '\0';
  CHECK_STATUS(task_end(begin_as(panel, "bob", "{\"fail\":{\"message\":\"no\"}}")), ENFOLD_FAILED);
  pump(runtime);
  CHECK_CONTAINS(records, "\"tag\":\"bob\"");
  records[0] = '\0';
  CHECK_INT(enfold_store_send_with(panel, "{\"nope\":{}}", ENFOLD_NUL, "{\"tag\":\"eve\"}", ENFOLD_NUL, NULL, &problem),
            ENFOLD_BAD_ACTION);
  pump(runtime);
  CHECK_CONTAINS(records, "an-action-was-refused");
  CHECK_CONTAINS(records, "\"tag\":\"eve\"");
  records[0] = '\0';
  say(panel, "{\"fail\":{\"message\":\"no\"}}");
  wait_for(runtime);
  pump(runtime);
  CHECK_CONTAINS(records, "an-effect-failed");
  CHECK(strstr(records, "\"tag\"") == NULL);
}

/* A reducer in C has the runtime's own engine; a whole engine in C has what it has. */
static void plugins_in_c(void) {
  load(test_plugin("reducer"));
  load(test_plugin("counter"));
  enfold_store tally = open_store(runtime, "Tally"), counter = open_store(runtime, "Counter");
  recorder *r = fresh((recorder){0});
  observe_actions(tally, NULL, r);
  say_as(tally, "ada", "{\"say\":\"a\"}");
  CHECK_TEXT(r->text, "C <- {\"say\":\"a\"} by ada");
  enfold_task task = 0;
  CHECK_FAILS(enfold_store_send_with(counter, "\"increment\"", ENFOLD_NUL, "{\"tag\":\"a\"}", ENFOLD_NUL, &task, &problem),
              ENFOLD_UNSUPPORTED, "Counter has no tags");
  CHECK_CONTAINS(problem.message, "\"enfold.tags\"");
  CHECK_INT(task, 0);
  CHECK_TEXT(state(counter, "/count"), "0");
  CHECK_OK(enfold_store_send_with(counter, "\"increment\"", ENFOLD_NUL, "{\"tag\":\"\"}", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(state(counter, "/count"), "1");
}

static void refused(void) {
  enfold_store store = open_of("Behaviours", "Many");
  enfold_task task = 0;
  char longer[300] = "{\"tag\": \"";
  memset(longer + 9, 'x', 257);
  strcpy(longer + 9 + 257, "\"}");
  static const struct {
    const char *text, *part;
    enfold_status status;
  } wrong[] = {
      {"{\"tag\":5}", "options", ENFOLD_INVALID},
      {"{\"tag\":null}", "options", ENFOLD_INVALID},
      {"{\"tog\":\"\"}", "\"tog\"", ENFOLD_INVALID},
      {"{\"tag\":\"\xff\"}", "options", ENFOLD_BAD_JSON},
      {"{\"tag\":\"a\"", "options", ENFOLD_BAD_JSON},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK_FAILS(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, wrong[i].text, ENFOLD_NUL, &task, &problem),
                wrong[i].status, wrong[i].part);
  CHECK_FAILS(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, longer, ENFOLD_NUL, &task, &problem), ENFOLD_INVALID,
              "\"tag\" has 257 bytes; at most 256");
  CHECK_INT(problem.offset, 8);
  CHECK_FAILS(enfold_store_send_with(store, "\"no\"", ENFOLD_NUL, "{\"tag\":\"a\"}", ENFOLD_NUL, &task, &problem),
              ENFOLD_BAD_ACTION, "increment");
  CHECK_FAILS(enfold_store_send_with(store, NULL, 0, "{\"tag\":\"a\"}", ENFOLD_NUL, &task, &problem), ENFOLD_INVALID, "action");
  CHECK_FAILS(enfold_store_send_with(0, "\"increment\"", ENFOLD_NUL, NULL, 0, &task, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_store_send_with(runtime, "\"increment\"", ENFOLD_NUL, NULL, 0, &task, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_INT(task, 0);
  CHECK_TEXT(state(store, "/count"), "0");
  close_store(store);
  CHECK_FAILS(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, "{\"tag\":\"a\"}", ENFOLD_NUL, &task, &problem),
              ENFOLD_STALE, "");
}

/* ---- Who asks ---------------------------------------------------------------------------------------------------- */

static const char *told(enfold_status (*function)(enfold_request, enfold_string *, enfold_error *), enfold_request request) {
  static enfold_string texts[2];
  static int next;
  enfold_string *text = &texts[next++ % 2];
  enfold_string_free(text);
  CHECK_OK(function(request, text, &problem));
  CHECK_INT(strlen(text->data), text->length);
  return text->data;
}

static enfold_store asking(enfold_request request) {
  enfold_store found = 0;
  CHECK_OK(enfold_request_store(request, &found, &problem));
  return found;
}

static void a_request_says_who_asks(void) {
  enfold_store a = open_of("Asker", "Asker"), b = open_store(runtime, "Asker");
  handler *h = make((handler){0}), *saving = make((handler){0});
  handle(runtime, "numberFact", h);
  handle(runtime, "save", saving);
  enfold_task tasks[3];
  tasks[0] = begin(a, "{\"ask\":1}");
  await(runtime, &h->asked, 1);
  tasks[1] = begin_as(b, "ada", "{\"askSafely\":2}");
  await(runtime, &h->asked, 2);
  tasks[2] = begin_as(a, "bob", "{\"save\":{\"name\":\"x\",\"pages\":[]}}");
  await(runtime, &saving->asked, 1);
  CHECK(asking(h->requests[0]) == a);
  CHECK_TEXT(told(enfold_request_action, h->requests[0]), "ask(_:)");
  CHECK_TEXT(told(enfold_request_tag, h->requests[0]), "");
  CHECK(asking(h->requests[1]) == b);
  CHECK_TEXT(told(enfold_request_action, h->requests[1]), "askSafely(_:)");
  CHECK_TEXT(told(enfold_request_tag, h->requests[1]), "ada");
  CHECK(asking(saving->requests[0]) == a);
  CHECK_TEXT(told(enfold_request_action, saving->requests[0]), "save(_:)");
  CHECK_TEXT(told(enfold_request_tag, saving->requests[0]), "bob");
  recorder *facts = fresh((recorder){0});
  observe(b, "/facts", NULL, facts);
  for (int i = 0; i < 2; i++) CHECK_OK(enfold_request_resolve(h->requests[i], "\"x\"", ENFOLD_NUL, &problem));
  CHECK_OK(enfold_request_resolve(saving->requests[0], NULL, 0, &problem));
  for (int i = 0; i < 3; i++) CHECK_OK(task_end(tasks[i]));
  CHECK_TEXT(facts->text, "I []|C [\"x\"] by ada");

  enfold_store out = 7;
  enfold_string text = {NULL, 7};
  CHECK_FAILS(enfold_request_store(h->requests[0], &out, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_request_action(h->requests[0], &text, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_request_tag(h->requests[0], &text, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_request_store(0, &out, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_request_action(a, &text, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_INT(out, 7);
  CHECK_INT(text.length, 7);
}

static void missing_places(void) {
  enfold_store store = open_of("Asker", "Asker");
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  say(store, "{\"ask\":1}");
  await(runtime, &h->asked, 1);
  CHECK_FAILS(enfold_request_store(h->requests[0], NULL, &problem), ENFOLD_INVALID, "out");
  CHECK_FAILS(enfold_request_action(h->requests[0], NULL, &problem), ENFOLD_INVALID, "out");
  CHECK_FAILS(enfold_request_tag(h->requests[0], NULL, &problem), ENFOLD_INVALID, "out");
  CHECK_OK(enfold_request_resolve(h->requests[0], "\"x\"", ENFOLD_NUL, &problem));
  wait_for(runtime);
}

/* Inside the handler: the first chance to ask. */
static void look(handler *h, enfold_request request) {
  enfold_store *found = h->context;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_request_store(request, found, &error), ENFOLD_OK);
  CHECK_TEXT(told(enfold_request_tag, request), "ada");
  CHECK_INT(enfold_request_resolve(request, "\"x\"", ENFOLD_NUL, &error), ENFOLD_OK);
}

static void asked_for_inside_the_handler(void) {
  enfold_store store = open_of("Asker", "Asker"), found = 0;
  handler *h = make((handler){.then = look, .context = &found});
  handle(runtime, "numberFact", h);
  say_as(store, "ada", "{\"ask\":1}");
  CHECK(found == store);
}

/* A feature that does not declare its requests asks as its whole plugin does. */
static void nobody_knows(void) {
  enfold_store parent = open_of("Asker", "AskerParent"), out = 0;
  enfold_string text = {NULL, 0};
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  enfold_task task = begin_as(parent, "ada", "{\"asker\":{\"ask\":1}}");
  await(runtime, &h->asked, 1);
  CHECK_FAILS(enfold_request_store(h->requests[0], &out, &problem), ENFOLD_UNSUPPORTED, "static let requests");
  CHECK_FAILS(enfold_request_action(h->requests[0], &text, &problem), ENFOLD_UNSUPPORTED, "numberFact");
  CHECK_FAILS(enfold_request_tag(h->requests[0], &text, &problem), ENFOLD_UNSUPPORTED, "numberFact");
  CHECK_OK(enfold_request_resolve(h->requests[0], "\"x\"", ENFOLD_NUL, &problem));
  CHECK_OK(task_end(task));
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(events_have_the_tag);
  EACH(commits_without_an_action_have_none);
  EACH(everything_that_follows_has_it);
  EACH(what_is_debounced_has_it);
  EACH(mutations_have_it);
  EACH(stubs_and_scopes_have_it);
  EACH(what_waits_in_the_queue_has_it);
  EACH(any_text_is_a_tag);
  EACH(log_records_have_it);
  EACH(plugins_in_c);
  EACH(refused);
  EACH(a_request_says_who_asks);
  EACH(missing_places);
  EACH(asked_for_inside_the_handler);
  EACH(nobody_knows);
}

int main(void) { return with_each_loop(all); }
