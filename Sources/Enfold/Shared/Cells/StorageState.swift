// StorageState: which changes of one shared value its storage has kept, and which loads count. It calls nobody.

/// The state of a value and its storage. Changes have numbers; a save tells the storage all changes up to a number.
struct StorageState {
  typealias Done = @Sendable (SharedError?) -> Void

  /// A load that has begun.
  struct Load {
    fileprivate let number: UInt64
    /// The newest change when it began.
    fileprivate let change: UInt64
  }

  /// A save that is to be made.
  struct Save {
    fileprivate let change: UInt64
    /// Whether the newest change was that the value was removed.
    let isRemoval: Bool
  }

  private(set) var condition = SharedCondition()
  /// The newest change, the newest one for which a save has begun, and the newest one of which the storage has answered.
  private var (newest, begun, answered) = (UInt64(0), UInt64(0), UInt64(0))
  private var isRemoval = false
  /// Whether a thread saves. It goes on with changes that come meanwhile.
  private var isSaving = false
  /// The functions to call when a change was saved.
  private var waiting: [(change: UInt64, done: Done)] = []
  /// The loads that wait until all changes have been given to the storage: what the storage has now is older than they are.
  private var postponed: [Done] = []
  /// The newest load that has begun, the newest one that was answered, and how many are not.
  private var (lastLoad, answeredLoad, openLoads) = (UInt64(0), UInt64(0), 0)

  // MARK: Changes

  /// A text was assigned, or the value was removed. An equal text is to be saved, too, if the last save or load has failed.
  mutating func noteAssignment(hasChanged: Bool, isRemoval: Bool) {
    guard hasChanged || isRemoval || hasFailed else { return }
    newest += 1
    self.isRemoval = isRemoval
  }

  private var hasFailed: Bool { condition.saveError != nil || condition.loadError != nil }

  // MARK: Saves

  /// The first save of a thread that wants to save; nil if there is nothing to save, or another thread does it.
  mutating func beginSaves() -> Save? {
    if isSaving { return nil }
    isSaving = true
    return nextSave()
  }

  /// The next save of the thread that saves. After nil it has stopped.
  mutating func nextSave() -> Save? {
    isSaving = begun < newest
    guard isSaving else { return nil }
    begun = newest
    return Save(change: newest, isRemoval: isRemoval)
  }

  /// The storage has answered. Returns the functions that have waited for it. If a newer save was answered already,
  /// this answer tells nothing new.
  mutating func end(_ save: Save, _ error: SharedError?) -> [Done] {
    guard save.change > answered else { return [] }
    answered = save.change
    condition.saveError = error
    if error == nil { condition.loadError = nil }
    defer { waiting.removeAll { $0.change <= save.change } }
    return waiting.filter { $0.change <= save.change }.map(\.done)
  }

  /// `done` is to be called when everything until now was saved. A save that has failed is tried again.
  ///
  /// - Returns: false if everything is saved already. Then `done` was not kept.
  mutating func wait(_ done: @escaping Done) -> Bool {
    if hasFailed, begun == newest { newest += 1 }
    guard answered < newest else { return false }
    waiting.append((newest, done))
    return true
  }

  /// The functions that have waited in vain.
  mutating func takeWaiting() -> [Done] {
    defer { (waiting, postponed) = ([], []) }
    return waiting.map(\.done) + postponed
  }

  // MARK: Loads

  /// Nil if the load must wait until the changes have been saved; ``takePostponed()`` returns it then.
  mutating func beginLoad(_ done: @escaping Done) -> Load? {
    if isSaving || begun < newest {
      postponed.append(done)
      return nil
    }
    lastLoad += 1
    openLoads += 1
    condition.isLoading = true
    return Load(number: lastLoad, change: newest)
  }

  /// The loads that need not wait any more.
  mutating func takePostponed() -> [Done] {
    if isSaving || begun < newest { return [] }
    return exchange(&postponed, with: [])
  }

  /// The storage has answered. True if the text is the value now: nothing was changed since the load began, and no
  /// later load was answered.
  mutating func end(_ load: Load, _ error: SharedError?) -> Bool {
    openLoads -= 1
    condition.isLoading = openLoads > 0
    guard load.number > answeredLoad else { return false }
    answeredLoad = load.number
    condition.loadError = error
    return load.change == newest
  }
}
