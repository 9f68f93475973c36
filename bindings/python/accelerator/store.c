/* store.c: what a store does with the library: sends actions, reads values, writes properties. */
#include "accelerator.h"


PyTypeObject *store_type;

#define HANDLE(self) (((struct store_fields *)(self))->handle)

/* inspect.CO_COROUTINE and inspect.CO_ASYNC_GENERATOR */
#define ASYNC (0x80 | 0x200)

/* Whether the caller may be about to await what `send` gives it: the package looks closely then. */
static bool may_await(void) {
  /* Asked again when modules were imported since. */
  static Py_ssize_t known_size = -1;
  static bool is_asyncio_there;
  PyObject *modules = PyImport_GetModuleDict();
  if (PyDict_Size(modules) != known_size) {
    is_asyncio_there = PyDict_GetItemString(modules, "asyncio") != NULL;
    known_size = PyDict_Size(modules);
  }
  if (!is_asyncio_there) return false;
  PyFrameObject *frame = PyEval_GetFrame();
  if (frame == NULL) return true;
  /* The code that called last, and whether it is async. */
  static PyObject *known_code;
  static bool is_async;
  PyObject *code = (PyObject *)PyFrame_GetCode(frame);
  if (code != known_code) {
    PyObject *flags = PyObject_GetAttrString(code, "co_flags"), *before = known_code;
    is_async = flags == NULL || PyLong_AsLong(flags) & ASYNC;
    Py_XDECREF(flags);
    PyErr_Clear();
    Py_INCREF(code);
    known_code = code;
    Py_XDECREF(before);
  }
  Py_DECREF(code);
  return is_async;
}

/* {name: payload}; the payload is the fields where they are given by name. */
static PyObject *action_with(PyObject *name, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  PyObject *action = NULL, *payload = NULL, *text = NULL;
  if (!PyUnicode_CheckExact(name)) return NULL;
  if (names == NULL) {
    payload = arguments[0];
    Py_INCREF(payload);
  } else if ((payload = PyDict_New()) != NULL) {
    for (Py_ssize_t place = 0; place < count; place++) {
      if (PyDict_SetItem(payload, PyTuple_GetItem(names, place), arguments[place]) < 0) goto failed;
    }
  }
  if (payload == NULL || PyBytes_Check(payload)) goto failed;
  action = PyDict_New();
  if (action != NULL && PyDict_SetItem(action, name, payload) == 0) text = encode(action);
failed:
  Py_XDECREF(action);
  Py_XDECREF(payload);
  return text;
}

/* The text of an action that is sent; NULL without an exception where the package must do it. */
static PyObject *action_of(PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
  if (library.store_send == NULL || may_await()) return NULL;
  if (count == 1 && named == 0) return encode_action(arguments[0]);
  if (!(count == 2 && named == 0) && !(count == 1 && named > 0)) return NULL;
  return action_with(arguments[0], arguments + 1, named, named > 0 ? names : NULL);
}

static PyObject *store_send(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  PyObject *action = action_of(arguments, count, names);
  if (action == NULL || library.store_send == NULL) {
    Py_XDECREF(action);
    return call_plain(&store_methods[0], self, arguments, count, names);
  }

  enfold_error error;
  begin_error(&error);
  const char *text = PyBytes_AsString(action);
  size_t length = (size_t)PyBytes_Size(action);
  enfold_store handle = HANDLE(self);
  enfold_status status;
  Py_BEGIN_ALLOW_THREADS
  status = library.store_send(handle, text, length, NULL, &error);
  Py_END_ALLOW_THREADS
  bool result = is_done(status, &error, action);
  Py_DECREF(action);
  if (!result) return NULL;
  Py_RETURN_NONE;
}

/* An attribute of a Tagged, if it has the right type. */
static PyObject *attribute(PyObject *self, const char *name, PyTypeObject *type) {
  PyObject *found = PyObject_GetAttrString(self, name);
  if (found != NULL && !PyObject_TypeCheck(found, type)) Py_CLEAR(found);
  PyErr_Clear();
  return found;
}

static PyObject *tagged_send(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  PyObject *action = action_of(arguments, count, names);
  PyObject *store = action == NULL ? NULL : attribute(self, "store", store_type);
  PyObject *options = store == NULL ? NULL : attribute(self, "_options", &PyBytes_Type);
  bool is_ordinary = options != NULL && library.store_send_with != NULL;
  bool result = false;
  if (is_ordinary) {
    enfold_error error;
    begin_error(&error);
    const char *text = PyBytes_AsString(action), *given = PyBytes_AsString(options);
    size_t length = (size_t)PyBytes_Size(action), size = (size_t)PyBytes_Size(options);
    enfold_store handle = HANDLE(store);
    enfold_status status;
    Py_BEGIN_ALLOW_THREADS
    status = library.store_send_with(handle, text, length, given, size, NULL, &error);
    Py_END_ALLOW_THREADS
    result = status >= 0 && !has_kept();
    if (!result) {
      PyObject *check = PyObject_GetAttrString(self, "_check"), *told = Py_BuildValue("iO", (int)status, action);
      result = check != NULL && told != NULL && has_succeeded(status, &error, check, told);
      Py_XDECREF(check);
      Py_XDECREF(told);
    }
  }
  Py_XDECREF(action);
  Py_XDECREF(store);
  Py_XDECREF(options);
  if (!is_ordinary) return call_plain(&tagged_methods[0], self, arguments, count, names);
  if (!result) return NULL;
  Py_RETURN_NONE;
}

/* The text at a pointer. false: the package must ask (`failed` is false), or there is an exception. */
static bool read_state(PyObject *self, PyObject *pointer, enfold_string *out, bool *failed) {
  Py_ssize_t length = 0;
  const char *place = "";
  *failed = false;
  if (library.store_state == NULL) return false;
  if (pointer != NULL) {
    if (!PyUnicode_CheckExact(pointer)) return false;
    place = PyUnicode_AsUTF8AndSize(pointer, &length);
    if (place == NULL) {
      PyErr_Clear();
      return false;
    }
  }
  enfold_error error;
  begin_error(&error);
  *out = (enfold_string){NULL, 0};
  enfold_store handle = HANDLE(self);
  enfold_status status;
  Py_BEGIN_ALLOW_THREADS
  status = library.store_state(handle, place, (size_t)length, out, &error);
  Py_END_ALLOW_THREADS
  if (status >= 0 && !has_kept()) return true;
  PyObject *text = PyBytes_FromStringAndSize(place, length);
  *failed = text == NULL || !is_done(status, &error, text);
  Py_XDECREF(text);
  if (*failed) library.string_free(out);
  return !*failed;
}

static PyObject *store_raw(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  enfold_string out;
  bool failed = false;
  if (names != NULL || count > 1 || !read_state(self, count == 0 ? NULL : arguments[0], &out, &failed)) {
    return failed ? NULL : call_plain(&store_methods[1], self, arguments, count, names);
  }
  PyObject *text = PyBytes_FromStringAndSize(out.data, (Py_ssize_t)out.length);
  library.string_free(&out);
  return text;
}

static PyObject *decoded(enfold_string *out) {
  PyObject *value = decode(out->data, out->length, NULL);
  library.string_free(out);
  return value;
}

static PyObject *store_get(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  enfold_string out;
  bool failed = false;
  if (names != NULL || count != 1 || !read_state(self, arguments[0], &out, &failed)) {
    return failed ? NULL : call_plain(&store_methods[2], self, arguments, count, names);
  }
  return decoded(&out);
}

static PyObject *store_state(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  enfold_string out;
  bool failed = false;
  if (!read_state(self, NULL, &out, &failed)) {
    return failed ? NULL : call_plain(&store_methods[3], self, arguments, count, names);
  }
  return decoded(&out);
}

static PyObject *store_set(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  Py_ssize_t length = 0;
  const char *place = NULL;
  PyObject *value = NULL;
  if (library.store_set != NULL && names == NULL && count == 2 && PyUnicode_CheckExact(arguments[0])) {
    place = PyUnicode_AsUTF8AndSize(arguments[0], &length);
    if (place == NULL) PyErr_Clear();
    if (place != NULL) value = encode(arguments[1]);
  }
  if (value == NULL || library.store_set == NULL) {
    Py_XDECREF(value);
    return call_plain(&store_methods[4], self, arguments, count, names);
  }

  enfold_error error;
  begin_error(&error);
  const char *text = PyBytes_AsString(value);
  size_t size = (size_t)PyBytes_Size(value);
  enfold_store handle = HANDLE(self);
  enfold_status status;
  Py_BEGIN_ALLOW_THREADS
  status = library.store_set(handle, place, (size_t)length, text, size, NULL, 0, &error);
  Py_END_ALLOW_THREADS
  bool result = status >= 0 && !has_kept();
  if (!result) {
    PyObject *given = Py_BuildValue("iy#Oy", (int)status, place, length, value, "");
    result = given != NULL && has_succeeded(status, &error, package.check_set, given);
    Py_XDECREF(given);
  }
  Py_DECREF(value);
  if (!result) return NULL;
  Py_RETURN_NONE;
}

struct method store_methods[] = {
    {"Store.send", "($self, action, payload=..., /, **fields)", store_send, NULL},
    {"Store.raw", "($self, pointer='')", store_raw, NULL},
    {"Store.get", "($self, pointer)", store_get, NULL},
    {"Store.state", NULL, store_state, NULL},
    {"Store.set", "($self, pointer, value, *, then=None)", store_set, NULL},
    {NULL, NULL, NULL, NULL},
};

struct method tagged_methods[] = {
    {"Tagged.send", "($self, action, payload=..., /, **fields)", tagged_send, NULL},
    {NULL, NULL, NULL, NULL},
};

static PyMemberDef members[] = {
    MEMBER(store_fields, "_handle", handle, T_ULONGLONG),
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {{Py_tp_members, members}, {0, NULL}};

PyType_Spec store_spec = {
    "enfold._accelerator.StoreFields",
    sizeof(struct store_fields),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    slots,
};
