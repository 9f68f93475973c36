/* hold_loop.h: what a store that is held costs the loop of a toolkit: nothing, as if there was nothing to do. A program brings
 * the four functions of its loop, and main is `the_loop_sleeps`.
 *
 * No time is asserted. The loop runs for a second without a store that is held, and with one, and both are compared. What a
 * thousand turns of it cost is measured in the same run; a loop without work that does not sleep turns more often in a second. */
#ifndef HOLD_LOOP_H
#define HOLD_LOOP_H

#include "hold.h"

enum { SECOND_MS = 1000, TURNS = 1000 };

/* ---- What the program brings --------------------------------------------------------------------------------------- */

static void begin_loop(int descriptor); /* `on_readable` is called when the descriptor is readable */
static void run_loop(int milliseconds); /* until a timer of this loop says so */
static void turn_loop(void);            /* sleeps until there is something to do, and does it */
static void end_loop(void);

/* ---- Measuring ----------------------------------------------------------------------------------------------------- */

/* How often the loop was woken, by whatever; how often by the descriptor; the processor's time of this thread, and of all. */
typedef struct measure {
  int64_t turns, pumps, thread, process; /* the last two in ns */
} measure;

static measure counted; /* the turns and pumps since the program has begun; the program counts the turns */
static uint32_t budget = 1000;

static void on_readable(void) {
  counted.pumps++;
  in_call++;
  CHECK(enfold_runtime_pump(runtime, budget, NULL, &problem) >= 0); /* the rest: in the next turn */
  in_call--;
}

static int64_t spent(clockid_t clock) {
  struct timespec time;
  CHECK_INT(clock_gettime(clock, &time), 0);
  return time.tv_sec * 1000 * MS + time.tv_nsec;
}

static measure now(void) {
  measure result = counted;
  result.thread = spent(CLOCK_THREAD_CPUTIME_ID);
  result.process = spent(CLOCK_PROCESS_CPUTIME_ID);
  return result;
}

static measure since(measure begin, const char *what) {
  measure end = now(), result = {end.turns - begin.turns, end.pumps - begin.pumps, end.thread - begin.thread,
                                 end.process - begin.process};
  fprintf(stderr, "    %-24s %4d turns, %4d pumps; the processor's time: %5d us, of all threads %5d us\n", what,
          (int)result.turns, (int)result.pumps, (int)(result.thread / 1000), (int)(result.process / 1000));
  return result;
}

static measure idle, busy;

static measure one_second(const char *what) {
  measure begin = now();
  run_loop(SECOND_MS);
  return since(begin, what);
}

/* Nothing wakes the loop but its timer, and no thread of the library works instead. What was to wake it before may do so late, but
 * not again in the next second. */
static void check_sleeps(const char *what) {
  measure seen = one_second(what);
  if (seen.pumps > 0) seen = one_second(what);
  CHECK_INT(seen.pumps, 0);
  CHECK(seen.turns < 5);
  CHECK(seen.thread < idle.thread + busy.thread);
  CHECK(seen.process < idle.process + busy.process);
}

/* What was to be told at once is told, so that the loop can sleep. */
static void settle(void) {
  for (int turns = 0; readable(); turns++) {
    CHECK(turns < TURNS); /* or it stays readable */
    turn_loop();
  }
}

static void until_count(const char *expected) {
  while (strcmp(state(store, "/count"), expected) != 0) turn_loop();
}

/* ---- Side by side -------------------------------------------------------------------------------------------------- */

static void *send_many_there(void *to) {
  for (int i = 0; i < TURNS; i++) send_there(to);
  return NULL;
}

/* What the others are compared with. */
static void nothing_to_do_and_much(void) {
  say(store, "\"increment\"");
  idle = one_second("nothing to do");
  CHECK_INT(idle.pumps, 0);
  CHECK(idle.turns < 5);

  elsewhere(send_many_there, &store);
  measure begin = now();
  budget = 1;
  until_count("1001");
  settle();
  budget = 1000;
  busy = since(begin, "a thousand turns");
  CHECK(busy.pumps >= TURNS);
  CHECK(busy.turns >= TURNS);
}

/* Of each kind, from this thread, from another one and from an effect. */
static void what_is_kept_back_wakes_nobody(void) {
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "{\"flood\":{\"count\":2,\"means\":\"later\"}}"), ENFOLD_QUEUED);
  CHECK_INT(step(store), 1);
  while (pending() < 2) rest(); /* 1 is the effect; until it has sent its first one */
  CHECK_STATUS(send(store, "{\"set\":7}"), ENFOLD_QUEUED);
  CHECK_STATUS(enfold_store_restore(store, "{\"count\":10}", ENFOLD_NUL, &problem), ENFOLD_QUEUED);
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  elsewhere(send_there, &store);
  settle();
  check_sleeps("actions are kept back");
  CHECK_INT(held(), 1);
  CHECK_INT(revision(store), 1);
  CHECK_TEXT(state(store, "/count"), "0");

  /* Another thread releases it, and that wakes the loop. */
  measure begin = now();
  elsewhere(release_there, &store);
  until_count("13"); /* with the second one of the effect, whichever that is */
  CHECK(now().pumps > begin.pumps);
  settle();
  CHECK_OK(wait_store(store, LONG_MS));
  CHECK_INT(pending(), 0);
  CHECK_INT(revision(store), 7);
}

static void a_breakpoint_wakes_nobody(void) {
  add_break(store, "{\"action\":\"increment\"}");
  elsewhere(send_there, &store);
  while (held() == 0) turn_loop(); /* the loop takes the action, and stops */
  CHECK_CONTAINS(records, "the store is held: breakpoint 1 stops before this action");
  elsewhere(send_there, &store);
  CHECK_STATUS(send(store, "{\"set\":7}"), ENFOLD_QUEUED);
  settle();
  check_sleeps("a breakpoint has stopped");
  CHECK_TEXT(state(store, "/count"), "0");

  /* The release goes on to the next one that stops. */
  elsewhere(release_there, &store);
  until_count("1");
  settle();
  CHECK_INT(held(), 1);
  check_sleeps("it has stopped again");
  CHECK_INT(hold(store, 0), ENFOLD_OK); /* on the loop's thread nothing has to be woken */
  CHECK_TEXT(state(store, "/count"), "7");
  CHECK_INT(revision(store), 3);
  CHECK_INT(held(), 0);
  CHECK_INT(pending(), 0);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void set_loop(void) {
  int descriptor = -1;
  set();
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  begin_loop(descriptor);
}

/* Runs a test with a runtime and a loop of its own. The loop ends first: the descriptor ends with the runtime. */
#define IN_LOOP(test)       \
  do {                      \
    set_loop();             \
    RUN(test);              \
    end_loop();             \
    close_runtime(runtime); \
  } while (0)

static inline int the_loop_sleeps(void) {
  options = "{\"loop\":\"host\"}";
  IN_LOOP(nothing_to_do_and_much);
  IN_LOOP(what_is_kept_back_wakes_nobody);
  IN_LOOP(a_breakpoint_wakes_nobody);
  return 0;
}

#endif
