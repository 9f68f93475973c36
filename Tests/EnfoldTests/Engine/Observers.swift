// What only tests ask the engine.
@testable import Enfold

extension StoreEngine {
  /// The number of observers. Only while nobody drains.
  var observerCount: Int { observedStream.tree.ordered }
  /// The number of effects that run.
  var runningEffects: Int { registry.running }
}

extension Store {
  /// That of a root store.
  var engine: StoreEngine<State, Action>? { if case .root(let engine, _) = origin { engine } else { nil } }
  var runningEffects: Int { engine?.runningEffects ?? 0 }
}
