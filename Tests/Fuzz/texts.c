/* texts.c: filling in, mutating, measuring. */
#include "texts.h"

#include <enfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

static const char *const words[] = {"a",
                                    "",
                                    "b c",
                                    "\xc3\xbc",
                                    "\xe6\x97\xa5\xe6\x9c\xac",
                                    "\\n",
                                    "\\u00e9",
                                    "\\ud83d\\ude00",
                                    "0123456789abcdef0123456789",
                                    "~1/",
                                    "id=1",
                                    "$old",
                                    "null",
                                    "\\\"",
                                    "\\u0000"};
/* The greatest and the smallest integer are left out where a feature counts on from them: its own arithmetic traps. */
static const char *const extremes[] = {"9223372036854775807", "-9223372036854775808", "4294967296", "-1"};
static const char *const limits[] = {"9223372036854775808",
                                     "-9223372036854775809",
                                     "9007199254740993",
                                     "1.0",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "1e400",
                                     "-0",
                                     "0.1",
                                     "null",
                                     "123456789012345678901234567890",
                                     "\"NaN\"",
                                     "1E5",
                                     "true",
                                     "[]",
                                     "{}",
                                     "\"\""};

#define PICK(list, r) ((list)[random_below(r, (uint32_t)(sizeof(list) / sizeof *(list)))])

char *text_fill(const char *pattern, random_source *r) {
  size_t room = strlen(pattern) + 1;
  for (const char *at = pattern; *at != '\0'; at++) room += strchr("#@^$", *at) != NULL ? 40 : 0;
  char *result = malloc(room), *to = result;
  for (const char *at = pattern; *at != '\0'; at++) {
    switch (*at) {
      case '#': to += sprintf(to, "%u", random_below(r, 4) > 0 ? random_below(r, 6) : random_below(r, 30)); break;
      case '^': to += sprintf(to, "%s", random_chance(r, 2) ? PICK(extremes, r) : PICK(limits, r)); break;
      case '@': to += sprintf(to, "%s", PICK(limits, r)); break;
      case '$':
        if (at[1] >= 'a' && at[1] <= 'z') { /* "$action", "$old", "$new" stay */
          *to++ = '$';
        } else {
          to += sprintf(to, "%s", PICK(words, r));
        }
        break;
      default: *to++ = *at;
    }
  }
  *to = '\0';
  return result;
}

/* Puts `count` bytes into the text at `at`, in place of `gone` bytes. */
static void splice(char **content, size_t *size, size_t at, size_t gone, const char *bytes, size_t count) {
  char *result = malloc(*size - gone + count + 1);
  memcpy(result, *content, at);
  memcpy(result + at, bytes, count);
  memcpy(result + at + count, *content + at + gone, *size - at - gone);
  *size += count - gone;
  result[*size] = '\0';
  free(*content);
  *content = result;
}

/* A pointer of many tokens, or a text inside many arrays or objects. */
static void nest(char **content, size_t *size, random_source *r) {
  static const unsigned depths[] = {1, 2, 3, 30, 120, 126, 127, 128, 129, 300, 1000};
  static const char *const openers[] = {"[", "{\"wrap\":", "{\"child\":", "{\"\":"}, *const closers[] = {"]", "}", "}",
                                                                                                         "}"};
  unsigned depth = PICK(depths, r), kind = random_below(r, 4);
  if (**content == '/') {
    char *token = strdup(*content);
    for (unsigned i = 0; i < depth; i++) splice(content, size, 0, 0, token, strlen(token));
    free(token);
    return;
  }
  size_t opener = strlen(openers[kind]);
  char *begin = malloc(depth * opener), *end = malloc(depth);
  for (unsigned i = 0; i < depth; i++) {
    memcpy(begin + i * opener, openers[kind], opener);
    end[i] = *closers[kind];
  }
  splice(content, size, *size, 0, end, depth);
  splice(content, size, 0, 0, begin, depth * opener);
  free(begin);
  free(end);
}

static void mutate(char **content, size_t *size, random_source *r) {
  static const char *const garbage[] = {"\xff",
                                        "\xed\xa0\x80",
                                        "\xc0\xaf",
                                        "\xf8\x88\x80\x80\x80",
                                        "\"\\ud800\"",
                                        "\xef\xbb\xbf",
                                        "01",
                                        "\"",
                                        "{",
                                        "]",
                                        ",",
                                        ":",
                                        "\\",
                                        "//",
                                        " x",
                                        "nul",
                                        "\x01",
                                        "~",
                                        "/",
                                        "=",
                                        "-"};
  size_t at = *size > 0 ? random_below(r, (uint32_t)*size) : 0;
  switch (random_below(r, 9)) {
    case 0:
    case 1:
      if (*size > 0) (*content)[at] = (char)((unsigned char)(*content)[at] ^ 1u << random_below(r, 8));
      break;
    case 2: splice(content, size, at, *size - at, "", 0); break;
    case 3:
      if (*size > 0) splice(content, size, at, 1, "", 0);
      break;
    case 4:
    case 5: {
      const char *piece = PICK(garbage, r);
      splice(content, size, random_chance(r, 3) ? *size : at, 0, piece, strlen(piece));
      break;
    }
    case 6: nest(content, size, r); break;
    case 7: {
      char *copy = strdup(*content);
      splice(content, size, at, 0, copy, *size < 200 ? *size : 200);
      free(copy);
      break;
    }
    default: {
      const char *number = PICK(limits, r);
      splice(content, size, at, *size - at < 3 ? *size - at : random_below(r, 3), number, strlen(number));
    }
  }
}

text text_argument(char *content, mutating mutating, random_source *r) {
  text result = {NULL, 0, 0, content != NULL};
  uint32_t form = random_below(r, 64);
  bool mutates = mutating == SOMETIMES && random_chance(r, 12);
  if (content == NULL) {
    /* A length of nothing contradicts itself, and must be refused. */
    result.length = form < 40 ? 0 : form < 62 ? ENFOLD_NUL : 5;
    return result;
  }
  size_t size = strlen(content);
  if (mutates) {
    mutate(&content, &size, r);
    if (random_chance(r, 4)) mutate(&content, &size, r);
    result.is_whole = false;
  }
  if (form == 0) { /* NULL where a text is */
    free(content);
    result.length = random_chance(r, 2) ? 0 : ENFOLD_NUL;
    result.is_whole = false;
    return result;
  }
  result.size = result.length = size;
  if (form < 3) { /* too short, or nothing */
    result.length = form == 1 || size == 0 ? 0 : random_below(r, (uint32_t)size);
    result.is_whole = false;
  } else if (form < 30) {
    result.length = ENFOLD_NUL;
    result.size = strlen(content); /* a mutation may have made a NUL */
    result.data = content;
    return result;
  }
  /* As many bytes as were said, and not one more, so that a sanitizer sees what reads beyond. */
  result.data = malloc(result.length > 0 ? result.length : 1);
  memcpy(result.data, content, result.length);
  result.size = result.length;
  free(content);
  return result;
}

text text_terminated(char *content, mutating mutating, random_source *r) {
  text result = text_argument(content, mutating, r);
  if (result.data == NULL) return result;
  result.data = realloc(result.data, result.size + 1);
  result.data[result.size] = '\0';
  result.size = strlen(result.data); /* there may be a NUL before */
  result.length = ENFOLD_NUL;
  return result;
}

void text_free(text *t) { free(t->data); }

const char *text_shown(const text *t) { return trace_text(t->data, t->size, true, t->length); }
