/* request.c: answers to requests. These functions take the places of those of ctypes: they have the same arguments. */
#include "accelerator.h"

typedef enfold_status (*answer_function)(enfold_request, const char *, size_t, enfold_error *);

/* (request, text or None, its length, the address of an error) -> status */
static PyObject *answer(answer_function function, PyObject *arguments) {
  unsigned long long request;
  const char *text;
  Py_ssize_t length, given;
  PyObject *address;
  if (!PyArg_ParseTuple(arguments, "Kz#nO", &request, &text, &length, &given, &address)) return NULL;
  enfold_error *error = PyLong_AsVoidPtr(address);
  if (PyErr_Occurred()) return NULL;
  enfold_status status;
  Py_BEGIN_ALLOW_THREADS
  status = function(request, text, (size_t)given, error);
  Py_END_ALLOW_THREADS
  return PyLong_FromLong(status);
}

PyObject *request_emit(PyObject *module, PyObject *arguments) {
  (void)module;
  return answer(library.request_emit, arguments);
}

PyObject *request_resolve(PyObject *module, PyObject *arguments) {
  (void)module;
  return answer(library.request_resolve, arguments);
}

PyObject *request_fail(PyObject *module, PyObject *arguments) {
  (void)module;
  return answer(library.request_fail, arguments);
}
