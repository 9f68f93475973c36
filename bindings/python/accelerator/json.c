/* json.c: values to JSON texts and back, by orjson where it is installed, and else by Python's json. */
#include "accelerator.h"

#include <math.h>
#include <string.h>

/* orjson.dumps and orjson.loads, or else what _codec has made ready of json: `to_text` and `_scan`. And the `decode` of
 * the package, for what is not ordinary. */
static PyObject *write_text, *read_text, *decode_plainly;
static bool has_orjson;

enum {
  MOST_LEVELS = 64, /* deeper values are rare: the package looks at them */
  MOST_NAMES = 256,
  LONG_NUMBER = 19, /* numbers with fewer digits fit 64 bits: for orjson greater ones are floats */
};

PyObject *use_codec(PyObject *module, PyObject *functions) {
  PyObject *writes, *reads, *decodes;
  int is_orjson;
  (void)module;
  if (!PyArg_ParseTuple(functions, "pOOO", &is_orjson, &writes, &reads, &decodes)) return NULL;
  /* Never freed: another thread may be calling those before. */
  Py_INCREF(functions);
  write_text = writes;
  read_text = reads;
  decode_plainly = decodes;
  has_orjson = is_orjson;
  Py_RETURN_NONE;
}

/* The package finds the problem anew, and says it. What ends the program stays: the package would not meet it again. */
static void clear_problem(void) {
  if (PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
}

/* Whether this thread has so small a stack that depths must be looked at. Python is asked once for each thread. */
static bool is_stack_small(void) {
  static _Thread_local enum { UNKNOWN, SMALL, LARGE } known;
  if (known == UNKNOWN) {
    PyObject *is_small = PyObject_GetAttrString(package.stack, "is_small");
    if (is_small == NULL) {
      clear_problem();
      return true;
    }
    known = is_small == Py_False ? LARGE : SMALL;
    Py_DECREF(is_small);
  }
  return known == SMALL;
}

/* Whether a value is of the types that JSON has, and no others: nothing of a subclass, no NaN. */
static bool is_ordinary(PyObject *value, int levels) {
  if (PyUnicode_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) || value == Py_None) return true;
  if (PyFloat_CheckExact(value)) return isfinite(PyFloat_AsDouble(value));
  if (levels == 0) return false;
  if (PyDict_CheckExact(value)) {
    Py_ssize_t place = 0;
    PyObject *key, *member;
    while (PyDict_Next(value, &place, &key, &member)) {
      if (!PyUnicode_CheckExact(key) || !is_ordinary(member, levels - 1)) return false;
    }
    return true;
  }
  if (PyList_CheckExact(value)) {
    for (Py_ssize_t index = 0; index < PyList_Size(value); index++) {
      if (!is_ordinary(PyList_GetItem(value, index), levels - 1)) return false;
    }
    return true;
  }
  if (PyTuple_CheckExact(value)) {
    for (Py_ssize_t index = 0; index < PyTuple_Size(value); index++) {
      if (!is_ordinary(PyTuple_GetItem(value, index), levels - 1)) return false;
    }
    return true;
  }
  return false;
}

/* A value as JSON; bytes are JSON already. */
PyObject *encode(PyObject *value) {
  if (PyBytes_CheckExact(value)) {
    Py_INCREF(value);
    return value;
  }
  if (write_text == NULL || is_stack_small() || !is_ordinary(value, MOST_LEVELS)) return NULL;
  PyObject *text = PyObject_CallFunctionObjArgs(write_text, value, NULL);
  if (text != NULL && PyUnicode_Check(text)) {
    PyObject *bytes = PyUnicode_AsUTF8String(text);
    Py_DECREF(text);
    text = bytes;
  }
  /* A number or a text that is no JSON: the package says so, or writes it in another way. */
  if (text == NULL) clear_problem();
  return text;
}

/* The texts of names, which are few. The last one is at hand: most often the next is the same object. */
struct names {
  PyObject *texts, *last, *last_text;
};

/* What a function of the package gives for a name. */
static PyObject *text_of_name(struct names *known, PyObject *name, PyObject *function) {
  PyObject *text = known->last_text;
  if (name != known->last) {
    if (known->texts == NULL && (known->texts = PyDict_New()) == NULL) goto failed;
    text = PyDict_GetItemWithError(known->texts, name);
    if (text == NULL) {
      text = PyErr_Occurred() ? NULL : PyObject_CallFunctionObjArgs(function, name, NULL);
      if (text == NULL) goto failed;
      if (PyDict_Size(known->texts) >= MOST_NAMES) PyDict_Clear(known->texts);
      int result = PyDict_SetItem(known->texts, name, text);
      Py_DECREF(text);
      if (result < 0) goto failed;
    }
    PyObject *last = known->last, *last_text = known->last_text;
    Py_INCREF(name);
    Py_INCREF(text);
    known->last = name;
    known->last_text = text;
    Py_XDECREF(last);
    Py_XDECREF(last_text);
  }
  Py_INCREF(text);
  return text;
failed:
  clear_problem();
  return NULL;
}

/* An action without a payload: "name". */
PyObject *encode_name(PyObject *name) {
  static struct names known;
  return text_of_name(&known, name, package.encode_name);
}

PyObject *encode_action(PyObject *action) {
  static struct names known;
  Py_ssize_t place = 0;
  PyObject *name, *inner;
  if (PyBytes_CheckExact(action)) {
    Py_INCREF(action);
    return action;
  }
  if (PyUnicode_CheckExact(action)) return encode_name(action);
  if (PyList_CheckExact(action)) return encode(action);
  if (!PyDict_CheckExact(action)) return NULL;
  if (PyDict_Size(action) == 1 && PyDict_Next(action, &place, &name, &inner) && PyUnicode_CheckExact(name) &&
      PyDict_CheckExact(inner) && PyDict_Size(inner) == 0) {
    return text_of_name(&known, name, package.encode_without_fields);
  }
  return encode(action);
}

static bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

static bool has_long_number(const char *text, size_t length) {
  size_t start = 0; /* of digits, or behind the last byte that is none */
  while (start + LONG_NUMBER <= length) {
    size_t end = start + LONG_NUMBER;
    while (end > start && is_digit(text[end - 1])) end--;
    if (end == start) return true;
    start = end;
  }
  return false;
}

/* true, false, null and numbers without a fraction, which most values are. NULL: it is something else. */
static PyObject *decode_small(const char *text, size_t length) {
  if (length == 0 || length >= LONG_NUMBER) return NULL;
  if (is_digit(text[0]) || (text[0] == '-' && length > 1 && text[1] != '0')) {
    long long number = 0;
    for (size_t place = text[0] == '-'; place < length; place++) {
      if (!is_digit(text[place])) return NULL;
      number = 10 * number + (text[place] - '0');
    }
    if (text[0] == '0' && length > 1) return NULL;
    return PyLong_FromLongLong(text[0] == '-' ? -number : number);
  }
  if (length == 4 && memcmp(text, "true", 4) == 0) return PyBool_FromLong(1);
  if (length == 5 && memcmp(text, "false", 5) == 0) return PyBool_FromLong(0);
  if (length == 4 && memcmp(text, "null", 4) == 0) Py_RETURN_NONE;
  return NULL;
}

static PyObject *decode_by_json(const char *text, size_t length) {
  PyObject *string = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, NULL);
  PyObject *start = PyLong_FromLong(0);
  PyObject *found = string == NULL || start == NULL ? NULL : PyObject_CallFunctionObjArgs(read_text, string, start, NULL);
  PyObject *value = NULL;
  if (found != NULL && PyTuple_Check(found) && PyLong_AsSsize_t(PyTuple_GetItem(found, 1)) == PyUnicode_GetLength(string)) {
    value = PyTuple_GetItem(found, 0);
    Py_INCREF(value);
  }
  Py_XDECREF(found);
  Py_XDECREF(start);
  Py_XDECREF(string);
  return value;
}

/* The value of a text that the library made. `bytes` is the same text, if it is at hand. Raises what the package raises. */
PyObject *decode(const char *text, size_t length, PyObject *bytes) {
  PyObject *value = decode_small(text, length);
  if (value != NULL || PyErr_Occurred()) return value;
  bool is_ready = read_text != NULL && !is_stack_small();
  if (is_ready && !has_orjson) {
    value = decode_by_json(text, length);
    if (value == NULL) clear_problem();
  }
  if (value != NULL || PyErr_Occurred()) return value;
  if (bytes != NULL) {
    Py_INCREF(bytes);
  } else if ((bytes = PyBytes_FromStringAndSize(text, (Py_ssize_t)length)) == NULL) {
    return NULL;
  }
  if (is_ready && has_orjson && !has_long_number(text, length)) {
    value = PyObject_CallFunctionObjArgs(read_text, bytes, NULL);
    if (value == NULL) clear_problem();
  }
  if (value == NULL && !PyErr_Occurred()) value = PyObject_CallFunctionObjArgs(decode_plainly, bytes, NULL);
  Py_DECREF(bytes);
  return value;
}
