// EffectOrigin: where an effect was written.

/// Where an effect was made, for diagnostics.
public struct EffectOrigin: Sendable, Equatable, CustomStringConvertible {
  /// The name that was given to the effect; nil if none was.
  public let name: String?
  public let line: UInt
  /// Nil if it was not written in Swift.
  @usableFromInline let file: StaticString?

  @inlinable package init(name: String?, fileID: StaticString, line: UInt) {
    self.name = name
    self.line = line
    file = fileID
  }

  /// The origin of an effect that was not written in Swift: it has a name, but no file and no line.
  ///
  /// - Parameter name: says what it is: "the reducer of Tally".
  public init(outside name: String) {
    self.name = name
    line = 0
    file = nil
  }

  /// The file, as `#fileID`; empty if it was not written in Swift.
  public var fileID: String { file.map { "\($0)" } ?? "" }

  public var description: String {
    guard let file else { return name ?? "" }
    return (name.map { "\"\($0)\" at " } ?? "") + "\(file):\(line)"
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.line == rhs.line && lhs.fileID == rhs.fileID
  }
}
