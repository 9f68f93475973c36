/* floor_json.h: the strict small parser and the formatters that the floors are made of. Inlined into each of them. */
#ifndef FLOOR_JSON_H
#define FLOOR_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct cursor {
  const char *at, *end;
} cursor;

static inline void skip_space(cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t' || *c->at == '\r')) c->at++;
}

static inline int take(cursor *c, char byte) {
  skip_space(c);
  if (c->at == c->end || *c->at != byte) return 0;
  c->at++;
  return 1;
}

static inline int take_word(cursor *c, const char *word, size_t length) {
  skip_space(c);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0) return 0;
  c->at += length;
  return 1;
}

static inline int take_key(cursor *c, const char *key, size_t length) {
  skip_space(c);
  if ((size_t)(c->end - c->at) < length + 2 || c->at[0] != '"' || c->at[length + 1] != '"' ||
      memcmp(c->at + 1, key, length) != 0)
    return 0;
  c->at += length + 2;
  return take(c, ':');
}
#define TAKE_KEY(c, key) take_key((c), (key), sizeof(key) - 1)

static inline int take_integer(cursor *c, int64_t *out) {
  skip_space(c);
  int negative = c->at < c->end && *c->at == '-';
  const char *at = c->at + negative;
  if (at == c->end || *at < '0' || *at > '9') return 0;
  if (*at == '0' && at + 1 < c->end && at[1] >= '0' && at[1] <= '9') return 0;
  uint64_t value = 0;
  for (; at < c->end && *at >= '0' && *at <= '9'; at++) {
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value)) return 0;
  }
  if (at < c->end && (*at == '.' || *at == 'e' || *at == 'E')) return 0;
  if (value > (uint64_t)INT64_MAX + negative) return 0;
  *out = negative ? (int64_t)-value : (int64_t)value;
  c->at = at;
  return 1;
}

static inline int take_bool(cursor *c, int *out) {
  if (take_word(c, "true", 4)) return *out = 1;
  *out = 0;
  return take_word(c, "false", 5);
}

static inline int at_end(cursor *c) {
  skip_space(c);
  return c->at == c->end;
}

/* {"increment":{}}, without what follows it. */
static inline int take_increment(cursor *c) {
  return take(c, '{') && TAKE_KEY(c, "increment") && take(c, '{') && take(c, '}') && take(c, '}');
}

/* Without a final NUL: returns the end. */
static inline char *put_integer(char *out, int64_t value) {
  char digits[24], *at = digits + sizeof digits;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do *--at = (char)('0' + rest % 10); while (rest /= 10);
  if (value < 0) *--at = '-';
  size_t length = (size_t)(digits + sizeof digits - at);
  memcpy(out, at, length);
  return out + length;
}

static inline char *put(char *out, const char *text, size_t length) {
  memcpy(out, text, length);
  return out + length;
}
#define PUT(out, text) put((out), (text), sizeof(text) - 1)

#endif
