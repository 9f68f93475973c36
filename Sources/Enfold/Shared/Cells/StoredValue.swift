// StoredValue: joins a shared value and the storage that keeps it.
import CEnfoldSupport

/// Saves the texts that are assigned to a cell, and gives the cell the texts that the storage has loaded.
///
/// One thread at a time saves, and it saves the newest text. Any thread may call everything. A thread is not cancelled
/// (`pthread_cancel`) while it saves or loads.
public final class StoredValue: @unchecked Sendable {
  // Unchecked: `state` and `isBeginning` are touched under `lock` only; `observation` is written once, by the thread that begins.
  private let key: String
  private let storage: any SharedStorage
  private let defaultText: [UInt8]
  private let normalise: @Sendable (_ text: [UInt8]) -> Result<[UInt8], SharedError>
  private let report: @Sendable (SharedError) -> Void
  /// Whoever refers to the cell refers to this, too.
  private weak var cell: SharedCell?

  private let lock = Lock()
  private var state = StorageState()
  private var observation: AnyObject?
  /// Whether it reports problems later.
  private var isBeginning = false

  /// - Parameters:
  ///   - text: the value if the storage has none.
  ///   - normalise: returns a text as the type of the key writes it, or says why it is no value of the key.
  ///   - report: called when loading or saving has failed.
  public init(
    _ cell: SharedCell, in storage: any SharedStorage, default text: [UInt8],
    normalise: @escaping @Sendable ([UInt8]) -> Result<[UInt8], SharedError>,
    report: @escaping @Sendable (SharedError) -> Void
  ) {
    key = cell.key
    self.cell = cell
    self.storage = storage
    defaultText = text
    self.normalise = normalise
    self.report = report
  }

  deinit {
    for done in state.takeWaiting() { done(gone) }
  }

  private var gone: SharedError { SharedError("the shared value \"\(key)\" has gone meanwhile") }

  public var condition: SharedCondition { lock.withLock { state.condition } }

  /// Observes the storage and loads the value. Called once, first. When it returns, the value was loaded, unless the storage
  /// answers later.
  ///
  /// - Parameter isNew: whether there was no value before; if there was, the storage is to keep that one.
  public func begin(isNew: Bool = true) {
    lock.withLock { isBeginning = true }
    observation = storage.observe(key) { [weak self] in self?.load { _ in } }
    if isNew { return load { _ in } }
    noteAssignment(hasChanged: true)
    save()
  }

  /// Reports the errors since it has begun. Called once, after ``begin(isNew:)``, without locks.
  public func reportProblems() {
    let condition = lock.withLock { () -> SharedCondition in
      isBeginning = false
      return state.condition
    }
    if let error = condition.loadError { report(error) }
    if let error = condition.saveError { report(error) }
  }

  // MARK: Saving

  /// A text was assigned to the cell, or its value was removed. Afterwards ``save()`` is to be called.
  public func noteAssignment(hasChanged: Bool, isRemoval: Bool = false) {
    lock.withLock { state.noteAssignment(hasChanged: hasChanged, isRemoval: isRemoval) }
  }

  /// Saves changes that are not saved. Saving takes long, so it waits until this thread has left its gates.
  public func save() {
    // The cell must not go before its text was saved.
    guard let cell else { return }
    Gates.after { [self] in saveAll(cell) }
  }

  private func saveAll(_ cell: SharedCell) {
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    var next = lock.withLock { state.beginSaves() }
    while let save = next {
      storage.save(key, save.isRemoval ? nil : cell.text, SharedSave { [weak self] in self?.end(save, $0) })
      next = lock.withLock { state.nextSave() }
    }
    for done in lock.withLock({ state.takePostponed() }) { load(done) }
  }

  private func end(_ save: StorageState.Save, _ error: SharedError?) {
    let (waiting, isNews) = lock.withLock { () -> ([StorageState.Done], Bool) in
      let before = state.condition.saveError
      return (state.end(save, error), state.condition.saveError != before && !isBeginning)
    }
    if isNews, let error { report(error) }
    for done in waiting { done(error) }
  }

  /// Calls `done` when everything until now was saved.
  public func save(_ done: @escaping @Sendable (SharedError?) -> Void) {
    guard let cell else { return done(gone) }
    guard lock.withLock({ state.wait(done) }) else { return done(nil) }
    saveAll(cell)
    storage.flush()
  }

  // MARK: Loading

  /// If there are changes that the storage does not know yet, the load begins when it knows them.
  public func load(_ done: @escaping @Sendable (SharedError?) -> Void) {
    let cancellation = enfold_cancellation_off()
    defer { enfold_cancellation_restore(cancellation) }
    guard let load = lock.withLock({ state.beginLoad(done) }) else { return }
    storage.load(
      key,
      SharedLoad { [weak self, gone] result in
        if let self { take(result, load, done) } else { done(gone) }
      })
  }

  /// Takes the text that the storage has loaded. If the value was changed meanwhile, the change counts.
  private func take(
    _ result: Result<[UInt8]?, SharedError>, _ load: StorageState.Load,
    _ done: @escaping @Sendable (SharedError?) -> Void
  ) {
    // This thread may have the cell locked.
    if SharedGate.isInside { return Gates.after { [self] in take(result, load, done) } }
    let (text, error) = value(of: result)
    // The next save would overwrite the text that could not be read.
    if error != nil { storage.setAside(key) }
    let accept = { [self] in
      lock.withLock { () -> (isTaken: Bool, isNews: Bool) in
        let before = state.condition.loadError
        return (state.end(load, error), state.condition.loadError != before && !isBeginning)
      }
    }
    var isNews = false
    if let text, let cell {
      cell.adopt(text) {
        let accepted = accept()
        isNews = accepted.isNews
        return accepted.isTaken
      }
    } else {
      isNews = accept().isNews
    }
    if isNews, let error { report(error) }
    done(error)
  }

  /// The text that was loaded; nil if the value stays as it is.
  private func value(of result: Result<[UInt8]?, SharedError>) -> (text: [UInt8]?, error: SharedError?) {
    switch result {
    case .success(let loaded?) where !loaded.isEmpty:
      switch normalise(loaded) {
      case .success(let text): (text, nil)
      case .failure(let error):
        (defaultText, storage.place(of: key).map { SharedError("\($0): \(error)", offset: error.offset) } ?? error)
      }
    case .success: (defaultText, nil)
    case .failure(let error): (nil, error)
    }
  }
}
