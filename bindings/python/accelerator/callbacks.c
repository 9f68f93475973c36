/* callbacks.c: the functions that the library calls. `user` is the key of a receiver, as with the package's own. */
#include "accelerator.h"

/* The receivers that were called last, as weak references. No key is ever given twice, and none is 0. One whose receiver is
 * gone, or has a new reference, is looked up anew. */
enum { RECENT = 64 };
static struct {
  uintptr_t key;
  PyObject *reference;
} recent[RECENT];

/* removed(key): the package does not want it to be called any more. */
PyObject *removed(PyObject *module, PyObject *number) {
  (void)module;
  uintptr_t key = (uintptr_t)PyLong_AsVoidPtr(number);
  if (PyErr_Occurred()) return NULL;
  if (recent[key % RECENT].key == key) recent[key % RECENT].key = 0;
  Py_RETURN_NONE;
}

/* In a forked child the rest of a call calls nobody any more. */
void forget_receivers(void) {
  for (size_t place = 0; place < RECENT; place++) recent[place].key = 0;
}

/* A new reference; NULL without an exception if the receiver is gone. */
static PyObject *find_receiver(void *user) {
  uintptr_t number = (uintptr_t)user;
  size_t place = number % RECENT;
  PyObject *receiver = recent[place].key == number ? PyWeakref_GetObject(recent[place].reference) : Py_None;
  if (receiver == Py_None) {
    PyObject *key = PyLong_FromVoidPtr(user);
    PyObject *reference = key == NULL ? NULL : PyDict_GetItemWithError(package.references, key);
    Py_XDECREF(key);
    receiver = reference == NULL ? NULL : PyWeakref_GetObject(reference);
    PyErr_Clear();
    if (receiver == NULL || receiver == Py_None) return NULL;
    PyObject *before = recent[place].reference;
    Py_INCREF(receiver);
    Py_INCREF(reference);
    recent[place].key = number;
    recent[place].reference = reference;
    Py_XDECREF(before);
    return receiver;
  }
  Py_INCREF(receiver);
  return receiver;
}

/* The receiver of a key, which may be gone: `receiver` is NULL then. A signal that came before is handled here, because it
 * would be raised at the beginning of the next function of Python, which is the receiver's. */
bool begin(struct call_in *call, void *user) {
  if (!enter(&call->entry)) return false;
  if (PyErr_CheckSignals() < 0) keep(Py_None);
  call->earlier = has_kept() ? set_aside() : NULL;
  call->receiver = find_receiver(user);
  return true;
}

void end(struct call_in *call, bool has_raised) {
  if (has_raised) keep(call->receiver == NULL ? Py_None : call->receiver);
  Py_XDECREF(call->receiver);
  if (call->earlier != NULL) put_back(call->earlier);
  leave(&call->entry);
}

PyObject *call_method(PyObject *object, const char *name, PyObject *first, PyObject *second) {
  PyObject *method = PyObject_GetAttrString(object, name);
  PyObject *result = method == NULL ? NULL : PyObject_CallFunctionObjArgs(method, first, second, NULL);
  Py_XDECREF(method);
  Py_XDECREF(first);
  Py_XDECREF(second);
  return result;
}

/* Calls a method of the receiver, if it is still there, and ends the call. The arguments are given away. */
static void tell(struct call_in *call, const char *name, PyObject *first, PyObject *second) {
  bool has_raised = false;
  if (call->receiver != NULL) {
    PyObject *result = call_method(call->receiver, name, first, second);
    has_raised = result == NULL;
    Py_XDECREF(result);
  } else {
    Py_XDECREF(first);
    Py_XDECREF(second);
  }
  end(call, has_raised);
}

static void observe(void *user, const enfold_event *record) {
  struct call_in call;
  if (!begin(&call, user)) return;
  bool is_done = call.receiver == NULL || receive(call.receiver, record);
  end(&call, !is_done);
}

/* A text, or None if there is none. */
static PyObject *text_of(const char *text, size_t length) {
  if (text == NULL) Py_RETURN_NONE;
  return PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
}

static void log_record(void *user, int32_t level, const char *record, size_t length) {
  struct call_in call;
  if (begin(&call, user)) tell(&call, "_receive", PyLong_FromLong(level), text_of(record, length));
}

static void trace_entry(void *user, const char *entry, size_t length) {
  struct call_in call;
  if (begin(&call, user)) tell(&call, "_receive", text_of(entry, length), NULL);
}

static void end_task(void *user, enfold_status status, const char *message, size_t length) {
  (void)status, (void)message, (void)length;
  struct call_in call;
  if (begin(&call, user)) tell(&call, "_ended", NULL, NULL);
}

static void ask(void *user, enfold_request request, const char *payload, size_t length) {
  struct call_in call;
  if (begin(&call, user)) tell(&call, "_asked", PyLong_FromUnsignedLongLong(request), text_of(payload, length));
}

static void cancel(void *user, enfold_request request) {
  struct call_in call;
  if (begin(&call, user)) tell(&call, "_cancelled", PyLong_FromUnsignedLongLong(request), NULL);
}

static void release(void *user) {
  struct call_in call;
  if (!begin(&call, user)) return;
  PyObject *key = PyLong_FromVoidPtr(user);
  PyObject *removed = key == NULL ? NULL : PyObject_CallFunctionObjArgs(package.remove, key, NULL);
  Py_XDECREF(key);
  bool has_raised = removed == NULL;
  if (removed != NULL && removed != Py_None) {
    PyObject *result = call_method(removed, "_released", NULL, NULL);
    has_raised = result == NULL;
    Py_XDECREF(result);
  }
  Py_XDECREF(removed);
  end(&call, has_raised);
}

static PyObject *address(size_t function) {
  return PyLong_FromSize_t(function);
}

PyObject *callback_addresses(void) {
  return Py_BuildValue("{sNsNsNsNsNsNsNsNsNsNsN}", "observe", address((size_t)observe), "log", address((size_t)log_record),
                       "trace", address((size_t)trace_entry), "end", address((size_t)end_task), "ask", address((size_t)ask),
                       "cancel", address((size_t)cancel), "release", address((size_t)release), "reduce",
                       address((size_t)reduce), "reduce_with_effects", address((size_t)reduce_with_effects), "state",
                       address((size_t)write_state), "part", address((size_t)write_part));
}
