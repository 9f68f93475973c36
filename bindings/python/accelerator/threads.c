/* threads.c: who has the interpreter's lock in calls from the library. Calls into it give the lock away. */
#include "accelerator.h"

#include <stdatomic.h>

/* Threads of the library that run Python code, or want to. */
static atomic_int inside;
static atomic_bool has_ended;

bool enter(struct entry *entry) {
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
