/* kept.c: exceptions that callbacks raise are kept, and raised by the call inside which the callbacks ran. */
#include "accelerator.h"

#include <string.h>

static PyObject *thread_key(void) {
  return PyLong_FromUnsignedLong(PyThread_get_thread_ident());
}

bool has_kept(void) {
  return PyDict_Size(package.kept) > 0;
}

/* Keeps the exception that is set. If no Python code has called, nobody would raise it: the hook for such ones gets it. */
void keep(PyObject *raised_in) {
  PyObject *type, *exception, *trace;
  if (PyEval_GetFrame() == NULL) {
    PyErr_WriteUnraisable(raised_in);
    return;
  }
  PyErr_Fetch(&type, &exception, &trace);
  PyErr_NormalizeException(&type, &exception, &trace);
  if (trace != NULL) PyException_SetTraceback(exception, trace);
  PyObject *key = thread_key();
  PyObject *list = key == NULL ? NULL : PyDict_GetItemWithError(package.kept, key);
  if (list != NULL) {
    PyList_Append(list, exception);
  } else if (key != NULL && (list = PyList_New(0)) != NULL) {
    if (PyList_Append(list, exception) == 0) PyDict_SetItem(package.kept, key, list);
    Py_DECREF(list);
  }
  Py_XDECREF(key);
  Py_XDECREF(type);
  Py_XDECREF(exception);
  Py_XDECREF(trace);
  PyErr_Clear(); /* no memory for it */
}

/* Takes what earlier callbacks of this call raised, so that the next one does not raise it. */
PyObject *set_aside(void) {
  PyObject *key = thread_key();
  PyObject *list = key == NULL ? NULL : PyDict_GetItemWithError(package.kept, key);
  if (list != NULL) {
    Py_INCREF(list);
    PyDict_DelItem(package.kept, key);
  }
  Py_XDECREF(key);
  PyErr_Clear();
  return list;
}

void put_back(PyObject *earlier) {
  PyObject *later = set_aside();
  PyObject *key = thread_key();
  if (later != NULL) {
    Py_ssize_t end = PyList_Size(earlier);
    PyList_SetSlice(earlier, end, end, later);
    Py_DECREF(later);
  }
  if (key != NULL) PyDict_SetItem(package.kept, key, earlier);
  Py_XDECREF(key);
  Py_DECREF(earlier);
  PyErr_Clear();
}

/* Only the members that the library reads: to clear the whole message would take longer than a call. */
void begin_error(enfold_error *error) {
  error->struct_size = sizeof *error;
  error->code = 0;
  error->offset = UINT64_MAX;
}

/* The package reads errors where its own calls have them. */
static bool copy_error(const enfold_error *error) {
  PyObject *number = PyObject_GetAttrString(package.report, "address");
  if (number == NULL) return false;
  enfold_error *address = PyLong_AsVoidPtr(number);
  Py_DECREF(number);
  if (address == NULL) return false;
  memcpy(address, error, sizeof *error);
  return true;
}

bool has_succeeded(enfold_status status, const enfold_error *error, PyObject *check, PyObject *arguments) {
  if (status < 0 && !copy_error(error)) return false;
  PyObject *result = PyObject_Call(check, arguments, NULL);
  Py_XDECREF(result);
  return result != NULL;
}

bool is_done(enfold_status status, const enfold_error *error, PyObject *text) {
  if (status >= 0 && !has_kept()) return true;
  PyObject *arguments = Py_BuildValue("iO", (int)status, text);
  if (arguments == NULL) return false;
  bool result = has_succeeded(status, error, package.check, arguments);
  Py_DECREF(arguments);
  return result;
}
