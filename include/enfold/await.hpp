/// await.hpp: tasks in coroutines of C++20. Without them this file is empty.
///
///     enfold::fire_and_forget load(app::store_ref store) {
///       co_await store.task("load");                        // throws if the effect failed
///       std::cout << store.state("/items") << '\n';
///     }
///
/// In the namespace enfold `co_await` gives a result<void> instead.
#ifndef ENFOLD_AWAIT_HPP
#define ENFOLD_AWAIT_HPP

#if defined(__cpp_impl_coroutine) && defined(__has_include)
#if __has_include(<coroutine>)
#define ENFOLD_COROUTINES 1
#endif
#endif

#ifdef ENFOLD_COROUTINES

#include <coroutine>
#include <exception>
#include <string>
#include <utility>

#include "callable.hpp"
#include "task.hpp"

namespace enfold {

/// `co_await` of a task. The coroutine goes on when everything has ended that the action caused. It goes on where the
/// observers of the store run: with "loop":"host" in a pump, on the loop thread. There it is inside a callback, so
/// calls that wait are refused, and its actions are queued. If the task has ended already, it goes on at once. If the
/// store or the runtime is closed first, the error is ENFOLD_CANCELLED. A coroutine may be destroyed while it waits,
/// on the loop thread: its task is forgotten then.
template <class Face>
class task_awaiter {
 public:
  explicit task_awaiter(basic_task_ref<Face> task) noexcept : task_(task.id()) {}

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> coroutine) {
    coroutine_ = coroutine;
    // Once this has succeeded the coroutine may have gone on, and this object may be gone.
    auto begun = detail::done_of(
        [this](enfold_error *error) { return enfold_task_on_end(task_, resume, this, nullptr, error); });
    if (begun) return true;
    ended_ = std::move(begun);
    return false;
  }
  auto await_resume() { return Face::give(std::move(ended_)); }

 private:
  static void resume(void *user, enfold_status status, const char *message, size_t length) {
    auto *self = static_cast<task_awaiter *>(user);
    detail::guarded([&] {
      if (status < 0) self->ended_ = error(status, std::string(message, length));
      self->coroutine_.resume();
    });
  }

  enfold_task task_;
  std::coroutine_handle<> coroutine_;
  result<void> ended_;
};

template <class Face>
task_awaiter<Face> operator co_await(const owned<basic_task_ref<Face>> &task) noexcept {
  return task_awaiter<Face>(task);
}

/// A coroutine that begins at once, and that nobody waits for. Its parameters must be values, since it outlives the
/// call. If an error with ENFOLD_CANCELLED or ENFOLD_STALE leaves it, the coroutine has ended with its store, and
/// nobody is told. Any other exception is treated as one that leaves an observer.
struct fire_and_forget {
  struct promise_type {
    fire_and_forget get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept {
#if ENFOLD_EXCEPTIONS
      try {
        throw;
      } catch (const error &problem) {
        if (problem.code() != ENFOLD_CANCELLED && problem.code() != ENFOLD_STALE) detail::hand_on_exception();
      } catch (...) {
        detail::hand_on_exception();
      }
#endif
    }
  };
};

}  // namespace enfold

#endif
#endif
