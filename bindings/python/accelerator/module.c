/* module.c: the module `enfold._accelerator`. */
#include "accelerator.h"

#include <string.h>

struct functions library;
struct package package;

/* What is read of the package, and called of the library, by name. */
static const struct {
  const char *name;
  PyObject **place;
} objects[] = {
    {"kept", &package.kept},
    {"check", &package.check},
    {"check_set", &package.check_set},
    {"report", &package.report},
    {"references", &package.references},
    {"remove", &package.remove},
    {"stack", &package.stack},
    {"unread", &package.unread},
    {"encode_name", &package.encode_name},
    {"encode_without_fields", &package.encode_without_fields},
};

static const struct {
  const char *name;
  void (**place)(void);
} calls[] = {
#define CALL(name) {#name, (void (**)(void)) & library.name}
    CALL(string_free), CALL(runtime_pump), CALL(store_send), CALL(store_send_with), CALL(store_state), CALL(store_set), CALL(request_emit), CALL(request_resolve), CALL(request_fail),
#undef CALL
};

enum { OBJECTS = sizeof objects / sizeof *objects, CALLS = sizeof calls / sizeof *calls };

/* install(addresses, objects): the library is loaded. */
static PyObject *install(PyObject *module, PyObject *arguments) {
  PyObject *addresses, *given;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "O!O!", &PyDict_Type, &addresses, &PyDict_Type, &given)) return NULL;
  for (size_t index = 0; index < OBJECTS; index++) {
    PyObject *object = PyDict_GetItemString(given, objects[index].name);
    if (object == NULL) return PyErr_Format(PyExc_LookupError, "%s is missing", objects[index].name);
    Py_INCREF(object); /* for ever */
    *objects[index].place = object;
  }
  for (size_t index = 0; index < CALLS; index++) {
    PyObject *address = PyDict_GetItemString(addresses, calls[index].name);
    if (address == NULL) return PyErr_Format(PyExc_LookupError, "%s is missing", calls[index].name);
    *calls[index].place = (void (*)(void))PyLong_AsSize_t(address);
    if (PyErr_Occurred()) return NULL;
  }
  Py_RETURN_NONE;
}

/* forget(): in a forked child nothing may be called any more: the package refuses each call. */
static PyObject *forget(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  library = (struct functions){.string_free = library.string_free}; /* a function in the middle may have a text */
  forget_receivers();
  forget_threads();
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"install", install, METH_VARARGS, NULL},
    {"forget", forget, METH_NOARGS, NULL},
    {"replace", replace, METH_VARARGS, NULL},
    {"use_codec", use_codec, METH_VARARGS, NULL},
    {"use_features", use_features, METH_O, NULL},
    {"removed", removed, METH_O, NULL},
    {"request_emit", request_emit, METH_VARARGS, NULL},
    {"request_resolve", request_resolve, METH_VARARGS, NULL},
    {"request_fail", request_fail, METH_VARARGS, NULL},
    {"threads_inside", threads_inside, METH_NOARGS, NULL},
    {"threads_end", threads_end, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* A type whose members are told as slots, so that copies have them. */
static PyObject *add_type(PyObject *module, PyType_Spec *spec) {
  PyObject *type = PyType_FromSpec(spec);
  PyMemberDef *member = NULL;
  PyObject *names = PyList_New(0);
  if (type == NULL || names == NULL) return NULL;
  for (PyType_Slot *slot = spec->slots; slot->slot != 0; slot++) {
    if (slot->slot == Py_tp_members) member = slot->pfunc;
  }
  for (; member != NULL && member->name != NULL; member++) {
    PyObject *name = PyUnicode_FromString(member->name);
    if (name == NULL || PyList_Append(names, name) < 0) return NULL;
    Py_DECREF(name);
  }
  PyObject *slots = PyList_AsTuple(names);
  Py_DECREF(names);
  if (slots == NULL || PyObject_SetAttrString(type, "__slots__", slots) < 0) return NULL;
  Py_DECREF(slots);
  const char *name = strrchr(spec->name, '.') + 1;
  return PyModule_AddObjectRef(module, name, type) < 0 ? NULL : type;
}

static int add(PyObject *module, const char *name, PyObject *object) {
  int result = object == NULL ? -1 : PyModule_AddObjectRef(module, name, object);
  Py_XDECREF(object);
  return result;
}

static int execute(PyObject *module) {
  /* What is used of the package is there once for the process, and its callbacks need one interpreter. */
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
    PyErr_SetString(PyExc_ImportError, "the accelerator is for the main interpreter");
    return -1;
  }
  if (event_type != NULL) {
    PyErr_SetString(PyExc_ImportError, "another copy of the package has the accelerator");
    return -1;
  }
  PyObject *event = add_type(module, &event_spec);
  PyObject *subscription = add_type(module, &subscription_spec);
  PyObject *store = add_type(module, &store_spec);
  if (event == NULL || subscription == NULL || store == NULL) return -1;
  event_type = (PyTypeObject *)event;
  subscription_type = (PyTypeObject *)subscription;
  store_type = (PyTypeObject *)store;
  if (add(module, "callbacks", callback_addresses()) < 0 || add(module, "methods", method_names()) < 0) return -1;
  PyObject *names = PyTuple_New(CALLS);
  for (size_t index = 0; names != NULL && index < CALLS; index++) {
    PyTuple_SetItem(names, (Py_ssize_t)index, PyUnicode_FromString(calls[index].name));
  }
  if (add(module, "functions", names) < 0) return -1;
  return add(module, "agreement",
             Py_BuildValue("iinn", AGREEMENT, ENFOLD_ABI_VERSION, sizeof(enfold_error), sizeof(enfold_event)));
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, SLOT(execute)}, {0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "enfold._accelerator", "What the package does often, in C.", 0, functions, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__accelerator(void) {
  return PyModuleDef_Init(&definition);
}
