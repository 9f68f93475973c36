// SharedSubscription: one observer of one shared value.
import CEnfold
import Enfold
import EnfoldJSON
import EnfoldPlugin

/// A subscription to a shared value. It keeps the value alive.
///
/// Assignments come on any thread. The events are delivered one after the other, where callbacks of the runtime may run,
/// each with the value that is newest at that moment.
final class SharedSubscription: Owned, Handled, @unchecked Sendable {
  // Unchecked: what changes is touched under `lock`, or by the thread that delivers.
  static var kind: HandleKind { .sharedSubscription }
  let runtime: Runtime
  private let cell: LocalCell
  private let key: String
  private let options: SharedOptions
  private let function: enfold_observer_fn
  private let release: Release
  private let lock = Lock()
  private var observation: SharedObservation?
  private var isDelivering = false
  private var wantsDelivery = false
  private var isEnding = false
  private var hasEnded = false
  /// Whether it has delivered its first value. After that, it delivers only later versions.
  private var hasBegun = false
  private var delivered: (text: [UInt8], version: UInt64) = ([], 0)

  init(
    _ runtime: Runtime, _ cell: LocalCell, _ options: SharedOptions, _ function: @escaping enfold_observer_fn,
    _ release: Release
  ) {
    self.runtime = runtime
    self.cell = cell
    key = cell.key
    self.options = options
    self.function = function
    self.release = release
  }

  /// If this fails, the release runs.
  func begin(_ out: UnsafeMutablePointer<enfold_subscription>?) throws(RuntimeError) {
    do throws(RuntimeError) {
      let handle = try runtime.sharedSubscriptions.open(self)
      out?.pointee = handle
    } catch {
      handleEnded()
      throw error
    }
    let started = cell.observe { [weak self] in self?.note() }
    lock.withLock { if !hasEnded { observation = started } }
    // If another thread closes the runtime now, it finds this subscription, or this thread sees `isClosed`.
    if runtime.isClosed.load(ordering: .sequentiallyConsistent) { end() } else { note() }
  }

  /// Something was assigned.
  private func note() {
    let isFirst = lock.withLock { () -> Bool in
      defer { wantsDelivery = true }
      return (!wantsDelivery || isEnding) && !isDelivering
    }
    // Captures the handle and not this object, so that nothing is delivered after a cancellation.
    if isFirst { runtime.callBack { [handle] in SharedSubscription.deliver(handle) } }
  }

  private static func deliver(_ handle: UInt64) {
    guard let pin = handles.pin(handle, SharedSubscription.self) else { return }
    defer { handles.unpin(pin) }
    pin.entry.takeUnretainedValue().deliverAll(pin)
  }

  private func deliverAll(_ pin: HandlePin<SharedSubscription>) {
    let begins = lock.withLock { () -> Bool in
      if isDelivering { return false }
      isDelivering = true
      return true
    }
    guard begins else { return }
    while true {
      let next = lock.withLock { () -> Next in
        defer { wantsDelivery = false }
        if handles.isClosed(pin) || !wantsDelivery {
          isDelivering = false
          return .nothing
        }
        return isEnding ? .closed : .newest
      }
      switch next {
      case .nothing: return
      case .newest: deliverNewest()
      case .closed:
        tell(ENFOLD_CLOSED, nil, cell.version)
        handles.closeIfOpen(handle, SharedSubscription.self) { $0.cancel() }
      }
    }
  }

  private enum Next { case nothing, newest, closed }

  private func deliverNewest() {
    var (text, version) = ([UInt8](), UInt64(0))
    cell.read { (text, version) = (Array($0), $1) }
    let isInitial = !hasBegun
    let isOther = isInitial || text != delivered.text
    guard isInitial || version > delivered.version, isOther || options.isRaw else { return }
    hasBegun = true
    delivered = (text, version)
    if isInitial, !options.initial { return }
    if options.skipsNull, text.elementsEqual("null".utf8) { return }
    tell(isInitial ? ENFOLD_INITIAL : isOther ? ENFOLD_CHANGED : 0, options.value ? text : nil, version)
  }

  /// The runtime is closed: the next event is the last one. If the callback runs right now, it comes right after it.
  func end() {
    lock.withLock { isEnding = true }
    note()
  }

  /// Called once, when the handle was closed.
  func cancel() {
    let ended = lock.withLock { () -> SharedObservation? in
      hasEnded = true
      return exchange(&observation, with: nil)
    }
    withExtendedLifetime(ended) {}  // without the lock, because the cell has one of its own
  }

  func handleClosed() { runtime.sharedSubscriptions.noteClosed(self) }

  func handleEnded() {
    let release = release
    runtime.callBack { release() }
  }

  private func tell(_ flags: UInt32, _ text: [UInt8]?, _ version: UInt64) {
    var nulTerminated = text ?? []
    nulTerminated.append(0)
    nulTerminated.withUnsafeBytes { bytes in
      "".withCString { pointer in
        let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        var event = enfold_event(
          struct_size: UInt32(MemoryLayout<enfold_event>.size), flags: flags, store: 0, subscription: handle,
          revision: version, pointer: pointer, pointer_length: 0, value: text == nil ? nil : start,
          value_length: text?.count ?? 0, patch: nil, patch_length: 0, action: nil, action_length: 0,
          tag: nil, tag_length: 0)
        insideCallback { function(release.user, &event) }
      }
    }
  }
}
