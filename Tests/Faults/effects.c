/* effects.c: what becomes of effects when libdispatch, on which Swift's tasks run, gets no thread or no descriptor: at
 * the first effect of a process, and when there were effects before.
 *
 *   effects         tries everything; fails when something is worse than README.md says
 *   effects --list  which descriptors the process holds after each step */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "limits.h"
#include "outcome.h"

#define TRIAL_MS 20000
#define SHORTAGE_MS 500 /* how long the fault lasts */
#define BUSY_MS 3000     /* libdispatch counts its busy threads once a second */
#define AFTER_MS 2500

typedef enum { NONE, RUN, FAIL_LATE, SLEEP, MANY, BUSY } work;
static const char *const work_names[] = {"nothing", "an effect", "an effect that fails late", "a sleep", "50 sleeps",
                                         "effects all the time"};

static const struct fault {
  const char *name;
  fault_kind kind;
  unsigned left; /* of FAULT_DESCRIPTORS */
  int error;
} faults[] = {
    {"no descriptor", FAULT_DESCRIPTORS, 0, EMFILE}, {"one descriptor", FAULT_DESCRIPTORS, 1, EMFILE},
    {"two descriptors", FAULT_DESCRIPTORS, 2, EMFILE}, {"three descriptors", FAULT_DESCRIPTORS, 3, EMFILE},
    {"no thread", FAULT_THREAD, 0, EAGAIN}, {"no eventfd", FAULT_EVENTFD, 0, EMFILE},
    {"no epoll", FAULT_EPOLL, 0, EMFILE}, {"no timerfd", FAULT_TIMERFD, 0, EMFILE}, {"no file", FAULT_OPEN, 0, EMFILE}};

typedef struct experiment {
  work before, then;
  const struct fault *fault;
} experiment;

static enfold_runtime runtime;
static enfold_store responses, counter;

static enfold_store open_store_of(const char *directory, const char *library, const char *feature) {
  char path[4096];
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_plugin plugin;
  enfold_store store = 0;
  snprintf(path, sizeof path, "%s/%s", getenv(directory), library);
  if (enfold_plugin_load(runtime, path, NULL, 0, &plugin, &error) != ENFOLD_OK ||
      enfold_store_open(runtime, feature, NULL, 0, &store, &error) != ENFOLD_OK) {
    outcome_fail("cannot prepare: %s", error.message);
  }
  return store;
}

static void open_all(void) {
  if (enfold_runtime_open(NULL, 0, &runtime, NULL) != ENFOLD_OK) outcome_fail("cannot prepare: no runtime");
  responses = open_store_of("ENFOLD_TWINS", "libBehaviours.so", "Responses");
  counter = open_store_of("ENFOLD_TEST_PLUGINS", "libCounter.so", "Counter");
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void send_to(enfold_store store, const char *action) {
  enfold_status status = enfold_store_send(store, action, ENFOLD_NUL, NULL, NULL);
  if (status < 0) outcome_fail("%s: %s", action, status_text(status)); /* ENFOLD_QUEUED: an effect's thread drains */
}

static bool ends_within(int milliseconds) { return enfold_runtime_wait(runtime, milliseconds, NULL) == ENFOLD_OK; }

static void begin(work w) {
  switch (w) {
    case NONE: break;
    case RUN: send_to(responses, "{\"run\":\"done\"}"); break;
    case FAIL_LATE: send_to(responses, "{\"fail\":{\"message\":\"no\",\"isLate\":true}}"); break;
    case SLEEP: send_to(counter, "\"factTapped\""); break;
    case MANY:
      for (int i = 0; i < 50; i++) send_to(counter, "\"factTapped\"");
      break;
    case BUSY:
      for (int64_t end = now_ms() + BUSY_MS; now_ms() < end; ends_within(AFTER_MS)) {
        for (int i = 0; i < 200; i++) send_to(responses, "{\"run\":\"done\"}");
      }
  }
}

static void check_result(work w) {
  enfold_string text = {0};
  bool responds = w == RUN || w == BUSY;
  enfold_store store = responds ? responses : counter;
  const char *pointer = responds ? "/text" : "/isLoading", *expected = responds ? "\"done\"" : "false";
  if (w == NONE || w == FAIL_LATE) return;
  enfold_status status = enfold_store_state(store, pointer, ENFOLD_NUL, &text, NULL);
  if (status != ENFOLD_OK || strcmp(text.data, expected) != 0) outcome_fail("the effect did not do what it should");
  enfold_string_free(&text);
}

typedef struct shortage {
  int milliseconds;
  rlim_t before; /* the limit of descriptors; 0: something else is short */
} shortage;

/* Another thread ends the fault, because libdispatch asks for a thread until it gets one. */
static void *end_shortage(void *context) {
  const shortage *s = context;
  nanosleep(&(struct timespec){s->milliseconds / 1000, s->milliseconds % 1000 * 1000000L}, NULL);
  if (s->before != 0) allow_descriptors(s->before);
  faults_disarm();
  return NULL;
}

static void run(void *context) {
  const experiment *e = context;
  shortage lack = {e->then == BUSY ? BUSY_MS : SHORTAGE_MS, 0};
  pthread_t relief;
  open_all();
  begin(e->before);
  if (!ends_within(AFTER_MS)) outcome_fail("cannot prepare: the first effect does not end");
  current->phase = CALLING;
  if (e->fault->kind == FAULT_DESCRIPTORS) {
    lack.before = limit_descriptors(e->fault->left);
  }
  if (pthread_create(&relief, NULL, end_shortage, &lack) != 0) outcome_fail("cannot prepare: no thread");
  if (lack.before == 0) faults_arm(e->fault->kind, 1, UINT_MAX, e->fault->error, true);
  int64_t start = now_ms();
  begin(e->then);
  bool ended = ends_within(lack.milliseconds + AFTER_MS);
  bool was_late = e->then != BUSY && now_ms() - start >= SHORTAGE_MS;
  pthread_join(relief, NULL);
  current->phase = CHECKING;
  begin(SLEEP);
  if (!ends_within(AFTER_MS)) outcome_fail("what was begun never ends");
  check_result(e->then);
  snprintf(current->message, sizeof current->message, "%s",
           !ended ? "ends with the next sleep" : was_late ? "ends when the fault is over" : "ends as always");
  begin(RUN);
  if (!ends_within(AFTER_MS)) outcome_fail("later effects never end");
  check_result(RUN);
  check_result(SLEEP);
  enfold_runtime_close(runtime, NULL);
}

/* ---- What is expected -------------------------------------------------------------------------------------------- */

/* libdispatch makes its descriptors with the first effect, on a thread of its own, and needs them from then on: after
 * an effect it may still be about to. After a sleep it has all of them. */
static bool has_descriptors(const experiment *e) { return e->before == SLEEP; }

/* Whether this is one of the ends that README.md lists. */
static bool may_end(const experiment *e, const char *function) {
  bool is_limit = e->fault->kind == FAULT_DESCRIPTORS;
  if (strstr(function, "_dispatch_epoll_init") != NULL) {
    bool is_short = is_limit ? e->fault->left < 2 : e->fault->kind == FAULT_EVENTFD || e->fault->kind == FAULT_EPOLL;
    return is_short && !has_descriptors(e);
  }
  /* Once a second, if effects wait for a thread, it reads the state of its threads from files. */
  if (strstr(function, "_dispatch_workq_monitor_pools") != NULL) {
    return e->fault->kind == FAULT_OPEN || (is_limit && (e->fault->left == 0 || !has_descriptors(e)));
  }
  return false;
}

/* A sleep that gets no timer is forgotten until another one sets the timer. */
static bool may_be_late(const experiment *e) {
  if (has_descriptors(e)) return false;
  return e->fault->kind == FAULT_DESCRIPTORS || e->fault->kind == FAULT_TIMERFD;
}

static bool is_trap(void) {
  return (current->signal == SIGILL || current->signal == SIGTRAP) && current->frame_count > 0;
}

static bool report(const experiment *e) {
  char text[2200];
  bool is_right = false;
  if (current->failure[0] != '\0') {
    snprintf(text, sizeof text, "%s", current->failure);
  } else if (current->phase == DONE) {
    bool is_late = strstr(current->message, "next sleep") != NULL;
    is_right = !is_late || may_be_late(e);
    snprintf(text, sizeof text, "%s", current->message);
  } else {
    const char *function = current->frame_count > 0 ? function_of(&current->frames[0]) : "?";
    is_right = is_trap() && may_end(e, function);
    snprintf(text, sizeof text, "%s in %s", current->has_stalled ? "stalls" : "the process ends", function);
  }
  printf("%s  after %s, with %s, %s: %s\n", is_right ? "ok    " : "FAILED", work_names[e->before], e->fault->name,
         work_names[e->then], text);
  for (int i = 0; !is_right && i < current->frame_count; i++) {
    const frame *f = &current->frames[i];
    printf("          %s+0x%llx %s\n", f->module, (unsigned long long)f->offset, f->symbol);
  }
  return is_right;
}

/* ---- Descriptors ------------------------------------------------------------------------------------------------- */

static void list_descriptors(const char *when) {
  printf("%s:", when);
  for (int descriptor = 3; descriptor < 64; descriptor++) {
    char path[64], target[256];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0) printf(" %.*s", (int)length, target);
  }
  printf("\n");
}

static void list(void *context) {
  (void)context;
  list_descriptors("at the beginning");
  open_all();
  list_descriptors("with a runtime, two plugins and two stores");
  begin(RUN);
  ends_within(AFTER_MS);
  list_descriptors("after an effect");
  begin(SLEEP);
  ends_within(AFTER_MS);
  list_descriptors("after a sleep");
  begin(MANY);
  ends_within(AFTER_MS);
  list_descriptors("after 50 sleeps");
  enfold_runtime_close(runtime, NULL);
  list_descriptors("after the runtime was closed");
  fflush(stdout);
}

/* Leaves out what shows nothing new. */
static bool is_worth_it(const experiment *e) {
  bool is_file = e->fault->kind == FAULT_OPEN, is_limit = e->fault->kind == FAULT_DESCRIPTORS;
  if (e->before == RUN) return e->then == RUN || e->then == SLEEP;
  if (e->then == BUSY) return is_file || (is_limit && (e->fault->left != 2 || e->before == NONE));
  if (e->then == FAIL_LATE) return e->before == NONE || e->fault->left == 0;
  return e->before == NONE || e->fault->left < 2;
}

int main(int argc, char **argv) {
  static const work before[] = {NONE, RUN, SLEEP}, then[] = {RUN, FAIL_LATE, SLEEP, MANY, BUSY};
  int passed = 0, failed = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  faults_find();
  if (argc > 1 && strcmp(argv[1], "--list") == 0) {
    outcome_of(list, NULL, TRIAL_MS);
    return current->phase != DONE;
  }
  for (size_t b = 0; b < sizeof before / sizeof *before; b++) {
    for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
      for (size_t t = 0; t < sizeof then / sizeof *then; t++) {
        experiment e = {before[b], then[t], &faults[f]};
        if (!is_worth_it(&e)) continue;
        outcome_of(run, &e, TRIAL_MS);
        if (report(&e)) passed++; else failed++;
      }
    }
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
