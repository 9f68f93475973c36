/* callbacks.h: what the library calls. `user` is a callback_record. */
#ifndef FUZZ_CALLBACKS_H
#define FUZZ_CALLBACKS_H

#include <enfold.h>

#include "ledger.h"

/* Chooses what a callback will do besides checking. */
void callback_plan(callback_record *c, random_source *r);
void on_event(void *user, const enfold_event *event);
void on_log(void *user, int32_t level, const char *record, size_t length);
void on_entry(void *user, const char *entry, size_t length);
void on_task_end(void *user, enfold_status status, const char *message, size_t length);
void on_request(void *user, enfold_request request, const char *payload, size_t length);
void on_request_cancelled(void *user, enfold_request request);
void on_release(void *user);
/* In words, for a printed program. */
const char *callback_shown(const callback_record *c);

#endif
