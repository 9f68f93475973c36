// Divergence: the first entry of a session that does not come again.
import EnfoldJSON

/// The first entry of a session that does not come again: the message says which one of which store it is, its action, where the
/// states differ, and what was recorded and what came.
public struct Divergence: Error, CustomStringConvertible {
  /// The number of the entry's line, from 1.
  public let line: Int
  public let message: String
  public var description: String { message }

  /// - Parameter problem: what stands behind the place.
  public init(_ entry: SessionEntry, _ problem: String) {
    line = entry.line
    message = "\(entry.file.path):\(entry.line): \(problem)"
  }
}
