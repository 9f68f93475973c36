// TraceReader: the bounded queue of what a reader was not told yet. TraceConsumer: what it is told to.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import Synchronization

/// Who reads a trace. The thread of the ``Recorder`` calls it.
protocol TraceConsumer {
  func tell(_ record: TraceRecord)
  /// Entries were dropped before the next one.
  ///
  /// - Parameter reader: the handle of the reader.
  func tellDropped(_ count: UInt64, _ reader: UInt64)
  /// It was told all that waited, or some of it.
  func hasTold()
  /// What runs on the recorder's thread when it reads no more.
  var release: Release { get }
  /// Whether it is told the patches of commits, too; and before them the states.
  var changes: TraceChanges { get }
}

extension TraceConsumer {
  func hasTold() {}
  var changes: TraceChanges { .none }
}

/// A reader. Stores put entries into its queue and never wait for it: if the queue is full, the oldest entries are dropped and
/// counted.
final class TraceReader: Handled, @unchecked Sendable {
  // Unchecked: what changes is used with the lock held, or by the recorder's thread only.
  static var kind: HandleKind { .traceReader }
  var handle: UInt64 = 0

  private let consumer: any TraceConsumer
  var changes: TraceChanges { consumer.changes }
  private let limit: Int
  private let lock = Lock()
  @exclusivity(unchecked) private var waiting = BlockQueue<TraceRecord>()
  @exclusivity(unchecked) private var bytes = 0
  @exclusivity(unchecked) private var dropped: UInt64 = 0
  /// Whether a thread tells the consumer some entries.
  @exclusivity(unchecked) private var isTelling = false
  private let condition: UnsafeMutablePointer<enfold_condition>
  /// No more entries come: it ends when it was told all.
  @exclusivity(unchecked) private var isEnding = false

  /// - Parameter limit: how many bytes of entries may wait.
  init(_ consumer: any TraceConsumer, limit: Int) {
    self.consumer = consumer
    self.limit = limit
    condition = .allocate(capacity: 1)
    enfold_condition_init(condition)
  }

  deinit {
    while let record = waiting.popFirst() { record.free() }
    enfold_condition_destroy(condition)
    condition.deallocate()
  }

  func handleEnded() { Recorder.shared.afterwards(consumer.release) }

  /// Takes a record over.
  func add(_ record: TraceRecord) {
    lock.acquire()
    defer { lock.release() }
    // A consumer that was told of a loss at the end asks for states.
    if isEnding, !record.facts.isState { return record.free() }
    bytes += record.size
    waiting.append(record)
    // What was asked for after a loss must not be the next loss.
    if record.facts.isState { return }
    while bytes > limit, waiting.count > 1, let oldest = waiting.popFirst() {
      bytes -= oldest.size
      dropped += 1
      oldest.free()
    }
  }

  /// Whether it was told all.
  var isIdle: Bool { lock.withLock { waiting.isEmpty && !isTelling } }

  /// From now on nothing is added.
  func finish() { lock.withLock { isEnding = true } }

  /// Tells the consumer all that waits, on this thread. Only for consumers that call no code of others: it waits for the thread that
  /// tells something just then.
  func deliverRest() {
    while true {
      lock.withLock { while isTelling { lock.wait(for: condition) } }
      let (hasWorked, _) = deliver(atMost: .max)
      if !hasWorked, lock.withLock({ waiting.isEmpty && !isTelling }) { return }
    }
  }

  /// Tells the consumer some of what waits. On the recorder's thread or by `deliverRest`, with a pin on this object.
  ///
  /// - Returns: whether there was something, and whether this was the last.
  func deliver(atMost count: Int) -> (hasWorked: Bool, isOver: Bool) {
    let isMine = lock.withLock { () -> Bool in
      defer { isTelling = true }
      return !isTelling
    }
    guard isMine else { return (false, false) }
    let result = tell(atMost: count)
    if result.hasWorked { consumer.hasTold() }
    lock.withLock {
      isTelling = false
      enfold_condition_broadcast(condition)
    }
    return result
  }

  private func tell(atMost count: Int) -> (hasWorked: Bool, isOver: Bool) {
    var told = 0
    while told < count {
      let (next, dropped, isEnding) = lock.withLock { () -> (TraceRecord?, UInt64, Bool) in
        let next = waiting.popFirst()
        if let next { bytes -= next.size }
        defer { self.dropped = 0 }
        return (next, self.dropped, self.isEnding)
      }
      guard handles.isOpen(handle, Self.kind) else {  // ended meanwhile
        next?.free()
        break
      }
      if dropped > 0 {
        consumer.tellDropped(dropped, handle)
        // It may have ended the reader.
        guard handles.isOpen(handle, Self.kind) else {
          next?.free()
          break
        }
      }
      guard let next else { return (told > 0 || dropped > 0, isEnding) }
      consumer.tell(next)
      next.free()
      told += 1
    }
    return (told > 0, false)
  }
}
