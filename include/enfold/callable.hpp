/// callable.hpp: callable objects behind the triples (fn, user, release) of enfold.h, and the handler of their
/// exceptions.
#ifndef ENFOLD_CALLABLE_HPP
#define ENFOLD_CALLABLE_HPP

#include <atomic>
#include <exception>
#include <type_traits>
#include <utility>

#include "error.hpp"

namespace enfold {

#if ENFOLD_EXCEPTIONS
/// Receives an exception of an observer, the end of a task, a receiver of diagnostics, a reader of a trace or a
/// fire_and_forget coroutine.
using exception_handler = void (*)(std::exception_ptr exception) noexcept;

namespace detail {
inline std::atomic<exception_handler> current_exception_handler{nullptr};
}

/// Sets the handler of exceptions that leave callables, for the whole process, and returns the one before. nullptr,
/// the default, means std::terminate; std::current_exception then gives the exception. The handler is called on the
/// thread that called the callable. Then the library goes on: the state is what it was, and other observers are
/// called.
/// [any thread]
inline exception_handler set_exception_handler(exception_handler handler) noexcept {
  return detail::current_exception_handler.exchange(handler);
}
#endif

namespace detail {

#if ENFOLD_EXCEPTIONS
/// Inside a catch block: hands the exception on.
inline void hand_on_exception() noexcept {
  const auto handler = current_exception_handler.load();
  if (handler == nullptr) std::terminate();
  handler(std::current_exception());
}
#endif

/// Runs a callable for the library. No exception leaves it.
template <class Body>
void guarded(Body &&body) noexcept {
#if ENFOLD_EXCEPTIONS
  try {
    body();
  } catch (...) {
    detail::hand_on_exception();
  }
#else
  body();
#endif
}

/// The `user` of a triple: the object, moved to the heap.
template <class Function>
std::decay_t<Function> *boxed(Function &&function) {
  return new std::decay_t<Function>(std::forward<Function>(function));
}

/// The `release` of a triple.
template <class Function>
void release_box(void *box) {
  delete static_cast<Function *>(box);
}

}  // namespace detail
}  // namespace enfold

#endif
