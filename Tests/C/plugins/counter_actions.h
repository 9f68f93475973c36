/* counter_actions.h: JSON texts and the actions in them. */
#ifndef COUNTER_ACTIONS_H
#define COUNTER_ACTIONS_H

#include "counter_types.h"

typedef struct {
  const char *start, *at, *end;
  uint64_t depth;
} text;

static void skip_space(text *t) {
  while (t->at < t->end && (*t->at == ' ' || *t->at == '\n' || *t->at == '\t' || *t->at == '\r')) t->at++;
}

static bool skip_string(text *t) {
  if (t->at == t->end || *t->at != '"') return false;
  for (t->at++; t->at < t->end && *t->at != '"'; t->at++) {
    if ((unsigned char)*t->at < 0x20 || (unsigned char)*t->at >= 0xF8) return false;
    if (*t->at == '\\' && ++t->at == t->end) return false;
  }
  if (t->at == t->end) return false;
  t->at++;
  return true;
}

/* 1: one JSON value was skipped; 0: it is none; -1: too deep. Without recursion. */
static int skip_value(text *t, uint64_t limit) {
  char *stack = malloc(limit + 1);
  uint64_t depth = 0;
  int result = 0;
  for (;;) {
    skip_space(t);
    if (t->at == t->end) break;
    if (*t->at == '[' || *t->at == '{') {
      char opened = *t->at++;
      if (depth == limit) {
        result = -1;
        break;
      }
      stack[depth++] = opened;
      skip_space(t);
      if (t->at < t->end && *t->at == (opened == '[' ? ']' : '}')) {
        t->at++;
        depth--;
      } else if (opened == '{') {
        if (!skip_string(t)) break;
        skip_space(t);
        if (t->at == t->end || *t->at++ != ':') break;
        continue;
      } else {
        continue;
      }
    } else if (*t->at == '"') {
      if (!skip_string(t)) break;
    } else {
      const char *first = t->at;
      while (t->at < t->end && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *t->at) && *t->at) t->at++;
      size_t length = (size_t)(t->at - first);
      bool literal = (length == 4 && (!memcmp(first, "true", 4) || !memcmp(first, "null", 4))) ||
                     (length == 5 && !memcmp(first, "false", 5));
      if (!literal && (length == 0 || strchr("-0123456789", *first) == NULL)) {
        t->at = first;
        break;
      }
    }
    bool done = false;
    for (;;) { /* what ends here */
      if (depth == 0) {
        done = true;
        break;
      }
      skip_space(t);
      if (t->at == t->end) break;
      if (*t->at == ',') {
        t->at++;
        if (stack[depth - 1] == '{') {
          skip_space(t);
          if (!skip_string(t)) break;
          skip_space(t);
          if (t->at == t->end || *t->at++ != ':') break;
        }
        done = false;
        goto next;
      }
      if (*t->at != (stack[depth - 1] == '[' ? ']' : '}')) break;
      t->at++;
      depth--;
    }
    if (done) result = 1;
    break;
  next:;
  }
  free(stack);
  return result;
}

/* Moves into {"wrap":ACTION} and tells whether it is one; otherwise nothing moves. */
static bool enter_wrapper(text *t) {
  const char *start = t->at;
  if (t->at < t->end && *t->at == '{') {
    t->at++;
    skip_space(t);
    if (t->end - t->at > 6 && !memcmp(t->at, "\"wrap\"", 6)) {
      t->at += 6;
      skip_space(t);
      t->at++; /* the colon */
      skip_space(t);
      return true;
    }
  }
  t->at = start;
  return false;
}

static enfold_status read_case(text *t, entry *out, enfold_error *error);

/* Reads one action of the text: "name", {"name":value}, or {"wrap":ACTION}, any number of times. The text is JSON. */
static enfold_status read_action(text *t, entry *out, enfold_error *error) {
  unsigned wrappers = 0;
  skip_space(t);
  const char *begin = t->at;
  while (enter_wrapper(t)) wrappers++;
  enfold_status status = read_case(t, out, error);
  if (status != ENFOLD_OK) return status;
  for (; wrappers > 0; wrappers--) {
    skip_space(t);
    if (*t->at != '}')
      return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(t->at - t->start), "an action has one key");
    t->at++;
  }
  free(out->json);
  out->json = strndup(begin, (size_t)(t->at - begin));
  return ENFOLD_OK;
}

/* The integer that a text begins with. The text need not be NUL-terminated. */
static long long read_integer(const char *text, const char *end, const char **after) {
  char digits[64];
  size_t length = (size_t)(end - text) < sizeof digits ? (size_t)(end - text) : sizeof digits - 1;
  memcpy(digits, text, length);
  digits[length] = '\0';
  char *stop;
  long long result = strtoll(digits, &stop, 10);
  *after = text + (stop - digits);
  return result;
}

/* Reads one action that is not wrapped. */
static enfold_status read_case(text *t, entry *out, enfold_error *error) {
  memset(out, 0, sizeof *out);
  skip_space(t);
  const char *begin = t->at;
  bool object = *t->at == '{';
  if (object) {
    t->at++;
    skip_space(t);
  }
  if (*t->at != '"')
    return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(t->at - t->start), "an action is a string or an object");
  const char *name = t->at + 1;
  skip_string(t);
  size_t length = (size_t)(t->at - name) - 1;
  memset(out, 0, sizeof *out);
  out->kind = ACTION_COUNT;
  for (int i = 0; i < ACTION_COUNT; i++)
    if (strlen(names[i]) == length && !memcmp(names[i], name, length)) out->kind = (kind)i;
  if (out->kind == ACTION_COUNT)
    return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(name - 1 - t->start),
                "unknown action \"%.*s\"; known: increment, decrement, setCount, ...", length > 80 ? 80 : (int)length,
                name);
  bool wants_number = out->kind == SET_COUNT || out->kind == SLEEP || out->kind == SET_DEEP;
  bool wants_text = out->kind == SET_FACT || out->kind == FAIL;
  if (object) {
    skip_space(t);
    t->at++; /* the colon */
    skip_space(t);
    const char *value = t->at;
    skip_value(t, 100000);
    if (wants_number) {
      const char *end;
      out->number = read_integer(value, t->end, &end);
      if (end != t->at)
        return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(value - t->start), "%s wants an integer", names[out->kind]);
    } else if (wants_text) {
      if (*value != '"')
        return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(value - t->start), "%s wants a string", names[out->kind]);
      out->text = strndup(value + 1, (size_t)(t->at - value) - 2);
    }
    skip_space(t);
    if (*t->at != '}')
      return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(t->at - t->start), "an action has one key");
    t->at++;
  } else if (wants_number || wants_text) {
    return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(name - 1 - t->start), "%s wants a value", names[out->kind]);
  }
  out->json = strndup(begin, (size_t)(t->at - begin));
  return ENFOLD_OK;
}

static void drop_entry(entry *e) {
  free(e->text);
  free(e->json);
}

/* ---- Writes ----------------------------------------------------------------------------------------------------- */

/* `template` with the strings "$old" and "$new" replaced; owned. */
static char *fill_template(const char *template, const char *old_value, const char *new_value) {
  size_t size = strlen(template) + 1;
  char *result = malloc(size * (strlen(old_value) + strlen(new_value) + 1));
  char *end = result;
  while (*template != '\0') {
    const char *value = strncmp(template, "\"$old\"", 6) == 0 ? old_value : new_value;
    if (strncmp(template, "\"$old\"", 6) == 0 || strncmp(template, "\"$new\"", 6) == 0) {
      end += strlen(strcpy(end, value));
      template += 6;
    } else {
      *end++ = *template++;
    }
  }
  *end = '\0';
  return result;
}

/* Is the text a value of the field? */
static enfold_status check_value(text *t, unsigned field, enfold_error *error) {
  skip_space(t);
  const char *end;
  bool fits = false;
  switch (field) {
    case COUNT: case DEEP:
      read_integer(t->at, t->end, &end);
      while (end < t->end && (*end == ' ' || *end == '\n')) end++;
      fits = end == t->end;
      break;
    case FACT: fits = *t->at == '"' || *t->at == 'n'; break;
    default: break;
  }
  if (fits) return ENFOLD_OK;
  return fail(error, ENFOLD_BAD_STATE, (uint64_t)(t->at - t->start), "another kind of value is needed");
}

#endif
