/* features.c: what the library calls of a feature that is written in Python. */
#include "accelerator.h"

#include <string.h>

PyObject *use_features(PyObject *module, PyObject *refused) {
  (void)module;
  Py_INCREF(refused); /* for ever */
  package.refused = refused;
  Py_RETURN_NONE;
}

static enfold_status fail(enfold_error *error, const char *message) {
  error->code = ENFOLD_FAILED;
  strcpy(error->message, message);
  return ENFOLD_FAILED;
}

/* What the library learns of the exception that is set. The package says it, unless Ctrl-C comes in between. */
static enfold_status refuse(struct call_in *call, enfold_error *error) {
  PyObject *type, *problem, *trace;
  PyErr_Fetch(&type, &problem, &trace);
  PyErr_NormalizeException(&type, &problem, &trace);
  if (trace != NULL) PyException_SetTraceback(problem, trace);
  PyObject *address = PyLong_FromVoidPtr(error);
  PyObject *status = PyObject_CallFunctionObjArgs(package.refused, problem, address, NULL);
  enfold_status result = status == NULL ? fail(error, "interrupted") : (enfold_status)PyLong_AsLong(status);
  if (status == NULL) keep(call->receiver);
  Py_XDECREF(status);
  Py_XDECREF(address);
  /* What ends the program is raised by the call inside which this runs, too. */
  if (PyErr_GivenExceptionMatches(type, PyExc_Exception)) {
    Py_XDECREF(type);
    Py_XDECREF(problem);
    Py_XDECREF(trace);
  } else {
    PyErr_Restore(type, problem, trace);
    keep(call->receiver);
  }
  return result;
}

/* Begins a call for an instance; false if it has ended, with its status. */
static bool begin_instance(struct call_in *call, void *instance, enfold_error *error, enfold_status *status) {
  if (!begin(call, instance)) {
    *status = fail(error, "the interpreter has ended");
    return false;
  }
  if (call->receiver == NULL) {
    *status = fail(error, "its runtime is gone");
    end(call, false);
    return false;
  }
  return true;
}

static bool report(PyObject *pointers, const enfold_changes *changes) {
  for (Py_ssize_t index = 0; index < PyList_Size(pointers); index++) {
    const char *pointer = PyUnicode_AsUTF8AndSize(PyList_GetItem(pointers, index), NULL);
    if (pointer == NULL) return false;
    changes->changed(changes, pointer);
  }
  return true;
}

enfold_status reduce_with_effects(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  const enfold_effects *effects, enfold_error *error) {
  struct call_in call;
  enfold_status status = ENFOLD_OK;
  if (!begin_instance(&call, instance, error, &status)) return status;
  PyObject *text = PyBytes_FromStringAndSize(action, (Py_ssize_t)length);
  PyObject *pointers = call_method(call.receiver, "_reduce", text, PyLong_FromSize_t((size_t)effects));
  if (pointers == NULL || !report(pointers, changes)) status = refuse(&call, error);
  Py_XDECREF(pointers);
  end(&call, false);
  return status;
}

enfold_status reduce(void *instance, const char *action, size_t length, const enfold_changes *changes, enfold_error *error) {
  return reduce_with_effects(instance, action, length, changes, NULL, error);
}

/* Writes what a method of the instance's state gives; None: nothing is there. */
static enfold_status write_text(struct call_in *call, const char *name, PyObject *pointer, enfold_write_fn write,
                                void *context, enfold_error *error) {
  enfold_status status = ENFOLD_OK;
  PyObject *state = PyObject_GetAttrString(call->receiver, "_state");
  PyObject *text = state == NULL ? NULL : call_method(state, name, pointer, NULL);
  Py_XDECREF(state);
  char *bytes = NULL;
  Py_ssize_t length = 0;
  if (text == Py_None) {
    status = ENFOLD_BAD_POINTER;
  } else if (text == NULL || PyBytes_AsStringAndSize(text, &bytes, &length) < 0) {
    status = refuse(call, error);
  } else {
    write(context, bytes, (size_t)length);
  }
  Py_XDECREF(text);
  end(call, false);
  return status;
}

enfold_status write_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  struct call_in call;
  enfold_status status = ENFOLD_OK;
  if (!begin_instance(&call, instance, error, &status)) return status;
  return write_text(&call, "text", NULL, write, context, error);
}

enfold_status write_part(void *instance, const char *pointer, size_t length, enfold_write_fn write, void *context,
                         enfold_error *error) {
  struct call_in call;
  enfold_status status = ENFOLD_OK;
  if (!begin_instance(&call, instance, error, &status)) return status;
  PyObject *text = PyUnicode_DecodeUTF8(pointer, (Py_ssize_t)length, NULL);
  if (text == NULL) {
    status = refuse(&call, error);
    end(&call, false);
    return status;
  }
  return write_text(&call, "part", text, write, context, error);
}
