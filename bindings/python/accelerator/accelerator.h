/* accelerator.h: what the files of the accelerator share.
 *
 * The accelerator does in C what the package does often, and only where all is ordinary: arguments of the usual types, and a
 * library that is open. Whatever else there is, it leaves to the package's own function, which has done nothing yet. So what is
 * wrong is found, and said, in one place. Each file has one concept; this header has them in the order in which they build on
 * one another. */
#ifndef ENFOLD_ACCELERATOR_H
#define ENFOLD_ACCELERATOR_H

#define Py_LIMITED_API 0x030A0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <structmember.h>

#include "enfold.h"
#include "enfold_plugin.h"

/* ISO C has no pointers to functions in `void *`; the slots of Python's types do. */
#define SLOT(function) (__extension__(void *)(function))

/* A member of a Python object that is a field of its struct. */
#define MEMBER(of, name, field, type) {name, type, offsetof(struct of, field), 0, NULL}

/* What the package and this file agree on. Both are changed together: _accelerated.py has the same number. */
#define AGREEMENT 3

/* The functions of libenfold that are called here. All are NULL until the package has loaded it, and all but the first in a
 * forked child. To encode a value may run Python code, which may fork: they are looked at once more. */
struct functions {
  __typeof__(enfold_string_free) *string_free;
  __typeof__(enfold_runtime_pump) *runtime_pump;
  __typeof__(enfold_store_send) *store_send;
  __typeof__(enfold_store_send_with) *store_send_with;
  __typeof__(enfold_store_state) *store_state;
  __typeof__(enfold_store_set) *store_set;
  __typeof__(enfold_request_emit) *request_emit;
  __typeof__(enfold_request_resolve) *request_resolve;
  __typeof__(enfold_request_fail) *request_fail;
};
extern struct functions library;

/* What of the package is used here, by its name in Python. */
struct package {
  PyObject *kept;       /* callbacks.kept: exceptions that no call has raised yet, by thread */
  PyObject *check;      /* callbacks.check: ends a call */
  PyObject *check_set;  /* store.check_set: the same, for Store.set */
  PyObject *report;     /* _ffi.report: where the package reads errors of this thread */
  PyObject *references; /* _receivers.references: receivers by key */
  PyObject *remove;     /* _receivers.remove */
  PyObject *stack;      /* _stack.stack: that of this thread */
  PyObject *unread;     /* events.UNREAD: a text that was not decoded yet */
  PyObject *refused;    /* features.table.refused; NULL until there is a feature */
  PyObject *encode_name, *encode_without_fields; /* of _json */
};
extern struct package package;

/* ---- threads.c: who has the interpreter's lock ---------------------------------------------------------------- */

/* A call that the library makes. It may come on any thread. */
struct entry {
  PyGILState_STATE lock;
  bool is_foreign;
};
bool enter(struct entry *entry); /* false: the interpreter has ended, and nothing more may be done */
void leave(struct entry *entry);

PyObject *threads_inside(PyObject *module, PyObject *unused);
PyObject *threads_end(PyObject *module, PyObject *unused);
void forget_threads(void);

/* ---- kept.c: exceptions of callbacks, until the call inside which they ran raises them ------------------------- */

void keep(PyObject *raised_in);
PyObject *set_aside(void); /* NULL if there are none */
void put_back(PyObject *earlier);
bool has_kept(void);

/* Ends a call of the library: false, with an exception, if it failed or a callback raised. */
bool has_succeeded(enfold_status status, const enfold_error *error, PyObject *check, PyObject *arguments);
/* The same, where `package.check` is given the text alone. */
bool is_done(enfold_status status, const enfold_error *error, PyObject *text);
void begin_error(enfold_error *error);

/* ---- json.c: values to texts and back; NULL without an exception where the package must do it -------------------- */

PyObject *encode(PyObject *value);
PyObject *encode_name(PyObject *name);
PyObject *encode_action(PyObject *action);
PyObject *decode(const char *text, size_t length, PyObject *bytes);
PyObject *use_codec(PyObject *module, PyObject *functions);

/* ---- The types that have what the package's classes keep ----------------------------------------------------- */

struct event { /* event.c */
  PyObject_HEAD
  PyObject *subscription;
  unsigned long long flags, revision;
  PyObject *raw_value, *raw_patch, *raw_action, *tag;
  PyObject *value, *patch, *action; /* NULL: not decoded yet */
};
struct subscription_fields { /* subscription.c */
  PyObject_HEAD
  unsigned long long handle;
  PyObject *callback, *closed, *has_more, *is_active;
};
struct store_fields { /* store.c */
  PyObject_HEAD
  unsigned long long handle;
};
extern PyType_Spec event_spec, subscription_spec, store_spec;
extern PyTypeObject *event_type, *subscription_type, *store_type;

PyObject *new_event(struct subscription_fields *subscription, const enfold_event *record);
bool receive(PyObject *subscription, const enfold_event *record);

/* ---- callbacks.c: the functions that the library calls --------------------------------------------------------- */

struct call_in {
  struct entry entry;
  PyObject *receiver, *earlier;
};
bool begin(struct call_in *call, void *user); /* false: nothing may be done */
void end(struct call_in *call, bool has_raised);
PyObject *call_method(PyObject *object, const char *name, PyObject *first, PyObject *second); /* with new references */
PyObject *removed(PyObject *module, PyObject *number);
void forget_receivers(void);
PyObject *callback_addresses(void); /* a dict: name to address */

/* request.c */
PyObject *request_emit(PyObject *module, PyObject *arguments);
PyObject *request_resolve(PyObject *module, PyObject *arguments);
PyObject *request_fail(PyObject *module, PyObject *arguments);

/* features.c: those of features that are written in Python */
PyObject *use_features(PyObject *module, PyObject *refused);
enfold_status reduce(void *instance, const char *action, size_t length, const enfold_changes *changes, enfold_error *error);
enfold_status reduce_with_effects(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  const enfold_effects *effects, enfold_error *error);
enfold_status write_state(void *instance, enfold_write_fn write, void *context, enfold_error *error);
enfold_status write_part(void *instance, const char *pointer, size_t length, enfold_write_fn write, void *context,
                         enfold_error *error);

/* ---- methods.c: methods that take the place of those of the package's classes ---------------------------------- */

typedef PyObject *(*fast_function)(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names);

struct method {
  const char *name;      /* "Store.send" */
  const char *signature; /* NULL: a property, whose function gets no arguments */
  fast_function function;
  PyObject *plain;
};
PyObject *replace(PyObject *module, PyObject *arguments);
PyObject *call_plain(const struct method *method, PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                     PyObject *names);
PyObject *method_names(void); /* a dict: the name of a class to those of its methods */
extern struct method store_methods[], tagged_methods[], event_methods[], runtime_methods[];

#endif
