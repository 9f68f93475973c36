/// store.hpp: a store, or a part of one.
#ifndef ENFOLD_STORE_HPP
#define ENFOLD_STORE_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "callback.hpp"
#include "handle.hpp"
#include "json.hpp"
#include "options.hpp"
#include "subscription.hpp"
#include "task.hpp"

namespace enfold {

template <class Face>
class basic_tagged;
template <class Face>
class basic_given;

/// A store, which `runtime.open` makes, or a scope. The owning one closes it.
template <class Face>
class basic_store_ref : public borrowed<Face> {
 public:
  using borrowed<Face>::borrowed;
  template <class T>
  using returns = typename Face::template type<T>;
  using store = owned<basic_store_ref>;
  using task_handle = owned<basic_task_ref<Face>>;
  using subscription = owned<basic_subscription_ref<Face>>;
  using callback_handle = owned<basic_callback_ref<Face>>;

  // Actions

  /// Sends an action: JSON as in enfold_store_send, or its name alone, if it has no payload. ENFOLD_OK: it was reduced,
  /// and its observers were called. ENFOLD_QUEUED: it will be, in order.
  /// [any thread] Errors: enfold_store_send.
  template <class Action>
  returns<enfold_status> send(const Action &action) const {
    return Face::give(sent(action, nullptr));
  }
  /// Sends an action by its name and its payload, which is JSON: `store.send("setCount", 5)`,
  /// `store.send("add", R"({"title":"x"})")`.
  template <class Payload>
  returns<enfold_status> send(std::string_view name, const Payload &payload) const {
    return Face::give(sent(named(name, payload), nullptr));
  }

  /// Sends an action, and returns a task over everything that it causes.
  /// [any thread] Errors: enfold_store_send.
  template <class Action>
  returns<task_handle> task(const Action &action) const {
    return Face::give(started(action));
  }
  template <class Payload>
  returns<task_handle> task(std::string_view name, const Payload &payload) const {
    return Face::give(started(named(name, payload)));
  }

  /// Sends a JSON array of actions in one drain, and returns their number. If one is bad, none is accepted.
  /// [any thread] Errors: enfold_store_send_batch.
  template <class Actions>
  returns<std::size_t> send_batch(const Actions &actions) const {
    const auto &json = detail::written(actions);
    const std::string_view text = json;
    return Face::give(detail::value_of<std::size_t, std::size_t>([&](std::size_t *accepted, enfold_error *error) {
      return enfold_store_send_batch(this->id_, text.data(), text.size(), accepted, error);
    }));
  }

  /// This store for actions with a tag, such as the name of a user: `store.tagged("ada").send("increment")`. It comes
  /// back in events, log records and requests. A tag has at most 256 bytes of UTF-8.
  basic_tagged<Face> tagged(std::string_view tag) const;

  /// This store for actions whose dependencies are given their values, if it was opened with `effects` "none":
  /// `store.given(R"([{"date":"2026-11-27T10:00:00Z"}])").send("add", payload)`. `dependencies` is a JSON array, as in
  /// enfold_store_send_with.
  basic_given<Face> given(const json_text &dependencies, std::string_view tag = {}) const;

  /// Waits until nothing is queued and no effect runs. With "loop":"host" the loop thread pumps meanwhile.
  /// [not in callbacks] Errors: enfold_store_wait.
  returns<void> wait() const {
    return Face::give(detail::done_of([&](enfold_error *error) { return enfold_store_wait(this->id_, -1, error); }));
  }
  /// As wait, but at most for this time. false: the time ended first.
  template <class Rep, class Period>
  [[nodiscard]] returns<bool> wait_for(std::chrono::duration<Rep, Period> time) const {
    return Face::give(detail::ended_of(
        [&](enfold_error *error) { return enfold_store_wait(this->id_, detail::milliseconds(time), error); }));
  }

  /// Begins the debounced and throttled effects that wait. ENFOLD_QUEUED: they will begin, in turn.
  /// [any thread] Errors: enfold_store_flush.
  returns<enfold_status> flush() const {
    return Face::give(detail::status_of([&](enfold_error *error) { return enfold_store_flush(this->id_, error); }));
  }

  // Holding

  /// Holds it, or releases it (false). While it is held, its state does not change: actions and writes are kept back,
  /// in order. ENFOLD_QUEUED: it was released, and what was kept back will be reduced.
  /// [any thread] Errors: enfold_store_hold.
  returns<enfold_status> hold(bool on = true) const {
    return Face::give(
        detail::status_of([&](enfold_error *error) { return enfold_store_hold(this->id_, on ? 1 : 0, error); }));
  }

  /// Lets it take the first thing of what is kept back; it stays held. false: nothing is kept back, or it will be done.
  /// [any thread] Errors: enfold_store_step.
  returns<bool> step() const {
    return Face::give(detail::value_of<bool, std::uint32_t>(
        [&](std::uint32_t *done, enfold_error *error) { return enfold_store_step(this->id_, done, error); }));
  }

  /// Adds a breakpoint, which holds the store before each action of a name: `add`, `detail/rename`. Returns its number.
  /// [any thread] Errors: enfold_store_break.
  returns<std::uint64_t> break_before(std::string_view action) const {
    return Face::give(changed_breakpoints("action", detail::quoted(action)));
  }
  /// Adds a breakpoint, which holds the store behind each change of the value at a pointer. Returns its number.
  returns<std::uint64_t> break_behind(std::string_view pointer) const {
    return Face::give(changed_breakpoints("path", detail::quoted(pointer)));
  }

  /// Removes the breakpoint of this number. A store that is held stays held.
  /// [any thread] Errors: enfold_store_break.
  returns<void> remove_breakpoint(std::uint64_t number) const {
    return Face::give(removed_breakpoints("remove", std::to_string(number)));
  }
  /// Removes all breakpoints.
  returns<void> clear_breakpoints() const { return Face::give(removed_breakpoints("clear", "true")); }

  // State

  /// The value at a JSON Pointer, as JSON or as a `T`: `store.state<nlohmann::json>("/items/id=7")`. Inside an
  /// observer: that of its event; elsewhere: that of the last commit.
  /// [any thread] Errors: enfold_store_state.
  template <class T = string>
  returns<T> state(std::string_view pointer = {}) const {
    return Face::give(detail::read_as<T>(detail::text_of([&](enfold_string *out, enfold_error *error) {
      return enfold_store_state(this->id_, pointer.data(), pointer.size(), out, error);
    })));
  }

  /// The number of commits so far.
  /// [any thread] Errors: enfold_store_revision.
  returns<std::uint64_t> revision() const {
    return Face::give(detail::value_of<std::uint64_t, std::uint64_t>(
        [&](std::uint64_t *out, enfold_error *error) { return enfold_store_revision(this->id_, out, error); }));
  }

  /// Writes one property that the feature lets hosts write. Returns as send does.
  /// [any thread] Errors: enfold_store_set.
  template <class Value, class Options = set_options>
  returns<enfold_status> set(std::string_view pointer, const Value &value, const Options &options = {}) const {
    const auto &json = detail::written(value);
    const auto &given = detail::written(options);
    const std::string_view text = json, more = given;
    return Face::give(detail::status_of([&](enfold_error *error) {
      return enfold_store_set(this->id_, pointer.data(), pointer.size(), text.data(), text.size(), more.data(),
                              more.size(), error);
    }));
  }

  /// Replaces the state by one that was kept. Returns as send does.
  /// [any thread] Errors: enfold_store_restore.
  template <class State>
  returns<enfold_status> restore(const State &state) const {
    const auto &json = detail::written(state);
    const std::string_view text = json;
    return Face::give(detail::status_of(
        [&](enfold_error *error) { return enfold_store_restore(this->id_, text.data(), text.size(), error); }));
  }

  // Observers

  /// Calls a function with an `event` when the value at a pointer has changed, as long as the subscription lives.
  /// [any thread] Errors: enfold_store_observe. Then the function is destroyed.
  template <class Function, class Options = observe_options>
  returns<subscription> observe(std::string_view pointer, Function &&function, const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::subscribe<Face>(std::forward<Function>(function), [&](auto... rest) {
      return enfold_store_observe(this->id_, pointer.data(), pointer.size(), text.data(), text.size(), rest...);
    }));
  }

  /// Calls a function with an `event` for each action that was reduced, as long as the subscription lives.
  /// [any thread] Errors: enfold_store_observe_actions. Then the function is destroyed.
  template <class Function, class Options = observe_actions_options>
  returns<subscription> observe_actions(Function &&function, const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::subscribe<Face>(std::forward<Function>(function), [&](auto... rest) {
      return enfold_store_observe_actions(this->id_, text.data(), text.size(), rest...);
    }));
  }

  // Parts

  /// A part of this store as a store of its own. `action` is a template that has the string "$action" in the place of
  /// the action; without one, its actions are this store's own.
  /// [any thread] Errors: enfold_store_scope.
  template <class Action = std::string_view>
  returns<store> scope(std::string_view pointer, const Action &action = {}) const {
    const auto &json = detail::written(action);
    const std::string_view text = json;
    return Face::give(detail::value_of<store, enfold_store>([&](enfold_store *out, enfold_error *error) {
      return enfold_store_scope(this->id_, pointer.data(), pointer.size(), text.data(), text.size(), out, error);
    }));
  }

  /// A group of subscriptions that end as one, when it is closed: those of a window, a row or a page.
  /// [any thread] Errors: enfold_store_scope.
  returns<store> binding() const { return scope(std::string_view()); }

  // C functions

  /// A C function that sends an action when it is called: `action` is a template that has "$x" in the place of the
  /// parameter x.
  /// [any thread] Errors: enfold_store_callback.
  template <class Action, class Options = callback_options>
  returns<callback_handle> callback(std::string_view prototype, const Action &action,
                                    const Options &options = {}) const {
    return Face::give(made(prototype, action, options));
  }

  // Closing

  /// Ends it so that nothing is lost: flushes it, waits until it is idle, and closes it. false: the time ended first,
  /// and what ran still was cut off; the receiver of diagnostics is told.
  /// [not in callbacks] Errors: enfold_store_end.
  template <class Options = end_options>
  [[nodiscard]] returns<bool> end(const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::ended_of(
        [&](enfold_error *error) { return enfold_store_end(this->id_, text.data(), text.size(), error); }));
  }

  /// Closes it. A second call does nothing.
  /// [any thread] Errors: enfold_store_close.
  returns<void> close() const {
    return Face::give(detail::closed_of([&](enfold_error *error) { return enfold_store_close(this->id_, error); }));
  }

  static void drop(enfold_store id) noexcept { enfold_store_close(id, nullptr); }

 private:
  friend class basic_tagged<Face>;

  template <class Payload>
  static std::string named(std::string_view name, const Payload &payload) {
    std::string action = "{";
    action += detail::quoted(name);
    action += ':';
    action += detail::written(payload);
    return action += '}';
  }

  template <class Action>
  result<enfold_status> sent(const Action &action, enfold_task *task, std::string_view options = {}) const {
    const auto &json = detail::written(action);
    return detail::is_name(json) ? sent_name(json, task, options) : sent_text(json, task, options);
  }

  result<enfold_status> sent_text(std::string_view text, enfold_task *task, std::string_view options) const {
    return detail::status_of([&](enfold_error *error) {
      return options.empty() ? enfold_store_send(this->id_, text.data(), text.size(), task, error)
                             : enfold_store_send_with(this->id_, text.data(), text.size(), options.data(),
                                                      options.size(), task, error);
    });
  }

  [[gnu::noinline]] result<enfold_status> sent_name(std::string_view name, enfold_task *task,
                                                    std::string_view options) const {
    return sent_text(detail::quoted(name), task, options);
  }

  template <class Action>
  result<task_handle> started(const Action &action, std::string_view options = {}) const {
    enfold_task task = 0;
    auto status = sent(action, &task, options);
    if (!status) return status.error();
    return task_handle(task);
  }

  result<std::uint64_t> changed_breakpoints(std::string_view key, std::string_view json) const {
    const auto options = detail::options_writer().add(key, json).json();
    return detail::value_of<std::uint64_t, std::uint64_t>([&](std::uint64_t *out, enfold_error *error) {
      return enfold_store_break(this->id_, options.data(), options.size(), out, error);
    });
  }

  result<void> removed_breakpoints(std::string_view key, std::string_view json) const {
    auto changed = changed_breakpoints(key, json);
    if (!changed) return changed.error();
    return {};
  }

  template <class Action, class Options>
  result<callback_handle> made(std::string_view prototype, const Action &action, const Options &options) const {
    const detail::c_text declaration(prototype);
    if (auto checked = declaration.check("the prototype"); !checked) return checked.error();
    const auto &json = detail::written(action);
    const auto &given = detail::written(options);
    std::string name;
    const std::string_view text = detail::name_or_json(json, name), more = given;
    void (*function)() = nullptr;
    const auto id = detail::value_of<enfold_callback, enfold_callback>([&](enfold_callback *out, enfold_error *error) {
      return enfold_store_callback(this->id_, declaration.get(), text.data(), text.size(), more.data(), more.size(),
                                   &function, out, error);
    });
    if (!id) return id.error();
    return callback_handle(basic_callback_ref<Face>(*id, function));
  }
};

/// A store for actions with a tag. Made by `store.tagged`; it does not own the store.
template <class Face>
class basic_tagged {
 public:
  template <class T>
  using returns = typename Face::template type<T>;
  using store_ref = basic_store_ref<Face>;
  using task_handle = typename store_ref::task_handle;

  basic_tagged(store_ref store, std::string_view tag)
      : store_(store), options_(detail::options_writer().text("tag", std::string(tag)).json()) {}

  /// As store.send. [any thread] Errors: enfold_store_send_with.
  template <class Action>
  returns<enfold_status> send(const Action &action) const {
    return Face::give(store_.sent(action, nullptr, options_));
  }
  template <class Payload>
  returns<enfold_status> send(std::string_view name, const Payload &payload) const {
    return Face::give(store_.sent(store_.named(name, payload), nullptr, options_));
  }

  /// As store.task. [any thread] Errors: enfold_store_send_with.
  template <class Action>
  returns<task_handle> task(const Action &action) const {
    return Face::give(store_.started(action, options_));
  }
  template <class Payload>
  returns<task_handle> task(std::string_view name, const Payload &payload) const {
    return Face::give(store_.started(store_.named(name, payload), options_));
  }

 protected:
  basic_tagged(store_ref store, const detail::options_writer &options) : store_(store), options_(options.json()) {}

 private:
  store_ref store_;
  std::string options_;
};

/// A store for actions whose dependencies are given their values. Made by `store.given`; it does not own the store.
template <class Face>
class basic_given : public basic_tagged<Face> {
 public:
  basic_given(basic_store_ref<Face> store, const json_text &dependencies, std::string_view tag = {})
      : basic_tagged<Face>(store, detail::options_writer()
                                      .add("dependencies", dependencies.str())
                                      .text("tag", std::string(tag))) {}
};

template <class Face>
basic_tagged<Face> basic_store_ref<Face>::tagged(std::string_view tag) const {
  return {*this, tag};
}

template <class Face>
basic_given<Face> basic_store_ref<Face>::given(const json_text &dependencies, std::string_view tag) const {
  return {*this, dependencies, tag};
}

}  // namespace enfold

#endif
