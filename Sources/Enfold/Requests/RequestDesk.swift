// RequestDesk: where requests go that have no handler among the dependencies.

/// Hands requests to somebody who answers: the host of a plugin, or a test.
package protocol RequestDesk: Sendable {
  /// Asks. The answer comes through the request, perhaps before this returns, and on any thread.
  ///
  /// - Returns: a function that withdraws it. Called at most once. It does nothing if the request is over by then.
  func ask(_ request: any AskedRequest) throws -> @Sendable () -> Void
}

/// A request on its way, as the answering side sees it. Every function may be called on any thread.
package protocol AskedRequest: AnyObject, Sendable {
  var name: String { get }
  var isStream: Bool { get }
  /// JSON.
  var payload: [UInt8] { get }

  /// Hands over one element of a stream.
  func emit(_ text: UnsafeRawBufferPointer) -> RequestReception
  /// Gives the answer, or ends a stream; for that the text is empty.
  func resolve(_ text: UnsafeRawBufferPointer) -> RequestReception
  func fail(_ message: String) -> RequestReception
}

/// The result of handing an element or an answer to a request.
package enum RequestReception: Sendable {
  /// The effect that asked was waiting for it.
  case taken
  /// It waits until the effect that asked comes to it.
  case kept
  /// As many elements as allowed wait. This one is not kept.
  case full
  /// The request is over: it was answered, or is not wanted any more.
  case late
  /// It is not of the declared type. The request has failed with this error.
  case wrong(HostError, JSONError)
}
