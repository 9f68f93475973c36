// Surroundings: keeps the dependencies of whoever subscribes, and gives them to code that runs later.
import Enfold

/// The bindings where somebody subscribes: the dependencies, the reporter of failures, and the reactor's desk. An operator that subscribes
/// to other streams later, perhaps on another thread, binds them again.
@usableFromInline struct Surroundings: Sendable {
  /// Keeps the first error from a stream that has no place for it, because its type says that it never fails.
  @usableFromInline final class Reporter: @unchecked Sendable {
    // Unchecked: what changes is guarded by the lock.
    private let lock = Lock()
    private var first: (any Error)?

    @usableFromInline init() {}

    func report(_ error: any Error) { lock.withLock { first = first ?? error } }
    @usableFromInline var error: (any Error)? { lock.withLock { first } }

    /// Gets the errors of the streams to which `subscribe` subscribes.
    @usableFromInline func listen(_ subscribe: () -> Void) {
      Surroundings.$reporter.withValue(self, operation: subscribe)
    }
  }

  @TaskLocal static var reporter: Reporter?
  /// Where a reactor makes the streams of its transforms: the desk of the reactor.
  @TaskLocal static var desk: MutationDesk?

  private let dependencies = DependencyValues.current
  private let reporter = Self.reporter
  let desk = Self.desk

  /// The dependencies, or else those of the process.
  var values: DependencyValues { dependencies ?? .live }

  /// Runs a body with the same surroundings.
  func bind<R>(_ body: () throws -> R) rethrows -> R {
    if dependencies == nil, reporter == nil, desk == nil, DependencyValues.current == nil, Self.reporter == nil,
      Self.desk == nil
    {
      return try body()
    }
    return try DependencyValues.bind(dependencies) {
      try Self.$reporter.withValue(reporter) {
        try Self.$desk.withValue(desk, operation: body)
      }
    }
  }

  /// Reports an error that ends a stream. If nobody wants to know, it is written to the standard error stream.
  func fail(_ error: any Error, _ what: String) {
    if let reporter { reporter.report(error) } else { StandardError.print("\(what) failed: \(error)") }
  }
}
