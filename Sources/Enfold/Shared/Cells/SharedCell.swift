// SharedCell: a shared value as JSON text with a version. Everybody who uses its key uses the same cell.

/// The result of an assignment.
public struct SharedAssignment: Sendable {
  /// The number of assignments so far.
  public let version: UInt64
  /// Whether the text is another one now.
  public let hasChanged: Bool

  public init(version: UInt64, hasChanged: Bool) {
    self.version = version
    self.hasChanged = hasChanged
  }
}

/// How it stands with a shared value that is kept in a storage.
public struct SharedCondition: Equatable, Sendable {
  /// Why the last load failed; nil if it did not. A successful save clears it, too.
  public var loadError: SharedError?
  /// Why the last save failed; nil if it did not.
  public var saveError: SharedError?
  /// Whether the storage has not answered yet.
  public var isLoading = false

  public init() {}
}

/// A shared value without its type. Subclasses keep the text in this process (``LocalCell``), or ask a host for it.
///
/// Any thread may call everything. Whoever changes the value waits while code of users changes it, between ``lock()`` and
/// ``unlock(_:)``. Reading waits for nobody.
open class SharedCell: @unchecked Sendable {
  // Unchecked: the observers are touched under their own lock only; subclasses prove theirs.
  public let key: String
  private let observers = SharedListeners<@Sendable () -> Void>()

  public init(key: String) { self.key = key }

  // MARK: Overridden

  /// The number of assignments so far. They need not have changed anything.
  open var version: UInt64 { fatalError("abstract") }
  /// Calls `body` with the newest text and its version.
  open func read(_ body: (_ text: UnsafeRawBufferPointer, _ version: UInt64) -> Void) { fatalError("abstract") }
  /// Replaces the text.
  open func assign(_ text: [UInt8]) -> SharedAssignment { fatalError("abstract") }
  /// Waits until nobody else changes the value. From now on all others wait, until ``unlock(_:)``.
  open func lock() { fatalError("abstract") }
  /// Replaces the text, if one is given, and lets others change the value.
  open func unlock(_ text: [UInt8]?) -> SharedAssignment { fatalError("abstract") }
  /// Takes a text that a storage has loaded, if `isWanted` says so. It is asked while nobody else changes the value.
  open func adopt(_ text: [UInt8], if isWanted: () -> Bool) { fatalError("abstract") }
  /// Removes the value from its storage. It is the default again.
  open func remove() { fatalError("abstract") }
  open var condition: SharedCondition { SharedCondition() }
  /// Saves now all changes that were not saved.
  open func save(_ done: @escaping @Sendable (SharedError?) -> Void) { done(nil) }
  /// Loads again.
  open func load(_ done: @escaping @Sendable (SharedError?) -> Void) { done(nil) }

  /// The newest text.
  public final var text: [UInt8] {
    var text: [UInt8] = []
    read { bytes, _ in text = Array(bytes) }
    return text
  }

  // MARK: Observers

  /// Calls `changed` after each assignment, until the result is released. Calls may come from several threads at once, and
  /// under gates; they only note that there is something new.
  public final func observe(_ changed: @escaping @Sendable () -> Void) -> SharedObservation { observers.add(changed) }

  /// Tells all observers.
  public final func notify() { observers.callAll() }
}

/// Keeps an observation alive.
public final class SharedObservation: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

/// Functions in the order in which they came.
final class SharedListeners<Function: Sendable>: @unchecked Sendable {
  // Unchecked: everything that changes is touched under `lock` only.

  /// One function. Its observation keeps it alive.
  private final class Listener: Linked, @unchecked Sendable {
    // Unchecked: the links are touched under the lock of the list only.
    let function: Function
    var links = Links<Listener>()

    init(_ function: Function) { self.function = function }
  }

  private let lock = Lock()
  private var listeners = LinkedList<Listener>()
  /// The functions, since somebody has asked for them all.
  private var functions: [Function]?

  var all: [Function] {
    lock.withLock {
      if let functions { return functions }
      let all = listeners.map(\.function)
      functions = all
      return all
    }
  }
  var first: Function? { lock.withLock { listeners.first?.function } }

  private func change(_ body: (inout LinkedList<Listener>) -> Void) {
    let old = lock.withLock {
      body(&listeners)
      return exchange(&functions, with: nil)
    }
    withExtendedLifetime(old) {}  // without the lock, because releasing may run any code
  }

  /// The function is there until the result is released.
  func add(_ function: Function) -> SharedObservation {
    let listener = Listener(function)
    change { $0.append(listener) }
    return SharedObservation { [self] in change { $0.remove(listener) } }
  }
}

extension SharedListeners where Function == @Sendable () -> Void {
  func callAll() { for function in all { function() } }
}
