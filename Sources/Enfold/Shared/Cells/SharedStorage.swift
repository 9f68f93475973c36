// SharedStorage: where shared values are kept beyond the life of the process.

/// A place in which shared values are kept: files, a data base, a server.
///
/// A storage deals in JSON texts. It knows nothing of types, and it is asked for each key on its own. Its functions may be
/// called on any thread, several at once; but for the same key, one `save` is called after the other. They should return soon:
/// `load` and `save` may answer later. They must not read a store, nor wait for somebody who does.
///
/// ```swift
/// let server = MyServer()
///
/// @Shared(.storage(server), key: "settings") var settings = Settings()
/// ```
///
/// All who use a key give the same object, or objects of one class with the same ``place(of:)``.
public protocol SharedStorage: AnyObject, Sendable {
  /// Loads the text of a key, and answers once: now or later, on any thread. Until the answer comes, the shared value is
  /// the default.
  func load(_ key: String, _ answer: SharedLoad)

  /// Keeps a text, and answers once: now or later, on any thread. A later call may come before the answer. Then only the
  /// later text need be kept.
  ///
  /// - Parameter text: nil: the key is to be removed.
  func save(_ key: String, _ text: [UInt8]?, _ answer: SharedSave)

  /// Calls `changed` each time when the text of a key was changed by others. It is then loaded again.
  ///
  /// - Returns: an object that keeps the observation alive; nil if there are no such changes.
  func observe(_ key: String, _ changed: @escaping @Sendable () -> Void) -> AnyObject?

  /// The text of a key could not be loaded, or it is no JSON, or it is no value of the right type. The next
  /// ``save(_:_:_:)`` overwrites it, so this is the time to keep it elsewhere.
  func setAside(_ key: String)

  /// Keeps everything that waits, and returns when that is done.
  func flush()

  /// Where the text of a key is kept, such as the path of a file; nil if there is no name for it. Messages have it.
  func place(of key: String) -> String?
}

extension SharedStorage {
  public func observe(_ key: String, _ changed: @escaping @Sendable () -> Void) -> AnyObject? { nil }
  public func setAside(_ key: String) {}
  public func flush() {}
  public func place(of key: String) -> String? { nil }
}

/// Why a shared value could not be loaded or saved.
public struct SharedError: Error, Equatable, CustomStringConvertible {
  /// One text: what was to be done, what went wrong, and what would be right.
  public let description: String
  /// The byte of the text that could not be accepted; nil if there is none.
  package let offset: Int?

  public init(_ description: String) { self.init(description, offset: nil) }

  package init(_ description: String, offset: Int?) {
    self.description = description
    self.offset = offset
  }
}

/// The answer to ``SharedStorage/load(_:_:)``. Only the first call counts. If nobody calls it before it is released, the
/// load has failed, with an error that says so.
public final class SharedLoad: Sendable {
  private let answer: Answer<Result<[UInt8]?, SharedError>>

  public init(_ body: @escaping @Sendable (Result<[UInt8]?, SharedError>) -> Void) {
    answer = Answer(body, unanswered: .failure(SharedError("the storage has released the load without an answer")))
  }

  /// - Parameter result: the text; nil if the storage has none for this key.
  public func callAsFunction(_ result: Result<[UInt8]?, SharedError>) { answer.give(result) }
}

/// The answer to ``SharedStorage/save(_:_:_:)``. Only the first call counts. If nobody calls it before it is released, the
/// save has failed, with an error that says so.
public final class SharedSave: Sendable {
  private let answer: Answer<SharedError?>

  public init(_ body: @escaping @Sendable (SharedError?) -> Void) {
    answer = Answer(body, unanswered: SharedError("the storage has released the save without an answer"))
  }

  /// - Parameter error: nil if the text is kept.
  public func callAsFunction(_ error: SharedError?) { answer.give(error) }
}

/// A function that is called exactly once.
private final class Answer<Value>: @unchecked Sendable {
  // Unchecked: `body` is touched under `lock` only, and `unanswered` is made of values.
  private let lock = Lock()
  private var body: (@Sendable (Value) -> Void)?
  private let unanswered: Value

  init(_ body: @escaping @Sendable (Value) -> Void, unanswered: Value) {
    self.body = body
    self.unanswered = unanswered
  }

  deinit { body?(unanswered) }

  func give(_ value: Value) { lock.withLock { body.take() }?(value) }
}
