/// event.hpp: the event that an observer gets.
#ifndef ENFOLD_EVENT_HPP
#define ENFOLD_EVENT_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "json.hpp"

namespace enfold {

/// One event: a view of an enfold_event. It, and every text in it, is valid until the observer returns.
class event {
 public:
  explicit event(const enfold_event *raw) noexcept : raw_(raw) {}

  /// JSON; empty when removed, closed or not asked for.
  std::string_view value() const noexcept { return text(raw_->value, raw_->value_length); }
  /// The value as a `T`, such as a nlohmann::json; nothing where value() is empty.
  template <class T>
  auto value() const -> std::optional<decltype(json_form<T>::read(std::string_view()))> {
    if (value().empty()) return std::nullopt;
    return json_form<T>::read(value());
  }
  /// Operations, relative to pointer(): those of RFC 6902, or keyed ones with `patch` "keyed". Empty unless asked for.
  std::string_view patch() const noexcept { return text(raw_->patch, raw_->patch_length); }
  /// The cause, as JSON; empty unless asked for.
  std::string_view action() const noexcept { return text(raw_->action, raw_->action_length); }
  /// That of the action, see store.tagged; empty: none.
  std::string_view tag() const noexcept {
    const bool is_there = raw_->struct_size >= offsetof(enfold_event, tag_length) + sizeof raw_->tag_length;
    return is_there ? text(raw_->tag, raw_->tag_length) : std::string_view();  // an older libenfold has none
  }
  /// As subscribed.
  std::string_view pointer() const noexcept { return text(raw_->pointer, raw_->pointer_length); }
  std::uint64_t revision() const noexcept { return raw_->revision; }

  std::uint32_t flags() const noexcept { return raw_->flags; }
  /// The value when the subscription began.
  bool initial() const noexcept { return has(ENFOLD_INITIAL); }
  /// The value differs from the one delivered before, or the feature counts it as different. Of an action: see
  /// enfold_store_observe_actions.
  bool changed() const noexcept { return has(ENFOLD_CHANGED); }
  /// Assigned, equal or not.
  bool pulse() const noexcept { return has(ENFOLD_PULSE); }
  /// Nothing is there now.
  bool removed() const noexcept { return has(ENFOLD_REMOVED); }
  /// The store was closed: the last event.
  bool closed() const noexcept { return has(ENFOLD_CLOSED); }
  /// A mutation of a reactor, and no action.
  bool is_mutation() const noexcept { return has(ENFOLD_MUTATION); }

  /// As subscribed: `store_ref(event.store())` is the store; 0 for a shared value.
  enfold_store store() const noexcept { return raw_->store; }
  /// `subscription_ref(event.subscription()).cancel()` ends it from inside.
  enfold_subscription subscription() const noexcept { return raw_->subscription; }
  const enfold_event &raw() const noexcept { return *raw_; }

 private:
  bool has(std::uint32_t flag) const noexcept { return (raw_->flags & flag) != 0; }
  static std::string_view text(const char *data, std::size_t length) noexcept {
    return data != nullptr ? std::string_view(data, length) : std::string_view();
  }

  const enfold_event *raw_;
};

}  // namespace enfold

#endif
