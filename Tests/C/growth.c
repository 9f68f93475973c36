/* growth.c: plugins and the runtime may be built with headers of different times. What the plugins are is said in
 * run.sh: one that was built when ENFOLD_PLUGIN_ABI became 2, with the headers of then, one with nothing that may be
 * absent, one with a header that is still to come. */
#include <dlfcn.h>
#include <enfold_plugin.h>

#include "check.h"

static char records[256];

static void receive(void *user, int32_t level, const char *line, size_t length) {
  (void)user, (void)level, (void)length;
  strncat(records, line, sizeof records - strlen(records) - 1);
}

static enfold_runtime open_with_log(const char *options, const char *plugin) {
  enfold_runtime runtime = open_runtime_with(options, test_plugin(plugin));
  records[0] = '\0';
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
  return runtime;
}

static void pump(enfold_runtime runtime) { CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem)); }

/* Opens, sends, observes, writes if it can, waits, logs and closes, with each loop. */
static void check_counter(const char *plugin, bool is_bindable) {
  static const char *const loops[] = {"{\"loop\":\"inline\"}", "{\"loop\":\"host\"}"};
  for (int i = 0; i < 2; i++) {
    enfold_runtime runtime = open_with_log(loops[i], plugin);
    enfold_store store = open_store(runtime, "Counter");
    recorder all = {0}, count = {0};
    enfold_task task = 0;
    enfold_subscription subscription = observe(store, "/count", "{\"action\":true}", &count);
    observe(store, "", "{\"initial\":false,\"filter\":\"raw\"}", &all);
    if (i == 1) pump(runtime);
    CHECK(send(store, "\"increment\"") >= 0);
    CHECK(enfold_store_send(store, "\"complain\"", ENFOLD_NUL, &task, &problem) >= 0);
    if (i == 1) pump(runtime);
    CHECK_OK(enfold_task_wait(task, 20000, &problem));
    CHECK_OK(enfold_task_release(task, &problem));
    CHECK_CONTAINS(records, "\"as you wish\"");
    CHECK_TEXT(count.text, "I 0|C 1 <- \"increment\"");
    CHECK_INT(all.events, 2);
    CHECK_FAILS(enfold_store_send(store, "\"nonsense\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "increment");

    CHECK_OK(enfold_subscription_cancel(subscription, &problem));
    enfold_status status = enfold_store_set(store, "/count", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, &problem);
    if (i == 1) pump(runtime);
    CHECK(is_bindable ? status >= 0 : status == ENFOLD_UNSUPPORTED);
    CHECK_TEXT(state(store, "/count"), is_bindable ? "7" : "1");
    CHECK_INT(all.events, is_bindable ? 3 : 2);
    CHECK_INT(revision(store), is_bindable ? 3 : 2);
    CHECK_INT(count.events, 2);
    CHECK_OK(enfold_store_wait(store, 20000, &problem));

    CHECK_OK(enfold_store_close(store, &problem));
    if (i == 1) pump(runtime);
    CHECK_INT(all.closes, 1);
    CHECK_INT(all.releases, 1);
    CHECK_INT(count.releases, 1);
    CHECK_OK(enfold_runtime_close(runtime, &problem));
  }
}

static void a_plugin_of_the_time_when_the_abi_became_2_works(void) { check_counter("abi2", true); }
static void its_source_works_with_the_header_of_today(void) { check_counter("abi2-today", true); }
static void a_plugin_with_the_smallest_tables_works(void) { check_counter("counter-smallest", false); }
static void a_plugin_with_the_tables_of_a_later_header_works(void) { check_counter("counter-later", true); }

static void a_reducer_of_that_time_works(void) {
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("abi2"));
  enfold_store store = open_store(runtime, "Echo");
  recorder r = {0};
  observe(store, "", NULL, &r);
  CHECK_OK(send(store, "{\"say\":1}"));
  CHECK_FAILS(enfold_store_send(store, "\"no\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "it does not say no");
  CHECK_TEXT(r.text, "I null|C {\"say\":1}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void an_engine_is_told_the_runtime_of_its_store(void) {
  enfold_runtime first = open_runtime_with(NULL, test_plugin("abi2"));
  enfold_runtime second = open_runtime_with(NULL, test_plugin("abi2"));
  char text[32];
  snprintf(text, sizeof text, "%" PRIu64, first);
  CHECK_TEXT(state(open_store(first, "Counter"), "/runtime"), text);
  snprintf(text, sizeof text, "%" PRIu64, second);
  CHECK_TEXT(state(open_store(second, "Counter"), "/runtime"), text);
  CHECK_OK(enfold_runtime_close(first, &problem));
  CHECK_OK(enfold_runtime_close(second, &problem));
}

/* The plugin asks the host for some, also without a name. */
static void the_host_has_no_extension(void) {
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("abi2"));
  CHECK_TEXT(state(open_store(runtime, "Counter"), "/extensions"), "0");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

typedef struct answer {
  uint32_t struct_size;
  int number;
} answer;

/* What an extension answers; 0 if there is none. */
static int ask(const void *(*get_extension)(const char *, uint32_t), const char *name, uint32_t version) {
  const answer *found = get_extension(name, version);
  CHECK(found == get_extension(name, version));
  return found == NULL ? 0 : found->number;
}

/* This program plays the host: it looks at the table itself. */
static void a_plugin_and_its_features_have_extensions_by_name_and_version(void) {
  void *image = dlopen(test_plugin("abi2"), RTLD_NOW | RTLD_LOCAL);
  CHECK(image != NULL);
  enfold_plugin_entry_fn entry;
  *(void **)&entry = dlsym(image, "enfold_plugin_entry");
  CHECK(entry != NULL);
  const enfold_plugin_table *table = entry();
  const enfold_plugin_feature *counter = table->features[0], *echo = table->features[1];
  CHECK(table->struct_size >= offsetof(enfold_plugin_table, get_extension) + sizeof table->get_extension);
  CHECK(counter->struct_size >= offsetof(enfold_plugin_feature, get_extension) + sizeof counter->get_extension);
  CHECK_INT(ask(counter->get_extension, "org.enfold.tests.answer", 1), 1);
  CHECK_INT(ask(counter->get_extension, "org.enfold.tests.answer", 2), 2);
  CHECK_INT(ask(counter->get_extension, "org.enfold.tests.answer", 3), 0);
  CHECK_INT(ask(counter->get_extension, "org.enfold.tests.plugin", 1), 0);
  CHECK_INT(ask(counter->get_extension, NULL, 1), 0);
  CHECK_INT(ask(table->get_extension, "org.enfold.tests.plugin", 1), 3);
  CHECK(echo->get_extension == NULL);
}

int main(void) {
  RUN(a_plugin_of_the_time_when_the_abi_became_2_works);
  RUN(its_source_works_with_the_header_of_today);
  RUN(a_plugin_with_the_smallest_tables_works);
  RUN(a_plugin_with_the_tables_of_a_later_header_works);
  RUN(a_reducer_of_that_time_works);
  RUN(an_engine_is_told_the_runtime_of_its_store);
  RUN(the_host_has_no_extension);
  RUN(a_plugin_and_its_features_have_extensions_by_name_and_version);
  return 0;
}
