// EffectOrigin: where an effect was written.

/// Where an effect was made, for diagnostics.
public struct EffectOrigin: Sendable, Equatable, CustomStringConvertible {
  /// The name given to it.
  public let name: String?
  public let line: UInt
  private let file: StaticString

  @usableFromInline init(name: String?, fileID: StaticString, line: UInt) {
    self.name = name
    self.line = line
    file = fileID
  }

  public var fileID: String { "\(file)" }

  public var description: String { (name.map { "\"\($0)\" at " } ?? "") + "\(file):\(line)" }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.line == rhs.line && lhs.fileID == rhs.fileID
  }
}
