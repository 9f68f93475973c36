// HostError: why a request has no answer.

/// Why the host gave no answer to a request.
public struct HostError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason of a failure.
  public enum Reason: Equatable, Sendable {
    /// Nobody handles requests of this name and type.
    case unhandled
    /// The host said that it failed, or could not be asked.
    case failed
    /// The answer, or an element, is not of the declared type.
    case wrongAnswer
  }

  /// The name of the request.
  public let request: String
  public let reason: Reason
  /// The message of the host, or the mistake in its answer. It may be empty if the request failed.
  public let message: String

  public init(_ request: String, _ reason: Reason, _ message: String) {
    self.request = request
    self.reason = reason
    self.message = message
  }

  public var description: String {
    switch reason {
    case .unhandled: message
    case .failed: "the request \"\(request)\" failed\(message.isEmpty ? "" : ": ")\(message)"
    case .wrongAnswer: "the answer to the request \"\(request)\": \(message)"
    }
  }

  static func unhandled(_ name: String) -> HostError {
    HostError(
      name, .unhandled,
      "nobody handles the request \"\(name)\": give the dependency `host` a handler, as in $0.host.handle(…) { … }")
  }

  /// - Parameter text: the answer.
  static func wrongAnswer(_ name: String, _ error: JSONError, _ text: UnsafeRawBufferPointer) -> HostError {
    let place = JSONReader.place(of: error.offset, in: text)
    let shown = place.isEmpty || error.code == .syntax ? "" : "\(place.pointer): "
    return HostError(name, .wrongAnswer, "\(shown)\(error.message) (byte \(error.offset))")
  }
}
