/* features.h: what the fuzzer knows about each feature: actions, states, pointers. */
#ifndef FUZZ_FEATURES_H
#define FUZZ_FEATURES_H

#include <stdbool.h>

#include "random.h"

/* Actions, states and values are patterns for text_fill. A '!' before an action keeps it from being mutated. */
typedef struct feature {
  unsigned plugin;  /* its place among the usual plugins */
  const char *name; /* as a store is opened; NULL for what only scopes have */
  const char *bare; /* the short name, or NULL */
  const char *const *actions, *const *states, *const *pointers;
  /* Pairs: a pointer and a value; a pointer and a template, "" for none. */
  const char *const *sets, *const *scopes;
  /* For each scope, the feature whose actions it takes; NULL: its own. */
  const char *const *scoped;
  const char *const *keys; /* of the shared values that its states have at any time, or NULL */
  bool keeps_files;   /* in the live environment */
  bool is_bindable;   /* some of its properties can be set */
  bool is_loose;      /* it passes on what it does not understand, so that its JSON may be none */
  bool never_mutates; /* its actions would become too expensive, or never end */
} feature;

enum { FEATURE_COUNT = 32, OPENED_FEATURES = 25 };
extern const feature features_known[FEATURE_COUNT];

/* One of a list that NULL ends; "" if it is empty. */
const char *one_of(const char *const *list, random_source *r);
/* The index of a pair in a list of pairs; -1 if there is none. */
int one_pair_of(const char *const *list, random_source *r);
int feature_named(const char *name);

#endif
