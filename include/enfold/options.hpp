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

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

/// For open_runtime.
struct runtime_options {
  std::string loop{};         // "inline" or "host"
  std::string clock{};        // "system" or "manual"
  std::string environment{};  // "live", "preview" or "test"
  struct {
    std::optional<std::uint64_t> depth{}, bytes{}, queue{}, callbacks{}, requests{};
  } limits{};
  std::string shared_directory{};  // {"shared":{"directory":...}}

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

  std::string json() const {
    return detail::options_writer()
        .add("state", state.str())
        .flag("stub", stub, false)
        .text("unknownKeys", unknown_keys)
        .json();
  }
};

/// For store.set.
struct set_options {
  json_text action{};  // a template with "$old" and "$new", or the name of an action

  std::string json() const { return detail::options_writer().name_or_json("action", action.str()).json(); }
};

/// For store.observe.
struct observe_options {
  bool initial = true;
  std::string filter{};    // "distinct", "raw" or "pulse"
  std::string coalesce{};  // "none" or "drain"
  bool value = true;
  bool patch = false;
  bool action = false;
  bool skip_null = false;

  std::string json() const {
    return detail::options_writer()
        .flag("initial", initial, true)
        .text("filter", filter)
        .text("coalesce", coalesce)
        .flag("value", value, true)
        .flag("patch", patch, false)
        .flag("action", action, false)
        .flag("skipNull", skip_null, false)
        .json();
  }
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
