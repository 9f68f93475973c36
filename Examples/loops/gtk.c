/* gtk.c: todos in a window of GTK 4. The main loop of GLib watches the runtime beside the keyboard and the mouse.
 *
 *   cc Examples/loops/gtk.c -o gtk -Iinclude -Lbuild/lib -lenfold -Wl,-rpath,build/lib \
 *     $(pkg-config --cflags --libs gtk4)
 *   ./gtk build/plugins/libTodos.so Examples/hosts/todos.json */
#include <enfold.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

static enfold_runtime runtime;
static enfold_store store;
static enfold_error error = ENFOLD_ERROR_INIT;
static guint watch; /* GLib's number of the source that pumps; 0 after the end */

static void check(enfold_status status) {
  if (status < 0) g_printerr("%s\n", error.message), exit(EXIT_FAILURE);
}

static void send_text(const char *action, const char *field, const char *text) {
  enfold_string quoted;
  check(enfold_json_quote(text, ENFOLD_NUL, &quoted, &error));
  g_autofree char *json = g_strdup_printf("{\"%s\":{\"%s\":%s}}", action, field, quoted.data);
  enfold_string_free(&quoted);
  check(enfold_store_send(store, json, ENFOLD_NUL, NULL, &error));
}

static void add(GtkEditable *entry) {
  send_text("add", "title", gtk_editable_get_text(entry));
  gtk_editable_set_text(entry, "");
}

static void load(const char *path) { send_text("load", "path", path); } /* an effect reads it, on another thread */
static void close_runtime(void) { check(enfold_runtime_close(runtime, &error)); }

/* Makes a row of each item. */
static void show(void *list, const enfold_event *event) {
  if (event->flags & ENFOLD_CLOSED) g_clear_handle_id(&watch, g_source_remove); /* the descriptor ends here */
  if (!event->value) return;
  for (GtkWidget *row; (row = gtk_widget_get_first_child(list));) gtk_list_box_remove(list, row);
  for (int index = 0;; index++) {
    enfold_string title;
    g_autofree char *pointer = g_strdup_printf("/items/%d/title", index);
    if (enfold_store_state(store, pointer, ENFOLD_NUL, &title, NULL) < 0) return; /* that was the last one */
    g_autoptr(GVariant) text = g_variant_parse(G_VARIANT_TYPE_STRING, title.data, NULL, NULL, NULL); /* a JSON string */
    enfold_string_free(&title);
    const char *label = g_variant_get_string(text, NULL);
    gtk_list_box_append(list, g_object_new(GTK_TYPE_LABEL, "label", label, "xalign", 0.0, NULL));
  }
}

static gboolean pump(gint fd, GIOCondition condition, gpointer user) {
  (void)fd, (void)condition, (void)user;
  check(enfold_runtime_pump(runtime, 1000, NULL, &error)); /* the rest: in the next round */
  return G_SOURCE_CONTINUE;
}

int main(int argc, char **argv) {
  enfold_plugin plugin;
  int fd;
  if (argc != 3) return g_printerr("usage: gtk PLUGIN FILE\n"), EXIT_FAILURE;
  gtk_init();
  GtkWidget *entry = gtk_entry_new(), *button = gtk_button_new_with_label("Load a list"), *list = gtk_list_box_new();
  GtkWidget *box = g_object_new(GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 8, "margin-start", 12,
                                "margin-end", 12, "margin-top", 12, "margin-bottom", 12, NULL);
  GtkWidget *window = g_object_new(GTK_TYPE_WINDOW, "title", "Todos", "default-width", 360, "child", box, NULL);
  gtk_box_append(GTK_BOX(box), entry), gtk_box_append(GTK_BOX(box), button), gtk_box_append(GTK_BOX(box), list);
  g_signal_connect(entry, "activate", G_CALLBACK(add), NULL);
  g_signal_connect_swapped(button, "clicked", G_CALLBACK(load), argv[2]);
  g_signal_connect(window, "destroy", G_CALLBACK(close_runtime), NULL);
  check(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &runtime, &error));
  check(enfold_plugin_load(runtime, argv[1], NULL, 0, &plugin, &error));
  check(enfold_store_open(runtime, "Todos", NULL, 0, &store, &error));
  check(enfold_store_observe(store, "/items", ENFOLD_NUL, NULL, 0, show, list, NULL, NULL, &error));
  check(enfold_runtime_fd(runtime, &fd, &error));
  watch = g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, fd, G_IO_IN, pump, NULL, NULL); /* drawing goes first */
  gtk_window_present(GTK_WINDOW(window));
  while (watch) g_main_context_iteration(NULL, TRUE);
  return EXIT_SUCCESS;
}
