/* plugin_asker.h: a plugin in C that asks: the test program calls the host in the place of the plugin "counter-shown". */
#ifndef PLUGIN_ASKER_H
#define PLUGIN_ASKER_H

#include <dlfcn.h>
#include <enfold_plugin.h>

#include "asker.h"

static enfold_runtime runtime;
static enfold_store store;
static const enfold_requests *table;
static void *context; /* of the store */

/* ---- Who asks ---------------------------------------------------------------------------------------------------- */

/* One request on the plugin's side. */
typedef struct asker {
  enfold_status gives; /* what `emit` and `resolve` give */
  const char *message; /* and what they say is wrong */
  uint64_t *cancels;   /* cancelled from inside them */
  uint64_t number;
  char text[512]; /* the last one */
  char *whole;    /* room for all of it, if it is long */
  atomic_int emitted, resolved, failed, releases, inside;
  struct asker *next;
} asker;

/* Askers live as long as the program: late calls find one. */
static inline asker *new_asker(enfold_status gives) {
  static asker *all;
  asker *made = calloc(1, sizeof *made);
  *made = (asker){.gives = gives, .next = all};
  all = made;
  return made;
}

static inline enfold_status receive(asker *a, const char *text, size_t length, enfold_error *error) {
  CHECK_INT(a->releases, 0);
  CHECK(error != NULL);
  snprintf(a->text, sizeof a->text, "%.*s", (int)length, text == NULL ? "" : text);
  if (a->whole != NULL && text != NULL) {
    memcpy(a->whole, text, length);
    a->whole[length] = '\0';
  }
  if (a->cancels != NULL) table->cancel(*a->cancels);
  if (a->message != NULL) {
    error->code = a->gives;
    error->offset = 1;
    snprintf(error->message, sizeof error->message, "%s", a->message);
  }
  return a->gives;
}

static inline enfold_status take_element(void *user, const char *text, size_t length, enfold_error *error) {
  asker *a = user;
  CHECK(text != NULL);
  atomic_fetch_add(&a->inside, 1);
  int is_late = a->resolved + a->failed > 0; /* another thread was faster */
  atomic_fetch_add(&a->emitted, 1);
  enfold_status status = is_late ? ENFOLD_STALE : receive(a, text, length, error);
  atomic_fetch_sub(&a->inside, 1);
  return status;
}

static inline enfold_status take_answer(void *user, const char *text, size_t length, enfold_error *error) {
  asker *a = user;
  CHECK(text != NULL || length == 0);
  CHECK_INT(atomic_fetch_add(&a->resolved, 1), 0);
  CHECK_INT(a->failed, 0);
  return receive(a, text, length, error);
}

static inline void take_failure(void *user, const char *text, size_t length) {
  asker *a = user;
  CHECK_INT(atomic_fetch_add(&a->failed, 1), 0);
  CHECK_INT(a->resolved, 0);
  CHECK_INT(a->releases, 0);
  snprintf(a->text, sizeof a->text, "%.*s", (int)length, text == NULL ? "" : text);
}

static inline void take_release(void *user) {
  asker *a = user;
  CHECK_INT(a->inside, 0);
  CHECK_INT(atomic_fetch_add(&a->releases, 1), 0);
}

static inline enfold_request_user user_of(asker *a, uint32_t flags) {
  return (enfold_request_user){sizeof(enfold_request_user), flags, a, take_element, take_answer, take_failure,
                               take_release, NULL};
}

/* Asks as a plugin should. Callbacks run inside. */
static inline enfold_status ask_for(const char *name, const char *payload, asker *a, uint32_t flags) {
  enfold_request_user user = user_of(a, flags);
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  in_call++;
  enfold_status status =
      table->ask(runtime, context, name, strlen(name), payload, strlen(payload), &user, &a->number, &problem);
  in_call--;
  return status;
}

static inline void withdraw(uint64_t number) {
  in_call++;
  table->cancel(number);
  in_call--;
}

static inline void check_one_release(asker *a) {
  await(runtime, &a->releases, 1);
  CHECK_INT(a->releases, 1);
}

/* ---- The stage ------------------------------------------------------------------------------------------------------- */

static inline void set(void) {
  static void *image;
  runtime = open_runtime_with(options, test_plugin("counter-shown"));
  store = open_store(runtime, "Counter");
  if (image == NULL) image = dlopen(test_plugin("counter-shown"), RTLD_NOW);
  CHECK(image != NULL);
  const enfold_host **host = (const enfold_host **)dlsym(image, "shown_host");
  void **shown = (void **)dlsym(image, "shown_context");
  CHECK(host != NULL && shown != NULL && *host != NULL);
  table = (*host)->get_extension(ENFOLD_REQUESTS_EXTENSION, 1);
  CHECK(table != NULL);
  CHECK(table->struct_size >= sizeof *table);
  CHECK((*host)->get_extension(ENFOLD_REQUESTS_EXTENSION, 2) == NULL);
  context = *shown;
}

#endif
