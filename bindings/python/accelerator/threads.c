/* threads.c: who has the interpreter's lock: calls into the library give it away, calls from the library take it. */
#include "accelerator.h"

#include <stdatomic.h>

/* The state of this thread while it is inside the library: a callback goes on with it. */
static _Thread_local PyThreadState *aside;

/* Threads of the library that run Python code, or want to. */
static atomic_int inside;
static atomic_bool has_ended;

void go_out(struct call *call) {
  /* Not NULL if a callback of ctypes has called this. */
  call->before = aside;
  call->state = aside = PyEval_SaveThread();
}

void come_back(struct call *call) {
  aside = call->before;
  PyEval_RestoreThread(call->state);
}

bool enter(struct entry *entry) {
  entry->state = aside;
  if (entry->state != NULL) {
    aside = NULL;
    PyEval_RestoreThread(entry->state);
    return true;
  }
  entry->is_foreign = PyGILState_GetThisThreadState() == NULL;
  if (entry->is_foreign) {
    /* Counted first: the exit of the interpreter looks at the number after it has said that it ends. */
    atomic_fetch_add(&inside, 1);
    if (atomic_load(&has_ended)) {
      atomic_fetch_sub(&inside, 1);
      return false;
    }
  }
  entry->lock = PyGILState_Ensure();
  return true;
}

void leave(struct entry *entry) {
  if (entry->state != NULL) {
    PyEval_SaveThread();
    aside = entry->state;
    return;
  }
  PyGILState_Release(entry->lock);
  if (entry->is_foreign) atomic_fetch_sub(&inside, 1);
}

/* How many threads of the library run Python code. */
PyObject *threads_inside(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  return PyLong_FromLong(atomic_load(&inside));
}

/* From now on no thread of the library runs Python code: the interpreter ends, and would end the thread. */
PyObject *threads_end(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  atomic_store(&has_ended, true);
  Py_RETURN_NONE;
}

void forget_threads(void) {
  atomic_store(&inside, 0);
}
