/* faults.c: makes every call of the C API with every fault.
 *
 *   faults --list             the functions that are called, one a line
 *   faults [FUNCTION...]      descriptors, files, threads: every kind, every number
 *   faults --memory STEP LOG [FUNCTION...]
 *                             memory: every STEP-th allocation of each call; LOG receives where processes ended
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outcome.h"
#include "trial.h"

static const struct {
  const char *name;
  int error;
} kinds[FAULT_KINDS] = {
#define FAULT_NAME(name, text, error) {text, error},
    FAULT_MAP(FAULT_NAME)
#undef FAULT_NAME
};

static int passed, failed;
static char reference[sizeof(((outcome *)0)->transcript)];

static bool is_in(const char *module, const char *part) {
  const char *name = strrchr(module, '/');
  return strstr(name == NULL ? module : name, part) != NULL;
}

static bool is_ours(const frame *f) {
  return is_in(f->module, "libenfold") || is_in(f->module, "libCounter") || is_in(f->module, "libBehaviours") ||
         is_in(f->module, "libPanel") || is_in(f->module, "libSessions");
}

/* Functions of the C library that do what they are told: a bad address comes from who called them. */
static bool is_helper(const frame *f) { return is_in(f->module, "libc.so") || is_in(f->module, "libm.so"); }

/* The frame that ended the process. */
static const frame *guilty_frame(void) {
  for (int i = 0; i < current->frame_count; i++) {
    if (!is_helper(&current->frames[i])) return &current->frames[i];
  }
  return NULL;
}

static void print_failure(const trial *t, const char *what) {
  failed++;
  printf("FAILED  %s (%s), %s %u%s: %s\n", t->call->function, t->call->variant, kinds[t->kind].name, t->first,
         t->last == UINT_MAX ? " and later" : "", what);
}

static void print_frames(void) {
  for (int i = 0; i < current->frame_count; i++) {
    const frame *f = &current->frames[i];
    printf("          %s+0x%llx %s\n", f->module, (unsigned long long)f->offset, f->symbol);
  }
}

static const char *end_text(void) {
  static char text[64];
  const char *signal_name = sigabbrev_np(current->signal);
  if (current->has_stalled) return "stalled";
  if (current->signal == 0) {
    snprintf(text, sizeof text, "exit %d", current->exit_code);
  } else {
    snprintf(text, sizeof text, "SIG%s", signal_name == NULL ? "?" : signal_name);
  }
  return text;
}

/* The call without a fault. True if it does what it should; then `reference` and `calls` are filled. */
static bool make_reference(const api_call *call, unsigned calls[FAULT_KINDS], fault_kind kind) {
  trial t = {call, kind, 0, 0, 0, false};
  trial_make(&t, NULL);
  if (current->phase != DONE || current->failure[0] != '\0') {
    print_failure(&t, current->failure[0] != '\0' ? current->failure : end_text());
    print_frames();
    return false;
  }
  memcpy(reference, current->transcript, sizeof reference);
  memcpy(calls, current->calls, sizeof current->calls);
  return true;
}

static bool is_possible(const api_call *call) {
  if (trial_is_possible(call)) return true;
  printf("left out %s (%s): a plugin is missing\n", call->function, call->variant);
  return false;
}

/* ---- Descriptors, files, threads --------------------------------------------------------------------------------- */

/* libdispatch ends the process when it gets no descriptor. */
static bool is_documented_end(const trial *t) {
  const frame *f = guilty_frame();
  bool is_descriptor = t->kind == FAULT_EVENTFD || t->kind == FAULT_EPOLL || t->kind == FAULT_TIMERFD ||
                       t->kind == FAULT_DESCRIPTORS;
  if (!is_descriptor || f == NULL || !is_in(f->module, "libdispatch")) return false;
  return current->signal == SIGILL || current->signal == SIGTRAP || current->signal == SIGABRT;
}

typedef struct tally {
  int trials, survived, refused, ended;
  enfold_status status; /* of the last refusal */
} tally;

/* False if the fault did not come to be, because there was no such call. */
static bool try_system(const trial *t, tally *counts) {
  trial_make(t, reference);
  if (current->phase == DONE && current->failure[0] == '\0' && current->hits == 0) return false;
  counts->trials++;
  if (current->failure[0] != '\0') {
    print_failure(t, current->failure);
  } else if (current->phase != DONE) {
    if (is_documented_end(t)) {
      counts->ended++;
      passed++;
    } else {
      print_failure(t, end_text());
      print_frames();
    }
  } else {
    passed++;
    if (current->status == t->call->expected) {
      counts->survived++;
    } else {
      counts->refused++;
      counts->status = current->status;
    }
  }
  return true;
}

static void print_tally(const char *function, fault_kind kind, const tally *counts) {
  printf("ok      %-30s %-15s %3d trials:", function, kinds[kind].name, counts->trials);
  if (counts->survived > 0) printf(" %d without effect", counts->survived);
  if (counts->refused > 0) printf(" %d %s", counts->refused, status_text(counts->status));
  if (counts->ended > 0) printf(" %d ended by libdispatch", counts->ended);
  printf("\n");
}

/* FAULTS_WITHOUT names kinds that are left out, between spaces. */
static bool is_left_out(fault_kind kind) {
  const char *names = getenv("FAULTS_WITHOUT");
  size_t length = strlen(kinds[kind].name);
  for (const char *at = names; at != NULL && (at = strstr(at, kinds[kind].name)) != NULL; at += length) {
    if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
  }
  return false;
}

/* All calls of one function: those of the table from `at` on. */
static void try_function(const api_call *at, int count) {
  static unsigned calls[64][FAULT_KINDS];
  bool is_right[64] = {false};
  char silent[512] = "";
  for (int i = 0; i < count; i++) {
    is_right[i] = is_possible(&at[i]) && make_reference(&at[i], calls[i], FAULT_OPEN);
  }
  for (fault_kind kind = 0; kind < FAULT_MEMORY; kind++) {
    tally counts = {0};
    int failed_before = failed;
    for (int i = 0; i < count; i++) {
      if (!is_right[i] || is_left_out(kind) || (kind != FAULT_DESCRIPTORS && calls[i][kind] == 0)) continue;
      if (!make_reference(&at[i], calls[i], kind)) continue;
      unsigned end = kind == FAULT_DESCRIPTORS ? 3 : 100;
      for (unsigned k = 1; k <= end; k++) {
        trial once = {&at[i], kind, k, k, kinds[kind].error, false}, always = once;
        always.last = UINT_MAX;
        if (!try_system(&once, &counts)) break;
        if (kind != FAULT_DESCRIPTORS) try_system(&always, &counts);
        once.error = EINTR; /* has to be tried again, by who called */
        if (kind == FAULT_READ || kind == FAULT_WRITE) try_system(&once, &counts);
      }
    }
    if (counts.trials == 0) {
      snprintf(silent + strlen(silent), sizeof silent - strlen(silent), " %s", kinds[kind].name);
    } else if (failed == failed_before) {
      print_tally(at->function, kind, &counts);
    }
  }
  printf("ok      %-30s does not call:%s\n", at->function, silent);
  passed++;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static struct {
  int trials, statuses, without_effect, aborts, traps, loader, theirs, null, ours, stalls;
} memory;

/* One line: how it ended, and the frames as MODULE OFFSET pairs. */
static void log_end(FILE *log, const trial *t, const char *kind) {
  fprintf(log, "%s %s %u", kind, t->call->function, t->first);
  for (int i = 0; i < current->frame_count; i++) {
    fprintf(log, " %s %llx", current->frames[i].module, (unsigned long long)current->frames[i].offset);
  }
  fprintf(log, "\n");
}

static void try_memory(const trial *t, FILE *log) {
  const frame *f = guilty_frame();
  memory.trials++;
  if (current->failure[0] != '\0') {
    print_failure(t, current->failure);
    log_end(log, t, "wrong");
    return;
  }
  if (current->phase == DONE) {
    passed++;
    if (current->status == t->call->expected) {
      memory.without_effect++;
    } else {
      memory.statuses++;
      printf("status  %s (%s) %u: %s %s\n", t->call->function, t->call->variant, t->first, status_text(current->status),
             current->message);
    }
    return;
  }
  log_end(log, t, end_text());
  if (current->has_stalled) {
    memory.stalls++;
    print_failure(t, "stalled");
    print_frames();
  } else if (current->signal == SIGABRT) {
    memory.aborts++;
    passed++;
  } else if (current->signal == SIGILL || current->signal == SIGTRAP) {
    memory.traps++;
    passed++;
  } else if (current->signal == 0 && current->exit_code == 127) {
    memory.loader++; /* the dynamic linker's own way to end */
    passed++;
  } else if (current->signal == SIGSEGV && f != NULL && !is_ours(f)) {
    memory.theirs++;
    memory.null += current->address < 65536;
    passed++;
  } else {
    memory.ours++;
    print_failure(t, end_text());
    print_frames();
  }
}

static void try_call(const api_call *call, bool everywhere, unsigned step, FILE *log) {
  unsigned calls[FAULT_KINDS], tried = 0;
  if (!make_reference(call, calls, FAULT_MEMORY)) return;
  /* Steps begin at another place in each call, so that samples do not always see the first allocation alone. */
  for (unsigned k = 1 + (unsigned)(call - api_calls) % step; k < 100000; k += step) {
    trial t = {call, FAULT_MEMORY, k, k, ENOMEM, everywhere};
    trial_make(&t, reference);
    if (current->phase == DONE && current->hits == 0) break;
    tried++;
    try_memory(&t, log);
  }
  printf("ok      %s (%s)%s: %u allocations failed\n", call->function, call->variant,
         everywhere ? ", and its effects" : "", tried);
}

static void print_memory(void) {
  printf("%d allocations failed: %d without effect, %d statuses, %d SIGABRT, %d SIGILL or SIGTRAP, %d ended by the "
         "dynamic linker, %d SIGSEGV elsewhere (%d of them near address 0), %d SIGSEGV in Enfold, %d stalls\n",
         memory.trials, memory.without_effect, memory.statuses, memory.aborts, memory.traps, memory.loader,
         memory.theirs, memory.null, memory.ours, memory.stalls);
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static bool is_wanted(const char *function, int count, char **wanted) {
  for (int i = 0; i < count; i++) {
    if (strcmp(wanted[i], function) == 0) return true;
  }
  return count == 0;
}

int main(int argc, char **argv) {
  FILE *log = NULL;
  unsigned step = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    for (int i = 0; i < api_call_count; i++) printf("%s\n", api_calls[i].function);
    return 0;
  }
  faults_find();
  int names = 1;
  if (argc >= 4 && strcmp(argv[1], "--memory") == 0) {
    step = (unsigned)strtoul(argv[2], NULL, 10);
    log = fopen(argv[3], "w");
    if (step == 0 || log == NULL) {
      fprintf(stderr, "usage: faults --memory STEP LOG [FUNCTION...]\n");
      return 2;
    }
    names = 4;
  }
  for (int i = 0, count; i < api_call_count; i += count) {
    for (count = 1; i + count < api_call_count; count++) {
      if (strcmp(api_calls[i].function, api_calls[i + count].function) != 0) break;
    }
    if (!is_wanted(api_calls[i].function, argc - names, argv + names)) continue;
    if (step == 0) try_function(&api_calls[i], count);
    for (int j = i; step > 0 && j < i + count; j++) {
      if (!is_possible(&api_calls[j])) continue;
      try_call(&api_calls[j], false, step, log);
      if (trial_has_effects(&api_calls[j])) try_call(&api_calls[j], true, step, log);
    }
  }
  if (step > 0) print_memory();
  if (log != NULL) fclose(log);
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
