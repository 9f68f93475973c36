// SharedRegistry: which keys have which shared values.

/// The shared values of a process, of a test, or of a host's runtime. It is a dependency: see ``DependencyValues/shared``.
open class SharedRegistry: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only; `takesGiven` is written before others know the registry.

  /// Where storages keep their files.
  public enum Directory: Sendable {
    /// `$XDG_STATE_HOME/enfold`, or else `~/.local/state/enfold`.
    case standard
    /// An absolute path.
    case at(String)
    /// Nowhere: values of files and defaults stay in memory. This is what tests get.
    case none
  }

  private struct BoxID: Hashable {
    let key: ExactText
    let type: ObjectIdentifier
  }

  private struct WeakBox { weak var box: AnySharedBox? }
  private struct Entry {
    weak var cell: SharedCell?
    /// Set if the value outlives its users.
    let kept: SharedCell?
  }

  private let lock = Lock()
  private var boxes: [BoxID: WeakBox] = [:]
  private var cells: [ExactText: Entry] = [:]
  /// The types of states whose properties have keys of their own making, by these keys.
  private var owners: [ExactText: ObjectIdentifier] = [:]
  /// The declarations that were refused.
  private var refused: Set<ExactText> = []
  /// If there are more entries than this, the dead ones are removed.
  private var limit = Sizes.of(32, tiny: 1)
  private let storages: StorageCache
  /// Whether these are the values of one store that repeats what was recorded: nobody else changes them, and a value that a state
  /// brings with it, when it is opened or restored, is assigned. Otherwise the state only shows it. Set before the registry is used.
  package final var takesGiven = false

  /// - Parameter clock: the clock of the storages.
  public init(directory: Directory = .standard, clock: any Clock<Duration> = ContinuousClock()) {
    storages = StorageCache(directory, clock)
  }

  /// The registry of the process.
  public static let process = SharedRegistry()

  /// Writes the texts that wait to be written.
  public func flush() {
    storages.flush()
    let known = lock.withLock { cells.values.compactMap { ($0.kept ?? $0.cell) as? LocalCell } }
    for cell in known { cell.flush() }
  }

  // MARK: Overridden where a host keeps the values

  /// Finds or makes the cell of a key.
  ///
  /// - Parameters:
  ///   - text: the JSON that the value begins with if there is none.
  ///   - check: knows the type of the key. Used as long as the second result lives.
  open func cell(
    _ key: String, _ storage: StorageType, default text: [UInt8], reportingTo report: DependencyValues.Report?,
    check: @escaping LocalCell.Check
  ) -> (cell: SharedCell, check: AnyObject?) {
    let (cell, check, _) = localCell(key, storage, default: text, reportingTo: report, check: check)
    return (cell, check)
  }

  /// Called when the load or the save of a value has failed, or when a value is declared so that it cannot be kept or shared.
  /// Here it is written to the standard error stream.
  ///
  /// It is called on any thread, and also inside the gate of a store and while the value is locked. So it must not wait, and
  /// must not use shared values or stores.
  open func report(_ key: String, _ problem: SharedError) { Self.print(key, problem) }

  /// Called once when a value is declared so that it cannot be kept or shared.
  ///
  /// It is called as ``report(_:_:)`` is.
  ///
  /// - Parameter report: where a test hears of it. A registry whose ``report(_:_:)`` reaches a host need not use it.
  open func refuse(_ key: String, _ problem: SharedError, reportingTo report: DependencyValues.Report?) {
    if let report {
      report(DependencyIssue("shared", .sharedValue, problem.description))
    } else {
      self.report(key, problem)
    }
  }

  /// The storage of a key, which may be asked for its text; nil if its values stay in memory.
  open func existingStorage(for type: StorageType, of key: String) throws(SharedError) -> (any SharedStorage)? {
    try storages.storage(for: type, of: key)
  }

  /// Writes a problem to the standard error stream.
  package static func print(_ key: String, _ problem: SharedError) {
    let name = problem.description.hasPrefix("the shared value ") ? "" : "the shared value \"\(key)\": "
    StandardError.print("\(name)\(problem) [enfold explain \(Diagnostic.Topic.sharedValue.rawValue)]")
  }

  // MARK: Finding

  /// Finds or makes the box of a key.
  final func box<Value: JSONCodable & Sendable>(
    _ key: String, _ storage: StorageType, default value: @autoclosure () -> Value,
    reportingTo report: DependencyValues.Report?
  ) -> SharedBox<Value> {
    let id = BoxID(key: ExactText(key), type: ObjectIdentifier(Value.self))
    if let known = lock.withLock({ boxes[id]?.box }) as? CellBox<Value> {
      compare(known.storage, storage, of: key, report)
      return known
    }
    let value = value()
    let (cell, check) = cell(key, storage, default: encoded(value), reportingTo: report) { text, isStrict in
      Result { () throws(SharedError) in
        encoded(try decoded(text, as: Value.self, key: key, isStrict: isStrict))
      }
    }
    let made = CellBox(cell, check, storage: storage, default: value, in: self)
    let box = lock.withLock { () -> CellBox<Value> in
      // Another thread may have been faster.
      if let known = boxes[id]?.box as? CellBox<Value> { return known }
      boxes[id] = WeakBox(box: made)
      return made
    }
    forgetPast()
    return box
  }

  /// The box of a property that has no key. Nil if a property of another type has the same name; then there is a report.
  final func box<Value: JSONCodable & Sendable>(
    of name: SharedName, _ storage: StorageType, default value: @autoclosure () -> Value,
    reportingTo report: DependencyValues.Report?
  ) -> SharedBox<Value>? {
    let owner = lock.withLock { () -> ObjectIdentifier in
      let key = ExactText(name.key)
      let owner = owners[key] ?? name.owner
      owners[key] = owner
      return owner
    }
    if owner == name.owner { return box(name.key, storage, default: value(), reportingTo: report) }
    refuseOnce(
      name.key,
      "the shared value \"\(name.key)\" is a property of two types of the same name, and only that of the first one is shared "
        + "and kept: give one of them a key", report)
    return nil
  }

  /// A cell of its own, for a value without a key. If the value is to be kept, each change is an error, because without
  /// a key nobody would find it again.
  final func cellWithoutKey(_ type: StorageType, default text: [UInt8]) -> LocalCell {
    let key = "(without a key)"
    guard storages.keeps(type) else { return LocalCell(key: key, default: text) }
    let problem = SharedError(
      "a value that is to be kept as \(type.shown) was changed while it had no key, so the change is not kept: give it one, as in "
        + "@Shared(.file(), key: \"settings\"). Without, it gets one when its state is in a store, outside of enums")
    return LocalCell(
      key: key, storage: NoStorage(problem), default: text, report: { [weak self] in self?.report(key, $0) })
  }

  /// The cell of a key that somebody uses; nil if nobody does.
  public final func existingCell(_ key: String) -> SharedCell? {
    lock.withLock { cells[ExactText(key)].flatMap { $0.kept ?? $0.cell } }
  }

  /// The keys that somebody uses, in the order of their bytes.
  public final var keys: [String] {
    let known = lock.withLock { cells.map { (key: $0.key, cell: $0.value.kept ?? $0.value.cell) } }
    return known.filter { $0.cell != nil }.map(\.key).sorted().map(\.text)
  }

  /// Finds or makes a cell in this process.
  ///
  /// - Parameter report: where a test hears that the declaration is refused.
  public final func localCell(
    _ key: String, _ type: StorageType, default text: [UInt8], reportingTo report: DependencyValues.Report? = nil,
    check: @escaping LocalCell.Check
  ) -> (cell: LocalCell, check: SharedObservation, isNew: Bool) {
    let known = existingCell(key) as? LocalCell
    let made = known ?? makeCell(key, type, default: text, report)
    let found = lock.withLock { () -> LocalCell in
      // Another thread may have been faster, or the last user may have gone.
      if let entry = cells[ExactText(key)], let other = (entry.kept ?? entry.cell) as? LocalCell { return other }
      cells[ExactText(key)] = Entry(cell: made, kept: type.outlivesUsers ? made : nil)
      return made
    }
    forgetPast()
    compare(found.storageType, type, of: key, report)
    let check = found.addCheck(check)
    found.waitUntilBegun()
    return (found, check, found === made && known == nil)
  }

  private func makeCell(
    _ key: String, _ type: StorageType, default text: [UInt8], _ report: DependencyValues.Report?
  ) -> LocalCell {
    do throws(SharedError) {
      let storage = try storages.storage(for: type, of: key)
      return LocalCell(
        key: key, type, storage: storage, default: text, report: { [weak self] in self?.report(key, $0) })
    } catch {
      refuseOnce(key, "the shared value \"\(key)\" is not kept: \(error)", report)
      return LocalCell(key: key, type, storage: NoStorage(error), default: text)
    }
  }

  // MARK: Declarations that are refused

  private func compare(
    _ first: StorageType, _ other: StorageType, of key: String, _ report: DependencyValues.Report?
  ) {
    if first.isSame(as: other, for: key) { return }
    refuseOnce(
      key,
      "the shared value \"\(key)\" is kept as \(first.shown), which its first user has declared, and not as "
        + "\(other.shown): declare it in the same way everywhere, or use another key", report)
  }

  /// Reports each problem once.
  package final func refuseOnce(_ key: String, _ problem: String, _ report: DependencyValues.Report?) {
    let isNew = lock.withLock { refused.insert(ExactText(problem)).inserted }
    if isNew { refuse(key, SharedError(problem), reportingTo: report) }
  }

  private func forgetPast() {
    // Keeps what is found alive until the lock is released, because releasing it may run any code.
    var (seenBoxes, seenCells): ([AnySharedBox?], [SharedCell?]) = ([], [])
    lock.withLock {
      guard boxes.count + cells.count > limit else { return }
      (seenBoxes, seenCells) = (boxes.values.map(\.box), cells.values.map { $0.kept ?? $0.cell })
      boxes = boxes.filter { $0.value.box != nil }
      cells = cells.filter { $0.value.kept != nil || $0.value.cell != nil }
      limit = 2 * (boxes.count + cells.count) + Sizes.of(32, tiny: 1)
    }
    withExtendedLifetime((seenBoxes, seenCells)) {}
  }
}

extension StorageType {
  /// Whether the value stays when nobody uses it any more.
  var outlivesUsers: Bool {
    switch place {
    case .memory, .plugin: false
    case .memorySingleton, .file, .defaults, .custom: true
    }
  }
}

private enum SharedRegistryKey: DependencyInjectable {
  static var live: SharedRegistry { .process }
  static var preview: SharedRegistry { SharedRegistry(directory: .none) }
  static var test: SharedRegistry { SharedRegistry(directory: .none) }
}

extension DependencyValues {
  /// The registry that keeps the shared values. Programs in use have one for the process; each test and each preview
  /// has its own, which writes no files.
  public var shared: SharedRegistry {
    get { self[SharedRegistryKey.self] }
    set { self[SharedRegistryKey.self] = newValue }
  }
}
