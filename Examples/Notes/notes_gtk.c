/* notes_gtk.c: notes in windows of GTK 4. A stack of folders and notes, with sheets and dialogs in front of it.
 *
 *   cc Examples/Notes/notes_gtk.c -o notes_gtk -Iinclude -Lbuild/lib -lenfold -Wl,-rpath,build/lib \
 *     $(pkg-config --cflags --libs gtk4)
 *   ./notes_gtk build/plugins/libNotes.so [LINK]
 *
 * LINK is a state as JSON, such as {"path":[{"state":{"folder":{"folder":0}}}]}. The windows show what the state says,
 * whoever has changed it. What a person does is an action, also to close a window. */
#include <enfold/client.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

static enfold_runtime runtime;
static enfold_store store;
static enfold_error error = ENFOLD_ERROR_INIT;
static GtkWidget *window, *back, *stack, *home;
static guint watch; /* GLib's number of the source that pumps; 0 after the end */

static void check(enfold_status status, const char *what) {
  if (status < 0) g_printerr("%s: %s\n", what, error.message), exit(EXIT_FAILURE);
}

/* An action may come too late, for what has just gone. That ends nothing. */
static void tell(enfold_status status) {
  if (status < 0) g_printerr("%s\n", error.message);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

/* What is at a pointer, such as "/notes/%d/title". NULL: nothing, or null. */
G_GNUC_PRINTF(2, 3) static char *json_at(enfold_store from, const char *format, ...) {
  enfold_string found;
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *pointer = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  if (enfold_store_state(from, pointer, ENFOLD_NUL, &found, NULL) < 0) return NULL;
  char *json = g_str_equal(found.data, "null") ? NULL : g_strdup(found.data);
  enfold_string_free(&found);
  return json;
}

/* Makes a text of a JSON string, and leaves other JSON as it is. It takes its argument, which may be NULL. */
static char *text_of(char *json) {
  enfold_text text;
  if (!json || *json != '"') return json;
  size_t size = strlen(json) + 8; /* with room to align */
  g_autofree char *memory = g_malloc(size);
  check((enfold_status)enfold_read(&enfold_text_type, &text, memory, size, json, ENFOLD_NUL, &error), json);
  g_free(json);
  return g_strndup(text.data, text.length);
}

static char *json_of(const char *text) {
  enfold_string quoted;
  check(enfold_json_quote(text, ENFOLD_NUL, &quoted, &error), "a text");
  char *json = g_strdup(quoted.data);
  enfold_string_free(&quoted);
  return json;
}

/* ---- Widgets and the store ------------------------------------------------------------------------------------- */

static void close_scope(gpointer scope) { enfold_store_close(GPOINTER_TO_SIZE(scope), NULL); }
static void cancel(gpointer subscription) { enfold_subscription_cancel(GPOINTER_TO_SIZE(subscription), NULL); }

/* A part of a store, as long as there is the widget. */
static enfold_store scope_of(GtkWidget *widget, enfold_store of, const char *pointer, const char *action) {
  enfold_store scope;
  check(enfold_store_scope(of, pointer, ENFOLD_NUL, action, ENFOLD_NUL, &scope, &error), pointer);
  g_signal_connect_swapped(widget, "destroy", G_CALLBACK(close_scope), GSIZE_TO_POINTER(scope));
  return scope;
}

/* Calls `show` for each value at the pointer, as long as there is the widget. */
static void observe(GtkWidget *widget, enfold_store from, const char *pointer, enfold_observer_fn show, void *user,
                    enfold_release_fn release) {
  enfold_subscription made;
  check(enfold_store_observe(from, pointer, ENFOLD_NUL, NULL, 0, show, user, release, &made, &error), pointer);
  g_signal_connect_swapped(widget, "destroy", G_CALLBACK(cancel), GSIZE_TO_POINTER(made));
}

/* Gives a widget a store, and a text: the action that a person does with it, the pointer to what it shows, or the
 * folder whose rows it has. */
static void belongs(GtkWidget *widget, enfold_store to, const char *text) {
  g_object_set_data(G_OBJECT(widget), "store", GSIZE_TO_POINTER(to));
  g_object_set_data_full(G_OBJECT(widget), "text", g_strdup(text), g_free);
}

static enfold_store its_store(gpointer widget) { return GPOINTER_TO_SIZE(g_object_get_data(widget, "store")); }
static const char *its_text(gpointer widget) { return g_object_get_data(widget, "text"); }

/* Sends the action of a button, a row, or a window that is to be closed. TRUE: it stays until the state says otherwise.
 * A button without an action closes its window. */
static gboolean act(GtkWidget *widget) {
  if (its_text(widget)) tell(enfold_store_send(its_store(widget), its_text(widget), ENFOLD_NUL, NULL, &error));
  else gtk_window_close(GTK_WINDOW(gtk_widget_get_root(widget)));
  return TRUE;
}

static void act_row(GtkListBox *list, GtkWidget *row) {
  (void)list;
  act(row);
}

static GtkWidget *add(GtkWidget *box, GtkWidget *child) {
  gtk_box_append(GTK_BOX(box), child);
  return child;
}

static GtkWidget *add_button(GtkWidget *box, const char *label, enfold_store to, const char *action) {
  GtkWidget *button = add(box, gtk_button_new_with_label(label));
  belongs(button, to, action);
  g_signal_connect(button, "clicked", G_CALLBACK(act), NULL);
  return button;
}

static GtkWidget *make_box(GtkOrientation orientation, int margin) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", 8, "margin-start", margin, "margin-end",
                      margin, "margin-top", margin, "margin-bottom", margin, NULL);
}

static GtkWidget *make_label(const char *text) {
  return g_object_new(GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                      PANGO_WRAP_WORD_CHAR, NULL);
}

/* ---- Properties ------------------------------------------------------------------------------------------------ */

static gboolean is_shown_now; /* a property changes because it is shown: nobody has typed */

/* Writes what a person has typed or chosen. */
static void write_property(GtkWidget *widget) {
  if (is_shown_now) return;
  g_autofree char *json =
      GTK_IS_CHECK_BUTTON(widget)  ? g_strdup(gtk_check_button_get_active(GTK_CHECK_BUTTON(widget)) ? "true" : "false")
      : GTK_IS_SPIN_BUTTON(widget) ? g_strdup_printf("%d", gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(widget)))
                                   : json_of(gtk_editable_get_text(GTK_EDITABLE(widget)));
  tell(enfold_store_set(its_store(widget), its_text(widget), ENFOLD_NUL, json, ENFOLD_NUL, NULL, 0, &error));
}

static void show_property(void *widget, const enfold_event *event) {
  g_autofree char *text = text_of(g_strdup(event->value));
  if (!text) return;
  is_shown_now = TRUE;
  if (GTK_IS_LABEL(widget)) gtk_label_set_text(widget, text);
  if (GTK_IS_CHECK_BUTTON(widget)) gtk_check_button_set_active(widget, g_str_equal(text, "true"));
  if (GTK_IS_SPIN_BUTTON(widget)) gtk_spin_button_set_value(widget, atoi(text));
  if (GTK_IS_ENTRY(widget) && !g_str_equal(gtk_editable_get_text(widget), text)) gtk_editable_set_text(widget, text);
  is_shown_now = FALSE;
}

/* Adds a widget that shows a property, and writes it if it has a signal for that. */
static void add_property(GtkWidget *box, GtkWidget *widget, const char *signal, enfold_store of, const char *pointer) {
  belongs(add(box, widget), of, pointer);
  if (signal) g_signal_connect(widget, signal, G_CALLBACK(write_property), NULL);
  observe(widget, of, pointer, show_property, widget, NULL);
}

/* ---- What is presented ----------------------------------------------------------------------------------------- */

/* A window while something is at its place in the state. */
typedef struct {
  enfold_store parent, scope;
  char *dismiss;
  void (*show)(GtkWidget *sheet, enfold_store scope, gboolean is_new);
  GtkWidget *sheet;
} presented;

static void show_presented(void *user, const enfold_event *event) {
  presented *it = user;
  gboolean is_new = !it->sheet;
  if (!event->value || g_str_equal(event->value, "null")) {
    g_clear_pointer((GtkWindow **)&it->sheet, gtk_window_destroy);
    return;
  }
  if (is_new) {
    it->sheet = g_object_new(GTK_TYPE_WINDOW, "transient-for", window, "modal", TRUE, "default-width", 300, NULL);
    gtk_window_set_titlebar(GTK_WINDOW(it->sheet), gtk_header_bar_new());
    belongs(it->sheet, it->parent, it->dismiss);
    g_signal_connect(it->sheet, "close-request", G_CALLBACK(act), NULL);
  }
  it->show(it->sheet, it->scope, is_new);
  if (is_new) gtk_window_present(GTK_WINDOW(it->sheet));
}

static void forget(void *user) {
  presented *it = user;
  if (it->sheet) gtk_window_destroy(GTK_WINDOW(it->sheet));
  g_free(it->dismiss);
  g_free(it);
}

/* Presents what is in a property, or in one case of it, as long as there is the owner. */
static void present(GtkWidget *owner, enfold_store parent, const char *property, const char *name,
                    void (*show)(GtkWidget *, enfold_store, gboolean)) {
  presented *it = g_new0(presented, 1);
  g_autofree char *pointer = g_strconcat("/", property, name ? "/" : NULL, name, NULL);
  g_autofree char *action = name ? g_strdup_printf("{\"%s\":\"$action\"}", name) : g_strdup("\"$action\"");
  g_autofree char *template = g_strdup_printf("{\"%s\":{\"presented\":%s}}", property, action);
  it->parent = parent, it->show = show;
  it->scope = scope_of(owner, parent, pointer, template);
  it->dismiss = g_strdup_printf("{\"%s\":{\"dismiss\":{}}}", property);
  observe(owner, it->scope, "", show_presented, it, forget);
}

/* Shows any dialog of any feature. To close its window dismisses it, and so does a button without an action. */
static void show_dialog(GtkWidget *sheet, enfold_store dialog, gboolean is_new) {
  (void)is_new;
  GtkWidget *box = make_box(GTK_ORIENTATION_VERTICAL, 16), *buttons = make_box(GTK_ORIENTATION_HORIZONTAL, 0);
  g_autofree char *title = text_of(json_at(dialog, "/title")), *message = text_of(json_at(dialog, "/message"));
  gtk_window_set_title(GTK_WINDOW(sheet), title);
  gtk_window_set_child(GTK_WINDOW(sheet), box);
  if (message) add(box, make_label(message));
  gtk_widget_set_halign(add(box, buttons), GTK_ALIGN_END);
  for (int index = 0;; index++) {
    g_autofree char *label = text_of(json_at(dialog, "/buttons/%d/label", index));
    g_autofree char *role = text_of(json_at(dialog, "/buttons/%d/role", index));
    g_autofree char *action = json_at(dialog, "/buttons/%d/action", index);
    if (!label && index > 0) return;
    GtkWidget *button = add_button(buttons, label ? label : "OK", dialog, action);
    if (g_strcmp0(role, "destructive") == 0) gtk_widget_add_css_class(button, "destructive-action");
  }
}

static void show_editor(GtkWidget *sheet, enfold_store scope, gboolean is_new) {
  if (!is_new) return; /* its properties show themselves */
  GtkWidget *box = make_box(GTK_ORIENTATION_VERTICAL, 16), *buttons = make_box(GTK_ORIENTATION_HORIZONTAL, 0);
  g_object_set(sheet, "title", "Editor", "child", box, NULL);
  add(box, make_label("Title"));
  add_property(box, gtk_entry_new(), "changed", scope, "/title");
  add(box, make_label("Text"));
  add_property(box, gtk_entry_new(), "changed", scope, "/text");
  gtk_widget_set_halign(add(box, buttons), GTK_ALIGN_END);
  add_button(buttons, "Cancel", scope, "\"cancelTapped\"");
  gtk_widget_add_css_class(add_button(buttons, "Save", scope, "\"saveTapped\""), "suggested-action");
}

static void show_settings(GtkWidget *sheet, enfold_store scope, gboolean is_new) {
  if (!is_new) return; /* its properties show themselves */
  GtkWidget *box = make_box(GTK_ORIENTATION_VERTICAL, 16), *size = make_box(GTK_ORIENTATION_HORIZONTAL, 0);
  g_object_set(sheet, "title", "Settings", "child", box, NULL);
  add_property(box, gtk_check_button_new_with_label("Sort by title"), "toggled", scope, "/sortsByTitle");
  add(size, make_label("Font size"));
  add_property(add(box, size), gtk_spin_button_new_with_range(6, 72, 1), "value-changed", scope, "/fontSize");
}

/* ---- Screens --------------------------------------------------------------------------------------------------- */

/* Makes a row for each element of a list in the state that is in the folder. */
static void make_rows(GtkListBox *rows, const char *list, const char *parent, const char *title, const char *action) {
  GtkListBoxRow *old;
  while ((old = gtk_list_box_get_row_at_index(rows, 0))) gtk_list_box_remove(rows, GTK_WIDGET(old));
  for (int index = 0;; index++) {
    g_autofree char *id = json_at(store, "/%s/%d/id", list, index);
    g_autofree char *folder = json_at(store, "/%s/%d/%s", list, index, parent);
    g_autofree char *label = text_of(json_at(store, "/%s/%d/%s", list, index, title));
    g_autofree char *json = g_strdup_printf("{\"%s\":%s}", action, id);
    if (!id) return; /* that was the last one */
    if (g_strcmp0(folder, its_text(rows)) != 0) continue;
    GtkWidget *row = gtk_list_box_row_new(), *child = make_label(label);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), child);
    belongs(row, store, json);
    gtk_list_box_append(rows, row);
  }
}

static const char *label_of(GtkListBoxRow *row) {
  return gtk_label_get_text(GTK_LABEL(gtk_list_box_row_get_child(row)));
}

static int by_title(GtkListBoxRow *a, GtkListBoxRow *b, gpointer user) {
  (void)user;
  return strcmp(label_of(a), label_of(b));
}

static void show_folders(void *rows, const enfold_event *event) {
  if (event->value) make_rows(rows, "folders", "parent", "name", "openFolder");
}

static void show_notes(void *rows, const enfold_event *event) {
  g_autofree char *sorts = json_at(store, "/settings/sortsByTitle");
  gtk_list_box_set_sort_func(rows, g_strcmp0(sorts, "true") == 0 ? by_title : NULL, NULL, NULL);
  if (event->value) make_rows(rows, "notes", "folder", "title", "openNote");
}

static GtkWidget *add_list(GtkWidget *page, const char *folder) {
  GtkWidget *list = add(page, gtk_list_box_new());
  belongs(list, store, folder);
  g_signal_connect(list, "row-activated", G_CALLBACK(act_row), NULL);
  return list;
}

static void add_title(GtkWidget *page, enfold_store of, const char *pointer) {
  GtkWidget *title = make_label(NULL);
  gtk_widget_add_css_class(title, "title-2");
  add_property(page, title, NULL, of, pointer);
}

static GtkWidget *make_folder(const char *id) {
  g_autofree char *name = g_strdup_printf("/folders/id=%s/name", id);
  g_autofree char *add_note = g_strdup_printf("{\"addNote\":{\"in\":%s}}", id);
  g_autofree char *add_folder = g_strdup_printf("{\"addFolder\":{\"in\":%s,\"name\":\"Folder\"}}", id);
  GtkWidget *page = make_box(GTK_ORIENTATION_VERTICAL, 16);
  add_title(page, store, name);
  GtkWidget *folders = add_list(page, id), *notes = add_list(page, id);
  observe(folders, store, "/folders", show_folders, folders, NULL);
  observe(notes, store, "/notes", show_notes, notes, NULL);
  observe(notes, store, "/settings/sortsByTitle", show_notes, notes, NULL);
  GtkWidget *buttons = add(page, make_box(GTK_ORIENTATION_HORIZONTAL, 0));
  add_button(buttons, "New note", store, add_note);
  add_button(buttons, "New folder", store, add_folder);
  return page;
}

static GtkWidget *make_note(const char *screen) {
  g_autofree char *pointer = g_strdup_printf("/path/id=%s/state/note", screen);
  g_autofree char *action =
      g_strdup_printf("{\"path\":{\"element\":{\"id\":%s,\"action\":{\"note\":\"$action\"}}}}", screen);
  GtkWidget *page = make_box(GTK_ORIENTATION_VERTICAL, 16);
  enfold_store note = scope_of(page, store, pointer, action);
  add_title(page, note, "/title");
  add_property(page, make_label(NULL), NULL, note, "/text");
  GtkWidget *read = add(page, make_box(GTK_ORIENTATION_HORIZONTAL, 0));
  add_property(read, make_label(NULL), NULL, note, "/seconds");
  add(read, make_label("seconds read"));
  GtkWidget *buttons = add(page, make_box(GTK_ORIENTATION_HORIZONTAL, 0));
  add_button(buttons, "Read", note, "\"readTapped\"");
  add_button(buttons, "Edit", note, "\"editTapped\"");
  gtk_widget_add_css_class(add_button(buttons, "Delete", note, "\"deleteTapped\""), "destructive-action");
  present(page, note, "editor", NULL, show_editor);
  present(page, note, "alert", NULL, show_dialog);
  return page;
}

/* Makes the screens that are new in the state, takes those away that have gone, and shows the one on top. */
static void show_path(void *user, const enfold_event *event) {
  g_autoptr(GPtrArray) gone = g_ptr_array_new();
  g_autofree char *pop = NULL;
  GtkWidget *top = home, *each;
  (void)user;
  if (event->flags & ENFOLD_CLOSED) g_clear_handle_id(&watch, g_source_remove); /* the descriptor ends here */
  if (!event->value) return;
  for (each = home; (each = gtk_widget_get_next_sibling(each));) g_ptr_array_add(gone, each);
  for (int index = 0;; index++) {
    g_autofree char *id = json_at(store, "/path/%d/id", index);
    g_autofree char *folder = json_at(store, "/path/%d/state/folder/folder", index);
    g_autofree char *name = g_strdup_printf("%s %s", id, folder ? folder : "note");
    if (!id) break;
    top = gtk_stack_get_child_by_name(GTK_STACK(stack), name);
    if (!top) gtk_stack_add_named(GTK_STACK(stack), top = folder ? make_folder(folder) : make_note(id), name);
    g_ptr_array_remove(gone, top);
    g_free(pop);
    pop = g_strdup_printf("{\"path\":{\"popFrom\":{\"id\":%s}}}", id);
  }
  gtk_stack_set_visible_child(GTK_STACK(stack), top);
  for (guint index = 0; index < gone->len; index++) gtk_stack_remove(GTK_STACK(stack), gone->pdata[index]);
  belongs(back, store, pop);
  gtk_widget_set_sensitive(back, pop != NULL);
}

static gboolean pump(gint fd, GIOCondition condition, gpointer user) {
  (void)fd, (void)condition, (void)user;
  check(enfold_runtime_pump(runtime, 1000, NULL, &error), "pump"); /* the rest: in the next round */
  return G_SOURCE_CONTINUE;
}

/* The window of the program closes, and so does all the rest. */
static gboolean end(void) {
  check(enfold_runtime_close(runtime, &error), "close");
  return FALSE;
}

static void make_window(void) {
  GtkWidget *bar = gtk_header_bar_new(), *left = make_box(GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *right = make_box(GTK_ORIENTATION_HORIZONTAL, 0);
  stack = gtk_stack_new();
  window = g_object_new(GTK_TYPE_WINDOW, "title", "Notes", "default-width", 480, "default-height", 320, "titlebar", bar,
                        "child", stack, NULL);
  back = add_button(left, "Back", store, NULL);
  add_button(right, "Settings", store, "\"settingsTapped\"");
  add_button(right, "Clear", store, "\"clearTapped\"");
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), left);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), right);
  g_signal_connect(window, "close-request", G_CALLBACK(end), NULL);
  gtk_stack_add_named(GTK_STACK(stack), home = make_folder("0"), "home");
  present(window, store, "destination", "settings", show_settings);
  present(window, store, "destination", "alert", show_dialog);
}

int main(int argc, char **argv) {
  enfold_plugin plugin;
  int fd;
  if (argc != 2 && argc != 3) return g_printerr("usage: notes_gtk PLUGIN [LINK]\n"), EXIT_FAILURE;
  if (!gtk_init_check()) return g_printerr("notes_gtk: there is no display\n"), EXIT_FAILURE;
  check(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &runtime, &error), "runtime");
  check(enfold_plugin_load(runtime, argv[1], NULL, 0, &plugin, &error), "PLUGIN");
  check(enfold_store_open(runtime, "Notes", NULL, 0, &store, &error), "PLUGIN");
  if (argc == 3) check(enfold_store_restore(store, argv[2], ENFOLD_NUL, &error), "LINK");
  make_window();
  check(enfold_store_observe(store, "/path", ENFOLD_NUL, NULL, 0, show_path, NULL, NULL, NULL, &error), "/path");
  check(enfold_runtime_fd(runtime, &fd, &error), "descriptor");
  watch = g_unix_fd_add_full(G_PRIORITY_DEFAULT_IDLE, fd, G_IO_IN, pump, NULL, NULL); /* drawing goes first */
  gtk_window_present(GTK_WINDOW(window));
  while (watch) g_main_context_iteration(NULL, TRUE);
  return EXIT_SUCCESS;
}
