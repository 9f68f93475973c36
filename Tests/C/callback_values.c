/* callback_values.c: every type at every position with every kind of value gives the same JSON, by a thunk, by a closure of
 * libffi, and by enfold_store_send with the value as C writes it. */
#include <math.h>
#include <stddef.h>
#include <sys/types.h>

#include "keeper.h"

enum { LONG_TEXT = 1 << 20 };

static enfold_store store;
static char *long_text, *quoted_long_text;

/* A value as it is passed, and its JSON: NULL if it is told to the receiver of diagnostics instead. */
typedef struct value {
  union {
    int64_t integer;
    double number;
    const char *text;
    const void *pointer;
  };
  const char *json;
} value;

static value integer(int64_t number, bool is_unsigned) {
  static char texts[64][32];
  static int next;
  char *text = texts[next++ % 64];
  if (is_unsigned) {
    snprintf(text, sizeof texts[0], "%" PRIu64, (uint64_t)number);
  } else {
    snprintf(text, sizeof texts[0], "%" PRId64, number);
  }
  return (value){.integer = number, .json = text};
}

static value pointer(uintptr_t address) {
  static char texts[8][32];
  static int next;
  char *text = texts[next++ % 8];
  snprintf(text, sizeof texts[0], "\"0x%" PRIxPTR "\"", address);
  return (value){.pointer = (const void *)address, .json = address == 0 ? "null" : text};
}

static value text(const char *given, const char *json) { return (value){.text = given, .json = json}; }
static value number(double given, const char *json) { return (value){.number = given, .json = json}; }

/* How many values were refused, and looked at. */
static int refused, passed;

static void expect(const value *v, int before) {
  if (v->json == NULL) {
    CHECK_INT(records.count, before + 1);
    CHECK_CONTAINS(records.last, "the callback f has sent nothing: v is a text that is not UTF-8");
    refused++;
    return;
  }
  CHECK_INT(records.count, before);
  /* What C code would have sent itself. */
  char *kept = strdup(last(store));
  CHECK_OK(enfold_store_send(store, v->json, ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(last(store), kept);
  CHECK_TEXT(kept, v->json);
  free(kept);
  passed++;
}

/* The prototype of a function with the parameter v of a type at a position, between others. `seventh`: with so many parameters
 * that libffi must make it. */
static function make(const char *type, int position, int count) {
  char prototype[512] = "int f(";
  for (int i = 0; i < count; i++) {
    size_t length = strlen(prototype);
    if (i == position) {
      snprintf(prototype + length, sizeof prototype - length, "%s%s v", i > 0 ? ", " : "", type);
    } else {
      snprintf(prototype + length, sizeof prototype - length, "%slong a%d", i > 0 ? ", " : "", i);
    }
  }
  strcat(prototype, ")");
  function made = NULL;
  callback_with(store, prototype, "\"$v\"", "{\"returns\":-77}", &made);
  return made;
}

#define FILLER (long)0x7B7B7B7B7B7B7B7B

/* Calls a function of six or ten parameters, whose one at `position` is the value. */
#define CALL(T, member)                                                                                              \
  static int call_##T##_##member(function made, int position, int count, const value *v) {                          \
    typedef T type;                                                                                                  \
    const long o = FILLER;                                                                                           \
    const type x = (type)v->member;                                                                                  \
    if (count == 6) {                                                                                                \
      switch (position) {                                                                                            \
        case 0: return ((int (*)(type, long, long, long, long, long))made)(x, o, o, o, o, o);                        \
        case 1: return ((int (*)(long, type, long, long, long, long))made)(o, x, o, o, o, o);                        \
        case 2: return ((int (*)(long, long, type, long, long, long))made)(o, o, x, o, o, o);                        \
        case 3: return ((int (*)(long, long, long, type, long, long))made)(o, o, o, x, o, o);                        \
        case 4: return ((int (*)(long, long, long, long, type, long))made)(o, o, o, o, x, o);                        \
        default: return ((int (*)(long, long, long, long, long, type))made)(o, o, o, o, o, x);                       \
      }                                                                                                              \
    }                                                                                                                \
    switch (position) {                                                                                              \
      case 0: return ((int (*)(type, long, long, long, long, long, long, long, long, long))made)(x, o, o, o, o, o, o, o, o, o); \
      case 1: return ((int (*)(long, type, long, long, long, long, long, long, long, long))made)(o, x, o, o, o, o, o, o, o, o); \
      case 2: return ((int (*)(long, long, type, long, long, long, long, long, long, long))made)(o, o, x, o, o, o, o, o, o, o); \
      case 3: return ((int (*)(long, long, long, type, long, long, long, long, long, long))made)(o, o, o, x, o, o, o, o, o, o); \
      case 4: return ((int (*)(long, long, long, long, type, long, long, long, long, long))made)(o, o, o, o, x, o, o, o, o, o); \
      case 5: return ((int (*)(long, long, long, long, long, type, long, long, long, long))made)(o, o, o, o, o, x, o, o, o, o); \
      case 6: return ((int (*)(long, long, long, long, long, long, type, long, long, long))made)(o, o, o, o, o, o, x, o, o, o); \
      case 7: return ((int (*)(long, long, long, long, long, long, long, type, long, long))made)(o, o, o, o, o, o, o, x, o, o); \
      case 8: return ((int (*)(long, long, long, long, long, long, long, long, type, long))made)(o, o, o, o, o, o, o, o, x, o); \
      default: return ((int (*)(long, long, long, long, long, long, long, long, long, type))made)(o, o, o, o, o, o, o, o, o, x); \
    }                                                                                                                \
  }

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_t;
typedef unsigned int uint;
typedef unsigned long ulong_t;
typedef long long llong;
typedef unsigned long long ullong;
typedef const char *ctext;
typedef const void *cpointer;

CALL(bool, integer)
CALL(char, integer)
CALL(schar, integer)
CALL(uchar, integer)
CALL(short, integer)
CALL(ushort_t, integer)
CALL(int, integer)
CALL(uint, integer)
CALL(long, integer)
CALL(ulong_t, integer)
CALL(llong, integer)
CALL(ullong, integer)
CALL(int8_t, integer)
CALL(uint8_t, integer)
CALL(int16_t, integer)
CALL(uint16_t, integer)
CALL(int32_t, integer)
CALL(uint32_t, integer)
CALL(int64_t, integer)
CALL(uint64_t, integer)
CALL(size_t, integer)
CALL(ssize_t, integer)
CALL(ptrdiff_t, integer)
CALL(intptr_t, integer)
CALL(uintptr_t, integer)
CALL(intmax_t, integer)
CALL(uintmax_t, integer)
CALL(float, number)
CALL(double, number)
CALL(ctext, text)
CALL(cpointer, pointer)

static const struct {
  const char *spelling;
  int (*call)(function, int, int, const value *);
  int bits; /* of an integer */
  enum { BOOL, SIGNED, UNSIGNED, FLOATING, TEXT, POINTER } kind;
} types[] = {
    {"bool", call_bool_integer, 0, BOOL},
    {"char", call_char_integer, 8, (char)-1 < 0 ? SIGNED : UNSIGNED},
    {"signed char", call_schar_integer, 8, SIGNED},
    {"unsigned char", call_uchar_integer, 8, UNSIGNED},
    {"short", call_short_integer, 16, SIGNED},
    {"unsigned short", call_ushort_t_integer, 16, UNSIGNED},
    {"int", call_int_integer, 32, SIGNED},
    {"unsigned", call_uint_integer, 32, UNSIGNED},
    {"long", call_long_integer, 64, SIGNED},
    {"unsigned long", call_ulong_t_integer, 64, UNSIGNED},
    {"long long", call_llong_integer, 64, SIGNED},
    {"unsigned long long", call_ullong_integer, 64, UNSIGNED},
    {"int8_t", call_int8_t_integer, 8, SIGNED},
    {"uint8_t", call_uint8_t_integer, 8, UNSIGNED},
    {"int16_t", call_int16_t_integer, 16, SIGNED},
    {"uint16_t", call_uint16_t_integer, 16, UNSIGNED},
    {"int32_t", call_int32_t_integer, 32, SIGNED},
    {"uint32_t", call_uint32_t_integer, 32, UNSIGNED},
    {"int64_t", call_int64_t_integer, 64, SIGNED},
    {"uint64_t", call_uint64_t_integer, 64, UNSIGNED},
    {"size_t", call_size_t_integer, 64, UNSIGNED},
    {"ssize_t", call_ssize_t_integer, 64, SIGNED},
    {"ptrdiff_t", call_ptrdiff_t_integer, 64, SIGNED},
    {"intptr_t", call_intptr_t_integer, 64, SIGNED},
    {"uintptr_t", call_uintptr_t_integer, 64, UNSIGNED},
    {"intmax_t", call_intmax_t_integer, 64, SIGNED},
    {"uintmax_t", call_uintmax_t_integer, 64, UNSIGNED},
    {"float", call_float_number, 0, FLOATING},
    {"double", call_double_number, 0, FLOATING},
    {"const char *", call_ctext_text, 0, TEXT},
    {"const void *", call_cpointer_pointer, 0, POINTER},
};
enum { TYPES = sizeof types / sizeof *types, MOST = 16 };

static int values_of(int type, value values[MOST]) {
  int count = 0;
  int bits = types[type].bits;
  switch (types[type].kind) {
    case BOOL:
      values[count++] = (value){.integer = 1, .json = "true"};
      values[count++] = (value){.integer = 0, .json = "false"};
      break;
    case SIGNED:
      values[count++] = integer(INT64_MIN >> (64 - bits), false);
      values[count++] = integer(INT64_MAX >> (64 - bits), false);
      values[count++] = integer(0, false);
      values[count++] = integer(-1, false);
      values[count++] = integer(42, false);
      break;
    case UNSIGNED:
      values[count++] = integer((int64_t)(UINT64_MAX >> (64 - bits)), true);
      values[count++] = integer(0, true);
      values[count++] = integer(1, true);
      values[count++] = integer((int64_t)((UINT64_MAX >> (64 - bits)) / 2 + 1), true); /* the sign of a signed one */
      break;
    case FLOATING:
      values[count++] = number(0, "0.0");
      values[count++] = number(-0.0, "-0.0");
      values[count++] = number(-1.5, "-1.5");
      values[count++] = number(16777216, "16777216.0");
      values[count++] = number(NAN, "\"NaN\"");
      values[count++] = number(INFINITY, "\"Infinity\"");
      values[count++] = number(-INFINITY, "\"-Infinity\"");
      if (strcmp(types[type].spelling, "float") == 0) {
        values[count++] = number(3.4028234663852886e38, "3.4028235e+38");
        values[count++] = number(1.401298464324817e-45, "1e-45");
      } else {
        values[count++] = number(1.7976931348623157e308, "1.7976931348623157e+308");
        values[count++] = number(5e-324, "5e-324");
        values[count++] = number(0.1, "0.1");
      }
      break;
    case TEXT:
      values[count++] = text("", "\"\"");
      values[count++] = text(NULL, "null");
      values[count++] = text("rye \xf0\x9f\x8c\xbe \"quoted\"\n", "\"rye \xf0\x9f\x8c\xbe \\\"quoted\\\"\\n\"");
      values[count++] = text("bad \xff", NULL);
      values[count++] = text("half \xe2\x82", NULL);
      values[count++] = text("high \xed\xa0\x80", NULL);
      values[count++] = text("long \xc0\x80", NULL);
      values[count++] = text(long_text, quoted_long_text);
      break;
    case POINTER:
      values[count++] = pointer(0);
      values[count++] = pointer((uintptr_t)&store);
      values[count++] = pointer(UINTPTR_MAX);
      values[count++] = pointer(1);
      break;
  }
  return count;
}

/* Every value at every position. */
static void check_type(int type, int parameters) {
  value values[MOST];
  int count = values_of(type, values);
  for (int position = 0; position < parameters; position++) {
    function made = make(types[type].spelling, position, parameters);
    for (int i = 0; i < count; i++) {
      int before = records.count;
      CHECK_INT(types[type].call(made, position, parameters, &values[i]), -77);
      expect(&values[i], before);
    }
  }
}

static void thunks(void) {
  for (int type = 0; type < TYPES; type++) check_type(type, 6); /* float and double: libffi's */
}

static void closures_with_many_parameters(void) {
  for (int type = 0; type < TYPES; type++) check_type(type, 10);
}

static void closures_because_no_thunks_are_left(void) {
  use_up_thunks();
  for (int type = 0; type < TYPES; type++) check_type(type, 6);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* A register holds more than a narrow result. What C code sees of it is the declared value. */
#define RESULT(T, given)                                                                     \
  do {                                                                                       \
    function made;                                                                           \
    char prototype[64], options[64];                                                         \
    snprintf(prototype, sizeof prototype, "%s f(void)", #T);                                 \
    snprintf(options, sizeof options, "{\"returns\":%s}", #given);                           \
    callback_with(store, prototype, "1", options, &made);                                    \
    CHECK(((T (*)(void))made)() == (T)given);                                                \
    snprintf(prototype, sizeof prototype, "%s f(double x)", #T);                             \
    callback_with(store, prototype, "1", options, &made);                                    \
    CHECK(((T (*)(double))made)(1) == (T)given);                                             \
  } while (0)

static void results(void) {
  RESULT(int8_t, -128);
  RESULT(int8_t, 127);
  RESULT(uint8_t, 255);
  RESULT(int16_t, -32768);
  RESULT(uint16_t, 65535);
  RESULT(int32_t, -2147483648);
  RESULT(uint32_t, 4294967295);
  RESULT(int64_t, 9223372036854775807);
  RESULT(bool, true);
  RESULT(bool, false);
  RESULT(float, -0.5);
  RESULT(double, 1.7976931348623157e308);
}

int main(void) {
  enfold_runtime runtime = open_runtime_with("{\"limits\":{\"callbacks\":100000}}", test_plugin("keeper"));
  store = open_store(runtime, "Keeper");
  listen_to(runtime);
  long_text = malloc(LONG_TEXT + 1);
  quoted_long_text = malloc(LONG_TEXT + 3);
  memset(long_text, 'y', LONG_TEXT);
  long_text[LONG_TEXT] = '\0';
  snprintf(quoted_long_text, LONG_TEXT + 3, "\"%s\"", long_text);
  RUN(thunks);
  RUN(closures_with_many_parameters);
  RUN(closures_because_no_thunks_are_left);
  RUN(results);
  fprintf(stderr, "    %d values came through, %d were refused\n", passed, refused);
  CHECK(passed > 1000 && refused > 50);
  free(long_text);
  free(quoted_long_text);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
