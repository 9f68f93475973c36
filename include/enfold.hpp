/// enfold.hpp: Enfold for C++17 and later, a layer over enfold.h that is nothing but headers.
///
///     #include <enfold.hpp>
///     #include <iostream>
///
///     namespace app = enfold::throwing;
///
///     int main() {
///       auto runtime = app::open_runtime();
///       runtime.load("libCounter.so");
///       auto store = runtime.open("Counter");
///       auto shown = store.observe("/count", [](const enfold::event &event) { std::cout << event.value() << '\n'; });
///       store.send("increment");
///     }
///
/// This follows enfold.h name by name: enfold_store_send is `store.send`. enfold.h says what a function does, where
/// it may be called and how it can fail. The comments here say only what is different. "Errors: enfold_store_send"
/// means the errors of that function.
///
/// Two faces of one core
///   enfold            every function that can fail returns a result<T>, and throws nothing. For -fno-exceptions, too.
///   enfold::throwing  the same classes and functions. They return T, and throw an enfold::error.
///
/// Handles
///   runtime, store, subscription, task, callback and request are move-only. They own what they stand for: their
///   destructor closes it, cancels it (a subscription), forgets it (a task) or lets it fail (a request without an
///   answer). `release()` gives it up, and then it lives as long as its runtime or store. `id()` is the handle of
///   enfold.h. Each but a request has a *_ref: the same, borrowed. It is copied like a number and closes nothing.
///   Functions and lambdas that only use a store take a store_ref. A plugin is a ref, because code stays loaded.
///   A closed handle answers ENFOLD_STALE, and one that is empty or was moved from ENFOLD_BAD_HANDLE. Neither crashes.
///   The order in which handles are destroyed does not matter. The handles of a closed runtime are stale.
///
/// Texts
///   Arguments are std::string_view, and are borrowed for the call. Results are enfold::string, which owns the
///   library's memory. Where JSON is wanted, a text is JSON already; json.hpp tells what else may stand
///   there, such as a nlohmann::json. Options are structs (options.hpp), or JSON.
///
/// Functions
///   Observers, handlers and the like are any callable objects. Each is moved to the heap once, and destroyed exactly
///   once, when the library releases it, also if the call fails that it was given to. An observer's life is that of its
///   subscription. It ends before the subscription's destructor returns, unless it is running right then (it ends right
///   after that), or this is not the loop thread ("loop":"host"; it ends in the next pump). A subscription does not
///   wait for an observer that runs on another thread: an object that both use must outlive both. A handler and a
///   receiver of diagnostics live until they are replaced, or removed, or their runtime is closed. A reader of a trace
///   is called and destroyed on a thread of the library's own, which nobody waits for: it owns what it uses.
///   An exception that leaves one of them never reaches the library. That of a handler fails its request, with what()
///   as the message. All others have no caller that could catch them, and end the program by std::terminate, as if they
///   had left a std::thread, unless set_exception_handler has set a handler (callable.hpp).
///
/// Threads
///   One object may be used by several threads at once, as its handle may in enfold.h, but not while it is moved from,
///   assigned to or destroyed.
#ifndef ENFOLD_HPP
#define ENFOLD_HPP

#if __cplusplus < 201703L
#error "enfold.hpp needs C++17: -std=c++17 or later"
#else

#include "enfold/await.hpp"
#include "enfold/callable.hpp"
#include "enfold/callback.hpp"
#include "enfold/error.hpp"
#include "enfold/event.hpp"
#include "enfold/handle.hpp"
#include "enfold/json.hpp"
#include "enfold/library.hpp"
#include "enfold/options.hpp"
#include "enfold/request.hpp"
#include "enfold/result.hpp"
#include "enfold/runtime.hpp"
#include "enfold/shared.hpp"
#include "enfold/store.hpp"
#include "enfold/string.hpp"
#include "enfold/subscription.hpp"
#include "enfold/task.hpp"

namespace enfold {

using runtime_ref = basic_runtime_ref<detail::returns_results>;
using runtime = owned<runtime_ref>;
using plugin = basic_plugin<detail::returns_results>;
using store_ref = basic_store_ref<detail::returns_results>;
using store = owned<store_ref>;
using tagged = basic_tagged<detail::returns_results>;
using given = basic_given<detail::returns_results>;
using subscription_ref = basic_subscription_ref<detail::returns_results>;
using subscription = owned<subscription_ref>;
using task_ref = basic_task_ref<detail::returns_results>;
using task = owned<task_ref>;
using callback_ref = basic_callback_ref<detail::returns_results>;
using callback = owned<callback_ref>;
using request = basic_request<detail::returns_results>;
using shared_value = basic_shared_value<detail::returns_results>;

/// Opens a runtime, which owns plugins and stores.
/// [any thread] Errors: enfold_runtime_open.
template <class Options = runtime_options>
result<runtime> open_runtime(const Options &options = {}) {
  return detail::open_runtime<detail::returns_results>(options);
}

#if ENFOLD_EXCEPTIONS
namespace throwing {

using runtime_ref = basic_runtime_ref<detail::throws_errors>;
using runtime = owned<runtime_ref>;
using plugin = basic_plugin<detail::throws_errors>;
using store_ref = basic_store_ref<detail::throws_errors>;
using store = owned<store_ref>;
using tagged = basic_tagged<detail::throws_errors>;
using given = basic_given<detail::throws_errors>;
using subscription_ref = basic_subscription_ref<detail::throws_errors>;
using subscription = owned<subscription_ref>;
using task_ref = basic_task_ref<detail::throws_errors>;
using task = owned<task_ref>;
using callback_ref = basic_callback_ref<detail::throws_errors>;
using callback = owned<callback_ref>;
using request = basic_request<detail::throws_errors>;
using shared_value = basic_shared_value<detail::throws_errors>;

template <class Options = runtime_options>
runtime open_runtime(const Options &options = {}) {
  return detail::open_runtime<detail::throws_errors>(options).value();
}

}  // namespace throwing
#endif

}  // namespace enfold

#endif  // C++17
#endif
