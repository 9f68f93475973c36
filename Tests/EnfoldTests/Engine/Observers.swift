// What only tests ask the engine.
@testable import Enfold

extension StoreEngine {
  /// The number of observers. Only while nobody drains.
  var observerCount: Int { observers.pointee.count }
  /// The number of effects that run.
  var runningEffects: Int { registry.running }
}

extension Store {
  var runningEffects: Int { engine?.runningEffects ?? 0 }
}
