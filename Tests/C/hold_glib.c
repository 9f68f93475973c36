/* hold_glib.c: a store that is held lets the main loop of GLib sleep, which GTK has, too. It watches the descriptor as
 * Examples/loops/gtk.c does.
 *
 * Packages: glib-2.0 */
#include <glib-unix.h>

#include "hold.h"
#include "hold_loop.h"

static guint watch;

static gint poll_and_count(GPollFD *descriptors, guint count, gint milliseconds) {
  gint ready = g_poll(descriptors, count, milliseconds);
  counted.turns++;
  return ready;
}

static gboolean pump_there(gint descriptor, GIOCondition condition, gpointer user) {
  (void)descriptor, (void)condition, (void)user;
  on_readable();
  return G_SOURCE_CONTINUE;
}

static gboolean stop(gpointer user) {
  *(bool *)user = true;
  return G_SOURCE_REMOVE;
}

static void begin_loop(int descriptor) {
  g_main_context_set_poll_func(NULL, poll_and_count);
  watch = g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, descriptor, G_IO_IN, pump_there, NULL, NULL);
}

static void end_loop(void) { CHECK(g_source_remove(watch)); }

static void turn_loop(void) { g_main_context_iteration(NULL, TRUE); }

static void run_loop(int milliseconds) {
  bool is_over = false;
  g_timeout_add((guint)milliseconds, stop, &is_over);
  while (!is_over) g_main_context_iteration(NULL, TRUE);
}

int main(void) { return the_loop_sleeps(); }
