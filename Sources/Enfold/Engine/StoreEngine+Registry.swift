// StoreEngine: its registry of effects, which is made when it is needed first.
import Synchronization

extension StoreEngine {
  /// The registry. It is made now if there is none: for the first effect, or for an action that has to wait. Most stores
  /// that idle never need one. May be called on any thread.
  @inlinable
  var registry: EffectRegistry { knownRegistry ?? makeRegistry() }

  /// The registry, if there is one.
  @inlinable
  var knownRegistry: EffectRegistry? { madeRegistry.load(ordering: .acquiring)?.takeUnretainedValue() }

  @usableFromInline
  func makeRegistry() -> EffectRegistry {
    let made = Unmanaged.passRetained(EffectRegistry(owner: self))
    let (isFirst, known) = madeRegistry.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isFirst, let known else { return made.takeUnretainedValue() }
    made.release()
    return known.takeUnretainedValue()
  }

  /// Whether something runs for any child, or ran until lately. On the draining thread.
  @inlinable
  var hasChildEffects: Bool {
    madeRegistry.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.hasChildren } ?? false
  }
}
