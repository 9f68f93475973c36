/// string.hpp: texts of the library, and texts for it.
#ifndef ENFOLD_STRING_HPP
#define ENFOLD_STRING_HPP

#include <string>
#include <string_view>
#include <utility>

#include "result.hpp"

namespace enfold {

/// A text that the library allocated, such as the JSON of a state. Move-only; frees it. NUL-terminated, too.
class string {
 public:
  string() noexcept = default;
  /// Takes over the text that a function of enfold.h has given.
  explicit string(enfold_string text) noexcept : text_(text) {}
  string(string &&other) noexcept : text_(std::exchange(other.text_, {})) {}
  string &operator=(string &&other) noexcept {
    std::swap(text_, other.text_);
    return *this;
  }
  ~string() { enfold_string_free(&text_); }

  std::string_view view() const noexcept { return {c_str(), text_.length}; }
  operator std::string_view() const noexcept { return view(); }
  std::string str() const { return std::string(view()); }
  const char *c_str() const noexcept { return text_.data != nullptr ? text_.data : ""; }
  const char *data() const noexcept { return c_str(); }
  std::size_t size() const noexcept { return text_.length; }
  bool empty() const noexcept { return text_.length == 0; }

  friend bool operator==(const string &left, std::string_view right) noexcept { return left.view() == right; }
  friend bool operator==(std::string_view left, const string &right) noexcept { return left == right.view(); }
  friend bool operator==(const string &left, const string &right) noexcept { return left.view() == right.view(); }
  friend bool operator!=(const string &left, std::string_view right) noexcept { return left.view() != right; }
  friend bool operator!=(std::string_view left, const string &right) noexcept { return left != right.view(); }
  friend bool operator!=(const string &left, const string &right) noexcept { return left.view() != right.view(); }

 private:
  enfold_string text_{nullptr, 0};
};

/// For std::ostream and whatever else takes a std::string_view.
template <class Stream>
auto operator<<(Stream &stream, const string &text) -> decltype(stream << text.view()) {
  return stream << text.view();
}

namespace detail {

/// The text that a call has written into an enfold_string.
template <class Call>
result<string> text_of(Call &&call) {
  return detail::value_of<string, enfold_string>(std::forward<Call>(call));
}

/// A NUL-terminated copy of a text, for the few functions of enfold.h that want one: names, paths and prototypes.
class c_text {
 public:
  explicit c_text(std::string_view text) : text_(text) {}
  const char *get() const noexcept { return text_.c_str(); }

  /// C would see another text, if it contained U+0000. `what` says in the message which one it is.
  result<void> check(const char *what) const {
    const auto place = text_.find('\0');
    if (place == std::string::npos) return {};
    return error(ENFOLD_INVALID, std::string(what) + " contains U+0000", place);
  }

 private:
  std::string text_;
};

}  // namespace detail
}  // namespace enfold

#endif
