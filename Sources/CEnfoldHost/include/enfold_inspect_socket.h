/* enfold_inspect_socket.h: the Unix socket at which an inspector finds this process. */
#ifndef ENFOLD_INSPECT_SOCKET_H
#define ENFOLD_INSPECT_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "enfold_this_thread.h"

enum { ENFOLD_INSPECT_PATH = 108 }; /* the room of sun_path */

typedef struct enfold_inspect_socket {
  int descriptor;                     /* it listens, and does not block */
  char path[ENFOLD_INSPECT_PATH];     /* NUL-terminated */
} enfold_inspect_socket;

/* Makes the folder of sockets if it is not there, removes those of processes that have ended, and listens at a new one. `number` is that
 * of the runtime in this process. Returns true; or false, and `problem` says what is wrong. */
ENFOLD_HIDDEN bool enfold_inspect_listen(enfold_inspect_socket *_Nonnull made, uint64_t number, char *_Nonnull problem, size_t room);

/* Removes its file, so that nobody else connects. The same path may be listened at again, before the old socket is closed. In the child of
 * a fork this and the next function do nothing: the socket was closed there. */
ENFOLD_HIDDEN void enfold_inspect_remove(const enfold_inspect_socket *_Nonnull made);

/* Closes it, when its file was removed. */
ENFOLD_HIDDEN void enfold_inspect_unlisten(enfold_inspect_socket *_Nonnull made);

/* Takes a connection, which does not block. Returns -1 if there is none, or it is that of another user. `peer` is its process. */
ENFOLD_HIDDEN int enfold_inspect_accept(const enfold_inspect_socket *_Nonnull from, pid_t *_Nonnull peer);

/* Makes an event that wakes the thread that serves inspectors: a descriptor that is readable when 8 bytes were written. Returns -1 if there
 * is none. */
ENFOLD_HIDDEN int enfold_inspect_wake_up(void);

/* The name of the program. */
ENFOLD_HIDDEN const char *_Nonnull enfold_inspect_program(void);

/* Closes a connection. */
ENFOLD_HIDDEN void enfold_inspect_close(int descriptor);

#endif
