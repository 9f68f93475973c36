// ClientError: why there is no client.

/// Why no client can be made: what is wrong, and what would be right.
public struct ClientError: Error, Equatable, Sendable, CustomStringConvertible {
  public var message: String
  public var description: String { message }
}
