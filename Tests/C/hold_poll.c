/* hold_poll.c: a store that is held lets a loop around poll(2) sleep. */
#include "hold.h"
#include "hold_loop.h"

static struct pollfd watched = {.events = POLLIN};

static void begin_loop(int descriptor) { watched.fd = descriptor; }
static void end_loop(void) {}

static void turn(int milliseconds) {
  CHECK(poll(&watched, 1, milliseconds) >= 0);
  counted.turns++;
  if (watched.revents) on_readable();
}

static void turn_loop(void) { turn(-1); }

static void run_loop(int milliseconds) {
  for (int64_t left, end = spent(CLOCK_MONOTONIC) + milliseconds * MS; (left = end - spent(CLOCK_MONOTONIC)) > 0;)
    turn((int)(left / MS) + 1);
}

int main(void) { return the_loop_sleeps(); }
