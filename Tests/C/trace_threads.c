/* trace_threads.c: several threads send, while readers come and go. For both loops. */
#include "trace.h"

enum { CROWD = 8, ROUNDS = SANITIZED ? 200 : 2000, ACTIONS = CROWD * ROUNDS };

static enfold_store stores[2];
static atomic_int at_work;

/* A reader that lives for a moment. */
static void read_a_little(const char *given) {
  struct timespec moment = {0, 50000};
  reader *r = read_as((reader){.only_counts = true}, given);
  pump_a_little();
  nanosleep(&moment, NULL);
  CHECK_OK(end_reader(r->number));
}

static void begin_all(pthread_t *threads, void *(*function)(void *)) {
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_ERROR, NULL, NULL, NULL, &problem));
  stores[0] = store;
  stores[1] = open_store(runtime, "Many");
  at_work = CROWD;
  for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_create(&threads[i], NULL, function, (void *)(intptr_t)i), 0);
}

static void end_all(const pthread_t *threads) {
  while (at_work > 0) pump_a_little();
  for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
}

/* ---- Each action once ---------------------------------------------------------------------------------------------- */

/* Of a reader: how often it was told of each action, and the last revision of each store. */
typedef struct tally {
  unsigned char actions[ACTIONS];
  uint64_t revisions[2];
} tally;

static void count_action(reader *r, const char *entry) {
  tally *seen = r->context;
  int which = number_of(entry, "store") == stores[1];
  uint64_t number = number_of(member(entry, "action"), "set");
  CHECK(number < ACTIONS);
  CHECK_INT(seen->actions[number]++, 0);
  CHECK_INT(number_of(entry, "revision"), ++seen->revisions[which]);
}

static void *send_numbers(void *first) {
  enfold_error error = ENFOLD_ERROR_INIT;
  is_ours = true;
  for (int i = 0; i < ROUNDS; i++) {
    char action[32];
    snprintf(action, sizeof action, "{\"set\":%d}", (int)(intptr_t)first * ROUNDS + i);
    CHECK(enfold_store_send(stores[i % 2], action, ENFOLD_NUL, NULL, &error) >= 0);
  }
  atomic_fetch_sub(&at_work, 1);
  return NULL;
}

static void each_action_is_told_once(void) {
  static tally tallies[2];
  pthread_t threads[CROWD];
  memset(tallies, 0, sizeof tallies);
  reader *one = read_as((reader){.then = count_action, .context = &tallies[0], .only_counts = true}, NULL);
  reader *two = read_as((reader){.then = count_action, .context = &tallies[1], .only_counts = true}, NULL);
  begin_all(threads, send_numbers);
  while (at_work > 0) read_a_little("{\"bytes\":5000}");
  end_all(threads);
  wait_for(runtime);
  catch_up(one);
  catch_up(two);
  CHECK_INT(one->heard, ACTIONS);
  CHECK_INT(two->heard, ACTIONS);
  CHECK_INT(memcmp(&tallies[0], &tallies[1], sizeof(tally)), 0);
  for (int i = 0; i < 2; i++) CHECK_INT(tallies[0].revisions[i], revision(stores[i]));
}

/* ---- The last one and the first one -------------------------------------------------------------------------------- */

static void ignore(void *user, const char *entry, size_t length) { (void)user, (void)entry, (void)length; }
static atomic_int passers; /* those that were not released yet */
static void pass_on(void *unused) {
  (void)unused;
  atomic_fetch_sub(&passers, 1);
}

static void *come_and_go(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  is_ours = true;
  while (at_work > 0) {
    uint64_t number = 0;
    atomic_fetch_add(&passers, 1);
    CHECK_INT(enfold_runtime_trace(runtime, NULL, 0, ignore, NULL, pass_on, &number, &error), ENFOLD_OK);
    CHECK_INT(enfold_runtime_trace_end(runtime, number, &error), ENFOLD_OK);
  }
  return unused;
}

/* Whoever ends meanwhile: a reader hears of what is sent after it was added. */
static void a_reader_is_not_forgotten(void) {
  pthread_t thread;
  passers = 0;
  at_work = 1;
  CHECK_INT(pthread_create(&thread, NULL, come_and_go, NULL), 0);
  for (int i = 0; i < ROUNDS / 4; i++) {
    reader *r = read_as((reader){.only_counts = true}, NULL);
    CHECK(send(store, "\"increment\"") >= 0);
    until(&r->heard, 1);
    CHECK_OK(end_reader(r->number));
  }
  at_work = 0;
  CHECK_INT(pthread_join(thread, NULL), 0);
  while (passers > 0) rest();
}

/* Stores are opened and closed while readers come and go. */
static void *open_and_close(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  is_ours = true;
  for (int i = 0; i < ROUNDS / 4; i++) {
    enfold_store opened = 0;
    CHECK_INT(enfold_store_open(runtime, "Many", NULL, 0, &opened, &error), ENFOLD_OK);
    CHECK(enfold_store_send(opened, "\"increment\"", ENFOLD_NUL, NULL, &error) >= 0);
    CHECK_INT(enfold_store_close(opened, &error), ENFOLD_OK);
  }
  atomic_fetch_sub(&at_work, 1);
  return unused;
}

static void stores_come_and_go(void) {
  pthread_t threads[CROWD];
  begin_all(threads, open_and_close);
  while (at_work > 0) read_a_little(NULL);
  end_all(threads);
}

/* ---- Order --------------------------------------------------------------------------------------------------------- */

/* Of one store: what was told of each revision, and of the effects that its commit has caused. */
typedef struct course {
  uint64_t last;
  int began, ended, began_of[3 * ACTIONS + 1], ended_of[3 * ACTIONS + 1];
} course;

static void follow(reader *r, const char *entry) {
  course *seen = r->context;
  const char *kind = text_of(entry, "kind"), *cause = member(entry, "cause");
  uint64_t from = cause == NULL ? 0 : number_of(cause, "revision");
  /* What a commit has caused comes behind it. */
  CHECK(from <= seen->last);
  if (strcmp(kind, "action") == 0) {
    CHECK_INT(number_of(entry, "revision"), ++seen->last);
  } else if (strcmp(kind, "effect began") == 0) {
    CHECK_INT(seen->began_of[from]++, 0);
    seen->began++;
  } else {
    CHECK_TEXT(kind, "effect ended");
    CHECK_INT(seen->ended_of[from]++, 0);
    CHECK_INT(seen->began_of[from], 1);
    seen->ended++;
  }
}

static void *send_effects(void *first) {
  static const char *const actions[] = {"{\"twice\":\"later\"}", "{\"twice\":\"run\"}", "{\"twice\":\"tasks\"}", "\"increment\""};
  enfold_error error = ENFOLD_ERROR_INIT;
  is_ours = true;
  for (int i = 0; i < ROUNDS / 4; i++)
    CHECK(enfold_store_send(store, actions[(i + (int)(intptr_t)first) % 4], ENFOLD_NUL, NULL, &error) >= 0);
  atomic_fetch_sub(&at_work, 1);
  return NULL;
}

static void effects_begin_behind_their_commits_and_end_behind_that(void) {
  static course seen;
  pthread_t threads[CROWD];
  memset(&seen, 0, sizeof seen);
  reader *r = read_as((reader){.then = follow, .context = &seen, .only_counts = true}, NULL);
  begin_all(threads, send_effects);
  end_all(threads);
  wait_for(runtime);
  catch_up(r);
  CHECK_INT(r->dropped, 0);
  CHECK_INT(seen.last, revision(store));
  CHECK_INT(seen.began, CROWD * (ROUNDS / 4) * 3 / 4);
  CHECK_INT(seen.ended, seen.began);
}

/* It is held, released, held: never twice the same. */
static void alternate(reader *r, const char *entry) {
  bool *is_held = r->context;
  CHECK_TEXT(text_of(entry, "kind"), *is_held ? "released" : "held");
  *is_held = !*is_held;
}

static void *hold_and_release(void *first) {
  enfold_error error = ENFOLD_ERROR_INIT;
  is_ours = true;
  for (int i = 0; i < ROUNDS; i++) CHECK_INT(enfold_store_hold(store, (uint32_t)(i + (int)(intptr_t)first) % 2, &error), ENFOLD_OK);
  atomic_fetch_sub(&at_work, 1);
  return NULL;
}

static void held_and_released_alternate(void) {
  static bool is_held;
  pthread_t threads[CROWD];
  is_held = false;
  reader *r = read_as((reader){.then = alternate, .context = &is_held, .only_counts = true}, NULL);
  begin_all(threads, hold_and_release);
  end_all(threads);
  catch_up(r);
  CHECK_INT(held(), is_held);
}

/* ---- The end ------------------------------------------------------------------------------------------------------- */

static void *send_until_the_end(void *first) {
  is_ours = true;
  while (enfold_store_send(stores[(intptr_t)first % 2], "{\"twice\":\"later\"}", ENFOLD_NUL, NULL, NULL) >= 0) {
  }
  atomic_fetch_sub(&at_work, 1);
  return NULL;
}

static void the_runtime_closes_meanwhile(void) {
  pthread_t threads[CROWD];
  reader *one = read_as((reader){.only_counts = true}, NULL), *two = read_as((reader){.only_counts = true}, "{\"bytes\":3000}");
  begin_all(threads, send_until_the_end);
  for (int i = 0; i < 100 || one->heard < 100; i++) pump_a_little();
  close_runtime(runtime);
  end_all(threads);
  until(&one->releases, 1);
  until(&two->releases, 1);
  CHECK(one->heard >= 100);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(each_action_is_told_once);
  EACH(a_reader_is_not_forgotten);
  EACH(stores_come_and_go);
  EACH(effects_begin_behind_their_commits_and_end_behind_that);
  EACH(held_and_released_alternate);
  EACH(the_runtime_closes_meanwhile);
}

int main(void) { return with_each_loop(all); }
