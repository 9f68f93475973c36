/* event.c: an event. Its values are decoded when they are first read. The package gives the type the rest of its class. */
#include "accelerator.h"


PyTypeObject *event_type;

/* The places of events that are gone: most live as long as their observer runs, and one follows the other. */
enum { FREE = 8 };
static struct event *free_events[FREE];
static int free_count;

/* An event that the collector does not know yet. */
static struct event *allocate(void) {
  struct event *event;
  if (free_count > 0) {
    event = (struct event *)PyObject_Init((PyObject *)free_events[--free_count], event_type);
  } else if ((event = PyObject_GC_New(struct event, event_type)) == NULL) {
    return NULL;
  }
  event->value = event->patch = event->action = NULL;
  return event;
}

static PyObject *text_of(const char *text, size_t length) {
  if (text == NULL) Py_RETURN_NONE;
  return PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
}

/* A plugin may have made it: it may be no UTF-8. */
static PyObject *tag_of(const enfold_event *record) {
  if (record->tag == NULL) Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(record->tag, (Py_ssize_t)record->tag_length, "replace");
}

PyObject *new_event(struct subscription_fields *subscription, const enfold_event *record) {
  struct event *event = allocate();
  if (event == NULL) return NULL;
  bool has_more = subscription->has_more == Py_True;
  Py_INCREF(subscription);
  event->subscription = (PyObject *)subscription;
  event->flags = record->flags;
  event->revision = record->revision;
  event->raw_value = text_of(record->value, record->value_length);
  event->raw_patch = text_of(has_more ? record->patch : NULL, record->patch_length);
  event->raw_action = text_of(has_more ? record->action : NULL, record->action_length);
  event->tag = tag_of(record);
  PyObject_GC_Track(event);
  if (event->raw_value == NULL || event->raw_patch == NULL || event->raw_action == NULL || event->tag == NULL) {
    Py_DECREF(event);
    return NULL;
  }
  return (PyObject *)event;
}

static void set(PyObject **place, PyObject *value) {
  PyObject *before = *place;
  *place = value;
  Py_XDECREF(before);
}

/* The value of a text, which is kept. */
static PyObject *value_of(const struct method *method, PyObject *self, PyObject *text, PyObject **value) {
  if (package.unread == NULL) return call_plain(method, self, NULL, 0, NULL); /* the library is not loaded */
  if (*value == NULL || *value == package.unread) {
    if (text == Py_None) {
      Py_INCREF(Py_None);
      set(value, Py_None);
    } else if (text != NULL && PyBytes_CheckExact(text)) {
      Py_INCREF(text); /* another thread may put in another one */
      PyObject *found = decode(PyBytes_AsString(text), (size_t)PyBytes_Size(text), text);
      Py_DECREF(text);
      if (found == NULL) return NULL;
      set(value, found);
    } else {
      Py_INCREF(package.unread);
      set(value, package.unread);
      return call_plain(method, self, NULL, 0, NULL);
    }
  }
  Py_INCREF(*value);
  return *value;
}

#define EVENT(self) ((struct event *)(self))

static PyObject *get_value(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  (void)arguments, (void)count, (void)names;
  return value_of(&event_methods[0], self, EVENT(self)->raw_value, &EVENT(self)->value);
}

static PyObject *get_patch(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  (void)arguments, (void)count, (void)names;
  return value_of(&event_methods[1], self, EVENT(self)->raw_patch, &EVENT(self)->patch);
}

static PyObject *get_action(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  (void)arguments, (void)count, (void)names;
  return value_of(&event_methods[2], self, EVENT(self)->raw_action, &EVENT(self)->action);
}

struct method event_methods[] = {
    {"Event.value", NULL, get_value, NULL},
    {"Event.patch", NULL, get_patch, NULL},
    {"Event.action", NULL, get_action, NULL},
    {NULL, NULL, NULL, NULL},
};

static int traverse(PyObject *self, visitproc visit, void *arg) {
  struct event *event = EVENT(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(event->subscription);
  Py_VISIT(event->value);
  Py_VISIT(event->patch);
  Py_VISIT(event->action);
  return 0;
}

static int clear(PyObject *self) {
  struct event *event = EVENT(self);
  Py_CLEAR(event->subscription);
  Py_CLEAR(event->raw_value);
  Py_CLEAR(event->raw_patch);
  Py_CLEAR(event->raw_action);
  Py_CLEAR(event->tag);
  Py_CLEAR(event->value);
  Py_CLEAR(event->patch);
  Py_CLEAR(event->action);
  return 0;
}

static void dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  clear(self);
  if (type == event_type && free_count < FREE) {
    free_events[free_count++] = EVENT(self);
  } else {
    PyObject_GC_Del(self);
  }
  Py_DECREF(type);
}

static PyMemberDef members[] = {
    MEMBER(event, "subscription", subscription, T_OBJECT_EX),
    MEMBER(event, "flags", flags, T_ULONGLONG),
    MEMBER(event, "revision", revision, T_ULONGLONG),
    MEMBER(event, "raw_value", raw_value, T_OBJECT_EX),
    MEMBER(event, "raw_patch", raw_patch, T_OBJECT_EX),
    MEMBER(event, "raw_action", raw_action, T_OBJECT_EX),
    MEMBER(event, "tag", tag, T_OBJECT_EX),
    MEMBER(event, "_value", value, T_OBJECT_EX),
    MEMBER(event, "_patch", patch, T_OBJECT_EX),
    MEMBER(event, "_action", action, T_OBJECT_EX),
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_members, members},
    {Py_tp_traverse, SLOT(traverse)},
    {Py_tp_clear, SLOT(clear)},
    {Py_tp_dealloc, SLOT(dealloc)},
    {0, NULL},
};

PyType_Spec event_spec = {
    "enfold.events.Event",
    sizeof(struct event),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    slots,
};
