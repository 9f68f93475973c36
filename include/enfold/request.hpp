/// request.hpp: the requests of features to this program, and the functions that answer.
#ifndef ENFOLD_REQUEST_HPP
#define ENFOLD_REQUEST_HPP

#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "callable.hpp"
#include "handle.hpp"
#include "json.hpp"
#include "store.hpp"
#include "string.hpp"

namespace enfold {

namespace detail {

/// Lets a request fail because nobody has answered it.
inline void drop_request(enfold_request request) noexcept {
  static constexpr std::string_view message = "the request was dropped without an answer";
  enfold_request_fail(request, message.data(), message.size(), nullptr);
}

#if ENFOLD_EXCEPTIONS
/// A request whose handler runs on this thread. An exception that leaves the handler destroys the request on its way;
/// but it is to fail with the exception's message. So its destructor leaves that to the handler's end.
struct asking {
  enfold_request request;
  int exceptions = std::uncaught_exceptions();
  bool is_dropped = false;
};
inline thread_local asking *current_asking = nullptr;
#endif

}  // namespace detail

/// One request of a feature, to be answered once: now, or later, on any thread. It is move-only. If it is destroyed
/// without an answer, it fails, and the message says so: no effect waits for ever.
/// When the feature no longer wants the answer, everything here is ENFOLD_STALE.
template <class Face>
class [[nodiscard]] basic_request {
 public:
  template <class T>
  using returns = typename Face::template type<T>;

  basic_request() noexcept = default;
  /// Takes over a request that a handler of enfold.h has got.
  explicit basic_request(enfold_request id) noexcept : id_(id) {}
  basic_request(basic_request &&other) noexcept
      : id_(std::exchange(other.id_, 0)), is_answered_(std::exchange(other.is_answered_, false)) {}
  basic_request &operator=(basic_request &&other) noexcept {
    std::swap(id_, other.id_);
    std::swap(is_answered_, other.is_answered_);
    return *this;
  }
  ~basic_request() {
    if (id_ == 0 || is_answered_) return;
#if ENFOLD_EXCEPTIONS
    auto *const asking = detail::current_asking;
    if (asking != nullptr && asking->request == id_ && std::uncaught_exceptions() > asking->exceptions) {
      asking->is_dropped = true;
      return;
    }
#endif
    detail::drop_request(id_);
  }

  enfold_request id() const noexcept { return id_; }
  explicit operator bool() const noexcept { return id_ != 0; }
  /// Gives it up: somebody else answers.
  enfold_request release() noexcept { return std::exchange(id_, 0); }

  /// The store that asks.
  /// [any thread] Errors: enfold_request_store.
  returns<basic_store_ref<Face>> store() const {
    return Face::give(detail::value_of<basic_store_ref<Face>, enfold_store>(
        [&](enfold_store *out, enfold_error *error) { return enfold_request_store(id_, out, error); }));
  }
  /// The name of the action whose reducer began the effect that asks, without values.
  /// [any thread] Errors: enfold_request_action.
  returns<string> action() const {
    return Face::give(detail::text_of(
        [&](enfold_string *out, enfold_error *error) { return enfold_request_action(id_, out, error); }));
  }
  /// The tag of the action with which it began, see store.tagged; empty if it had none.
  /// [any thread] Errors: enfold_request_tag.
  returns<string> tag() const {
    return Face::give(detail::text_of(
        [&](enfold_string *out, enfold_error *error) { return enfold_request_tag(id_, out, error); }));
  }

  /// Hands one element to a stream. false: as many wait as the feature has declared, and this one is not kept.
  /// [any thread] Errors: enfold_request_emit. The request is over after all of them but ENFOLD_INVALID.
  template <class T>
  [[nodiscard]] returns<bool> emit(const T &element) {
    const auto &json = detail::written(element);
    const std::string_view text = json;
    auto status = detail::status_of(
        [&](enfold_error *error) { return enfold_request_emit(id_, text.data(), text.size(), error); });
    if (status) return Face::give(result<bool>(true));
    if (status.error().code() == ENFOLD_LIMIT) return Face::give(result<bool>(false));
    return Face::give(result<bool>(status.error()));
  }

  /// Answers the request.
  /// [any thread] Errors: enfold_request_resolve. The request is over after all of them but ENFOLD_INVALID.
  template <class T>
  returns<void> resolve(const T &answer) {
    const auto &json = detail::written(answer);
    return Face::give(resolved(json));
  }
  /// Ends a stream. As the answer to another request: null.
  returns<void> resolve() { return Face::give(resolved({})); }

  /// Says that it failed: the effect that asked throws an error with this message.
  /// [any thread] Errors: enfold_request_fail.
  returns<void> fail(std::string_view message) {
    return Face::give(
        answered([&](enfold_error *error) { return enfold_request_fail(id_, message.data(), message.size(), error); }));
  }

 private:
  result<void> resolved(std::string_view json) {
    return answered([&](enfold_error *error) { return enfold_request_resolve(id_, json.data(), json.size(), error); });
  }

  template <class Call>
  result<void> answered(Call &&call) {
    auto done = detail::done_of(std::forward<Call>(call));
    if (done || done.error().code() != ENFOLD_INVALID) is_answered_ = true;
    return done;
  }

  enfold_request id_ = 0;
  bool is_answered_ = false;
};

namespace detail {

/// No function for the cancelled requests of a handler.
struct not_told {};

/// The functions that answer the requests of a name.
template <class Face, class Payload, class Function, class Cancelled>
struct handler {
  Function function;
  Cancelled cancelled;

  static_assert(is_readable<Payload>, "no payload can be made of JSON: the type has no enfold::json_form with read()");
  using given = decltype(json_form<Payload>::read(std::string_view()));
  static constexpr bool is_raw = std::is_invocable_v<Function &, basic_request<Face>, given>;
  static_assert(is_raw || std::is_invocable_v<Function &, given>,
                "a handler is called with (payload) and returns the answer, or with (request, payload)");

  static void ask(void *user, enfold_request id, const char *payload, size_t length) {
    detail::guarded(
        [&] { static_cast<handler *>(user)->answer(basic_request<returns_results>(id), {payload, length}); });
  }

  static void cancel([[maybe_unused]] void *user, [[maybe_unused]] enfold_request id) {
    if constexpr (!std::is_same_v<Cancelled, not_told>) {
      detail::guarded([&] { static_cast<handler *>(user)->cancelled(id); });
    }
  }

 private:
  void answer(basic_request<returns_results> request, std::string_view payload) {
#if ENFOLD_EXCEPTIONS
    asking own{request.id()};
    asking *const outer = std::exchange(current_asking, &own);
    try {
      answer_unguarded(std::move(request), payload);
      if (own.is_dropped) detail::drop_request(own.request);  // the exception was caught inside
    } catch (const std::exception &exception) {
      fail(own.request, exception.what());
    } catch (...) {
      fail(own.request, "the handler has thrown something that is no std::exception");
    }
    current_asking = outer;
#else
    answer_unguarded(std::move(request), payload);
#endif
  }

  void answer_unguarded(basic_request<returns_results> request, std::string_view payload) {
    if constexpr (is_raw) {
      function(basic_request<Face>(request.release()), json_form<Payload>::read(payload));
    } else {
      using answer = std::invoke_result_t<Function &, given>;
      if constexpr (std::is_void_v<answer>) {
        function(json_form<Payload>::read(payload));
        conclude(request, request.resolve());
      } else {
        conclude(request, function(json_form<Payload>::read(payload)));
      }
    }
  }

  template <class T>
  void conclude(basic_request<returns_results> &request, const T &answer) {
    conclude(request, request.resolve(answer));
  }
  template <class T>
  void conclude(basic_request<returns_results> &request, const result<T> &answer) {
    if (answer) {
      conclude(request, *answer);
    } else {
      conclude(request, answer.error());
    }
  }
  void conclude(basic_request<returns_results> &request, const result<void> &done) {
    if (!done) conclude(request, done.error());
  }
  /// A refused answer has already failed the request, except for a stream.
  void conclude(basic_request<returns_results> &request, const error &problem) { fail(request.id(), problem.what()); }

  static void fail(enfold_request id, std::string_view message) {
    if (enfold_request_fail(id, message.data(), message.size(), nullptr) != ENFOLD_INVALID) return;
    enfold_request_fail(id, nullptr, 0, nullptr);  // the message was not UTF-8
  }
};

}  // namespace detail
}  // namespace enfold

#endif
