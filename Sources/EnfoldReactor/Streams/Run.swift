// run and async: streams of the values that asynchronous work sends.
import Enfold
import OpenCombine

extension AnyPublisher where Failure == Never {
  /// The values that asynchronous work sends, anew for each subscriber:
  ///
  /// ```swift
  /// return .run { send in
  ///   await send(.setLoading(true))
  ///   await send(.setUser(try await api.user()))
  /// } catch: { error, send in
  ///   await send(.setError("\(error)"))
  /// }
  /// ```
  ///
  /// The work begins when its first value is asked for, on the thread that asks. The stream ends when the work returns
  /// or throws, and when the subscriber cancels: then the task of the work is cancelled. An error is reported if there
  /// is no `handler` for it: in a reactor, the effect of the action ends as failed, with a diagnostic; elsewhere the
  /// error is written to the standard error stream. A `CancellationError` just ends the stream.
  public static func run(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    operation: nonisolated(nonsending) @escaping @Sendable (_ send: StreamSend<Output>) async throws -> Void,
    catch handler: (nonisolated(nonsending) @Sendable (any Error, _ send: StreamSend<Output>) async -> Void)? = nil
  ) -> Self {
    OutletStream { outlet in
      let surroundings = Surroundings()
      let send = StreamSend(outlet)
      let work = Work(surroundings, priority) {
        do {
          try await operation(send)
        } catch is CancellationError {
        } catch {
          if Task.isCancelled {
          } else if let handler {
            await handler(error, send)
          } else {
            surroundings.fail(error, "the run at \(fileID):\(line)")
          }
        }
        outlet.finish()
      }
      outlet.connect(pull: work.begin, cancelled: work.cancel)
    }
    .eraseToAnyPublisher()
  }

  /// The value that asynchronous work returns. If it throws, the stream ends without a value, and the error is reported as
  /// by ``run(priority:fileID:line:operation:catch:)``.
  public static func async(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async throws -> Output
  ) -> Self { .run(priority: priority, fileID: fileID, line: line) { send in await send(try await operation()) } }
}

/// Sends values from running work to the subscriber of its stream. Once the work has ended or was cancelled, values are
/// dropped. Callable from any thread.
public struct StreamSend<Output>: @unchecked Sendable {
  // Unchecked: an outlet is safe for use by many threads.
  private let outlet: Outlet<Output, Never>

  fileprivate init(_ outlet: Outlet<Output, Never>) { self.outlet = outlet }

  /// Sends a value and returns when the subscriber has got it, or when it is certain that the subscriber never will. A
  /// reactor's mutation is committed when this returns, unless another thread drains the store.
  nonisolated(nonsending) public func callAsFunction(_ value: Output) async {
    await withUnsafeContinuation { continuation in outlet.give(value) { continuation.resume() } }
    // Before its first suspension the work does not see that it was cancelled.
    if outlet.hasEnded { await Task.yield() }
  }

  /// Sends a value from code that is not asynchronous, such as a callback, and does not wait. Values that the
  /// subscriber has not asked for are kept, however many there are.
  public func immediately(_ value: Output) { outlet.give(value) }
}

/// The task of one subscription.
private final class Work: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock. No code of others runs under it.
  private let lock = Lock()
  private let surroundings: Surroundings
  private let priority: TaskPriority?
  private var body: (nonisolated(nonsending) @Sendable () async -> Void)?
  private var task: Task<Void, Never>?
  private var isCancelled = false

  init(
    _ surroundings: Surroundings, _ priority: TaskPriority?,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) { (self.surroundings, self.priority, self.body) = (surroundings, priority, body) }

  /// Begins the work, unless it has begun.
  func begin() {
    let body = lock.withLock {
      defer { self.body = nil }
      return self.body
    }
    guard let body else { return }
    let task = surroundings.bind {
      Task.immediate(priority: priority, executorPreference: surroundings.values.effectExecutor) { await body() }
    }
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let (task, body) = lock.withLock {
      isCancelled = true
      defer { self.body = nil }
      return (self.task, self.body)
    }
    task?.cancel()
    withExtendedLifetime(body) {}  // without the lock: freeing it may run any code
  }
}
