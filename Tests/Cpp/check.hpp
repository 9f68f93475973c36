// check.hpp: what the C++ tests share: assertions that print both values, and where plugins are.
//
// A test is a program. main() calls test functions with RUN, and returns 0 if none failed.
#ifndef ENFOLD_TEST_CHECK_HPP
#define ENFOLD_TEST_CHECK_HPP

// Before enfold.hpp, so that none of their functions is taken for one of its own.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include <enfold.hpp>

namespace test {

[[noreturn]] inline void fail(const char *file, int line, const std::string &what) {
  std::cerr << file << ':' << line << ": " << what << std::endl;
  std::exit(1);
}

template <class T>
std::string shown(const T &value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

inline std::string directory(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : ".";
}

/// A plugin of the examples.
inline std::string plugin(const std::string &name) { return directory("ENFOLD_TEST_PLUGINS") + "/lib" + name + ".so"; }
/// A plugin of Tests/Plugins.
inline std::string test_plugin(const std::string &name) { return directory("ENFOLD_TWINS") + "/lib" + name + ".so"; }

/// Counts how often an object that is moved along was destroyed at last.
class token {
 public:
  explicit token(int &count) : count_(&count) {}
  token(token &&other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
  token &operator=(token &&) = delete;
  ~token() {
    if (count_ != nullptr) ++*count_;
  }

 private:
  int *count_;
};

}  // namespace test

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) test::fail(__FILE__, __LINE__, "not true: " #condition);        \
  } while (0)

#define CHECK_EQUAL(actual, expected)                                                                              \
  do {                                                                                                             \
    const auto check_actual = (actual);                                                                            \
    const auto check_expected = (expected);                                                                        \
    if (!(check_actual == check_expected))                                                                         \
      test::fail(__FILE__, __LINE__,                                                                               \
                 #actual " is " + test::shown(check_actual) + ", not " + test::shown(check_expected));             \
  } while (0)

#define CHECK_CONTAINS(actual, part)                                                                               \
  do {                                                                                                             \
    const std::string check_actual(actual);                                                                        \
    if (check_actual.find(part) == std::string::npos)                                                              \
      test::fail(__FILE__, __LINE__, #actual " is \"" + check_actual + "\", without \"" + (part) + "\"");          \
  } while (0)

// A result that has a value: what it is.
#define OK(call)                                                                                                   \
  ([&](auto &&check_result) -> typename std::decay_t<decltype(check_result)>::value_type {                         \
    if (!check_result)                                                                                             \
      test::fail(__FILE__, __LINE__,                                                                               \
                 #call " gave " + std::string(check_result.error().name()) + ": " + check_result.error().what());  \
    return *std::move(check_result);                                                                               \
  }(call))

// A result that has none: its status, and a part of its message.
#define FAILS(call, expected, part)                                                                                \
  do {                                                                                                             \
    const auto check_result = (call);                                                                              \
    if (check_result) test::fail(__FILE__, __LINE__, #call " has not failed");                                     \
    CHECK_EQUAL(std::string_view(check_result.error().name()), std::string_view(#expected));                       \
    CHECK_CONTAINS(check_result.error().what(), part);                                                             \
  } while (0)

// A call of the throwing face that throws.
#define THROWS(call, expected, part)                                                                               \
  do {                                                                                                             \
    bool has_thrown = false;                                                                                       \
    try {                                                                                                          \
      static_cast<void>(call);                                                                                     \
    } catch (const enfold::error &problem) {                                                                       \
      has_thrown = true;                                                                                           \
      CHECK_EQUAL(std::string_view(problem.name()), std::string_view(#expected));                                  \
      CHECK_CONTAINS(problem.what(), part);                                                                        \
    }                                                                                                              \
    if (!has_thrown) test::fail(__FILE__, __LINE__, #call " has not thrown");                                      \
  } while (0)

#define RUN(test)                      \
  do {                                 \
    std::cerr << "  " #test << '\n';   \
    test();                            \
  } while (0)

#endif
