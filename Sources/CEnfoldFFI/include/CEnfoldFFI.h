/* CEnfoldFFI.h: calls of C functions whose signature is known at run time only, through libffi.
 *
 * libffi is opened at first use, so that libenfold loads without it. <ffi.h> is needed to compile this. Only libenfold contains
 * it: plugins do not.
 */
#ifndef CENFOLD_FFI_H
#define CENFOLD_FFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ENFOLD_FFI_HIDDEN __attribute__((visibility("hidden")))

#ifdef __cplusplus
extern "C" {
#endif

/* How a value is passed. */
enum {
  ENFOLD_FFI_VOID,
  ENFOLD_FFI_U8,
  ENFOLD_FFI_S8,
  ENFOLD_FFI_U16,
  ENFOLD_FFI_S16,
  ENFOLD_FFI_U32,
  ENFOLD_FFI_S32,
  ENFOLD_FFI_U64,
  ENFOLD_FFI_S64,
  ENFOLD_FFI_FLOAT,
  ENFOLD_FFI_DOUBLE,
  ENFOLD_FFI_POINTER,
  ENFOLD_FFI_TYPES
};

/* The signature of a function. Any number of threads may use it at once. */
typedef struct enfold_ffi_signature enfold_ffi_signature;

/* Opens libffi, if that has not been done. False if it cannot be opened; the next call tries again. Then `reason` receives the
 * reason, NUL-terminated, and `is_missing` whether no usable libffi is there: if one is, the system has refused to load it.
 * [any thread] */
ENFOLD_FFI_HIDDEN bool enfold_ffi_open(char *_Nonnull reason, size_t size, bool *_Nonnull is_missing);

/* A signature, to be freed; NULL if libffi refuses it or there is no memory. enfold_ffi_open must have succeeded.
 * The types are ENFOLD_FFI_*. */
ENFOLD_FFI_HIDDEN enfold_ffi_signature *_Nullable enfold_ffi_prepare(uint8_t result, const uint8_t *_Nullable arguments,
                                                                     uint32_t count);
ENFOLD_FFI_HIDDEN void enfold_ffi_signature_free(enfold_ffi_signature *_Nullable signature);

/* Calls a function. `arguments` are the addresses of the arguments, each of its own type. `result` has room for 8 bytes, and
 * is aligned for them: an integer of fewer bytes is widened to 8, a float lies in the first 4. Returns errno as the function
 * has left it; it was 0 before. */
ENFOLD_FFI_HIDDEN int enfold_ffi_call(const enfold_ffi_signature *_Nonnull signature, void (*_Nonnull function)(void),
                                      void *_Nonnull result, void *_Nullable *_Nullable arguments);

/* Receives the calls of a closure: `arguments` as above. An integer `result` of fewer than 8 bytes is to be widened to 8. */
typedef void (*enfold_ffi_receiver)(void *_Nullable user, void *_Nonnull result, void *_Nullable const *_Nullable arguments);

typedef struct enfold_ffi_closure enfold_ffi_closure;

/* Makes a function with this signature, which must outlive it, that calls `receiver`; `code` receives its address. It is
 * never freed, because nobody knows who may still call it. NULL and errno if the system gives no memory: EACCES if it
 * forbids memory that can be executed, and otherwise ENOMEM. */
ENFOLD_FFI_HIDDEN enfold_ffi_closure *_Nullable enfold_ffi_closure_create(const enfold_ffi_signature *_Nonnull signature,
                                                                          enfold_ffi_receiver _Nonnull receiver,
                                                                          void *_Nullable user,
                                                                          void (*_Nullable *_Nonnull code)(void));

/* The address of a symbol, or NULL: first of the process, then of the library of a function and of those that it needs. A host
 * may have loaded that library for itself alone. */
ENFOLD_FFI_HIDDEN void *_Nullable enfold_ffi_symbol(const char *_Nonnull name, void (*_Nullable near)(void));

#ifdef __cplusplus
}
#endif

#endif /* CENFOLD_FFI_H */
