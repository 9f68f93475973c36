/* trial.c: see trial.h. */
#include "trial.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "limits.h"
#include "outcome.h"

#define TRIAL_MS 8000
#define SHORTAGE_MS 300

static world tried;

bool trial_is_possible(const api_call *call) {
  if (call->plugin != NULL && plugin_path(call->plugin) == NULL) return false;
  if (strcmp(call->function, "enfold_plugin_load") != 0) return true;
  if (strcmp(call->variant, "a cut file") == 0) return getenv("FAULTS_CUT_PLUGIN") != NULL;
  return plugin_path("Counter") != NULL && plugin_path("Behaviours") != NULL;
}

/* ---- The fault --------------------------------------------------------------------------------------------------- */

/* Ends a lasting shortage of threads: libdispatch waits for that. */
static void *end_shortage(void *context) {
  (void)context;
  nanosleep(&(struct timespec){0, SHORTAGE_MS * 1000000L}, NULL);
  faults_disarm();
  return NULL;
}

static enfold_status call_with_fault(const trial *t, enfold_error *error) {
  rlim_t before = 0;
  bool limits = t->kind == FAULT_DESCRIPTORS && t->first > 0;
  if (t->kind == FAULT_THREAD && t->last == UINT_MAX) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_shortage, NULL) != 0) outcome_fail("cannot prepare: no thread");
    pthread_detach(thread);
  }
  if (limits) before = limit_descriptors(t->first - 1);
  faults_arm(t->kind, t->first, t->last, t->error, t->everywhere);
  enfold_status status = t->call->call(&tried, error);
  if (t->everywhere && status != ENFOLD_TIMEOUT) world_settle(&tried);
  faults_disarm();
  if (limits) allow_descriptors(before);
  for (int kind = 0; kind < FAULT_KINDS; kind++) current->calls[kind] = faults_calls(kind);
  current->hits = limits ? 1 : faults_hits();
  return status;
}

/* ---- What must hold ---------------------------------------------------------------------------------------------- */

static int occurrences(const char *text, const char *part) {
  int count = 0;
  for (const char *at = text; part != NULL && (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

/* An error that the fault made. */
static void check_error(const trial *t, enfold_status status, const enfold_error *error) {
  const char *name = t->call->function;
  bool fits = status == ENFOLD_IO || status == ENFOLD_LIMIT || t->kind == FAULT_MEMORY ||
              (t->kind == FAULT_DLOPEN && status == ENFOLD_BAD_PLUGIN) || (t->kind == FAULT_THREAD && status == ENFOLD_FAILED);
  if (!fits) outcome_fail("%s instead of ENFOLD_IO: %s", status_text(status), error->message);
  if (error->code != status) outcome_fail("enfold_error.code is %d, not %d", (int)error->code, (int)status);
  if (strncmp(error->message, name, strlen(name)) != 0 || strlen(error->message) < strlen(name) + 3) {
    outcome_fail("the message does not tell enough: \"%s\"", error->message);
  }
  const char *paths[] = {plugin_path("Counter"), plugin_path("Behaviours"), getenv("FAULTS_CUT_PLUGIN")};
  for (int i = 0; i < 3; i++) {
    if (occurrences(error->message, paths[i]) > 1) {
      outcome_fail("the message names the path twice: %s", error->message);
    }
  }
}

bool trial_has_effects(const api_call *call) {
  return call->feature != NULL && (strcmp(call->feature, "Responses") == 0 || strcmp(call->feature, "Asker") == 0);
}

/* A descriptor that could not be set or cleared is made right by the next change of the work list. */
static bool may_be_late(const trial *t) { return t->kind == FAULT_READ || t->kind == FAULT_WRITE; }

/* What there was before the call; nothing if the trial does not look. */
static char before[8192];
static int descriptors_before;

/* The call failed by the fault: nothing has changed, and made again, without the fault, it does what it should. */
static void check_refusal(const trial *t, enfold_status status, enfold_error *error) {
  static char after[sizeof before];
  const api_call *call = t->call;
  if (status >= 0) outcome_fail("%s, without a fault %s", status_text(status), status_text(call->expected));
  check_error(t, status, error);
  if (before[0] != '\0') {
    world_describe(&tried, true, after, sizeof after);
    if (strcmp(before, after) != 0) outcome_fail("the call failed but changed something:\n%s---\n%s", before, after);
    if (count_descriptors() != descriptors_before) outcome_fail("the call failed and left a descriptor open");
  }
  if (tried.was_given[0]) await_release(&tried.given[0]);
  if (tried.was_given[0] && tried.given[0].releases != 1) {
    outcome_fail("the call failed; %d releases", tried.given[0].releases);
  }
  tried.attempt = 1;
  *error = (enfold_error)ENFOLD_ERROR_INIT;
  status = call->call(&tried, error);
  if (status != call->expected) {
    outcome_fail("made again it gives %s, not %s: %s", status_text(status), status_text(call->expected),
                 error->message);
  }
}

/* Everything that came of the call, as text. */
static void write_transcript(const trial *t) {
  const api_call *call = t->call;
  char *text = current->transcript;
  size_t size = sizeof current->transcript;
  if (!trial_has_effects(call)) {
    world_describe(&tried, !may_be_late(t), text, size);
    if (call->made < PLUGIN) {
      int more = count_descriptors() - descriptors_before;
      snprintf(text + strlen(text), size - strlen(text), "descriptors %d\n", more);
    }
  }
  if (may_be_late(t)) world_stir(&tried);
  bool is_endless = call->expected == ENFOLD_TIMEOUT;
  if (!is_endless && !world_settle(&tried)) outcome_fail("what was begun does not end");
  world_describe(&tried, true, text + strlen(text), size - strlen(text));
  world_end(&tried, text + strlen(text), size - strlen(text));
}

static void run(void *context) {
  const trial *t = context;
  const api_call *call = t->call;
  enfold_error error = ENFOLD_ERROR_INIT;
  const char *plugin = call->plugin == NULL ? NULL : plugin_path(call->plugin);
  world_make(&tried, call->made, plugin, call->feature, call->options);
  if (call->prepare != NULL) call->prepare(&tried);
  descriptors_before = count_descriptors();
  /* Looking would allocate what the call must allocate; and effects would go on meanwhile. */
  if (t->kind != FAULT_MEMORY && !trial_has_effects(call)) world_describe(&tried, true, before, sizeof before);

  current->phase = CALLING;
  enfold_status status = call_with_fault(t, &error);
  current->phase = CHECKING;
  current->status = status;
  snprintf(current->message, sizeof current->message, "%s", error.message);
  if (status != call->expected) check_refusal(t, status, &error);
  enfold_status code = call->expected < 0 ? call->expected : 0;
  if (error.code != code) outcome_fail("enfold_error.code is %d, not %d", (int)error.code, (int)code);
  write_transcript(t);
}

void trial_make(const trial *t, const char *reference) {
  outcome_of(run, (void *)t, TRIAL_MS);
  if (reference == NULL || current->phase != DONE || current->failure[0] != '\0') return;
  if (strcmp(reference, current->transcript) == 0) return;
  const char *expected = reference, *actual = current->transcript;
  while (*expected == *actual) expected++, actual++;
  while (expected > reference && expected[-1] != '\n') expected--, actual--;
  snprintf(current->failure, sizeof current->failure, "%s, but \"%.*s\" instead of \"%.*s\"",
           status_text(current->status), (int)strcspn(actual, "\n"), actual, (int)strcspn(expected, "\n"), expected);
}
