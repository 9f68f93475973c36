// What a walk through a commit's changes finds: reports for interests, and patch operations.

/// A stretch of the walk's texts, or none.
public struct TextRange: BitwiseCopyable, Sendable {
  public let start: Int
  public let count: Int

  @inlinable public init(_ start: Int, _ end: Int) {
    self.start = start
    count = end - start
  }

  @inlinable public static var none: TextRange { TextRange(-1, -1) }
  @inlinable public var isNone: Bool { start < 0 }
}

/// What one interest is told of a commit.
public struct ChangeReport: BitwiseCopyable, Sendable {
  public var interest: UInt64
  public var options: InterestOptions
  public var flags: ChangeFlags
  /// The value at the pointer; none if it is not wanted or nothing is there.
  public var value: TextRange
  /// Its operations are among these, in order: those whose `owner` is at most `listener`.
  public var operations: Range<Int> {
    @inlinable get { firstOperation..<endOfOperations }
    @inlinable set { (firstOperation, endOfOperations) = (newValue.lowerBound, newValue.upperBound) }
  }
  @usableFromInline var firstOperation: Int
  @usableFromInline var endOfOperations: Int
  public var listener: Int
  /// How many bytes of their pointers lead to the interest's own.
  public var prefix: Int

  @inlinable
  init(
    _ interest: Interest, _ flags: ChangeFlags, _ value: TextRange, operations: Range<Int> = 0..<0, listener: Int = 0,
    prefix: Int = 0
  ) {
    self.interest = interest.id
    options = interest.options
    self.flags = flags
    self.value = value
    firstOperation = operations.lowerBound
    endOfOperations = operations.upperBound
    self.listener = listener
    self.prefix = prefix
  }
}

/// One operation of a patch (RFC 6902).
public struct ChangeOperation: BitwiseCopyable, Sendable {
  public enum Kind: UInt32, BitwiseCopyable, Sendable { case replace, add, remove }

  public var kind: Kind
  /// The first of the nested listeners that it is for; `Int.max` if it is for one report alone.
  public var owner: Int
  public var pointer: TextRange
  /// None for `remove`.
  public var value: TextRange

  @inlinable
  init(_ kind: Kind, owner: Int, pointer: TextRange, value: TextRange) {
    self.kind = kind
    self.owner = owner
    self.pointer = pointer
    self.value = value
  }
}
