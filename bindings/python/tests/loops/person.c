/* person.c: uses an example of Examples/loops from inside its process, while it runs.
 *
 * The example is compiled with -Dmain=example and linked with this, which has the real main and wraps a few functions of the
 * library (-Wl,--wrap). The first argument says what is done, the others are the example's. Exit status 0: it went well.
 *
 *   sends   other threads send: each single send wakes the loop, and so do many at once
 *   effect  an effect that ends on another thread wakes the loop
 *   flood   an observer sends for ever: each pump keeps its budget, and the loop serves other sources
 *   close   an observer closes the runtime
 *   watch   (GTK) prints what is in the window whenever it changes, and sends each line of its input as an action */
#include <enfold.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef WITH_GTK
#include <gtk/gtk.h>
#define ACTION "{\"setFilter\":\"all\"}"
#define EFFECT "{\"load\":{\"path\":\"Examples/hosts/todos.json\"}}"
#define AFTER_EFFECT "/items/5/title"
#else
#define ACTION "\"increment\""
#define EFFECT "\"factTapped\""
#define AFTER_EFFECT "/fact"
#endif

#define CHECK(condition)                                                                                            \
  do {                                                                                                              \
    if (!(condition)) fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition), exit(99);           \
  } while (0)

int example(int argc, char **argv);

static const char *deed;
static pthread_t loop_thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static enfold_runtime runtime;
static enfold_store store;
static unsigned pumps, pumps_with_more;
static int input; /* what the example reads at the other end */
static int told;  /* the input of this program */

/* ---- What the example calls ----------------------------------------------------------------------------------- */

enfold_status __real_enfold_runtime_open(const char *, size_t, enfold_runtime *, enfold_error *);
enfold_status __wrap_enfold_runtime_open(const char *options, size_t length, enfold_runtime *out, enfold_error *error) {
  enfold_status status = __real_enfold_runtime_open(options, length, out, error);
  runtime = *out;
  return status;
}

enfold_status __real_enfold_store_observe(enfold_store, const char *, size_t, const char *, size_t, enfold_observer_fn,
                                          void *, enfold_release_fn, enfold_subscription *, enfold_error *);
/* The example has opened its store, and observes it: it is ready. */
enfold_status __wrap_enfold_store_observe(enfold_store observed, const char *pointer, size_t length, const char *options,
                                          size_t options_length, enfold_observer_fn fn, void *user,
                                          enfold_release_fn release, enfold_subscription *out, enfold_error *error) {
  enfold_status status = __real_enfold_store_observe(observed, pointer, length, options, options_length, fn, user,
                                                     release, out, error);
  pthread_mutex_lock(&mutex);
  store = observed;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return status;
}

enfold_status __real_enfold_runtime_pump(enfold_runtime, uint32_t, uint32_t *, enfold_error *);
enfold_status __wrap_enfold_runtime_pump(enfold_runtime pumped, uint32_t limit, uint32_t *out, enfold_error *error) {
  uint32_t done = 0;
  enfold_status status = __real_enfold_runtime_pump(pumped, limit, &done, error);
  CHECK(limit > 0 && done <= limit);
  if (out != NULL) *out = done;
  pthread_mutex_lock(&mutex);
  pumps++;
  pumps_with_more += status == ENFOLD_MORE;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return status;
}

/* ---- The window ----------------------------------------------------------------------------------------------- */

#ifdef WITH_GTK
static GtkWindow *window(void) {
  g_autoptr(GtkWindow) first = g_list_model_get_item(gtk_window_get_toplevels(), 0);
  return first;
}

static gboolean close_window(gpointer user) {
  (void)user;
  gtk_window_close(window());
  return G_SOURCE_REMOVE;
}

/* Closes the window when ten frames were drawn. */
static gboolean count_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer user) {
  static unsigned frames;
  (void)clock, (void)user;
  gtk_widget_queue_draw(widget);
  if (++frames == 10) close_window(NULL);
  return G_SOURCE_CONTINUE;
}

static gboolean count_frames(gpointer user) {
  (void)user;
  gtk_widget_add_tick_callback(GTK_WIDGET(window()), count_frame, NULL, NULL);
  return G_SOURCE_REMOVE;
}

/* Adds the texts of labels and entries, where they are, and whether they or their rows have the focus:
 * ["GtkLabel","Water the beans",20,90,false], */
static void describe(GString *out, GtkWidget *widget, GtkWidget *root) {
  const char *text = GTK_IS_LABEL(widget)  ? gtk_label_get_text(GTK_LABEL(widget))
                     : GTK_IS_ENTRY(widget) ? gtk_editable_get_text(GTK_EDITABLE(widget))
                                            : NULL;
  graphene_rect_t at;
  if (text != NULL && gtk_widget_get_mapped(widget) && gtk_widget_compute_bounds(widget, root, &at)) {
    enfold_string quoted;
    CHECK(enfold_json_quote(text, ENFOLD_NUL, &quoted, NULL) == ENFOLD_OK);
    bool has_focus = (gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0 ||
                     (GTK_IS_LIST_BOX_ROW(gtk_widget_get_parent(widget)) && gtk_widget_is_focus(gtk_widget_get_parent(widget)));
    g_string_append_printf(out, "%s[\"%s\",%s,%d,%d,%s]", out->str[out->len - 1] == '[' ? "" : ",",
                           G_OBJECT_TYPE_NAME(widget), quoted.data, (int)(at.origin.x + at.size.width / 2),
                           (int)(at.origin.y + at.size.height / 2), has_focus ? "true" : "false");
    enfold_string_free(&quoted);
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    describe(out, child, root);
}

static gboolean print_window(GtkWidget *widget, GdkFrameClock *clock, gpointer user) {
  static char *last;
  enfold_string items;
  (void)clock, (void)user;
  if (enfold_store_state(store, "/items", ENFOLD_NUL, &items, NULL) < 0) return G_SOURCE_CONTINUE;
  GString *text = g_string_new("{\"widgets\":[");
  describe(text, widget, widget);
  g_string_append_printf(text, "],\"items\":%s}", items.data);
  enfold_string_free(&items);
  if (g_strcmp0(text->str, last) != 0) printf("%s\n", text->str), fflush(stdout);
  g_free(last);
  last = g_string_free(text, FALSE);
  return G_SOURCE_CONTINUE;
}

static void send_lines(void) {
  char line[512];
  FILE *lines = fdopen(told, "r");
  CHECK(lines != NULL);
  while (fgets(line, sizeof line, lines) != NULL) CHECK(enfold_store_send(store, line, ENFOLD_NUL, NULL, NULL) >= 0);
  fclose(lines);
}

static gboolean print_windows(gpointer user) {
  (void)user;
  gtk_widget_add_tick_callback(GTK_WIDGET(window()), print_window, NULL, NULL);
  return G_SOURCE_REMOVE;
}
#endif

/* Ends the example as its user would. */
static void end_example(void) {
#ifdef WITH_GTK
  g_idle_add(close_window, NULL);
#else
  close(input);
#endif
}

/* ---- Deeds ---------------------------------------------------------------------------------------------------- */

static void *send_some(void *count) {
  for (int i = 0; i < *(int *)count; i++)
    CHECK(enfold_store_send(store, ACTION, ENFOLD_NUL, NULL, NULL) == ENFOLD_QUEUED);
  return NULL;
}

static uint64_t revision(void) {
  uint64_t result = 0;
  CHECK(enfold_store_revision(store, &result, NULL) == ENFOLD_OK);
  return result;
}

static void do_sends(void) {
  pthread_t threads[4];
  int one = 1, many = 2500;
  for (uint64_t i = 1; i <= 100; i++) {
    send_some(&one);
    CHECK(enfold_store_wait(store, -1, NULL) == ENFOLD_OK); /* nobody but the example pumps */
    CHECK(revision() == i);
  }
  for (int i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, send_some, &many) == 0);
  for (int i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(enfold_store_wait(store, -1, NULL) == ENFOLD_OK);
  CHECK(revision() == 10100);
  end_example();
}

static void do_effect(void) {
  enfold_task task;
  enfold_string text;
  CHECK(enfold_store_send(store, EFFECT, ENFOLD_NUL, &task, NULL) == ENFOLD_QUEUED);
  CHECK(enfold_task_wait(task, -1, NULL) == ENFOLD_OK);
  CHECK(enfold_store_state(store, AFTER_EFFECT, ENFOLD_NUL, &text, NULL) == ENFOLD_OK);
  CHECK(text.data[0] == '"');
  enfold_string_free(&text);
  end_example();
}

static void send_again(void *user, const enfold_event *event) {
  (void)user;
  CHECK(pthread_equal(pthread_self(), loop_thread));
  if (event->flags & ENFOLD_CLOSED) return;
  CHECK(enfold_store_send(store, ACTION, ENFOLD_NUL, NULL, NULL) == ENFOLD_QUEUED);
}

static void close_at_a_commit(void *user, const enfold_event *event) {
  (void)user;
  CHECK(pthread_equal(pthread_self(), loop_thread));
  if (!(event->flags & ENFOLD_CLOSED) && event->revision == 3)
    CHECK(enfold_runtime_close(runtime, NULL) == ENFOLD_OK);
}

static void observe(enfold_observer_fn fn) {
  static const char options[] = "{\"filter\":\"raw\",\"value\":false}";
  CHECK(__real_enfold_store_observe(store, NULL, 0, options, ENFOLD_NUL, fn, NULL, NULL, NULL, NULL) == ENFOLD_OK);
}

static void do_flood(void) {
  observe(send_again);
  pthread_mutex_lock(&mutex);
  while (pumps_with_more < 3) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
#ifdef WITH_GTK
  g_idle_add(count_frames, NULL); /* ends the example */
#else
  end_example();
#endif
}

static void do_close(void) {
  static const char five[] =
      "[" ACTION "," ACTION "," ACTION "," ACTION "," ACTION "]";
  observe(close_at_a_commit);
  CHECK(enfold_store_send_batch(store, five, ENFOLD_NUL, NULL, NULL) == ENFOLD_QUEUED);
}

static void *act(void *user) {
  (void)user;
  pthread_mutex_lock(&mutex);
  while (store == 0) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  if (strcmp(deed, "sends") == 0) do_sends();
  if (strcmp(deed, "effect") == 0) do_effect();
  if (strcmp(deed, "flood") == 0) do_flood();
  if (strcmp(deed, "close") == 0) do_close();
#ifdef WITH_GTK
  if (strcmp(deed, "watch") == 0) g_idle_add(print_windows, NULL), send_lines();
#endif
  return NULL;
}

int main(int argc, char **argv) {
  int ends[2];
  pthread_t thread;
  CHECK(argc > 1);
  deed = argv[1];
  loop_thread = pthread_self();
  alarm(60); /* a loop that is not woken would wait for ever */
  CHECK((told = dup(STDIN_FILENO)) >= 0);
  CHECK(pipe(ends) == 0 && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
  input = ends[1];
  CHECK(pthread_create(&thread, NULL, act, NULL) == 0);
  CHECK(example(argc - 1, argv + 1) == EXIT_SUCCESS);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(enfold_runtime_pump(runtime, 1, NULL, NULL) == ENFOLD_STALE); /* the example left nothing open */
  return EXIT_SUCCESS;
}
