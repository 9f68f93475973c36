/* Typed client of the plugin org.enfold.tests.presented 1.0.0.
 *
 * Features: Presented, Routes.
 * Made by `enfold gen c libPresented.so`. Do not edit: make it again.
 *
 * Functions that write return how many bytes the JSON has, as snprintf does. Functions that read return how
 * many bytes of memory the texts and lists of the value need, or a status below 0. enfold/client.h tells more.
 */
#ifndef PRESENTED_H
#define PRESENTED_H

#include <enfold/client.h>

/* The feature `Presented`, its places, and what it asks its host for. */
#define PRESENTED_FEATURE "org.enfold.tests.presented/Presented"
#define PRESENTED_AT_NOTE "/note"
#define PRESENTED_AT_NOTE_ID "/note/id"
#define PRESENTED_AT_NOTE_TEXT "/note/text"
#define PRESENTED_AT_NOTE_NOTE "/note/note"
#define PRESENTED_AT_ALERT "/alert"
#define PRESENTED_AT_ALERT_TITLE "/alert/title"
#define PRESENTED_AT_ALERT_MESSAGE "/alert/message"
#define PRESENTED_AT_ALERT_BUTTONS "/alert/buttons"
#define PRESENTED_AT_ASIDE "/aside"
#define PRESENTED_AT_ASIDE_ID "/aside/id"
#define PRESENTED_AT_ASIDE_TEXT "/aside/text"
#define PRESENTED_AT_ASIDE_NOTE "/aside/note"
#define PRESENTED_AT_LOG "/log"

/* The feature `Routes`, its places, and what it asks its host for. */
#define PRESENTED_ROUTES_FEATURE "org.enfold.tests.presented/Routes"
#define PRESENTED_ROUTES_AT_DESTINATION "/destination"
#define PRESENTED_ROUTES_AT_LOG "/log"

typedef struct presented_note_state presented_note_state;
typedef struct presented_answer presented_answer;
typedef struct presented_button_state_answer presented_button_state_answer;
typedef struct presented_alert_state_answer presented_alert_state_answer;
typedef struct presented_state presented_state;
typedef struct presented_presented_action presented_presented_action;
typedef struct presented_note_action presented_note_action;
typedef struct presented_alert_action presented_alert_action;
typedef struct presented_action presented_action;
typedef struct presented_edit_state presented_edit_state;
typedef struct presented_alert presented_alert;
typedef struct presented_button_state_alert presented_button_state_alert;
typedef struct presented_alert_state_alert presented_alert_state_alert;
typedef struct presented_menu presented_menu;
typedef struct presented_destination_state presented_destination_state;
typedef struct presented_routes_state presented_routes_state;
typedef struct presented_edit_action presented_edit_action;
typedef struct presented_routes_note_action presented_routes_note_action;
typedef struct presented_menu_action presented_menu_action;
typedef struct presented_routes_presented_action presented_routes_presented_action;
typedef struct presented_destination_action presented_destination_action;
typedef struct presented_routes_action presented_routes_action;

struct presented_note_state {
  int64_t id;
  enfold_text text;
  const presented_note_state *note;
};

typedef enum presented_role {
  PRESENTED_ROLE_CANCEL,
  PRESENTED_ROLE_DESTRUCTIVE,
} presented_role;

typedef enum presented_answer_tag {
  PRESENTED_ANSWER_DELETE,
} presented_answer_tag;

struct presented_answer {
  presented_answer_tag tag;
};

typedef struct presented_optional_role {
  bool has_value;
  presented_role value;
} presented_optional_role;

typedef struct presented_optional_answer {
  bool has_value;
  presented_answer value;
} presented_optional_answer;

struct presented_button_state_answer {
  presented_optional_role role;
  enfold_text label;
  presented_optional_answer action;
};

typedef struct presented_button_state_answer_list {
  const presented_button_state_answer *items;
  size_t count;
} presented_button_state_answer_list;

struct presented_alert_state_answer {
  enfold_text title;
  enfold_text message;
  presented_button_state_answer_list buttons;
};

typedef struct presented_optional_note_state {
  bool has_value;
  presented_note_state value;
} presented_optional_note_state;

typedef struct presented_optional_alert_state_answer {
  bool has_value;
  presented_alert_state_answer value;
} presented_optional_alert_state_answer;

typedef struct presented_text_list {
  const enfold_text *items;
  size_t count;
} presented_text_list;

struct presented_state {
  presented_optional_note_state note;
  presented_optional_alert_state_answer alert;
  presented_optional_note_state aside;
  presented_text_list log;
};

typedef enum presented_presented_action_tag {
  PRESENTED_PRESENTED_ACTION_BINDING,
  PRESENTED_PRESENTED_ACTION_OPEN,
  PRESENTED_PRESENTED_ACTION_CLOSE,
  PRESENTED_PRESENTED_ACTION_WAIT,
  PRESENTED_PRESENTED_ACTION_NOTE,
} presented_presented_action_tag;

struct presented_presented_action {
  presented_presented_action_tag tag;
  union {
    struct {
      enfold_text text;
      enfold_text note_text;
    } binding;
    int64_t open;
    const presented_note_action *note;
  };
};

typedef enum presented_note_action_tag {
  PRESENTED_NOTE_ACTION_DISMISS,
  PRESENTED_NOTE_ACTION_PRESENTED,
} presented_note_action_tag;

struct presented_note_action {
  presented_note_action_tag tag;
  union {
    const presented_presented_action *presented;
  };
};

typedef enum presented_alert_action_tag {
  PRESENTED_ALERT_ACTION_DISMISS,
  PRESENTED_ALERT_ACTION_PRESENTED,
} presented_alert_action_tag;

struct presented_alert_action {
  presented_alert_action_tag tag;
  union {
    presented_answer presented;
  };
};

typedef enum presented_action_tag {
  PRESENTED_ACTION_OPEN,
  PRESENTED_ACTION_OPEN_ASIDE,
  PRESENTED_ACTION_WARN,
  PRESENTED_ACTION_NOTE,
  PRESENTED_ACTION_ASIDE,
  PRESENTED_ACTION_ALERT,
} presented_action_tag;

struct presented_action {
  presented_action_tag tag;
  union {
    int64_t open;
    presented_note_action note;
    presented_presented_action aside;
    presented_alert_action alert;
  };
};

struct presented_edit_state {
  enfold_text text;
};

typedef enum presented_alert_tag {
  PRESENTED_ALERT_DELETE,
} presented_alert_tag;

struct presented_alert {
  presented_alert_tag tag;
};

typedef struct presented_optional_alert {
  bool has_value;
  presented_alert value;
} presented_optional_alert;

struct presented_button_state_alert {
  presented_optional_role role;
  enfold_text label;
  presented_optional_alert action;
};

typedef struct presented_button_state_alert_list {
  const presented_button_state_alert *items;
  size_t count;
} presented_button_state_alert_list;

struct presented_alert_state_alert {
  enfold_text title;
  enfold_text message;
  presented_button_state_alert_list buttons;
};

struct presented_menu {
  presented_text_list entries;
};

typedef enum presented_destination_state_tag {
  PRESENTED_DESTINATION_STATE_EDIT,
  PRESENTED_DESTINATION_STATE_NOTE,
  PRESENTED_DESTINATION_STATE_ALERT,
  PRESENTED_DESTINATION_STATE_MENU,
  PRESENTED_DESTINATION_STATE_SHARE,
} presented_destination_state_tag;

struct presented_destination_state {
  presented_destination_state_tag tag;
  union {
    presented_edit_state edit;
    presented_note_state note;
    presented_alert_state_alert alert;
    presented_menu menu;
    struct {
      enfold_text link;
    } share;
  };
};

typedef struct presented_optional_destination_state {
  bool has_value;
  presented_destination_state value;
} presented_optional_destination_state;

struct presented_routes_state {
  presented_optional_destination_state destination;
  presented_text_list log;
};

typedef enum presented_edit_action_tag {
  PRESENTED_EDIT_ACTION_SET_TEXT,
} presented_edit_action_tag;

struct presented_edit_action {
  presented_edit_action_tag tag;
  union {
    enfold_text set_text;
  };
};

typedef enum presented_routes_note_action_tag {
  PRESENTED_ROUTES_NOTE_ACTION_BINDING,
  PRESENTED_ROUTES_NOTE_ACTION_OPEN,
  PRESENTED_ROUTES_NOTE_ACTION_CLOSE,
  PRESENTED_ROUTES_NOTE_ACTION_WAIT,
  PRESENTED_ROUTES_NOTE_ACTION_NOTE,
} presented_routes_note_action_tag;

struct presented_routes_note_action {
  presented_routes_note_action_tag tag;
  union {
    struct {
      enfold_text text;
      enfold_text note_text;
    } binding;
    int64_t open;
    presented_note_action note;
  };
};

typedef enum presented_menu_action_tag {
  PRESENTED_MENU_ACTION_CHOSEN,
} presented_menu_action_tag;

struct presented_menu_action {
  presented_menu_action_tag tag;
  union {
    enfold_text chosen;
  };
};

typedef enum presented_routes_presented_action_tag {
  PRESENTED_ROUTES_PRESENTED_ACTION_EDIT,
  PRESENTED_ROUTES_PRESENTED_ACTION_NOTE,
  PRESENTED_ROUTES_PRESENTED_ACTION_ALERT,
  PRESENTED_ROUTES_PRESENTED_ACTION_MENU,
} presented_routes_presented_action_tag;

struct presented_routes_presented_action {
  presented_routes_presented_action_tag tag;
  union {
    presented_edit_action edit;
    presented_routes_note_action note;
    presented_alert alert;
    presented_menu_action menu;
  };
};

typedef enum presented_destination_action_tag {
  PRESENTED_DESTINATION_ACTION_DISMISS,
  PRESENTED_DESTINATION_ACTION_PRESENTED,
} presented_destination_action_tag;

struct presented_destination_action {
  presented_destination_action_tag tag;
  union {
    presented_routes_presented_action presented;
  };
};

typedef enum presented_routes_action_tag {
  PRESENTED_ROUTES_ACTION_EDIT,
  PRESENTED_ROUTES_ACTION_WARN,
  PRESENTED_ROUTES_ACTION_SHARE,
  PRESENTED_ROUTES_ACTION_MENU,
  PRESENTED_ROUTES_ACTION_DESTINATION,
} presented_routes_action_tag;

struct presented_routes_action {
  presented_routes_action_tag tag;
  union {
    enfold_text share;
    presented_destination_action destination;
  };
};

/* How these types are written as JSON. */

static const enfold_type presented_note_state__table;
static const enfold_type presented_role__table;
static const enfold_type presented_answer__table;
static const enfold_type presented_button_state_answer__table;
static const enfold_type presented_alert_state_answer__table;
static const enfold_type presented_state__table;
static const enfold_type presented_presented_action__table;
static const enfold_type presented_note_action__table;
static const enfold_type presented_alert_action__table;
static const enfold_type presented_action__table;
static const enfold_type presented_edit_state__table;
static const enfold_type presented_alert__table;
static const enfold_type presented_button_state_alert__table;
static const enfold_type presented_alert_state_alert__table;
static const enfold_type presented_menu__table;
static const enfold_type presented_destination_state__table;
static const enfold_type presented_routes_state__table;
static const enfold_type presented_edit_action__table;
static const enfold_type presented_routes_note_action__table;
static const enfold_type presented_menu_action__table;
static const enfold_type presented_routes_presented_action__table;
static const enfold_type presented_destination_action__table;
static const enfold_type presented_routes_action__table;
static const enfold_type presented_note_state_box__table;
static const enfold_type presented_optional_role__table;
static const enfold_type presented_optional_answer__table;
static const enfold_type presented_button_state_answer_list__table;
static const enfold_type presented_optional_note_state__table;
static const enfold_type presented_optional_alert_state_answer__table;
static const enfold_type presented_text_list__table;
static const enfold_type presented_note_action_box__table;
static const enfold_type presented_action_box__table;
static const enfold_type presented_optional_alert__table;
static const enfold_type presented_button_state_alert_list__table;
static const enfold_type presented_optional_destination_state__table;

static const enfold_type presented_note_state_box__table = ENFOLD_BOX(&presented_note_state__table);
static const enfold_type presented_optional_role__table =
    ENFOLD_OPTIONAL(presented_optional_role, &presented_role__table);
static const enfold_type presented_optional_answer__table =
    ENFOLD_OPTIONAL(presented_optional_answer, &presented_answer__table);
static const enfold_type presented_button_state_answer_list__table =
    ENFOLD_LIST(presented_button_state_answer_list, &presented_button_state_answer__table);
static const enfold_type presented_optional_note_state__table =
    ENFOLD_OPTIONAL(presented_optional_note_state, &presented_note_state__table);
static const enfold_type presented_optional_alert_state_answer__table =
    ENFOLD_OPTIONAL(presented_optional_alert_state_answer, &presented_alert_state_answer__table);
static const enfold_type presented_text_list__table = ENFOLD_LIST(presented_text_list, &enfold_text_type);
static const enfold_type presented_note_action_box__table = ENFOLD_BOX(&presented_note_action__table);
static const enfold_type presented_action_box__table = ENFOLD_BOX(&presented_presented_action__table);
static const enfold_type presented_optional_alert__table =
    ENFOLD_OPTIONAL(presented_optional_alert, &presented_alert__table);
static const enfold_type presented_button_state_alert_list__table =
    ENFOLD_LIST(presented_button_state_alert_list, &presented_button_state_alert__table);
static const enfold_type presented_optional_destination_state__table =
    ENFOLD_OPTIONAL(presented_optional_destination_state, &presented_destination_state__table);

static const enfold_part presented_note_state__parts[] = {
    {"id", &enfold_int64_type, offsetof(presented_note_state, id), ENFOLD_PART_REQUIRED},
    {"text", &enfold_text_type, offsetof(presented_note_state, text), ENFOLD_PART_DEFAULTED},
    {"note", &presented_note_state_box__table, offsetof(presented_note_state, note), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_note_state__table =
    ENFOLD_PARTS(RECORD, presented_note_state, presented_note_state__parts);

static const enfold_part presented_role__parts[] = {
    {"cancel", NULL, 0, ENFOLD_CASE_NAME},
    {"destructive", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type presented_role__table = ENFOLD_PARTS(ENUMERATION, presented_role, presented_role__parts);

static const enfold_part presented_answer__parts[] = {
    {"delete", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type presented_answer__table = ENFOLD_PARTS(CHOICE, presented_answer, presented_answer__parts);

static const enfold_part presented_button_state_answer__parts[] = {
    {"role", &presented_optional_role__table, offsetof(presented_button_state_answer, role), ENFOLD_PART_DEFAULTED},
    {"label", &enfold_text_type, offsetof(presented_button_state_answer, label), ENFOLD_PART_REQUIRED},
    {"action", &presented_optional_answer__table, offsetof(presented_button_state_answer, action), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_button_state_answer__table =
    ENFOLD_PARTS(RECORD, presented_button_state_answer, presented_button_state_answer__parts);

static const enfold_part presented_alert_state_answer__parts[] = {
    {"title", &enfold_text_type, offsetof(presented_alert_state_answer, title), ENFOLD_PART_REQUIRED},
    {"message", &enfold_optional_text_type, offsetof(presented_alert_state_answer, message), ENFOLD_PART_DEFAULTED},
    {"buttons", &presented_button_state_answer_list__table, offsetof(presented_alert_state_answer, buttons), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_alert_state_answer__table =
    ENFOLD_PARTS(RECORD, presented_alert_state_answer, presented_alert_state_answer__parts);

static const enfold_part presented_state__parts[] = {
    {"note", &presented_optional_note_state__table, offsetof(presented_state, note), ENFOLD_PART_DEFAULTED},
    {"alert", &presented_optional_alert_state_answer__table, offsetof(presented_state, alert), ENFOLD_PART_DEFAULTED},
    {"aside", &presented_optional_note_state__table, offsetof(presented_state, aside), ENFOLD_PART_DEFAULTED},
    {"log", &presented_text_list__table, offsetof(presented_state, log), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_state__table = ENFOLD_PARTS(RECORD, presented_state, presented_state__parts);

static const enfold_part presented_presented_action__binding__parts[] = {
    {"/text", &enfold_optional_text_type, ENFOLD_OFFSET(presented_presented_action, binding, text), ENFOLD_PART_OMITTABLE},
    {"/note/text", &enfold_optional_text_type, ENFOLD_OFFSET(presented_presented_action, binding, note_text), ENFOLD_PART_OMITTABLE},
};
static const enfold_type presented_presented_action__binding__table =
    ENFOLD_PARTS(RECORD, ((presented_presented_action *)0)->binding, presented_presented_action__binding__parts);
static const enfold_part presented_presented_action__parts[] = {
    {"binding", &presented_presented_action__binding__table, offsetof(presented_presented_action, binding), ENFOLD_CASE_VALUE},
    {"open", &enfold_int64_type, offsetof(presented_presented_action, open), ENFOLD_CASE_VALUE},
    {"close", NULL, 0, ENFOLD_CASE_NAME},
    {"wait", NULL, 0, ENFOLD_CASE_NAME},
    {"note", &presented_note_action_box__table, offsetof(presented_presented_action, note), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_presented_action__table =
    ENFOLD_PARTS(CHOICE, presented_presented_action, presented_presented_action__parts);

static const enfold_part presented_note_action__parts[] = {
    {"dismiss", NULL, 0, ENFOLD_CASE_NAME},
    {"presented", &presented_action_box__table, offsetof(presented_note_action, presented), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_note_action__table =
    ENFOLD_PARTS(CHOICE, presented_note_action, presented_note_action__parts);

static const enfold_part presented_alert_action__parts[] = {
    {"dismiss", NULL, 0, ENFOLD_CASE_NAME},
    {"presented", &presented_answer__table, offsetof(presented_alert_action, presented), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_alert_action__table =
    ENFOLD_PARTS(CHOICE, presented_alert_action, presented_alert_action__parts);

static const enfold_part presented_action__parts[] = {
    {"open", &enfold_int64_type, offsetof(presented_action, open), ENFOLD_CASE_VALUE},
    {"openAside", NULL, 0, ENFOLD_CASE_NAME},
    {"warn", NULL, 0, ENFOLD_CASE_NAME},
    {"note", &presented_note_action__table, offsetof(presented_action, note), ENFOLD_CASE_VALUE},
    {"aside", &presented_presented_action__table, offsetof(presented_action, aside), ENFOLD_CASE_VALUE},
    {"alert", &presented_alert_action__table, offsetof(presented_action, alert), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_action__table = ENFOLD_PARTS(CHOICE, presented_action, presented_action__parts);

static const enfold_part presented_edit_state__parts[] = {
    {"text", &enfold_text_type, offsetof(presented_edit_state, text), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_edit_state__table =
    ENFOLD_PARTS(RECORD, presented_edit_state, presented_edit_state__parts);

static const enfold_part presented_alert__parts[] = {
    {"delete", NULL, 0, ENFOLD_CASE_NAME},
};
static const enfold_type presented_alert__table = ENFOLD_PARTS(CHOICE, presented_alert, presented_alert__parts);

static const enfold_part presented_button_state_alert__parts[] = {
    {"role", &presented_optional_role__table, offsetof(presented_button_state_alert, role), ENFOLD_PART_DEFAULTED},
    {"label", &enfold_text_type, offsetof(presented_button_state_alert, label), ENFOLD_PART_REQUIRED},
    {"action", &presented_optional_alert__table, offsetof(presented_button_state_alert, action), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_button_state_alert__table =
    ENFOLD_PARTS(RECORD, presented_button_state_alert, presented_button_state_alert__parts);

static const enfold_part presented_alert_state_alert__parts[] = {
    {"title", &enfold_text_type, offsetof(presented_alert_state_alert, title), ENFOLD_PART_REQUIRED},
    {"message", &enfold_optional_text_type, offsetof(presented_alert_state_alert, message), ENFOLD_PART_DEFAULTED},
    {"buttons", &presented_button_state_alert_list__table, offsetof(presented_alert_state_alert, buttons), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_alert_state_alert__table =
    ENFOLD_PARTS(RECORD, presented_alert_state_alert, presented_alert_state_alert__parts);

static const enfold_part presented_menu__parts[] = {
    {"entries", &presented_text_list__table, offsetof(presented_menu, entries), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_menu__table = ENFOLD_PARTS(RECORD, presented_menu, presented_menu__parts);

static const enfold_part presented_destination_state__share__parts[] = {
    {"link", &enfold_text_type, ENFOLD_OFFSET(presented_destination_state, share, link), ENFOLD_PART_REQUIRED},
};
static const enfold_type presented_destination_state__share__table =
    ENFOLD_PARTS(RECORD, ((presented_destination_state *)0)->share, presented_destination_state__share__parts);
static const enfold_part presented_destination_state__parts[] = {
    {"edit", &presented_edit_state__table, offsetof(presented_destination_state, edit), ENFOLD_CASE_VALUE},
    {"note", &presented_note_state__table, offsetof(presented_destination_state, note), ENFOLD_CASE_VALUE},
    {"alert", &presented_alert_state_alert__table, offsetof(presented_destination_state, alert), ENFOLD_CASE_VALUE},
    {"menu", &presented_menu__table, offsetof(presented_destination_state, menu), ENFOLD_CASE_VALUE},
    {"share", &presented_destination_state__share__table, offsetof(presented_destination_state, share), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_destination_state__table =
    ENFOLD_PARTS(CHOICE, presented_destination_state, presented_destination_state__parts);

static const enfold_part presented_routes_state__parts[] = {
    {"destination", &presented_optional_destination_state__table, offsetof(presented_routes_state, destination), ENFOLD_PART_DEFAULTED},
    {"log", &presented_text_list__table, offsetof(presented_routes_state, log), ENFOLD_PART_DEFAULTED},
};
static const enfold_type presented_routes_state__table =
    ENFOLD_PARTS(RECORD, presented_routes_state, presented_routes_state__parts);

static const enfold_part presented_edit_action__parts[] = {
    {"setText", &enfold_text_type, offsetof(presented_edit_action, set_text), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_edit_action__table =
    ENFOLD_PARTS(CHOICE, presented_edit_action, presented_edit_action__parts);

static const enfold_part presented_routes_note_action__binding__parts[] = {
    {"/text", &enfold_optional_text_type, ENFOLD_OFFSET(presented_routes_note_action, binding, text), ENFOLD_PART_OMITTABLE},
    {"/note/text", &enfold_optional_text_type, ENFOLD_OFFSET(presented_routes_note_action, binding, note_text), ENFOLD_PART_OMITTABLE},
};
static const enfold_type presented_routes_note_action__binding__table =
    ENFOLD_PARTS(RECORD, ((presented_routes_note_action *)0)->binding, presented_routes_note_action__binding__parts);
static const enfold_part presented_routes_note_action__parts[] = {
    {"binding", &presented_routes_note_action__binding__table, offsetof(presented_routes_note_action, binding), ENFOLD_CASE_VALUE},
    {"open", &enfold_int64_type, offsetof(presented_routes_note_action, open), ENFOLD_CASE_VALUE},
    {"close", NULL, 0, ENFOLD_CASE_NAME},
    {"wait", NULL, 0, ENFOLD_CASE_NAME},
    {"note", &presented_note_action__table, offsetof(presented_routes_note_action, note), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_routes_note_action__table =
    ENFOLD_PARTS(CHOICE, presented_routes_note_action, presented_routes_note_action__parts);

static const enfold_part presented_menu_action__parts[] = {
    {"chosen", &enfold_text_type, offsetof(presented_menu_action, chosen), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_menu_action__table =
    ENFOLD_PARTS(CHOICE, presented_menu_action, presented_menu_action__parts);

static const enfold_part presented_routes_presented_action__parts[] = {
    {"edit", &presented_edit_action__table, offsetof(presented_routes_presented_action, edit), ENFOLD_CASE_VALUE},
    {"note", &presented_routes_note_action__table, offsetof(presented_routes_presented_action, note), ENFOLD_CASE_VALUE},
    {"alert", &presented_alert__table, offsetof(presented_routes_presented_action, alert), ENFOLD_CASE_VALUE},
    {"menu", &presented_menu_action__table, offsetof(presented_routes_presented_action, menu), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_routes_presented_action__table =
    ENFOLD_PARTS(CHOICE, presented_routes_presented_action, presented_routes_presented_action__parts);

static const enfold_part presented_destination_action__parts[] = {
    {"dismiss", NULL, 0, ENFOLD_CASE_NAME},
    {"presented", &presented_routes_presented_action__table, offsetof(presented_destination_action, presented), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_destination_action__table =
    ENFOLD_PARTS(CHOICE, presented_destination_action, presented_destination_action__parts);

static const enfold_part presented_routes_action__parts[] = {
    {"edit", NULL, 0, ENFOLD_CASE_NAME},
    {"warn", NULL, 0, ENFOLD_CASE_NAME},
    {"share", &enfold_text_type, offsetof(presented_routes_action, share), ENFOLD_CASE_VALUE},
    {"menu", NULL, 0, ENFOLD_CASE_NAME},
    {"destination", &presented_destination_action__table, offsetof(presented_routes_action, destination), ENFOLD_CASE_VALUE},
};
static const enfold_type presented_routes_action__table =
    ENFOLD_PARTS(CHOICE, presented_routes_action, presented_routes_action__parts);

/* presented_note_state */
static inline size_t presented_note_state_write(char *buffer, size_t size, const presented_note_state *value) {
  return enfold_write(&presented_note_state__table, value, buffer, size);
}
static inline ptrdiff_t presented_note_state_read(presented_note_state *value, void *memory, size_t size,
                                                  const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_note_state__table, value, memory, size, json, length, error);
}

/* presented_role */
static inline size_t presented_role_write(char *buffer, size_t size, const presented_role *value) {
  return enfold_write(&presented_role__table, value, buffer, size);
}
static inline enfold_status presented_role_read(presented_role *value, const char *json, size_t length,
                                                enfold_error *error) {
  return (enfold_status)enfold_read(&presented_role__table, value, NULL, 0, json, length, error);
}

/* presented_answer */
static inline size_t presented_answer_write(char *buffer, size_t size, const presented_answer *value) {
  return enfold_write(&presented_answer__table, value, buffer, size);
}
static inline enfold_status presented_answer_read(presented_answer *value, const char *json, size_t length,
                                                  enfold_error *error) {
  return (enfold_status)enfold_read(&presented_answer__table, value, NULL, 0, json, length, error);
}

static inline size_t presented_answer_delete(char *buffer, size_t size) {
  presented_answer made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ANSWER_DELETE;
  return enfold_write(&presented_answer__table, &made, buffer, size);
}

/* presented_button_state_answer */
static inline size_t presented_button_state_answer_write(char *buffer, size_t size,
                                                         const presented_button_state_answer *value) {
  return enfold_write(&presented_button_state_answer__table, value, buffer, size);
}
static inline ptrdiff_t presented_button_state_answer_read(presented_button_state_answer *value, void *memory,
                                                           size_t size, const char *json, size_t length,
                                                           enfold_error *error) {
  return enfold_read(&presented_button_state_answer__table, value, memory, size, json, length, error);
}

/* presented_alert_state_answer */
static inline size_t presented_alert_state_answer_write(char *buffer, size_t size,
                                                        const presented_alert_state_answer *value) {
  return enfold_write(&presented_alert_state_answer__table, value, buffer, size);
}
static inline ptrdiff_t presented_alert_state_answer_read(presented_alert_state_answer *value, void *memory,
                                                          size_t size, const char *json, size_t length,
                                                          enfold_error *error) {
  return enfold_read(&presented_alert_state_answer__table, value, memory, size, json, length, error);
}

/* presented_state */
static inline size_t presented_state_write(char *buffer, size_t size, const presented_state *value) {
  return enfold_write(&presented_state__table, value, buffer, size);
}
static inline ptrdiff_t presented_state_read(presented_state *value, void *memory, size_t size, const char *json,
                                             size_t length, enfold_error *error) {
  return enfold_read(&presented_state__table, value, memory, size, json, length, error);
}

/* presented_presented_action */
static inline size_t presented_presented_action_write(char *buffer, size_t size,
                                                      const presented_presented_action *value) {
  return enfold_write(&presented_presented_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_presented_action_read(presented_presented_action *value, void *memory, size_t size,
                                                        const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_presented_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_presented_action_binding(char *buffer, size_t size, const char *text,
                                                        const char *note_text) {
  presented_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_PRESENTED_ACTION_BINDING;
  made.binding.text = enfold_text_of(text);
  made.binding.note_text = enfold_text_of(note_text);
  return enfold_write(&presented_presented_action__table, &made, buffer, size);
}

static inline size_t presented_presented_action_open(char *buffer, size_t size, int64_t value) {
  presented_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_PRESENTED_ACTION_OPEN;
  made.open = value;
  return enfold_write(&presented_presented_action__table, &made, buffer, size);
}

static inline size_t presented_presented_action_close(char *buffer, size_t size) {
  presented_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_PRESENTED_ACTION_CLOSE;
  return enfold_write(&presented_presented_action__table, &made, buffer, size);
}

static inline size_t presented_presented_action_wait(char *buffer, size_t size) {
  presented_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_PRESENTED_ACTION_WAIT;
  return enfold_write(&presented_presented_action__table, &made, buffer, size);
}

static inline size_t presented_presented_action_note(char *buffer, size_t size, const presented_note_action *value) {
  presented_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_PRESENTED_ACTION_NOTE;
  made.note = value;
  return enfold_write(&presented_presented_action__table, &made, buffer, size);
}

/* presented_note_action */
static inline size_t presented_note_action_write(char *buffer, size_t size, const presented_note_action *value) {
  return enfold_write(&presented_note_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_note_action_read(presented_note_action *value, void *memory, size_t size,
                                                   const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_note_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_note_action_dismiss(char *buffer, size_t size) {
  presented_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_NOTE_ACTION_DISMISS;
  return enfold_write(&presented_note_action__table, &made, buffer, size);
}

static inline size_t presented_note_action_presented(char *buffer, size_t size,
                                                     const presented_presented_action *value) {
  presented_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_NOTE_ACTION_PRESENTED;
  made.presented = value;
  return enfold_write(&presented_note_action__table, &made, buffer, size);
}

/* presented_alert_action */
static inline size_t presented_alert_action_write(char *buffer, size_t size, const presented_alert_action *value) {
  return enfold_write(&presented_alert_action__table, value, buffer, size);
}
static inline enfold_status presented_alert_action_read(presented_alert_action *value, const char *json, size_t length,
                                                        enfold_error *error) {
  return (enfold_status)enfold_read(&presented_alert_action__table, value, NULL, 0, json, length, error);
}

static inline size_t presented_alert_action_dismiss(char *buffer, size_t size) {
  presented_alert_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ALERT_ACTION_DISMISS;
  return enfold_write(&presented_alert_action__table, &made, buffer, size);
}

static inline size_t presented_alert_action_presented(char *buffer, size_t size, const presented_answer *value) {
  presented_alert_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ALERT_ACTION_PRESENTED;
  made.presented = *value;
  return enfold_write(&presented_alert_action__table, &made, buffer, size);
}

/* presented_action */
static inline size_t presented_action_write(char *buffer, size_t size, const presented_action *value) {
  return enfold_write(&presented_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_action_read(presented_action *value, void *memory, size_t size, const char *json,
                                              size_t length, enfold_error *error) {
  return enfold_read(&presented_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_action_open(char *buffer, size_t size, int64_t value) {
  presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ACTION_OPEN;
  made.open = value;
  return enfold_write(&presented_action__table, &made, buffer, size);
}

static inline size_t presented_action_open_aside(char *buffer, size_t size) {
  presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ACTION_OPEN_ASIDE;
  return enfold_write(&presented_action__table, &made, buffer, size);
}

static inline size_t presented_action_warn(char *buffer, size_t size) {
  presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ACTION_WARN;
  return enfold_write(&presented_action__table, &made, buffer, size);
}

static inline size_t presented_action_note(char *buffer, size_t size, const presented_note_action *value) {
  presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ACTION_NOTE;
  made.note = *value;
  return enfold_write(&presented_action__table, &made, buffer, size);
}

static inline size_t presented_action_aside(char *buffer, size_t size, const presented_presented_action *value) {
  presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ACTION_ASIDE;
  made.aside = *value;
  return enfold_write(&presented_action__table, &made, buffer, size);
}

static inline size_t presented_action_alert(char *buffer, size_t size, const presented_alert_action *value) {
  presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ACTION_ALERT;
  made.alert = *value;
  return enfold_write(&presented_action__table, &made, buffer, size);
}

/* presented_edit_state */
static inline size_t presented_edit_state_write(char *buffer, size_t size, const presented_edit_state *value) {
  return enfold_write(&presented_edit_state__table, value, buffer, size);
}
static inline ptrdiff_t presented_edit_state_read(presented_edit_state *value, void *memory, size_t size,
                                                  const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_edit_state__table, value, memory, size, json, length, error);
}

/* presented_alert */
static inline size_t presented_alert_write(char *buffer, size_t size, const presented_alert *value) {
  return enfold_write(&presented_alert__table, value, buffer, size);
}
static inline enfold_status presented_alert_read(presented_alert *value, const char *json, size_t length,
                                                 enfold_error *error) {
  return (enfold_status)enfold_read(&presented_alert__table, value, NULL, 0, json, length, error);
}

static inline size_t presented_alert_delete(char *buffer, size_t size) {
  presented_alert made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ALERT_DELETE;
  return enfold_write(&presented_alert__table, &made, buffer, size);
}

/* presented_button_state_alert */
static inline size_t presented_button_state_alert_write(char *buffer, size_t size,
                                                        const presented_button_state_alert *value) {
  return enfold_write(&presented_button_state_alert__table, value, buffer, size);
}
static inline ptrdiff_t presented_button_state_alert_read(presented_button_state_alert *value, void *memory,
                                                          size_t size, const char *json, size_t length,
                                                          enfold_error *error) {
  return enfold_read(&presented_button_state_alert__table, value, memory, size, json, length, error);
}

/* presented_alert_state_alert */
static inline size_t presented_alert_state_alert_write(char *buffer, size_t size,
                                                       const presented_alert_state_alert *value) {
  return enfold_write(&presented_alert_state_alert__table, value, buffer, size);
}
static inline ptrdiff_t presented_alert_state_alert_read(presented_alert_state_alert *value, void *memory, size_t size,
                                                         const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_alert_state_alert__table, value, memory, size, json, length, error);
}

/* presented_menu */
static inline size_t presented_menu_write(char *buffer, size_t size, const presented_menu *value) {
  return enfold_write(&presented_menu__table, value, buffer, size);
}
static inline ptrdiff_t presented_menu_read(presented_menu *value, void *memory, size_t size, const char *json,
                                            size_t length, enfold_error *error) {
  return enfold_read(&presented_menu__table, value, memory, size, json, length, error);
}

/* presented_destination_state */
static inline size_t presented_destination_state_write(char *buffer, size_t size,
                                                       const presented_destination_state *value) {
  return enfold_write(&presented_destination_state__table, value, buffer, size);
}
static inline ptrdiff_t presented_destination_state_read(presented_destination_state *value, void *memory, size_t size,
                                                         const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_destination_state__table, value, memory, size, json, length, error);
}

static inline size_t presented_destination_state_edit(char *buffer, size_t size, const presented_edit_state *value) {
  presented_destination_state made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_STATE_EDIT;
  made.edit = *value;
  return enfold_write(&presented_destination_state__table, &made, buffer, size);
}

static inline size_t presented_destination_state_note(char *buffer, size_t size, const presented_note_state *value) {
  presented_destination_state made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_STATE_NOTE;
  made.note = *value;
  return enfold_write(&presented_destination_state__table, &made, buffer, size);
}

static inline size_t presented_destination_state_alert(char *buffer, size_t size,
                                                       const presented_alert_state_alert *value) {
  presented_destination_state made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_STATE_ALERT;
  made.alert = *value;
  return enfold_write(&presented_destination_state__table, &made, buffer, size);
}

static inline size_t presented_destination_state_menu(char *buffer, size_t size, const presented_menu *value) {
  presented_destination_state made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_STATE_MENU;
  made.menu = *value;
  return enfold_write(&presented_destination_state__table, &made, buffer, size);
}

static inline size_t presented_destination_state_share(char *buffer, size_t size, const char *link) {
  presented_destination_state made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_STATE_SHARE;
  made.share.link = enfold_text_of(link);
  return enfold_write(&presented_destination_state__table, &made, buffer, size);
}

/* presented_routes_state */
static inline size_t presented_routes_state_write(char *buffer, size_t size, const presented_routes_state *value) {
  return enfold_write(&presented_routes_state__table, value, buffer, size);
}
static inline ptrdiff_t presented_routes_state_read(presented_routes_state *value, void *memory, size_t size,
                                                    const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_routes_state__table, value, memory, size, json, length, error);
}

/* presented_edit_action */
static inline size_t presented_edit_action_write(char *buffer, size_t size, const presented_edit_action *value) {
  return enfold_write(&presented_edit_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_edit_action_read(presented_edit_action *value, void *memory, size_t size,
                                                   const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_edit_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_edit_action_set_text(char *buffer, size_t size, const char *value) {
  presented_edit_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_EDIT_ACTION_SET_TEXT;
  made.set_text = enfold_text_of(value);
  return enfold_write(&presented_edit_action__table, &made, buffer, size);
}

/* presented_routes_note_action */
static inline size_t presented_routes_note_action_write(char *buffer, size_t size,
                                                        const presented_routes_note_action *value) {
  return enfold_write(&presented_routes_note_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_routes_note_action_read(presented_routes_note_action *value, void *memory,
                                                          size_t size, const char *json, size_t length,
                                                          enfold_error *error) {
  return enfold_read(&presented_routes_note_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_routes_note_action_binding(char *buffer, size_t size, const char *text,
                                                          const char *note_text) {
  presented_routes_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_NOTE_ACTION_BINDING;
  made.binding.text = enfold_text_of(text);
  made.binding.note_text = enfold_text_of(note_text);
  return enfold_write(&presented_routes_note_action__table, &made, buffer, size);
}

static inline size_t presented_routes_note_action_open(char *buffer, size_t size, int64_t value) {
  presented_routes_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_NOTE_ACTION_OPEN;
  made.open = value;
  return enfold_write(&presented_routes_note_action__table, &made, buffer, size);
}

static inline size_t presented_routes_note_action_close(char *buffer, size_t size) {
  presented_routes_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_NOTE_ACTION_CLOSE;
  return enfold_write(&presented_routes_note_action__table, &made, buffer, size);
}

static inline size_t presented_routes_note_action_wait(char *buffer, size_t size) {
  presented_routes_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_NOTE_ACTION_WAIT;
  return enfold_write(&presented_routes_note_action__table, &made, buffer, size);
}

static inline size_t presented_routes_note_action_note(char *buffer, size_t size, const presented_note_action *value) {
  presented_routes_note_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_NOTE_ACTION_NOTE;
  made.note = *value;
  return enfold_write(&presented_routes_note_action__table, &made, buffer, size);
}

/* presented_menu_action */
static inline size_t presented_menu_action_write(char *buffer, size_t size, const presented_menu_action *value) {
  return enfold_write(&presented_menu_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_menu_action_read(presented_menu_action *value, void *memory, size_t size,
                                                   const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_menu_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_menu_action_chosen(char *buffer, size_t size, const char *value) {
  presented_menu_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_MENU_ACTION_CHOSEN;
  made.chosen = enfold_text_of(value);
  return enfold_write(&presented_menu_action__table, &made, buffer, size);
}

/* presented_routes_presented_action */
static inline size_t presented_routes_presented_action_write(char *buffer, size_t size,
                                                             const presented_routes_presented_action *value) {
  return enfold_write(&presented_routes_presented_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_routes_presented_action_read(presented_routes_presented_action *value, void *memory,
                                                               size_t size, const char *json, size_t length,
                                                               enfold_error *error) {
  return enfold_read(&presented_routes_presented_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_routes_presented_action_edit(char *buffer, size_t size,
                                                            const presented_edit_action *value) {
  presented_routes_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_PRESENTED_ACTION_EDIT;
  made.edit = *value;
  return enfold_write(&presented_routes_presented_action__table, &made, buffer, size);
}

static inline size_t presented_routes_presented_action_note(char *buffer, size_t size,
                                                            const presented_routes_note_action *value) {
  presented_routes_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_PRESENTED_ACTION_NOTE;
  made.note = *value;
  return enfold_write(&presented_routes_presented_action__table, &made, buffer, size);
}

static inline size_t presented_routes_presented_action_alert(char *buffer, size_t size, const presented_alert *value) {
  presented_routes_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_PRESENTED_ACTION_ALERT;
  made.alert = *value;
  return enfold_write(&presented_routes_presented_action__table, &made, buffer, size);
}

static inline size_t presented_routes_presented_action_menu(char *buffer, size_t size,
                                                            const presented_menu_action *value) {
  presented_routes_presented_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_PRESENTED_ACTION_MENU;
  made.menu = *value;
  return enfold_write(&presented_routes_presented_action__table, &made, buffer, size);
}

/* presented_destination_action */
static inline size_t presented_destination_action_write(char *buffer, size_t size,
                                                        const presented_destination_action *value) {
  return enfold_write(&presented_destination_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_destination_action_read(presented_destination_action *value, void *memory,
                                                          size_t size, const char *json, size_t length,
                                                          enfold_error *error) {
  return enfold_read(&presented_destination_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_destination_action_dismiss(char *buffer, size_t size) {
  presented_destination_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_ACTION_DISMISS;
  return enfold_write(&presented_destination_action__table, &made, buffer, size);
}

static inline size_t presented_destination_action_presented(char *buffer, size_t size,
                                                            const presented_routes_presented_action *value) {
  presented_destination_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_DESTINATION_ACTION_PRESENTED;
  made.presented = *value;
  return enfold_write(&presented_destination_action__table, &made, buffer, size);
}

/* presented_routes_action */
static inline size_t presented_routes_action_write(char *buffer, size_t size, const presented_routes_action *value) {
  return enfold_write(&presented_routes_action__table, value, buffer, size);
}
static inline ptrdiff_t presented_routes_action_read(presented_routes_action *value, void *memory, size_t size,
                                                     const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_routes_action__table, value, memory, size, json, length, error);
}

static inline size_t presented_routes_action_edit(char *buffer, size_t size) {
  presented_routes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_ACTION_EDIT;
  return enfold_write(&presented_routes_action__table, &made, buffer, size);
}

static inline size_t presented_routes_action_warn(char *buffer, size_t size) {
  presented_routes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_ACTION_WARN;
  return enfold_write(&presented_routes_action__table, &made, buffer, size);
}

static inline size_t presented_routes_action_share(char *buffer, size_t size, const char *value) {
  presented_routes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_ACTION_SHARE;
  made.share = enfold_text_of(value);
  return enfold_write(&presented_routes_action__table, &made, buffer, size);
}

static inline size_t presented_routes_action_menu(char *buffer, size_t size) {
  presented_routes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_ACTION_MENU;
  return enfold_write(&presented_routes_action__table, &made, buffer, size);
}

static inline size_t presented_routes_action_destination(char *buffer, size_t size,
                                                         const presented_destination_action *value) {
  presented_routes_action made;
  memset(&made, 0, sizeof made);
  made.tag = PRESENTED_ROUTES_ACTION_DESTINATION;
  made.destination = *value;
  return enfold_write(&presented_routes_action__table, &made, buffer, size);
}

/* The value at /note */
static inline ptrdiff_t presented_at_note_read(presented_optional_note_state *value, void *memory, size_t size,
                                               const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_optional_note_state__table, value, memory, size, json, length, error);
}

/* The value at /note/id */
static inline enfold_status presented_at_note_id_read(int64_t *value, const char *json, size_t length,
                                                      enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /note/text */
static inline ptrdiff_t presented_at_note_text_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                    size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /note/note */
static inline ptrdiff_t presented_at_note_note_read(const presented_note_state **value, void *memory, size_t size,
                                                    const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_note_state_box__table, value, memory, size, json, length, error);
}

/* The value at /alert */
static inline ptrdiff_t presented_at_alert_read(presented_optional_alert_state_answer *value, void *memory, size_t size,
                                                const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_optional_alert_state_answer__table, value, memory, size, json, length, error);
}

/* The value at /alert/title */
static inline ptrdiff_t presented_at_alert_title_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                      size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /alert/message */
static inline ptrdiff_t presented_at_alert_message_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                        size_t length, enfold_error *error) {
  return enfold_read(&enfold_optional_text_type, value, memory, size, json, length, error);
}

/* The value at /alert/buttons */
static inline ptrdiff_t presented_at_alert_buttons_read(presented_button_state_answer_list *value, void *memory,
                                                        size_t size, const char *json, size_t length,
                                                        enfold_error *error) {
  return enfold_read(&presented_button_state_answer_list__table, value, memory, size, json, length, error);
}

/* The value at /aside */
static inline ptrdiff_t presented_at_aside_read(presented_optional_note_state *value, void *memory, size_t size,
                                                const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_optional_note_state__table, value, memory, size, json, length, error);
}

/* The value at /aside/id */
static inline enfold_status presented_at_aside_id_read(int64_t *value, const char *json, size_t length,
                                                       enfold_error *error) {
  return (enfold_status)enfold_read(&enfold_int64_type, value, NULL, 0, json, length, error);
}

/* The value at /aside/text */
static inline ptrdiff_t presented_at_aside_text_read(enfold_text *value, void *memory, size_t size, const char *json,
                                                     size_t length, enfold_error *error) {
  return enfold_read(&enfold_text_type, value, memory, size, json, length, error);
}

/* The value at /aside/note */
static inline ptrdiff_t presented_at_aside_note_read(const presented_note_state **value, void *memory, size_t size,
                                                     const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_note_state_box__table, value, memory, size, json, length, error);
}

/* The value at /log */
static inline ptrdiff_t presented_at_log_read(presented_text_list *value, void *memory, size_t size, const char *json,
                                              size_t length, enfold_error *error) {
  return enfold_read(&presented_text_list__table, value, memory, size, json, length, error);
}

/* The value at /destination */
static inline ptrdiff_t presented_routes_at_destination_read(presented_optional_destination_state *value, void *memory,
                                                             size_t size, const char *json, size_t length,
                                                             enfold_error *error) {
  return enfold_read(&presented_optional_destination_state__table, value, memory, size, json, length, error);
}

/* The value at /log */
static inline ptrdiff_t presented_routes_at_log_read(presented_text_list *value, void *memory, size_t size,
                                                     const char *json, size_t length, enfold_error *error) {
  return enfold_read(&presented_text_list__table, value, memory, size, json, length, error);
}

#endif /* PRESENTED_H */
