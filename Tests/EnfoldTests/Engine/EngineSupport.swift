// What the engine's tests share: a log, a gate, threads.
import Enfold
import Foundation

/// A list that any thread may append to.
final class Log<Element: Sendable>: @unchecked Sendable {
  // Unchecked: `elements` is touched under `lock` only.
  private let lock = NSLock()
  private var elements: [Element] = []

  var all: [Element] { lock.withLock { elements } }
  var count: Int { lock.withLock { elements.count } }
  func append(_ element: Element) { lock.withLock { elements.append(element) } }
  func clear() { lock.withLock { elements = [] } }
}

/// A variable that any thread may use.
final class Box<Value>: @unchecked Sendable {
  // Unchecked: `content` is touched under `lock` only.
  private let lock = NSLock()
  private var content: Value

  init(_ content: Value) { self.content = content }

  var value: Value {
    get { lock.withLock { content } }
    set {
      // What is replaced goes without the lock: its end may run anything.
      let old = lock.withLock {
        let old = content
        content = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  func update<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&content) } }
}

/// Holds whoever waits until it is opened. Takes no notice of cancellation.
final class Gate: @unchecked Sendable {
  // Unchecked: everything is touched under `lock` only.
  private let lock = NSLock()
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func open() {
    let waiters = lock.withLock {
      isOpen = true
      defer { self.waiters = [] }
      return self.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        if !self.isOpen { waiters.append(continuation) }
        return self.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Waits until its task is cancelled, and then throws.
func forever() async throws {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
  throw CancellationError()
}

/// Runs `body` on so many threads of their own, which begin together, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) async {
  let left = Box(count)
  let start = DispatchSemaphore(value: 0)
  await withCheckedContinuation { continuation in
    for index in 0..<count {
      let thread = Thread {
        start.wait()
        body(index)
        let isLast = left.update {
          $0 -= 1
          return $0 == 0
        }
        if isLast { continuation.resume() }
      }
      thread.start()
    }
    for _ in 0..<count { start.signal() }
  }
}

/// A number of repetitions, divided by ENFOLD_TEST_SCALE, because sanitizers are slow, and multiplied by ENFOLD_TEST_TIMES, for long
/// runs.
func scaled(_ count: Int) -> Int {
  func number(_ variable: String) -> Int {
    max(ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? 1, 1)
  }
  return max(count * number("ENFOLD_TEST_TIMES") / number("ENFOLD_TEST_SCALE"), 1)
}

/// Something whose end is noticed.
final class Canary: Sendable {
  let log: Log<String>
  let name: String
  init(_ name: String, _ log: Log<String>) {
    self.name = name
    self.log = log
  }
  deinit { log.append(name) }
  func sing() {}
}
