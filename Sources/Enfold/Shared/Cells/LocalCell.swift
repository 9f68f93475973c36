// LocalCell: a shared value that is kept in this process, and perhaps in a storage.
import CEnfoldSupport
import Synchronization

/// The text of a shared value and its version.
public final class LocalCell: SharedCell, @unchecked Sendable {
  // Unchecked: `content` is touched under `contentLock` only; `stored` is written once, before others know the cell.

  /// Returns a text as the type of the key writes it, or says why it is no value of the key.
  ///
  /// `isStrict`: whether keys of objects that the type does not know are an error.
  public typealias Check = @Sendable (UnsafeRawBufferPointer, _ isStrict: Bool) -> Result<[UInt8], SharedError>

  private struct Content {
    var text: [UInt8]
    var version: UInt64 = 1
  }

  let storageType: StorageType
  private let defaultText: [UInt8]
  /// Functions that check whether a text has the type of the value.
  private let checks = SharedListeners<Check>()
  /// Held for a few instructions.
  private let contentLock = Lock()
  /// Held while the value is changed, also while code of users changes it.
  private let writer = Lock()
  /// The thread that has it, if code of users changes the value.
  private let writerThread = Atomic<UInt>(0)
  private var content: Content

  private var stored: StoredValue?
  /// Held while the first caller loads the value.
  private let beginning = Lock()
  /// The thread that loads the value first; ``hasBegun`` when it has.
  private let beginner = Atomic<UInt>(0)
  private static let hasBegun = UInt.max
  /// Whether a plugin keeps the value in a storage of its own.
  private let hasKeeper = Atomic<Bool>(false)

  init(
    key: String, _ type: StorageType = .memory, storage: (any SharedStorage)? = nil, default text: [UInt8],
    report: @escaping @Sendable (SharedError) -> Void = { _ in }
  ) {
    storageType = type
    defaultText = text
    content = Content(text: text)
    super.init(key: key)
    stored = storage.map { storage in
      StoredValue(
        self, in: storage, default: text,
        normalise: { [weak self] in self?.normalised($0, isStrict: false) ?? .success($0) }, report: report)
    }
  }

  /// Returns when the value was loaded, unless the storage answers later. The first caller loads it.
  ///
  /// Others wait, if the storage is one of this library. They do not wait for a storage of the user's own, whose code may wait
  /// for them. To them the value is the default until it is loaded.
  public func waitUntilBegun() {
    guard let stored, beginner.load(ordering: .acquiring) != Self.hasBegun else { return }
    let thread = UInt(enfold_thread_id())
    // The storage uses the value while it loads it.
    if beginner.load(ordering: .relaxed) == thread { return }
    let waits = storageType.custom == nil
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    if waits { beginning.acquire() }
    let isFirst = beginner.compareExchange(expected: 0, desired: thread, ordering: .relaxed).exchanged
    if isFirst {
      stored.begin()
      beginner.store(Self.hasBegun, ordering: .releasing)
    }
    if waits { beginning.release() }
    // Without the lock, because this calls code of users.
    if isFirst { stored.reportProblems() }
  }

  // MARK: Reading

  public override var version: UInt64 { contentLock.withLock { content.version } }
  public override var condition: SharedCondition { stored?.condition ?? SharedCondition() }

  public override func read(_ body: (UnsafeRawBufferPointer, UInt64) -> Void) {
    let (text, version) = contentLock.withLock { (content.text, content.version) }
    text.withUnsafeBytes { body($0, version) }
  }

  // MARK: Changing

  public override func assign(_ text: [UInt8]) -> SharedAssignment {
    let assignment = writer.withLock { replace(by: text) }
    tell()
    return assignment
  }

  /// Replaces the text if `isExpected` says so of the text now. Nil if not: then nothing happens.
  public func assign(_ text: [UInt8], if isExpected: ([UInt8]) -> Bool) -> SharedAssignment? {
    let assignment = writer.withLock { () -> SharedAssignment? in
      isExpected(contentLock.withLock { content.text }) ? replace(by: text) : nil
    }
    if assignment != nil { tell() }
    return assignment
  }

  public override func lock() {
    writer.acquire()
    writerThread.store(UInt(enfold_thread_id()), ordering: .relaxed)
  }

  /// Does nothing if this thread has not locked the value.
  public override func unlock(_ text: [UInt8]?) -> SharedAssignment {
    guard writerThread.load(ordering: .relaxed) == UInt(enfold_thread_id()) else {
      return SharedAssignment(version: 0, hasChanged: false)
    }
    let assignment = text.map { replace(by: $0) }
    writerThread.store(0, ordering: .relaxed)
    writer.release()
    guard let assignment else { return SharedAssignment(version: version, hasChanged: false) }
    tell()
    return assignment
  }

  public override func remove() {
    writer.withLock { _ = replace(by: defaultText, isRemoval: true) }
    tell()
  }

  public override func adopt(_ text: [UInt8], if isWanted: () -> Bool) {
    let hasChanged = writer.withLock { isWanted() && put(text, isAssignment: false).hasChanged }
    if hasChanged { notify() }
  }

  /// With the writer's lock held.
  private func replace(by text: [UInt8], isRemoval: Bool = false) -> SharedAssignment {
    let assignment = put(text, isAssignment: true)
    stored?.noteAssignment(hasChanged: assignment.hasChanged, isRemoval: isRemoval)
    return assignment
  }

  /// - Parameter isAssignment: whether it counts if the text is equal.
  private func put(_ text: [UInt8], isAssignment: Bool) -> SharedAssignment {
    contentLock.withLock {
      let hasChanged = content.text != text
      if hasChanged { content.text = text }
      if hasChanged || isAssignment { content.version += 1 }
      return SharedAssignment(version: content.version, hasChanged: hasChanged)
    }
  }

  private func tell() {
    stored?.save()
    notify()
  }

  // MARK: Its storage

  public override func save(_ done: @escaping @Sendable (SharedError?) -> Void) {
    if let stored { stored.save(done) } else { done(nil) }
  }

  public override func load(_ done: @escaping @Sendable (SharedError?) -> Void) {
    if let stored { stored.load(done) } else { done(nil) }
  }

  /// Keeps everything that waits in a storage of the user's own.
  func flush() { storageType.custom?.flush() }

  /// True for the first caller, if the value belongs into a storage of a plugin: the caller must keep it there.
  package func takeKeeping() -> Bool { storageType.isPlugins && !hasKeeper.exchange(true, ordering: .relaxed) }

  package func giveBackKeeping() { hasKeeper.store(false, ordering: .relaxed) }

  // MARK: Its type

  /// From now on, until the result is released, `check` says whether a text is a value of this key. The first check
  /// counts.
  public func addCheck(_ check: @escaping Check) -> SharedObservation { checks.add(check) }

  /// A text as the type of this key writes it, or why it is no value of this key.
  public func normalised(_ text: [UInt8], isStrict: Bool) -> Result<[UInt8], SharedError> {
    text.withUnsafeBytes { bytes in
      do throws(JSONError) {
        var reader = JSONReader(bytes, limits: JSONLimits(depth: JSONLimits.stateDepth))
        try reader.skipValue()
        try reader.finish()
      } catch {
        return .failure(
          SharedError(
            "the text of the shared value \"\(key)\" is no JSON: byte \(error.offset): \(error.message)",
            offset: error.offset))
      }
      return checks.first?(bytes, isStrict) ?? .success(text)
    }
  }
}
