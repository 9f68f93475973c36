// SessionError: why a session file cannot be read, or not be replayed.

/// A file that is no session, or that cannot be replayed. The message says where, why, and what would be right.
public struct SessionError: Error, CustomStringConvertible {
  /// The number of the line, from 1; nil if it is about the whole file.
  public let line: Int?
  public let message: String
  public var description: String { message }

  public init(_ path: String, line: Int? = nil, _ problem: String) {
    self.line = line
    message = "\(path):\(line.map { "\($0):" } ?? "") \(problem)"
  }
}
