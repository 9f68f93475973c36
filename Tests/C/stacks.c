/* stacks.c: how deeply nested the values may be that threads with small stacks use. */
#include <ucontext.h>

#include "check.h"

enum { KB = 1024, DEEP = 1000, DEEPEST = 1024 };

static enfold_runtime runtime;

/* ---- Texts ---------------------------------------------------------------------------------------------------------- */

typedef struct kind {
  const char *feature, *pointer; /* of the value in the state */
  const char *before, *after;    /* the action that sets the value */
  const char *open, *inside, *close;
} kind;

static const kind kinds[] = {
    {"Anything", "/value", "{\"set\":", "}", "[", "1", "]"},
    {"Anything", "/value", "{\"set\":", "}", "{\"a\":", "1", "}"},
    {"Forms", "/mood", "{\"setMood\":", "}", "{\"hidden\":", "\"calm\"", "}"}, /* an indirect enum */
};

/* A value of this kind, so many levels deep, between two texts. To be freed. */
static char *nested(const kind *k, int depth, const char *before, const char *after) {
  size_t level = strlen(k->open) + strlen(k->close);
  char *text = malloc(level * (size_t)depth + strlen(before) + strlen(after) + 64), *end = text;
  end += sprintf(end, "%s", before);
  for (int i = 0; i < depth; i++) end += sprintf(end, "%s", k->open);
  end += sprintf(end, "%s", k->inside);
  for (int i = 0; i < depth; i++) end += sprintf(end, "%s", k->close);
  sprintf(end, "%s", after);
  return text;
}

/* ---- Threads --------------------------------------------------------------------------------------------------------- */

static void on_a_stack_of(size_t size, void *(*function)(void *), void *argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  CHECK_INT(pthread_attr_init(&attributes), 0);
  CHECK_INT(pthread_attr_setstacksize(&attributes, size), 0);
  CHECK_INT(pthread_create(&thread, &attributes, function, argument), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_INT(pthread_attr_destroy(&attributes), 0);
}

/* The numbers that a message has: those of the text or the value, and of the thread. */
static void check_both_numbers(const enfold_error *failure, int depth) {
  char asked[32];
  snprintf(asked, sizeof asked, "nested %d deep", depth);
  CHECK_INT(failure->code, ENFOLD_LIMIT);
  CHECK_CONTAINS(failure->message, asked);
  const char *holds = strstr(failure->message, "the stack of this thread holds ");
  CHECK(holds != NULL);
  int number = atoi(holds + strlen("the stack of this thread holds "));
  CHECK(number >= 16 && number < depth);
}

/* ---- Values that this thread itself reads ------------------------------------------------------------------------------ */

typedef struct attempt {
  const kind *kind;
  int depth;
  bool may_be_refused, must_be_refused;
} attempt;

static void *read_a_value(void *argument) {
  const attempt *a = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_string text = {0};
  enfold_store store = 0;
  CHECK_INT(enfold_store_open(runtime, a->kind->feature, NULL, 0, &store, &failure), ENFOLD_OK);
  char *action = nested(a->kind, a->depth, a->kind->before, a->kind->after);
  enfold_status status = enfold_store_send(store, action, ENFOLD_NUL, NULL, &failure);
  if (status == ENFOLD_OK && !a->must_be_refused) {
    /* What was read is written, compared and destroyed, too. */
    CHECK_INT(enfold_store_state(store, a->kind->pointer, ENFOLD_NUL, &text, &failure), ENFOLD_OK);
    char *expected = nested(a->kind, a->depth, "", "");
    if (strcmp(a->kind->inside, "1") == 0) CHECK_TEXT(text.data, expected);
    free(expected);
    enfold_string_free(&text);
    CHECK_INT(enfold_store_send(store, action, ENFOLD_NUL, NULL, &failure), ENFOLD_OK);
  } else {
    CHECK(a->may_be_refused);
    check_both_numbers(&failure, a->depth + 1); /* the action is a level */
    CHECK_INT(enfold_store_state(store, a->kind->pointer, ENFOLD_NUL, &text, &failure), ENFOLD_OK);
    enfold_string_free(&text);
  }
  free(action);
  CHECK_INT(enfold_store_close(store, &failure), ENFOLD_OK);
  return NULL;
}

static void a_thread_reads_what_its_stack_holds(void) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    for (size_t size = 128; size <= 2048; size *= 2) {
      for (int depth = 8; depth <= DEEP; depth += depth < 64 ? 8 : depth < DEEP - 100 ? 60 : 10) {
        attempt a = {&kinds[i], depth, depth >= 60 || SANITIZED, depth >= 300 && size == 128};
        on_a_stack_of(size * KB, read_a_value, &a);
      }
    }
    attempt all = {&kinds[i], DEEPEST - 1, false, false};
    on_a_stack_of(8192 * KB, read_a_value, &all);
    read_a_value(&all);
  }
}

static void *open_and_restore(void *argument) {
  const kind *k = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_store store = 0;
  char *options = nested(k, DEEP, "{\"state\":{\"value\":", "}}"), *kept = nested(k, DEEP, "{\"value\":", "}");
  CHECK_INT(enfold_store_open(runtime, k->feature, options, ENFOLD_NUL, &store, &failure), ENFOLD_LIMIT);
  check_both_numbers(&failure, DEEP + 1);
  CHECK_INT(enfold_store_open(runtime, k->feature, NULL, 0, &store, &failure), ENFOLD_OK);
  CHECK_INT(enfold_store_restore(store, kept, ENFOLD_NUL, &failure), ENFOLD_LIMIT);
  check_both_numbers(&failure, DEEP + 1);
  char *value = nested(k, DEEP, "", "");
  CHECK_INT(enfold_store_set(store, k->pointer, ENFOLD_NUL, value, ENFOLD_NUL, NULL, 0, &failure), ENFOLD_LIMIT);
  check_both_numbers(&failure, DEEP);
  CHECK_INT(enfold_store_close(store, &failure), ENFOLD_OK);
  free(options);
  free(kept);
  free(value);
  return NULL;
}

static void deep_states_are_refused_where_they_do_not_fit(void) {
  on_a_stack_of(128 * KB, open_and_restore, (void *)(uintptr_t)&kinds[0]);
  on_a_stack_of(256 * KB, open_and_restore, (void *)(uintptr_t)&kinds[1]);
}

/* ---- Values that another thread has read ----------------------------------------------------------------------------------- */

static void nothing(void *user, const enfold_event *event) { (void)user, (void)event; }

static void *use_a_deep_store(void *argument) {
  enfold_store store = *(enfold_store *)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_string text = {0};
  CHECK_INT(enfold_store_state(store, "", 0, &text, &failure), ENFOLD_LIMIT);
  check_both_numbers(&failure, DEEP + 1);
  CHECK_INT(enfold_store_send(store, "{\"set\":1}", ENFOLD_NUL, NULL, &failure), ENFOLD_LIMIT);
  check_both_numbers(&failure, DEEP + 1);
  CHECK_INT(enfold_store_send_batch(store, "[{\"set\":1}]", ENFOLD_NUL, NULL, &failure), ENFOLD_LIMIT);
  CHECK_INT(enfold_store_set(store, "/value", 6, "1", 1, NULL, 0, &failure), ENFOLD_LIMIT);
  CHECK_INT(enfold_store_restore(store, "{\"value\":1}", ENFOLD_NUL, &failure), ENFOLD_LIMIT);
  CHECK_INT(enfold_store_observe(store, "", 0, NULL, 0, nothing, NULL, NULL, NULL, &failure), ENFOLD_LIMIT);
  check_both_numbers(&failure, DEEP + 1);
  CHECK_INT(enfold_store_close(store, &failure), ENFOLD_OK);
  return NULL;
}

static void a_thread_refuses_a_store_whose_values_its_stack_does_not_hold(void) {
  for (int i = 0; i < 2; i++) {
    enfold_store store = open_store(runtime, "Anything");
    char *action = nested(&kinds[i], DEEP, "{\"set\":", "}");
    CHECK_OK(send(store, action));
    free(action);
    on_a_stack_of(128 * KB, use_a_deep_store, &store);
  }
}

static void *use_deep_pointers(void *argument) {
  enfold_store store = *(enfold_store *)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_string text = {0};
  char *pointer = calloc(DEEP + 1, 8);
  for (int i = 0; i < DEEP; i++) strcat(pointer, "/value");
  CHECK_INT(enfold_store_state(store, pointer, ENFOLD_NUL, &text, &failure), ENFOLD_LIMIT);
  CHECK_CONTAINS(failure.message, "has 1000 tokens; the stack of this thread holds ");
  free(pointer);
  return NULL;
}

static void a_pointer_is_as_deep_as_a_value(void) {
  enfold_store store = open_store(runtime, "Anything");
  on_a_stack_of(128 * KB, use_deep_pointers, &store);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* A value that no text has shown: the reducer has built it, deeper than a text may be. Writing it takes little stack. */
enum { BUILT = SANITIZED ? 2000 : 4000 };

static void *write_what_a_reducer_built(void *argument) {
  enfold_store store = *(enfold_store *)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_string text = {0};
  CHECK_INT(enfold_store_state(store, "", 0, &text, &failure), ENFOLD_LIMIT);
  CHECK_CONTAINS(failure.message, "which is what the stack of this thread holds; a state may be nested 1024 deep");
  return NULL;
}

static void a_value_that_a_reducer_has_built_is_written_where_it_fits(void) {
  enfold_store store = open_store(runtime, "Anything");
  char action[32];
  snprintf(action, sizeof action, "{\"wrap\":%d}", BUILT);
  CHECK_OK(send(store, action));
  on_a_stack_of(128 * KB, write_what_a_reducer_built, &store);
  CHECK_INT(strlen(state(store, "/value")), 2 * BUILT + 4);
  CHECK_OK(enfold_store_close(store, &problem));
}

typedef struct closing {
  enfold_store store;
  bool has_returned;
} closing;

static void *close_while_cancelled(void *argument) {
  closing *c = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(pthread_cancel(pthread_self()), 0);
  CHECK_INT(enfold_store_close(c->store, &failure), ENFOLD_OK);
  c->has_returned = true;
  return NULL;
}

/* The state is destroyed on a larger stack. The thread that closes the store waits for that, and cannot be cancelled. */
static void a_cancelled_thread_closes_a_store_whose_values_its_stack_does_not_hold(void) {
  char *action = nested(&kinds[0], DEEP, "{\"set\":", "}");
  for (int i = 0; i < 50; i++) { /* the other thread may be the faster one */
    closing c = {open_store(runtime, "Anything"), false};
    CHECK_OK(send(c.store, action));
    on_a_stack_of(128 * KB, close_while_cancelled, &c);
    CHECK(c.has_returned);
  }
  free(action);
}

/* ---- Stacks that the C library does not know ---------------------------------------------------------------------------------- */

static ucontext_t outside, inside;

static void in_a_coroutine(void) {
  attempt fits = {&kinds[0], 120, false, false}, does_not_fit = {&kinds[0], 200, true, true};
  read_a_value(&fits);
  read_a_value(&does_not_fit);
}

static void a_coroutine_may_read_128_levels(void) {
  if (SANITIZED) return; /* the sanitizers know no other stacks */
  size_t size = 512 * KB;
  void *stack = malloc(size);
  CHECK_INT(getcontext(&inside), 0);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = size;
  inside.uc_link = &outside;
  makecontext(&inside, in_a_coroutine, 0);
  CHECK_INT(swapcontext(&outside, &inside), 0);
  free(stack);
}

/* ---- The option ------------------------------------------------------------------------------------------------------------- */

static void a_depth_that_no_text_may_have_is_refused(void) {
  enfold_runtime other = 0;
  CHECK_FAILS(enfold_runtime_open("{\"limits\":{\"depth\":100000}}", ENFOLD_NUL, &other, &problem), ENFOLD_INVALID,
              "\"depth\" is 100000; a number from 1 to 1024 is needed");
  CHECK_FAILS(enfold_runtime_open("{\"limits\":{\"depth\":1025}}", ENFOLD_NUL, &other, &problem), ENFOLD_INVALID, "1024");
}

/* ---- Patches ------------------------------------------------------------------------------------------------------- */

/* Replaces the innermost value of a document, or says that the stack has no room for the document. */
static void *patch_a_value(void *depth_of_it) {
  int depth = *(const int *)depth_of_it;
  for (int i = 0; i < 2; i++) {
    enfold_error failure = ENFOLD_ERROR_INIT;
    enfold_string out = {0};
    char *document = nested(&kinds[i], depth, "", ""), *patch = malloc((size_t)depth * 2 + 64), *end = patch;
    end += sprintf(end, "[{\"op\":\"replace\",\"path\":\"");
    for (int level = 0; level < depth; level++) end += sprintf(end, i == 0 ? "/0" : "/a");
    sprintf(end, "\",\"value\":2,\"old\":1}]");
    enfold_status status = enfold_patch_apply(document, ENFOLD_NUL, patch, ENFOLD_NUL, NULL, 0, &out, &failure);
    CHECK(status == ENFOLD_OK || status == ENFOLD_LIMIT);
    CHECK(status == ENFOLD_OK || depth > 16);
    if (status == ENFOLD_OK) {
      char *changed = out.data;
      CHECK_INT(strcspn(changed, "2"), strcspn(document, "1"));
      CHECK_OK(enfold_patch_apply(changed, ENFOLD_NUL, patch, ENFOLD_NUL, "{\"revert\":true}", ENFOLD_NUL, &out, &failure));
      CHECK_TEXT(out.data, document);
      free(changed);
    }
    enfold_string_free(&out);
    free(document);
    free(patch);
  }
  return NULL;
}

static void a_thread_patches_what_its_stack_holds(void) {
  static const int sizes[] = {128, 256, 1024, 8192};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int depth = 10; depth <= DEEP; depth = depth * 3 / 2) on_a_stack_of((size_t)sizes[i] * KB, patch_a_value, &depth);
}

int main(void) {
  enfold_plugin forms = 0;
  runtime = open_runtime_with("{\"environment\":\"test\",\"limits\":{\"depth\":1024}}", swift_plugin("Behaviours"));
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("Forms"), NULL, 0, &forms, &problem));
  RUN(a_thread_reads_what_its_stack_holds);
  RUN(deep_states_are_refused_where_they_do_not_fit);
  RUN(a_thread_refuses_a_store_whose_values_its_stack_does_not_hold);
  RUN(a_cancelled_thread_closes_a_store_whose_values_its_stack_does_not_hold);
  RUN(a_pointer_is_as_deep_as_a_value);
  RUN(a_value_that_a_reducer_has_built_is_written_where_it_fits);
  RUN(a_thread_patches_what_its_stack_holds);
  RUN(a_coroutine_may_read_128_levels);
  RUN(a_depth_that_no_text_may_have_is_refused);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
