/* Typed client of the plugin org.enfold.tests.bound 1.0.0.
 *
 * Features: Bound, Note, Forgetful.
 * Made by `enfold gen c libBound.so`. Do not edit: make it again.
 *
 * Functions that write return how many bytes the JSON has, as snprintf does. Functions that read return how
 * many bytes of memory the texts and lists of the value need, or a status below 0. enfold/client.h tells more.
 */
#ifndef BOUND_H
#define BOUND_H

#include <enfold/client.h>

/* The feature `Bound`, its places, and what it asks its host for. */
#define BOUND_FEATURE "org.enfold.tests.bound/Bound"
#define BOUND_AT_TEXT "/text"
#define BOUND_AT_IS_ON "/isOn"
#define BOUND_AT_CLICKS "/clicks"
#define BOUND_AT_PIN "/pin"
#define BOUND_AT_COUNT "/count"
#define BOUND_AT_CHANGES "/changes"
#define BOUND_AT_EDITOR "/editor"
#define BOUND_AT_EDITOR_NAME "/editor/name"
#define BOUND_AT_EDITOR_AUTHOR "/editor/author"
#define BOUND_AT_EDITOR_AUTHOR_FIRST "/editor/author/first"
#define BOUND_AT_NOTE "/note"
#define BOUND_AT_NOTE_BODY "/note/body"
#define BOUND_AT_ROWS "/rows"

/* The feature `Note`, its places, and what it asks its host for. */
#define BOUND_NOTE_FEATURE "org.enfold.tests.bound/Note"
#define BOUND_NOTE_AT_BODY "/body"

/* The feature `Forgetful`, its places, and what it asks its host for. */
#define BOUND_FORGETFUL_FEATURE "org.enfold.tests.bound/Forgetful"
#define BOUND_FORGETFUL_AT_TEXT "/text"

typedef struct bound_author_state bound_author_state;
typedef struct bound_editor_state bound_editor_state;
typedef struct bound_note_state bound_note_state;
typedef struct bound_rows_state bound_rows_state;
typedef struct bound_state bound_state;
typedef struct bound_author_action bound_author_action;
typedef struct bound_editor_action bound_editor_action;
typedef struct bound_note_action bound_note_action;
typedef struct bound_row_action bound_row_action;
typedef struct bound_action bound_action;
typedef struct bound_forgetful_state bound_forgetful_state;
typedef struct bound_forgetful_action bound_forgetful_action;

struct bound_author_state {
  enfold_text first;
};

struct bound_editor_state {
  enfold_text name;
  bound_author_state author;
};

struct bound_note_state {
  enfold_text body;
};

struct bound_rows_state {
  int64_t id;
  bool is_done;
};

typedef struct bound_optional_editor_state {
  bool has_value;
  bound_editor_state value;
} bound_optional_editor_state;

typedef struct bound_rows_state_list {
  const bound_rows_state *items;
  size_t count;
} bound_rows_state_list;

struct bound_state {
  enfold_text text;
  bool is_on;
  int64_t clicks;
  enfold_text pin;
  int64_t count;
  int64_t changes;
  bound_optional_editor_state editor;
  bound_note_state note;
  bound_rows_state_list rows;
};

typedef enum bound_author_action_tag {
  BOUND_AUTHOR_ACTION_BINDING,
} bound_author_action_tag;

struct bound_author_action {
  bound_author_action_tag tag;
  union {
    struct {
      enfold_text first;
    } binding;
  };
};

typedef enum bound_editor_action_tag {
  BOUND_EDITOR_ACTION_BINDING,
  BOUND_EDITOR_ACTION_AUTHOR,
} bound_editor_action_tag;

struct bound_editor_action {
  bound_editor_action_tag tag;
  union {
    struct {
      enfold_text name;
      enfold_text author_first;
    } binding;
    bound_author_action author;
  };
};

typedef enum bound_note_action_tag {
  BOUND_NOTE_ACTION_BINDING,
} bound_note_action_tag;

struct bound_note_action {
  bound_note_action_tag tag;
  union {
    struct {
      enfold_text body;
    } binding;
  };
};

typedef enum bound_row_action_tag {
  BOUND_ROW_ACTION_TOGGLE,
} bound_row_action_tag;

struct bound_row_action {
  bound_row_action_tag tag;
};

typedef struct bound_optional_bool {
  bool has_value;
  bool value;
} bound_optional_bool;

typedef struct bound_optional_int64 {
  bool has_value;
  int64_t value;
} bound_optional_int64;

typedef enum bound_action_tag {
  BOUND_ACTION_BINDING,
  BOUND_ACTION_EDITOR,
  BOUND_ACTION_NOTE,
  BOUND_ACTION_ROW,
  BOUND_ACTION_OPEN,
  BOUND_ACTION_CLOSE,
  BOUND_ACTION_ADD,
  BOUND_ACTION_REMOVE,
  BOUND_ACTION_COUNT,
  BOUND_ACTION_SET_COUNT,
} bound_action_tag;

struct bound_action {
  bound_action_tag tag;
  union {
    struct {
      enfold_text text;
      bound_optional_bool is_on;
      bound_optional_int64 clicks;
      enfold_text pin;
      enfold_text editor_name;
      enfold_text editor_author_first;
      enfold_text note_body;
    } binding;
    bound_editor_action editor;
    bound_note_action note;
    struct {
      int64_t id;
      bound_row_action action;
    } row;
    int64_t add;
    int64_t remove;
    int64_t count;
    int64_t set_count;
  };
};

struct bound_forgetful_state {
  enfold_text text;
};

typedef enum bound_forgetful_action_tag {
  BOUND_FORGETFUL_ACTION_BINDING,
  BOUND_FORGETFUL_ACTION_WROTE,
} bound_forgetful_action_tag;

struct bound_forgetful_action {
  bound_forgetful_action_tag tag;
  union {
    struct {
      enfold_text text;
    } binding;
    enfold_text wrote;
  };
};

/* How these types are written as JSON. */

static const enfold_type bound_author_state__table;
static const enfold_type bound_editor_state__table;
static const enfold_type bound_note_state__table;
static const enfold_type bound_rows_state__table;
static const enfold_type bound_state__table;
static const enfold_type bound_author_action__table;
static const enfold_type bound_editor_action__table;
static const enfold_type bound_note_action__table;
static const enfold_type bound_row_action__table;
static const enfold_type bound_action__table;
static const enfold_type bound_forgetful_state__table;
static const enfold_type bound_forgetful_action__table;
static const enfold_type bound_optional_editor_state__table;
static const enfold_type bound_rows_state_list__table;
static const enfold_type bound_optional_bool__table;
static const enfold_type bound_optional_int64__table;

static const enfold_type bound_optional_editor_state__table =
    ENFOLD_OPTIONAL(bound_optional_editor_state, &bound_editor_state__table);
static const enfold_type bound_rows_state_list__table = ENFOLD_LIST(bound_rows_state_list, &bound_rows_state__table);
static const enfold_type bound_optional_bool__table = ENFOLD_OPTIONAL(bound_optional_bool, &enfold_bool_type);
static const enfold_type bound_optional_int64__table = ENFOLD_OPTIONAL(bound_optional_int64, &enfold_int64_type);

static const enfold_part bound_author_state__parts[] = {
    {"first", &enfold_text_type, offsetof(bound_author_state, first), ENFOLD_PART_DEFAULTED},
};
static const enfold_type bound_author_state__table =
    ENFOLD_PARTS(RECORD, bound_author_state, bound_author_state__parts);

static const enfold_part bound_editor_state__parts[] = {
    {"name", &enfold_text_type, offsetof(bound_editor_state, name), ENFOLD_PART_DEFAULTED},
    {"author", &bound_author_state__table, offsetof(bound_editor_state, author), ENFOLD_PART_DEFAULTED},
};
static const enfold_type bound_editor_state__table =
    ENFOLD_PARTS(RECORD, bound_editor_state, bound_editor_state__parts);

static const enfold_part bound_note_state__parts[] = {
    {"body", &enfold_text_type, offsetof(bound_note_state, body), ENFOLD_PART_DEFAULTED},
};
static const enfold_type bound_note_state__table = ENFOLD_PARTS(RECORD, bound_note_state, bound_note_state__parts);

static const enfold_part bound_rows_state__parts[] = {
    {"id", &enfold_int64_type, offsetof(bound_rows_state, id), ENFOLD_PART_REQUIRED},
    {"isDone", &enfold_bool_type, offsetof(bound_rows_state, is_done), ENFOLD_PART_DEFAULTED},
};
static const enfold_type bound_rows_state__table = ENFOLD_PARTS(RECORD, bound_rows_state, bound_rows_state__parts);

static const enfold_part bound_state__parts[] = {
    {"text", &enfold_text_type, offsetof(bound_state, text), ENFOLD_PART_DEFAULTED},
    {"isOn", &enfold_bool_type, offsetof(bound_state, is_on), ENFOLD_PART_DEFAULTED},
    {"clicks", &enfold_int64_type, offsetof(bound_state, clicks), ENFOLD_PART_DEFAULTED},
    {"pin", &enfold_text_type, offsetof(bound_state, pin), ENFOLD_PART_DEFAULTED},
    {"count", &enfold_int64_type, offsetof(bound_state, count), ENFOLD_PART_DEFAULTED},
    {"changes", &enfold_int64_type, offsetof(bound_state, changes), ENFOLD_PART_DEFAULTED},
    {"editor", &bound_optional_editor_state__table, offsetof(bound_state, editor), ENFOLD_PART_DEFAULTED},
    {"note", &bound_note_state__table, offsetof(bound_state, note), ENFOLD_PART_DEFAULTED},
    {"rows", &bound_rows_state_list__table, offsetof(bound_state, rows), ENFOLD_PART_DEFAULTED},
};
static const enfold_type bound_state__table = ENFOLD_PARTS(RECORD, bound_state, bound_state__parts);

static const enfold_part bound_author_action__binding__parts[] = {
    {"/first", &enfold_optional_text_type, ENFOLD_OFFSET(bound_author_action, binding, first), ENFOLD_PART_OMITTABLE},
};
static const enfold_type bound_author_action__binding__table =
    ENFOLD_PARTS(RECORD, ((bound_author_action *)0)->binding, bound_author_action__binding__parts);
static const enfold_part bound_author_action__parts[] = {
    {"binding", &bound_author_action__binding__table, offsetof(bound_author_action, binding), ENFOLD_CASE_VALUE},
};
static const enfold_type bound_author_action__table =
    ENFOLD_PARTS(CHOICE, bound_author_action, bound_author_action__parts);

static const enfold_part bound_editor_action__binding__parts[] = {
    {"/name", &enfold_optional_text_type, ENFOLD_OFFSET(bound_editor_action, binding, name), ENFOLD_PART_OMITTABLE},
    {"/author/first", &enfold_optional_text_type, ENFOLD_OFFSET(bound_editor_action, binding, author_first), ENFOLD_PART_OMITTABLE},
};
static const enfold_type bound_editor_action__binding__table =
    ENFOLD_PARTS(RECORD, ((bound_editor_action *)0)->binding, bound_editor_action__binding__parts);
static const enfold_part bound_editor_action__parts[] = {
    {"binding", &bound_editor_action__binding__table, offsetof(bound_editor_action, binding), ENFOLD_CASE_VALUE},
    {"author", &bound_author_action__table, offsetof(bound_editor_action, author), ENFOLD_CASE_VALUE},
};
static const enfold_type bound_editor_action__table =
    ENFOLD_PARTS(CHOICE, bound_editor_action, bound_editor_action__parts);

static const enfold_part bound_note_action__binding__parts[] = {
    {"/body", &enfold_optional_text_type, ENFOLD_OFFSET(bound_note_action, binding, body), ENFOLD_PART_OMITTABLE},
};
static const enfold_type bound_note_action__binding__table =
    ENFOLD_PARTS(RECORD, ((bound_note_action *)0)->binding, bound_note_action__binding__parts);
static const enfold_part bound_note_action__parts[] = {
    {"binding", &bound_note_action__binding__table, offsetof(bound_note_action, binding), ENFOLD_CASE_VALUE},
};
static const enfold_type bound_note_action__table = ENFOLD_PARTS(CHOICE, bound_note_action, bound_note_action__parts);

static const enfold_part bound_row_action__parts[] = {
    {"toggle", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type bound_row_action__table = ENFOLD_PARTS(CHOICE, bound_row_action, bound_row_action__parts);

static const enfold_part bound_action__binding__parts[] = {
    {"/text", &enfold_optional_text_type, ENFOLD_OFFSET(bound_action, binding, text), ENFOLD_PART_OMITTABLE},
    {"/isOn", &bound_optional_bool__table, ENFOLD_OFFSET(bound_action, binding, is_on), ENFOLD_PART_OMITTABLE},
    {"/clicks", &bound_optional_int64__table, ENFOLD_OFFSET(bound_action, binding, clicks), ENFOLD_PART_OMITTABLE},
    {"/pin", &enfold_optional_text_type, ENFOLD_OFFSET(bound_action, binding, pin), ENFOLD_PART_OMITTABLE},
    {"/editor/name", &enfold_optional_text_type, ENFOLD_OFFSET(bound_action, binding, editor_name), ENFOLD_PART_OMITTABLE},
    {"/editor/author/first", &enfold_optional_text_type, ENFOLD_OFFSET(bound_action, binding, editor_author_first), ENFOLD_PART_OMITTABLE},
    {"/note/body", &enfold_optional_text_type, ENFOLD_OFFSET(bound_action, binding, note_body), ENFOLD_PART_OMITTABLE},
};
static const enfold_type bound_action__binding__table =
    ENFOLD_PARTS(RECORD, ((bound_action *)0)->binding, bound_action__binding__parts);
static const enfold_part bound_action__row__parts[] = {
    {"id", &enfold_int64_type, ENFOLD_OFFSET(bound_action, row, id), ENFOLD_PART_REQUIRED},
    {"action", &bound_row_action__table, ENFOLD_OFFSET(bound_action, row, action), ENFOLD_PART_REQUIRED},
};
static const enfold_type bound_action__row__table =
    ENFOLD_PARTS(RECORD, ((bound_action *)0)->row, bound_action__row__parts);
static const enfold_part bound_action__parts[] = {
    {"binding", &bound_action__binding__table, offsetof(bound_action, binding), ENFOLD_CASE_VALUE},
    {"editor", &bound_editor_action__table, offsetof(bound_action, editor), ENFOLD_CASE_VALUE},
    {"note", &bound_note_action__table, offsetof(bound_action, note), ENFOLD_CASE_VALUE},
    {"row", &bound_action__row__table, offsetof(bound_action, row), ENFOLD_CASE_VALUE},
    {"open", NULL, 0, ENFOLD_CASE_NAME},
    {"close", NULL, 0, ENFOLD_CASE_NAME},
    {"add", &enfold_int64_type, offsetof(bound_action, add), ENFOLD_CASE_VALUE},
    {"remove", &enfold_int64_type, offsetof(bound_action, remove), ENFOLD_CASE_VALUE},
    {"count", &enfold_int64_type, offsetof(bound_action, count), ENFOLD_CASE_VALUE},
    {"setCount", &enfold_int64_type, offsetof(bound_action, set_count), ENFOLD_CASE_VALUE},
};
static const enfold_type bound_action__table = ENFOLD_PARTS(CHOICE, bound_action, bound_action__parts);

static const enfold_part bound_forgetful_state__parts[] = {
    {"text", &enfold_text_type, offsetof(bound_forgetful_state, text), ENFOLD_PART_DEFAULTED},
};
static const enfold_type bound_forgetful_state__table =
    ENFOLD_PARTS(RECORD, bound_forgetful_state, bound_forgetful_state__parts);

static const enfold_part bound_forgetful_action__binding__parts[] = {
    {"/text", &enfold_optional_text_type, ENFOLD_OFFSET(bound_forgetful_action, binding, text), ENFOLD_PART_OMITTABLE},
};
static const enfold_type bound_forgetful_action__binding__table =
    ENFOLD_PARTS(RECORD, ((bound_forgetful_action *)0)->binding, bound_forgetful_action__binding__parts);
static const enfold_part bound_forgetful_action__parts[] = {
    {"binding", &bound_forgetful_action__binding__table, offsetof(bound_forgetful_action, binding), ENFOLD_CASE_VALUE},
    {"wrote", &enfold_text_type, offsetof(bound_forgetful_action, wrote), ENFOLD_CASE_VALUE},
};
static const enfold_type bound_forgetful_action__table =
    ENFOLD_PARTS(CHOICE, bound_forgetful_action, bound_forgetful_action__parts);

/* bound_author_state */
static inline size_t bound_author_state_write(char *buffer, size_t size, const bound_author_state *value) {
  return enfold_write(&bound_author_state__table, value, buffer, size);
}
static inline ptrdiff_t bound_author_state_read(bound_author_state *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&bound_author_state__table, value, memory, size, json, length, error);
}

/* bound_editor_state */
static inline size_t bound_editor_state_write(char *buffer, size_t size, const bound_editor_state *value) {
  return enfold_write(&bound_editor_state__table, value, buffer, size);
}
static inline ptrdiff_t bound_editor_state_read(bound_editor_state *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&bound_editor_state__table, value, memory, size, json, length, error);
}

/* bound_note_state */
static inline size_t bound_note_state_write(char *buffer, size_t size, const bound_note_state *value) {
  return enfold_write(&bound_note_state__table, value, buffer, size);
}
static inline ptrdiff_t bound_note_state_read(bound_note_state *value, void *memory, size_t size, const char *json,
                                              size_t length, enfold_error *error) {
  return enfold_read(&bound_note_state__table, value, memory, size, json, length, error);
}

/* bound_rows_state */
static inline size_t bound_rows_state_write(char *buffer, size_t size, const bound_rows_state *value) {
  return enfold_write(&bound_rows_state__table, value, buffer, size);
}
static inline enfold_status bound_rows_state_read(bound_rows_state *value, const char *json, size_t length,
                                                  enfold_error *error) {
  return (enfold_status)enfold_read(&bound_rows_state__table, value, NULL, 0, json, length, error);
}

/* bound_state */
static inline size_t bound_state_write(char *buffer, size_t size, const bound_state *value) {
  return enfold_write(&bound_state__table, value, buffer, size);
}
static inline ptrdiff_t bound_state_read(bound_state *value, void *memory, size_t size, const char *json, size_t length,
                                         enfold_error *error) {
  return enfold_read(&bound_state__table, value, memory, size, json, length, error);
}

/* bound_author_action */
static inline size_t bound_author_action_write(char *buffer, size_t size, const bound_author_action *value) {
  return enfold_write(&bound_author_action__table, value, buffer, size);
}
static inline ptrdiff_t bound_author_action_read(bound_author_action *value, void *memory, size_t size,
                                                 const char *json, size_t length, enfold_error *error) {
  return enfold_read(&bound_author_action__table, value, memory, size, json, length, error);
}

static inline size_t bound_author_action_binding(char *buffer, size_t size, const char *first) {
  bound_author_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_AUTHOR_ACTION_BINDING;
  made.binding.first = enfold_text_of(first);
  return enfold_write(&bound_author_action__table, &made, buffer, size);
}

/* bound_editor_action */
static inline size_t bound_editor_action_write(char *buffer, size_t size, const bound_editor_action *value) {
  return enfold_write(&bound_editor_action__table, value, buffer, size);
}
static inline ptrdiff_t bound_editor_action_read(bound_editor_action *value, void *memory, size_t size,
                                                 const char *json, size_t length, enfold_error *error) {
  return enfold_read(&bound_editor_action__table, value, memory, size, json, length, error);
}

static inline size_t bound_editor_action_binding(char *buffer, size_t size, const char *name,
                                                 const char *author_first) {
  bound_editor_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_EDITOR_ACTION_BINDING;
  made.binding.name = enfold_text_of(name);
  made.binding.author_first = enfold_text_of(author_first);
  return enfold_write(&bound_editor_action__table, &made, buffer, size);
}

static inline size_t bound_editor_action_author(char *buffer, size_t size, const bound_author_action *value) {
  bound_editor_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_EDITOR_ACTION_AUTHOR;
  made.author = *value;
  return enfold_write(&bound_editor_action__table, &made, buffer, size);
}

/* bound_note_action */
static inline size_t bound_note_action_write(char *buffer, size_t size, const bound_note_action *value) {
  return enfold_write(&bound_note_action__table, value, buffer, size);
}
static inline ptrdiff_t bound_note_action_read(bound_note_action *value, void *memory, size_t size, const char *json,
                                               size_t length, enfold_error *error) {
  return enfold_read(&bound_note_action__table, value, memory, size, json, length, error);
}

static inline size_t bound_note_action_binding(char *buffer, size_t size, const char *body) {
  bound_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_NOTE_ACTION_BINDING;
  made.binding.body = enfold_text_of(body);
  return enfold_write(&bound_note_action__table, &made, buffer, size);
}

/* bound_row_action */
static inline size_t bound_row_action_write(char *buffer, size_t size, const bound_row_action *value) {
  return enfold_write(&bound_row_action__table, value, buffer, size);
}
static inline enfold_status bound_row_action_read(bound_row_action *value, const char *json, size_t length,
                                                  enfold_error *error) {
  return (enfold_status)enfold_read(&bound_row_action__table, value, NULL, 0, json, length, error);
}

static inline size_t bound_row_action_toggle(char *buffer, size_t size) {
  bound_row_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ROW_ACTION_TOGGLE;
  return enfold_write(&bound_row_action__table, &made, buffer, size);
}

/* bound_action */
static inline size_t bound_action_write(char *buffer, size_t size, const bound_action *value) {
  return enfold_write(&bound_action__table, value, buffer, size);
}
static inline ptrdiff_t bound_action_read(bound_action *value, void *memory, size_t size, const char *json,
                                          size_t length, enfold_error *error) {
  return enfold_read(&bound_action__table, value, memory, size, json, length, error);
}

static inline size_t bound_action_binding(char *buffer, size_t size, const char *text, bound_optional_bool is_on,
                                          bound_optional_int64 clicks, const char *pin, const char *editor_name,
                                          const char *editor_author_first, const char *note_body) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_BINDING;
  made.binding.text = enfold_text_of(text);
  made.binding.is_on = is_on;
  made.binding.clicks = clicks;
  made.binding.pin = enfold_text_of(pin);
  made.binding.editor_name = enfold_text_of(editor_name);
  made.binding.editor_author_first = enfold_text_of(editor_author_first);
  made.binding.note_body = enfold_text_of(note_body);
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_editor(char *buffer, size_t size, const bound_editor_action *value) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_EDITOR;
  made.editor = *value;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_note(char *buffer, size_t size, const bound_note_action *value) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_NOTE;
  made.note = *value;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_row(char *buffer, size_t size, int64_t id, const bound_row_action *action) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_ROW;
  made.row.id = id;
  made.row.action = *action;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_open(char *buffer, size_t size) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_OPEN;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_close(char *buffer, size_t size) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_CLOSE;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_add(char *buffer, size_t size, int64_t value) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_ADD;
  made.add = value;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_remove(char *buffer, size_t size, int64_t value) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_REMOVE;
  made.remove = value;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_count(char *buffer, size_t size, int64_t value) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_COUNT;
  made.count = value;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

static inline size_t bound_action_set_count(char *buffer, size_t size, int64_t value) {
  bound_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_ACTION_SET_COUNT;
  made.set_count = value;
  return enfold_write(&bound_action__table, &made, buffer, size);
}

/* bound_forgetful_state */
static inline size_t bound_forgetful_state_write(char *buffer, size_t size, const bound_forgetful_state *value) {
  return enfold_write(&bound_forgetful_state__table, value, buffer, size);
}
static inline ptrdiff_t bound_forgetful_state_read(bound_forgetful_state *value, void *memory, size_t size,
                                                   const char *json, size_t length, enfold_error *error) {
  return enfold_read(&bound_forgetful_state__table, value, memory, size, json, length, error);
}

/* bound_forgetful_action */
static inline size_t bound_forgetful_action_write(char *buffer, size_t size, const bound_forgetful_action *value) {
  return enfold_write(&bound_forgetful_action__table, value, buffer, size);
}
static inline ptrdiff_t bound_forgetful_action_read(bound_forgetful_action *value, void *memory, size_t size,
                                                    const char *json, size_t length, enfold_error *error) {
  return enfold_read(&bound_forgetful_action__table, value, memory, size, json, length, error);
}

static inline size_t bound_forgetful_action_binding(char *buffer, size_t size, const char *text) {
  bound_forgetful_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_FORGETFUL_ACTION_BINDING;
  made.binding.text = enfold_text_of(text);
  return enfold_write(&bound_forgetful_action__table, &made, buffer, size);
}

static inline size_t bound_forgetful_action_wrote(char *buffer, size_t size, const char *value) {
  bound_forgetful_action made;
  memset(&made, 0, sizeof made);
  made.tag = BOUND_FORGETFUL_ACTION_WROTE;
  made.wrote = enfold_text_of(value);
  return enfold_write(&bound_forgetful_action__table, &made, buffer, size);
}

/* The value at /text */
static inline ptrdiff_t bound_at_text_read(enfold_text *value, void *memory, size_t size, const char *json,
                                           size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /isOn */
static inline enfold_status bound_at_is_on_read(bool *value, const char *json, size_t length, enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_bool_type, value, NULL, 0, json, length, error);
}

/* The value at /clicks */
static inline enfold_status bound_at_clicks_read(int64_t *value, const char *json, size_t length, enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /pin */
static inline ptrdiff_t bound_at_pin_read(enfold_text *value, void *memory, size_t size, const char *json,
                                          size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /count */
static inline enfold_status bound_at_count_read(int64_t *value, const char *json, size_t length, enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /changes */
static inline enfold_status bound_at_changes_read(int64_t *value, const char *json, size_t length,
                                                  enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /editor */
static inline ptrdiff_t bound_at_editor_read(bound_optional_editor_state *value, void *memory, size_t size,
                                             const char *json, size_t length, enfold_error *error) {
  return enfold_read(&bound_optional_editor_state__table, value, memory, size, json, length, error);
}

/* The value at /editor/name */
static inline ptrdiff_t bound_at_editor_name_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                  size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /editor/author */
static inline ptrdiff_t bound_at_editor_author_read(bound_author_state *value, void *memory, size_t size,
                                                    const char *json, size_t length, enfold_error *error) {
  return enfold_read(&bound_author_state__table, value, memory, size, json, length, error);
}

/* The value at /editor/author/first */
static inline ptrdiff_t bound_at_editor_author_first_read(enfold_text *value, void *memory, size_t size,
                                                          const char *json, size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /note */
static inline ptrdiff_t bound_at_note_read(bound_note_state *value, void *memory, size_t size, const char *json,
                                           size_t length, enfold_error *error) {
  return enfold_read(&bound_note_state__table, value, memory, size, json, length, error);
}

/* The value at /note/body */
static inline ptrdiff_t bound_at_note_body_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /rows */
static inline ptrdiff_t bound_at_rows_read(bound_rows_state_list *value, void *memory, size_t size, const char *json,
                                           size_t length, enfold_error *error) {
  return enfold_read(&bound_rows_state_list__table, value, memory, size, json, length, error);
}

/* The value at /body */
static inline ptrdiff_t bound_note_at_body_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /text */
static inline ptrdiff_t bound_forgetful_at_text_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                     size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

#endif /* BOUND_H */
