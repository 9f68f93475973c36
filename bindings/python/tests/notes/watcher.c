/* watcher.c: prints what is in the windows of Examples/Notes/notes_gtk.c, and the state beside it, whenever one changes.
 *
 * The example is compiled with -Dmain=example and linked with this, which has the real main and wraps
 * enfold_store_open (-Wl,--wrap). Each line is
 *
 *   {"windows":[{"xid":7,"title":"Notes","widgets":[["GtkLabel","Rome",20,90,true],...]},...],"state":{...}}
 *
 * A widget is its kind, the text or value that it has itself, where its middle is in its window, and whether it can be
 * used. Each line of the input is sent as an action, on another thread. */
#include <enfold.h>
#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                            \
  do {                                                                                                              \
    if (!(condition)) fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition), exit(99);           \
  } while (0)

int example(int argc, char **argv);

static enfold_store store;

static void add_quoted(GString *out, const char *text) {
  enfold_string quoted;
  CHECK(enfold_json_quote(text, ENFOLD_NUL, &quoted, NULL) == ENFOLD_OK);
  g_string_append(out, quoted.data);
  enfold_string_free(&quoted);
}

static const char *count_pages(GtkStack *stack, char *text, size_t size) {
  g_autoptr(GListModel) pages = G_LIST_MODEL(gtk_stack_get_pages(stack));
  snprintf(text, size, "%u", g_list_model_get_n_items(pages));
  return text;
}

/* Adds the labels, entries, check buttons and icons that can be seen, and how many pages a stack has. */
static void describe(GString *out, GtkWidget *widget, GtkNative *window) {
  GtkWidget *root = GTK_WIDGET(window);
  char pages[16];
  const char *text = GTK_IS_LABEL(widget)          ? gtk_label_get_text(GTK_LABEL(widget))
                     : GTK_IS_ENTRY(widget)        ? gtk_editable_get_text(GTK_EDITABLE(widget))
                     : GTK_IS_SPIN_BUTTON(widget)  ? gtk_editable_get_text(GTK_EDITABLE(widget))
                     : GTK_IS_STACK(widget)        ? count_pages(GTK_STACK(widget), pages, sizeof pages)
                     : GTK_IS_IMAGE(widget)        ? gtk_image_get_icon_name(GTK_IMAGE(widget))
                     : GTK_IS_CHECK_BUTTON(widget) ? gtk_check_button_get_active(GTK_CHECK_BUTTON(widget)) ? "on" : "off"
                                                   : NULL;
  double x, y;
  graphene_rect_t at;
  if (text && gtk_widget_get_mapped(widget) && gtk_widget_get_width(widget) > 0 && gtk_widget_compute_bounds(widget, root, &at)) {
    gtk_native_get_surface_transform(window, &x, &y);
    g_string_append_printf(out, "%s[\"%s\",", out->str[out->len - 1] == '[' ? "" : ",", G_OBJECT_TYPE_NAME(widget));
    add_quoted(out, text);
    g_string_append_printf(out, ",%d,%d,%s]", (int)(x + at.origin.x + at.size.width / 2),
                           (int)(y + at.origin.y + at.size.height / 2),
                           gtk_widget_is_sensitive(widget) ? "true" : "false");
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    describe(out, child, window);
}

static void describe_window(GString *out, GtkWindow *window) {
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
  if (!surface || !gtk_widget_get_mapped(GTK_WIDGET(window))) return;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS /* which later versions of GTK say of all that is of X11 */
  g_string_append_printf(out, "%s{\"xid\":%lu,\"title\":", out->str[out->len - 1] == '[' ? "" : ",",
                         gdk_x11_surface_get_xid(surface));
  G_GNUC_END_IGNORE_DEPRECATIONS
  add_quoted(out, gtk_window_get_title(window) ? gtk_window_get_title(window) : "");
  g_string_append(out, ",\"widgets\":[");
  describe(out, GTK_WIDGET(window), GTK_NATIVE(window));
  g_string_append(out, "]}");
}

static void print_windows(void) {
  static char *last;
  enfold_string state;
  GListModel *windows = gtk_window_get_toplevels();
  if (enfold_store_state(store, NULL, 0, &state, NULL) < 0) return;
  GString *text = g_string_new("{\"windows\":[");
  for (guint index = 0; index < g_list_model_get_n_items(windows); index++) {
    g_autoptr(GtkWindow) window = g_list_model_get_item(windows, index);
    describe_window(text, window);
  }
  g_string_append_printf(text, "],\"state\":%s}", state.data);
  enfold_string_free(&state);
  if (g_strcmp0(text->str, last) != 0) printf("%s\n", text->str), fflush(stdout);
  g_free(last);
  last = g_string_free(text, FALSE);
}

static gboolean go_on(GtkWidget *widget, GdkFrameClock *clock, gpointer user) {
  (void)widget, (void)clock, (void)user;
  return G_SOURCE_CONTINUE;
}

/* The first window is the program's. It draws frame after frame, and each is printed when it was drawn. */
static gboolean watch_windows(gpointer user) {
  g_autoptr(GtkWidget) first = g_list_model_get_item(gtk_window_get_toplevels(), 0);
  (void)user;
  gtk_widget_add_tick_callback(first, go_on, NULL, NULL);
  g_signal_connect(gtk_widget_get_frame_clock(first), "after-paint", G_CALLBACK(print_windows), NULL);
  return G_SOURCE_REMOVE;
}

static void *send_lines(void *user) {
  char line[4096];
  while (fgets(line, sizeof line, stdin)) CHECK(enfold_store_send(store, line, ENFOLD_NUL, NULL, NULL) >= 0);
  return user;
}

enfold_status __real_enfold_store_open(enfold_runtime, const char *, const char *, size_t, enfold_store *,
                                       enfold_error *);
enfold_status __wrap_enfold_store_open(enfold_runtime runtime, const char *feature, const char *options, size_t length,
                                       enfold_store *out, enfold_error *error) {
  pthread_t thread;
  enfold_status status = __real_enfold_store_open(runtime, feature, options, length, out, error);
  store = *out;
  g_idle_add(watch_windows, NULL);
  CHECK(pthread_create(&thread, NULL, send_lines, NULL) == 0 && pthread_detach(thread) == 0);
  return status;
}

int main(int argc, char **argv) { return example(argc, argv); }
