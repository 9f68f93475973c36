// SignalQueue: calls that came in signal handlers, and that a pump makes into actions.
import CEnfoldSupport
import Enfold

/// The calls of a runtime's callbacks that were made in signal handlers. There is one queue for all of them, so that they keep
/// their order.
final class SignalQueue: @unchecked Sendable {
  // Unchecked: the pointer never changes, and what it points to says who may use it on which thread.
  private let queue: UnsafeMutableRawPointer
  /// Wakes the threads that wait for the runtime. A signal handler may use it as long as the queue.
  private let monitor: Monitor
  /// Handles one call.
  private let deliver: (UInt64, UnsafePointer<UInt64>) -> Void
  /// Is told when calls were dropped.
  private let overflowed: () -> Void

  /// How many calls there is room for, as enfold.h says.
  static let capacity: UInt32 = 1_024

  /// - Parameters:
  ///   - descriptor: becomes readable with each call.
  ///   - monitor: is notified of each call.
  ///
  /// Nil if there is no descriptor left for a copy of it; `errno` says why.
  init?(
    _ descriptor: Int32, _ monitor: Monitor, deliver: @escaping (UInt64, UnsafePointer<UInt64>) -> Void,
    overflowed: @escaping () -> Void
  ) {
    guard let queue = enfold_signal_queue_make(Self.capacity, descriptor, monitor.pointer) else { return nil }
    self.queue = UnsafeMutableRawPointer(queue)
    self.monitor = monitor
    self.deliver = deliver
    self.overflowed = overflowed
  }

  deinit { enfold_signal_queue_free(pointer) }

  /// For a slot.
  var pointer: OpaquePointer { OpaquePointer(queue) }

  /// Never frees the queue, because a signal handler that is using it may not come to an end.
  func keepForEver() { Self.kept.withLock { $0.append(self) } }
  /// In a list, so that a leak checker sees that they are kept on purpose.
  private static let kept = Locked<[SignalQueue]>([])

  var hasWork: Bool { enfold_signal_queue_has_work(pointer) }

  /// Whether a call made the descriptor readable since this function was called last.
  func takeWritten() -> Bool { enfold_signal_queue_take_written(pointer) }

  /// Handles the calls that are there now, in order. Called by a pump.
  func deliverAll() {
    var call = enfold_signal_call()
    for _ in 0..<Self.capacity {
      guard enfold_signal_queue_take(pointer, &call) else { break }
      withUnsafeBytes(of: call.words) { words in
        if let words = words.assumingMemoryBound(to: UInt64.self).baseAddress { deliver(call.handle, words) }
      }
    }
    if enfold_signal_queue_take_overflow(pointer) { overflowed() }
  }
}
