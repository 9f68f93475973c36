/// task.hpp: everything that one action causes.
#ifndef ENFOLD_TASK_HPP
#define ENFOLD_TASK_HPP

#include <chrono>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "callable.hpp"
#include "handle.hpp"

namespace enfold {

namespace detail {

/// A time to wait as enfold.h has it: rounded up, and never "without end".
template <class Rep, class Period>
std::int64_t milliseconds(std::chrono::duration<Rep, Period> time) {
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(time).count();
  return whole < 0 ? 0 : static_cast<std::int64_t>(whole);
}

template <class Function>
void end(void *user, enfold_status status, const char *message, size_t length) {
  detail::guarded([&] {
    auto &function = *static_cast<Function *>(user);
    if (status >= 0) {
      function(result<void>());
    } else {
      function(result<void>(error(status, std::string(message, length))));
    }
  });
}

}  // namespace detail

/// The effects of one action, the actions they sent, and so on. Made by `store.task`. The owning one forgets it, which
/// cancels nothing. With C++20 a coroutine can `co_await` it: await.hpp.
template <class Face>
class basic_task_ref : public borrowed<Face> {
 public:
  using borrowed<Face>::borrowed;
  template <class T>
  using returns = typename Face::template type<T>;

  /// Waits until everything has ended. With "loop":"host" the loop thread pumps meanwhile.
  /// [not in callbacks] Errors: ENFOLD_CANCELLED, ENFOLD_FAILED with the effect's error; enfold_task_wait.
  returns<void> wait() const {
    return Face::give(detail::done_of([&](enfold_error *error) { return enfold_task_wait(this->id_, -1, error); }));
  }
  /// As wait, but at most for this time. false: the time ended first.
  template <class Rep, class Period>
  [[nodiscard]] returns<bool> wait_for(std::chrono::duration<Rep, Period> time) const {
    return Face::give(detail::ended_of(
        [&](enfold_error *error) { return enfold_task_wait(this->id_, detail::milliseconds(time), error); }));
  }
  /// Whether everything has ended. Waits for nothing, pumps nothing.
  /// [any thread] Errors: as wait.
  [[nodiscard]] returns<bool> done() const {
    return Face::give(detail::ended_of([&](enfold_error *error) { return enfold_task_status(this->id_, error); }));
  }
  /// The status of the task, as enfold_task_status says: ENFOLD_TIMEOUT while it runs.
  /// [any thread]
  enfold_status status() const noexcept { return enfold_task_status(this->id_, nullptr); }

  /// Calls a function once with a `result<void>` when everything has ended: where the observers of the store run, and
  /// at once if that may be now. If the task is forgotten first, the function is destroyed and never called.
  /// [any thread] Errors: enfold_task_on_end.
  template <class Function>
  returns<void> on_end(Function &&function) const {
    using ended = std::decay_t<Function>;
    static_assert(std::is_invocable_v<ended &, result<void>>,
                  "the end of a task is told with an (enfold::result<void>)");
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_task_on_end(this->id_, detail::end<ended>, detail::boxed(std::forward<Function>(function)),
                                detail::release_box<ended>, error);
    }));
  }

  /// Cancels everything in it that has not ended.
  /// [any thread] Errors: enfold_task_cancel.
  returns<void> cancel() const {
    return Face::give(detail::done_of([&](enfold_error *error) { return enfold_task_cancel(this->id_, error); }));
  }

  static void drop(enfold_task id) noexcept { enfold_task_release(id, nullptr); }
};

}  // namespace enfold

#endif
