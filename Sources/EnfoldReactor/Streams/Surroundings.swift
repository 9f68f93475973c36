// Surroundings: keeps the dependencies of whoever subscribes, and gives them to code that runs later.
import Enfold

/// The bindings where somebody subscribes: the dependencies, and the reporter of failures. An operator that subscribes
/// to other streams later, perhaps on another thread, binds them again.
struct Surroundings: Sendable {
  /// Is told of errors from a stream that has no place for them, because its type says that it never fails.
  ///
  /// A class: in a plugin that is compiled for speed, binding a closure for a task crashes (Swift 6.3.1 finds no metadata for
  /// its type).
  final class Reporter: Sendable {
    let report: @Sendable (any Error) -> Void

    init(_ report: @escaping @Sendable (any Error) -> Void) { self.report = report }
  }

  @TaskLocal static var reporter: Reporter?

  private let dependencies = DependencyValues.current
  private let reporter = Self.reporter

  /// The dependencies, or else those of the process.
  var values: DependencyValues { dependencies ?? .live }

  /// Runs a body with the same surroundings.
  func bind<R>(_ body: () throws -> R) rethrows -> R {
    if dependencies == nil, reporter == nil, DependencyValues.current == nil, Self.reporter == nil { return try body() }
    return try DependencyValues.bind(dependencies) {
      try Self.$reporter.withValue(reporter, operation: body)
    }
  }

  /// Reports an error that ends a stream. If nobody wants to know, it is written to the standard error stream.
  func fail(_ error: any Error, _ what: String) {
    if let reporter { reporter.report(error) } else { StandardError.print("\(what) failed: \(error)") }
  }
}
