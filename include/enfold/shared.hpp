/// shared.hpp: a value that all stores and plugins of a runtime share, and this program.
#ifndef ENFOLD_SHARED_HPP
#define ENFOLD_SHARED_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "json.hpp"
#include "options.hpp"
#include "subscription.hpp"

namespace enfold {

/// One shared value, by its key. Made by `runtime.shared("session")`. It may be copied, and owns nothing: a value is
/// there while somebody uses it, an open store whose state has it, or a subscription.
template <class Face>
class basic_shared_value {
 public:
  template <class T>
  using returns = typename Face::template type<T>;
  using subscription = owned<basic_subscription_ref<Face>>;

  basic_shared_value(enfold_runtime runtime, std::string_view key) : runtime_(runtime), key_(key) {}

  const std::string &key() const noexcept { return key_; }

  /// The newest value, as JSON or as a `T`. Waits for nobody's code.
  /// [any thread] Errors: enfold_shared_get.
  template <class T = string>
  returns<T> get() const {
    return Face::give(detail::read_as<T>(newest()));
  }

  /// Replaces the value, whatever it is now. An equal value is no change.
  /// [any thread] Errors: enfold_shared_set.
  template <class Value>
  returns<void> set(const Value &value) const {
    const auto &json = detail::written(value);
    const std::string_view text = json;
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_shared_set(runtime_, key_.c_str(), text.data(), text.size(), error);
    }));
  }

  /// Replaces the value if it is still `expected`. false: it is another one; nothing has happened.
  /// [any thread] Errors: enfold_shared_replace.
  template <class Expected, class Value>
  [[nodiscard]] returns<bool> replace(const Expected &expected, const Value &value) const {
    return Face::give(replaced(expected, value));
  }

  /// Changes the value, and loses no value that others write meanwhile: `change` gets the present value, as JSON or
  /// as a `T`, and returns the new one. It is called again if somebody else was faster, so it should only compute. No
  /// lock is held while it runs, and its exceptions pass through. It must not write the value itself.
  /// [any thread] Errors: enfold_shared_get, enfold_shared_replace.
  template <class T = std::string_view, class Change>
  returns<void> update(Change &&change) const {
    for (;;) {
      auto expected = newest();
      if (!expected) return Face::give(result<void>(expected.error()));
      auto done = replaced(expected->view(), change(json_form<T>::read(expected->view())));
      if (!done) return Face::give(result<void>(done.error()));
      if (*done) return Face::give(result<void>());
    }
  }

  /// Calls a function with an `event` when the value has changed, as long as the subscription lives.
  /// [any thread] Errors: enfold_shared_observe. Then the function is destroyed.
  template <class Function, class Options = shared_options>
  returns<subscription> observe(Function &&function, const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::subscribe<Face>(std::forward<Function>(function), [&](auto... rest) {
      return enfold_shared_observe(runtime_, key_.c_str(), text.data(), text.size(), rest...);
    }));
  }

 private:
  result<string> newest() const {
    return detail::text_of(
        [&](enfold_string *out, enfold_error *error) { return enfold_shared_get(runtime_, key_.c_str(), out, error); });
  }

  template <class Expected, class Value>
  result<bool> replaced(const Expected &expected, const Value &value) const {
    const auto &before = detail::written(expected);
    const auto &after = detail::written(value);
    const std::string_view old_text = before, new_text = after;
    auto done = detail::value_of<std::uint32_t, std::uint32_t>([&](std::uint32_t *out, enfold_error *error) {
      return enfold_shared_replace(runtime_, key_.c_str(), old_text.data(), old_text.size(), new_text.data(),
                                   new_text.size(), out, error);
    });
    if (!done) return done.error();
    return *done != 0;
  }

  enfold_runtime runtime_;
  std::string key_;
};

}  // namespace enfold

#endif
