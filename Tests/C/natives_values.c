/* natives_values.c: every type of a prototype in every position: what arrives, and what is answered, is what a direct call gives. */
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <sys/types.h>

#include "plugin_asker.h"

typedef void (*function)(void);

static void bind(const char *prototype, function fn) {
  CHECK_OK(enfold_runtime_bind(runtime, prototype, fn, "{\"name\":\"f\"}", ENFOLD_NUL, &problem));
}

/* What the last function that was bound answers; NULL if it failed, and then `failure` says why. `whole` may be NULL. */
static char failure[512];

static const char *answer_to(const char *payload, char *whole) {
  asker *a = new_asker(ENFOLD_OK);
  a->whole = whole;
  CHECK_OK(ask_for("f", payload, a, 0));
  CHECK_INT(a->resolved + a->failed, 1);
  CHECK_INT(a->releases, 1);
  if (a->resolved == 1) return whole != NULL ? whole : a->text;
  snprintf(failure, sizeof failure, "%s", a->text);
  return NULL;
}

/* ---- Numbers ------------------------------------------------------------------------------------------------------ */

enum { POSITIONS = 9 }; /* six integers and eight floats are passed in registers, the others on the stack */

static void write_bool(char *text, size_t size, bool value) { snprintf(text, size, value ? "true" : "false"); }
static void write_signed(char *text, size_t size, intmax_t value) { snprintf(text, size, "%" PRIdMAX, value); }
static void write_unsigned(char *text, size_t size, uintmax_t value) { snprintf(text, size, "%" PRIuMAX, value); }

/* The numbers that JSON does not have are strings. */
static void write_finite(char *text, size_t size, double value, int digits) {
  if (isfinite(value)) snprintf(text, size, "%.*g", digits, value);
  else snprintf(text, size, isnan(value) ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
}
static void write_float(char *text, size_t size, float value) { write_finite(text, size, (double)value, 9); }
static void write_double(char *text, size_t size, double value) { write_finite(text, size, value, 17); }

/* An integer and a boolean are answered as they were written. */
static bool is_text(const char *answer, const char *written) { return strcmp(answer, written) == 0; }
static bool is_float(const char *answer, const char *written) {
  if (*written == '"') return is_text(answer, written);
  float a = strtof(answer, NULL), b = strtof(written, NULL);
  return memcmp(&a, &b, sizeof a) == 0;
}
static bool is_double(const char *answer, const char *written) {
  if (*written == '"') return is_text(answer, written);
  double a = strtod(answer, NULL), b = strtod(written, NULL);
  return memcmp(&a, &b, sizeof a) == 0;
}

static void check_answer(const char *prototype, const char *payload, bool (*same)(const char *, const char *),
                         const char *expected) {
  const char *answer = answer_to(payload, NULL);
  if (answer != NULL && same(answer, expected)) return;
  fprintf(stderr, "%s\n  of %s is %s, not %s\n", prototype, payload, answer == NULL ? failure : answer, expected);
  exit(1);
}

/* A test of a type: `pick` returns one of nine arguments, `mix` one of four among others. Each value comes to each position, with
 * another value around it, and must be what the direct call returns. */
#define TYPE(name, T, spelling, write, same, ...)                                                                            \
  static T pick_##name(T a, T b, T c, T d, T e, T f, T g, T h, T i, int which) {                                             \
    const T all[POSITIONS] = {a, b, c, d, e, f, g, h, i};                                                                    \
    return all[which];                                                                                                       \
  }                                                                                                                          \
  static T mix_##name(double x, T a, const char *s, int8_t n, float y, T b, bool z, uint64_t u, double v, T c, void *p, T d, \
                      int which) {                                                                                           \
    const T all[4] = {a, b, c, d};                                                                                           \
    CHECK(x == 1.5 && strcmp(s, "text") == 0 && n == -7 && y == 2.5f && z && u == UINT64_MAX && v == -3.25);                 \
    CHECK(p == NULL);                                                                                                        \
    return all[which];                                                                                                       \
  }                                                                                                                          \
  static void every_##name(void) {                                                                                           \
    static const T values[] = {__VA_ARGS__};                                                                                 \
    enum { COUNT = sizeof values / sizeof *values };                                                                         \
    const char *prototype = spelling " f(" spelling "," spelling "," spelling "," spelling "," spelling "," spelling         \
                                     "," spelling "," spelling "," spelling ", int which)";                                  \
    bind(prototype, (function)pick_##name);                                                                                  \
    for (int i = 0; i < COUNT; i++) {                                                                                        \
      for (int which = 0; which < POSITIONS; which++) {                                                                      \
        char payload[1024], expected[64], around[64];                                                                        \
        T all[POSITIONS];                                                                                                    \
        size_t length = (size_t)snprintf(payload, sizeof payload, "{\"which\":%d", which);                                   \
        write(around, sizeof around, values[(i + 1) % COUNT]);                                                               \
        for (int at = 0; at < POSITIONS; at++) {                                                                             \
          all[at] = values[at == which ? i : (i + 1) % COUNT];                                                               \
          write(expected, sizeof expected, values[i]);                                                                       \
          length += (size_t)snprintf(payload + length, sizeof payload - length, ",\"arg%d\":%s", at,                         \
                                     at == which ? expected : around);                                                       \
        }                                                                                                                    \
        strcpy(payload + length, "}");                                                                                       \
        T direct = pick_##name(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], which);               \
        write(expected, sizeof expected, direct);                                                                            \
        check_answer(prototype, payload, same, expected);                                                                    \
      }                                                                                                                      \
    }                                                                                                                        \
    prototype = spelling " f(double x, " spelling " a, const char *s, int8_t n, float y, " spelling                          \
                         " b, bool z, uint64_t u, double v, " spelling " c, void *p, " spelling " d, int which)";            \
    bind(prototype, (function)mix_##name);                                                                                   \
    for (int i = 0; i < COUNT; i++) {                                                                                        \
      for (int which = 0; which < 4; which++) {                                                                              \
        char payload[1024], all[4][64], expected[64];                                                                        \
        for (int at = 0; at < 4; at++) write(all[at], sizeof all[at], values[at == which ? i : (i + 1) % COUNT]);            \
        snprintf(payload, sizeof payload, "[1.5, %s, \"text\", -7, 2.5, %s, true, 18446744073709551615, -3.25, %s, null, %s, %d]", \
                 all[0], all[1], all[2], all[3], which);                                                                     \
        write(expected, sizeof expected, values[i]);                                                                         \
        check_answer(prototype, payload, same, expected);                                                                    \
      }                                                                                                                      \
    }                                                                                                                        \
  }

#define SIGNED(name, T, spelling, least, greatest) \
  TYPE(name, T, spelling, write_signed, is_text, least, greatest, 0, -1, 1, (T)((least) + 1), (T)((greatest)-1), 42)
#define UNSIGNED(name, T, spelling, greatest) \
  TYPE(name, T, spelling, write_unsigned, is_text, 0, greatest, 1, (T)((greatest)-1), (T)((greatest) / 2 + 1), 42)

TYPE(bool, bool, "bool", write_bool, is_text, true, false)
TYPE(_Bool, bool, "_Bool", write_bool, is_text, false, true)
#if CHAR_MIN < 0
SIGNED(char, char, "char", CHAR_MIN, CHAR_MAX)
#else
UNSIGNED(char, char, "char", CHAR_MAX)
#endif
SIGNED(signed_char, signed char, "signed char", SCHAR_MIN, SCHAR_MAX)
UNSIGNED(unsigned_char, unsigned char, "unsigned char", UCHAR_MAX)
SIGNED(short, short, "short", SHRT_MIN, SHRT_MAX)
UNSIGNED(unsigned_short, unsigned short, "unsigned short", USHRT_MAX)
SIGNED(int, int, "int", INT_MIN, INT_MAX)
UNSIGNED(unsigned, unsigned, "unsigned", UINT_MAX)
SIGNED(long, long, "long", LONG_MIN, LONG_MAX)
UNSIGNED(unsigned_long, unsigned long, "unsigned long int", ULONG_MAX)
SIGNED(long_long, long long, "long long", LLONG_MIN, LLONG_MAX)
UNSIGNED(unsigned_long_long, unsigned long long, "unsigned long long", ULLONG_MAX)
SIGNED(int8, int8_t, "int8_t", INT8_MIN, INT8_MAX)
SIGNED(int16, int16_t, "int16_t", INT16_MIN, INT16_MAX)
SIGNED(int32, int32_t, "int32_t", INT32_MIN, INT32_MAX)
SIGNED(int64, int64_t, "int64_t", INT64_MIN, INT64_MAX)
UNSIGNED(uint8, uint8_t, "uint8_t", UINT8_MAX)
UNSIGNED(uint16, uint16_t, "uint16_t", UINT16_MAX)
UNSIGNED(uint32, uint32_t, "uint32_t", UINT32_MAX)
UNSIGNED(uint64, uint64_t, "uint64_t", UINT64_MAX)
UNSIGNED(size, size_t, "size_t", SIZE_MAX)
SIGNED(ssize, ssize_t, "ssize_t", INTPTR_MIN, INTPTR_MAX)
SIGNED(ptrdiff, ptrdiff_t, "ptrdiff_t", PTRDIFF_MIN, PTRDIFF_MAX)
SIGNED(intptr, intptr_t, "intptr_t", INTPTR_MIN, INTPTR_MAX)
UNSIGNED(uintptr, uintptr_t, "uintptr_t", UINTPTR_MAX)
SIGNED(intmax, intmax_t, "intmax_t", INTMAX_MIN, INTMAX_MAX)
UNSIGNED(uintmax, uintmax_t, "uintmax_t", UINTMAX_MAX)
TYPE(float, float, "float", write_float, is_float, 0.0f, -0.0f, 1.0f, -1.0f, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-45f, 0.1f, 16777217.0f,
     NAN, INFINITY, -INFINITY)
TYPE(double, double, "double", write_double, is_double, 0.0, -0.0, 1.0, -1.0, DBL_MAX, -DBL_MAX, DBL_MIN, 4.9e-324, 0.1,
     9007199254740993.0, 1e300, NAN, INFINITY, -INFINITY)

/* ---- Results that are not clean ---------------------------------------------------------------------------------- */

/* Only the bytes of the type count: a function may leave anything in the rest of the register. */
static uint64_t all_ones(void) { return UINT64_MAX; }
static uint64_t all_ones_but_eight(void) { return 0xFFFFFFFFFFFFFF00; }
static uint64_t two(void) { return 2; }

static void only_the_bytes_of_a_result_count(void) {
  static const struct {
    const char *prototype;
    uint64_t (*fn)(void);
    const char *answer;
  } cases[] = {{"int8_t f(void)", all_ones, "-1"},
               {"uint8_t f(void)", all_ones, "255"},
               {"int16_t f(void)", all_ones, "-1"},
               {"uint16_t f(void)", all_ones, "65535"},
               {"int f(void)", all_ones, "-1"},
               {"uint32_t f(void)", all_ones, "4294967295"},
               {"int64_t f(void)", all_ones, "-1"},
               {"uint64_t f(void)", all_ones, "18446744073709551615"},
               {"int8_t f(void)", all_ones_but_eight, "0"},
               {"uint8_t f(void)", all_ones_but_eight, "0"},
               {"int16_t f(void)", all_ones_but_eight, "-256"},
               {"uint32_t f(void)", all_ones_but_eight, "4294967040"},
               {"bool f(void)", all_ones_but_eight, "false"},
               {"bool f(void)", two, "true"},
               {"void f(void)", all_ones, "null"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    bind(cases[i].prototype, (function)cases[i].fn);
    check_answer(cases[i].prototype, "null", is_text, cases[i].answer);
  }
}

/* ---- Texts -------------------------------------------------------------------------------------------------------- */

static const char *pick_text(const char *a, const char *b, const char *c, const char *d, const char *e, const char *f,
                             const char *g, const char *h, const char *i, int which) {
  const char *const all[POSITIONS] = {a, b, c, d, e, f, g, h, i};
  for (int at = 0; at < POSITIONS; at++) CHECK(at == which || strcmp(all[at], "other") == 0);
  return all[which];
}

static void check_text_in_every_position(const char *json) {
  size_t size = strlen(json) + 1024;
  char *payload = malloc(size), *whole = malloc(size);
  CHECK(payload != NULL && whole != NULL);
  for (int which = 0; which < POSITIONS; which++) {
    size_t length = (size_t)snprintf(payload, size, "[");
    for (int at = 0; at < POSITIONS; at++) {
      length += (size_t)snprintf(payload + length, size - length, "%s,", at == which ? json : "\"other\"");
    }
    snprintf(payload + length, size - length, "%d]", which);
    const char *answer = answer_to(payload, whole);
    if (answer == NULL || strcmp(answer, json) != 0) {
      fprintf(stderr, "the text %.60s at %d: %.60s\n", json, which, answer == NULL ? failure : answer);
      exit(1);
    }
  }
  free(payload);
  free(whole);
}

static void every_text(void) {
  bind("const char *f(const char *,const char *,const char *,const char *,const char *,const char *,const char *,"
       "const char *,const char *,int which)", (function)pick_text);
  static const char *const texts[] = {"\"\"", "\"a\"", "null", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\x89\"", "\"\\\"\\\\\\n\\t\"",
                                      "\"\\u0001\\u001f\x7f\""};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_text_in_every_position(texts[i]);
  size_t length = 1 << 20;
  char *megabyte = malloc(length + 3);
  CHECK(megabyte != NULL);
  memset(megabyte, 'x', length + 2);
  megabyte[0] = megabyte[length + 1] = '"';
  megabyte[length + 2] = '\0';
  check_text_in_every_position(megabyte);
  free(megabyte);
}

static const char *given_text;
static const char *give_text(void) { return given_text; }

static void a_text_that_is_not_utf8_is_refused(void) {
  static const struct {
    const char *text;
    int wrong;
  } cases[] = {{"\xFF", 0},         {"abc\x80", 3},     {"\xC3", 0},         {"\xC3(", 0},
               {"a\xED\xA0\x80", 1}, {"\xC0\x80", 0},    {"\xF4\x90\x80\x80", 0}, {"ok \xE2\x82", 3}};
  bind("char *f(void)", (function)give_text);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char expected[128];
    given_text = cases[i].text;
    CHECK(answer_to("null", NULL) == NULL);
    snprintf(expected, sizeof expected, "f: the result is a text that is not UTF-8: byte %d is wrong", cases[i].wrong);
    CHECK_TEXT(failure, expected);
  }
  given_text = NULL;
  CHECK_TEXT(answer_to("[]", NULL), "null");
}

/* ---- Pointers ----------------------------------------------------------------------------------------------------- */

static void *pick_pointer(void *a, char *b, const void *c, FILE *d, int **e, uint8_t *f, struct tm *g, const unsigned char *h,
                          const char **i, int which) {
  void *const all[POSITIONS] = {a, b, (void *)(uintptr_t)c, d, e, f, g, (void *)(uintptr_t)h, (void *)(uintptr_t)i};
  return all[which];
}

static void *given_pointer;
static void *give_pointer(void) { return given_pointer; }

static void every_pointer(void) {
  static int here;
  void *const pointers[] = {NULL, &here, (void *)1, (void *)UINTPTR_MAX, (void *)(uintptr_t)0x7FFF0000DEADBEEF};
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
    char expected[64] = "null";
    if (pointers[i] != NULL) snprintf(expected, sizeof expected, "\"0x%" PRIxPTR "\"", (uintptr_t)pointers[i]);
    given_pointer = pointers[i];
    bind("void *f(void)", (function)give_pointer);
    CHECK_TEXT(answer_to("{}", NULL), expected);
    bind("void *f(void *, char *, const void *, FILE *, int **, uint8_t *, struct tm *, const unsigned char *, const char **,"
         " int which)", (function)pick_pointer);
    for (int which = 0; which < POSITIONS; which++) {
      char payload[512] = "[";
      for (int at = 0; at < POSITIONS; at++) strcat(strcat(payload, at == which ? expected : "null"), ",");
      snprintf(payload + strlen(payload), 8, "%d]", which);
      check_answer("pointers", payload, is_text, expected);
    }
  }
}

/* ---- What is refused before the call ------------------------------------------------------------------------------ */

static void never(void) { CHECK(!"this is not called"); }

static void an_argument_that_does_not_fit_is_refused(void) {
  static const struct {
    const char *type, *value, *message;
  } cases[] = {
      {"bool", "1", "must be true or false, but is a number"},
      {"bool", "null", "must be true or false, but is null"},
      {"bool", "\"true\"", "must be true or false, but is a string"},
      {"int8_t", "128", "must be an integer from -128 to 127 (int8_t), but is 128"},
      {"int8_t", "-129", "must be an integer from -128 to 127 (int8_t), but is -129"},
      {"uint8_t", "256", "must be an integer from 0 to 255 (uint8_t), but is 256"},
      {"uint8_t", "-1", "must be an integer from 0 to 255 (uint8_t), but is -1"},
      {"short", "32768", "must be an integer from -32768 to 32767 (short), but is 32768"},
      {"unsigned short", "65536", "must be an integer from 0 to 65535 (unsigned short), but is 65536"},
      {"int", "2147483648", "must be an integer from -2147483648 to 2147483647 (int), but is 2147483648"},
      {"int", "-2147483649", "(int), but is -2147483649"},
      {"unsigned", "4294967296", "must be an integer from 0 to 4294967295 (unsigned), but is 4294967296"},
      {"long", "9223372036854775808", "from -9223372036854775808 to 9223372036854775807 (long), but is 9223372036854775808"},
      {"long", "-9223372036854775809", "(long), but is -9223372036854775809"},
      {"uint64_t", "18446744073709551616", "from 0 to 18446744073709551615 (uint64_t), but is 18446744073709551616"},
      {"size_t", "-1", "(size_t), but is -1"},
      {"int64_t", "99999999999999999999999999999999999999999999999999", "but is 999999999999999999999999999999999999999\xE2\x80\xA6"},
      {"int", "1.0", "(int), but is 1.0"},
      {"int", "1e3", "(int), but is 1e3"},
      {"int", "0.5", "(int), but is 0.5"},
      {"int", "null", "(int), but is null"},
      {"int", "true", "(int), but is a boolean"},
      {"int", "\"1\"", "must be an integer from -2147483648 to 2147483647 (int), but is a string"},
      {"int", "[1]", "(int), but is an array"},
      {"int", "{}", "(int), but is an object"},
      {"char", "\"a\"", "(char), but is a string"},
      {"float", "1e39", "must be a number from -3.4e38 to 3.4e38 (float), but is 1e39"},
      {"float", "-3.5e38", "must be a number from -3.4e38 to 3.4e38 (float), but is -3.5e38"},
      {"double", "1e309", "must be a number from -1.8e308 to 1.8e308 (double), but is 1e309"},
      {"double", "null", "must be a number (double), but is null"},
      {"double", "\"1\"", "must be a number (double), but is a string"},
      {"double", "true", "must be a number (double), but is a boolean"},
      {"float", "\"nan\"", "must be a number (float), but is a string"},
      {"const char *", "1", "must be a string or null, but is a number"},
      {"const char *", "[]", "must be a string or null, but is an array"},
      {"const char *", "\"a\\u0000b\"", "must be a string without U+0000, because a text of C ends there"},
      {"const char *", "\"\\u0000\"", "must be a string without U+0000"},
      {"void *", "1", "must be an address such as \"0x55d0c0ffee00\", or null, but is a number"},
      {"void *", "0", "must be an address such as \"0x55d0c0ffee00\", or null, but is a number"},
      {"void *", "\"hello\"", "(a text is declared as const char *), but is \"hello\""},
      {"void *", "\"\"", "must be an address such as"},
      {"void *", "\"0x\"", "must be an address such as"},
      {"void *", "\"0x0\"", "must be an address such as"},
      {"void *", "\"0x+1\"", "must be an address such as"},
      {"void *", "\"0x-1\"", "must be an address such as"},
      {"void *", "\"1234\"", "must be an address such as"},
      {"void *", "\"0xabcg\"", "must be an address such as"},
      {"void *", "\"0x10000000000000000\"", "must be an address such as"},
      {"void *", "\"0x1234\"", "must be an address that C code has returned or passed before, but is \"0x1234\""},
      {"char *", "\"0xffffffffffffffff\"", "must be an address that C code has returned or passed before"},
      {"char *", "\"text\"", "must be an address such as"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int form = 0; form < 3; form++) {
      char prototype[128], payload[256];
      snprintf(prototype, sizeof prototype, form == 0 ? "void f(%s value)" : "void f(int a, %s value, int b)", cases[i].type);
      bind(prototype, never);
      if (form == 0) snprintf(payload, sizeof payload, "[%s]", cases[i].value);
      if (form == 1) snprintf(payload, sizeof payload, "[1,%s,2]", cases[i].value);
      if (form == 2) snprintf(payload, sizeof payload, "{\"a\":1,\"b\":2,\"value\":%s}", cases[i].value);
      const char *answer = answer_to(payload, NULL);
      if (answer == NULL && strncmp(failure, "f: value must be ", 17) == 0 && strstr(failure, cases[i].message) != NULL) continue;
      fprintf(stderr, "%s of %s: %s\n  should have: %s\n", prototype, payload, answer == NULL ? failure : answer, cases[i].message);
      exit(1);
    }
  }
}

static void everything(void) {
  EACH(every_bool);
  EACH(every__Bool);
  EACH(every_char);
  EACH(every_signed_char);
  EACH(every_unsigned_char);
  EACH(every_short);
  EACH(every_unsigned_short);
  EACH(every_int);
  EACH(every_unsigned);
  EACH(every_long);
  EACH(every_unsigned_long);
  EACH(every_long_long);
  EACH(every_unsigned_long_long);
  EACH(every_int8);
  EACH(every_int16);
  EACH(every_int32);
  EACH(every_int64);
  EACH(every_uint8);
  EACH(every_uint16);
  EACH(every_uint32);
  EACH(every_uint64);
  EACH(every_size);
  EACH(every_ssize);
  EACH(every_ptrdiff);
  EACH(every_intptr);
  EACH(every_uintptr);
  EACH(every_intmax);
  EACH(every_uintmax);
  EACH(every_float);
  EACH(every_double);
  EACH(only_the_bytes_of_a_result_count);
  EACH(every_text);
  EACH(a_text_that_is_not_utf8_is_refused);
  EACH(every_pointer);
  EACH(an_argument_that_does_not_fit_is_refused);
}

int main(void) {
  everything();
  return 0;
}
