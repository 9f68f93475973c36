/* floor_blob.c: W4 by hand: a record list read into an array of structs, compared, and formatted back. */
#include "floor.h"

#include <stdlib.h>

#include "floor_json.h"

static void *grown(void *memory, size_t needed, size_t *capacity, size_t size) {
  if (needed <= *capacity) return memory;
  while (*capacity < needed) *capacity = *capacity ? *capacity * 2 : 16;
  memory = realloc(memory, *capacity * size);
  if (!memory) abort();
  return memory;
}

static int hex(const char *at, unsigned *out) {
  unsigned value = 0;
  for (int i = 0; i < 4; i++) {
    char digit = at[i];
    if (digit >= '0' && digit <= '9') value = value << 4 | (unsigned)(digit - '0');
    else if ((digit | 32) >= 'a' && (digit | 32) <= 'f') value = value << 4 | (unsigned)((digit | 32) - 'a' + 10);
    else return 0;
  }
  *out = value;
  return 1;
}

static char *put_scalar(char *out, unsigned scalar) {
  if (scalar < 0x80) { *out++ = (char)scalar; return out; }
  if (scalar < 0x800) { *out++ = (char)(0xC0 | scalar >> 6); }
  else {
    if (scalar < 0x10000) { *out++ = (char)(0xE0 | scalar >> 12); }
    else { *out++ = (char)(0xF0 | scalar >> 18); *out++ = (char)(0x80 | (scalar >> 12 & 63)); }
    *out++ = (char)(0x80 | (scalar >> 6 & 63));
  }
  *out++ = (char)(0x80 | (scalar & 63));
  return out;
}

/* One escape, after its backslash. Surrogates come in pairs. */
static int take_escape(cursor *c, char **out) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  if (c->at == c->end) return 0;
  char name = *c->at++;
  const char *found = name ? strchr(names, name) : NULL;
  if (found) { *(*out)++ = values[found - names]; return 1; }
  unsigned scalar, low;
  if (name != 'u' || c->end - c->at < 4 || !hex(c->at, &scalar)) return 0;
  c->at += 4;
  if (scalar >= 0xDC00 && scalar < 0xE000) return 0;
  if (scalar >= 0xD800 && scalar < 0xDC00) {
    if (c->end - c->at < 6 || c->at[0] != '\\' || c->at[1] != 'u' || !hex(c->at + 2, &low) || low < 0xDC00 || low >= 0xE000)
      return 0;
    c->at += 6;
    scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
  }
  *out = put_scalar(*out, scalar);
  return 1;
}

/* One UTF-8 sequence of several bytes, in its shortest form and no surrogate. */
static int take_sequence(cursor *c, char **out) {
  const unsigned char *at = (const unsigned char *)c->at;
  size_t length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
  if (at[0] < 0xC2 || at[0] > 0xF4 || (size_t)(c->end - c->at) < length) return 0;
  for (size_t i = 1; i < length; i++) if ((at[i] & 0xC0) != 0x80) return 0;
  if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF0 && at[1] < 0x90) ||
      (at[0] == 0xF4 && at[1] > 0x8F))
    return 0;
  *out = put(*out, c->at, length);
  c->at += length;
  return 1;
}

static int take_title(cursor *c, floor_records *records, floor_record *record) {
  if (!take(c, '"')) return 0;
  /* What is left of the text is enough for every string in it. */
  size_t needed = records->titles_length + (size_t)(c->end - c->at);
  records->titles = grown(records->titles, needed, &records->titles_capacity, 1);
  char *start = records->titles + records->titles_length, *out = start;
  for (;;) {
    if (c->at == c->end) return 0;
    unsigned char byte = (unsigned char)*c->at;
    if (byte == '"') break;
    if (byte < 0x20) return 0;
    if (byte == '\\') { c->at++; if (!take_escape(c, &out)) return 0; }
    else if (byte >= 0x80) { if (!take_sequence(c, &out)) return 0; }
    else { *out++ = *c->at++; }
  }
  c->at++;
  record->title = records->titles_length;
  record->title_length = (size_t)(out - start);
  records->titles_length += record->title_length;
  return 1;
}

static int take_record(cursor *c, floor_records *records) {
  records->items = grown(records->items, records->count + 1, &records->capacity, sizeof *records->items);
  floor_record *record = &records->items[records->count];
  if (!take(c, '{') || !TAKE_KEY(c, "id") || !take_integer(c, &record->id) || !take(c, ',') || !TAKE_KEY(c, "title") ||
      !take_title(c, records, record) || !take(c, ',') || !TAKE_KEY(c, "isDone") || !take_bool(c, &record->is_done) ||
      !take(c, '}'))
    return 0;
  records->count++;
  return 1;
}

static int take_records(cursor *c, floor_records *records) {
  records->count = records->titles_length = 0;
  if (!take(c, '[')) return 0;
  if (take(c, ']')) return 1;
  do if (!take_record(c, records)) return 0; while (take(c, ','));
  return take(c, ']');
}

static int are_equal(const floor_records *a, const floor_records *b) {
  if (a->count != b->count || a->titles_length != b->titles_length) return 0;
  for (size_t i = 0; i < a->count; i++) {
    const floor_record *x = &a->items[i], *y = &b->items[i];
    if (x->id != y->id || x->is_done != y->is_done || x->title_length != y->title_length ||
        memcmp(a->titles + x->title, b->titles + y->title, x->title_length) != 0)
      return 0;
  }
  return 1;
}

static char *put_title(char *out, const char *text, size_t length) {
  static const char digits[] = "0123456789abcdef", names[] = "btn\0fr";
  *out++ = '"';
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte >= 0x20 && byte != '"' && byte != '\\') { *out++ = text[i]; continue; }
    *out++ = '\\';
    if (byte >= 0x20) *out++ = text[i];
    else if (byte >= 8 && byte <= 13 && byte != 11) *out++ = names[byte - 8];
    else { out = PUT(out, "u00"); *out++ = digits[byte >> 4]; *out++ = digits[byte & 15]; }
  }
  *out++ = '"';
  return out;
}

static void tell(floor_blob *blob) {
  const floor_records *records = &blob->now;
  /* A record takes 64 bytes at most beside its title, of which each byte takes six at most. */
  size_t needed = 32 + records->count * 64 + records->titles_length * 6;
  blob->text = grown(blob->text, needed, &blob->text_capacity, 1);
  char *at = PUT(blob->text, "{\"records\":[");
  for (size_t i = 0; i < records->count; i++) {
    const floor_record *record = &records->items[i];
    at = i ? PUT(at, ",{\"id\":") : PUT(at, "{\"id\":");
    at = put_integer(at, record->id);
    at = PUT(at, ",\"title\":");
    at = put_title(at, records->titles + record->title, record->title_length);
    at = record->is_done ? PUT(at, ",\"isDone\":true}") : PUT(at, ",\"isDone\":false}");
  }
  at = PUT(at, "]}");
  *at = 0;
  blob->observer(blob->user, blob->text, (size_t)(at - blob->text));
}

void floor_blob_open(floor_blob *blob) { pthread_mutex_init(&blob->lock, NULL); }

void floor_blob_close(floor_blob *blob) {
  free(blob->now.items);
  free(blob->now.titles);
  free(blob->next.items);
  free(blob->next.titles);
  free(blob->text);
  pthread_mutex_destroy(&blob->lock);
}

int floor_blob_send(floor_blob *blob, const char *action, size_t length) {
  cursor c = {action, action + length};
  if (!take(&c, '{') || !TAKE_KEY(&c, "replace") || !take_records(&c, &blob->next) || !take(&c, '}') || !at_end(&c))
    return -1;
  pthread_mutex_lock(&blob->lock);
  int is_changed = !are_equal(&blob->now, &blob->next);
  floor_records last = blob->now;
  blob->now = blob->next;
  blob->next = last;
  pthread_mutex_unlock(&blob->lock);
  if (is_changed) tell(blob);
  return 0;
}
