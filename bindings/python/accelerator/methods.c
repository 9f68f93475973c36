/* methods.c: methods in C take the places of those of the package's classes, which they call for what is not ordinary. */
#include "accelerator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct method *const tables[] = {store_methods, tagged_methods, event_methods, runtime_methods};

static struct method *find(const char *name) {
  for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
    for (struct method *method = tables[index]; method->name != NULL; method++) {
      if (strcmp(method->name, name) == 0) return method;
    }
  }
  return NULL;
}

PyObject *method_names(void) {
  PyObject *names = PyDict_New();
  for (size_t index = 0; names != NULL && index < sizeof tables / sizeof *tables; index++) {
    PyObject *list = PyList_New(0);
    for (struct method *method = tables[index]; list != NULL && method->name != NULL; method++) {
      PyObject *name = PyUnicode_FromString(strchr(method->name, '.') + 1);
      if (name == NULL || PyList_Append(list, name) < 0) Py_CLEAR(list);
      Py_XDECREF(name);
    }
    const char *first = tables[index]->name;
    PyObject *owner = PyUnicode_FromStringAndSize(first, strchr(first, '.') - first);
    if (list == NULL || owner == NULL || PyDict_SetItem(names, owner, list) < 0) Py_CLEAR(names);
    Py_XDECREF(owner);
    Py_XDECREF(list);
  }
  return names;
}

PyObject *call_plain(const struct method *method, PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                     PyObject *names) {
  if (PyErr_Occurred()) return NULL;
  Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
  PyObject *given = PyTuple_New(count + 1), *by_name = NULL, *result = NULL;
  if (given == NULL) return NULL;
  for (Py_ssize_t place = 0; place <= count; place++) {
    PyObject *each = place == 0 ? self : arguments[place - 1];
    Py_INCREF(each);
    PyTuple_SetItem(given, place, each);
  }
  if (named > 0 && (by_name = PyDict_New()) == NULL) goto failed;
  for (Py_ssize_t place = 0; place < named; place++) {
    if (PyDict_SetItem(by_name, PyTuple_GetItem(names, place), arguments[count + place]) < 0) goto failed;
  }
  result = PyObject_Call(method->plain, given, by_name);
failed:
  Py_DECREF(given);
  Py_XDECREF(by_name);
  return result;
}

static PyObject *get_property(PyObject *self, void *method) {
  return ((struct method *)method)->function(self, NULL, 0, NULL);
}

/* "send", and "send(signature)\n--\n\n" before what the package's own function says of itself. */
static char *with_signature(const struct method *method, const char *told) {
  const char *name = strchr(method->name, '.') + 1;
  size_t size = strlen(name) + strlen(method->signature) + strlen(told) + 8;
  char *text = malloc(size);
  if (text != NULL) snprintf(text, size, "%s%s\n--\n\n%s", name, method->signature, told);
  return text;
}

/* replace(class, "Class.method", function) -> what takes its place in the class. It lives as long as the process. */
PyObject *replace(PyObject *module, PyObject *arguments) {
  PyObject *owner, *plain;
  const char *name;
  (void)module;
  if (!PyArg_ParseTuple(arguments, "O!sO", &PyType_Type, &owner, &name, &plain)) return NULL;
  struct method *method = find(name);
  if (method == NULL) return PyErr_Format(PyExc_LookupError, "the accelerator has no %s", name);
  PyObject *doc = PyObject_GetAttrString(plain, "__doc__");
  const char *told = doc == NULL || doc == Py_None ? "" : PyUnicode_AsUTF8AndSize(doc, NULL);
  char *text = NULL;
  PyObject *made = NULL;
  if (told == NULL) goto failed;
  Py_INCREF(plain);
  method->plain = plain;
  if (method->signature == NULL) {
    PyGetSetDef *definition = calloc(1, sizeof *definition);
    text = malloc(strlen(told) + 1);
    if (definition == NULL || text == NULL) goto failed;
    strcpy(text, told);
    *definition = (PyGetSetDef){strchr(method->name, '.') + 1, get_property, NULL, text, method};
    made = PyDescr_NewGetSet((PyTypeObject *)owner, definition);
  } else {
    PyMethodDef *definition = calloc(1, sizeof *definition);
    text = with_signature(method, told);
    if (definition == NULL || text == NULL) goto failed;
    PyCFunction function = (PyCFunction)(void (*)(void))method->function;
    *definition = (PyMethodDef){strchr(method->name, '.') + 1, function, METH_FASTCALL | METH_KEYWORDS, text};
    made = PyDescr_NewMethod((PyTypeObject *)owner, definition);
  }
failed:
  if (made == NULL && !PyErr_Occurred()) PyErr_NoMemory();
  Py_XDECREF(doc);
  return made;
}
