/* plain.c: when a write to a plain list or dictionary counts as a change. Uses the plugin Prices of Tests/Plugins: "names" is a plain
 * list, "plain" a plain dictionary, and "stock" records its changes. */
#include "check.h"

static enfold_runtime runtime;

#define SAME_NAME "{\"name\":{\"index\":0,\"text\":\"milk\"}}"
#define SAME_ENTRY "{\"plain\":{\"key\":\"milk\",\"number\":1}}"
#define SAME_STOCK "{\"count\":{\"key\":7,\"number\":3}}"

/* A store whose actions are observed. */
static enfold_store with_observer(const char *options, recorder *r) {
  enfold_store store = open_store(runtime, "Prices");
  CHECK_OK(enfold_store_observe_actions(store, options, ENFOLD_NUL, record, r, released, NULL, &problem));
  return store;
}

static void write_what_is_there(enfold_store store) {
  CHECK_OK(send(store, SAME_NAME));
  CHECK_OK(send(store, SAME_ENTRY));
  CHECK_OK(send(store, SAME_STOCK));
}

static void nobody_compares_what_no_event_depends_on(void) {
  recorder r = {0};
  enfold_store store = with_observer("{\"state\":\"/stock\"}", &r);
  write_what_is_there(store);
  CHECK_TEXT(r.text, "C {\"7\":3} <- " SAME_NAME "|C {\"7\":3} <- " SAME_ENTRY "| {\"7\":3} <- " SAME_STOCK);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_list_is_compared_while_an_event_depends_on_it(void) {
  recorder r = {0}, names = {0}, entry = {0};
  enfold_store store = with_observer("{\"state\":\"/stock\"}", &r);
  observe(store, "/names", "{\"initial\":false}", &names);
  observe(store, "/plain/milk", "{\"initial\":false}", &entry);
  write_what_is_there(store);
  CHECK_TEXT(r.text, " {\"7\":3} <- " SAME_NAME "| {\"7\":3} <- " SAME_ENTRY "| {\"7\":3} <- " SAME_STOCK);
  CHECK_INT(names.events + entry.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void without_a_state_all_is_compared(void) {
  static const char *const all[] = {"{}", "{\"state\":\"\"}", "{\"phase\":\"finished\"}",
                                    "{\"phase\":\"finished\",\"state\":\"/stock\"}"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    recorder r = {0};
    enfold_store store = with_observer(all[i], &r);
    write_what_is_there(store);
    CHECK_INT(r.events, 3);
    CHECK(strchr(r.text, 'C') == NULL);
    CHECK_OK(send(store, "{\"name\":{\"index\":0,\"text\":\"cream\"}}"));
    CHECK_INT(r.last_flags, ENFOLD_CHANGED);
    CHECK_OK(enfold_store_close(store, &problem));
  }
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Prices"));
  RUN(nobody_compares_what_no_event_depends_on);
  RUN(a_list_is_compared_while_an_event_depends_on_it);
  RUN(without_a_state_all_is_compared);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
