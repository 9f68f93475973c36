/// options.hpp: options as structs. enfold.h says what each means; an option that is left out has its default.
///
///     store.observe("/items", show, {.value = false, .patch = true});        // C++20
///
///     enfold::observe_options options;                                        // C++17
///     options.patch = true;
///     store.observe("/items", show, options);
///
///     store.observe("/items", show, R"({"patch":true})");                     // as in C
#ifndef ENFOLD_OPTIONS_HPP
#define ENFOLD_OPTIONS_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "json.hpp"

namespace enfold {

namespace detail {

/// Writes a JSON object of the members that were given; empty if there are none.
class options_writer {
 public:
  options_writer &add(std::string_view key, std::string_view json) {
    if (json.empty()) return *this;
    text_ += text_.empty() ? '{' : ',';
    text_ += detail::quoted(key);
    text_ += ':';
    text_ += json;
    return *this;
  }
  options_writer &text(std::string_view key, const std::string &value) {
    return value.empty() ? *this : add(key, detail::quoted(value));
  }
  options_writer &name_or_json(std::string_view key, std::string_view value) {
    std::string name;
    return add(key, detail::name_or_json(value, name));
  }
  options_writer &texts(std::string_view key, const std::vector<std::string> &values) {
    std::string list;
    for (const auto &value : values) list += (list.empty() ? "[" : ",") + detail::quoted(value);
    return list.empty() ? *this : add(key, list + "]");
  }
  options_writer &flag(std::string_view key, bool value, bool otherwise) {
    return value == otherwise ? *this : add(key, value ? "true" : "false");
  }
  options_writer &number(std::string_view key, std::optional<std::uint64_t> value) {
    return value ? add(key, std::to_string(*value)) : *this;
  }
  std::string json() const { return text_.empty() ? text_ : text_ + "}"; }

 private:
  std::string text_;
};

}  // namespace detail

/// An option that is true, false, or a name, such as "keyed".
class flag_or_name {
 public:
  template <class Bool, std::enable_if_t<std::is_same_v<Bool, bool>, int> = 0>
  flag_or_name(Bool is_on) : json_(is_on ? "true" : "") {}
  flag_or_name(const char *name) : json_(detail::quoted(name)) {}

  const std::string &json() const noexcept { return json_; }

 private:
  std::string json_;
};

/// For open_runtime.
struct runtime_options {
  std::string loop{};         // "inline" or "host"
  std::string clock{};        // "system" or "manual"
  std::string environment{};  // "live", "preview" or "test"
  struct {
    std::optional<std::uint64_t> depth{}, bytes{}, queue{}, callbacks{}, requests{};
  } limits{};
  std::string shared_directory{};   // {"shared":{"directory":...}}
  flag_or_name crash_line = false;  // true or "values"
  bool stats = false;
  std::vector<std::string> redact{};

  std::string json() const {
    const auto bounds = detail::options_writer()
                            .number("depth", limits.depth)
                            .number("bytes", limits.bytes)
                            .number("queue", limits.queue)
                            .number("callbacks", limits.callbacks)
                            .number("requests", limits.requests)
                            .json();
    return detail::options_writer()
        .text("loop", loop)
        .text("clock", clock)
        .text("environment", environment)
        .add("limits", bounds)
        .add("shared", detail::options_writer().text("directory", shared_directory).json())
        .add("crashLine", crash_line.json())
        .flag("stats", stats, false)
        .texts("redact", redact)
        .json();
  }
};

/// For runtime.load.
struct load_options {
  bool replace = false;

  std::string json() const { return detail::options_writer().flag("replace", replace, false).json(); }
};

/// For runtime.open.
struct store_options {
  json_text state{};
  bool stub = false;
  std::string unknown_keys{};  // "refuse" or "ignore"
  std::string effects{};       // "run" or "none"
  std::string name{};          // what log records call the store
  json_text dependencies{};    // with effects "none": what they give while the first state is made

  std::string json() const {
    return detail::options_writer()
        .add("state", state.str())
        .flag("stub", stub, false)
        .text("unknownKeys", unknown_keys)
        .text("effects", effects)
        .text("name", name)
        .add("dependencies", dependencies.str())
        .json();
  }
};

/// For runtime.trace.
struct trace_options {
  std::optional<std::uint64_t> bytes{};  // how much may wait for the reader

  std::string json() const { return detail::options_writer().number("bytes", bytes).json(); }
};

/// For runtime.record.
struct record_options {
  std::optional<std::uint64_t> bytes{};       // how much may wait to be written
  std::optional<std::uint64_t> checkpoint{};  // after how many entries of a store its state is written again; 0: never

  std::string json() const {
    return detail::options_writer().number("bytes", bytes).number("checkpoint", checkpoint).json();
  }
};

/// For runtime.inspect.
struct inspect_options {
  bool control = false;                  // whether an inspector may also send, restore and hold
  std::optional<std::uint64_t> bytes{};  // how much is kept for one that comes later, or is slow

  std::string json() const {
    return detail::options_writer().flag("control", control, false).number("bytes", bytes).json();
  }
};

/// For store.set.
struct set_options {
  json_text action{};  // a template with "$old" and "$new", or the name of an action

  std::string json() const { return detail::options_writer().name_or_json("action", action.str()).json(); }
};

/// For the end of a store or a runtime.
struct end_options {
  bool flush = true;
  std::chrono::milliseconds wait{2000};  // negative: without end
  bool close = true;

  std::string json() const {
    return detail::options_writer()
        .flag("flush", flush, true)
        .add("wait", std::to_string(wait.count()))
        .flag("close", close, true)
        .json();
  }
};

/// For store.observe.
struct observe_options {
  bool initial = true;
  std::string filter{};    // "distinct", "raw" or "pulse"
  std::string coalesce{};  // "none" or "drain"
  bool value = true;
  flag_or_name patch = false;  // true or "keyed"
  bool old = false;
  bool action = false;
  bool skip_null = false;

  std::string json() const {
    return detail::options_writer()
        .flag("initial", initial, true)
        .text("filter", filter)
        .text("coalesce", coalesce)
        .flag("value", value, true)
        .add("patch", patch.json())
        .flag("old", old, false)
        .flag("action", action, false)
        .flag("skipNull", skip_null, false)
        .json();
  }
};

/// For apply_patch.
struct patch_options {
  bool revert = false;

  std::string json() const { return detail::options_writer().flag("revert", revert, false).json(); }
};

/// For store.observe_actions.
struct observe_actions_options {
  std::string phase{};                 // "reduced" or "finished"
  std::optional<std::string> state{};  // a pointer
  bool mutations = false;

  std::string json() const {
    return detail::options_writer()
        .text("phase", phase)
        .add("state", state ? detail::quoted(*state) : "")
        .flag("mutations", mutations, false)
        .json();
  }
};

/// For observe of a shared value.
struct shared_options {
  bool initial = true;
  std::string filter{};  // "distinct" or "raw"
  bool value = true;
  bool skip_null = false;

  std::string json() const {
    return detail::options_writer()
        .flag("initial", initial, true)
        .text("filter", filter)
        .flag("value", value, true)
        .flag("skipNull", skip_null, false)
        .json();
  }
};

/// For runtime.bind.
struct bind_options {
  std::string name{};
  json_text returns{};     // "free", or R"({"release":"g_free"})"
  std::string thread{};    // "handler" or "worker"
  bool has_errno = false;  // "errno", which is a macro

  std::string json() const {
    return detail::options_writer()
        .text("name", name)
        .name_or_json("returns", returns.str())
        .text("thread", thread)
        .flag("errno", has_errno, false)
        .json();
  }
};

/// For store.callback.
struct callback_options {
  json_text returns{};  // a number or a bool
  bool signal = false;

  std::string json() const {
    return detail::options_writer().add("returns", returns.str()).flag("signal", signal, false).json();
  }
};

namespace detail {

template <class T, class = void>
inline constexpr bool is_options = false;
template <class T>
inline constexpr bool
    is_options<T, std::enable_if_t<std::is_same_v<decltype(std::declval<const T &>().json()), std::string>>> =
        !has_dump<T>;

}  // namespace detail

template <class T>
struct json_form<T, std::enable_if_t<detail::is_options<T>>> {
  static std::string write(const T &options) { return options.json(); }
};

}  // namespace enfold

#endif
