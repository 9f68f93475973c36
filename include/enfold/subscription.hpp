/// subscription.hpp: an observer's lifetime.
#ifndef ENFOLD_SUBSCRIPTION_HPP
#define ENFOLD_SUBSCRIPTION_HPP

#include <type_traits>
#include <utility>

#include "callable.hpp"
#include "event.hpp"
#include "handle.hpp"

namespace enfold {

/// A subscription of a store or of a shared value. The owning one cancels it; `release()` lets it live as long as its
/// store.
template <class Face>
class basic_subscription_ref : public borrowed<Face> {
 public:
  using borrowed<Face>::borrowed;
  template <class T>
  using returns = typename Face::template type<T>;

  /// Ends it at once, also from its own observer: no later event, not even the one that says `closed`. If its observer
  /// runs on another thread right now, this does not wait for it.
  /// [any thread] Errors: enfold_subscription_cancel; none if it has ended already.
  returns<void> cancel() const {
    return Face::give(
        detail::closed_of([&](enfold_error *error) { return enfold_subscription_cancel(this->id_, error); }));
  }

  static void drop(enfold_subscription id) noexcept { enfold_subscription_cancel(id, nullptr); }
};

namespace detail {

template <class Observer>
void observe(void *user, const enfold_event *raw) {
  detail::guarded([&] { (*static_cast<Observer *>(user))(event(raw)); });
}

/// Begins a subscription: `begin` is the function of enfold.h with its first arguments, those before the triple.
template <class Face, class Function, class Begin>
result<owned<basic_subscription_ref<Face>>> subscribe(Function &&function, Begin &&begin) {
  using observer = std::decay_t<Function>;
  static_assert(std::is_invocable_v<observer &, const event &>, "an observer is called with (const enfold::event &)");
  return detail::value_of<owned<basic_subscription_ref<Face>>, enfold_subscription>([&](enfold_subscription *out,
                                                                                        enfold_error *error) {
    return begin(observe<observer>, detail::boxed(std::forward<Function>(function)), release_box<observer>, out, error);
  });
}

}  // namespace detail

#if defined(__cpp_concepts) && __cpp_concepts >= 201907L
/// The functions that may observe.
template <class T>
concept observer = std::is_invocable_v<std::decay_t<T> &, const event &>;
#endif

}  // namespace enfold

#endif
