/* Drives each plugin through its client. Arguments: a folder of plugins, another one. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "ccounter.h"
#include "counter.h"
#include "forms.h"
#include "primetime.h"
#include "reactables.h"
#include "textboard.h"
#include "todos.h"

/* Says what was wrong, and ends the program. */
#define CHECK(condition)                                                                     \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #condition, problem.message);   \
      exit(1);                                                                               \
    }                                                                                        \
  } while (0)

static enfold_error problem = ENFOLD_ERROR_INIT;
static enfold_runtime runtime;
static char action[512], memory[16384];

static enfold_store open_store(char **folders, const char *name, const char *feature) {
  char path[1024];
  enfold_plugin plugin;
  enfold_store store;
  CHECK(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &runtime, &problem) == ENFOLD_OK);
  for (; *folders != NULL; ++folders) {
    snprintf(path, sizeof path, "%s/lib%s.so", *folders, name);
    if (enfold_plugin_load(runtime, path, NULL, 0, &plugin, NULL) == ENFOLD_OK) break;
  }
  CHECK(enfold_store_open(runtime, feature, NULL, 0, &store, &problem) == ENFOLD_OK);
  return store;
}

/* Sends what a builder has written into `action`. */
static void send(enfold_store store, size_t length) {
  CHECK(length < sizeof action);
  CHECK(enfold_store_send(store, action, length, NULL, &problem) == ENFOLD_OK);
}

/* The JSON at a pointer. Lives until the next call. */
static enfold_string state_at(enfold_store store, const char *pointer) {
  static enfold_string text;
  enfold_string_free(&text);
  CHECK(enfold_store_state(store, pointer, ENFOLD_NUL, &text, &problem) == ENFOLD_OK);
  return text;
}

static int64_t seen[8];
static size_t seen_count;

static void see_count(void *user, const enfold_event *event) {
  (void)user;
  if (event->value == NULL) return; /* the store was closed */
  CHECK(counter_at_count_read(&seen[seen_count++], event->value, event->value_length, &problem) == ENFOLD_OK);
}

static void count(char **folders) {
  enfold_store store = open_store(folders, "Counter", COUNTER_FEATURE);
  CHECK(enfold_store_observe(store, COUNTER_AT_COUNT, ENFOLD_NUL, NULL, 0, see_count, NULL, NULL, NULL, &problem) == 0);
  send(store, counter_action_increment(action, sizeof action));
  send(store, counter_action_set_count(action, sizeof action, INT64_MAX));
  CHECK(seen_count == 3 && seen[0] == 0 && seen[1] == 1 && seen[2] == INT64_MAX);
  send(store, counter_action_fact_tapped(action, sizeof action));
  CHECK(enfold_store_wait(store, 10000, &problem) == ENFOLD_OK);
  counter_state state;
  enfold_string json = state_at(store, "");
  CHECK(counter_state_read(&state, memory, sizeof memory, json.data, json.length, &problem) >= 0);
  CHECK(!state.is_loading && state.fact.data != NULL);
}

static void list_todos(char **folders) {
  enfold_store store = open_store(folders, "Todos", TODOS_FEATURE);
  const char title[] = "milk \"fresh\"\n\xc3\xa4";
  char small[8];
  size_t length = todos_action_add(action, sizeof action, title);
  /* As snprintf: what is needed, whatever there is. */
  CHECK(todos_action_add(NULL, 0, title) == length && todos_action_add(small, sizeof small, title) == length);
  CHECK(memcmp(small, action, 7) == 0 && small[7] == '\0' && strlen(action) == length);
  send(store, length);
  send(store, todos_action_set_filter(action, sizeof action, TODOS_FILTER_ACTIVE));

  enfold_string json = state_at(store, "");
  todos_state state;
  ptrdiff_t needed = todos_state_read(&state, NULL, 0, json.data, json.length, &problem);
  CHECK(needed > 0 && state.items.items == NULL);
  for (size_t shift = 0; shift < 8; ++shift) {
    char *exact = malloc((size_t)needed + shift); /* so that a checker sees each byte beyond */
    CHECK(exact != NULL);
    ptrdiff_t used = todos_state_read(&state, exact + shift, (size_t)needed, json.data, json.length, &problem);
    CHECK(used > 0 && used <= needed && state.items.count == 1);
    CHECK(strcmp(state.items.items[0].title.data, title) == 0 && !state.items.items[0].is_done);
    CHECK(state.filter == TODOS_FILTER_ACTIVE && state.error.data == NULL && state.next_id == 2);
    CHECK(todos_state_write(action, sizeof action, &state) == json.length && strcmp(action, json.data) == 0);
    free(exact);
  }
  static const todos_todo others[] = {{4, {"x", 1}, true}, {5, {"y", 1}, false}};
  todos_action loaded = {.tag = TODOS_ACTION_LOADED};
  loaded.loaded.tag = TODOS_LOADED_RESULT_SUCCESS;
  loaded.loaded.success.items = others;
  loaded.loaded.success.count = 2;
  send(store, todos_action_write(action, sizeof action, &loaded));
  json = state_at(store, TODOS_AT_ITEMS);
  todos_todo_list items;
  CHECK(todos_at_items_read(&items, memory, sizeof memory, json.data, json.length, &problem) >= 0);
  CHECK(items.count == 2 && items.items[0].is_done && items.items[1].id == 5);

  /* A patch has operations. */
  static const char keyed[] =
      "[{\"op\":\"replace\",\"path\":\"/items/id=4/isDone\",\"value\":false,\"old\":true},{\"op\":\"add\",\"path\":\"/items/id=6\","
      "\"after\":\"id=4\",\"value\":{\"id\":6,\"title\":\"z\"}},{\"op\":\"move\",\"path\":\"/items/id=5\",\"after\":null}]";
  enfold_patch patch;
  todos_todo todo;
  char text[64];
  CHECK(enfold_patch_read(&patch, memory, sizeof memory, keyed, ENFOLD_NUL, &problem) > 0 && patch.count == 3);
  CHECK(patch.items[0].op == ENFOLD_PATCH_REPLACE && strcmp(patch.items[0].value.data, "false") == 0);
  CHECK(strcmp(patch.items[0].old.data, "true") == 0 && patch.items[0].after.data == NULL);
  enfold_text token = enfold_token(patch.items[0].path, 1);
  CHECK(token.length == 4 && memcmp(token.data, "id=4", 4) == 0);
  CHECK(enfold_token(patch.items[0].path, 2).length == 6 && enfold_token(patch.items[0].path, 3).data == NULL);
  CHECK(enfold_token(enfold_text_of(""), 0).data == NULL && enfold_token(enfold_text_of("/"), 0).length == 0);
  CHECK(strcmp(patch.items[1].after.data, "id=4") == 0);
  enfold_text value = patch.items[1].value;
  CHECK(todos_todo_read(&todo, text, sizeof text, value.data, value.length, &problem) > 0 && todo.id == 6);
  CHECK(patch.items[2].op == ENFOLD_PATCH_MOVE && patch.items[2].after.data == NULL && patch.items[2].value.data == NULL);
  CHECK(enfold_patch_read(&patch, memory, sizeof memory, "[{\"op\":\"test\"}]", ENFOLD_NUL, &problem) == ENFOLD_BAD_STATE);

  /* What is no state is refused, with its place. */
  CHECK(todos_state_read(&state, memory, sizeof memory, "{\"items\":[{\"id\":1}]}", ENFOLD_NUL, &problem) == ENFOLD_BAD_STATE);
  CHECK(strcmp(problem.message, "the key \"title\" is missing") == 0 && problem.offset == 10);
  CHECK(todos_state_read(&state, memory, sizeof memory, "{\"items\":[1}", ENFOLD_NUL, &problem) < 0);
  CHECK(todos_state_read(&state, memory, sizeof memory, "{} x", ENFOLD_NUL, &problem) == ENFOLD_BAD_JSON);
  CHECK(todos_state_read(&state, memory, sizeof memory, "{\"new\":{\"a\":[1,{}]}}", ENFOLD_NUL, &problem) == 0);
}

static void check_primes(char **folders) {
  enfold_store store = open_store(folders, "PrimeTime", PRIMETIME_FEATURE);
  primetime_counter_action tapped = {.tag = PRIMETIME_COUNTER_ACTION_INCR_TAPPED};
  primetime_counter_view_action view = {.tag = PRIMETIME_COUNTER_VIEW_ACTION_COUNTER, .counter = tapped};
  for (int index = 0; index < 3; ++index) send(store, primetime_action_counter_view(action, sizeof action, &view));
  view.tag = PRIMETIME_COUNTER_VIEW_ACTION_PRIME_MODAL;
  view.prime_modal.tag = PRIMETIME_PRIME_MODAL_ACTION_SAVE_FAVORITE_PRIME_TAPPED;
  send(store, primetime_action_counter_view(action, sizeof action, &view));
  enfold_string json = state_at(store, "");
  primetime_state state;
  CHECK(primetime_state_read(&state, memory, sizeof memory, json.data, json.length, &problem) >= 0);
  CHECK(state.count == 3 && state.favorite_primes.count == 1 && state.favorite_primes.items[0] == 3);
  CHECK(state.activity_feed.items[0].type.tag == PRIMETIME_ACTIVITY_TYPE_ADDED_FAVORITE_PRIME);
  CHECK(state.activity_feed.items[0].type.added_favorite_prime == 3 && !state.prime_check.has_value);
}

static void write_text(char **folders) {
  enfold_store store = open_store(folders, "TextBoard", TEXTBOARD_FEATURE);
  textboard_field_action typed = {.tag = TEXTBOARD_FIELD_ACTION_INPUT_FIELD};
  typed.input_field = enfold_text_of("abc");
  send(store, textboard_action_field(action, sizeof action, &typed));
  enfold_string json = state_at(store, TEXTBOARD_AT_FIELD);
  textboard_field_state field;
  CHECK(textboard_at_field_read(&field, memory, sizeof memory, json.data, json.length, &problem) >= 0);
  CHECK(strcmp(field.capitalized_string.data, "ABC") == 0 && field.length_of_string.value == 3);
  CHECK(field.length_of_string.has_value && !field.background_color.has_value);
}

static void react(char **folders) {
  enfold_store store = open_store(folders, "Reactables", REACTABLES_LIST_REACTABLE_FEATURE);
  send(store, reactables_list_reactable_action_add(action, sizeof action, 3));
  enfold_string json = state_at(store, REACTABLES_LIST_REACTABLE_AT_LIST);
  reactables_item_list items;
  CHECK(reactables_list_reactable_at_list_read(&items, memory, sizeof memory, json.data, json.length, &problem) >= 0);
  CHECK(items.items[items.count - 1].id == 3);
}

static void count_in_c(char **folders) {
  enfold_store store = open_store(folders, "ccounter", CCOUNTER_FEATURE);
  CHECK(enfold_store_send(store, "{\"add\":5}", ENFOLD_NUL, NULL, &problem) == ENFOLD_OK);
  ccounter_state state;
  enfold_string json = state_at(store, "");
  CHECK(ccounter_state_read(&state, json.data, json.length, &problem) == ENFOLD_OK && state.count == 5);
}

static void measure(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user;
  forms_point point;
  char answer[32];
  CHECK(forms_length_payload_read(&point, payload, length, &problem) == ENFOLD_OK);
  length = forms_length_answer_write(answer, sizeof answer, point.x + point.y);
  CHECK(enfold_request_resolve(request, answer, length, &problem) == ENFOLD_OK);
}

static void take_every_form(char **folders) {
  enfold_store store = open_store(folders, "Forms", FORMS_FEATURE);
  enfold_string json = state_at(store, "");
  forms_state state;
  CHECK(forms_state_read(&state, memory, sizeof memory, json.data, json.length, &problem) >= 0);
  CHECK(state.int8 == INT8_MIN && state.int16 == INT16_MIN && state.int32 == INT32_MIN && state.int64 == INT64_MIN);
  CHECK(state.uint8 == UINT8_MAX && state.uint16 == UINT16_MAX && state.uint32 == UINT32_MAX);
  CHECK(state.uint64 == UINT64_MAX && isnan(state.not_a_number) && state.infinite == -(double)INFINITY);
  CHECK(state.text.length == 19 && state.text.data[0] == '\0' && state.double_ == 0.1 && state.class_ == 1);
  CHECK(state.color == FORMS_COLOR_DEEP_BLUE && state.level == 10 && state.mood.tag == FORMS_MOOD_CALM);
  CHECK(state.moods.items[4].tag == FORMS_MOOD_HIDDEN && state.moods.items[4].hidden->tag == FORMS_MOOD_CALM);
  CHECK(!state.no_point.has_value && state.some_point.value.y == 2 && !state.maybes.items[1].has_value);
  CHECK(state.nested.items[2].count == 2 && strcmp(state.counts.items[1].key.data, "b c") == 0);
  CHECK(state.points.items[0].value.x == 3 && state.rows.items[0].rows.items[0].id == 8);
  CHECK(strcmp(state.anything.data, "{\"a\":[1,null,\"x\"]}") == 0);

  /* What is read may be sent, and is the same. */
  char *before = malloc(json.length + 1), *replaced = malloc(2 * json.length);
  CHECK(before != NULL && replaced != NULL);
  memcpy(before, json.data, json.length + 1);
  send(store, forms_action_move(action, sizeof action, 5, 6));
  size_t length = forms_action_replace(replaced, 2 * json.length, &state);
  CHECK(length < 2 * json.length);
  CHECK(enfold_store_send(store, replaced, length, NULL, &problem) == ENFOLD_OK);
  json = state_at(store, "");
  CHECK(strcmp(json.data, before) == 0);
  free(before), free(replaced);

  forms_optional_bool no_flag = {false, false}, flag = {true, false};
  send(store, forms_action_place(action, sizeof action, 1, 2.5, no_flag));
  CHECK(strcmp(state_at(store, FORMS_AT_FLAG).data, "true") == 0);
  send(store, forms_action_place(action, sizeof action, 1, (double)NAN, flag));
  CHECK(strcmp(state_at(store, FORMS_AT_FLAG).data, "false") == 0);
  forms_action inner = {.tag = FORMS_ACTION_SET_COLOR}, outer = {.tag = FORMS_ACTION_AGAIN};
  inner.set_color = FORMS_COLOR_DEFAULT;
  outer.again = &inner;
  send(store, forms_action_again(action, sizeof action, &outer));
  CHECK(strcmp(state_at(store, FORMS_AT_COLOR).data, "\"default\"") == 0);

  CHECK(enfold_runtime_handle(runtime, FORMS_REQUEST_LENGTH, measure, NULL, NULL, NULL, &problem) == ENFOLD_OK);
  send(store, forms_action_measure(action, sizeof action, &(forms_point){3, 4}));
  CHECK(enfold_store_wait(store, 10000, &problem) == ENFOLD_OK);
  CHECK(strcmp(state_at(store, FORMS_AT_DOUBLE).data, "7.0") == 0);
}

int main(int argc, char **argv) {
  static void (*const drives[])(char **) = {count,   list_todos, check_primes,   write_text,
                                            react,   count_in_c, take_every_form};
  (void)argc;
  for (size_t index = 0; index < sizeof drives / sizeof *drives; ++index) {
    drives[index](argv + 1);
    CHECK(enfold_runtime_close(runtime, &problem) == ENFOLD_OK);
  }
  puts("ok");
}
