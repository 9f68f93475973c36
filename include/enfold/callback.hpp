/// callback.hpp: a C function that sends an action, for any C library to call.
#ifndef ENFOLD_CALLBACK_HPP
#define ENFOLD_CALLBACK_HPP

#include <type_traits>

#include "handle.hpp"

namespace enfold {

/// Made by `store.callback`. The owning one closes it: then its function stays, and does nothing. `release()` lets it
/// live as long as its store.
template <class Face>
class basic_callback_ref : public borrowed<Face> {
 public:
  template <class T>
  using returns = typename Face::template type<T>;

  constexpr basic_callback_ref() noexcept = default;
  constexpr explicit basic_callback_ref(enfold_callback id, void (*function)() = nullptr) noexcept
      : borrowed<Face>(id), function_(function) {}

  /// The function, as the type that its prototype says: `clicked.function<void(void *, int, int)>()`. Nothing can check
  /// that. Any thread may call it, also after the end.
  template <class Signature>
  Signature *function() const noexcept {
    static_assert(std::is_function_v<Signature>, "say the function's type: function<void(void *, int, int)>()");
    return reinterpret_cast<Signature *>(function_);
  }

  /// From now on the function does nothing, and returns the same as before. It may be running right now: then its
  /// action is still sent.
  /// [any thread] Errors: enfold_callback_close; none if it was closed already.
  returns<void> close() const {
    return Face::give(detail::closed_of([&](enfold_error *error) { return enfold_callback_close(this->id_, error); }));
  }

  static void drop(enfold_callback id) noexcept { enfold_callback_close(id, nullptr); }

 private:
  void (*function_)() = nullptr;
};

}  // namespace enfold

#endif
