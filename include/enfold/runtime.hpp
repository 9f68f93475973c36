/// runtime.hpp: the owner of plugins and stores, and the loop that runs their callbacks.
#ifndef ENFOLD_RUNTIME_HPP
#define ENFOLD_RUNTIME_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "callable.hpp"
#include "handle.hpp"
#include "json.hpp"
#include "options.hpp"
#include "request.hpp"
#include "shared.hpp"
#include "store.hpp"

namespace enfold {

/// The result of a pump.
struct pumped {
  std::uint32_t done;  // the number of actions reduced, and of requests handed to their handlers
  bool has_more;       // work is left
};

/// A plugin that was loaded. Its code stays mapped until the process ends, so there is nothing to own.
template <class Face>
class basic_plugin : public borrowed<Face> {
 public:
  using borrowed<Face>::borrowed;
  template <class T>
  using returns = typename Face::template type<T>;

  /// {"id":"org.example.todos","version":"1.0.0","path":"...","generation":1,"compiler":"...","features":["Todos"]}
  /// [any thread] Errors: enfold_plugin_info.
  template <class T = string>
  returns<T> info() const {
    return Face::give(detail::read_as<T>(detail::text_of(
        [&](enfold_string *out, enfold_error *error) { return enfold_plugin_info(this->id_, out, error); })));
  }
};

namespace detail {

template <class Function>
void log(void *user, std::int32_t level, const char *record, size_t length) {
  detail::guarded([&] { (*static_cast<Function *>(user))(level, std::string_view(record, length)); });
}

template <class Function>
void trace(void *user, const char *entry, size_t length) {
  detail::guarded([&] { (*static_cast<Function *>(user))(std::string_view(entry, length)); });
}

}  // namespace detail

/// A runtime, which open_runtime opens. The owning one closes it, and so its stores; it waits for no observer.
template <class Face>
class basic_runtime_ref : public borrowed<Face> {
 public:
  using borrowed<Face>::borrowed;
  template <class T>
  using returns = typename Face::template type<T>;
  using plugin = basic_plugin<Face>;
  using store = owned<basic_store_ref<Face>>;
  using shared_value = basic_shared_value<Face>;

  // Plugins and features

  /// Loads a plugin: the path of a file.
  /// [not in callbacks] Errors: enfold_plugin_load.
  template <class Options = load_options>
  returns<plugin> load(std::string_view path, const Options &options = {}) const {
    const auto &json = detail::written(options);
    return Face::give(named<plugin, enfold_plugin>(path, "the path", json, enfold_plugin_load));
  }

  /// All features, with JSON Schemas of states, actions and requests.
  /// [any thread] Errors: enfold_runtime_features.
  template <class T = string>
  returns<T> features() const {
    return Face::give(detail::read_as<T>(detail::text_of(
        [&](enfold_string *out, enfold_error *error) { return enfold_runtime_features(this->id_, out, error); })));
  }

  /// Registers a feature that is written in this program, with the tables of enfold_plugin.h. `owner` is moved to the
  /// heap: the functions of the reducer get its address as `user`, and it is destroyed when nothing can call them any
  /// more.
  /// [any thread] Errors: enfold_feature_register. Then the owner is destroyed.
  template <class Owner>
  returns<void> feature(const enfold_plugin_feature &feature, Owner &&owner) const {
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_feature_register(this->id_, &feature, detail::boxed(std::forward<Owner>(owner)),
                                     detail::release_box<std::decay_t<Owner>>, error);
    }));
  }

  // Stores and shared values

  /// Opens a store of a feature: "Todos", "org.example.todos/Todos" or "org.example.todos@1.0.0/Todos".
  /// [any thread] Errors: enfold_store_open.
  template <class Options = store_options>
  returns<store> open(std::string_view feature, const Options &options = {}) const {
    const auto &json = detail::written(options);
    return Face::give(named<store, enfold_store>(feature, "the name of the feature", json, enfold_store_open));
  }

  /// The shared value of a key, whether or not somebody uses it yet. Asks nobody.
  /// [any thread] Errors: ENFOLD_INVALID (the key contains U+0000).
  returns<shared_value> shared(std::string_view key) const {
    auto checked = detail::c_text(key).check("the key");
    if (!checked) return Face::give(result<shared_value>(checked.error()));
    return Face::give(result<shared_value>(shared_value(this->id_, key)));
  }

  // Requests

  /// Answers the requests of a name with a function, in place of the one before. It is called with
  ///   (payload)           and returns the answer: JSON, or nothing for null; or a result<T>, whose error fails the
  ///                       request. A wrong answer fails the request, too.
  ///   (request, payload)  and answers by the request, at once or later. `request` is a basic_request of this face.
  /// The payload is JSON, a std::string_view that is valid until the function returns, or a `Payload`:
  ///
  ///     runtime.handle<nlohmann::json>("add", [](nlohmann::json payload) -> nlohmann::json { return payload["x"]; });
  ///
  /// An exception that leaves the function fails the request with what() as message, if it is still open. The function
  /// lives until it is replaced, removed, or the runtime is closed, and none of its requests is open any more.
  /// `cancelled`, if given, is called with the id of a request of the second form whose answer is not wanted any more.
  /// [any thread] Errors: enfold_runtime_handle. Then the functions are destroyed.
  template <class Payload = std::string_view, class Function, class Cancelled = detail::not_told>
  returns<void> handle(std::string_view name, Function &&function, Cancelled &&cancelled = {}) const {
    using handler = detail::handler<Face, Payload, std::decay_t<Function>, std::decay_t<Cancelled>>;
    const detail::c_text text(name);
    if (auto checked = text.check("the name of the request"); !checked) return Face::give(std::move(checked));
    return Face::give(detail::done_of([&](enfold_error *error) {
      auto *user = new handler{std::forward<Function>(function), std::forward<Cancelled>(cancelled)};
      return enfold_runtime_handle(this->id_, text.get(), handler::ask, handler::cancel, user,
                                   detail::release_box<handler>, error);
    }));
  }

  /// Nobody answers the requests of this name any more: they fail, and the message says so. Requests that were asked
  /// before are still answered.
  /// [any thread] Errors: enfold_runtime_handle.
  returns<void> unhandle(std::string_view name) const {
    const detail::c_text text(name);
    if (auto checked = text.check("the name of the request"); !checked) return Face::give(std::move(checked));
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_runtime_handle(this->id_, text.get(), nullptr, nullptr, nullptr, nullptr, error);
    }));
  }

  /// Answers the requests of a name with a C function, in place of the one before:
  /// `runtime.bind("double cos(double x)", cos)`. The prototype must be that of the function: nothing can check it. An
  /// exception must not leave the function.
  /// [any thread] Errors: enfold_runtime_bind.
  template <class Options = bind_options, class Result, class... Arguments>
  returns<void> bind(std::string_view prototype, Result (*function)(Arguments...), const Options &options = {}) const {
    const detail::c_text text(prototype);
    if (auto checked = text.check("the prototype"); !checked) return Face::give(std::move(checked));
    const auto &json = detail::written(options);
    const std::string_view more = json;
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_runtime_bind(this->id_, text.get(), reinterpret_cast<void (*)()>(function), more.data(),
                                 more.size(), error);
    }));
  }

  // The loop

  /// Reduces waiting actions, at most `max_actions` (0: all), and runs the callbacks. This becomes the loop thread.
  /// [not in callbacks] Errors: enfold_runtime_pump.
  returns<pumped> pump(std::uint32_t max_actions = 0) const {
    std::uint32_t done = 0;
    auto status = detail::status_of(
        [&](enfold_error *error) { return enfold_runtime_pump(this->id_, max_actions, &done, error); });
    if (!status) return Face::give(result<pumped>(status.error()));
    return Face::give(result<pumped>(pumped{done, *status == ENFOLD_MORE}));
  }

  /// Waits until every store is idle. With "loop":"host" the loop thread pumps meanwhile.
  /// [not in callbacks] Errors: enfold_runtime_wait.
  returns<void> wait() const {
    return Face::give(detail::done_of([&](enfold_error *error) { return enfold_runtime_wait(this->id_, -1, error); }));
  }
  /// As wait, but at most for this time. false: the time ended first.
  template <class Rep, class Period>
  [[nodiscard]] returns<bool> wait_for(std::chrono::duration<Rep, Period> time) const {
    return Face::give(detail::ended_of(
        [&](enfold_error *error) { return enfold_runtime_wait(this->id_, detail::milliseconds(time), error); }));
  }

  /// Begins the debounced and throttled effects that wait in its stores. ENFOLD_QUEUED: some will begin.
  /// [any thread] Errors: enfold_runtime_flush.
  returns<enfold_status> flush() const {
    return Face::give(
        detail::status_of([&](enfold_error *error) { return enfold_runtime_flush(this->id_, error); }));
  }

  /// Lets time pass on the clock of a runtime with "clock":"manual".
  /// [not in callbacks] Errors: enfold_clock_advance.
  returns<void> advance(std::chrono::nanoseconds time) const {
    return Face::give(
        detail::done_of([&](enfold_error *error) { return enfold_clock_advance(this->id_, time.count(), error); }));
  }

  /// The descriptor that is readable while pump has work. Poll it; never read or close it.
  /// [any thread] Errors: enfold_runtime_fd.
  returns<int> fd() const {
    return Face::give(detail::value_of<int, int>(
        [&](int *out, enfold_error *error) { return enfold_runtime_fd(this->id_, out, error); }));
  }

  // Diagnostics

  /// Numbers about the runtime, as a JSON object.
  /// [any thread] Errors: enfold_runtime_stats.
  template <class T = string>
  returns<T> stats() const {
    return Face::give(detail::read_as<T>(detail::text_of(
        [&](enfold_string *out, enfold_error *error) { return enfold_runtime_stats(this->id_, out, error); })));
  }

  /// Calls a function with diagnostics of this level (ENFOLD_LOG_WARNING) and the more serious ones, in place of the
  /// one before: `void(std::int32_t level, std::string_view record)`. The record is JSON, and valid until the function
  /// returns.
  /// [any thread] Errors: enfold_runtime_log. Then the function is destroyed.
  template <class Function>
  returns<void> log(std::int32_t level, Function &&function) const {
    using receiver = std::decay_t<Function>;
    static_assert(std::is_invocable_v<receiver &, std::int32_t, std::string_view>,
                  "a receiver of diagnostics is called with (std::int32_t level, std::string_view record)");
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_runtime_log(this->id_, level, detail::log<receiver>,
                                detail::boxed(std::forward<Function>(function)), detail::release_box<receiver>, error);
    }));
  }
  /// Nobody receives diagnostics any more.
  returns<void> log(std::nullptr_t) const {
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_runtime_log(this->id_, ENFOLD_LOG_ERROR, nullptr, nullptr, nullptr, error);
    }));
  }

  // The trace

  /// Calls a function for each thing that happens in its stores, from now on: `void(std::string_view entry)`. The
  /// entry is JSON, and valid until the function returns. Returns the number of this reader, for end_trace. The
  /// function is called, and destroyed, on a thread of the library's own, also after the runtime was closed: it owns
  /// what it uses.
  /// [any thread] Errors: enfold_runtime_trace. Then the function is destroyed.
  template <class Function, class Options = trace_options>
  returns<std::uint64_t> trace(Function &&function, const Options &options = {}) const {
    using reader = std::decay_t<Function>;
    static_assert(std::is_invocable_v<reader &, std::string_view>,
                  "a reader of a trace is called with (std::string_view entry)");
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::value_of<std::uint64_t, std::uint64_t>([&](std::uint64_t *out, enfold_error *error) {
      return enfold_runtime_trace(this->id_, text.data(), text.size(), detail::trace<reader>,
                                  detail::boxed(std::forward<Function>(function)), detail::release_box<reader>, out,
                                  error);
    }));
  }

  /// Ends the reader of this number: no call begins after this, and it is not told what waits.
  /// [any thread] Errors: enfold_runtime_trace_end.
  returns<void> end_trace(std::uint64_t reader) const {
    return Face::give(
        detail::done_of([&](enfold_error *error) { return enfold_runtime_trace_end(this->id_, reader, error); }));
  }

  /// Writes what happens in its stores into a new file, until end_recording or close.
  /// [any thread] Errors: enfold_runtime_record.
  template <class Options = record_options>
  returns<void> record(const std::string &path, const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_runtime_record(this->id_, path.c_str(), text.data(), text.size(), error);
    }));
  }

  /// Ends the recording: what has happened until now is in the file.
  /// [any thread] Errors: enfold_runtime_record.
  returns<void> end_recording() const {
    return Face::give(detail::done_of(
        [&](enfold_error *error) { return enfold_runtime_record(this->id_, nullptr, nullptr, 0, error); }));
  }

  /// Lets an inspector look into its stores. Returns the path of the socket.
  /// [any thread] Errors: enfold_runtime_inspect.
  template <class Options = inspect_options>
  returns<string> inspect(const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::text_of([&](enfold_string *out, enfold_error *error) {
      return enfold_runtime_inspect(this->id_, text.data(), text.size(), out, error);
    }));
  }

  /// Ends it: the socket is gone.
  /// [any thread] Errors: enfold_runtime_inspect.
  returns<void> end_inspection() const {
    static constexpr std::string_view off = "{\"off\":true}";
    return Face::give(detail::done_of([&](enfold_error *error) {
      return enfold_runtime_inspect(this->id_, off.data(), off.size(), nullptr, error);
    }));
  }

  /// Writes a mark into its recording, and to the readers of its trace: UTF-8, 1 to 4096 bytes, not redacted.
  /// [any thread] Errors: enfold_runtime_mark.
  returns<void> mark(std::string_view text) const {
    return Face::give(detail::done_of(
        [&](enfold_error *error) { return enfold_runtime_mark(this->id_, text.data(), text.size(), error); }));
  }

  // Closing

  /// Ends it so that nothing is lost: ends its stores together, as store.end does with one, and closes it.
  /// [not in callbacks] Errors: enfold_runtime_end.
  template <class Options = end_options>
  [[nodiscard]] returns<bool> end(const Options &options = {}) const {
    const auto &json = detail::written(options);
    const std::string_view text = json;
    return Face::give(detail::ended_of(
        [&](enfold_error *error) { return enfold_runtime_end(this->id_, text.data(), text.size(), error); }));
  }

  /// Closes it and its stores. A second call does nothing.
  /// [any thread] Errors: enfold_runtime_close.
  returns<void> close() const {
    return Face::give(detail::closed_of([&](enfold_error *error) { return enfold_runtime_close(this->id_, error); }));
  }

  static void drop(enfold_runtime id) noexcept { enfold_runtime_close(id, nullptr); }

 private:
  /// Opens something by a function of enfold.h that takes a name and options.
  template <class Made, class Out, class Open>
  result<Made> named(std::string_view name, const char *what, std::string_view options, Open open) const {
    const detail::c_text text(name);
    if (auto checked = text.check(what); !checked) return checked.error();
    return detail::value_of<Made, Out>([&](Out *out, enfold_error *error) {
      return open(this->id_, text.get(), options.data(), options.size(), out, error);
    });
  }
};

namespace detail {

template <class Face, class Options>
result<owned<basic_runtime_ref<Face>>> open_runtime(const Options &options) {
  const auto &json = detail::written(options);
  const std::string_view text = json;
  return detail::value_of<owned<basic_runtime_ref<Face>>, enfold_runtime>(
      [&](enfold_runtime *out, enfold_error *error) {
        return enfold_runtime_open(text.data(), text.size(), out, error);
      });
}

}  // namespace detail

}  // namespace enfold

#endif
