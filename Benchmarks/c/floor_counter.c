/* floor_counter.c: W1 and W5 by hand. */
#include "floor.h"
#include "floor_json.h"

static void tell(floor_counter *counter, int64_t count) {
  char text[24];
  size_t length = (size_t)(put_integer(text, count) - text);
  text[length] = 0;
  counter->observer(counter->user, text, length);
}

int floor_counter_send(floor_counter *counter, const char *action, size_t length) {
  cursor c = {action, action + length};
  if (!take_increment(&c) || !at_end(&c)) return -1;
  pthread_mutex_lock(&counter->lock);
  int64_t count = ++counter->count;
  pthread_mutex_unlock(&counter->lock);
  if (counter->observer) tell(counter, count);
  return 0;
}

int floor_counter_send_batch(floor_counter *counter, const char *actions, size_t length) {
  cursor c = {actions, actions + length};
  if (!take(&c, '[')) return -1;
  int64_t accepted = 0;
  if (!take(&c, ']')) {
    do {
      if (!take_increment(&c)) return -1;
      accepted++;
    } while (take(&c, ','));
    if (!take(&c, ']')) return -1;
  }
  if (!at_end(&c)) return -1;
  if (accepted == 0) return 0;
  pthread_mutex_lock(&counter->lock);
  int64_t count = counter->count += accepted;
  pthread_mutex_unlock(&counter->lock);
  tell(counter, count);
  return 0;
}
