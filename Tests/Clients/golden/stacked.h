/* Typed client of the plugin org.enfold.tests.stacked 1.0.0.
 *
 * Features: Stacked.
 * Made by `enfold gen c libStacked.so`. Do not edit: make it again.
 *
 * Functions that write return how many bytes the JSON has, as snprintf does. Functions that read return how
 * many bytes of memory the texts and lists of the value need, or a status below 0. enfold/client.h tells more.
 */
#ifndef STACKED_H
#define STACKED_H

#include <enfold/client.h>

/* The feature `Stacked`, its places, and what it asks its host for. */
#define STACKED_FEATURE "org.enfold.tests.stacked/Stacked"
#define STACKED_AT_PATH "/path"
#define STACKED_AT_LOG "/log"

typedef struct stacked_folder_state stacked_folder_state;
typedef struct stacked_note_state stacked_note_state;
typedef struct stacked_path_state stacked_path_state;
typedef struct stacked_path stacked_path;
typedef struct stacked_state stacked_state;
typedef struct stacked_folder_action stacked_folder_action;
typedef struct stacked_note_action stacked_note_action;
typedef struct stacked_path_element_action stacked_path_element_action;
typedef struct stacked_push_state stacked_push_state;
typedef struct stacked_path_action stacked_path_action;
typedef struct stacked_action stacked_action;

struct stacked_folder_state {
  enfold_text name;
};

struct stacked_note_state {
  enfold_text text;
};

typedef enum stacked_path_state_tag {
  STACKED_PATH_STATE_FOLDER,
  STACKED_PATH_STATE_NOTE,
} stacked_path_state_tag;

struct stacked_path_state {
  stacked_path_state_tag tag;
  union {
    stacked_folder_state folder;
    stacked_note_state note;
  };
};

struct stacked_path {
  int64_t id;
  stacked_path_state state;
};

typedef struct stacked_path_list {
  const stacked_path *items;
  size_t count;
} stacked_path_list;

typedef struct stacked_text_list {
  const enfold_text *items;
  size_t count;
} stacked_text_list;

struct stacked_state {
  stacked_path_list path;
  stacked_text_list log;
};

typedef enum stacked_folder_action_tag {
  STACKED_FOLDER_ACTION_RENAME,
  STACKED_FOLDER_ACTION_OPEN_NOTE,
} stacked_folder_action_tag;

struct stacked_folder_action {
  stacked_folder_action_tag tag;
  union {
    enfold_text rename;
    enfold_text open_note;
  };
};

typedef enum stacked_note_action_tag {
  STACKED_NOTE_ACTION_BINDING,
  STACKED_NOTE_ACTION_CLOSE,
  STACKED_NOTE_ACTION_WAIT,
} stacked_note_action_tag;

struct stacked_note_action {
  stacked_note_action_tag tag;
  union {
    struct {
      enfold_text text;
    } binding;
  };
};

typedef enum stacked_path_element_action_tag {
  STACKED_PATH_ELEMENT_ACTION_FOLDER,
  STACKED_PATH_ELEMENT_ACTION_NOTE,
} stacked_path_element_action_tag;

struct stacked_path_element_action {
  stacked_path_element_action_tag tag;
  union {
    stacked_folder_action folder;
    stacked_note_action note;
  };
};

typedef enum stacked_push_state_tag {
  STACKED_PUSH_STATE_FOLDER,
  STACKED_PUSH_STATE_NOTE,
} stacked_push_state_tag;

struct stacked_push_state {
  stacked_push_state_tag tag;
  union {
    stacked_folder_state folder;
    stacked_note_state note;
  };
};

typedef struct stacked_optional_int64 {
  bool has_value;
  int64_t value;
} stacked_optional_int64;

typedef enum stacked_path_action_tag {
  STACKED_PATH_ACTION_ELEMENT,
  STACKED_PATH_ACTION_POP_FROM,
  STACKED_PATH_ACTION_PUSH,
} stacked_path_action_tag;

struct stacked_path_action {
  stacked_path_action_tag tag;
  union {
    struct {
      int64_t id;
      stacked_path_element_action action;
    } element;
    struct {
      int64_t id;
    } pop_from;
    struct {
      stacked_optional_int64 id;
      stacked_push_state state;
    } push;
  };
};

typedef enum stacked_action_tag {
  STACKED_ACTION_PATH,
  STACKED_ACTION_OPEN,
  STACKED_ACTION_HOME,
} stacked_action_tag;

struct stacked_action {
  stacked_action_tag tag;
  union {
    stacked_path_action path;
    enfold_text open;
  };
};

/* How these types are written as JSON. */

static const enfold_type stacked_folder_state__table;
static const enfold_type stacked_note_state__table;
static const enfold_type stacked_path_state__table;
static const enfold_type stacked_path__table;
static const enfold_type stacked_state__table;
static const enfold_type stacked_folder_action__table;
static const enfold_type stacked_note_action__table;
static const enfold_type stacked_path_element_action__table;
static const enfold_type stacked_push_state__table;
static const enfold_type stacked_path_action__table;
static const enfold_type stacked_action__table;
static const enfold_type stacked_path_list__table;
static const enfold_type stacked_text_list__table;
static const enfold_type stacked_optional_int64__table;

static const enfold_type stacked_path_list__table = ENFOLD_LIST(stacked_path_list, &stacked_path__table);
static const enfold_type stacked_text_list__table = ENFOLD_LIST(stacked_text_list, &enfold_text_type);
static const enfold_type stacked_optional_int64__table = ENFOLD_OPTIONAL(stacked_optional_int64, &enfold_int64_type);

static const enfold_part stacked_folder_state__parts[] = {
    {"name", &enfold_text_type, offsetof(stacked_folder_state, name), ENFOLD_PART_DEFAULTED},
};
static const enfold_type stacked_folder_state__table =
    ENFOLD_PARTS(RECORD, stacked_folder_state, stacked_folder_state__parts);

static const enfold_part stacked_note_state__parts[] = {
    {"text", &enfold_text_type, offsetof(stacked_note_state, text), ENFOLD_PART_DEFAULTED},
};
static const enfold_type stacked_note_state__table =
    ENFOLD_PARTS(RECORD, stacked_note_state, stacked_note_state__parts);

static const enfold_part stacked_path_state__parts[] = {
    {"folder", &stacked_folder_state__table, offsetof(stacked_path_state, folder), ENFOLD_CASE_VALUE},
    {"note", &stacked_note_state__table, offsetof(stacked_path_state, note), ENFOLD_CASE_VALUE},
};
static const enfold_type stacked_path_state__table =
    ENFOLD_PARTS(CHOICE, stacked_path_state, stacked_path_state__parts);

static const enfold_part stacked_path__parts[] = {
    {"id", &enfold_int64_type, offsetof(stacked_path, id), ENFOLD_PART_REQUIRED},
    {"state", &stacked_path_state__table, offsetof(stacked_path, state), ENFOLD_PART_REQUIRED},
};
static const enfold_type stacked_path__table = ENFOLD_PARTS(RECORD, stacked_path, stacked_path__parts);

static const enfold_part stacked_state__parts[] = {
    {"path", &stacked_path_list__table, offsetof(stacked_state, path), ENFOLD_PART_DEFAULTED},
    {"log", &stacked_text_list__table, offsetof(stacked_state, log), ENFOLD_PART_DEFAULTED},
};
static const enfold_type stacked_state__table = ENFOLD_PARTS(RECORD, stacked_state, stacked_state__parts);

static const enfold_part stacked_folder_action__parts[] = {
    {"rename", &enfold_text_type, offsetof(stacked_folder_action, rename), ENFOLD_CASE_VALUE},
    {"openNote", &enfold_text_type, offsetof(stacked_folder_action, open_note), ENFOLD_CASE_VALUE},
};
static const enfold_type stacked_folder_action__table =
    ENFOLD_PARTS(CHOICE, stacked_folder_action, stacked_folder_action__parts);

static const enfold_part stacked_note_action__binding__parts[] = {
    {"/text", &enfold_optional_text_type, ENFOLD_OFFSET(stacked_note_action, binding, text), ENFOLD_PART_OMITTABLE},
};
static const enfold_type stacked_note_action__binding__table =
    ENFOLD_PARTS(RECORD, ((stacked_note_action *)0)->binding, stacked_note_action__binding__parts);
static const enfold_part stacked_note_action__parts[] = {
    {"binding", &stacked_note_action__binding__table, offsetof(stacked_note_action, binding), ENFOLD_CASE_VALUE},
    {"close", NULL, 0, ENFOLD_CASE_NAME},
    {"wait", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type stacked_note_action__table =
    ENFOLD_PARTS(CHOICE, stacked_note_action, stacked_note_action__parts);

static const enfold_part stacked_path_element_action__parts[] = {
    {"folder", &stacked_folder_action__table, offsetof(stacked_path_element_action, folder), ENFOLD_CASE_VALUE},
    {"note", &stacked_note_action__table, offsetof(stacked_path_element_action, note), ENFOLD_CASE_VALUE},
};
static const enfold_type stacked_path_element_action__table =
    ENFOLD_PARTS(CHOICE, stacked_path_element_action, stacked_path_element_action__parts);

static const enfold_part stacked_push_state__parts[] = {
    {"folder", &stacked_folder_state__table, offsetof(stacked_push_state, folder), ENFOLD_CASE_VALUE},
    {"note", &stacked_note_state__table, offsetof(stacked_push_state, note), ENFOLD_CASE_VALUE},
};
static const enfold_type stacked_push_state__table =
    ENFOLD_PARTS(CHOICE, stacked_push_state, stacked_push_state__parts);

static const enfold_part stacked_path_action__element__parts[] = {
    {"id", &enfold_int64_type, ENFOLD_OFFSET(stacked_path_action, element, id), ENFOLD_PART_REQUIRED},
    {"action", &stacked_path_element_action__table, ENFOLD_OFFSET(stacked_path_action, element, action), ENFOLD_PART_REQUIRED},
};
static const enfold_type stacked_path_action__element__table =
    ENFOLD_PARTS(RECORD, ((stacked_path_action *)0)->element, stacked_path_action__element__parts);
static const enfold_part stacked_path_action__pop_from__parts[] = {
    {"id", &enfold_int64_type, ENFOLD_OFFSET(stacked_path_action, pop_from, id), ENFOLD_PART_REQUIRED},
};
static const enfold_type stacked_path_action__pop_from__table =
    ENFOLD_PARTS(RECORD, ((stacked_path_action *)0)->pop_from, stacked_path_action__pop_from__parts);
static const enfold_part stacked_path_action__push__parts[] = {
    {"id", &stacked_optional_int64__table, ENFOLD_OFFSET(stacked_path_action, push, id), ENFOLD_PART_OMITTABLE},
    {"state", &stacked_push_state__table, ENFOLD_OFFSET(stacked_path_action, push, state), ENFOLD_PART_REQUIRED},
};
static const enfold_type stacked_path_action__push__table =
    ENFOLD_PARTS(RECORD, ((stacked_path_action *)0)->push, stacked_path_action__push__parts);
static const enfold_part stacked_path_action__parts[] = {
    {"element", &stacked_path_action__element__table, offsetof(stacked_path_action, element), ENFOLD_CASE_VALUE},
    {"popFrom", &stacked_path_action__pop_from__table, offsetof(stacked_path_action, pop_from), ENFOLD_CASE_VALUE},
    {"push", &stacked_path_action__push__table, offsetof(stacked_path_action, push), ENFOLD_CASE_VALUE},
};
static const enfold_type stacked_path_action__table =
    ENFOLD_PARTS(CHOICE, stacked_path_action, stacked_path_action__parts);

static const enfold_part stacked_action__parts[] = {
    {"path", &stacked_path_action__table, offsetof(stacked_action, path), ENFOLD_CASE_VALUE},
    {"open", &enfold_text_type, offsetof(stacked_action, open), ENFOLD_CASE_VALUE},
    {"home", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type stacked_action__table = ENFOLD_PARTS(CHOICE, stacked_action, stacked_action__parts);

/* stacked_folder_state */
static inline size_t stacked_folder_state_write(char *buffer, size_t size, const stacked_folder_state *value) {
  return enfold_write(&stacked_folder_state__table, value, buffer, size);
}
static inline ptrdiff_t stacked_folder_state_read(stacked_folder_state *value, void *memory, size_t size,
                                                  const char *json, size_t length, enfold_error *error) {
  return enfold_read(&stacked_folder_state__table, value, memory, size, json, length, error);
}

/* stacked_note_state */
static inline size_t stacked_note_state_write(char *buffer, size_t size, const stacked_note_state *value) {
  return enfold_write(&stacked_note_state__table, value, buffer, size);
}
static inline ptrdiff_t stacked_note_state_read(stacked_note_state *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&stacked_note_state__table, value, memory, size, json, length, error);
}

/* stacked_path_state */
static inline size_t stacked_path_state_write(char *buffer, size_t size, const stacked_path_state *value) {
  return enfold_write(&stacked_path_state__table, value, buffer, size);
}
static inline ptrdiff_t stacked_path_state_read(stacked_path_state *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&stacked_path_state__table, value, memory, size, json, length, error);
}

static inline size_t stacked_path_state_folder(char *buffer, size_t size, const stacked_folder_state *value) {
  stacked_path_state made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_STATE_FOLDER;
  made.folder = *value;
  return enfold_write(&stacked_path_state__table, &made, buffer, size);
}

static inline size_t stacked_path_state_note(char *buffer, size_t size, const stacked_note_state *value) {
  stacked_path_state made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_STATE_NOTE;
  made.note = *value;
  return enfold_write(&stacked_path_state__table, &made, buffer, size);
}

/* stacked_path */
static inline size_t stacked_path_write(char *buffer, size_t size, const stacked_path *value) {
  return enfold_write(&stacked_path__table, value, buffer, size);
}
static inline ptrdiff_t stacked_path_read(stacked_path *value, void *memory, size_t size, const char *json,
                                          size_t length, enfold_error *error) {
  return enfold_read(&stacked_path__table, value, memory, size, json, length, error);
}

/* stacked_state */
static inline size_t stacked_state_write(char *buffer, size_t size, const stacked_state *value) {
  return enfold_write(&stacked_state__table, value, buffer, size);
}
static inline ptrdiff_t stacked_state_read(stacked_state *value, void *memory, size_t size, const char *json,
                                           size_t length, enfold_error *error) {
  return enfold_read(&stacked_state__table, value, memory, size, json, length, error);
}

/* stacked_folder_action */
static inline size_t stacked_folder_action_write(char *buffer, size_t size, const stacked_folder_action *value) {
  return enfold_write(&stacked_folder_action__table, value, buffer, size);
}
static inline ptrdiff_t stacked_folder_action_read(stacked_folder_action *value, void *memory, size_t size,
                                                   const char *json, size_t length, enfold_error *error) {
  return enfold_read(&stacked_folder_action__table, value, memory, size, json, length, error);
}

static inline size_t stacked_folder_action_rename(char *buffer, size_t size, const char *value) {
  stacked_folder_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_FOLDER_ACTION_RENAME;
  made.rename = enfold_text_of(value);
  return enfold_write(&stacked_folder_action__table, &made, buffer, size);
}

static inline size_t stacked_folder_action_open_note(char *buffer, size_t size, const char *value) {
  stacked_folder_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_FOLDER_ACTION_OPEN_NOTE;
  made.open_note = enfold_text_of(value);
  return enfold_write(&stacked_folder_action__table, &made, buffer, size);
}

/* stacked_note_action */
static inline size_t stacked_note_action_write(char *buffer, size_t size, const stacked_note_action *value) {
  return enfold_write(&stacked_note_action__table, value, buffer, size);
}
static inline ptrdiff_t stacked_note_action_read(stacked_note_action *value, void *memory, size_t size,
                                                 const char *json, size_t length, enfold_error *error) {
  return enfold_read(&stacked_note_action__table, value, memory, size, json, length, error);
}

static inline size_t stacked_note_action_binding(char *buffer, size_t size, const char *text) {
  stacked_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_NOTE_ACTION_BINDING;
  made.binding.text = enfold_text_of(text);
  return enfold_write(&stacked_note_action__table, &made, buffer, size);
}

static inline size_t stacked_note_action_close(char *buffer, size_t size) {
  stacked_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_NOTE_ACTION_CLOSE;
  return enfold_write(&stacked_note_action__table, &made, buffer, size);
}

static inline size_t stacked_note_action_wait(char *buffer, size_t size) {
  stacked_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_NOTE_ACTION_WAIT;
  return enfold_write(&stacked_note_action__table, &made, buffer, size);
}

/* stacked_path_element_action */
static inline size_t stacked_path_element_action_write(char *buffer, size_t size,
                                                       const stacked_path_element_action *value) {
  return enfold_write(&stacked_path_element_action__table, value, buffer, size);
}
static inline ptrdiff_t stacked_path_element_action_read(stacked_path_element_action *value, void *memory, size_t size,
                                                         const char *json, size_t length, enfold_error *error) {
  return enfold_read(&stacked_path_element_action__table, value, memory, size, json, length, error);
}

static inline size_t stacked_path_element_action_folder(char *buffer, size_t size, const stacked_folder_action *value) {
  stacked_path_element_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_ELEMENT_ACTION_FOLDER;
  made.folder = *value;
  return enfold_write(&stacked_path_element_action__table, &made, buffer, size);
}

static inline size_t stacked_path_element_action_note(char *buffer, size_t size, const stacked_note_action *value) {
  stacked_path_element_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_ELEMENT_ACTION_NOTE;
  made.note = *value;
  return enfold_write(&stacked_path_element_action__table, &made, buffer, size);
}

/* stacked_push_state */
static inline size_t stacked_push_state_write(char *buffer, size_t size, const stacked_push_state *value) {
  return enfold_write(&stacked_push_state__table, value, buffer, size);
}
static inline ptrdiff_t stacked_push_state_read(stacked_push_state *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&stacked_push_state__table, value, memory, size, json, length, error);
}

static inline size_t stacked_push_state_folder(char *buffer, size_t size, const stacked_folder_state *value) {
  stacked_push_state made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PUSH_STATE_FOLDER;
  made.folder = *value;
  return enfold_write(&stacked_push_state__table, &made, buffer, size);
}

static inline size_t stacked_push_state_note(char *buffer, size_t size, const stacked_note_state *value) {
  stacked_push_state made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PUSH_STATE_NOTE;
  made.note = *value;
  return enfold_write(&stacked_push_state__table, &made, buffer, size);
}

/* stacked_path_action */
static inline size_t stacked_path_action_write(char *buffer, size_t size, const stacked_path_action *value) {
  return enfold_write(&stacked_path_action__table, value, buffer, size);
}
static inline ptrdiff_t stacked_path_action_read(stacked_path_action *value, void *memory, size_t size,
                                                 const char *json, size_t length, enfold_error *error) {
  return enfold_read(&stacked_path_action__table, value, memory, size, json, length, error);
}

static inline size_t stacked_path_action_element(char *buffer, size_t size, int64_t id,
                                                 const stacked_path_element_action *action) {
  stacked_path_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_ACTION_ELEMENT;
  made.element.id = id;
  made.element.action = *action;
  return enfold_write(&stacked_path_action__table, &made, buffer, size);
}

static inline size_t stacked_path_action_pop_from(char *buffer, size_t size, int64_t id) {
  stacked_path_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_ACTION_POP_FROM;
  made.pop_from.id = id;
  return enfold_write(&stacked_path_action__table, &made, buffer, size);
}

static inline size_t stacked_path_action_push(char *buffer, size_t size, stacked_optional_int64 id,
                                              const stacked_push_state *state) {
  stacked_path_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_PATH_ACTION_PUSH;
  made.push.id = id;
  made.push.state = *state;
  return enfold_write(&stacked_path_action__table, &made, buffer, size);
}

/* stacked_action */
static inline size_t stacked_action_write(char *buffer, size_t size, const stacked_action *value) {
  return enfold_write(&stacked_action__table, value, buffer, size);
}
static inline ptrdiff_t stacked_action_read(stacked_action *value, void *memory, size_t size, const char *json,
                                            size_t length, enfold_error *error) {
  return enfold_read(&stacked_action__table, value, memory, size, json, length, error);
}

static inline size_t stacked_action_path(char *buffer, size_t size, const stacked_path_action *value) {
  stacked_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_ACTION_PATH;
  made.path = *value;
  return enfold_write(&stacked_action__table, &made, buffer, size);
}

static inline size_t stacked_action_open(char *buffer, size_t size, const char *value) {
  stacked_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_ACTION_OPEN;
  made.open = enfold_text_of(value);
  return enfold_write(&stacked_action__table, &made, buffer, size);
}

static inline size_t stacked_action_home(char *buffer, size_t size) {
  stacked_action made;
  memset(&made, 0, sizeof made);
  made.tag = STACKED_ACTION_HOME;
  return enfold_write(&stacked_action__table, &made, buffer, size);
}

/* The value at /path */
static inline ptrdiff_t stacked_at_path_read(stacked_path_list *value, void *memory, size_t size, const char *json,
                                             size_t length, enfold_error *error) {
  return enfold_read(&stacked_path_list__table, value, memory, size, json, length, error);
}

/* The value at /log */
static inline ptrdiff_t stacked_at_log_read(stacked_text_list *value, void *memory, size_t size, const char *json,
                                            size_t length, enfold_error *error) {
  return enfold_read(&stacked_text_list__table, value, memory, size, json, length, error);
}

#endif /* STACKED_H */
