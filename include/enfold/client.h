/* client.h: what all headers that `enfold gen c` writes have in common: tables of types, and functions that read and
 * write JSON by them. For C11.
 *
 * Nothing here allocates. What is written goes into a buffer of the caller, as with snprintf. What is read goes into a
 * struct of the caller; its texts and lists go into memory of the caller, and live as long as that.
 * All functions may be called on any thread. Nothing is kept between calls.
 */
#ifndef ENFOLD_CLIENT_H
#define ENFOLD_CLIENT_H

#ifdef __cplusplus
#error "this client is for C11; for C++ make one by: enfold gen cpp PLUGIN"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../enfold.h"

/* A text, UTF-8. What was read is NUL-terminated, too, and may have NUL inside. `data` NULL: there is none. */
typedef struct enfold_text {
  const char *data;
  size_t length;
} enfold_text;

/* The text of a C string; none for NULL. It is borrowed. */
static inline enfold_text enfold_text_of(const char *text) {
  enfold_text made = {text, text != NULL ? strlen(text) : 0};
  return made;
}

typedef enum enfold_kind {
  ENFOLD_KIND_NULL,          /* bool, whatever it is */
  ENFOLD_KIND_BOOL,          /* bool */
  ENFOLD_KIND_SIGNED,        /* int8_t to int64_t */
  ENFOLD_KIND_UNSIGNED,      /* uint8_t to uint64_t */
  ENFOLD_KIND_NUMBER,        /* double */
  ENFOLD_KIND_TEXT,          /* enfold_text */
  ENFOLD_KIND_OPTIONAL_TEXT, /* enfold_text; null is none */
  ENFOLD_KIND_JSON,          /* enfold_text: JSON as it is */
  ENFOLD_KIND_OPTIONAL,      /* struct { bool has_value; T value; } */
  ENFOLD_KIND_LIST,          /* struct { const T *items; size_t count; } */
  ENFOLD_KIND_MAP,           /* the same of struct { enfold_text key; T value; } */
  ENFOLD_KIND_BOX,           /* const T *; NULL is null */
  ENFOLD_KIND_RECORD,        /* struct */
  ENFOLD_KIND_ENUMERATION,   /* enum from 0 */
  ENFOLD_KIND_CHOICE         /* struct { enum tag; union of the cases; } */
} enfold_kind;

/* What a part of a type is, beside its type. */
typedef enum enfold_part_kind {
  ENFOLD_PART_REQUIRED,  /* a member */
  ENFOLD_PART_DEFAULTED, /* a member that may be absent when it is read; it is 0 then */
  ENFOLD_PART_OMITTABLE, /* an optional that is not written when it has no value */
  ENFOLD_CASE_NAME,      /* a case that is written "name" */
  ENFOLD_CASE_OBJECT,    /* {"name":{}} */
  ENFOLD_CASE_NULL,      /* {"name":null} */
  ENFOLD_CASE_VALUE,     /* {"name":value} */
  ENFOLD_CASE_ELEMENTS   /* {"name":[values]}: its type is a record whose keys do not count */
} enfold_part_kind;

typedef struct enfold_type enfold_type;

/* A member of a record, a case of a choice, or a name of an enumeration. */
typedef struct enfold_part {
  const char *key;
  const enfold_type *type; /* NULL: a name, or a case without values */
  size_t offset;           /* in the struct around it */
  enfold_part_kind kind;
} enfold_part;

struct enfold_type {
  enfold_kind kind;
  size_t size;
  const enfold_type *inner; /* of an optional, a list, a map, a box */
  size_t offset;            /* of the value in an optional or an entry of a map */
  size_t stride;            /* the size of an entry of a map */
  const enfold_part *parts;
  size_t count;
};

/* Writes a value as JSON. Returns how many bytes it has, without the NUL at the end; `buffer` holds it all only if that
 * is less than `size`. buffer may be NULL if size is 0. */
static inline size_t enfold_write(const enfold_type *type, const void *value, char *buffer, size_t size);

/* Reads a value that is the whole text. Returns how many bytes its texts and lists need in `memory`, which needs no
 * alignment; if that is more than `size`, `value` is all zero: call it again with enough. memory may be NULL if size is
 * 0. Less than 0 is a status, and `error`, which may be NULL, says what is wrong and where. Keys that a record does not
 * have are passed over.
 * ENFOLD_BAD_JSON, ENFOLD_BAD_STATE (JSON, but no value of the type), ENFOLD_LIMIT (nested more than 512 deep). */
static inline ptrdiff_t enfold_read(const enfold_type *type, void *value, void *memory, size_t size, const char *json,
                                    size_t length, enfold_error *error);

static const enfold_type enfold_null_type = {ENFOLD_KIND_NULL, sizeof(bool), NULL, 0, 0, NULL, 0};
static const enfold_type enfold_bool_type = {ENFOLD_KIND_BOOL, sizeof(bool), NULL, 0, 0, NULL, 0};
static const enfold_type enfold_int8_type = {ENFOLD_KIND_SIGNED, 1, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_int16_type = {ENFOLD_KIND_SIGNED, 2, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_int32_type = {ENFOLD_KIND_SIGNED, 4, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_int64_type = {ENFOLD_KIND_SIGNED, 8, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_uint8_type = {ENFOLD_KIND_UNSIGNED, 1, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_uint16_type = {ENFOLD_KIND_UNSIGNED, 2, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_uint32_type = {ENFOLD_KIND_UNSIGNED, 4, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_uint64_type = {ENFOLD_KIND_UNSIGNED, 8, NULL, 0, 0, NULL, 0};
static const enfold_type enfold_number_type = {ENFOLD_KIND_NUMBER, sizeof(double), NULL, 0, 0, NULL, 0};
static const enfold_type enfold_text_type = {ENFOLD_KIND_TEXT, sizeof(enfold_text), NULL, 0, 0, NULL, 0};
static const enfold_type enfold_optional_text_type = {
    ENFOLD_KIND_OPTIONAL_TEXT, sizeof(enfold_text), NULL, 0, 0, NULL, 0};
static const enfold_type enfold_json_type = {ENFOLD_KIND_JSON, sizeof(enfold_text), NULL, 0, 0, NULL, 0};

/* What tables are made of. */
#define ENFOLD_LIST(type, inner) {ENFOLD_KIND_LIST, sizeof(type), inner, 0, 0, NULL, 0}
#define ENFOLD_MAP(type, entry, inner) \
  {ENFOLD_KIND_MAP, sizeof(type), inner, offsetof(entry, value), sizeof(entry), NULL, 0}
#define ENFOLD_OPTIONAL(type, inner) {ENFOLD_KIND_OPTIONAL, sizeof(type), inner, offsetof(type, value), 0, NULL, 0}
#define ENFOLD_BOX(inner) {ENFOLD_KIND_BOX, sizeof(void *), inner, 0, 0, NULL, 0}
#define ENFOLD_PARTS(kind, type, parts) \
  {ENFOLD_KIND_##kind, sizeof(type), NULL, 0, 0, parts, sizeof(parts) / sizeof *(parts)}
#define ENFOLD_NO_PARTS(kind, type) {ENFOLD_KIND_##kind, sizeof(type), NULL, 0, 0, NULL, 0}
/* Where a value is in the struct of its case. */
#define ENFOLD_OFFSET(type, member, value) (offsetof(type, member.value) - offsetof(type, member))

/* Lists and maps look alike in memory. */
typedef struct enfold_items {
  const void *items;
  size_t count;
} enfold_items;

#include "client_scan.h"
#include "client_read.h"
#include "client_write.h"
#include "client_patch.h"

#endif /* ENFOLD_CLIENT_H */
