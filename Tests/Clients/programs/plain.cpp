// Uses a client without exceptions.
#include "todos.hpp"

using todos::TodosAction;

enfold::result<std::size_t> count() {
  auto runtime = enfold::open_runtime();
  if (!runtime) return runtime.error();
  auto store = enfold::open<todos::Todos>(*runtime);
  if (!store) return store.error();
  if (auto sent = store->send(TodosAction::Add{"x"}); !sent) return sent.error();
  auto items = store->get(&todos::TodosState::items);
  if (!items) return items.error();
  return items->size();
}
