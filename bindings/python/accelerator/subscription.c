/* subscription.c: what a subscription has, and how it receives an event. */
#include "accelerator.h"


PyTypeObject *subscription_type;

/* What Subscription._receive does. false: the observer has raised. */
bool receive(PyObject *subscription, const enfold_event *record) {
  struct subscription_fields *self = (struct subscription_fields *)subscription;
  static PyTypeObject *known; /* the package's class */
  if (Py_TYPE(subscription) != known) {
    if (!PyObject_TypeCheck(subscription, subscription_type)) return true;
    known = Py_TYPE(subscription);
  }
  /* The initial event comes before the library has returned the handle. */
  if (self->handle == 0) self->handle = record->subscription;
  if (record->flags & ENFOLD_CLOSED) {
    PyObject *before = self->is_active;
    Py_INCREF(Py_False);
    self->is_active = Py_False;
    Py_XDECREF(before);
    int is_wanted = self->closed == NULL ? 0 : PyObject_IsTrue(self->closed);
    if (is_wanted <= 0) return is_wanted == 0;
  }
  PyObject *callback = self->callback;
  if (callback == NULL) return true; /* it is being collected */
  PyObject *event = new_event(self, record);
  if (event == NULL) return false;
  Py_INCREF(callback);
  PyObject *result = PyObject_CallFunctionObjArgs(callback, event, NULL);
  Py_DECREF(callback);
  Py_DECREF(event);
  Py_XDECREF(result);
  return result != NULL;
}

static int traverse(PyObject *self, visitproc visit, void *arg) {
  struct subscription_fields *fields = (struct subscription_fields *)self;
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(fields->callback);
  Py_VISIT(fields->closed);
  return 0;
}

static int clear(PyObject *self) {
  struct subscription_fields *fields = (struct subscription_fields *)self;
  Py_CLEAR(fields->callback);
  Py_CLEAR(fields->closed);
  Py_CLEAR(fields->has_more);
  Py_CLEAR(fields->is_active);
  return 0;
}

static void dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

static PyMemberDef members[] = {
    MEMBER(subscription_fields, "_handle", handle, T_ULONGLONG),
    MEMBER(subscription_fields, "_callback", callback, T_OBJECT_EX),
    MEMBER(subscription_fields, "_closed", closed, T_OBJECT_EX),
    MEMBER(subscription_fields, "_has_more", has_more, T_OBJECT_EX),
    MEMBER(subscription_fields, "is_active", is_active, T_OBJECT_EX),
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_members, members},
    {Py_tp_traverse, SLOT(traverse)},
    {Py_tp_clear, SLOT(clear)},
    {Py_tp_dealloc, SLOT(dealloc)},
    {0, NULL},
};

PyType_Spec subscription_spec = {
    "enfold._accelerator.SubscriptionFields",
    sizeof(struct subscription_fields),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    slots,
};
