// ReducerEngines: makes the engines of plugin features that have only a reducer.
import CEnfold
import Enfold
import EnfoldPlugin

/// The engines that were made for the reducers of plugins.
///
/// A feature's table lives as long as the process, and so does its engine. The engine is made once, even if the plugin
/// is loaded several times.
enum ReducerEngines {
  private final class Entries: @unchecked Sendable {
    // Unchecked: `features` is used with the lock held only.
    let lock = Lock()
    var features: [UnsafeRawPointer: ForeignFeature] = [:]
  }

  private static let entries = Entries()

  /// The feature with its engine.
  ///
  /// - Parameter address: where the feature's table is.
  static func feature(at address: UnsafeRawPointer, _ parts: ForeignReducer.Parts) -> ForeignFeature {
    entries.lock.withLock {
      if let known = entries.features[address] { return known }
      let made = ForeignFeature(parts)
      entries.features[address] = made
      return made
    }
  }
}
