/// typed_scan.hpp: goes through a JSON text, whatever its values are read as.
#ifndef ENFOLD_TYPED_SCAN_HPP
#define ENFOLD_TYPED_SCAN_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "result.hpp"

namespace enfold {
namespace detail {

/// A reader of one text. After the first problem nothing is read any more.
class json_reader {
 public:
  explicit json_reader(std::string_view text) : text_(text) {}

  bool has_failed() const { return problem_.has_value(); }
  const std::optional<error> &problem() const { return problem_; }

  void fail(enfold_status status, const std::string &message) {
    if (!problem_) problem_.emplace(status, message + place(), static_cast<std::uint64_t>(offset_));
  }
  void mismatch(const char *wanted) { fail(ENFOLD_BAD_STATE, std::string(wanted) + " is needed"); }

  /// The byte that comes next, behind white space; 0 at the end.
  char peek() {
    while (offset_ < text_.size() && (text_[offset_] == ' ' || text_[offset_] == '\n' || text_[offset_] == '\t' ||
                                      text_[offset_] == '\r')) {
      ++offset_;
    }
    return offset_ < text_.size() ? text_[offset_] : '\0';
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++offset_;
    return true;
  }
  void require(char wanted) {
    if (!take(wanted)) fail(ENFOLD_BAD_JSON, std::string("'") + wanted + "' is needed");
  }
  bool take_word(std::string_view word) {
    peek();
    if (text_.substr(offset_, word.size()) != word) return false;
    offset_ += word.size();
    return true;
  }
  void finish() {
    if (!has_failed() && (peek() != '\0' || offset_ < text_.size())) fail(ENFOLD_BAD_JSON, "the text goes on");
  }

  /// Calls `body(key)` in front of each value of an object.
  template <class Body>
  void read_object(Body body) {
    if (peek() != '{') return mismatch("an object");
    ++offset_;
    if (!enter() || take('}')) return leave();
    do {
      if (peek() != '"') return fail(ENFOLD_BAD_JSON, "a key is needed");
      const std::string key = read_string();
      require(':');
      if (has_failed()) return;
      const std::size_t length = path_.size();
      path_ += '/';
      path_ += key;
      body(std::string_view(key));
      if (has_failed()) return;
      path_.resize(length);
    } while (take(','));
    require('}');
    leave();
  }

  /// Calls `body(index)` in front of each element of an array.
  template <class Body>
  void read_array(Body body) {
    if (peek() != '[') return mismatch("an array");
    ++offset_;
    if (!enter() || take(']')) return leave();
    std::size_t index = 0;
    do {
      const std::size_t length = path_.size();
      path_ += '/';
      path_ += std::to_string(index);
      body(index++);
      if (has_failed()) return;
      path_.resize(length);
    } while (take(','));
    require(']');
    leave();
  }

  std::string read_string() {
    std::string text;
    if (peek() != '"') return mismatch("a string"), text;
    for (++offset_; offset_ < text_.size(); ++offset_) {
      const char character = text_[offset_];
      if (character == '"') return ++offset_, text;
      if (character == '\\') {
        if (!read_escape(text)) break;
      } else if (static_cast<unsigned char>(character) < 0x20) {
        break;
      } else {
        text += character;
      }
    }
    fail(ENFOLD_BAD_JSON, "the string is no JSON");
    return text;
  }

  template <class T>
  T read_integer() {
    T number = 0;
    peek();
    const char *const begin = text_.data() + offset_, *const end = text_.data() + text_.size();
    const auto [next, problem] = std::from_chars(begin, end, number);
    if (next == begin || problem == std::errc::invalid_argument) return mismatch("an integer"), T(0);
    if (problem == std::errc::result_out_of_range) return mismatch("an integer within the range of its type"), T(0);
    if (next != end && (*next == '.' || *next == 'e' || *next == 'E')) return mismatch("an integer"), T(0);
    offset_ += static_cast<std::size_t>(next - begin);
    return number;
  }

  double read_double() {
    if (peek() == '"') {
      const std::size_t before = offset_;
      const std::string text = read_string();
      constexpr double infinity = std::numeric_limits<double>::infinity();
      if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
      if (text == "Infinity") return infinity;
      if (text == "-Infinity") return -infinity;
      offset_ = before;
      return mismatch("a number"), 0;
    }
    const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", offset_), text_.size());
    double number = 0;
#if defined(__cpp_lib_to_chars)
    const auto [next, problem] = std::from_chars(text_.data() + offset_, text_.data() + end, number);
    const bool is_number = problem == std::errc() && next == text_.data() + end;
#else
    const std::string digits(text_.substr(offset_, end - offset_));
    char *next = nullptr;
    number = std::strtod(digits.c_str(), &next);
    const bool is_number = !digits.empty() && *next == '\0';
#endif
    if (!is_number) return mismatch("a number"), 0;
    offset_ = end;
    return number;
  }

  /// Passes over a value, and returns its text.
  std::string_view skip() {
    peek();
    const std::size_t begin = offset_;
    switch (peek()) {
      case '{': read_object([this](std::string_view) { skip(); }); break;
      case '[': read_array([this](std::size_t) { skip(); }); break;
      case '"': read_string(); break;
      case 't': if (!take_word("true")) fail(ENFOLD_BAD_JSON, "a value is needed"); break;
      case 'f': if (!take_word("false")) fail(ENFOLD_BAD_JSON, "a value is needed"); break;
      case 'n': if (!take_word("null")) fail(ENFOLD_BAD_JSON, "a value is needed"); break;
      default: read_double();
    }
    return text_.substr(begin, offset_ - begin);
  }

 private:
  static constexpr int max_depth = 1024;

  bool enter() {
    if (++depth_ <= max_depth) return true;
    fail(ENFOLD_LIMIT, "the text is nested too deeply");
    return false;
  }
  void leave() { --depth_; }

  std::string place() const { return path_.empty() ? "" : " at " + path_; }

  bool read_escape(std::string &text) {
    if (++offset_ >= text_.size()) return false;
    switch (text_[offset_]) {
      case '"': case '\\': case '/': text += text_[offset_]; return true;
      case 'b': text += '\b'; return true;
      case 'f': text += '\f'; return true;
      case 'n': text += '\n'; return true;
      case 'r': text += '\r'; return true;
      case 't': text += '\t'; return true;
      case 'u': break;
      default: return false;
    }
    std::uint32_t scalar = 0, low = 0;
    if (!read_hex(scalar)) return false;
    if (scalar >= 0xdc00 && scalar <= 0xdfff) return false;
    if (scalar >= 0xd800 && scalar <= 0xdbff) {
      if (text_.substr(offset_ + 1, 2) != "\\u") return false;
      offset_ += 2;
      if (!read_hex(low) || low < 0xdc00 || low > 0xdfff) return false;
      scalar = 0x10000 + ((scalar - 0xd800) << 10) + (low - 0xdc00);
    }
    append(text, scalar);
    return true;
  }

  bool read_hex(std::uint32_t &value) {
    if (offset_ + 4 >= text_.size()) return false;
    const char *const begin = text_.data() + offset_ + 1;
    const auto [next, problem] = std::from_chars(begin, begin + 4, value, 16);
    offset_ += 4;
    return problem == std::errc() && next == begin + 4;
  }

  static void append(std::string &text, std::uint32_t scalar) {
    const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
    if (scalar < 0x80) return byte(scalar);
    if (scalar < 0x800) {
      byte(0xc0 | scalar >> 6);
    } else {
      if (scalar < 0x10000) {
        byte(0xe0 | scalar >> 12);
      } else {
        byte(0xf0 | scalar >> 18);
        byte(0x80 | (scalar >> 12 & 0x3f));
      }
      byte(0x80 | (scalar >> 6 & 0x3f));
    }
    byte(0x80 | (scalar & 0x3f));
  }

  std::string_view text_;
  std::size_t offset_ = 0;
  int depth_ = 0;
  std::string path_;
  std::optional<error> problem_;
};

}  // namespace detail
}  // namespace enfold

#endif
