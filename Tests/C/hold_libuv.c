/* hold_libuv.c: a store that is held lets the loop of libuv sleep. It watches the descriptor as Examples/loops/libuv.c does.
 *
 * Packages: libuv */
#include <uv.h>

#define send send_action /* uv.h brings the one of sockets */
#include "hold.h"
#include "hold_loop.h"

static uv_loop_t loop;
static uv_poll_t watcher;
static uv_check_t turning; /* called whenever the loop has waited */
static uv_timer_t timer;

static void pump_there(uv_poll_t *handle, int status, int events) {
  (void)handle, (void)events;
  CHECK_INT(status, 0);
  on_readable();
}

static void count(uv_check_t *handle) { (void)handle, counted.turns++; }
static void stop(uv_timer_t *handle) { uv_stop(handle->loop); }

static void begin_loop(int descriptor) {
  CHECK_INT(uv_loop_init(&loop), 0);
  CHECK_INT(uv_poll_init(&loop, &watcher, descriptor), 0);
  CHECK_INT(uv_poll_start(&watcher, UV_READABLE, pump_there), 0);
  CHECK_INT(uv_check_init(&loop, &turning), 0);
  CHECK_INT(uv_check_start(&turning, count), 0);
  CHECK_INT(uv_timer_init(&loop, &timer), 0);
}

static void end_loop(void) {
  uv_close((uv_handle_t *)&watcher, NULL);
  uv_close((uv_handle_t *)&turning, NULL);
  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_INT(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_INT(uv_loop_close(&loop), 0);
}

static void turn_loop(void) { uv_run(&loop, UV_RUN_ONCE); }

static void run_loop(int milliseconds) {
  uv_update_time(&loop);
  CHECK_INT(uv_timer_start(&timer, stop, (uint64_t)milliseconds, 0), 0);
  uv_run(&loop, UV_RUN_DEFAULT);
}

int main(void) { return the_loop_sleeps(); }
