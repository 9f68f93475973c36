/* runtime.c: the pump of a runtime. */
#include "accelerator.h"

static PyObject *attribute_names[2];

static bool prepare(void) {
  if (attribute_names[0] == NULL) attribute_names[0] = PyUnicode_InternFromString("_handle");
  if (attribute_names[1] == NULL) attribute_names[1] = PyUnicode_InternFromString("_is_driven");
  return attribute_names[0] != NULL && attribute_names[1] != NULL;
}

static PyObject *runtime_pump(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  unsigned long most = 0;
  bool is_ordinary = library.runtime_pump != NULL && names == NULL && count <= 1 && prepare();
  if (is_ordinary && count == 1) {
    is_ordinary = PyLong_CheckExact(arguments[0]);
    if (is_ordinary) most = PyLong_AsUnsignedLong(arguments[0]);
    if (PyErr_Occurred() || most > UINT32_MAX) is_ordinary = false;
  }
  PyObject *number = is_ordinary ? PyObject_GetAttr(self, attribute_names[0]) : NULL;
  if (number == NULL || PyObject_SetAttr(self, attribute_names[1], Py_True) < 0) {
    Py_XDECREF(number);
    PyErr_Clear();
    return call_plain(&runtime_methods[0], self, arguments, count, names);
  }
  enfold_runtime handle = PyLong_AsUnsignedLongLong(number);
  Py_DECREF(number);

  enfold_error error;
  begin_error(&error);
  uint32_t done = 0;
  enfold_status status;
  Py_BEGIN_ALLOW_THREADS
  status = library.runtime_pump(handle, (uint32_t)most, &done, &error);
  Py_END_ALLOW_THREADS
  if (!is_done(status, &error, Py_None)) return NULL;
  return PyLong_FromUnsignedLong(done);
}

struct method runtime_methods[] = {
    {"Runtime.pump", "($self, max_actions=0)", runtime_pump, NULL},
    {NULL, NULL, NULL, NULL},
};
