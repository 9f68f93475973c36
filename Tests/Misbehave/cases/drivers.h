/* drivers.h: what the host does with a store that has a fault: one function for each way to meet it. */
#ifndef MISBEHAVE_DRIVERS_H
#define MISBEHAVE_DRIVERS_H

#include "cases.h"

/* One call meets the fault, and gives c->status with c->part in its message. The store goes on afterwards. An offset is
 * none, or one inside the text that was given. */
void open_gives(const test_case *c);
void send_gives(const test_case *c);
void batch_gives(const test_case *c);
void state_gives(const test_case *c);
void observe_gives(const test_case *c);
void set_gives(const test_case *c);
void restore_gives(const test_case *c);
void stub_gives(const test_case *c);
void flush_gives(const test_case *c);
void hold_gives(const test_case *c);
void step_gives(const test_case *c);
void no_effects_gives(const test_case *c);
void tagged_gives(const test_case *c);
void given_gives(const test_case *c);

/* Ends the store while the task of "hold" runs: it is closed, and what was cut off is told. */
void ends(const test_case *c);

/* Waiting for the task of "hold" gives c->status. A task that has not ended then is cancelled with its store. */
void task_gives(const test_case *c);
/* The store is closed while the task of "hold" runs: it is cancelled. */
void closing_cancels(const test_case *c);

/* Nothing is expected but that everything goes on. */
void survives(const test_case *c);
/* The same, and the log stays empty of errors. */
void survives_silently(const test_case *c);
/* The same, with a good store beside it, and another that ended. Neither hears anything of the fault. */
void others_hear_nothing(const test_case *c);
/* The same, but the good store may hear of it: the plugin speaks in its name. */
void survives_with_others(const test_case *c);

/* The plugin calls a function of enfold.h from inside, which gives c->status. Opening may fail: the runtime may be
 * closed then. */
void calls_inside(const test_case *c);

/* What is the same for every member: rows of a list of cases. */
#define CASE(name, driver, status, part) {name, driver, status, part},
#define STATUS_CASES(place, driver)                                    \
  CASE(place "-gives-minus-12345", driver, ENFOLD_FAILED, "-12345")    \
  CASE(place "-gives-77", driver, ENFOLD_FAILED, "77")                 \
  CASE(place "-gives-timeout", driver, ENFOLD_FAILED, "3")
#define ERROR_CASES(place, driver, status)                             \
  CASE(place "-offset-int64-max", driver, status, "as it pleases")     \
  CASE(place "-offset-almost-max", driver, status, "as it pleases")    \
  CASE(place "-offset-beyond", driver, status, "as it pleases")        \
  CASE(place "-message-endless", driver, status, "xxx")                \
  CASE(place "-message-not-utf8", driver, status, "as it")             \
  CASE(place "-message-empty", driver, status, NULL)                   \
  CASE(place "-error-rewritten", driver, status, "as it pleases")
/* `waiting`: what the functions give that must not be called in callbacks; `reading`: what enfold_store_state gives. */
#define API_CASES(place, waiting, reading)                             \
  CASE(place "-calls-state", calls_inside, reading, NULL)              \
  CASE(place "-calls-send", calls_inside, ANY_STATUS, NULL)            \
  CASE(place "-calls-set", calls_inside, ANY_STATUS, NULL)             \
  CASE(place "-calls-observe", calls_inside, ANY_STATUS, NULL)         \
  CASE(place "-calls-scope", calls_inside, ANY_STATUS, NULL)           \
  CASE(place "-calls-revision", calls_inside, ANY_STATUS, NULL)        \
  CASE(place "-calls-stats", calls_inside, ENFOLD_OK, NULL)            \
  CASE(place "-calls-open", calls_inside, ANY_STATUS, NULL)            \
  CASE(place "-calls-close", calls_inside, ANY_STATUS, NULL)           \
  CASE(place "-calls-runtime-close", calls_inside, ANY_STATUS, NULL)   \
  CASE(place "-calls-wait", calls_inside, waiting, NULL)               \
  CASE(place "-calls-runtime-wait", calls_inside, waiting, NULL)       \
  CASE(place "-calls-pump", calls_inside, waiting, NULL)               \
  CASE(place "-calls-flush", calls_inside, ANY_STATUS, NULL)           \
  CASE(place "-calls-hold", calls_inside, ANY_STATUS, NULL)            \
  CASE(place "-calls-step", calls_inside, ANY_STATUS, NULL)            \
  CASE(place "-calls-break", calls_inside, ANY_STATUS, NULL)           \
  CASE(place "-calls-trace", calls_inside, ANY_STATUS, NULL)           \
  CASE(place "-calls-end", calls_inside, waiting, NULL)                \
  CASE(place "-calls-runtime-end", calls_inside, waiting, NULL)

#endif
