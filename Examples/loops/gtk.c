/* gtk.c: todos in a window of GTK 4. The main loop of GLib watches the runtime beside the keyboard and the mouse.
 *
 *   cc Examples/loops/gtk.c -o gtk -Iinclude -Lbuild/lib -lenfold -Wl,-rpath,build/lib \
 *     $(pkg-config --cflags --libs gtk4)
 *   ./gtk build/plugins/libTodos.so Examples/hosts/todos.json */
#include <enfold/client.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

static enfold_runtime runtime;
static enfold_store store;
static enfold_error error = ENFOLD_ERROR_INIT;
static GtkStringList *items;
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

/* Makes the row of an item, which is called as in patches: "id=7". */
static GtkWidget *make_row(gpointer item, gpointer user) {
  enfold_string title;
  (void)user;
  g_autofree char *pointer = g_strdup_printf("/items/%s/title", gtk_string_object_get_string(item));
  check(enfold_store_state(store, pointer, ENFOLD_NUL, &title, &error));
  g_autoptr(GVariant) text = g_variant_parse(G_VARIANT_TYPE_STRING, title.data, NULL, NULL, NULL); /* a JSON string */
  enfold_string_free(&title);
  return g_object_new(GTK_TYPE_LABEL, "label", g_variant_get_string(text, NULL), "xalign", 0.0, NULL);
}

static guint place_of(const char *item) {
  guint place = 0;
  while (strcmp(gtk_string_list_get_string(items, place), item) != 0) place++;
  return place;
}

static void show_all(void) {
  gtk_string_list_splice(items, 0, g_list_model_get_n_items(G_LIST_MODEL(items)), NULL);
  for (int index = 0;; index++) {
    enfold_string id;
    g_autofree char *pointer = g_strdup_printf("/items/%d/id", index);
    if (enfold_store_state(store, pointer, ENFOLD_NUL, &id, NULL) < 0) return; /* that was the last one */
    gtk_string_list_take(items, g_strdup_printf("id=%s", id.data));
    enfold_string_free(&id);
  }
}

/* Makes the rows that a patch names, or takes them away. All others stay as they are, with the focus. */
static void show(void *user, const enfold_event *event) {
  enfold_patch patch;
  (void)user;
  if (event->flags & ENFOLD_CLOSED) g_clear_handle_id(&watch, g_source_remove); /* the descriptor ends here */
  if (!event->patch) return;
  size_t size = (size_t)enfold_patch_read(&patch, NULL, 0, event->patch, event->patch_length, NULL);
  g_autofree char *memory = g_malloc(size);
  enfold_patch_read(&patch, memory, size, event->patch, event->patch_length, NULL);
  for (const enfold_operation *each = patch.items; each < patch.items + patch.count; each++) {
    enfold_text token = enfold_token(each->path, 0); /* "id=7" of "/id=7/title" */
    if (!token.data) {
      show_all();
      continue;
    }
    g_autofree char *item = g_strndup(token.data, token.length);
    guint place = each->op == ENFOLD_PATCH_ADD ? 0 : place_of(item);
    if (each->op != ENFOLD_PATCH_ADD) gtk_string_list_remove(items, place);
    if (each->op != ENFOLD_PATCH_REPLACE) place = each->after.data ? place_of(each->after.data) + 1 : 0;
    if (each->op != ENFOLD_PATCH_REMOVE) gtk_string_list_splice(items, place, 0, (const char *[]){item, NULL});
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
  items = gtk_string_list_new(NULL);
  gtk_list_box_bind_model(GTK_LIST_BOX(list), G_LIST_MODEL(items), make_row, NULL, NULL);
  const char *options = "{\"patch\":\"keyed\",\"value\":false}";
  check(enfold_store_observe(store, "/items", ENFOLD_NUL, options, ENFOLD_NUL, show, NULL, NULL, NULL, &error));
  check(enfold_runtime_fd(runtime, &fd, &error));
  watch = g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, fd, G_IO_IN, pump, NULL, NULL); /* drawing goes first */
  gtk_window_present(GTK_WINDOW(window));
  while (watch) g_main_context_iteration(NULL, TRUE);
  return EXIT_SUCCESS;
}
