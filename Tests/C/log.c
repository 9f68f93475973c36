/* log.c: diagnostics. Uses the test plugin: it knows "complain". */
#include <poll.h>
#include <time.h>

#include "check.h"

static char text[4096];
static int releases_a, releases_b, levels;

static void receive(void *user, int32_t level, const char *line, size_t length) {
  CHECK_INT(strlen(line), length);
  CHECK(user == &releases_a || user == &releases_b);
  levels = level;
  strncat(text, line, sizeof text - strlen(text) - 1);
  strncat(text, "|", sizeof text - strlen(text) - 1);
}

static void release(void *user) { ++*(int *)user; }

static void a_receiver_gets_records_until_it_is_replaced(void) {
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("counter"));
  enfold_store store = open_store(runtime, "Counter");
  text[0] = '\0';
  releases_a = releases_b = 0;
  CHECK_OK(send(store, "\"complain\""));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, &releases_a, release, &problem));
  CHECK_OK(send(store, "\"complain\""));
  /* The record says of which store and feature it is, and when. */
  char wanted[200];
  snprintf(wanted, sizeof wanted, "{\"message\":\"as you wish\",\"store\":%" PRIu64 ",\"feature\":\"Counter\",\"time\":",
           store);
  CHECK(strncmp(text, wanted, strlen(wanted)) == 0);
  double seconds = strtod(text + strlen(wanted), NULL), now = (double)time(NULL);
  CHECK(seconds > now - 100 && seconds < now + 100);
  CHECK_CONTAINS(text, "}|");
  CHECK_INT(levels, ENFOLD_LOG_WARNING);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_ERROR, receive, &releases_b, release, &problem));
  CHECK_INT(releases_a, 1);
  CHECK_OK(send(store, "\"complain\""));
  CHECK(strchr(text, '|')[1] == '\0'); /* errors only */
  CHECK_OK(enfold_runtime_log(runtime, 0, NULL, NULL, NULL, &problem));
  CHECK_INT(releases_b, 1);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, receive, &releases_a, release, &problem));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(releases_a, 2);
  CHECK_INT(releases_b, 1);
}

static void a_hosts_loop_delivers_records_in_the_pump(void) {
  enfold_runtime runtime = open_runtime_with("{\"loop\":\"host\"}", test_plugin("counter"));
  enfold_store store = open_store(runtime, "Counter");
  struct pollfd poller = {-1, POLLIN, 0};
  CHECK_OK(enfold_runtime_fd(runtime, &poller.fd, &problem));
  text[0] = '\0';
  releases_a = 0;
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, receive, &releases_a, release, &problem));
  CHECK_OK(send(store, "\"complain\""));
  CHECK_TEXT(text, "");
  CHECK_INT(poll(&poller, 1, 0), 1);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_CONTAINS(text, "{\"message\":\"as you wish\",\"store\":");
  CHECK_INT(poll(&poller, 1, 0), 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(releases_a, 1);
}

static enfold_runtime inner;

static void replace_myself(void *user, int32_t level, const char *line, size_t length) {
  int *releases = user;
  (void)level, (void)line, (void)length;
  CHECK_OK(enfold_runtime_log(inner, 0, NULL, NULL, NULL, &problem));
  CHECK_INT(*releases, 0); /* not while it runs */
}

static void a_receiver_may_remove_itself(void) {
  inner = open_runtime_with(NULL, test_plugin("counter"));
  enfold_store store = open_store(inner, "Counter");
  releases_a = 0;
  CHECK_OK(enfold_runtime_log(inner, ENFOLD_LOG_DEBUG, replace_myself, &releases_a, release, &problem));
  CHECK_OK(send(store, "\"complain\""));
  CHECK_INT(releases_a, 1);
  CHECK_OK(send(store, "\"complain\""));
  CHECK_OK(enfold_runtime_close(inner, &problem));
  CHECK_INT(releases_a, 1);
}

int main(void) {
  RUN(a_receiver_gets_records_until_it_is_replaced);
  RUN(a_hosts_loop_delivers_records_in_the_pump);
  RUN(a_receiver_may_remove_itself);
  return 0;
}
