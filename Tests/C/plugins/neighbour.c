/* neighbour.c: a reducer that sends to another store and reads it, as Neighbour of Tests/Plugins/Neighbours.swift does.
 *
 * When it is closed it greets the other store.
 *
 * State {"other":0,"visits":0,"greetings":0,"sent":0,"read":0,"window":0}; "window" is the status of reading the other store
 * while the state is written. Actions {"meet":HANDLE}, "visit", "greet", and {"spoil":SUBSCRIPTION},
 * which sends what is no action and cancels the subscription. */
#include <inttypes.h>
#include <stdlib.h>

#include "plugin.h"

typedef struct neighbour {
  enfold_store other;
  int visits, greetings, sent, read;
} neighbour;

static enfold_status open_state(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)state, (void)length, (void)error;
  *instance = calloc(1, sizeof(neighbour));
  return ENFOLD_OK;
}

static void close_state(void *instance) {
  neighbour *n = instance;
  if (n->other != 0) (void)enfold_store_send(n->other, "\"greet\"", ENFOLD_NUL, NULL, NULL);
  free(n);
}

static enfold_status read_other(const neighbour *n) {
  enfold_string text = {NULL, 0};
  enfold_status status = enfold_store_state(n->other, NULL, 0, &text, NULL);
  enfold_string_free(&text);
  return status;
}

static enfold_status reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                            enfold_error *error) {
  static const char meet[] = "{\"meet\":", spoil[] = "{\"spoil\":";
  neighbour *n = instance;
  (void)error;
  if (length > sizeof meet && memcmp(action, meet, sizeof meet - 1) == 0) {
    n->other = strtoull(action + sizeof meet - 1, NULL, 10);
  } else if (length > sizeof spoil && memcmp(action, spoil, sizeof spoil - 1) == 0) {
    n->visits++;
    (void)enfold_store_send(n->other, "\"nonsense\"", ENFOLD_NUL, NULL, NULL);
    (void)enfold_subscription_cancel(strtoull(action + sizeof spoil - 1, NULL, 10), NULL);
  } else if (is(action, length, "\"visit\"")) {
    n->visits++;
    n->sent = enfold_store_send(n->other, "\"greet\"", ENFOLD_NUL, NULL, NULL);
    n->read = read_other(n);
  } else {
    n->greetings++;
  }
  changes->changed(changes, "");
  return ENFOLD_OK;
}

static enfold_status write_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  const neighbour *n = instance;
  char text[256];
  (void)error;
  int length = snprintf(text, sizeof text,
                        "{\"other\":%" PRIu64 ",\"visits\":%d,\"greetings\":%d,\"sent\":%d,\"read\":%d,\"window\":%d}",
                        n->other, n->visits, n->greetings, n->sent, n->read, n->other == 0 ? 0 : read_other(n));
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

REDUCER_PLUGIN("org.enfold.tests.cneighbour", "CNeighbour", .open = open_state, .close = close_state, .reduce = reduce,
               .state = write_state)
