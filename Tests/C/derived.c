/* derived.c: properties that a Swift state computes from others (@Derived), as hosts read, observe and write them. Uses
 * the Swift plugin Tests/Plugins/Thermometer.swift. */
#include "check.h"

#define LATER "{\"initial\":false}"

static enfold_runtime runtime;

static enfold_status set(enfold_store store, const char *pointer, const char *value) {
  return enfold_store_set(store, pointer, ENFOLD_NUL, value, ENFOLD_NUL, NULL, 0, &problem);
}

static enfold_store open_with_rooms(void) {
  enfold_store store = open_store(runtime, "Thermometer");
  CHECK_OK(send(store, "{\"add\":{\"id\":1,\"name\":\"hall\"}}"));
  CHECK_OK(send(store, "{\"add\":{\"id\":2,\"name\":\"bath\"}}"));
  return store;
}

static void heat(enfold_store store, int id, double celsius) {
  char action[64];
  snprintf(action, sizeof action, "{\"heat\":{\"id\":%d,\"celsius\":%.1f}}", id, celsius);
  CHECK_OK(send(store, action));
}

static void they_stand_behind_the_stored_properties(void) {
  enfold_store store = open_store(runtime, "Thermometer");
  CHECK_TEXT(state(store, ""),
             "{\"celsius\":20.0,\"low\":10,\"high\":30,\"rooms\":[],\"warmRooms\":0,\"fahrenheit\":68.0,"
             "\"limits\":{\"low\":10,\"high\":30},\"warmest\":null}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_observer_is_told_if_the_value_differs(void) {
  enfold_store store = open_with_rooms();
  recorder warm = {0}, second = {0}, name = {0};
  observe(store, "/warmRooms", NULL, &warm);
  observe(store, "/rooms/id=2/isWarm", NULL, &second);
  observe(store, "/warmest/name", LATER, &name);
  heat(store, 1, 21);
  heat(store, 2, 26);
  heat(store, 2, 27);
  CHECK_OK(send(store, "{\"rename\":{\"id\":2,\"name\":\"sauna\"}}"));
  CHECK_OK(send(store, "{\"rename\":{\"id\":1,\"name\":\"corridor\"}}"));
  CHECK_OK(send(store, "\"replace\""));
  CHECK_TEXT(warm.text, "I 0|C 1|C 0");
  CHECK_TEXT(second.text, "I false|C true|CR");
  CHECK_TEXT(name.text, "C \"bath\"|C \"sauna\"|CR");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void patches_have_them_behind_what_was_written(void) {
  enfold_store store = open_with_rooms();
  recorder whole = {0}, room = {0};
  const char *options = "{\"initial\":false,\"patch\":true,\"value\":false}";
  observe(store, "/rooms/id=2", options, &room);
  heat(store, 2, 26);
  CHECK_TEXT(room.text, "C [{\"op\":\"replace\",\"path\":\"/celsius\",\"value\":26.0},"
                        "{\"op\":\"replace\",\"path\":\"/isWarm\",\"value\":true}]");
  observe(store, "", options, &whole);
  CHECK_OK(set(store, "/fahrenheit", "212"));
  CHECK_CONTAINS(whole.text, "C [{\"op\":\"replace\",\"path\":\"/celsius\",\"value\":100.0},");
  CHECK_CONTAINS(whole.text, "{\"op\":\"replace\",\"path\":\"/fahrenheit\",\"value\":212.0}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void one_without_a_setter_cannot_be_set(void) {
  enfold_store store = open_with_rooms();
  uint64_t before = revision(store);
  CHECK_FAILS(enfold_store_set(store, "/warmRooms", ENFOLD_NUL, "1", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_UNSUPPORTED,
              "\"/warmRooms\" cannot be set: it is derived from other properties, and has no setter");
  CHECK_FAILS(enfold_store_set(store, "/warmest/name", ENFOLD_NUL, "\"x\"", ENFOLD_NUL, NULL, 0, &problem),
              ENFOLD_UNSUPPORTED, "it is derived");
  CHECK_FAILS(enfold_store_set(store, "/limits", ENFOLD_NUL, "{}", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_UNSUPPORTED,
              "@Bindable");
  CHECK_INT(revision(store), before);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void one_with_a_setter_writes_what_it_is_derived_from(void) {
  enfold_store store = open_with_rooms();
  recorder celsius = {0}, low = {0};
  observe(store, "/celsius", LATER, &celsius);
  observe(store, "/low", LATER, &low);
  CHECK_OK(set(store, "/fahrenheit", "212"));
  CHECK_OK(set(store, "/fahrenheit", "212.0"));
  CHECK_OK(set(store, "/limits/low", "5"));
  CHECK_TEXT(celsius.text, "C 100.0");
  CHECK_TEXT(low.text, "C 5");
  CHECK_STATUS(set(store, "/fahrenheit", "\"hot\""), ENFOLD_BAD_STATE);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_scope_looks_into_one(void) {
  enfold_store store = open_with_rooms(), limits = 0;
  recorder high = {0};
  CHECK_OK(enfold_store_scope(store, "/limits", ENFOLD_NUL, "{\"limits\":\"$action\"}", ENFOLD_NUL, &limits, &problem));
  observe(limits, "/high", NULL, &high);
  CHECK_OK(send(limits, "\"widen\""));
  CHECK_OK(set(limits, "/high", "40"));
  CHECK_TEXT(high.text, "I 30|C 31|C 40");
  CHECK_TEXT(state(store, "/high"), "40");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_first_state_may_contain_them(void) {
  enfold_store first = open_with_rooms(), second = 0;
  char options[1024];
  heat(first, 2, 30);
  snprintf(options, sizeof options, "{\"state\":%s}", state(first, ""));
  CHECK_OK(enfold_store_open(runtime, "Thermometer", options, ENFOLD_NUL, &second, &problem));
  CHECK_TEXT(state(second, "/warmRooms"), "1");
  CHECK_OK(enfold_store_close(second, &problem));
  CHECK_OK(enfold_store_open(runtime, "Thermometer", "{\"state\":{\"warmRooms\":\"many\"}}", ENFOLD_NUL, &second,
                             &problem));
  CHECK_TEXT(state(second, "/warmRooms"), "0");
  CHECK_OK(enfold_store_close(second, &problem));
  CHECK_OK(enfold_store_close(first, &problem));
}

static void one_event_for_who_coalesces_has_the_last_value(void) {
  enfold_store store = open_with_rooms();
  recorder warm = {0};
  observe(store, "/warmRooms", "{\"initial\":false,\"coalesce\":\"drain\"}", &warm);
  const char *actions = "[{\"heat\":{\"id\":1,\"celsius\":30}},{\"heat\":{\"id\":2,\"celsius\":30}}]";
  CHECK_OK(enfold_store_send_batch(store, actions, ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(warm.text, "C 2");
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Thermometer"));
  RUN(they_stand_behind_the_stored_properties);
  RUN(an_observer_is_told_if_the_value_differs);
  RUN(patches_have_them_behind_what_was_written);
  RUN(one_without_a_setter_cannot_be_set);
  RUN(one_with_a_setter_writes_what_it_is_derived_from);
  RUN(a_scope_looks_into_one);
  RUN(a_first_state_may_contain_them);
  RUN(one_event_for_who_coalesces_has_the_last_value);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
