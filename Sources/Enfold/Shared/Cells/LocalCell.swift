// LocalCell: a shared value that is kept in this process, and perhaps in a storage.
import CEnfoldSupport
import EnfoldJSON
import Synchronization

/// The text of a shared value, its version, and what its storage says.
public final class LocalCell: SharedCell, @unchecked Sendable {
  // Unchecked: `content` is touched under `guardian` only, and `storageObservation` under `beginning`.

  /// Returns a text as the type of the key writes it, or says why it is no value of the key.
  ///
  /// `isStrict`: whether keys of objects that the type does not know are an error.
  public typealias Check = @Sendable (UnsafeRawBufferPointer, _ isStrict: Bool) -> Result<[UInt8], SharedError>

  private struct Content {
    var text: [UInt8]
    var version: UInt64 = 1
    var condition = SharedCondition()
    /// How many texts were assigned when the last save began. One thread at a time saves.
    var savedVersion: UInt64 = 1
    var isSaving = false
    var isRemoved = false
    var awaitingSave: [@Sendable (SharedError?) -> Void] = []
  }

  private let storage: (any SharedStorage)?
  private let defaultText: [UInt8]
  /// Those who know of what type the value is.
  private let checks = SharedListeners<Check>()
  /// Held for a few instructions.
  private let guardian = Lock()
  /// Held while the value is changed, also while code of users changes it.
  private let writer = Lock()
  private var content: Content
  /// Held while the first caller loads the value.
  private let beginning = Lock()
  /// The thread that loads the value first; ``hasBegun`` when it has.
  private let beginner = Atomic<UInt>(0)
  private static let hasBegun = UInt.max
  /// Set once, under `beginning`.
  private var storageObservation: AnyObject?

  public init(key: String, storage: (any SharedStorage)?, default text: [UInt8]) {
    self.storage = storage
    defaultText = text
    content = Content(text: text)
    super.init(key: key)
  }

  deinit {
    guardian.deallocate()
    writer.deallocate()
    beginning.deallocate()
  }

  /// Returns when the value was loaded, unless the storage answers later. The first caller loads it; others wait.
  public func waitUntilBegun() {
    guard let storage, beginner.load(ordering: .acquiring) != Self.hasBegun else { return }
    let thread = UInt(enfold_thread_id())
    // The storage uses the value while it loads it.
    if beginner.load(ordering: .relaxed) == thread { return }
    beginning.withLock {
      if beginner.load(ordering: .relaxed) == Self.hasBegun { return }
      beginner.store(thread, ordering: .relaxed)
      storageObservation = storage.observe(key) { [weak self] in self?.load { _ in } }
      load { _ in }
      beginner.store(Self.hasBegun, ordering: .releasing)
    }
  }

  // MARK: Reading

  public override var version: UInt64 { guardian.withLock { content.version } }
  public override var condition: SharedCondition { guardian.withLock { content.condition } }

  public override func read(_ body: (UnsafeRawBufferPointer, UInt64) -> Void) {
    let (text, version) = guardian.withLock { (content.text, content.version) }
    text.withUnsafeBytes { body($0, version) }
  }

  // MARK: Changing

  public override func assign(_ text: [UInt8]) -> SharedAssignment {
    let assignment = writer.withLock { replace(by: text) }
    tell(assignment)
    return assignment
  }

  /// Replaces the text if it is what is expected. Nil if it is not: then nothing happens.
  ///
  /// - Parameter expected: nil: anything.
  public func assign(_ text: [UInt8], inPlaceOf expected: [UInt8]?) -> SharedAssignment? {
    let assignment = writer.withLock { () -> SharedAssignment? in
      let isExpected = expected.map { expected in guardian.withLock { content.text == expected } } ?? true
      return isExpected ? replace(by: text) : nil
    }
    if let assignment { tell(assignment) }
    return assignment
  }

  public override func lock() { writer.acquire() }

  public override func unlock(_ text: [UInt8]?) -> SharedAssignment {
    let assignment = text.map(replace)
    writer.release()
    guard let assignment else { return SharedAssignment(version: version, hasChanged: false) }
    tell(assignment)
    return assignment
  }

  public override func remove() {
    let assignment = writer.withLock { () -> SharedAssignment in
      let assignment = replace(by: defaultText)
      guardian.withLock { content.isRemoved = true }
      return assignment
    }
    tell(SharedAssignment(version: assignment.version, hasChanged: true))
  }

  /// With the writer's lock held.
  private func replace(by text: [UInt8]) -> SharedAssignment {
    guardian.withLock {
      let hasChanged = content.text != text
      if hasChanged { content.text = text }
      content.version += 1
      content.isRemoved = false
      return SharedAssignment(version: content.version, hasChanged: hasChanged)
    }
  }

  private func tell(_ assignment: SharedAssignment) {
    // A text that could not be saved is tried again, also if it is assigned once more.
    if storage != nil, assignment.hasChanged || condition.saveError != nil || condition.loadError != nil {
      // Saving takes long, so it waits until this thread has left its gates.
      Gates.after { [self] in saveWhatIsNew() }
    }
    notify()
  }

  // MARK: Saving

  private func saveWhatIsNew() {
    let mayBegin = guardian.withLock { () -> Bool in
      if content.isSaving { return false }
      content.isSaving = true
      return true
    }
    if mayBegin { saveAll() }
  }

  private func saveAll() {
    guard let storage else { return }
    while true {
      let next = guardian.withLock { () -> (text: [UInt8]?, version: UInt64)? in
        guard content.savedVersion < content.version else {
          content.isSaving = false
          return nil
        }
        content.savedVersion = content.version
        return (content.isRemoved ? nil : content.text, content.version)
      }
      guard let next else { return }
      storage.save(key, next.text, SharedSave { [weak self] error in self?.noteSaved(next.version, error) })
    }
  }

  private func noteSaved(_ version: UInt64, _ error: SharedError?) {
    let waiting = guardian.withLock { () -> [@Sendable (SharedError?) -> Void] in
      content.condition.saveError = error
      if error == nil { content.condition.loadError = nil }
      guard version >= content.version || error != nil else { return [] }
      defer { content.awaitingSave = [] }
      return content.awaitingSave
    }
    for done in waiting { done(error) }
  }

  public override func save(_ done: @escaping @Sendable (SharedError?) -> Void) {
    guard let storage else { return done(nil) }
    let isSaved = guardian.withLock { () -> Bool in
      if content.savedVersion == content.version, content.condition.saveError != nil { content.savedVersion -= 1 }
      content.awaitingSave.append(done)
      return content.savedVersion == content.version
    }
    saveWhatIsNew()
    storage.flush()
    if isSaved { noteSaved(.max, condition.saveError) }
  }

  // MARK: Loading

  public override func load(_ done: @escaping @Sendable (SharedError?) -> Void) {
    guard let storage else { return done(nil) }
    let version = guardian.withLock { () -> UInt64 in
      content.condition.isLoading = true
      return content.version
    }
    storage.load(
      key,
      SharedLoad { [weak self, key] result in
        guard let self else { return done(SharedError("the shared value \"\(key)\" has gone meanwhile")) }
        done(take(result, since: version))
      })
  }

  /// Takes what the storage has loaded. If the value was assigned meanwhile, that one counts.
  private func take(_ result: Result<[UInt8]?, SharedError>, since version: UInt64) -> SharedError? {
    var (text, error): ([UInt8]?, SharedError?) = (defaultText, nil)
    switch result {
    case .success(let loaded?) where !loaded.isEmpty:
      switch normalised(loaded, isStrict: false) {
      case .success(let known): text = known
      case .failure(let problem):
        error = problem
        storage?.setAside(key)
      }
    case .success: break
    case .failure(let failure):
      error = failure
      text = nil
    }
    let hasChanged = writer.withLock {
      guardian.withLock { () -> Bool in
        content.condition.isLoading = false
        content.condition.loadError = error
        guard let text, content.version == version, text != content.text else { return false }
        content.text = text
        content.version += 1
        content.savedVersion = content.version
        return true
      }
    }
    if hasChanged { notify() }
    return error
  }

  /// From now on, until the result is released, `check` says what is a value of this key. The first one that is there counts.
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
