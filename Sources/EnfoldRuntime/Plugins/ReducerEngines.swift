// ReducerEngines: engines for features that are nothing but a reducer.
import CEnfold
import Enfold
import EnfoldPlugin

/// The engines that were made for reducers.
///
/// A reducer's table lives as long as the process, and so does its engine. The engine is made once, even if the plugin
/// is loaded several times.
enum ReducerEngines {
  private final class Entries: @unchecked Sendable {
    // Unchecked: `engines` is used with the lock held only.
    let lock = Lock()
    @exclusivity(unchecked) var engines: [UnsafeRawPointer: UnsafePointer<enfold_engine>] = [:]
  }

  private static let entries = Entries()

  /// The engine of a reducer.
  ///
  /// - Parameters:
  ///   - address: where the reducer's table is.
  ///   - reducer: a copy of that table.
  ///   - name: the feature's name, for messages.
  static func engine(
    at address: UnsafeRawPointer, for reducer: enfold_reducer, name: String
  ) -> UnsafePointer<enfold_engine> {
    entries.lock.withLock {
      if let known = entries.engines[address] { return known }
      let made = ForeignFeature.engine(for: reducer, name: name)
      entries.engines[address] = made
      return made
    }
  }
}
