// TraceDesk: the readers of a runtime's trace, and what stores report to them.
import CEnfold
import CEnfoldSupport
import Enfold
import EnfoldJSON
import EnfoldPlugin
import Glibc

/// The trace of one runtime.
final class TraceDesk: @unchecked Sendable {
  // Unchecked: what changes is used with the lock held.
  private let lock = Lock()
  /// Their handles.
  @exclusivity(unchecked) private var readers = HandleList()
  @exclusivity(unchecked) private var isClosed = false
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  /// How long commits take. Counted while somebody reads, or always.
  @exclusivity(unchecked) private var times = TraceTimes()
  /// Stands for a reader, so that commits are counted although nobody reads. No handle is 0.
  private static let counting: UInt64 = 0

  /// - Parameter countsAlways: whether stores report although nobody reads.
  init(countsAlways: Bool) { if countsAlways { readers.append(Self.counting) } }

  /// Whether stores are to report.
  var isOn: Bool { lock.withLock { !readers.isEmpty } }
  /// For whom stores are to report.
  var all: [UInt64] { lock.withLock { readers.all.unshared } }
  func has(_ reader: UInt64) -> Bool { lock.withLock { readers.contains(reader) } }

  /// The readers that are told the changes of commits, too.
  private var changeReaders: [(handle: UInt64, changes: TraceChanges)] = []
  var readersOfChanges: [(handle: UInt64, changes: TraceChanges)] { lock.withLock { changeReaders.unshared } }

  /// Writes how long commits took.
  func writeTimes(to writer: inout JSONWriter) { lock.withLock { times.write(to: &writer) } }

  /// Passes on the patch of a commit, or a state, to one reader. A patch wakes nobody: its entry comes next.
  func receive(_ facts: TraceFacts, _ texts: TraceTexts, for reader: UInt64) {
    withReader(reader) { $0.add(TraceRecord(facts, texts)) }
    if facts.isState { Recorder.shared.wake() }
  }

  /// Adds a reader that has a handle. False if the runtime was closed.
  func add(_ reader: UInt64, _ changes: TraceChanges) -> Bool {
    lock.withLock {
      if isClosed { return false }
      readers.append(reader)
      if changes != .none { changeReaders.append((reader, changes)) }
      return true
    }
  }

  /// Removes a reader. False if it was not there.
  func remove(_ reader: UInt64) -> Bool {
    lock.withLock {
      changeReaders.removeAll { $0.handle == reader }
      return reader != Self.counting && readers.remove(reader)
    }
  }

  /// The runtime is closed: the readers are told what waits, and end.
  func close() {
    let readers = lock.withLock { () -> [UInt64] in
      isClosed = true
      defer { self.readers = HandleList() }
      return self.readers.all
    }
    for reader in readers { withReader(reader) { $0.finish() } }
    Recorder.shared.wake()
  }

  /// Nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func withReader(_ handle: UInt64, _ body: (TraceReader) -> Void) {
    guard let pin = handles.pin(handle, TraceReader.self) else { return }
    pin.entry._withUnsafeGuaranteedRef(body)
    handles.unpin(pin)
  }

  /// Passes on what an engine reports. Its texts are not trusted.
  ///
  /// - Parameter causeStore: the store of its cause; 0 if it is not known.
  /// - Returns: nil, unless it is to be told that this was a slow commit: then how many others were not told before.
  func receive(
    _ place: UnsafePointer<enfold_trace_entry>, of store: UInt64, named name: UnsafeRawBufferPointer,
    causeStore: UInt64, _ redactor: Redactor
  ) -> UInt64? {
    guard let kind = TraceKind(rawValue: place.pointee.kind), kind.isOfEngine else { return nil }
    func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> UnsafeRawBufferPointer {
      writtenPiece(start, length) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }
    var facts = TraceFacts(
      store: store, kind: kind, outcome: outcome(of: kind, place.pointee.outcome), revision: place.pointee.revision,
      task: place.pointee.task, cause: place.pointee.cause, causeStore: place.pointee.cause == 0 ? 0 : causeStore,
      request: place.pointee.request, depends: kind.isCommit ? TraceDependence(rawValue: place.pointee.depends) : nil,
      waited: place.pointee.waited, reduced: place.pointee.reduced, encoded: place.pointee.encoded,
      told: place.pointee.told)
    let texts = TraceTexts(
      name: name, value: text(place.pointee.action, place.pointee.action_length),
      tag: text(place.pointee.tag, place.pointee.tag_length),
      subject: text(place.pointee.effect, place.pointee.effect_length),
      detail: kind.isCommit ? next(place) : text(place.pointee.row, place.pointee.row_length))
    return redactor.isEmpty ? tell(&facts, texts) : tell(&facts, texts, redactor)
  }

  /// The stacks of a commit that have given numbers; older plugins do not tell them.
  private func next(_ place: UnsafePointer<enfold_trace_entry>) -> UnsafeRawBufferPointer {
    guard place.pointee.struct_size >= MemoryLayout<enfold_trace_entry>.size else { return TraceTexts.nothing }
    return writtenPiece(place.pointee.next, place.pointee.next_length) ?? TraceTexts.nothing
  }

  private func outcome(of kind: TraceKind, _ given: UInt32) -> TraceOutcome? {
    kind == .answer && given > TraceOutcome.cancelled.rawValue ? nil : TraceOutcome(rawValue: given) ?? .cancelled
  }

  /// Tells an entry without what is redacted in it.
  private func tell(_ facts: inout TraceFacts, _ texts: TraceTexts, _ redactor: Redactor) -> UInt64? {
    var texts = texts
    var redacted: [UInt8]?
    // The message or the row, if it is told in another way.
    var detail = ""
    switch facts.kind {
    case .request, .answer:
      let name = String(decoding: texts.subject, as: UTF8.self)
      redacted = redactor.request(name, texts.value)
      detail = redactor.watch.masked(String(decoding: texts.detail, as: UTF8.self))
      if !detail.isEmpty, redactor.requestPlaces(name).isRedacted { detail = MessageMask.replacement }
    case .dependency:
      redacted = redactor.dependency(String(decoding: texts.subject, as: UTF8.self), texts.value)
    default:
      redacted = redactor.action(texts.value)
      if redactor.hidesRows, texts.detail.count > 0 {
        // The pointers of stacks may lead through rows.
        if facts.kind?.isCommit ?? false { texts.detail = TraceTexts.nothing } else { detail = MessageMask.replacement }
      }
    }
    return detail.withUTF8 { detail -> UInt64? in
      if detail.count > 0 { texts.detail = UnsafeRawBufferPointer(detail) }
      guard let redacted else { return tell(&facts, texts) }
      return redacted.withUnsafeBytes { value in
        texts.value = value
        return tell(&facts, texts)
      }
    }
  }

  /// Tells all readers, and gives the entry its number and its time.
  ///
  /// - Returns: as `receive`.
  @discardableResult func tell(_ facts: inout TraceFacts, _ texts: TraceTexts) -> UInt64? {
    facts.time = Self.now
    // In one step, so that each reader gets the numbers in their order.
    lock.acquire()
    lastNumber += 1
    facts.number = lastNumber
    for place in readers.all.indices { withReader(readers.all[place]) { $0.add(TraceRecord(facts, texts)) } }
    let isCommit = facts.kind?.isCommit ?? false
    let silent = isCommit ? times.count(facts) : nil
    lock.release()
    Recorder.shared.wake()
    return silent
  }
}
