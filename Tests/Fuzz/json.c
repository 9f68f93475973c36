/* json.c: RFC 8259 and RFC 3629, without recursion. */
#include "json.h"

#include <stdint.h>
#include <string.h>

/* The length of the UTF-8 sequence at `at`; 0 if there is none. */
static size_t sequence(const unsigned char *at, const unsigned char *end) {
  size_t count = *at < 0x80                  ? 1
                 : *at >= 0xc2 && *at < 0xe0 ? 2
                 : (*at & 0xf0) == 0xe0      ? 3
                 : *at >= 0xf0 && *at < 0xf5 ? 4
                                             : 0;
  if (count == 0 || (size_t)(end - at) < count) return 0;
  for (size_t i = 1; i < count; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  if (*at == 0xe0 && at[1] < 0xa0) return 0;
  if (*at == 0xed && at[1] >= 0xa0) return 0;
  if (*at == 0xf0 && at[1] < 0x90) return 0;
  if (*at == 0xf4 && at[1] >= 0x90) return 0;
  return count;
}

bool utf8_is_valid(const char *text, size_t length) {
  const unsigned char *at = (const unsigned char *)text, *end = at + length;
  while (at < end) {
    size_t count = sequence(at, end);
    if (count == 0) return false;
    at += count;
  }
  return true;
}

typedef struct reader {
  const unsigned char *at, *end;
  bool any_bytes;
} reader;

static void skip_space(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) r->at++;
}

static bool is_hex(unsigned char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

static bool read_string(reader *r) {
  if (r->at == r->end || *r->at != '"') return false;
  r->at++;
  while (r->at < r->end && *r->at != '"') {
    if (*r->at < 0x20) return false;
    if (*r->at == '\\') {
      if (r->end - r->at < 2) return false;
      if (r->at[1] == 'u') {
        if (r->end - r->at < 6 || !is_hex(r->at[2]) || !is_hex(r->at[3]) || !is_hex(r->at[4]) || !is_hex(r->at[5]))
          return false;
        r->at += 6;
      } else {
        if (strchr("\"\\/bfnrt", r->at[1]) == NULL || r->at[1] == 0) return false;
        r->at += 2;
      }
      continue;
    }
    size_t count = r->any_bytes ? 1 : sequence(r->at, r->end);
    if (count == 0) return false;
    r->at += count;
  }
  if (r->at == r->end) return false;
  r->at++;
  return true;
}

static bool read_digits(reader *r) {
  const unsigned char *start = r->at;
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
  return r->at > start;
}

static bool read_number(reader *r) {
  if (r->at < r->end && *r->at == '-') r->at++;
  if (r->at < r->end && *r->at == '0') {
    r->at++;
  } else if (!read_digits(r)) {
    return false;
  }
  if (r->at < r->end && *r->at == '.') {
    r->at++;
    if (!read_digits(r)) return false;
  }
  if (r->at < r->end && (*r->at | 32) == 'e') {
    r->at++;
    if (r->at < r->end && (*r->at == '+' || *r->at == '-')) r->at++;
    if (!read_digits(r)) return false;
  }
  return true;
}

static bool read_word(reader *r, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
  r->at += length;
  return true;
}

static bool read_scalar(reader *r) {
  switch (r->at < r->end ? *r->at : 0) {
    case '"': return read_string(r);
    case 't': return read_word(r, "true");
    case 'f': return read_word(r, "false");
    case 'n': return read_word(r, "null");
    default: return read_number(r);
  }
}

static bool read_key(reader *r) {
  skip_space(r);
  if (!read_string(r)) return false;
  skip_space(r);
  if (r->at == r->end || *r->at != ':') return false;
  r->at++;
  return true;
}

bool json_is_valid(const char *text, size_t length, bool any_bytes) {
  enum { DEEPEST = 4096 };
  reader r = {(const unsigned char *)text, (const unsigned char *)text + length, any_bytes};
  char closers[DEEPEST];
  size_t depth = 0;
  for (;;) {
    skip_space(&r);
    if (r.at == r.end) return false;
    if (*r.at == '{' || *r.at == '[') {
      char closer = *r.at++ == '{' ? '}' : ']';
      skip_space(&r);
      if (r.at < r.end && *r.at == (unsigned char)closer) {
        r.at++;
      } else {
        if (depth == DEEPEST) return false;
        closers[depth++] = closer;
        if (closer == '}' && !read_key(&r)) return false;
        continue;
      }
    } else if (!read_scalar(&r)) {
      return false;
    }
    for (;;) {
      skip_space(&r);
      if (depth == 0) return r.at == r.end;
      if (r.at == r.end) return false;
      unsigned char next = *r.at++;
      if (next == (unsigned char)closers[depth - 1]) {
        depth--;
        continue;
      }
      if (next != ',' || (closers[depth - 1] == '}' && !read_key(&r))) return false;
      break;
    }
  }
}
