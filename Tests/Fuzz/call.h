/* call.h: what surrounds every call of the library: the error that it may fill, the checks, the counts. */
#ifndef FUZZ_CALL_H
#define FUZZ_CALL_H

#include <enfold.h>
#include <stdbool.h>

#include "functions.h"
#include "handles.h"
#include "random.h"
#include "texts.h"

typedef struct call {
  function_id function;
  struct {
    enfold_error error;
    unsigned char guard[16];
  } frame;
  enfold_error *error; /* as passed; may be NULL */
  uint32_t size;       /* its struct_size */
  uint64_t longest;    /* of the texts that were passed: no offset is beyond */
  held handle;         /* the one that it works on */
} call;

/* What outputs hold before a call, and after one that failed. */
#define UNTOUCHED 0xa5a5a5a5a5a5a5a5u

/* Begins a call on a handle. The call itself follows at once. */
void call_begin(call *c, function_id function, held handle, random_source *r);
/* Ends it: checks the status and the error. */
enfold_status call_end(call *c, enfold_status status);
/* An output of a call that ended with `status`: written if and only if it succeeded. */
void call_check_output(const call *c, enfold_status status, uint64_t value);
/* A text that the library made. Frees it. */
void call_check_string(const call *c, enfold_status status, enfold_string *string, bool is_loose);
void call_fail(const call *c, enfold_status status, const char *problem);
/* How the error argument is printed. */
const char *call_shown_error(const call *c);

/* Functions without a status. */
void call_plain(function_id function);

uint64_t calls_made(void);
void print_statuses(void);
void print_groups(void);
/* Says which functions were never called, or never succeeded. False if there is one. */
bool every_function_was_reached(void);

/* True inside an observer or a receiver of logs. */
bool in_callback(void);

#endif
