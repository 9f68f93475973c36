// ChangeReport, ChangeOperation: the results of a walk. These are reports for interests, and operations of patches.

/// Where a text lies in the walk's `texts`, or that there is no text.
public struct TextRange: BitwiseCopyable, Sendable {
  public let start: Int
  public let count: Int

  @inlinable public init(_ start: Int, _ end: Int) {
    self.start = start
    count = end - start
  }

  /// No text. Its `count` is 0.
  @inlinable public static var none: TextRange { TextRange(-1, -1) }
  @inlinable public var isNone: Bool { start < 0 }
}

/// The report of one commit to one interest.
public struct ChangeReport: BitwiseCopyable, Sendable {
  public var interest: UInt64
  public var options: InterestOptions
  public var flags: ChangeFlags
  /// The value at the pointer; none if it is not wanted or nothing is there.
  public var value: TextRange
  /// Where to look for the operations of the report's patch, in order. Only those whose `owner` is at most `listener`
  /// belong to the patch.
  public var operations: Range<Int> {
    @inlinable get { firstOperation..<endOfOperations }
    @inlinable set { (firstOperation, endOfOperations) = (newValue.lowerBound, newValue.upperBound) }
  }
  @usableFromInline var firstOperation: Int
  @usableFromInline var endOfOperations: Int
  public var listener: Int
  /// How many bytes to drop from the operations' pointers, so that they begin at the interest's own place.
  public var prefix: Int

  /// If the walk came past the list element that contains the interest's place: the position of that element in the
  /// list. Only reports for observers in Swift have a position. These reports have no operations, so `prefix` holds the
  /// position plus 1.
  var position: Int? { options.contains(.isObserver) && prefix > 0 ? prefix - 1 : nil }

  /// Which of the commit's mutations the report is about; nil if it is about none. A report about a mutation has no
  /// operations, so `firstOperation` holds the mutation's number.
  public var mutation: Int? { flags.contains(.mutation) ? firstOperation : nil }

  @inlinable init(
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
  /// Listeners with this number or a higher one get the operation. `Int.max`: the operation is for one report alone.
  public var owner: Int
  public var pointer: TextRange
  /// None for `remove`.
  public var value: TextRange

  @inlinable init(_ kind: Kind, owner: Int, pointer: TextRange, value: TextRange) {
    self.kind = kind
    self.owner = owner
    self.pointer = pointer
    self.value = value
  }
}
