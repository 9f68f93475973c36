/* prototypes.c: which prototypes enfold_runtime_bind accepts, and where it sees what is wrong with the others. */
#include "check.h"

static enfold_runtime runtime;

/* Without a function nothing is bound: the prototype is read first. */
static enfold_status read_prototype(const char *text) {
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  return enfold_runtime_bind(runtime, text, NULL, NULL, 0, &problem);
}

/* ---- Accepted ---------------------------------------------------------------------------------------------------- */

static const char *const accepted[] = {
    "void f(void)",
    "void f()",
    "double cos(double x)",
    "double cos(double x);",
    "double cos(double)",
    "  double\tcos ( double x ) ; ",
    "extern double cos(double x);",
    "const char *getenv(const char *name)",
    "char *strdup(const char *)",
    "extern char *getenv (const char *__name) ",
    "char const *f(char const *const s)",
    "const char * const f(const char *restrict s, const char *__restrict t, const char *__restrict__ u)",
    "bool f(_Bool a, bool b)",
    "char f(signed char a, unsigned char b, char c)",
    "short f(short int a, int short b, unsigned short c, short unsigned int d, signed short e)",
    "int f(signed a, unsigned b, int signed c, int unsigned d, signed int e)",
    "long f(long int a, int long b, unsigned long c, long unsigned int d, signed long e, long signed f)",
    "long long f(long long int a, long int long b, unsigned long long c, long unsigned long int d)",
    "int8_t f(uint8_t a, int16_t b, uint16_t c, int32_t d, uint32_t e, int64_t f, uint64_t g)",
    "size_t f(ssize_t a, ptrdiff_t b, intptr_t c, uintptr_t d, intmax_t e, uintmax_t g)",
    "float f(float a, double b)",
    "void *malloc(size_t size)",
    "void free(void *p)",
    "FILE *fopen(const char *path, const char *mode)",
    "int fclose(FILE *stream)",
    "struct tm *localtime(const struct tm *t, union u *a, enum e *b)",
    "GtkWidget *gtk_label_new(const char *text)",
    "void f(int **a, const char **b, void ***c, FILE *const *d, volatile int *e, volatile const char *f)",
    "void f(unsigned char *a, const unsigned char *b, uint8_t *c, char *d)",
    "const int f(const int a, int const b, volatile int c, const volatile long d)",
    "int f(int arg1, int arg0, int)",
    "int class(int new, int delete, int template_, int this)",
    "int _f1(int _, int __a, int A9)",
    "int // the result\n f( /* no, (not) here */ int a, // \"one\"\n int b /**/ ) /* end */ ; // done",
    "int\r\nf\r\n(\r\nint\r\nx\r\n)\r\n",
    "int f(/* \xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\x89 */ int x)",
    "int f(int ************ x)",
    "int f(int const)",
};

static void what_c_has_is_accepted(void) {
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
    CHECK_STATUS(read_prototype(accepted[i]), ENFOLD_INVALID);
    CHECK_CONTAINS(problem.message, "fn is NULL");
    CHECK(problem.offset == UINT64_MAX);
  }
}

static void up_to_127_parameters_and_4096_bytes(void) {
  char text[8192] = "int f(";
  for (int i = 0; i < 127; i++) strcat(text, i == 0 ? "int" : ",int");
  size_t length = strlen(text);
  strcpy(text + length, ")");
  CHECK_STATUS(read_prototype(text), ENFOLD_INVALID);
  CHECK_CONTAINS(problem.message, "fn is NULL");
  strcpy(text + length, ", long)");
  CHECK_STATUS(read_prototype(text), ENFOLD_INVALID);
  CHECK_CONTAINS(problem.message, "at most 127 parameters");
  CHECK_INT(problem.offset, length + 2);
  memset(text, ' ', 4096);
  memcpy(text, "int f(int x)", 12);
  text[4096] = '\0';
  CHECK_STATUS(read_prototype(text), ENFOLD_INVALID);
  CHECK_CONTAINS(problem.message, "fn is NULL");
  text[4096] = ';';
  text[4097] = '\0';
  CHECK_STATUS(read_prototype(text), ENFOLD_INVALID);
  CHECK_CONTAINS(problem.message, "at most 4096 bytes");
  CHECK_INT(problem.offset, 4096);
  char *huge = malloc((1 << 20) + 1);
  CHECK(huge != NULL);
  memset(huge, '*', 1 << 20);
  huge[1 << 20] = '\0';
  CHECK_STATUS(read_prototype(huge), ENFOLD_INVALID);
  CHECK_CONTAINS(problem.message, "but this has 1048576");
  free(huge);
}

/* ---- Refused ----------------------------------------------------------------------------------------------------- */

/* An @ stands before the place where the caret is to be; it is no part of the prototype. */
typedef struct refusal {
  const char *prototype, *part;
} refusal;

static const refusal refused[] = {
    /* Nothing */
    {"@", "the text ends where a prototype"},
    {" \t\n@", "the text ends"},
    {"/* nothing */@", "the text ends"},
    {"// nothing@", "the text ends"},
    {"@;", "';' where the type of the result is expected"},
    {"@()", "'(' where the type of the result is expected"},
    {"@*f(void)", "'*' where the type of the result"},
    {"@...", "variable arguments are not supported"},
    {"extern@", "the text ends where the type of the result"},
    {"extern @extern int f(void)", "extern belongs at the beginning, once"},
    {"int @extern f(void)", "extern belongs at the beginning"},
    {"const@", "the text ends where the type of the result"},
    /* Types that are written wrongly */
    {"@flaot f(void)", "did you mean float?"},
    {"@dobule f(void)", "did you mean double?"},
    {"@doubel f(void)", "did you mean double?"},
    {"@itn f(void)", "did you mean int?"},
    {"@nit f(void)", "did you mean int?"},
    {"cahr *f(void)@, x", "',' where ';' or the end"},
    {"int f(@viod)", "did you mean void?"},
    {"int f(@flaot x)", "did you mean float?"},
    {"int f(int a, @lnog b)", "did you mean long?"},
    {"int f(@shrot a)", "did you mean short?"},
    {"int f(@unsinged a)", "did you mean unsigned?"},
    {"int f(@unsinged int a)", "did you mean unsigned?"},
    {"int f(@singed char a)", "did you mean signed?"},
    {"int f(@cosnt char *a)", "did you mean const?"},
    {"int f(@voaltile int a)", "did you mean volatile?"},
    {"@extren int f(void)", "did you mean extern?"},
    {"int f(@strcut tm *t)", "did you mean struct?"},
    {"int f(@size a)", "is no type that is known; did you mean size_t?"},
    {"int f(@sizet a)", "did you mean size_t?"},
    {"int f(@int32 a)", "did you mean int32_t?"},
    {"int f(@uint32 a)", "did you mean uint32_t?"},
    {"int f(@int8 a)", "did you mean int8_t?"},
    {"int f(@uint64t a)", "did you mean uint64_t?"},
    {"int f(@intptr a)", "did you mean intptr_t?"},
    {"int f(@boool a)", "did you mean bool?"},
    {"int f(@Bool a)", "did you mean bool?"},
    {"int f(@boolean a)", "did you mean bool?"},
    {"int f(@BOOL a)", "did you mean int?"},
    {"int f(@Int a)", "did you mean intptr_t?"},
    {"int f(@Double a)", "did you mean double?"},
    {"int f(@INT a)", "INT is no type that is known; known are bool, char"},
    {"int f(@string a)", "did you mean const char *?"},
    {"int f(@str a)", "did you mean const char *?"},
    {"int f(@String a)", "did you mean const char *?"},
    {"int f(@i32 a)", "did you mean int32_t?"},
    {"int f(@u64 a)", "did you mean uint64_t?"},
    {"int f(@f32 a)", "did you mean float?"},
    {"int f(@f64 a)", "did you mean double?"},
    {"int f(@usize a)", "did you mean size_t?"},
    {"int f(@byte a)", "did you mean uint8_t?"},
    {"int f(@uint a)", "did you mean unsigned int?"},
    {"int f(@ulong a)", "did you mean unsigned long?"},
    {"int f(@number a)", "did you mean double?"},
    {"@gboolean f(void)", "did you mean int?"},
    {"@gpointer f(void)", "did you mean void *?"},
    {"void f(@gdouble x)", "did you mean double?"},
    {"void f(@guint x)", "did you mean unsigned int?"},
    {"@pid_t fork(void)", "did you mean int?"},
    {"@time_t time(time_t *t)", "did you mean long?"},
    {"@off_t lseek(int fd, off_t offset, int whence)", "did you mean long?"},
    {"void f(@wchar_t c)", "did you mean int?"},
    {"void f(@Widget w)", "as a pointer any type: Widget *"},
    {"void f(@x)", "x is no type that is known"},
    {"void f(int a, @b)", "b is no type that is known"},
    {"void f(const @x)", "x is no type that is known"},
    {"void f(@_Complex x)", "_Complex is no type that is known"},
    {"void f(@__int128 x)", "__int128 is no type that is known"},
    {"@FILE f(void)", "as a pointer any type: FILE *"},
    {"@a_type_with_a_name_of_more_than_forty_characters f(void)", "a_type_with_a_name_of_more_than_forty_c\xE2\x80\xA6 is no"},
    /* Types that do not go together */
    {"int @int f(void)", "int does not go with int"},
    {"void f(int @int a)", "int does not go with int"},
    {"void f(int @char a)", "did you mean int or char?"},
    {"void f(char @int a)", "did you mean char or int?"},
    {"void f(short @char a)", "char does not go with short"},
    {"void f(long @char a)", "char does not go with long"},
    {"void f(char @long a)", "long does not go with char"},
    {"void f(short @long a)", "long does not go with short"},
    {"void f(long @short a)", "short does not go with long"},
    {"void f(short @short a)", "short does not go with short"},
    {"void f(long long @long a)", "did you mean long long?"},
    {"void f(long int long @long a)", "did you mean long long?"},
    {"void f(long long @double a)", "long double cannot be passed"},
    {"void f(long @double a)", "did you mean double?"},
    {"void f(double @long a)", "did you mean double?"},
    {"long f(void) @long", "long where ';' or the end"},
    {"long @double f(void)", "long double cannot be passed; did you mean double?"},
    {"void f(long @float a)", "did you mean double?"},
    {"void f(float @long a)", "long does not go with float"},
    {"void f(unsigned @float a)", "float does not go with unsigned"},
    {"void f(unsigned @double a)", "double does not go with unsigned"},
    {"void f(signed @double a)", "double does not go with signed"},
    {"void f(double @unsigned a)", "unsigned does not go with double"},
    {"void f(short @double a)", "double does not go with short"},
    {"void f(float @double a)", "did you mean float or double?"},
    {"void f(signed @unsigned a)", "unsigned does not go with signed"},
    {"void f(unsigned @signed a)", "signed does not go with unsigned"},
    {"void f(unsigned @unsigned a)", "unsigned does not go with unsigned"},
    {"void f(unsigned @bool a)", "bool does not go with unsigned"},
    {"void f(bool @int a)", "int does not go with bool"},
    {"void f(_Bool @unsigned a)", "unsigned does not go with _Bool"},
    {"unsigned @void f(int a)", "void does not go with unsigned"},
    {"void @int f(int a)", "int does not go with void"},
    {"void f(unsigned @size_t a)", "size_t does not go with unsigned"},
    {"void f(unsigned @ssize_t a)", "did you mean size_t?"},
    {"void f(unsigned @int32_t a)", "did you mean uint32_t?"},
    {"void f(unsigned @int8_t a)", "did you mean uint8_t?"},
    {"void f(long @int64_t a)", "int64_t does not go with long"},
    {"void f(size_t @int a)", "int does not go with size_t"},
    {"void f(int @size_t)", "size_t does not go with int"},
    {"void f(size_t @size_t)", "size_t does not go with size_t"},
    {"void f(unsigned int @uint8_t a)", "uint8_t does not go with unsigned int"},
    {"void f(int @struct tm *a)", "struct does not go with int"},
    {"void f(struct tm @int *a)", "int does not go with struct tm"},
    {"void f(struct a @struct b *a)", "struct does not go with struct a"},
    {"void f(@Foo int *a)", "Foo is no type that is known"},
    {"void f(@Foo unsigned *a)", "Foo is no type that is known"},
    {"void f(@Foo struct x *a)", "Foo is no type that is known"},
    /* By value */
    {"void f(@struct tm t)", "a struct cannot be passed by value; write struct tm *"},
    {"void f(@struct tm)", "a struct cannot be passed by value; write struct tm *"},
    {"void f(const @struct tm t)", "a struct cannot be passed by value"},
    {"void f(@struct tm const t)", "a struct cannot be passed by value"},
    {"void f(int a, @union u b)", "a union cannot be passed by value; write union u *"},
    {"@struct div div(int a, int b)", "a struct cannot be returned by value; write struct div *"},
    {"@union u f(void)", "a union cannot be returned by value"},
    {"@enum color f(void)", "write int"},
    {"void f(@enum color c)", "the size of an enum is not known here; write int"},
    {"void f(struct @{ int a; } b)", "a struct is not declared here"},
    {"void f(struct @*a)", "'*' where the name of the struct is expected"},
    {"void f(struct @int *a)", "int where the name of the struct is expected"},
    {"void f(union @) ", "')' where the name of the union"},
    {"void f(struct@", "the text ends where the name of the struct"},
    {"enum @{ A, B } f(void)", "an enum is not declared here"},
    /* Pointers to functions, arrays, references */
    {"int @(*f)(int)", "a pointer to a function; the prototype of the function is needed"},
    {"void @(*signal(int n, void (*f)(int)))(int)", "a pointer to a function"},
    {"int @(f)(int)", "the name of the function is missing"},
    {"void f(int @(*g)(int))", "a function pointer is not read; write void *"},
    {"void f(int @(*)(int))", "a function pointer is not read"},
    {"void f(void @(*g)(void *))", "a function pointer is not read; write void *"},
    {"void qsort(void *b, size_t n, size_t s, int @(*c)(const void *, const void *))", "a function pointer is not read"},
    {"void f(int g@(int))", "a function pointer is not read"},
    {"void f(int a@[3])", "an array is not read; write int *"},
    {"void f(int a@[])", "an array is not read; write int *"},
    {"void f(double@[4])", "an array is not read; write double *"},
    {"void f(char *a@[])", "an array is not read; write char **"},
    {"int main(int argc, char *argv@[])", "an array is not read; write char **"},
    {"void f(int @&a)", "a reference of C++; write int *"},
    {"void f(int a @: 3)", "a bit-field"},
    {"void f(int a @= 3)", "C has no default values"},
    /* Variable arguments */
    {"int printf(const char *format, @...)", "variable arguments are not supported"},
    {"int f(@...)", "variable arguments are not supported"},
    {"int f(int @...)", "variable arguments are not supported"},
    {"int f(int a @...)", "variable arguments are not supported"},
    {"int f(int a, @..)", "'.' where the type of a parameter is expected"},
    /* void */
    {"void f(@void a)", "no parameter is void; did you mean void *?"},
    {"void f(@void, int a)", "no parameter is void"},
    {"void f(int a, @void)", "no parameter is void"},
    {"void f(int a, @void b)", "no parameter is void"},
    {"void f(@void, void)", "no parameter is void"},
    {"void f(void@", "the text ends where ')' is expected"},
    {"void f(@void ; )", "void is a list of parameters only if it stands alone"},
    /* Names */
    {"double @(double x)", "the name of the function is missing"},
    {"double@", "the text ends where the name of the function"},
    {"double @;", "';' where the name of the function"},
    {"double *@(double x)", "the name of the function is missing"},
    {"@cos(double x)", "the type of the result is missing; write void cos(\xE2\x80\xA6) if there is none"},
    {"extern @cos(double x)", "the type of the result is missing"},
    {"const @cos(double x)", "the type of the result is missing"},
    {"int @default(int x)", "default means something in C and cannot be a name"},
    {"int @while(int x)", "while means something in C"},
    {"int f(int @for)", "for means something in C and cannot be a name; the name of a parameter"},
    {"int f(int @return)", "return means something in C"},
    {"int f(int @restrict)", "restrict"},
    {"int f(@if x)", "if where the type of a parameter is expected"},
    {"int @9f(int x)", "'9' where the name of the function"},
    {"int f(int @9)", "'9' where ',' or ')'"},
    {"int @\"f\"(int x)", "where the name of the function"},
    {"@\"C\" int f(int x)", "where the type of the result"},
    {"extern @\"C\" int f(int x)", "where the type of the result"},
    {"int f@\xC3\xA9(int x)", "a character that C does not have here"},
    {"int f(int @\xE2\x82\xAC)", "a character that C does not have here"},
    {"int f(int x@\\)", "'\\' where"},
    {"int f(int @$x)", "'$' where"},
    {"int f(int x, int @x)", "two parameters have the name x"},
    {"int f(int x, double y, const char *@x)", "two parameters have the name x"},
    {"int f(int, int @arg0)", "two parameters have the name arg0"},
    {"int f(int arg1, @int)", "this parameter has no name and is called arg1"},
    {"int f(int arg2, int b, @const char *)", "is called arg2, but another one has that name"},
    /* Parentheses and commas */
    {"int f@", "a function has its parameters behind its name: f(void)"},
    {"int f@;", "a function has its parameters behind its name: f(void)"},
    {"int f@, g", "this declares a variable"},
    {"int f@[3]", "this declares a variable"},
    {"int f @= 3;", "this declares a variable"},
    {"int f @int x)", "int where '(' is expected"},
    {"int f @g(int x)", "g where '(' is expected"},
    {"int f @)", "')' where '(' is expected"},
    {"int f @{}", "'{' where '(' is expected"},
    {"int f(@", "the text ends where the type of a parameter"},
    {"int f(@,)", "a parameter is missing"},
    {"int f(@, int x)", "a parameter is missing"},
    {"int f(int x,@)", "a parameter is missing"},
    {"int f(int x,@, int y)", "a parameter is missing"},
    {"int f(int x@", "the text ends where ',' or ')'"},
    {"int f(int x@;", "';' where ',' or ')'"},
    {"int f(int@", "the text ends where ',' or ')'"},
    {"int f(int x,@", "the text ends where the type of a parameter"},
    {"int f(int x @int y)", "int where ',' or ')'"},
    {"int f(int x @y)", "y where ',' or ')'"},
    {"int f(int x @; int y)", "';' where ',' or ')'"},
    {"int f(int *x @*)", "'*' where ',' or ')'"},
    {"int f(int x)@)", "')' where ';' or the end"},
    {"int f(int x)@(int y)", "'(' where ';' or the end"},
    {"int f(@(int x))", "'(' where the type of a parameter"},
    {"int f(@*x)", "'*' where the type of a parameter"},
    {"int f(int************@*x)", "a pointer has at most 12 levels; write void *"},
    /* What comes behind */
    {"int f(int x) @{ return x; }", "its prototype alone is needed, so remove the body"},
    {"int f(int x); @int g(int x);", "only one prototype is read"},
    {"int f(int x);@;", "only one prototype is read"},
    {"int f(int x) @int g(int x)", "int where ';' or the end"},
    {"int f(int x)@, g(int x)", "',' where ';' or the end"},
    {"int f(int x) @const", "const where ';' or the end"},
    {"int f(int x) @noexcept", "noexcept does not belong here; remove it"},
    {"int f(int x) @__attribute__((pure));", "__attribute__ does not belong here; remove it"},
    {"int f(int x) @__asm__(\"g\");", "__asm__ does not belong here"},
    {"int f(int x) @= 0;", "'=' where ';' or the end"},
    {"int f(int x) @-> int", "'-' where ';' or the end"},
    {"int f(int x); @/* never ends", "this comment has no end"},
    {"int f(@/* never ends", "this comment has no end"},
    {"@/*", "this comment has no end"},
    {"int f(int x) @/ 2", "'/' where"},
    /* Words of declarations */
    {"@static int f(int x)", "static does not belong here; remove it"},
    {"@inline int f(int x)", "inline does not belong here; remove it"},
    {"int @inline f(int x)", "inline does not belong here"},
    {"@typedef int f(int x)", "typedef does not belong here"},
    {"@_Noreturn void f(void)", "_Noreturn does not belong here"},
    {"@__attribute__((pure)) int f(int x)", "__attribute__ does not belong here"},
    {"@[[nodiscard]] int f(int x)", "'[' where the type of the result"},
    {"@__declspec(dllexport) int f(int x)", "__declspec does not belong here"},
    {"int f(@register int x)", "register does not belong here"},
    {"int f(int @register x)", "register does not belong here"},
    {"int f(@_Atomic int x)", "_Atomic does not belong here"},
    {"int f(@restrict int x)", "restrict belongs behind a '*'"},
    {"int f(int @restrict x)", "restrict belongs behind a '*'"},
    {"int f(@extern int x)", "extern belongs at the beginning"},
    {"@virtual int f(int x)", "virtual does not belong here"},
    {"@template <class T> T f(T x)", "template does not belong here"},
    {"@#include <math.h>", "a line of the preprocessor"},
    {"@#define f(x) x", "a line of the preprocessor"},
    {"@std::string f(int x)", "a type of C++"},
    {"int f(@std::string s)", "a type of C++"},
    {"int f(@vector<int> v)", "a type of C++"},
    {"int a@::f(int x)", "this is C++"},
    {"int f@<int>(int x)", "this is C++"},
    {"int @~f(void)", "'~' where the name of the function"},
    {"@fn f(x: i32)", "fn is no type that is known"},
    {"@func f(x: Int)", "func is no type that is known"},
    {"@def f(x):", "def is no type that is known"},
    /* More than one line */
    {"int\nf(int a,\n  @flaot b,\n  int c)", "did you mean float?"},
    {"int f(\n  int a\n  @int b\n)", "int where ',' or ')'"},
    {"int f(int a) // one\n@int g(int b) // two", "int where ';' or the end"},
    {"\n\n\n@flaot f(void)\n\n", "did you mean float?"},
    {"int f(int a,\n@", "the text ends where the type of a parameter"},
    /* Long lines, of which a part is shown */
    {"int f(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, @flaot b)", "did you mean float?"},
    {"@flaot f(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, int b)", "did you mean float?"},
    {"int f(int a0, int a1, int a2, int a3, @flaot a4, int a5, int a6, int a7, int a8, int a9, int b)", "did you mean float?"},
    {"int f(/* \xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC */ @flaot b)", "float?"},
    {"int f(\t@flaot b)", "did you mean float?"},
    /* Not UTF-8 */
    {"int f(int x) // @\xFF", "this is not UTF-8"},
    {"@\x80", "this is not UTF-8"},
    {"int @\xC3(int x)", "this is not UTF-8"},
    {"int f(int x) /* @\xED\xA0\x80 */", "this is not UTF-8"},
};

/* What the caret points at: the character above it in the message. */
static char character_at_the_caret(void) {
  const char *caret = strrchr(problem.message, '\n');
  CHECK(caret != NULL);
  size_t column = strspn(caret + 1, " ");
  CHECK_TEXT(caret + 1 + column, "^");
  const char *line = caret;
  while (line > problem.message && line[-1] != '\n') line--;
  for (size_t i = 0; i < column && line < caret; i++) {
    line++;
    while ((*line & 0xC0) == 0x80) line++; /* the ellipsis of a line that is cut */
  }
  return line < caret ? *line : '\0';
}

static void check_refusal(const refusal *row) {
  char text[1024];
  const char *mark = strchr(row->prototype, '@');
  CHECK(mark != NULL);
  size_t offset = (size_t)(mark - row->prototype);
  snprintf(text, sizeof text, "%.*s%s", (int)offset, row->prototype, mark + 1);
  CHECK_STATUS(read_prototype(text), ENFOLD_INVALID);
  if (problem.offset != offset || strstr(problem.message, row->part) == NULL) {
    fprintf(stderr, "\"%s\"\n  offset %llu, not %zu; a part of the message should be \"%s\":\n%s\n", text,
            (unsigned long long)problem.offset, offset, row->part, problem.message);
    exit(1);
  }
  CHECK(strncmp(problem.message, "enfold_runtime_bind: prototype: ", 32) == 0);
  char expected = text[offset];
  if (expected == '\n') expected = '\0';
  if (expected == '\t') expected = ' ';
  if (expected & 0x80) expected = '?';
  char shown = character_at_the_caret();
  if (shown != expected) {
    fprintf(stderr, "\"%s\": the caret is at '%c', not at '%c':\n%s\n", text, shown, expected, problem.message);
    exit(1);
  }
}

static void what_c_does_not_have_is_refused_with_a_caret(void) {
  size_t count = sizeof refused / sizeof *refused;
  for (size_t i = 0; i < count; i++) check_refusal(&refused[i]);
  CHECK(count >= 200);
}

/* Each part of each prototype, from its beginning, is read without harm. */
static void a_prototype_that_is_cut_is_refused(void) {
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
    char text[1024];
    size_t length = strlen(accepted[i]);
    for (size_t end = 0; end <= length; end++) {
      memcpy(text, accepted[i], end);
      text[end] = '\0';
      CHECK_STATUS(read_prototype(text), ENFOLD_INVALID);
      CHECK(problem.offset == UINT64_MAX || problem.offset <= end);
    }
  }
}

int main(void) {
  runtime = open_runtime(NULL);
  RUN(what_c_has_is_accepted);
  RUN(up_to_127_parameters_and_4096_bytes);
  RUN(what_c_does_not_have_is_refused_with_a_caret);
  RUN(a_prototype_that_is_cut_is_refused);
  CHECK_FAILS(enfold_runtime_bind(runtime, NULL, NULL, NULL, 0, &problem), ENFOLD_INVALID, "prototype is NULL");
  CHECK_OK(enfold_runtime_close(runtime, NULL));
  return 0;
}
