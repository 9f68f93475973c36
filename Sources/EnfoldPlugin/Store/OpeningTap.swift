// OpeningTap: what dependencies give while the first state of a store is made.
import Enfold

/// Keeps the values until the store is traced for the first time.
@usableFromInline final class OpeningTap: DependencyTap, @unchecked Sendable {
  // Unchecked: used by the thread that opens the store, and then by its drainer.
  private(set) var values: [DependencyValue] = []
  private let keeps: Bool

  /// - Parameter keeps: whether somebody will want to know the values.
  init(_ given: GivenDependencies?, keeps: Bool) {
    self.keeps = keeps
    super.init()
    self.given = given
  }

  override func gave(_ value: DependencyValue) { if keeps { values.append(value) } }

  /// Nobody wants to know the values any more.
  func forget() { values = [] }

  /// Says how what was given differs from what was asked for. Called when the store is open.
  func reportDifference(to host: PluginHost) {
    guard let difference = given?.difference else { return }
    host.log(
      Diagnostic(
        level: .warning, .dependencyDiffers,
        message: "the values of the dependencies of the first state differ from those that were given: \(difference)"))
  }
}
