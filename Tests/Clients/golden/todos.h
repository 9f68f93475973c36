/* Typed client of the plugin org.enfold.todos 1.0.0.
 *
 * Features: Todos.
 * Made by `enfold gen c libTodos.so`. Do not edit: make it again.
 *
 * Functions that write return how many bytes the JSON has, as snprintf does. Functions that read return how
 * many bytes of memory the texts and lists of the value need, or a status below 0. enfold/client.h tells more.
 */
#ifndef TODOS_H
#define TODOS_H

#include <enfold/client.h>

/* The feature `Todos`, its places, and what it asks its host for. */
#define TODOS_FEATURE "org.enfold.todos/Todos"
#define TODOS_AT_ITEMS "/items"
#define TODOS_AT_FILTER "/filter"
#define TODOS_AT_IS_LOADING "/isLoading"
#define TODOS_AT_ERROR "/error"
#define TODOS_AT_NEXT_ID "/nextID"

typedef struct todos_todo todos_todo;
typedef struct todos_state todos_state;
typedef struct todos_loaded_result todos_loaded_result;
typedef struct todos_action todos_action;

typedef enum todos_filter {
  TODOS_FILTER_ALL,
  TODOS_FILTER_ACTIVE,
  TODOS_FILTER_COMPLETED,
} todos_filter;

struct todos_todo {
  int64_t id;
  enfold_text title;
  bool is_done;
};

typedef struct todos_todo_list {
  const todos_todo *items;
  size_t count;
} todos_todo_list;

struct todos_state {
  todos_todo_list items;
  todos_filter filter;
  bool is_loading;
  enfold_text error;
  int64_t next_id;
};

typedef enum todos_loaded_result_tag {
  TODOS_LOADED_RESULT_SUCCESS,
  TODOS_LOADED_RESULT_FAILURE,
} todos_loaded_result_tag;

struct todos_loaded_result {
  todos_loaded_result_tag tag;
  union {
    todos_todo_list success;
    struct {
      enfold_text message;
    } failure;
  };
};

typedef enum todos_action_tag {
  TODOS_ACTION_LOAD,
  TODOS_ACTION_LOADED,
  TODOS_ACTION_ADD,
  TODOS_ACTION_TOGGLE,
  TODOS_ACTION_RENAME,
  TODOS_ACTION_DELETE,
  TODOS_ACTION_SET_FILTER,
  TODOS_ACTION_CLEAR_COMPLETED,
} todos_action_tag;

struct todos_action {
  todos_action_tag tag;
  union {
    struct {
      enfold_text path;
    } load;
    todos_loaded_result loaded;
    struct {
      enfold_text title;
    } add;
    struct {
      int64_t id;
    } toggle;
    struct {
      int64_t id;
      enfold_text title;
    } rename;
    struct {
      int64_t id;
    } delete_;
    todos_filter set_filter;
  };
};

/* How these types are written as JSON. */

static const enfold_type todos_filter__table;
static const enfold_type todos_todo__table;
static const enfold_type todos_state__table;
static const enfold_type todos_loaded_result__table;
static const enfold_type todos_action__table;
static const enfold_type todos_todo_list__table;

static const enfold_type todos_todo_list__table = ENFOLD_LIST(todos_todo_list, &todos_todo__table);

static const enfold_part todos_filter__parts[] = {
    {"all", NULL, 0, ENFOLD_CASE_NAME},
    {"active", NULL, 0, ENFOLD_CASE_NAME},
    {"completed", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type todos_filter__table = ENFOLD_PARTS(ENUMERATION, todos_filter, todos_filter__parts);

static const enfold_part todos_todo__parts[] = {
    {"id", &enfold_int64_type, offsetof(todos_todo, id), ENFOLD_PART_REQUIRED},
    {"title", &enfold_text_type, offsetof(todos_todo, title), ENFOLD_PART_REQUIRED},
    {"isDone", &enfold_bool_type, offsetof(todos_todo, is_done), ENFOLD_PART_DEFAULTED},
};
static const enfold_type todos_todo__table = ENFOLD_PARTS(RECORD, todos_todo, todos_todo__parts);

static const enfold_part todos_state__parts[] = {
    {"items", &todos_todo_list__table, offsetof(todos_state, items), ENFOLD_PART_DEFAULTED},
    {"filter", &todos_filter__table, offsetof(todos_state, filter), ENFOLD_PART_DEFAULTED},
    {"isLoading", &enfold_bool_type, offsetof(todos_state, is_loading), ENFOLD_PART_DEFAULTED},
    {"error", &enfold_optional_text_type, offsetof(todos_state, error), ENFOLD_PART_DEFAULTED},
    {"nextID", &enfold_int64_type, offsetof(todos_state, next_id), ENFOLD_PART_DEFAULTED},
};
static const enfold_type todos_state__table = ENFOLD_PARTS(RECORD, todos_state, todos_state__parts);

static const enfold_part todos_loaded_result__failure__parts[] = {
    {"message", &enfold_text_type, ENFOLD_OFFSET(todos_loaded_result, failure, message), ENFOLD_PART_REQUIRED},
};
static const enfold_type todos_loaded_result__failure__table =
    ENFOLD_PARTS(RECORD, ((todos_loaded_result *)0)->failure, todos_loaded_result__failure__parts);
static const enfold_part todos_loaded_result__parts[] = {
    {"success", &todos_todo_list__table, offsetof(todos_loaded_result, success), ENFOLD_CASE_VALUE},
    {"failure", &todos_loaded_result__failure__table, offsetof(todos_loaded_result, failure), ENFOLD_CASE_VALUE},
};
static const enfold_type todos_loaded_result__table =
    ENFOLD_PARTS(CHOICE, todos_loaded_result, todos_loaded_result__parts);

static const enfold_part todos_action__load__parts[] = {
    {"path", &enfold_text_type, ENFOLD_OFFSET(todos_action, load, path), ENFOLD_PART_REQUIRED},
};
static const enfold_type todos_action__load__table =
    ENFOLD_PARTS(RECORD, ((todos_action *)0)->load, todos_action__load__parts);
static const enfold_part todos_action__add__parts[] = {
    {"title", &enfold_text_type, ENFOLD_OFFSET(todos_action, add, title), ENFOLD_PART_REQUIRED},
};
static const enfold_type todos_action__add__table =
    ENFOLD_PARTS(RECORD, ((todos_action *)0)->add, todos_action__add__parts);
static const enfold_part todos_action__toggle__parts[] = {
    {"id", &enfold_int64_type, ENFOLD_OFFSET(todos_action, toggle, id), ENFOLD_PART_REQUIRED},
};
static const enfold_type todos_action__toggle__table =
    ENFOLD_PARTS(RECORD, ((todos_action *)0)->toggle, todos_action__toggle__parts);
static const enfold_part todos_action__rename__parts[] = {
    {"id", &enfold_int64_type, ENFOLD_OFFSET(todos_action, rename, id), ENFOLD_PART_REQUIRED},
    {"title", &enfold_text_type, ENFOLD_OFFSET(todos_action, rename, title), ENFOLD_PART_REQUIRED},
};
static const enfold_type todos_action__rename__table =
    ENFOLD_PARTS(RECORD, ((todos_action *)0)->rename, todos_action__rename__parts);
static const enfold_part todos_action__delete___parts[] = {
    {"id", &enfold_int64_type, ENFOLD_OFFSET(todos_action, delete_, id), ENFOLD_PART_REQUIRED},
};
static const enfold_type todos_action__delete___table =
    ENFOLD_PARTS(RECORD, ((todos_action *)0)->delete_, todos_action__delete___parts);
static const enfold_part todos_action__parts[] = {
    {"load", &todos_action__load__table, offsetof(todos_action, load), ENFOLD_CASE_VALUE},
    {"loaded", &todos_loaded_result__table, offsetof(todos_action, loaded), ENFOLD_CASE_VALUE},
    {"add", &todos_action__add__table, offsetof(todos_action, add), ENFOLD_CASE_VALUE},
    {"toggle", &todos_action__toggle__table, offsetof(todos_action, toggle), ENFOLD_CASE_VALUE},
    {"rename", &todos_action__rename__table, offsetof(todos_action, rename), ENFOLD_CASE_VALUE},
    {"delete", &todos_action__delete___table, offsetof(todos_action, delete_), ENFOLD_CASE_VALUE},
    {"setFilter", &todos_filter__table, offsetof(todos_action, set_filter), ENFOLD_CASE_VALUE},
    {"clearCompleted", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type todos_action__table = ENFOLD_PARTS(CHOICE, todos_action, todos_action__parts);

/* todos_filter */
static inline size_t todos_filter_write(char *buffer, size_t size, const todos_filter *value) {
  return enfold_write(&todos_filter__table, value, buffer, size);
}
static inline enfold_status todos_filter_read(todos_filter *value, const char *json, size_t length,
                                              enfold_error *error) {
  return (enfold_status)enfold_read(&todos_filter__table, value, NULL, 0, json, length, error);
}

/* todos_todo */
static inline size_t todos_todo_write(char *buffer, size_t size, const todos_todo *value) {
  return enfold_write(&todos_todo__table, value, buffer, size);
}
static inline ptrdiff_t todos_todo_read(todos_todo *value, void *memory, size_t size, const char *json, size_t length,
                                        enfold_error *error) {
  return enfold_read(&todos_todo__table, value, memory, size, json, length, error);
}

/* todos_state */
static inline size_t todos_state_write(char *buffer, size_t size, const todos_state *value) {
  return enfold_write(&todos_state__table, value, buffer, size);
}
static inline ptrdiff_t todos_state_read(todos_state *value, void *memory, size_t size, const char *json, size_t length,
                                         enfold_error *error) {
  return enfold_read(&todos_state__table, value, memory, size, json, length, error);
}

/* todos_loaded_result */
static inline size_t todos_loaded_result_write(char *buffer, size_t size, const todos_loaded_result *value) {
  return enfold_write(&todos_loaded_result__table, value, buffer, size);
}
static inline ptrdiff_t todos_loaded_result_read(todos_loaded_result *value, void *memory, size_t size,
                                                 const char *json, size_t length, enfold_error *error) {
  return enfold_read(&todos_loaded_result__table, value, memory, size, json, length, error);
}

static inline size_t todos_loaded_result_success(char *buffer, size_t size, todos_todo_list value) {
  todos_loaded_result made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_LOADED_RESULT_SUCCESS;
  made.success = value;
  return enfold_write(&todos_loaded_result__table, &made, buffer, size);
}

static inline size_t todos_loaded_result_failure(char *buffer, size_t size, const char *message) {
  todos_loaded_result made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_LOADED_RESULT_FAILURE;
  made.failure.message = enfold_text_of(message);
  return enfold_write(&todos_loaded_result__table, &made, buffer, size);
}

/* todos_action */
static inline size_t todos_action_write(char *buffer, size_t size, const todos_action *value) {
  return enfold_write(&todos_action__table, value, buffer, size);
}
static inline ptrdiff_t todos_action_read(todos_action *value, void *memory, size_t size, const char *json,
                                          size_t length, enfold_error *error) {
  return enfold_read(&todos_action__table, value, memory, size, json, length, error);
}

static inline size_t todos_action_load(char *buffer, size_t size, const char *path) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_LOAD;
  made.load.path = enfold_text_of(path);
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_loaded(char *buffer, size_t size, const todos_loaded_result *value) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_LOADED;
  made.loaded = *value;
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_add(char *buffer, size_t size, const char *title) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_ADD;
  made.add.title = enfold_text_of(title);
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_toggle(char *buffer, size_t size, int64_t id) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_TOGGLE;
  made.toggle.id = id;
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_rename(char *buffer, size_t size, int64_t id, const char *title) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_RENAME;
  made.rename.id = id;
  made.rename.title = enfold_text_of(title);
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_delete(char *buffer, size_t size, int64_t id) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_DELETE;
  made.delete_.id = id;
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_set_filter(char *buffer, size_t size, todos_filter value) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_SET_FILTER;
  made.set_filter = value;
  return enfold_write(&todos_action__table, &made, buffer, size);
}

static inline size_t todos_action_clear_completed(char *buffer, size_t size) {
  todos_action made;
  memset(&made, 0, sizeof made);
  made.tag = TODOS_ACTION_CLEAR_COMPLETED;
  return enfold_write(&todos_action__table, &made, buffer, size);
}

/* The value at /items */
static inline ptrdiff_t todos_at_items_read(todos_todo_list *value, void *memory, size_t size, const char *json,
                                            size_t length, enfold_error *error) {
  return enfold_read(&todos_todo_list__table, value, memory, size, json, length, error);
}

/* The value at /filter */
static inline enfold_status todos_at_filter_read(todos_filter *value, const char *json, size_t length,
                                                 enfold_error *error) {
  return (enfold_status)enfold_read(&todos_filter__table, value, NULL, 0, json, length, error);
}

/* The value at /isLoading */
static inline enfold_status todos_at_is_loading_read(bool *value, const char *json, size_t length,
                                                     enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_bool_type, value, NULL, 0, json, length, error);
}

/* The value at /error */
static inline ptrdiff_t todos_at_error_read(enfold_text *value, void *memory, size_t size, const char *json,
                                            size_t length, enfold_error *error) {
  return enfold_read(&enfold_optional_text_type, value, memory, size, json, length, error);
}

/* The value at /nextID */
static inline enfold_status todos_at_next_id_read(int64_t *value, const char *json, size_t length,
                                                  enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

#endif /* TODOS_H */
