/// typed.hpp: stores and handlers with types, for clients that `enfold gen cpp` writes.
///
///     #include "todos.hpp"  // made of the plugin's schemas
///
///     auto runtime = enfold::throwing::open_runtime();
///     runtime.load("libTodos.so");
///     auto store = enfold::open<todos::Todos>(runtime);
///     auto shown = store.observe(&todos::TodosState::items, [](const auto &items) { show(items); });
///     store.send(todos::TodosAction::Add{"milk"});
///
/// It is a layer over enfold.hpp: both faces, the same errors, the same threads. A state or a payload that does not fit
/// its type is an error with ENFOLD_BAD_STATE and an offset. Keys that a type does not have are passed over.
#ifndef ENFOLD_TYPED_HPP
#define ENFOLD_TYPED_HPP

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "../enfold.hpp"
#include "typed_place.hpp"
#include "typed_reader.hpp"
#include "typed_writer.hpp"

namespace enfold {

/// So values of typed clients may stand wherever JSON is wanted: `event.value<Todo>()`.
template <class T>
struct json_form<T, std::enable_if_t<detail::has_form<T>>> {
  static std::string write(const T &value) { return to_json(value); }
  static result<T> read(std::string_view json) { return from_json<T>(json); }
};

/// A store for typed actions with a tag. Made by `store.tagged`; it does not own the store.
template <class Feature, class Face>
class typed_tagged {
 public:
  using Action = typename Feature::Action;
  template <class T>
  using returns = typename Face::template type<T>;

  explicit typed_tagged(basic_tagged<Face> inner) : tagged_(std::move(inner)) {}

  /// Sends an action with the tag. See basic_tagged::send.
  returns<enfold_status> send(const Action &action) const { return tagged_.send(to_json(action)); }
  /// Sends an action with the tag, and returns a task over everything that it causes.
  auto task(const Action &action) const { return tagged_.task(to_json(action)); }

 private:
  basic_tagged<Face> tagged_;
};

/// A store of a feature with types. `untyped()` is the store inside, for all else.
template <class Feature, class Face>
class typed_store {
 public:
  using State = typename Feature::State;
  using Action = typename Feature::Action;
  using store = owned<basic_store_ref<Face>>;
  template <class T>
  using returns = typename Face::template type<T>;
  using subscription = owned<basic_subscription_ref<Face>>;

  explicit typed_store(store inner) noexcept : store_(std::move(inner)) {}

  store &untyped() noexcept { return store_; }
  const store &untyped() const noexcept { return store_; }

  /// Sends an action. See basic_store_ref::send.
  returns<enfold_status> send(const Action &action) const { return store_.send(to_json(action)); }
  /// Sends an action, and returns a task over everything that it causes.
  auto task(const Action &action) const { return store_.task(to_json(action)); }
  /// Sends actions in one drain.
  returns<std::size_t> send_batch(const std::vector<Action> &actions) const {
    return store_.send_batch(to_json(actions));
  }
  /// This store for actions with a tag, such as the name of a user. See basic_store_ref::tagged.
  typed_tagged<Feature, Face> tagged(std::string_view tag) const {
    return typed_tagged<Feature, Face>(store_.tagged(tag));
  }

  /// The whole state.
  returns<State> state() const { return read<State>(""); }
  /// The value at a place: a member of the state, or `at(…)`.
  template <class Value>
  returns<Value> get(const place<State, Value> &place) const {
    return read<Value>(place.pointer());
  }
  template <class Value>
  returns<Value> get(Value State::*member) const {
    return get(at(member));
  }

  /// Writes one property that the feature lets hosts write.
  template <class Value>
  returns<enfold_status> set(const place<State, Value> &place, const detail::same<Value> &value) const {
    return store_.set(place.pointer(), to_json(value));
  }
  template <class Value>
  returns<enfold_status> set(Value State::*member, const detail::same<Value> &value) const {
    return set(at(member), value);
  }

  /// Replaces the state by one that was kept.
  returns<enfold_status> restore(const State &state) const { return store_.restore(to_json(state)); }

  /// Waits until nothing is queued and no effect runs. See basic_store_ref::wait.
  returns<void> wait() const { return store_.wait(); }
  /// As wait, but at most for this time. false: the time ended first.
  template <class Rep, class Period>
  [[nodiscard]] returns<bool> wait_for(std::chrono::duration<Rep, Period> time) const {
    return store_.wait_for(time);
  }
  /// Begins the debounced and throttled effects that wait. See basic_store_ref::flush.
  returns<enfold_status> flush() const { return store_.flush(); }
  /// Ends it so that nothing is lost. false: the time ended first. See basic_store_ref::end.
  [[nodiscard]] returns<bool> end(const end_options &options = {}) const { return store_.end(options); }

  /// Calls a function when the value at a place has changed, as long as the subscription lives: with `(value)`, if
  /// there is one, or with `(std::optional<Value>, const event &)` always. Reading throws if the value does not match
  /// the schema that this client was generated from. Without exceptions that ends the program.
  template <class Value, class Function>
  returns<subscription> observe(const place<State, Value> &place, Function &&function,
                                const observe_options &options = {}) const {
    return store_.observe(
        place.pointer(),
        [function = std::decay_t<Function>(std::forward<Function>(function))](const event &event) mutable {
          std::optional<Value> value;
          if (!event.value().empty()) value = from_json<Value>(event.value()).value();
          if constexpr (std::is_invocable_v<decltype(function) &, std::optional<Value>, const enfold::event &>) {
            function(std::move(value), event);
          } else {
            if (value) function(*std::move(value));
          }
        },
        options);
  }
  template <class Value, class Function>
  returns<subscription> observe(Value State::*member, Function &&function, const observe_options &options = {}) const {
    return observe(at(member), std::forward<Function>(function), options);
  }

 private:
  template <class Value>
  returns<Value> read(std::string_view pointer) const {
    auto json = basic_store_ref<detail::returns_results>(store_.id()).state(pointer);
    if (!json) return Face::give(result<Value>(json.error()));
    return Face::give(from_json<Value>(json->view()));
  }

  store store_;
};

/// Opens a store of a feature: `open<todos::Todos>(runtime)`.
/// [any thread] Errors: enfold_store_open.
template <class Feature, class Face, class Options = store_options>
auto open(const basic_runtime_ref<Face> &runtime, const Options &options = {}) ->
    typename Face::template type<typed_store<Feature, Face>> {
  auto made = basic_runtime_ref<detail::returns_results>(runtime.id()).open(Feature::name, options);
  using store = typed_store<Feature, Face>;
  if (!made) return Face::give(result<store>(made.error()));
  return Face::give(result<store>(store(owned<basic_store_ref<Face>>(made->release()))));
}

/// A request of a typed client, to be answered now or later, on any thread.
template <class Request, class Face>
class typed_request {
 public:
  using Answer = typename Request::Answer;

  explicit typed_request(basic_request<Face> inner) noexcept : request_(std::move(inner)) {}

  basic_request<Face> &untyped() noexcept { return request_; }
  /// Hands one element to a stream. See basic_request::emit.
  [[nodiscard]] auto emit(const Answer &element) { return request_.emit(to_json(element)); }
  /// Answers.
  auto resolve(const Answer &answer) { return request_.resolve(to_json(answer)); }
  /// Ends a stream.
  auto resolve() { return request_.resolve(); }
  auto fail(std::string_view message) { return request_.fail(message); }

 private:
  basic_request<Face> request_;
};

/// Answers the requests of a name: `handle<asker::Asker::NumberFact>(runtime, [](auto n) { return text(n); })`
/// The function is called with `(payload)` and returns the answer, or with `(request, payload)` and answers by the
/// request, a typed_request: so streams do it. A payload that does not fit fails the request.
/// [any thread] Errors: enfold_runtime_handle.
template <class Request, class Face, class Function>
auto handle(const basic_runtime_ref<Face> &runtime, Function &&function) {
  using payload = typename Request::Payload;
  using answer = typename Request::Answer;
  using kept = std::decay_t<Function>;
  if constexpr (std::is_invocable_v<kept &, typed_request<Request, Face>, payload>) {
    return runtime.handle(Request::name, [function = kept(std::forward<Function>(function))](
                                             basic_request<Face> request, std::string_view json) mutable {
      auto value = from_json<payload>(json);
      if (!value) {
        static_cast<void>(basic_request<detail::returns_results>(request.release()).fail(value.error().what()));
      } else {
        function(typed_request<Request, Face>(std::move(request)), *std::move(value));
      }
    });
  } else {
    static_assert(!Request::is_stream, "a stream is answered by a function that is called with (request, payload)");
    static_assert(std::is_invocable_v<kept &, payload>, "the function is called with (payload)");
    return runtime.handle(Request::name, [function = kept(std::forward<Function>(function))](
                                             std::string_view json) mutable -> result<std::string> {
      auto value = from_json<payload>(json);
      if (!value) return value.error();
      if constexpr (std::is_same_v<answer, std::nullptr_t>) {
        function(*std::move(value));
        return std::string("null");
      } else {
        return to_json(answer(function(*std::move(value))));
      }
    });
  }
}

}  // namespace enfold

#endif
